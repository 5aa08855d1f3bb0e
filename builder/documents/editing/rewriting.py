"""Values that have a form of their own, which the schema does not order: who lays them out, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from builder.diagnostics import KeyPath
from builder.documents.data import Data
from builder.documents.editing.errors import CannotEditError
from builder.documents.editing.tree import Node
from builder.documents.reading import parse


class Rewriting(Protocol):
    """Lays out the values whose schema has the keyword `mark`, and knows what they mean."""

    @property
    def mark(self) -> str:
        """The keyword."""

    def rewrite(self, node: Node, data: Data, place: KeyPath) -> Node:
        """The value at a place of a document's data, laid out; comments stay in the tree."""

    def meaning(self, data: Data, place: KeyPath) -> object:
        """What the value at a place of a document's data means, which equals what means the same."""


def prove_meaning(before: Data, result: str, places: Iterable[KeyPath], rewriting: Rewriting) -> None:
    """Raise CannotEditError where a value of the result does not mean what it meant before."""
    after = parse(result, "").data
    for place in places:
        if rewriting.meaning(before, place) != rewriting.meaning(after, place):
            raise CannotEditError(f"formatting would change what {place[-1]} means")
