"""OCTGN: decks, game definitions and sets, held to what its schemas say and to what its own checker looks for."""

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath

import pytest
from hypothesis import given

from builder.documents.data import mapping, text
from builder.games.guids import guid
from tests.support.clients import a_card, deck_bundle, drawn, exported, game_bundle, hostile_cards, tidy_game
from tests.support.commands import GAMES
from tests.support.pictures import png_size
from tests.support.printings import reprinted_flare
from tests.support.properties import examples
from tests.support.shipped import shipped_decks, without_machine
from tests.support.strange import WORDS, on_one_line
from tests.support.xmlshapes import ANY, GUID, WHOLE, Shape, legal_in_xml, xml_of

TRUTH = "True|False"

# What DeckExtensionMethods.cs reads of a deck.
DECK = {
    "deck": Shape({"game!": GUID}, ("section*", "notes?")),
    "section": Shape({"name!": "(?s).+", "shared!": TRUTH}, ("card*",)),
    "card": Shape({"qty!": "[1-9][0-9]*", "id!": GUID}, text="(?s).+"),
    "notes": Shape(text=ANY),
}

# CardSet.xsd: a set has its cards, a card its properties and then its other sides, which have properties.
SET = {
    "set": Shape(
        {
            "name!": ANY,
            "id!": GUID,
            "gameId!": GUID,
            "shortName": ANY,
            "description": ANY,
            "releaseDate": r"\d{4}-\d\d-\d\d",
        },
        ("packaging?", "markers?", "cards?"),
    ),
    "cards": Shape(children=("card*",)),
    "card": Shape({"name!": "(?s).+", "id!": GUID, "size": "(?s).+"}, ("property*", "alternate*")),
    "alternate": Shape({"name!": "(?s).+", "type!": "[a-z]+", "size": "(?s).+"}, ("property*",)),
    "property": Shape({"name!": "(?s).+", "value": ANY}),
}

# Game.xsd: each part once, in any order; sizes are whole millimetres.
SIZED = {"width": "[1-9][0-9]*", "height": "[1-9][0-9]*", "cornerRadius": WHOLE, "back": "(?s).+", "front": "(?s).+"}
ACTION = Shape({"menu": ANY, "execute": r"\w+", "shortcut": ANY, "default": TRUTH, "batchExecute": r"\w+"})
ACTIONS = ("groupaction", "cardaction", "groupseparator", "cardseparator")
GROUP = {"name": "(?s).+", "visibility": "none|me|all|undefined", "ordered": TRUTH, "icon": "(?s).+"}
GAME = {
    "game": Shape(
        {
            **{f"{name}!": ANY for name in ("setsurl", "gameurl", "authors", "description", "tags", "iconurl")},
            "id!": GUID,
            "name": ANY,
            "version!": r"\d+\.\d+\.\d+\.\d+",
            "octgnVersion!": r"\d+\.\d+\.\d+\.\d+",
            "scriptVersion": r"\d+\.\d+\.\d+\.\d+",
            "usetwosidedtable": TRUTH,
        },
        ("scripts", "proxygen", "card", "table", "player", "shared", "deck", "sharedDeck"),
        mixed=True,
    ),
    "scripts": Shape(children=("script*",)),
    "script": Shape({"src!": ".+"}),
    "proxygen": Shape({"definitionsrc!": ".+"}),
    "card": Shape(SIZED, ("property*", "size*")),
    "property": Shape(
        {"name": "(?s).+", "type!": "String|Integer|Char|RichText", "ignoreText": TRUTH, "textKind": "Free|Enum|Tokens"}
    ),
    "size": Shape({"name": "(?s).+", **SIZED}),
    "table": Shape(
        {**GROUP, "width!": "[1-9][0-9]*", "height!": "[1-9][0-9]*", "background": ".+"}
        | {"backgroundStyle": "tile|uniform|uniformToFill|stretch"},
        ACTIONS,
        mixed=True,
    ),
    "player": Shape({"summary": ANY}, ("counter", "hand", "group"), mixed=True),
    "shared": Shape({"summary": ANY}, ("counter", "group"), mixed=True),
    "hand": Shape(GROUP, ACTIONS, mixed=True),
    "group": Shape(GROUP, ACTIONS, mixed=True),
    "groupaction": ACTION,
    "cardaction": ACTION,
    "deck": Shape(children=("section+",)),
    "sharedDeck": Shape(children=("section+",)),
    "section": Shape({"name": "(?s).+", "group": "(?s).+"}),
}

