"""Arsenal's version, for `builder` and for the keys of caches."""

__version__ = "0.1.0"
