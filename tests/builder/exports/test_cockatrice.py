"""Cockatrice: decks and card databases, held to what its schemas say and read as its parser reads them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from xml.etree.ElementTree import tostring

import pytest
from hypothesis import given

from builder.decks import CardIndex, parse_text
from builder.games import game_from
from builder.naming import fold
from tests.support.clients import a_card, deck_bundle, drawn, exported, game_bundle, hostile_cards
from tests.support.commands import GAMES
from tests.support.printings import reprinted_catalog, reprinted_flare
from tests.support.properties import examples
from tests.support.shipped import shipped_decks, without_machine
from tests.support.strange import WORDS, on_one_line
from tests.support.xmlshapes import ANY, GUID, WHOLE, Shape, legal_in_xml, words_of, xml_of

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
    decks = shipped_decks(game, "cockatrice")
    assert decks
    for of_deck, written in decks:
        cards = xml_of(written.content, DECK).findall("zone/card")
        assert sum(int(card.attrib["number"]) for card in cards) == sum(of_deck.counts.values())
        check_prints(written.content, prints_of(found.files.values()))


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


TWINS = [a_card("flare"), a_card("flare-2", "more", name="FLARE", number=7)]


def test_equal_names_differ_in_the_game_and_in_its_decks() -> None:
    found = exported("cockatrice", game_bundle(TWINS))
    prints = prints_of(found.files.values())
    assert prints.keys() == {"Flare (C 1)", "FLARE (M 7)"}
    assert any("equal names have their numbers added: Flare, FLARE" in loss for loss in found.losses)
    alone = deck_bundle(TWINS, sections={"main": {"flare-2": 1}})
    of_one = exported("cockatrice", replace(alone, cards=TWINS[1:]))
    check_prints(of_one.content, prints)
    assert b'name="FLARE (M 7)"' in of_one.content
    assert of_one.losses == [], "its ids tell which card is meant"


@pytest.mark.parametrize(
    "lost", [(), ("name",), ("uuid",), ("uuid", "name"), ("uuid", "setShortName", "collectorNumber")]
)
def test_cards_with_equal_names_come_back_by_what_is_left_of_them(lost: tuple[str, ...]) -> None:
    cards = [*TWINS, a_card("flare-3", "more", name="Flare", number=8)]
    made = deck_bundle(cards, sections={"main": {card.id: n for n, card in enumerate(cards, start=1)}})
    root = xml_of(exported("cockatrice", made).content, DECK)
    for card in root.iter("card"):
        card.attrib |= {attribute: "Flare" if attribute == "name" else "" for attribute in lost}
    sets = made.game.sets.values()
    deck, told = parse_text(tostring(root, encoding="unicode"), {"moon": CardIndex(cards, sets=sets)})
    assert deck
    assert (deck.sections, told) == (made.deck.sections, [])  # type: ignore[union-attr]


def test_a_deck_names_the_printings_it_means_over_all_sections() -> None:
    catalog, (game, flare) = reprinted_catalog(), reprinted_flare()
    named = {"flare": {"core": 4}}
    made = deck_bundle([flare], game, sections={"main": {"flare": 3}, "side": {"flare": 2}}, printings=named)
    found = exported("cockatrice", made)
    check_prints(found.content, prints_of(exported("cockatrice", game_bundle([flare], game)).files.values()))
    deck = xml_of(found.content, DECK)
    assert [[(card.attrib["setShortName"], card.attrib["number"]) for card in zone] for zone in deck.iter("zone")] == [
        [("C", "3")],
        [("C", "1"), ("SW", "1")],
    ]
    assert not any("printings" in loss for loss in found.losses)
    back = catalog.parse_deck(found.content.decode()).deck
    assert (back.size, back.printings) == (5, named)


def test_all_hostile_names_at_once_are_all_there() -> None:
    cards = hostile_cards()
    found = exported("cockatrice", drawn(game_bundle(cards)))
    names = [words_of(one, "name") for one in xml_of(found.files["cards.xml"], CARDS).iter("card")]
    assert len(names) == len(set(map(fold, names))) == len(cards)
    pictures = [path for path in found.files if path.startswith("pics/CUSTOM/")]
    unnamed = {"x" * 80, "..", "|pipe"}
    assert len(pictures) == len(cards) - len(unnamed)
    assert any(loss.startswith("no file can be called as these") for loss in found.losses)


def test_sections_but_the_first_are_the_sideboard() -> None:
    made = deck_bundle(sections={"main": {"flare": 1}, "side": {"undertow": 1}, "more": {"undertow": 2, "flare": 1}})
    found = exported("cockatrice", made)
    (side,) = (zone for zone in xml_of(found.content, DECK).iter("zone") if zone.attrib["name"] == "side")
    assert [(card.attrib["name"], card.attrib["number"]) for card in side] == [("Undertow", "3"), ("Flare", "1")]
    assert found.losses == ["all sections but the first are one sideboard: side, more"]


def test_what_a_deck_cannot_say_is_reported() -> None:
    made = deck_bundle(dice=((("oil",), ()),), printings={"flare": {"more": 1}})
    judged = replace(made, verdict={"legal": False}, format_name="Standard")
    assert exported("cockatrice", judged).losses[:2] == [
        "the deck's crafted dice are left out",
        "the deck is not legal in Standard, and its file does not say so",
    ]


def test_pictures_lie_where_cockatrice_looks_or_where_the_address_says() -> None:
    beside = exported("cockatrice", drawn(game_bundle()))
    assert [path for path in beside.files if path.endswith(".png")] == [
        f"pics/CUSTOM/{name}.png" for name in ("Flare_C_1", "Undertow_C_2", "Old Coin_C_3", "Old Coin (back)_C_3")
    ]
    assert b"picurl" not in beside.files["cards.xml"]
    online = exported("cockatrice", drawn(game_bundle(), base_url="https://example.org/moon/"))
    assert [path for path in online.files if path.endswith(".png")] == [
        f"pictures/{name}.png" for name in ("flare", "undertow", "old-coin", "old-coin.back")
    ]
    urls = [
        one.attrib["picurl"].removeprefix("https://example.org/moon/")
        for file in ("cards.xml", "tokens.xml")
        for one in xml_of(online.files[file], CARDS).iter("set")
        if "picurl" in one.attrib
    ]
    assert urls == ["flare.png", "undertow.png", "old-coin.png", "old-coin.back.png"]


def test_each_printing_is_a_set_of_the_card() -> None:
    game, flare = reprinted_flare()
    made = game_bundle([flare], game)
    found = exported("cockatrice", drawn(made, base_url="https://example.org"))
    sets = xml_of(found.files["cards.xml"], CARDS).findall("cards/card/set")
    assert [(one.text, one.attrib["num"]) for one in sets] == [("C", "4"), ("P", "2"), ("SW", "7")]
    assert len({one.attrib["uuid"] for one in sets}) == 3
    urls = [one.attrib["picurl"].rpartition("/")[2] for one in sets]
    assert urls == ["flare.core.png", "flare.promos.png", "flare.png"]
    assert {f"pictures/{url}" for url in urls} <= found.files.keys()


def test_cockatrices_own_properties_are_not_taken() -> None:
    words = {name: {"type": "string"} for name in ("id", "name", "type", "layout", "pt", "9 Lives", "a b", "a-b")}
    game = game_from({"id": "moon", "name": "Moon", "types": {"ship": {"name": "Ship"}}}, {"properties": words})
    card = a_card(layout="odd", pt="1/1", **{"9 Lives": "x", "a b": "y", "a-b": "z"})
    prop = xml_of(exported("cockatrice", game_bundle([card], game)).files["cards.xml"], CARDS).find("cards/card/prop")
    assert prop is not None
    assert {one.tag: one.text for one in prop} == {
        "layout": "normal",
        "side": "front",
        "type": "Ship",
        "maintype": "Ship",
        "own_layout": "odd",
        "own_pt": "1/1",
        "own_9_lives": "x",
        "a_b": "y",
        "own_a_b": "z",
    }
