"""What Future Invaders' cards show: hulls of a faction by cost, the same picture each time, no drawing left over."""

import re
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import FunctionLoader

from renderers.templating.drawings import SUFFIX, Drawings
from tests.support.commands import ROOT
from tests.support.gamecards import catalog, pack
from tests.support.properties import examples

TEMPLATES = ROOT / "cards" / "future-invaders" / "templates"
FACTIONS = ("terrans", "invaders", "organics", "pirates", "neutral")
KINDS = ("ship", "structure", "action", "reaction")
DEAREST = 9
PLACED = re.compile(r'<g transform="translate\(287 [^"]*">')  # a ship is turned a little, each by its id

Card = dict[str, Any]


def source(name: str) -> str | None:
    file = TEMPLATES / name
    return file.read_text("utf-8") if file.is_file() else None


@cache
def shared() -> Drawings:
    return Drawings(FunctionLoader(source))


def drawn(card: Card, drawings: Drawings | None = None) -> str:
    """The picture of a card, as SVG."""
    game = catalog("future-invaders").game("future-invaders").definition
    look = game["factions"][card["faction"]]
    messages = {"card": card, "game": game, "color": look["color"], "accent": look["accent"]}
    return (drawings or shared()).draw("art", card["id"], messages)


def made_up(faction: str, kind: str, cost: int = 0, card_id: str = "x") -> Card:
    """A card whose id has none of the words that name a drawing."""
    paid, said = {"credits": cost} if cost else {}, {"text": "Draw 1 card."}
    return {"id": card_id, "faction": faction, "type": kind, "cost": paid, "original": said}


@pytest.mark.long
@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("kind", ["ship", "structure"])
def test_a_faction_has_five_pictures_at_least_of_what_costs_differently(faction: str, kind: str) -> None:
    pictures = {PLACED.sub("", drawn(made_up(faction, kind, cost))) for cost in range(DEAREST + 1)}
    assert len(pictures) >= 5


@pytest.mark.long
@examples(30)
@given(st.sampled_from(FACTIONS), st.sampled_from(KINDS), st.integers(0, 20), st.text("ab-01", min_size=1, max_size=12))
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
    for card in pack("future-invaders").as_cards(places=False):
        drawn({**card.definition, "original": {"text": card.definition.get("text", "")}}, drawings)
    for faction, kind, cost in product(FACTIONS, KINDS, range(DEAREST + 1)):
        drawn(made_up(faction, kind, cost), drawings)
    there = {str(file.relative_to(TEMPLATES)) for file in TEMPLATES.rglob(f"*{SUFFIX}")}
    assert len(there) > 100
    assert there - used == set()


def test_every_drawing_says_what_it_shows() -> None:
    silent = [file.name for file in TEMPLATES.rglob(f"*{SUFFIX}") if not file.read_text("utf-8").startswith("{#-")]
    assert silent == []
