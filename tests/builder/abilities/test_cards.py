"""Where the abilities of a card stand, and the card with its abilities in their canonical form and their text."""

import pytest

from builder.abilities import Ability, Effect
from builder.abilities.cards import compiled, patterns_of, places_of, text_key
from builder.games.fields import ABILITIES

HERE = {ABILITIES: {}}
ENTRY = {"type": "object", "properties": {"pays": {"type": "integer"}, "do": HERE, "text": {"type": "string"}}}
SCHEMA = {
    "properties": {
        "name": {"type": "string"},
        "abilities": HERE,
        "strip-abilities": HERE,
        "actions": {"type": "array", "items": ENTRY},
        "pages": {"type": "array", "items": {"type": "array", "items": ENTRY}},
        "win": ENTRY,
    }
}
PATTERNS = patterns_of(SCHEMA)
DRAW = (Ability("played", (Effect("draw", {"main": 1}),)),)
CANONICAL = [{"kind": "played", "effects": [{"op": "draw", "main": 1}]}]


def test_places_come_from_the_schema():
    assert PATTERNS == (
        ("abilities",),
        ("strip-abilities",),
        ("actions", -1, "do"),
        ("pages", -1, -1, "do"),
        ("win", "do"),
    )
    assert patterns_of({"properties": {"name": {"type": "string"}, "any": True}}) == ()


def test_abilities_are_found_wherever_they_stand():
    card = {
        "name": "Board",
        "abilities": {"draw": 1},
        "actions": [{"pays": 1, "do": {"draw": 2}}, {"pays": 2, "text": "Rest."}, {"do": [{"draw": 3}]}],
        "pages": [[], [{"text": "Rest."}, {"do": {"draw": 4}}]],
        "win": {"do": {"draw": 5}},
    }
    assert dict(places_of(card, PATTERNS)) == {
        ("abilities",): {"draw": 1},
        ("actions", 0, "do"): {"draw": 2},
        ("actions", 2, "do"): [{"draw": 3}],
        ("pages", 1, 1, "do"): {"draw": 4},
        ("win", "do"): {"draw": 5},
    }


@pytest.mark.parametrize(
    "card", [{}, {"name": "A"}, {"actions": "x"}, {"actions": [1, None, []]}, {"actions": {"do": 1}}, {"win": [1]}]
)
def test_what_is_no_entry_has_no_abilities(card):
    assert list(places_of(card, PATTERNS)) == []


@pytest.mark.parametrize(
    ("key", "wanted"), [("abilities", "text"), ("do", "text"), ("support-abilities", "support-text"), (0, "text")]
)
def test_text_goes_next_to_its_abilities(key, wanted):
    assert text_key(key) == wanted


def test_a_card_has_its_text_next_to_its_abilities_and_is_left_as_it_was():
    card = {
        "strip-abilities": {"draw": 1},
        "actions": [{"pays": 1, "do": {"draw": 1}, "last": 1}, {"text": "Rest."}],
        "win": {"do": {"draw": 1}},
    }
    places = [place for place, _ in places_of(card, PATTERNS)]
    made = compiled(card, dict.fromkeys(places, DRAW), {place: str(place[0]) for place in places})
    assert made == {
        "strip-abilities": CANONICAL,
        "strip-text": "strip-abilities",
        "actions": [{"pays": 1, "do": CANONICAL, "text": "actions", "last": 1}, {"text": "Rest."}],
        "win": {"do": CANONICAL, "text": "win"},
    }
    assert list(made["actions"][0]) == ["pays", "do", "text", "last"]
    assert card["actions"][0] == {"pays": 1, "do": {"draw": 1}, "last": 1}


def test_abilities_without_words_have_no_text():
    assert compiled({"win": {"do": 1}}, {("win", "do"): DRAW}, {}) == {"win": {"do": CANONICAL}}


def test_a_card_without_abilities_may_have_something_to_say():
    made = compiled({"name": "A"}, {}, {("abilities",): "A deck may hold only 1 of this card."})
    assert made == {"name": "A", "abilities": [], "text": "A deck may hold only 1 of this card."}
