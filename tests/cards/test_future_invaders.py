"""What Future Invaders' cards show: hulls of a faction by cost, the same picture each time, no drawing left over."""

import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import FunctionLoader

from builder.documents.data import mapping
from builder.documents.reading import own_data
from renderers.templating.drawings import SUFFIX, Drawings
from tests.support.commands import ROOT
from tests.support.gamecards import pack
from tests.support.properties import examples

PACK = ROOT / "cards" / "future-invaders"
TEMPLATES = PACK / "templates"
FACTIONS = ("terrans", "invaders", "organics", "pirates", "neutral")
KINDS = ("ship", "structure", "action", "reaction")
DEAREST = 9
PLACED = re.compile(r'<g transform="translate\(287 [^"]*">')  # a ship is turned a little, each by its id

Card = dict[str, Any]


@cache
def game() -> dict[str, Any]:
    return dict(mapping(own_data(PACK / "game.yaml")))


def source(name: str) -> str | None:
    file = TEMPLATES / name
    return file.read_text("utf-8") if file.is_file() else None


@cache
def shared() -> Drawings:
    return Drawings(FunctionLoader(source))


def drawn(card: Card, drawings: Drawings | None = None) -> str:
    """The picture of a card, as SVG."""
    look = game()["factions"][card["faction"]]
    messages = {"card": card, "game": game(), "color": look["color"], "accent": look["accent"]}
    return (drawings or shared()).draw("art", card["id"], messages)


def made_up(faction: str, kind: str, cost: int = 0, card_id: str = "x") -> Card:
    """A card whose id has none of the words that name a drawing."""
    return {
        "id": card_id,
        "faction": faction,
        "type": kind,
        "cost": {"credits": cost} if cost else {},
        "original": {"text": "Draw 1 card."},
    }


def the_packs_own() -> list[Card]:
    cards = pack("future-invaders").as_cards(places=False)
    return [{**card.definition, "original": {"text": card.definition.get("text", "")}} for card in cards]


@pytest.mark.long
@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("kind", ["ship", "structure"])
def test_a_faction_has_five_pictures_at_least_of_what_costs_differently(faction: str, kind: str) -> None:
    pictures = {PLACED.sub("", drawn(made_up(faction, kind, cost))) for cost in range(DEAREST + 1)}
    assert len(pictures) >= 5


@pytest.mark.long
@examples(30)
@given(
    st.sampled_from(FACTIONS),
    st.sampled_from(KINDS),
    st.integers(0, 20),
    st.text("abcdefgh-0123", min_size=1, max_size=12),
)
def test_any_card_has_a_picture_and_always_the_same(faction: str, kind: str, cost: int, card_id: str) -> None:
    card = made_up(faction, kind, cost, card_id)
    found = drawn(card)
    assert found == drawn(card, Drawings(FunctionLoader(source)))
    assert found.endswith("</svg>")


@pytest.mark.long
def test_every_drawing_is_of_use_to_some_card() -> None:
    used = set()

    def load(name: str) -> str | None:
        used.add(name)
        return source(name)

    drawings = Drawings(FunctionLoader(load))
    for card in the_packs_own():
        drawn(card, drawings)
    for faction in FACTIONS:
        for kind in KINDS:
            for cost in range(DEAREST + 1):
                drawn(made_up(faction, kind, cost), drawings)
    there = {str(file.relative_to(TEMPLATES)) for file in TEMPLATES.rglob(f"*{SUFFIX}")}
    assert len(there) > 100
    assert there - used == set()


def test_every_drawing_says_what_it_shows() -> None:
    silent = [file.name for file in TEMPLATES.rglob(f"*{SUFFIX}") if not file.read_text("utf-8").startswith("{#-")]
    assert silent == []
