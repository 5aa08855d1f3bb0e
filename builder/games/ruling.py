"""Rulings: what the rulebook leaves open, answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question and its answer; `cards` are the ids of the cards that it is about, `section` is the rulebook's."""

    question: str
    answer: str
    decided: date
    section: str = ""
    cards: tuple[str, ...] = ()
