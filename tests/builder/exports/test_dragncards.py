"""DragnCards: files joined and read as its page for plugins does, and held to what it asks for."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from builder.games import game_from
from builder.games.guids import guid
from tests.support.clients import a_card, deck_bundle, drawn, exported, game_bundle, hostile_cards, tidy_game
from tests.support.commands import GAMES
from tests.support.printings import reprinted_flare
from tests.support.properties import examples
from tests.support.shipped import shipped_decks, without_machine
from tests.support.strange import WORDS, on_one_line
from tests.support.xmlshapes import GUID

WORD = {"type": "string"}
LABEL = {"type": "string", "pattern": "^(?!id:)"}  # what begins so is looked for in gameDef.labels
SIZE = {"type": "number", "exclusiveMinimum": 0}
CODE = {"type": ["array", "string"]}
WHOLE = {"type": "integer", "minimum": 1}
PERCENT = {"type": "string", "pattern": r"^\d+(\.\d+)?%$"}


def closed(required: str, **optional: Any) -> dict[str, Any]:
    """An object that has all these, and nothing else."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": required.split(),
        "properties": dict.fromkeys(required.split(), True) | optional,
    }


def listed(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def by_id(items: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": items}


def kind(*kinds: str) -> dict[str, Any]:
    return by_id(closed("type default", type={"enum": kinds}, label=LABEL))


GROUP = {
    "type": "object",
    "properties": {
        **{key: {"type": "boolean"} for key in ("canHaveAttachments", "shuffleOnLoad")},
        "onCardEnter": {"type": "object"},
        "label": LABEL,
        "tableLabel": LABEL,
    },
}
LIST = listed(
    closed(
        "databaseId quantity loadGroupId",
        databaseId={"type": "string", "pattern": f"^{GUID}$"},
        quantity=WHOLE,
        loadGroupId=WORD,
    )
)
DECKS = {
    "preBuiltDecks": by_id(closed("label cards", label=LABEL, cards=LIST)),
    "deckMenu": closed("deckLists", deckLists=listed(closed("label deckListId", label=LABEL, deckListId=WORD))),
    "o8dImport": closed("o8dSectionToLoadGroupId otherSectionLoadGroupId", o8dSectionToLoadGroupId=by_id(WORD)),
}
ACTIONS = listed(closed("label actionList", label=LABEL, actionList=CODE))
REGION = closed(
    "groupId type left top width height",
    **dict.fromkeys(("left", "top", "width", "height"), PERCENT),
    type={"enum": ["row", "pile", "fan", "free"]},
    direction={"enum": ["horizontal", "vertical", "free"]},
)
# What getGameDefSchema.js says of the keys that we write: those at the top are all that it knows.
PLUGIN = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        *("pluginName", "browse", "cardBacks", "cardTypes", "groups", "layouts", "playerProperties"),
        *("spawnExistingCardModal", "playerCountMenu", "automation", "cardProperties"),
    ],
    "properties": {
        "pluginName": LABEL,
        "tutorialUrl": WORD,
        "backgroundUrl": WORD,
        "imageUrlPrefix": by_id({"type": "string", "pattern": "^https?://[!-~]+/$"}),
        "playerCountMenu": listed(closed("label numPlayers layoutId", label=LABEL, numPlayers=WHOLE)),
        "browse": closed("filterPropertySideA filterValuesSideA textPropertiesSideA", filterValuesSideA=listed(WORD)),
        "cardBacks": by_id(closed("width height imageUrl", width=SIZE, height=SIZE, imageUrl=WORD)),
        "cardTypes": by_id(closed("width height", width=SIZE, height=SIZE)),
        "cardProperties": kind("boolean", "integer", "string", "float"),
        "faceProperties": kind("boolean", "integer", "string", "float", "object", "list"),
        "groupTypes": by_id(GROUP),
        "groups": by_id({**GROUP, "required": ["label"]}),
        "cardMenu": closed("", moveToGroupIds=listed(WORD), options=ACTIONS),
        "groupMenu": closed("options", moveToGroupIds=listed(WORD), options=ACTIONS),
        "layouts": by_id(
            closed(
                "cardSize rowSpacing chat regions",
                cardSize=SIZE,
                chat=closed("left top width height"),
                regions=by_id(REGION),
            )
        ),
        "deckbuilder": closed(
            "",
            addButtons=listed(WHOLE),
            columns=listed(closed("propName label", propName=WORD, label=LABEL)),
            spawnGroups=listed(closed("loadGroupId label", label=LABEL)),
        ),
        "functions": by_id(closed("code", args=listed(WORD), code=CODE)),
        "hotkeys": closed(
            "", token=listed(False), **dict.fromkeys(("game", "card"), listed(closed("key actionList label")))
        ),
        "phases": by_id(closed("label height", label=LABEL, height=WORD)),
        "steps": by_id(closed("phaseId label", label=LABEL)),
        "spawnExistingCardModal": closed("", columnProperties=listed(WORD), loadGroupIds=listed(WORD)),
        "automation": {"type": "object"},
        **dict.fromkeys(("clearTableOptions", "closeRoomOptions"), ACTIONS),
        **dict.fromkeys(("phaseOrder", "stepOrder", "announcements"), listed(WORD)),
        "pluginMenu": closed("", options=ACTIONS),
        "preferences": closed("", game=listed(WORD), player=listed(WORD)),
        "saveGame": closed("", metadata={"type": "object"}),
        **dict.fromkeys(
            ("gameProperties", "playerProperties", "tokens", "labels", "actionLists", "prompts"), by_id({})
        ),
        **dict.fromkeys(("defaultActions", "stepReminderRegex", "touchBar"), listed({})),
        "topBarCounters": closed("shared player"),
        **DECKS,
    },
}


