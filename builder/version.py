"""Arsenal's version, for `builder` and for what is remembered by it."""

__version__ = "0.1.0"
