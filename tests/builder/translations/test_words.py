"""Words of cards and games: which there are, when they are stale, and how others are laid over them."""

from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from builder.documents.data import mapping
from builder.translations.localized import card_with_words, game_with_words, schema_with_words, with_words
from builder.translations.words import (
    LETTERS,
    CardWords,
    Source,
    digest,
    game_things,
    is_digest,
    is_stale,
    shown,
    translated_words,
)

SCHEMA: dict[str, Any] = {
    "properties": {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "faction": {"type": "string", "x-vocabulary": "factions"},
        "speed": {"enum": ["fast", "slow"]},
        "art": {"type": "string"},
        "steps": {
            "type": "array",
            "items": {"properties": {"text": {"type": "string"}, "pays": {"pattern": "^[a-z]+$"}}},
        },
    },
    "allOf": [{"then": {"properties": {"people": {"type": "string"}}}}],
}

CARD = {
    "id": "flare", "name": "Flare", "faction": "ember", "speed": "fast", "art": "art/flare.png", "people": "Sparks",
    "cost": 3, "steps": [{"text": "Burn.", "pays": "oil"}, {"text": "Go out.", "pays": "air"}],
}  # fmt: skip

WORDS = {("name",): "Flare", ("people",): "Sparks", ("steps", 0, "text"): "Burn.", ("steps", 1, "text"): "Go out."}


def test_names_of_a_fields_words_are_words_of_the_field() -> None:
    schema = {"properties": {"part": {"title": "Part", "x-names": {"hull": "Hull", "bow": "Bow"}}}}
    assert game_things({}, schema) == {
        ("fields", "part"): {("title",): "Part", ("names", "hull"): "Hull", ("names", "bow"): "Bow"}
    }
    said = {"fields": {"part": {"title": "Teil", "names": {"hull": "Rumpf", "mast": "Mast"}}}}
    assert schema_with_words(schema, said, {}) == {
        "properties": {"part": {"title": "Teil", "x-names": {"hull": "Rumpf", "bow": "Bow"}}}
    }


def test_letters_of_a_symbol_are_words_where_they_are_printed() -> None:
    moon = {"name": "Moon", "letters": "M"}
    game = {"symbols": {"moon": moon, "sun": {**moon, "image": "sun.svg"}}}
    things = game_things(game)
    assert things["symbols", "moon"] == {("name",): "Moon", ("letters",): "M"}
    assert things["symbols", "sun"] == {("name",): "Moon"}
    said = {"symbols": {"moon": {"letters": "L"}}}
    assert mapping(mapping(game_with_words(game, said, "fr")["symbols"])["moon"])["letters"] == "L"


def test_a_cards_words_are_the_texts_that_its_schema_makes_no_codes() -> None:
    assert CardWords(SCHEMA).of(CARD) == WORDS


def test_a_games_words_are_its_name_and_those_of_its_lists() -> None:
    game = {
        "id": "g", "name": "Game", "description": "Long.", "types": {"ship": {"name": "Ship", "color": "#fff"}},
        "glossary": {"Draw": "Take a card."}, "symbols": {"oil": {"name": "Oil", "letters": "O"}},
        "keywords": {"swift": {"name": "Swift", "reminder": "It need not wait."}}, "words": {"motto": "Once a moon"},
        "reminders": {"draw": "Draw"},
        "components": {"turn": {"name": "Turn", "face": "turn", "data": {"kind": "x", "steps": [{"text": "Go."}]}}},
    }  # fmt: skip
    assert game_things(game) == {
        (): {("name",): "Game", ("description",): "Long."},
        ("types", "ship"): {("name",): "Ship"},
        ("keywords", "swift"): {("name",): "Swift", ("reminder",): "It need not wait."},
        ("symbols", "oil"): {("name",): "Oil", ("letters",): "O"},
        ("words", "motto"): {("text",): "Once a moon"},
        ("glossary", "Draw"): {("name",): "Draw", ("text",): "Take a card."},
        ("components", "turn"): {("name",): "Turn", ("data", "steps", 0, "text"): "Go."},
    }


