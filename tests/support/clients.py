"""Exports to card clients: games and decks that are hard to export, drawn with dots."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder.decks import CardIndex, Deck
from builder.documents.data import Data
from builder.exports import Bundle, Exported, Settings, target
from builder.games import Card, Game, card_from, game_from
from builder.printing.pictures import Picture
from tests.support.strange import HOSTILE

CLIENTS = ("cockatrice", "octgn", "lackey", "cgs", "dragncards", "datasette")
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63fccfc0500f0004850180"
    "84a98c210000000049454e44ae426082"
)

_PROPERTIES: dict[str, Data] = {
    "id": {"type": "string"},
    "number": {"type": "integer"},
    "name": {"type": "string"},
    "type": {"title": "Type", "type": "string", "x-vocabulary": "types"},
    "faction": {"title": "Faction", "type": "string", "x-vocabulary": "factions"},
    "rarity": {"title": "Rarity", "type": "string", "x-vocabulary": "rarities"},
    "cost": {
        "title": "Cost",
        "type": "object",
        "properties": {"oil": {"type": "integer"}, "scrap": {"type": "integer"}},
    },
    "power": {"title": "Power", "type": "integer"},
    "keywords": {"title": "Keywords", "type": "array", "items": {"type": "string", "x-vocabulary": "keywords"}},
    "text": {"type": "string"},
    "flavor": {"type": "string"},
}


def tidy_game(**changes: Any) -> Game:
    """A game with a set, two types, factions, zones, and a thing with two sides."""
    definition: dict[str, Data] = {
        "id": "moon",
        "name": "Moon Duel",
        "credit": "Made by A, and by B.",
        "sets": {
            "core": {"name": "Core", "code": "C", "released": "2026-01-02"},
            "more": {"name": "More", "code": "M"},
        },
        "types": {
            "ship": {"name": "Ship"},
            "coin": {"name": "Coin", "form": "token", "back": "coin", "two-sided": True},
        },
        "factions": {"red": {"name": "Reds"}, "blue": {"name": "Blues"}},
        "rarities": {"rare": {"name": "Rare"}},
        "keywords": {"swift": {"name": "Swift"}},
        "resources": {"oil": {"name": "Oil"}, "scrap": {"name": "Scrap"}},
        "symbols": {"oil": {"name": "Oil", "letters": "O"}},
        "zones": {
            "deck": {"of": "player", "sees": "nobody", "ordered": True},
            "hand": {"of": "player", "sees": "owner"},
            "scrap-pile": {"of": "player", "sees": "everybody"},
            "market": {"of": "table", "sees": "everybody"},
        },
        **changes,
    }
    return game_from(definition, {"properties": _PROPERTIES})


def a_card(card_id: str = "flare", set_id: str = "core", **definition: Any) -> Card:
    """A ship, which can be another thing."""
    said = {"id": card_id, "number": 1, "name": card_id.replace("-", " ").title(), "type": "ship", **definition}
    return card_from(said, "moon", set_id)


def tidy_cards() -> list[Card]:
    """Two cards and a coin."""
    return [
        a_card(
            "flare", faction="red", rarity="rare", cost={"oil": 2, "scrap": 1}, power=3, text="Pay {oil}: draw.\nOnce."
        ),
        a_card("undertow", number=2, faction="blue", keywords=["swift"], power=0, flavor="Down."),
        a_card("old-coin", number=3, type="coin"),
    ]


def game_bundle(cards: Sequence[Card] = (), game: Game | None = None, **words: Any) -> Bundle:
    """These cards, or the tidy ones, as a whole game."""
    listed = list(cards) or tidy_cards()
    return Bundle(
        game or tidy_game(), listed, sections=("main", "side"), index=CardIndex(listed), is_whole=True, **words
    )


def deck_bundle(cards: Sequence[Card] = (), game: Game | None = None, **words: Any) -> Bundle:
    """A deck of these cards, or of the tidy ones: two of the first, one of each other, the last in a section of its
    own.
    """
    made = game_bundle(cards, game)
    ids = [card.id for card in made.cards]
    sections = {"main": {card_id: 2 if card_id == ids[0] else 1 for card_id in ids[:-1] or ids}}
    if len(ids) > 1:
        sections["side"] = {ids[-1]: 1}
    deck = Deck(**{"name": "Pair", "game": made.game.id, "sections": sections, "author": "A. Player", **words})
    return made.with_deck(deck)


def exported(name: str, made: Bundle) -> Exported:
    """What a target makes, twice, which has to be the same."""
    found = target(name).export(made)
    again = target(name).export(made)
    assert (found.content, dict(found.files), list(found.losses)) == (
        again.content,
        dict(again.files),
        list(again.losses),
    )
    for path in found.files:
        assert_harmless(path)
    return found


def hostile_cards() -> list[Card]:
    """A card for each hostile name, and a twin of one."""
    return [a_card(f"card-{n}", name=name, number=n) for n, name in enumerate((*HOSTILE, "=1+1"), start=1)]


def assert_harmless(path: str) -> None:
    """A path that stays in its folder on every system, and that every file system takes."""
    parts = path.split("/")
    assert all(part not in ("", ".", "..") for part in parts), path
    assert not set(path) & set('\\:*?"<>|\x00\n\r\t'), path
    assert all(len(part.encode()) <= 255 for part in parts), path


@dataclass
class Drawn:
    """A drawing of cards that draws nothing: each picture is a dot."""

    bundle: Bundle
    asked: list[str] = field(default_factory=list)

    def pictures(self, cards: Sequence[Card] | None = None, dpi: float | None = None) -> list[Picture]:
        found: list[Picture] = []
        for card in self.bundle.cards if cards is None else cards:
            found.append(Picture(card.picture, PNG))
            if self.bundle.game.type_of(card.type).back not in ("", "none"):
                found.append(Picture(f"{card.picture}.back", PNG, is_back=True))
        self.asked = [one.name for one in found]
        return found

    def shared(self) -> list[Picture]:
        return [Picture(":back", PNG, is_back=True), Picture(":tracker", PNG)]

    def sheets(self) -> list[Any]:
        raise AssertionError("no client takes sheets")


def drawn(made: Bundle, **settings: Any) -> Bundle:
    """The bundle with dots for pictures."""
    return replace(made, drawing=Drawn(made), settings=Settings(**settings))