# CardGenerator.xsd: what is drawn for a card of which there is no picture.
PROXIES = {
    "templates": Shape(children=("blocks", "template"), mixed=True),
    "blocks": Shape(children=("block+",)),
    "block": Shape({"type!": "text|overlay", "id!": ANY, "src": ANY}, ("location", "text?", "border?", "wordwrap?")),
    "location": Shape({"x!": WHOLE, "y!": WHOLE}),
    "text": Shape({"color!": "#[0-9a-f]{6}", "size!": WHOLE, "font": ANY}),
    "wordwrap": Shape({"height!": WHOLE, "width!": WHOLE, "align": "near|center|far", "valign": "near|center|far"}),
    "template": Shape({"src!": ".+", "default": TRUTH}, ("matches", "overlayblocks?", "textblocks?")),
    "matches": Shape(children=("match+",)),
    "match": Shape({"name!": ANY, "value!": ANY}),
    "textblocks": Shape(children=("conditional*", "link+")),
    "link": Shape({"block!": ANY, "separator": ANY}, ("property*",)),
    "property": Shape({"name!": ANY}),
}


def checked(files: Mapping[str, bytes]) -> dict[str, str]:
    """The names of all cards by their GUIDs, of a folder that o8build and OCTGN take."""
    (folder,) = {path.partition("/")[0] for path in files if "/" in path}
    inside = {path.partition("/")[2]: content for path, content in files.items() if "/" in path}
    game = xml_of(inside["definition.xml"], GAME)
    assert game.attrib["id"] == folder
    assert [path for path in inside if "/" not in path] == ["definition.xml"], "nothing else may lie beside it"
    named = [
        element.attrib.get(key)
        for element in game.iter()
        for key in ("src", "definitionsrc", "icon", "back", "front", "background")
    ]
    assert {path for path in named if path} <= inside.keys()
    xml_of(inside["proxy/proxydef.xml"], PROXIES)
    compile(inside["scripts/actions.py"], "actions.py", "exec")
    functions = set(re.findall(r"^def (\w+)", inside["scripts/actions.py"].decode(), re.MULTILINE))
    assert {element.attrib["execute"] for element in game.iter() if "execute" in element.attrib} <= functions
    _check_groups(game)
    properties = [element.attrib["name"] for element in game.findall("card/property")]
    assert len({name.casefold() for name in properties}) == len(properties)
    assert "name" not in {name.casefold() for name in properties}
    sizes = {element.attrib["name"] for element in game.findall("card/size")}
    whole = {element.attrib["name"] for element in game.findall("card/property") if element.attrib["type"] == "Integer"}
    cards: dict[str, str] = {}
    for path, content in inside.items():
        if not path.startswith("Sets/"):
            continue
        assert re.fullmatch(f"Sets/{GUID}/set.xml", path)
        made = xml_of(content, SET)
        assert (made.attrib["id"], made.attrib["gameId"]) == (PurePosixPath(path).parts[1], folder)
        for card in made.iter("card"):
            assert card.attrib["id"] not in cards, "a GUID is of one card"
            cards[card.attrib["id"]] = card.attrib["name"]
            assert card.attrib.get("size") in {None, *sizes}
            for side in (card, *card.findall("alternate")):
                said = [one.attrib["name"] for one in side.findall("property")]
                assert len(said) == len(set(said)), "OCTGN fails where a card says something twice"
                assert set(said) <= set(properties)
            for one in card.findall("property"):
                assert one.attrib["name"] not in whole or re.fullmatch(WHOLE, one.attrib["value"])
    return cards


def _check_groups(game) -> None:  # type: ignore[no-untyped-def]
    for piles, decks in (("player", "deck"), ("shared", "sharedDeck")):
        groups = [one.attrib["name"] for kind in ("hand", "group") for one in game.findall(f"{piles}/{kind}")]
        assert len(groups) == len(set(groups))
        assert {one.attrib["group"] for one in game.findall(f"{decks}/section")} <= set(groups)


