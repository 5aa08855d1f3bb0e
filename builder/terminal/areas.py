"""A part of a game's table, in words; `builder.terminal.tables` draws it, or it is printed line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: labels with words for what lies there, rows of places, and drawings.

    `own` marks the area of the player who looks, `acts` that of the player who decides. Without a title it is shared.
    """

    title: str
    lines: Sequence[tuple[str, str]] = ()
    rows: Sequence[tuple[str, Sequence[str]]] = ()
    drawings: Sequence[str] = ()
    own: bool = False
    acts: bool = False
