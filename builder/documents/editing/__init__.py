"""The one editor of YAML: formats or changes a text, keeps every comment, and proves what it did.

`editor` works on a tree: a text becomes a tree with its comments (`parsing`, `tree`), which is changed, put in order
and written (`writing`, which also makes trees of new data). `patching` only adds lines to a text, changes a few items
of a long list, or replaces words at their places. The result is read again: its data must be exactly what was intended.

An existing scalar is never rewritten: it is copied as its author wrote it, and only its indentation changes. Callers
find files and their schemas.
"""

from __future__ import annotations

from builder.documents.editing.editor import Removed, format_text, set_values
from builder.documents.editing.patching import insert_key, with_items
from builder.documents.editing.tree import CannotEditError
from builder.documents.editing.writing import scalar_text, to_yaml

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
