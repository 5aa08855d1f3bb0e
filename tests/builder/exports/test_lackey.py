"""LackeyCCG: decks and plugins, read as its tutorials say that they are."""

import csv
import io
import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from inline_snapshot import snapshot
from PIL import Image

from tests.support.clients import (
    ANY,
    GAMES,
    HOSTILE,
    WORDS,
    Shape,
    a_card,
    deck_bundle,
    drawn,
    exported,
    game_bundle,
    legal_in_xml,
    no_machine_in,
    on_one_line,
    shipped_decks,
    shipped_game,
    tidy_game,
    xml_of,
)
from tests.support.printings import reprinted_catalog
from tests.support.properties import examples

# A copy of a card is an element, with its name and its set; the name says which picture.
DECK = {
    "deck": Shape({"version!": r"0\.8"}, ("meta", "superzone*")),
    "meta": Shape(children=("title?", "author?", "game", "note?")),
    "superzone": Shape({"name!": "(?s).+"}, ("card*",)),
    "card": Shape(children=("name", "set")),
    "name": Shape({"id!": "(?s).+"}, text="(?s).+"),
    **{name: Shape(text=ANY) for name in ("title", "author", "game", "note", "set")},
}
KINDS = re.compile("DRAWCARD|FLIPCOIN|TURNOVER|CLEARCARD|[A-Z]*MAKERIGHT[0-9]+DEGREES|ISALLOWINGMULTIPLECARDBACKS")


def tags(said: str) -> list[tuple[str, object]]:
    """What stands between tags, which have no attributes: words, or other tags."""
    found = re.findall(r"<(\w+)>(.*?)</\1>", said, re.DOTALL)
    return [(name, tags(inner) if "<" in inner else inner) for name, inner in found]


def table(files: Mapping[str, bytes]) -> list[dict[str, str]]:
    """The cards: a line each, cells apart by tabs, and nothing is quoted."""
    said = files["sets/carddata.txt"].decode()
    rows = list(csv.reader(io.StringIO(said, newline="\n"), delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))
    head, *lines = rows
    assert head[:3] == ["Name", "Set", "ImageFile"]
    assert len({title.casefold() for title in head}) == len(head)
    assert all(len(one) == len(head) for one in lines)
    return [dict(zip(head, one, strict=True)) for one in lines]


def checked(files: Mapping[str, bytes]) -> list[dict[str, str]]:
    """The cards of a plugin, all parts of which are there."""
    cards = table(files)
    ((_, plugin),) = tags(files["plugininfo.txt"].decode())
    assert isinstance(plugin, list)
    zones = [dict(inner)["label"] for name, inner in plugin if name == "gamezone"]
    assert len(zones) == len(set(zones))
    assert {"Hand", "Deck"} <= set(zones), "DRAWCARD draws from Deck to Hand"
    for name, inner in plugin:
        if name == "deckzone":
            assert dict(inner)["gamezonetoloadto"] in zones
        if name.endswith("function"):
            assert KINDS.fullmatch(dict(inner)["kind"])
    ((_, formats),) = tags(files["formats.txt"].decode())
    assert isinstance(formats, list)
    listed = {said for _, inner in formats for name, said in inner if name == "set"}
    assert {card["Set"] for card in cards} == listed
    assert len({(card["Name"], card["Set"]) for card in cards}) == len(cards)
    return cards


def test_a_deck_is_written_as_in_the_golden() -> None:
    found = exported("lackey", deck_bundle(description="Two of a kind."))
    assert found.content.decode() == snapshot("""\
<?xml version="1.0" encoding="UTF-8"?>
<deck version="0.8">
  <meta>
    <title>Pair</title>
    <author>A. Player</author>
    <game>moon</game>
    <note>Two of a kind.</note>
  </meta>
  <superzone name="Deck">
    <card>
      <name id="flare">Flare</name>
      <set>core</set>
    </card>
    <card>
      <name id="flare">Flare</name>
      <set>core</set>
    </card>
    <card>
      <name id="undertow">Undertow</name>
      <set>core</set>
    </card>
  </superzone>
  <superzone name="Side">
    <card>
      <name id="old-coin,old-coin.back">Old Coin</name>
      <set>core</set>
    </card>
  </superzone>
</deck>
""")
    assert found.losses == []
    xml_of(found.content, DECK)