def test_fields_of_the_games_own_have_titles_to_translate() -> None:
    schema = {"properties": {"name": {"title": "Name"}, "cost": {"title": "Cost", "type": "integer"}, "mute": {}}}
    assert game_things({}, schema) == {("fields", "cost"): {("title",): "Cost"}}
    said = {"fields": {"cost": {"of": "bcdfgh", "title": "Coût"}, "gone": {"title": "?"}}}
    made = schema_with_words(schema, said, {})
    assert made == {"properties": {**schema["properties"], "cost": {"title": "Coût", "type": "integer"}}}
    assert schema["properties"]["cost"]["title"] == "Cost"


NESTED = {
    "properties": {
        "cost": {"title": "Cost", "type": "object", "properties": {"oil": {"title": "Oil", "type": "integer"}}},
        "life": {"title": "Life", "type": "object", "properties": {"oil": {"title": "First oil", "type": "integer"}}},
        "events": {
            "title": "Events",
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "round": {"title": "Round", "type": "integer"},
                    "text": {"title": "Text", "type": "string"},
                    "kind": {"title": "Kind", "enum": ["a"]},
                    "do": {"title": "Do", "x-abilities": {}},
                    "parts": {"type": "array", "items": {"properties": {"steps": {"title": "Steps"}}}},
                },
            },
        },
    }
}
OIL = {"resources": {"oil": {"name": "Oil"}}}


def test_what_lies_in_a_field_has_a_title_unless_it_says_itself_what_it_is() -> None:
    found = {place[1]: words[("title",)] for place, words in game_things(OIL, NESTED).items() if place[0] == "fields"}
    assert found == {
        "cost": "Cost",
        "life": "Life",
        "life.oil": "First oil",
        "events": "Events",
        "events.round": "Round",
        "events.parts.steps": "Steps",
    }


def test_what_lies_in_a_field_is_titled_in_another_language() -> None:
    fields = {"events.round": {"title": "Manche"}, "events.parts.steps": {"title": "Étapes"}, "gone.by": {"title": "?"}}
    made: Any = schema_with_words(NESTED, {"fields": fields, "resources": {"oil": {"name": "Pétrole"}}}, OIL)
    event = made["properties"]["events"]["items"]["properties"]
    assert event["round"] == {"title": "Manche", "type": "integer"}
    assert event["parts"]["items"]["properties"]["steps"]["title"] == "Étapes"
    assert event["text"] == NESTED["properties"]["events"]["items"]["properties"]["text"]  # type: ignore[index]  # as above
    assert made["properties"]["cost"]["properties"]["oil"]["title"] == "Pétrole"
    assert made["properties"]["life"]["properties"]["oil"]["title"] == "First oil"
    assert NESTED["properties"]["cost"]["properties"]["oil"]["title"] == "Oil"  # type: ignore[index]  # left as it was
    assert schema_with_words(NESTED, {}, OIL) == NESTED


def test_words_are_laid_over_others() -> None:
    made = with_words(CARD, {("name",): "Éclat", ("steps", 1, "text"): "S’éteint.", ("cost",): "4", ("steps", 7): "no"})
    assert made == {**CARD, "name": "Éclat", "steps": [CARD["steps"][0], {"text": "S’éteint.", "pays": "air"}]}
    assert CARD["name"] == "Flare"


def test_a_game_in_another_language_keeps_its_order_and_what_is_not_translated() -> None:
    game = {
        "name": "Game", "types": {"ship": {"name": "Ship", "symbol": "s"}, "base": {"name": "Base"}},
        "glossary": {"Draw": "Take a card.", "Play": "Put a card."},
    }  # fmt: skip
    said = {
        "types": {"ship": {"of": "bcdfgh", "name": "Vaisseau"}, "gone": {"name": "?"}},
        "glossary": {"Draw": {"name": "Piocher", "text": "Prendre une carte."}},
    }
    assert game_with_words(game, said, "fr") == {
        "name": "Game", "types": {"ship": {"name": "Vaisseau", "symbol": "s"}, "base": {"name": "Base"}},
        "glossary": {"Piocher": "Prendre une carte.", "Play": "Put a card."}, "language": "fr",
    }  # fmt: skip
    assert list(game_with_words(game, said, "fr")["types"]) == ["ship", "base"]