def without_comments(said: str) -> str:
    """JSON as it is before it is parsed: // is a comment where no string is open, and a backslash keeps one open."""
    kept, inside, at = [], False, 0
    while at < len(said):
        if said[at] == '"' and said[at - 1 : at] != "\\":
            inside = not inside
        if not inside and said.startswith("//", at):
            at = said.find("\n", at) + 1 or len(said)
            continue
        kept.append(said[at])
        at += 1
    return "".join(kept)


def merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Objects are joined, lists put together, and what else is in both is the second's."""
    for key, value in other.items():
        if isinstance(one.get(key), dict) and isinstance(value, dict):
            merged(one[key], value)
        elif isinstance(one.get(key), list) and isinstance(value, list):
            one[key] = [*one[key], *value]
        else:
            one[key] = value
    return one


def table(said: str) -> list[list[str]]:
    """The rows of cards.tsv: cells end at tabs, and the last of a row at its last line's end."""
    wide = said.partition("\n")[0].count("\t") + 1
    rows: list[list[str]] = []
    row: list[str] = []
    for token in said.split("\t"):
        if len(row) == wide - 1:
            last, _, first = token.rpartition("\n")
            rows.append([*row, last])
            row = [first]
        else:
            row.append(token)
    return rows


def read(files: Mapping[str, bytes]) -> tuple[dict[str, Any], dict[str, list[dict[str, str]]]]:
    """The plugin, and the sides of each card by its id, all of which fit each other."""
    plugin: dict[str, Any] = {}
    for path in (one for one in files if one.startswith("jsons/")):
        merged(plugin, json.loads(without_comments(files[path].decode())))
    Draft202012Validator(PLUGIN).validate(plugin)
    head, *rows = table(files["cards.tsv"].decode())
    assert len(set(head)) == len(head)
    assert {"databaseId", "name", "imageUrl", "cardBack", "type"} <= set(head)
    assert set(head) - {"databaseId", "name", "imageUrl", "cardBack", "type"} == plugin["faceProperties"].keys()
    cards: dict[str, list[dict[str, str]]] = {}
    turned = ""
    for row in rows:
        side = dict(zip(head, row, strict=True))
        assert side["type"] in plugin["cardTypes"]
        assert side["cardBack"] in {*plugin["cardBacks"], "multi_sided"}
        if side["databaseId"] != turned:
            assert side["databaseId"] not in cards, "an id is of one card"
        turned = side["databaseId"] if side["cardBack"] == "multi_sided" else ""
        cards.setdefault(side["databaseId"], []).append(side)
    _check_ids(plugin, set(cards))
    return plugin, cards


