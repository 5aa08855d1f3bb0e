"""Arsenal: a card game written once in YAML, then checked, searched, judged, printed and played."""

__version__ = "0.1.0"