def laid_out(deck: bytes, definition: bytes) -> dict[str, tuple[str, str, int]]:
    """Whose pile OCTGN lays each section of a deck into, who sees it there, and how many cards it lays."""
    game, found = xml_of(definition, GAME), {}
    for section in xml_of(deck, DECK).iter("section"):
        shared = section.attrib["shared"] == "True"
        lists, owner = ("sharedDeck", "shared") if shared else ("deck", "player")
        groups = {one.attrib["name"]: one.attrib["group"] for one in game.findall(f"{lists}/section")}
        piles = {one.attrib["name"]: one for kind in ("hand", "group") for one in game.findall(f"{owner}/{kind}")}
        name, copies = section.attrib["name"], sum(int(card.attrib["qty"]) for card in section)
        found[name] = (owner, piles[groups[name]].attrib["visibility"], copies)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_and_deck_is_as_the_schemas_say_and_seen_by_who_may(game: str) -> None:
    made, found = without_machine(game, "octgn")
    cards = checked(found.files)
    assert len(cards) == len(made.cards)
    owners, seen = {"player": "player", "table": "shared"}, {"nobody": "none", "owner": "me", "everybody": "all"}
    without_a_zone = {"Main": ("player", "none"), "Pile": ("shared", "none"), "Collection": ("player", "me")}
    for of_deck, written in shipped_decks(game, "octgn"):
        deck = xml_of(written.content, DECK)
        assert deck.attrib["game"] == guid(game)
        assert {one.attrib["id"]: one.text for one in deck.iter("card")}.items() <= cards.items()
        piles = laid_out(written.content, found.files[f"{guid(game)}/definition.xml"])
        assert sum(copies for _, _, copies in piles.values()) == sum(of_deck.counts.values())
        for section, (owner, sees, _) in piles.items():
            zone = mapping(mapping(made.game.definition.get("zones")).get(section.lower()))
            wanted = (owners[text(zone["of"])], seen[text(zone["sees"])]) if zone else without_a_zone[section]
            assert (owner, sees) == wanted


def test_notes_are_a_section_of_cdata_as_octgn_reads_no_others() -> None:
    made = deck_bundle(description="First <this> & ]]> that.")
    content = exported("octgn", made).content
    assert b"<notes><![CDATA[Pair" in content
    assert xml_of(content, DECK).findtext("notes") == "Pair\n\nby A. Player\n\nFirst <this> & ]]> that."


@given(WORDS, WORDS)
@examples(30)
def test_any_words_come_through(name: str, text: str) -> None:
    game = tidy_game(name=name, credit=text, types={"ship": {"name": name}}, description=text)
    card = a_card(name=name, text=text)
    found = exported("octgn", game_bundle([card], game))
    ((card_guid, written),) = checked(found.files).items()
    assert written == legal_in_xml(on_one_line(name)) or not on_one_line(name)
    deck = xml_of(exported("octgn", deck_bundle([card], game, name=text)).content, DECK)
    assert [one.attrib["id"] for one in deck.iter("card")] == [card_guid]


def test_all_hostile_names_at_once_are_all_there() -> None:
    cards = hostile_cards()
    found = exported("octgn", drawn(game_bundle(cards)))
    assert len(checked(found.files)) == len(cards)
    pack = zipfile.ZipFile(io.BytesIO(found.files["moon-duel.o8c"]))
    assert len(pack.namelist()) == len(cards)


def test_pictures_are_packed_as_octgn_installs_them() -> None:
    found = exported("octgn", drawn(game_bundle(), base_url="https://example.org"))
    pack = zipfile.ZipFile(io.BytesIO(found.files["moon-duel.o8c"]))
    folder, set_guid, coin = guid("moon"), guid("moon", "set", "core"), guid("moon", "card", "old-coin")
    names = [f"{guid('moon', 'card', one)}.png" for one in ("flare", "undertow")]
    assert sorted(pack.namelist()) == sorted(
        f"{folder}/Sets/{set_guid}/Cards/{name}" for name in (*names, f"{coin}.png", f"{coin}.back.png")
    )
    assert all(info.date_time == (1980, 1, 1, 0, 0, 0) for info in pack.infolist())
    assert any(loss.endswith("the .o8c is sent to them, --base-url is not used") for loss in found.losses)
    assert png_size(found.files[f"{folder}/cards/front.png"]) == (63, 88)


def test_each_printing_is_a_card_of_its_set_and_a_deck_names_those_it_means() -> None:
    game, flare = reprinted_flare()
    found = exported("octgn", game_bundle([flare], game))
    cards = checked(found.files)
    home, newest, promo = (guid("my-game", "card", "flare", one) for one in ("", "later", "promos"))
    assert cards == dict.fromkeys((home, newest, promo), "Flare")
    made = deck_bundle([flare], game, sections={"main": {"flare": 4}}, printings={"flare": {"core": 1}})
    deck = xml_of(exported("octgn", made).content, DECK)
    assert [(one.attrib["id"], one.attrib["qty"]) for one in deck.iter("card")] == [(home, "1"), (newest, "3")]


def test_versions_have_four_numbers() -> None:
    for said, version in (("2.1", "2.1.0.0"), ("", "1.0.0.0"), ("1.2.3.4", "1.2.3.4")):
        found = exported("octgn", game_bundle(game=tidy_game(version=said)))
        assert xml_of(found.files[f"{guid('moon')}/definition.xml"], GAME).attrib["version"] == version
