"""The one query language, used wherever a set of cards is named: to search, print, export, and judge decks.

`faction:pirates type:ship cost<=3 -is:pinnacle (text:/draw/ or has:income)`; see docs/queries.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.query.language import Query, QueryError, parse
from builder.query.meaning import check

if TYPE_CHECKING:  # the database's libraries take long to import, and a check of a query needs none of them
    from sqlmodel import Session

    from builder.models import Card, Game

__all__ = ["Query", "QueryError", "check", "count", "matching_ids", "parse", "search"]


def search(
    session: Session, game: Game | None, text: str, sort: str = "", limit: int | None = None, offset: int = 0
) -> list[Card]:
    """The cards that a query matches; of all games where `game` is None.

    They come in the order of games, sets and numbers, or by the field `sort`, from the highest down with a "-"
    before it; cards that say nothing in that field come last. Raises QueryError where no game understands the
    query or has the field.
    """
    from builder.query.finding import cards

    return cards(session, game, text, sort, limit, offset)


def count(session: Session, game: Game | None, text: str) -> int:
    """How many cards a query matches, of one game or all. Raises as `search` does."""
    from builder.query.finding import selections

    return sum(chosen.bit_count() for _, chosen in selections(session, game, text))


def matching_ids(session: Session, game: Game, text: str) -> frozenset[str]:
    """The ids of the game's cards that a query matches. Raises QueryError as `search` does."""
    from builder.query.finding import selections

    ((index, chosen),) = selections(session, game, text)
    return index.ids(session, chosen)
