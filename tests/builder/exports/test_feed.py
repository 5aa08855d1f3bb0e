"""A table of cards with the addresses of their pictures, read back as CSV and as JSON."""

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks import Deck
from builder.exports import Bundle
from builder.exports.csv import rows_of, written
from builder.exports.feed import export
from tests.support.commands import GAMES
from tests.support.properties import examples
from tests.support.shipped import shipped_game
from tests.support.tables import bundle, color, drawn, seen, thing

FORMULAS = ("+1 power", "-1 power", "=1+1", "@home", "'quoted", "'+1 power")


def read(made: Bundle) -> tuple[list[dict[str, str]], list[dict[str, Any]], dict[str, bytes]]:
    """The rows, the objects, and the pictures by what they are called there. Fails where one is named and not there."""
    files = dict(export(made).files)
    rows = list(csv.DictReader(io.StringIO(files.pop("cards.csv").decode(), newline="")))
    document = json.loads(files.pop("cards.json"))
    named = {row[side] for row in rows for side in ("Front", "Back") if row[side]}
    base = made.settings.base_url
    assert {name.replace(f"{base}/", "pictures/") if base else name for name in named} == set(files)
    assert document["game"] == made.game.id
    return rows, document["cards"], files


def test_a_row_has_a_cards_copies_fields_and_pictures() -> None:
    cards = [thing("hero-1", power=2), thing("relic-1"), thing("duo-1"), thing("mat-1"), thing("cube-1")]
    rows, objects, pictures = read(bundle(cards, {"main": {card.id: 2 for card in cards}}))
    assert list(rows[0]) == ["Copies", "set", "id", "name", "type", "number", "power", "Front", "Back"]
    assert [(row["Copies"], row["power"]) for row in rows[:2]] == [("2", "2"), ("2", "")]
    shown = {
        row["id"]: [seen(pictures[row[side]]) if row[side] else None for side in ("Front", "Back")] for row in rows
    }
    assert shown == {
        "hero-1": [color("hero-1"), color(":back")],
        "relic-1": [color("relic-1"), color("relic-back")],
        "duo-1": [color("duo-1"), color("duo-1.back")],
        "mat-1": [color("mat-1"), None],
        "cube-1": [color("cube-1.4"), None],  # of six faces in a row, what lies right of the middle
    }
    assert objects[3] == {
        "Copies": 2, "Front": "pictures/mat-1.png", "Back": "", "form": "board", "width": 180.0, "height": 120.0,
        "card": {"set": "one", "id": "mat-1", "number": 1, "name": "Mat-1", "type": "mat"},
    }  # fmt: skip


def test_addresses_stay_when_cards_change() -> None:
    url = "https://cards.example/g"
    before, _, _ = read(drawn(bundle([thing("hero-1", text="Old.")]), base_url=url))
    after, _, _ = read(drawn(bundle([thing("hero-0"), thing("hero-1", text="New.")]), base_url=url))
    assert before[0]["Front"] == after[1]["Front"] == "https://cards.example/g/hero-1.png"
    assert before[0]["Back"] == "https://cards.example/g/back.png"


def test_a_game_is_one_of_each() -> None:
    rows, _, _ = read(bundle([thing("hero-1"), thing("hero-2", "two")], deck=None))
    assert [(row["Copies"], row["set"]) for row in rows] == [("1", "one"), ("1", "two")]


def test_what_has_no_row_is_said() -> None:
    deck = Deck("Pair", "g", {"main": {"hero-1": 1}, "side": {"hero-1": 1}}, dice=((("axe",),),))
    assert export(bundle([thing("hero-1", mood="calm")], deck=deck, extras=[(thing("coin-1"), 1)])).losses == [
        "no column holds mood",
        "the deck's sections are added together: a row has one number of copies",
        "the deck's crafted dice are left out",
        "what players need besides the cards is left out",
        "only this folder has the pictures: put pictures/ on the web, and say where with --base-url",
    ]


@examples(25)
@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=300) | st.sampled_from(FORMULAS))
def test_any_text_comes_through_as_it_is(text: str) -> None:
    rows, objects, _ = read(bundle([thing("hero-1", name=text, text=text)]))
    assert objects[0]["card"]["name"] == objects[0]["card"]["text"] == text
    assert rows[0]["name"] == rows[0]["text"] == text


@pytest.mark.parametrize("game", GAMES)
def test_cells_of_the_shipped_games_are_printed_as_cards_say_them(game: str) -> None:
    made, _ = shipped_game(game, "csv")
    columns, rows, _ = rows_of(made)
    printed = list(csv.DictReader(io.StringIO(written(columns, rows).decode(), newline="")))
    for card, row in zip(made.cards, printed, strict=True):
        said = {key: value for key, value in card.definition.items() if isinstance(value, str)}
        assert said.items() <= row.items()
