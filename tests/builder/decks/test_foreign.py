"""Decks as other programs save them: the cards are found, and what is none is refused with its place."""

import json
from contextlib import suppress
from encodings.aliases import aliases

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks import CardIndex, Deck, parse_text
from builder.decks.foreign import NotReadable, read
from builder.diagnostics import Diagnostic
from tests.support.cards import INDEX, bare_card

SECTIONS = {"main": "Main", "side-board": "Side Board"}

COCKATRICE = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Two &amp; Two</deckname>
    <comments>Mine first.</comments>
    <zone name="main">
        <card number="2" name="Scrap Tug"/>
        <card number="1" name="Probe"/>
    </zone>
    <zone name="side">
        <card number="1" name="Mine"/>
    </zone>
</cockatrice_deck>
"""
OCTGN = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="7f2c7e3e-1f3f-4b0e-9d5e-0a8f6a9b2c11">
  <section name="Main" shared="False">
    <card qty="2" id="scrap-tug">A former name</card>
    <card qty="1" id="00000000-0000-0000-0000-000000000000">Probe</card>
  </section>
  <section name="Side Board" shared="False"><card qty="1" id="">Mine</card></section>
  <notes><![CDATA[Two & Two

Mine first.]]></notes>
</deck>
"""
LACKEY = """<deck version="0.8">
  <meta><game>Test</game></meta>
  <superzone name="Deck">
    <card><name id="scrap-tug">Scrap Tug</name><set>first</set></card>
    <card><name id="scrap-tug">Scrap Tug</name><set>first</set></card>
    <card><name id="">Probe</name><set></set></card>
  </superzone>
  <superzone name="Sideboard"><card><name id="mine">Mine</name></card></superzone>
</deck>
"""
TUG = {"Name": "Card", "Nickname": "Renamed", "GMNotes": "scrap-tug"}
THINGS = [
    {"Name": "DeckCustom", "ContainedObjects": [TUG, {"Name": "Card", "Nickname": "Probe", "GMNotes": ""}, TUG]},
    {"Name": "CardCustom", "GMNotes": "mine", "Memo": "side-board"},
    {"Name": "Custom_Tile", "GMNotes": "base", "Memo": ":extras"},
    {"Name": "Custom_Board", "Nickname": "The Table"},
]
TABLE = json.dumps({"SaveName": "Two & Two", "ObjectStates": THINGS})
BUNDLE = """{
  "schema": "arsenal/engine-deck", "game": {"id": "test"}, "format": {"id": ""},
  "deck": {"name": "Two & Two", "description": "Mine first.", "players": 2},
  "sections": {
    "main": [{"id": "scrap-tug", "count": 2}, {"id": "probe", "count": 1}],
    "side-board": [{"id": "mine", "count": 1}]
  }
}"""


def parsed(text: str) -> tuple[Deck, list[Diagnostic]]:
    deck, found = parse_text(text, {"test": INDEX}, sections=lambda *_: SECTIONS)
    return deck or Deck("", ""), found


@pytest.mark.parametrize("text", [COCKATRICE, OCTGN, LACKEY, TABLE, BUNDLE], ids=["cod", "o8d", "dek", "tts", "bundle"])
def test_cards_come_with_their_sections_and_copies(text: str) -> None:
    deck, found = parsed(text)
    assert found == []
    assert deck.sections == {"main": {"scrap-tug": 2, "probe": 1}, "side-board": {"mine": 1}}
    assert deck.name in ("Two & Two", "Unnamed")


@pytest.mark.parametrize(
    "text",
    [
        "Count,Name\n2,Scrap Tug\n1,Probe\n",
        '"Count","Name"\r\n"2","Scrap Tug"\r\n"1","Probe"\r\n',
        "\ufeff\n name ; qty ;set\nscrap tug;2x;first\n;;\nProbe;1.0;\nMine;0;\n",
        'count,id,name,text\n2,scrap-tug,A former name,"Two\nlines, 3"\n1,,\'Probe,\n',
        '"2","Scrap Tug"\n1,"Probe"\n',
    ],
    ids=["plain", "quoted", "semicolons", "of ids", "without headings"],
)
def test_decks_are_csv(text: str) -> None:
    deck, found = parsed(text)
    assert found == []
    assert deck.sections == {"main": {"scrap-tug": 2, "probe": 1}}


def test_names_with_commas_are_read_from_csv() -> None:
    cards = CardIndex([bare_card("anna", "Anna, the Brave")])
    for text in ('Count,Name\n2,"Anna, the Brave"', '"Anna, the Brave",2', '2,"Anna, the Brave"'):
        deck, found = parse_text(text, {"test": cards})
        assert (found, deck and deck.sections) == ([], {"main": {"anna": 2}})


