"""Where the abilities of a card stand; what packs make of them is in `tests/builder/checks/test_abilities.py`."""

import pytest

from builder.abilities import Ability, Effect
from builder.abilities.cards import compiled, patterns_of, places_of
from builder.games.fields import ABILITIES

HERE = {ABILITIES: {}}
ENTRY = {"type": "object", "properties": {"pays": {"type": "integer"}, "do": HERE, "text": {"type": "string"}}}
PAGES = {"type": "array", "items": {"type": "array", "items": ENTRY}}
PATTERNS = patterns_of({"properties": {"name": {"type": "string"}, "any": True, "abilities": HERE, "pages": PAGES}})


def test_places_come_from_the_schema_however_deep_they_are():
    assert PATTERNS == (("abilities",), ("pages", -1, -1, "do"))
    card = {"name": "Board", "abilities": {"draw": 1}, "pages": [[], [{"text": "Rest."}, {"do": {"draw": 4}}]]}
    assert dict(places_of(card, PATTERNS)) == {("abilities",): {"draw": 1}, ("pages", 1, 1, "do"): {"draw": 4}}


@pytest.mark.parametrize("card", [{}, {"pages": "x"}, {"pages": [1, None, [[]]]}, {"pages": {"do": 1}}])
def test_what_is_no_entry_has_no_abilities(card):
    assert list(places_of(card, PATTERNS)) == []


def test_text_comes_right_after_its_abilities_and_the_card_is_left_as_it_was():
    card = {"pages": [[{"pays": 1, "do": {"draw": 1}, "last": 1}]]}
    place, draw = ("pages", 0, 0, "do"), (Ability("played", (Effect("draw", {"main": 1}),)),)
    [[entry]] = compiled(card, {place: draw}, {place: "Draw."})["pages"]
    assert list(entry.items())[1:] == [("do", [draw[0].data()]), ("text", "Draw."), ("last", 1)]
    assert "text" not in compiled(card, {place: draw}, {})["pages"][0][0]
    assert card["pages"][0][0]["do"] == {"draw": 1}


def test_a_card_without_abilities_may_have_something_to_say():
    assert compiled({"name": "A"}, {}, {("abilities",): "Only 1."}) == {"name": "A", "abilities": [], "text": "Only 1."}
