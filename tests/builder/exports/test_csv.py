"""Cards as CSV: a row for each, which a spreadsheet shows as written and never runs."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import FindingsError
from builder.exports import Bundle
from builder.exports.csv import export
from builder.games import game_from
from tests.support.exported import card, game, of_deck, two_cards
from tests.support.packs import able
from tests.support.packs import card as ash_cat


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
def test_any_text_comes_back_out_of_a_csv_and_none_is_a_formula(text: str) -> None:
    content = export(Bundle(game(), [card(text=text or "-")])).content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(content, newline=""))
    assert row["text"].lstrip("'") == (text or "-").lstrip("'")
    assert not row["text"].startswith(("=", "+", "-", "@", "\t", "\r"))


def rows(bundle: Bundle) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(export(bundle).content.decode("utf-8-sig"), newline="")))


def test_a_game_is_a_row_a_card() -> None:
    content = export(Bundle(game(), two_cards())).content
    assert content == b"\xef\xbb\xbfset,id,name,type,number\r\ns,one,One,ship,1\r\ns,two,Two,ship,2\r\n"


def test_a_deck_counts_its_cards_first() -> None:
    found = rows(of_deck())
    assert list(found[0]) == ["count", "set", "id", "name", "type", "number"]
    assert [row["count"] for row in found] == ["2", "2"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (["swift", "guard"], "swift, guard"),
        ([["ember"], ["tide", "tide"]], "ember | tide tide"),
        (["=cmd", "guard"], "'=cmd, guard"),
        (True, "true"),
        (False, "false"),
        (None, ""),
        (["a", None, True, {"b": 1, "c": ["d", None]}], "a, , true, b 1, c d"),
        ([["a", ["b", 1]], None, 2, [{"c": 2}]], "a b 1 |  | 2 | c 2"),
        (-1.5, "-1.5"),
        (["-a", 1], "'-a, 1"),
    ],
)
def test_values_are_shown_as_words(value: object, shown: str) -> None:
    (row,) = rows(Bundle(game(), [card(keywords=value)]))
    assert row["keywords"] == shown


@pytest.mark.parametrize("start", [*"=+-@＝＋－＠\t\r\n", " =", "\u200b＝", "\ufeff@", "\x00+"])
def test_neither_a_cell_nor_a_heading_is_a_formula(start: str) -> None:
    words = {"name": {"type": "string"}, f"{start}cmd": {"type": "string"}}
    odd = game_from({"id": "g", "name": "G"}, {"properties": words})
    content = export(Bundle(odd, [card(**{f"{start}cmd": f"{start}1"})])).content.decode("utf-8-sig")
    heads, cells = csv.reader(io.StringIO(content, newline=""))
    assert f"'{start}cmd" in heads
    assert f"'{start}1" in cells


def test_what_has_no_column_is_named() -> None:
    exported = export(Bundle(game(), [card(mood="calm", cost={"oil": 2})]))
    assert exported.losses == ["no column holds cost.oil, mood"]
    assert b"calm" not in exported.content


def test_sections_and_dice_are_lost() -> None:
    bundle = of_deck(sections={"main": {"one": 2, "two": 1}, "side": {"one": 1}}, dice=((("ember",), ()),))
    assert [row["count"] for row in rows(bundle)] == ["3", "1"]
    assert export(bundle).losses == [
        "the deck's sections are added together: csv has one count a card",
        "the deck's crafted dice are left out",
    ]


def test_of_abilities_the_text_is_in_the_columns() -> None:
    actions = [{"pays": 1, "do": {"draw": 2}}]
    said = {"abilities": {"draw": 1}, "strip-abilities": {"draw": 4}, "actions": actions, "win": {"do": {"draw": 3}}}
    pack = able(sets__core__more_yaml=ash_cat(**said))
    bundle = Bundle(pack.as_game(), [one for one in pack.as_cards() if one.id == "ash-cat"])
    (row,) = rows(bundle)
    assert export(bundle).losses == []
    assert {name: row[name] for name in ("text", "strip-text", "actions", "win")} == {
        "text": "Draw 1 card.",
        "strip-text": "Draw 4 cards.",
        "actions": "pays 1, text Draw 2 cards.",
        "win": "Draw 3 cards.",
    }


MAP = """\
columns: {Card: name, Clan: faction, Energy: cost, Night?: nocturnal, Nowhere: nothing, Name: name}
ignore: [Notes]
"""


def test_a_game_that_was_imported_has_the_columns_of_its_spreadsheet(tmp_path: Path) -> None:
    (tmp_path / "import.yaml").write_text(MAP, "utf-8")
    properties = {
        "name": {"type": "string"},
        "faction": {"type": "string", "x-vocabulary": "factions"},
        "cost": {"type": "object", "properties": {"oil": {"type": "integer"}}, "x-vocabulary": "resources"},
        "nocturnal": {"type": "boolean"},
        "text": {"type": "string"},
    }
    words = {"factions": {"sea": {"name": "The Sea"}}, "resources": {"oil": {"name": "Oil"}}}
    odd = game_from({"id": "g", "name": "G", **words}, {"properties": properties}, root=tmp_path)
    cards = [card(faction="sea", cost={"oil": 2}, nocturnal=True, text="=1+1"), card(id="two", name="'=Two")]
    exported = export(Bundle(odd, cards))
    assert exported.content.decode("utf-8-sig").splitlines() == [
        "Card,Clan,Energy,Night?,text",
        "One,The Sea,2 Oil,yes,'=1+1",
        "''=Two,,,,",
    ]
    assert exported.losses == ["no column holds id, number, type"]
    deck = of_deck()
    assert rows(Bundle(odd, deck.cards, deck.deck))[0].keys() == {"count", "set", "name"}


def test_a_map_that_can_not_be_read_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "import.yaml").write_text("columns: [", "utf-8")
    odd = game_from({"id": "g", "name": "G"}, {"properties": {}}, root=tmp_path)
    with pytest.raises(FindingsError):
        export(Bundle(odd, [card()]))
