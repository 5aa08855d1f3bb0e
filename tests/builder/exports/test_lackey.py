"""LackeyCCG: decks and plugins, read as its tutorials say that they are."""

import csv
import io
import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from PIL import Image

from tests.support.clients import a_card, deck_bundle, drawn, exported, game_bundle, hostile_cards, tidy_game
from tests.support.commands import GAMES
from tests.support.printings import reprinted_flare
from tests.support.properties import examples
from tests.support.shipped import shipped_decks, without_machine
from tests.support.strange import WORDS, on_one_line
from tests.support.xmlshapes import ANY, Shape, legal_in_xml, xml_of

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


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_and_deck_can_be_read(game: str) -> None:
    made, found = without_machine(game, "lackey")
    cards = {(card["Name"], card["Set"]): card["ImageFile"] for card in checked(found.files)}
    assert len(cards) >= len(made.cards)
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
    cards = hostile_cards()
    found = exported("lackey", drawn(game_bundle(cards)))
    assert [card["ImageFile"] for card in checked(found.files)] == [card.id for card in cards]
    pictures = {path for path in found.files if "setimages/core" in path}
    assert pictures == {f"sets/setimages/core/{card.id}.jpg" for card in cards}


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
    game, flare = reprinted_flare()
    read = checked(exported("lackey", game_bundle([flare], game)).files)
    assert [(card["Name"], card["Set"]) for card in read] == [("Flare", one) for one in ("core", "promos", "later")]
    made = deck_bundle([flare], game, sections={"main": {"flare": 3}}, printings={"flare": {"core": 1}})
    deck = xml_of(exported("lackey", made).content, DECK)
    assert [one.findtext("set") for one in deck.iter("card")] == ["core", "later", "later"]
