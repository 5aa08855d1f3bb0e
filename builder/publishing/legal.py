"""Which cards a format admits, and by which clauses: at first, and from each day on which that changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from builder.decks import MAX_COPIES
from builder.documents.data import Data
from builder.games import Format, Game
from builder.legality import Judge, compose
from builder.legality.formats import Definitions, chain_of, changes_of
from builder.library import Catalog

NOT_ADMITTED = frozenset({"not-in-pool", "banned-card"})


def legal_when(catalog: Catalog, game: Game) -> dict[str, Data]:
    """Every format of a game with its versions in their order, each `from` a day on (None: always) `until` another.

    A version says what it is composed of, and in `cards` which cards it admits: how many copies at most, None where no
    limit is set.
    """
    formats = catalog.formats(game.id)
    found: dict[str, Data] = {}
    for format_id in formats:
        versions = list(_versions(catalog, game, format_id, formats))
        for version, following in pairwise(versions):
            version["until"] = following["from"]
        found[format_id] = {"name": formats[format_id]["name"], "versions": [*versions]}
    return {"formats": found}


def _versions(catalog: Catalog, game: Game, format_id: str, formats: Definitions) -> Iterator[dict[str, Data]]:
    before: dict[str, Data] = {}
    for day in _days(format_id, formats):
        by = compose(format_id, formats, date.fromisoformat(day) if day else date.min)
        version = _composed(by)
        if version != before:
            cards = _admitted(catalog.judge(game.id, by), by)
            yield {"from": day or None, "until": None, **version, "cards": cards}
        before = version


def _days(format_id: str, formats: Definitions) -> list[str]:
    """The days from which on a format says something else, in their order; first "", the beginning."""
    chain, _ = chain_of(format_id, formats)
    return sorted({"", *(change.day for definition in chain for change in changes_of(definition))})


def _composed(by: Format) -> dict[str, Data]:
    clauses: dict[str, Data] = {clause.id: {"clause": clause.kind, **clause.parameters} for clause in by.clauses}
    version: dict[str, Data] = {
        "description": by.description,
        "sections": {**by.sections},
        "setup": {**by.setup},
        "clauses": clauses,
    }
    return version if by.can_play.anybody else {**version, "players": by.can_play.to_json()}


def _admitted(judge: Judge, by: Format) -> dict[str, Data]:
    """Each card that may be in a section, with the most copies of it that any section may hold."""
    found: dict[str, Data] = {}
    for card_id in judge.cards.cards:
        limits = [limit for section in by.sections for limit in _limits(judge, card_id, section)]
        if limits:
            most = max(limits)
            found[card_id] = most if most < MAX_COPIES else None
    return found


def _limits(judge: Judge, card_id: str, section: str) -> Iterator[int]:
    """How many copies of a card a section may hold; nothing where it may hold none."""
    about = [v for v in judge.judge({section: {card_id: MAX_COPIES}}).violations if card_id in v.cards]
    if not any(v.code in NOT_ADMITTED for v in about):
        yield min([v.limit for v in about if v.code == "too-many-copies" and v.limit is not None], default=MAX_COPIES)
