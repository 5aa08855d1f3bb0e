"""A part of a game's table, in words: what `builder.terminal.tables` draws, or what is read line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: labels with words for what lies there, rows of places, and drawings.

    `own` is the area of who looks, `acts` that of who decides now. Without a title it is everybody's.
    """

    title: str
    lines: Sequence[tuple[str, str]] = ()
    rows: Sequence[tuple[str, Sequence[str]]] = ()
    drawings: Sequence[str] = ()
    own: bool = False
    acts: bool = False