def loaded(said: str) -> Counter[tuple[str, str]]:
    """Copies by cards and groups, of a list that a player uploads: it is parsed as it is, with no word about comments.

    So are the cards of a deck of the menu, and what a room makes of an `.o8d`.
    """
    listed = json.loads(said)
    Draft202012Validator(LIST).validate(listed)
    found: Counter[tuple[str, str]] = Counter()
    for one in listed:
        found[one["databaseId"], one["loadGroupId"]] += one["quantity"]
    return found


def opened_o8d(content: bytes, plugin: Mapping[str, Any]) -> Counter[tuple[str, str]]:
    """The same of an `.o8d`, by the game's import: each section goes to its group."""
    groups = plugin["o8dImport"]["o8dSectionToLoadGroupId"]
    found: Counter[tuple[str, str]] = Counter()
    for section in fromstring(content).iter("section"):  # noqa: S314 - of our own making
        for card in section.iter("card"):
            found[card.attrib["id"], groups[section.attrib["name"]]] += int(card.attrib["qty"])
    return found


def _check_ids(plugin: Mapping[str, Any], cards: set[str]) -> None:
    groups = set(plugin["groups"])
    assert all(group["groupType"] in plugin["groupTypes"] for group in plugin["groups"].values())
    assert {*plugin["cardMenu"]["moveToGroupIds"], *plugin["groupMenu"]["moveToGroupIds"]} <= groups
    for one in plugin["playerCountMenu"]:
        regions = plugin["layouts"][one["layoutId"]]["regions"].values()
        assert {region["groupId"] for region in regions} <= groups
        assert all(f"player{one['numPlayers']}{name}" in groups for name in ("Hand", "Play"))
    loaded = [one["loadGroupId"] for one in plugin["deckbuilder"]["spawnGroups"]]
    loaded += [*plugin["o8dImport"]["o8dSectionToLoadGroupId"].values(), plugin["o8dImport"]["otherSectionLoadGroupId"]]
    for deck in plugin["preBuiltDecks"].values():
        loaded += [card["loadGroupId"] for card in deck["cards"]]
        assert {card["databaseId"] for card in deck["cards"]} <= cards
    assert {one.replace("playerN", "player1") for one in loaded} <= groups
    assert {one["deckListId"] for one in plugin["deckMenu"]["deckLists"]} == plugin["preBuiltDecks"].keys()
    named = {one["propName"] for one in plugin["deckbuilder"]["columns"]}
    assert named - {"name", "type"} <= plugin["faceProperties"].keys()
    assert {plugin["steps"][one]["phaseId"] for one in plugin["stepOrder"]} <= set(plugin["phaseOrder"])


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_and_deck_is_as_the_page_asks(game: str) -> None:
    made, found = without_machine(game, "dragncards")
    plugin, cards = read(found.files)
    assert list(cards) == [guid(game, "card", card.id) for card in made.cards]
    assert plugin["preBuiltDecks"].keys() == made.decks.keys()
    of_menu = [loaded(json.dumps(deck["cards"])) for deck in plugin["preBuiltDecks"].values()]
    decks = zip(shipped_decks(game, "dragncards"), of_menu, shipped_decks(game, "octgn"), strict=True)
    for (of_deck, written), in_menu, (_, of_octgn) in decks:
        deck = loaded(written.content.decode())
        assert deck == in_menu == opened_o8d(of_octgn.content, plugin)
        assert deck.total() == sum(of_deck.counts.values())
        assert {card for card, _ in deck} <= cards.keys()
        assert {group.replace("playerN", "player1") for _, group in deck} <= plugin["groups"].keys()