def test_csv_may_name_sections_and_say_what_is_wrong_on_its_line() -> None:
    deck, found = parsed("count,name,section\n1,Probe,Main\n2,Mine,Side Board\n1,Prboe,main\n-1,Mine,main\n")
    assert deck.sections == {"main": {"probe": 1}, "side-board": {"mine": 2}}
    assert [(d.code, d.span.line if d.span else 0) for d in found] == [("unknown-card", 4), ("bad-count", 5)]


@pytest.mark.parametrize("text", [COCKATRICE, OCTGN, BUNDLE], ids=["cod", "o8d", "bundle"])
def test_what_a_file_says_of_the_deck_stays(text: str) -> None:
    deck, _ = parsed(text)
    assert deck.description == "Mine first."


def test_a_card_that_is_not_there_is_reported_on_its_line() -> None:
    deck, found = parsed(COCKATRICE.replace("Probe", "Prboe"))
    assert deck.sections["main"] == {"scrap-tug": 2}
    assert [(d.code, d.span.line if d.span else 0, d.help) for d in found] == [
        ("unknown-card", 7, 'did you mean "Probe" (probe)?')
    ]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (COCKATRICE[:200], 6, "it is no XML"),
        ("<html><body>A page</body></html>", 1, "<html> begins no deck"),
        ('<!DOCTYPE deck [<!ENTITY a "aaaa">]><deck game="1">&a;</deck>', 1, "it has a document type"),
        (f'<!--{" " * 5_000}-->\n<!DOCTYPE deck><deck game="1"/>', 2, "it has a document type"),
        (f"<cockatrice_deck>{'<a/>' * 120_000}", 1, "it has too many elements"),
        (COCKATRICE.replace("UTF-8", "none"), 1, "its encoding is none that is read: save it as UTF-8"),
        ("<a>" * 30 + "</a>" * 30, 1, "more than 20 elements lie in one another"),
        ('{"name": "Two",\n"cards": ', 2, "it is no JSON"),
        ('{"name": "Two"}', 1, "it is no saved object"),
        ("{" + '"a":{' * 100_000, 1, "its lists lie too deep"),
        (json.dumps({"ObjectStates": [{"ContainedObjects": []}]}), 1, ""),
        ("count,name\n2,Probe\ntwo,Mine\n", 3, '"two" is no number of copies'),
        ("count,name\n2," + "x" * 200_000, 2, "a cell is longer than any card's"),
    ],
)
def test_what_is_no_deck_is_refused_where_that_shows(text: str, line: int, reason: str) -> None:
    deck, found = parsed(text)
    assert not deck.sections
    if reason:
        assert found[0].code == "unreadable-deck"
        assert reason in found[0].message
        assert found[0].span is not None
        assert found[0].span.line == line


def test_whatever_encoding_a_file_says_it_is_read_or_refused() -> None:
    for encoding in {*aliases.values(), "undefined", "idna", "punycode", "x" * 500}:
        deck, found = parsed(COCKATRICE.replace("UTF-8", encoding))
        assert [one.code for one in found] == ([] if deck.sections else ["unreadable-deck"]), encoding


def test_counts_of_other_programs_are_bounded() -> None:
    deck, found = parsed('<cockatrice_deck><zone name="main"><card number="-2" name="Probe"/></zone></cockatrice_deck>')
    assert [d.code for d in found] == ["bad-count"]
    assert deck.sections == {}


def test_what_is_no_file_of_another_program_is_a_list() -> None:
    assert read("2 Probe") is None
    assert read("") is None


@given(
    st.text(max_size=60),
    st.sampled_from(["<", "{", "<deck ", '{"ObjectStates": ', '{"cards": [', "count,name\n", 'name;"count']),
)
def test_no_file_is_too_strange(text: str, start: str) -> None:
    with suppress(NotReadable):
        read(start + text)


KEYS = ["ObjectStates", "ContainedObjects", "cards", "count", "id", "Name", "GMNotes", "sections", "schema"]


def _nested(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)


@given(st.recursive(st.none() | st.integers() | st.text(max_size=8), _nested))
def test_no_json_is_too_strange(data: object) -> None:
    parse_text(json.dumps({"cards": data, "ObjectStates": [data]}), {"test": INDEX})
    parse_text(json.dumps({"schema": "arsenal/engine-deck", "sections": data, "deck": data}), {"test": INDEX})


def test_the_file_says_of_which_game_it_is() -> None:
    other = CardIndex([bare_card("probe", "Probe"), bare_card("scrap-tug", "Scrap Tug"), bare_card("mine", "Mine")])
    deck, _ = parse_text(LACKEY, {"another": other, "test": INDEX})
    assert deck
    assert deck.game == "test"
