"""Presets: how things are printed, as words of a YAML file."""