def test_a_deck_among_the_files_of_the_definition_is_refused_and_doubles_none() -> None:
    plugin, _ = read(exported("dragncards", game_bundle(decks={"pair": deck_bundle().deck})).files)
    listed = json.loads(without_comments(exported("dragncards", deck_bundle()).content.decode()))
    both = merged({**plugin}, {str(place): one for place, one in enumerate(listed)})  # as in JavaScript
    assert both["preBuiltDecks"] == plugin["preBuiltDecks"]
    assert not Draft202012Validator(PLUGIN).is_valid(both), "the page refuses it"


def test_each_printing_is_a_card_and_a_deck_names_those_it_means() -> None:
    game, flare = reprinted_flare()
    found = exported("dragncards", drawn(game_bundle([flare], game), base_url="https://example.org"))
    plugin, cards = read(found.files)
    home, newest, promo = (guid("my-game", "card", "flare", one) for one in ("", "later", "promos"))
    assert {known: side["imageUrl"] for known, (side,) in cards.items()} == {
        home: "flare.core.png",
        promo: "flare.promos.png",
        newest: "flare.png",
    }
    assert {"pictures/flare.core.png", "pictures/flare.promos.png", "pictures/flare.png"} <= found.files.keys()
    made = deck_bundle([flare], game, sections={"main": {"flare": 4}}, printings={"flare": {"core": 1}})
    deck = loaded(exported("dragncards", made).content.decode())
    assert deck == {(home, "playerNDeck"): 1, (newest, "playerNDeck"): 3}
    assert opened_o8d(exported("octgn", made).content, plugin) == deck


@given(WORDS, WORDS)
@examples(30)
def test_any_words_come_through(name: str, text: str) -> None:
    game = tidy_game(name=name, types={"ship": {"name": text}})
    card = a_card(name=name, text=text.translate(str.maketrans("*{", "  ")))
    made = game_bundle([card], game, decks={"pair": deck_bundle([card], game, name=name).deck})
    plugin, cards = read(exported("dragncards", made).files)
    ((side,),) = cards.values()
    assert side["name"] == on_one_line(name)
    assert on_one_line(side["text"]) == on_one_line(card.text)
    assert plugin["pluginName"].replace("id :", "id:") == on_one_line(name)


def test_no_name_is_looked_up_among_labels() -> None:
    made = game_bundle(game=tidy_game(name="id:moon"), decks={"pair": deck_bundle(name="id:pair").deck})
    plugin, _ = read(exported("dragncards", made).files)
    assert (plugin["pluginName"], plugin["preBuiltDecks"]["pair"]["label"]) == ("id :moon", "id :pair")


def test_all_hostile_names_at_once_are_all_there() -> None:
    cards = hostile_cards()
    found = exported("dragncards", drawn(game_bundle(cards)))
    _, sides = read(found.files)
    assert len(sides) == len(cards)
    assert {path for path in found.files if path.endswith(".png")} == {
        "pictures/back.png",
        *(f"pictures/{card.id}.png" for card in cards),
    }


def test_pictures_come_from_the_web() -> None:
    found = exported("dragncards", drawn(game_bundle(), base_url="https://example.org/moon"))
    plugin, cards = read(found.files)
    assert plugin["imageUrlPrefix"] == {"Default": "https://example.org/moon/"}
    images = {side["imageUrl"] for sides in cards.values() for side in sides}
    images |= {back["imageUrl"] for back in plugin["cardBacks"].values()}
    assert {f"pictures/{image}" for image in images} == {path for path in found.files if path.endswith(".png")}
    beside = exported("dragncards", game_bundle())
    assert any(loss.startswith("DragnCards shows pictures from the web alone") for loss in beside.losses)


def test_its_own_words_are_not_taken() -> None:
    words = {name: {"type": "string"} for name in ("id", "name", "type", "rules", "triggers", "a-b", "aB", "9")}
    game = game_from({"id": "moon", "name": "Moon", "types": {"ship": {"name": "Ship"}}}, {"properties": words})
    card = a_card(rules="r", triggers="t", **{"a-b": "1", "aB": "2", "9": "3"})
    plugin, _ = read(exported("dragncards", game_bundle([card], game)).files)
    assert list(plugin["faceProperties"]) == ["ownRules", "ownTriggers", "aB", "ownAB", "9", "text"]
