"""Searches in the card database, and what they find."""

from __future__ import annotations

from sqlmodel import Session

from builder.database.search.finding import cards, selections
from builder.database.tables import Card, Game

__all__ = ["count", "matching_ids", "search"]


def search(
    session: Session, game: Game | None, text: str, sort: str = "", limit: int | None = None, offset: int = 0
) -> list[Card]:
    """The cards that a query matches; of all games where `game` is None.

    They come in the order of games, sets and numbers, or by the field `sort`, from the highest down with a "-"
    before it; cards that say nothing in that field come last. Raises QueryError where no game understands the
    query or has the field.
    """
    return cards(session, game, text, sort, limit, offset)


def count(session: Session, game: Game | None, text: str) -> int:
    """How many cards a query matches, of one game or all. Raises as `search` does."""
    return sum(chosen.bit_count() for _, chosen in selections(session, game, text))


def matching_ids(session: Session, game: Game, text: str) -> frozenset[str]:
    """The ids of the game's cards that a query matches. Raises QueryError as `search` does."""
    ((index, chosen),) = selections(session, game, text)
    return index.ids(session, chosen)
