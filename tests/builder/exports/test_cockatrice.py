"""Cockatrice: decks and card databases, held to what its schemas say and read as its parser reads them."""

from collections.abc import Iterable, Mapping

import pytest
from hypothesis import given

from tests.support.clients import (
    ANY,
    GAMES,
    GUID,
    WHOLE,
    WORDS,
    Shape,
    a_card,
    deck_bundle,
    exported,
    game_bundle,
    legal_in_xml,
    on_one_line,
    shipped_decks,
    without_machine,
    words_of,
    xml_of,
)
from tests.support.properties import examples

# doc/deck.xsd: a name and comments, then zones; a card has a number and a name. Of its printing, which the schema does
# not know, inner_deck_list_node.cpp reads the other three.
DECK = {
    "cockatrice_deck": Shape({"version": WHOLE}, ("deckname", "comments", "zone*")),
    "deckname": Shape(text=ANY),
    "comments": Shape(text=ANY),
    "zone": Shape({"name!": "main|side|tokens"}, ("card*",)),
    "card": Shape(
        {
            "number!": "[1-9][0-9]*",
            "name!": "(?s).+",
            "setShortName!": "[A-Z0-9a-z-]+",
            "collectorNumber!": WHOLE,
            "uuid!": GUID,
        }
    ),
}

# doc/carddatabase_v4/cards.xsd: sets before cards; in a card the name, its text, its properties, its sets, what it is
# related to, and then how it lies on the table, in this order. In a set the order is free.
BOOLEAN = "1|0|true|false"
CARDS = {
    "cockatrice_carddatabase": Shape({"version!": "4"}, ("info?", "sets?", "cards?")),
    "sets": Shape(children=("set*",)),
    "sets/set": Shape(children=("name", "longname", "settype", "releasedate"), mixed=True),
    "set/name": Shape(text="[A-Z0-9a-z-]+"),
    "longname": Shape(text=ANY),
    "settype": Shape(text=ANY),
    "releasedate": Shape(text=r"\d{4}-\d\d-\d\d"),
    "cards": Shape(children=("card*",)),
    "card": Shape(
        children=("name", "text?", "prop?", "set+", "related*", "reverse-related*", "token?", "tablerow?", "cipt?")
    ),
    "card/name": Shape(text="(?s).+"),
    "text": Shape(text=ANY),
    "prop": Shape(anything=True),
    "card/set": Shape({"uuid!": GUID, "num!": WHOLE, "rarity": ".+", "picurl": r"https?://\S+"}, text="[A-Z0-9a-z-]+"),
    "related": Shape({"attach": "transform", "count": ".+", "exclude": ".+", "persistent": ".+"}, text=ANY),
    "token": Shape(text=BOOLEAN),
    "tablerow": Shape(text="[0-3]"),
    "cipt": Shape(text=BOOLEAN),
}


def prints_of(databases: Iterable[bytes]) -> dict[str, dict[str, tuple[str | None, str]]]:
    """The sets and numbers of all printings by uuids, by the names of cards: as the program looks them up."""
    return {
        words_of(card, "name"): {one.attrib["uuid"]: (one.text, one.attrib["num"]) for one in card.findall("set")}
        for content in databases
        for card in xml_of(content, CARDS).iter("card")
    }


def check_prints(deck: bytes, prints: Mapping[str, Mapping[str, tuple[str | None, str]]]) -> None:
    """Each card of the deck is a printing of the database."""
    for card in xml_of(deck, DECK).iter("card"):
        said = card.attrib
        assert prints[said["name"]][said["uuid"]] == (said["setShortName"], said["collectorNumber"])


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_and_deck_is_as_the_schemas_say(game: str) -> None:
    made, found = without_machine(game, "cockatrice")
    names = []
    for content in found.files.values():
        names += [words_of(card, "name") for card in xml_of(content, CARDS).iter("card")]
    assert len(names) == len(set(names)) >= len(made.cards)
    decks = 0
    for of_deck, written in shipped_decks(game, "cockatrice"):
        cards = xml_of(written.content, DECK).findall("zone/card")
        assert sum(int(card.attrib["number"]) for card in cards) == sum(of_deck.counts.values())
        check_prints(written.content, prints_of(found.files.values()))
        decks += 1
    assert decks >= 3


@given(WORDS, WORDS, WORDS)
@examples(40)
def test_any_words_come_through(name: str, text: str, flavor: str) -> None:
    card = a_card(name=name, text=text, flavor=flavor)
    found = exported("cockatrice", game_bundle([card]))
    root = xml_of(found.files["cards.xml"], CARDS)
    assert words_of(root, "cards/card/name") == legal_in_xml(on_one_line(name) or "flare")
    if not set(flavor) & set("*{"):
        lines = "\n".join(filter(str.strip, flavor.split("\n")))
        assert words_of(root, "cards/card/prop/flavor") == legal_in_xml(lines)
    deck = xml_of(exported("cockatrice", deck_bundle([card], name=name)).content, DECK)
    assert deck.find("zone/card").attrib["name"] == words_of(root, "cards/card/name")  # type: ignore[union-attr]


def test_what_xml_cannot_hold_is_reported() -> None:
    found = exported("cockatrice", game_bundle([a_card(text="Ring the bell\x07.")]))
    assert "XML can't hold these characters, so U+FFFD stands for them: U+0007" in found.losses


def test_equal_names_differ_in_the_game_and_in_its_decks() -> None:
    cards = [a_card("flare"), a_card("flare-2", "more", name="FLARE", number=7)]
    names = {"Flare (C 1)", "FLARE (M 7)"}
    found = exported("cockatrice", game_bundle(cards))
    assert {words_of(card, "name") for card in xml_of(found.files["cards.xml"], CARDS).iter("card")} == names
    assert any("equal names have their numbers added: Flare, FLARE" in loss for loss in found.losses)
    alone = deck_bundle(cards, sections={"main": {"flare-2": 1}})
    of_one = exported("cockatrice", type(alone)(alone.game, cards[1:], alone.deck, index=alone.index))
    check_prints(of_one.content, prints_of(found.files.values()))
    assert b'name="FLARE (M 7)"' in of_one.content
    assert of_one.losses == [], "its ids tell which card is meant"