def test_words_of_templates_and_the_terms_of_reminders_are_said_in_the_language() -> None:
    game = {"words": {"motto": "Once a moon", "end": "The end"}, "glossary": {"Draw": "Take a card."}}
    game["reminders"] = {"draw": "Draw"}
    said = {"words": {"motto": {"of": "bcdfgh", "text": "Toujours"}}, "glossary": {"Draw": {"name": "Piocher"}}}
    made = game_with_words(game, said, "fr")
    assert made["words"] == {"motto": "Toujours", "end": "The end"}
    assert made["reminders"] == {"draw": "Piocher"}
    assert made["glossary"] == {"Piocher": "Take a card."}


few = st.text("aé7 \n\ud800", max_size=5)  # a digest goes by bytes, whatever the letters are
places = st.lists(st.one_of(few, st.integers(0, 5)), min_size=1, max_size=3).map(tuple)


@given(st.dictionaries(places, few, max_size=5))
def test_a_digest_is_six_letters_that_yaml_takes_for_text(words: Any) -> None:
    letters = digest(words)
    assert is_digest(letters)
    assert not any(map(is_digest, (letters[:5], f"{letters[:5]}a", 123456)))
    assert set(letters) <= set(LETTERS)
    assert yaml.safe_load(f"of: {letters}") == {"of": letters}
    assert digest(dict(reversed(words.items()))) == letters


def test_a_digest_changes_with_the_words_and_not_with_the_space_around_their_lines() -> None:
    assert digest({("text",): "Burn.\nGo out.\n"}) == digest({("text",): "  Burn. \nGo out."})
    assert digest({("text",): "Burn."}) != digest({("text",): "Burn!"})
    assert digest({("text",): "Burn."}) != digest({("flavor",): "Burn."})


def test_an_entry_is_stale_when_it_says_that_it_was_made_from_other_words() -> None:
    assert not is_stale({"name": "Éclat"}, WORDS)
    assert not is_stale({"of": digest(WORDS), "name": "Éclat"}, WORDS)
    assert is_stale({"of": digest(WORDS), "name": "Éclat"}, {**WORDS, ("name",): "Flash"})


def test_entries_know_former_ids_of_cards() -> None:
    source = Source(cards={"flare": WORDS}, aliases={"spark": "flare"})
    (entry,) = source.entries({"cards": {"spark": {"name": "Éclat"}}})
    assert (entry.id, entry.place) == ("flare", ("cards", "spark"))
    assert translated_words(entry.written) == {("name",): "Éclat"}
    (entry,) = source.entries({"cards": {"flare": {"name": "Lueur"}, "spark": {"name": "Éclat"}}})
    assert entry.written == {"name": "Lueur"}


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(json_like, json_like)
def test_any_data_can_be_asked_for_words(thing: Any, said: Any) -> None:
    source = Source(game_things(thing if isinstance(thing, dict) else {}), {"a": translated_words(thing)})
    for entry in source.entries(said):
        assert set(entry.missing) <= set(entry.words)
    if isinstance(thing, dict):
        game_with_words(thing, said, "fr")


def test_a_card_in_another_language_remembers_its_words() -> None:
    made = card_with_words(CARD, {"of": "bcdfgh", "name": "Éclat"})
    assert made == {**CARD, "name": "Éclat", "original": {"name": "Flare", "text": "", "flavor": ""}}
    assert card_with_words(CARD, {"of": "bcdfgh"}) == CARD


def test_entries_say_what_they_lack() -> None:
    source = Source(cards={"flare": WORDS})
    (entry,) = source.entries({"cards": {"flare": {"name": "Éclat", "steps": {0: {"text": "Brûlez."}}}}})
    assert entry.missing == [("people",), ("steps", 1, "text")]
    assert [shown(place) for place in entry.missing] == ["people", "steps.2.text"]
    assert entry.unconfirmed
    (entry,) = source.entries({})
    assert (entry.written, entry.missing, entry.unconfirmed) == (None, list(WORDS), False)
