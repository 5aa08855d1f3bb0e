"""Cards and the card schema use the words of game.yaml, symbols among them."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.checks import check_pack
from builder.packs.pack import in_memory
from tests.support.packs import SMALL, card, checked, codes, found, game, schema


def test_open_word_lists_are_compared_with_game_yaml() -> None:
    def open_words(items: dict[str, Any]) -> None:
        items["properties"]["rarity"] = {"type": "string", "x-vocabulary": "rarities"}
        items["properties"]["pays"] = {"type": "object", "x-vocabulary": "resources"}
        items["properties"]["moods"] = {"type": "array", "items": {"x-vocabulary": "keywords"}}

    words = {"rarities": {"rare": {"name": "Rare"}}, "resources": {"ore": {"name": "Ore"}}}
    files = {"game_yaml": game(**words), "card_schema_json": schema(open_words)}
    assert codes(**files, sets__core__more_yaml=card(rarity="rare", pays={"ore": 1}, moods=["swift"])) == []
    wrong = card(rarity="raer", pays={"oer": 1}, moods=["swift", "sad"])
    assert set(codes(**files, sets__core__more_yaml=wrong)) == {"unknown-rarity", "unknown-resource", "unknown-keyword"}


def test_closed_word_lists_agree_with_game_yaml() -> None:
    assert found(game_yaml=game(keywords={"guard": {"name": "Guard"}})) == [
        ("vocabulary-mismatch", 'the card schema allows the keyword "swift", and game.yaml does not describe it')
    ]
    more = {**game()["keywords"], "sly": {"name": "Sly"}}
    assert found(game_yaml=game(keywords=more)) == [
        ("vocabulary-mismatch", 'no card can have the keyword "sly": the card schema does not allow it')
    ]


@pytest.mark.parametrize("listed", [[[1]], [{}], [None, 1, "a"], "ab", 7, [["a"], "a"]])
def test_a_word_list_may_be_nonsense(listed: Any) -> None:
    def nonsense(items: dict[str, Any]) -> None:
        items["properties"]["mood"] = {"x-vocabulary": "keywords", "enum": listed}

    assert checked(card_schema_json=schema(nonsense)).diagnostics


def test_a_symbol_is_found_where_it_stands() -> None:
    text = "- {id: a, number: 9, name: A, faction: ember, type: spell, cost: 1,\n   text: 'Gain {sprak} {}.'}\n"
    faults = checked(sets__core__more_yaml=text.encode()).diagnostics
    assert [(d.message, d.span and (d.span.line, d.span.column)) for d in faults] == [
        ("{sprak} is not a symbol", (2, 16)),
        ("{} is not a symbol", (2, 24)),
    ]


def test_words_of_the_game_may_use_symbols() -> None:
    words = {"fast": {"name": "Fast", "symbol": "sparc"}}
    assert codes(game_yaml=game(rarities=words)) == ["unknown-symbol"]


def test_a_template_may_use_a_symbol() -> None:
    symbols = {**game()["symbols"], "moon": {"name": "Moon", "letters": "M"}}
    assert codes(game_yaml=game(symbols=symbols)) == ["unused-symbol"]
    unread = checked(game_yaml=yaml.safe_dump(game(symbols=symbols)).encode(), sets__core__more_yaml=b"- id: [")
    assert {d.code for d in unread.diagnostics} == {"yaml-syntax"}  # the cards that can't be read might use it
    files = {**SMALL, "templates/x.typ.j2": b"moon", "game.yaml": yaml.safe_dump(game(symbols=symbols)).encode()}
    assert check_pack(in_memory(Path("my-game"), files)).diagnostics == []


PRINTED = b"""{% extends "generic" %}
{% box motto line=game.words.motto ~ game.words["end"] ~ game.words.items() x=8 y=80 width=47 height=4 %}
#import "/arsenal/kit.typ": word-of
#word-of("mottto")
"""


def test_words_that_templates_print_are_in_game_yaml() -> None:
    words = game(words={"motto": "Once a moon", "end": "The end"})
    (fault,) = checked(game_yaml=words, templates__seal__typ__j2=PRINTED).diagnostics
    assert (fault.code, fault.message) == ("missing-word", '"mottto" is not in the words of game.yaml')
    assert fault.span
    assert (fault.span.line, fault.span.column, fault.span.end_column) == (4, 11, 17)
    assert 'did you mean "motto"?' in fault.help
    assert codes(templates__seal__typ__j2=PRINTED) == ["missing-word"] * 3


def test_reminders_are_of_verbs_and_terms() -> None:
    assert codes(game_yaml=game(reminders={"draw": "Play"})) == []
    assert found(game_yaml=game(reminders={"draw": "Paly", "drwa": "Play"})) == [
        ("unknown-value", '"Paly" is not a term of the glossary'),
        ("unknown-verb", '"drwa" is not a verb'),
    ]
