"""The abilities of a card: as its author wrote them, and in their canonical form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.abilities.cards import patterns_of, places_of
from builder.documents.data import Data, mapping, sequence
from builder.games import Card, Game


@dataclass(frozen=True, slots=True)
class Stated:
    """The abilities at a place on a card, such as `abilities` or `actions/0/do`.

    `written` is None where the card's file can't be read, or no longer has the card.
    """

    place: str
    written: Data
    canonical: Data


def abilities_of(card: Card, game: Game) -> Iterator[Stated]:
    """All abilities of a card, by their places."""
    patterns = patterns_of(game.card_schema)
    if not patterns:
        return
    written = dict(places_of(mapping(_written(card)), patterns))
    for place, canonical in places_of(card.definition, patterns):
        yield Stated("/".join(map(str, place)), written.get(place), canonical)


def _written(card: Card) -> Data:
    """The card as its file has it."""
    from builder.documents.reading import parse, read_text

    if card.place is None:
        return None
    text, problems = read_text(Path(card.place.path))
    cards = sequence(parse(text, card.place.path).data) if not problems else ()
    return next((one for one in cards if mapping(one).get("id") == card.id), None)
