"""The one editor of YAML: lays a text out anew or changes it, keeps every comment, and proves what it did.

`editor` works on a tree: a text becomes a tree with its comments (`parsing`, `tree`), which is changed, put in order
(`ordering`) and written (`writing`); `values` makes trees of new data. `insertion` only adds lines to a text, and
`listing` changes a few items of a long list without touching the others. `proof`
reads the result of either again: it must say what was meant, no more and no less.

A scalar that is there is never rewritten: it is copied from the text as its author styled it, and only its indentation
changes. Finding files and their schemas is the caller's.
"""

from __future__ import annotations

from builder.documents.editing.editor import Removed, format_text, set_values
from builder.documents.editing.errors import CannotEditError
from builder.documents.editing.insertion import insert_key
from builder.documents.editing.listing import with_items
from builder.documents.editing.values import scalar_text, to_yaml

__all__ = [
    "CannotEditError",
    "Removed",
    "format_text",
    "insert_key",
    "scalar_text",
    "set_values",
    "to_yaml",
    "with_items",
]
