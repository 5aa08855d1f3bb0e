"""Strangers' templates: the sandbox, what enters Typst source, boxes, and where a fault came from."""
