"""Presets: named sets of options for printing, as YAML files."""