def test_a_plugin_is_written_as_in_the_golden() -> None:
    found = exported("lackey", game_bundle())
    checked(found.files)
    info = found.files["plugininfo.txt"].decode().splitlines()
    assert "\n".join(line for line in info if "zone" in line) == snapshot("""\
<deckzone><label>Deck</label><shuffle>yes</shuffle><gamezonetoloadto>Deck</gamezonetoloadto></deckzone>
<deckzone><label>Side</label><shuffle>no</shuffle><gamezonetoloadto>Side</gamezonetoloadto></deckzone>
<gamezone><label>Hand</label><visibletoowner>yes</visibletoowner><visibletoothers>no</visibletoothers></gamezone>
<gamezone><label>Deck</label><visibletoowner>no</visibletoowner><visibletoothers>no</visibletoothers></gamezone>
<gamezone><label>Scrap pile</label><visibletoowner>yes</visibletoowner><visibletoothers>yes</visibletoothers></gamezone>
<gamezone><label>Market</label><visibletoowner>yes</visibletoowner><visibletoothers>yes</visibletoothers></gamezone>
<gamezone><label>Side</label><visibletoowner>yes</visibletoowner><visibletoothers>no</visibletoothers></gamezone>\
""")
    assert found.files["formats.txt"].decode() == snapshot("""\
<formatdefinitions>
<format><label>Moon Duel</label><set>core</set></format>
</formatdefinitions>
""")
    assert found.files["sets/carddata.txt"].decode().replace("\t", "|") == snapshot("""\
Name|Set|ImageFile|Type|Faction|Rarity|Cost|Power|Keywords|Flavor|Text
Flare|core|flare|Ship|Reds|Rare|2 Oil, 1 Scrap|3|||Pay [Oil]: draw. / Once.
Undertow|core|undertow|Ship|Blues|||0|Swift|Down.|
Old Coin|core|old-coin,old-coin.back|Coin|||||||
""")


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_and_deck_can_be_read(game: str) -> None:
    made, found = shipped_game(game, "lackey")
    cards = {(card["Name"], card["Set"]): card["ImageFile"] for card in checked(found.files)}
    assert len(cards) >= len(made.cards)
    no_machine_in(found.files.values())
    ((_, plugin),) = tags(found.files["plugininfo.txt"].decode())
    sections = {dict(inner)["label"] for name, inner in plugin if name == "deckzone"}  # type: ignore[attr-defined]
    for of_deck, written in shipped_decks(game, "lackey"):
        deck = xml_of(written.content, DECK)
        listed = [(one.findtext("name"), one.findtext("set")) for one in deck.iter("card")]
        assert len(listed) == sum(of_deck.counts.values())
        assert {(name, set_id): cards[name or "", set_id or ""] for name, set_id in listed} == {
            (one.findtext("name"), one.findtext("set")): one.find("name").attrib["id"]  # type: ignore[union-attr]
            for one in deck.iter("card")
        }
        assert {zone.attrib["name"] for zone in deck.iter("superzone")} <= sections


@given(WORDS, WORDS)
@examples(30)
def test_any_words_come_through(name: str, text: str) -> None:
    game = tidy_game(name=name, types={"ship": {"name": name}}, sets={"core": {"name": text, "code": "C"}})
    card = a_card(name=name, text=text.translate(str.maketrans("*{", "  ")))
    (read,) = checked(exported("lackey", game_bundle([card], game)).files)
    assert read["Name"] == (on_one_line(name) or "flare")
    assert read["Text"].replace("/", " ").split() == on_one_line(card.text).replace("/", " ").split()
    deck = xml_of(exported("lackey", deck_bundle([card], game, name=text)).content, DECK)
    assert deck.findtext("superzone/card/name") == legal_in_xml(read["Name"])


def test_all_hostile_names_at_once_are_all_there() -> None:
    cards = [a_card(f"card-{n}", name=name, number=n) for n, name in enumerate((*HOSTILE, "=1+1"), start=1)]
    found = exported("lackey", drawn(game_bundle(cards)))
    assert [card["ImageFile"] for card in checked(found.files)] == [card.id for card in cards]
    assert {path for path in found.files if "setimages/core" in path} == {
        f"sets/setimages/core/{card.id}.jpg" for card in cards
    }


def test_pictures_are_jpeg_next_to_their_sets() -> None:
    found = exported("lackey", drawn(game_bundle(), base_url="https://example.org"))
    images = {path: content for path, content in found.files.items() if path.endswith(".jpg")}
    assert sorted(images) == [
        *(f"sets/setimages/core/{name}.jpg" for name in ("flare", "old-coin.back", "old-coin", "undertow")),
        "sets/setimages/general/cardback.jpg",
    ]
    assert all(Image.open(io.BytesIO(content)).format == "JPEG" for content in images.values())
    assert [card["ImageFile"] for card in table(found.files)] == ["flare", "undertow", "old-coin,old-coin.back"]
    assert "LackeyCCG has pictures in the plugin's folder: --base-url is not used" in found.losses


def test_each_printing_is_a_card_of_its_set() -> None:
    catalog = reprinted_catalog()
    game = catalog.game("my-game")
    (flare,) = (card for card in catalog.cards(game) if card.id == "flare")
    read = checked(exported("lackey", game_bundle([flare], game)).files)
    assert [(card["Name"], card["Set"]) for card in read] == [("Flare", one) for one in ("core", "promos", "later")]
    made = deck_bundle([flare], game, sections={"main": {"flare": 3}}, printings={"flare": {"core": 1}})
    deck = xml_of(exported("lackey", made).content, DECK)
    assert [one.findtext("set") for one in deck.iter("card")] == ["core", "later", "later"]
