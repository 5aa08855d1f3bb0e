"""A card is what its entry says; what only its game has stays in its definition."""

from typing import Any

import pytest

from builder.diagnostics import Span
from builder.games.card import UNLIMITED, Card, Fact, card_from, facts_of
from builder.games.fields import ABILITIES
from builder.games.game import game_from
from builder.games.markup import SymbolMark, TextRun

WRITTEN: dict[str, Any] = {
    "id": "tug", "number": 7, "name": "Tug", "type": "ship", "text": "Gain {oil}.\nThen stop.", "flavor": "Old.",
    "art": "art/tug.png", "artist": "Me", "aliases": ["tugboat"], "faces": [["hit", "hit"], []], "faction": "pirates",
    "weapons": 0,
}  # fmt: skip


def test_a_card_is_made_of_its_entry() -> None:
    place, name_place = Span("f.yaml", 1, 3), Span("f.yaml", 2, 3)
    card = card_from(WRITTEN, "game", "core", place, name_place)
    same = {name: WRITTEN[name] for name in ("id", "number", "name", "type", "text", "flavor", "art", "artist")}
    others = {"aliases": ("tugboat",), "faces": (("hit", "hit"), ()), "definition": WRITTEN}
    assert card == Card(game_id="game", set_id="core", place=place, name_place=name_place, **same, **others)


def test_what_an_entry_does_not_say_is_empty() -> None:
    card = card_from({"id": "tug"}, "game", "core")
    assert card == Card("game", "tug", "core", 0, "", "", definition={"id": "tug"})
    assert (card.rules, card.faces, card.copies, card.place) == ((), (), None, None)


@pytest.mark.parametrize(
    ("deckbuilding", "copies"),
    [({"copies": 3}, 3), ({"copies": 0}, 0), ({"copies": "unlimited"}, UNLIMITED), ({}, None), (None, None)],
)
def test_a_card_says_how_many_copies_there_may_be(deckbuilding: Any, copies: int | None) -> None:
    assert card_from({"id": "tug", "deckbuilding": deckbuilding}, "game", "core").copies == copies


def test_rules_are_the_text_read() -> None:
    first, second = card_from(WRITTEN, "game", "core").rules
    assert first == (TextRun("Gain "), SymbolMark("oil"), TextRun("."))
    assert second == (TextRun("Then stop."),)


def test_a_field_of_words_is_text_or_empty() -> None:
    card = card_from(WRITTEN, "game", "core")
    assert (card.word("faction"), card.word("weapons"), card.word("gone")) == ("pirates", "", "")


def test_facts_are_in_the_order_of_the_schema() -> None:
    properties: dict[str, Any] = {
        "name": {"type": "string"},
        "weapons": {"type": "integer", "title": "Attack"},
        "faction": {"type": "string"},
        "mood": True,
        "note": {"type": "string"},
        "keywords": {"type": "array"},
    }
    game = game_from({"id": "game"}, {"properties": properties})
    card = card_from({**WRITTEN, "mood": "calm", "note": "", "keywords": []}, "game", "core")
    assert list(facts_of(card, game)) == [
        Fact("weapons", "Attack", game.fields["weapons"], 0),
        Fact("faction", "faction", game.fields["faction"], "pirates"),
        Fact("mood", "mood", None, "calm"),
    ]


def test_of_abilities_a_fact_is_their_text() -> None:
    line = {"type": "object", "properties": {"do": {ABILITIES: {}}, "text": {"type": "string"}}}
    properties: dict[str, Any] = {"strip-abilities": {ABILITIES: {}}, "setup": {"type": "array", "items": line}}
    game = game_from({"id": "game"}, {"properties": properties})
    setup = [{"do": [{"kind": "played", "effects": []}], "text": "Draw."}]
    card = card_from({**WRITTEN, "strip-abilities": [], "setup": setup}, "game", "core")
    assert list(facts_of(card, game)) == [Fact("setup", "setup", game.fields["setup"], ["Draw."])]
