"""A part of a game's table, in words; `builder.terminal.tables` draws it, or it is printed line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Named:
    """A name and a content in words; those in one line of the table have the same `line`."""

    label: str
    words: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Slots:
    """Rows of places, "" for an empty one, with the numbers of their columns if these matter."""

    rows: Sequence[tuple[str, Sequence[str]]]
    columns: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of the player's own hand, with numbers of copies by id, and the hand in words."""

    label: str
    cards: Sequence[tuple[str, int]]
    words: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing, and its content in words."""

    picture: str
    label: str
    words: str


Block: TypeAlias = Named | Slots | Hand | Drawing


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table, from top to bottom.

    `own` marks the area of the player who looks, `acts` that of the player who decides. Without a title it is shared.
    Areas that `face` others take the whole width, so that columns that face each other stand below each other.
    """

    title: str
    blocks: Sequence[Block] = ()
    own: bool = False
    acts: bool = False
    faces: bool = False
