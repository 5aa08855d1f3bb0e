"""DragnCards: a deck as the list that players upload, a game as a plugin's files, JSON and a table of cards.

Source of the format: seastan/dragncards, frontend/src/features/myplugins: validate/getGameDefSchema.js for the JSON,
uploadPluginFunctions.js for how files are joined and how the table is read; features/engine/DeckbuilderMyDecks.js for a
player's deck and TopBarMenu for `.o8d`; backend/lib/dragncards_game (game.ex, card.ex,
evaluate/functions/DRAW_CARD.ex) for what a room needs; the page TSV-Documentation of its wiki.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from builder.decks import Deck
from builder.documents.data import Data
from builder.exports import Bundle, Exported, Target, json_file, lost
from builder.exports.columns import (
    Column,
    columns,
    copies_of,
    decks_of,
    has_own_back,
    line,
    lost_of_deck,
    lost_of_game,
    lost_of_lines,
    plain,
    printing_id,
    row,
    shown,
)
from builder.exports.zones import Places, Zone, places_of
from builder.games import Game, newest
from builder.games.sizes import card_size
from builder.naming import title_of
from builder.printing.gathering import in_each_set

PICTURES = "pictures"
MULTI_SIDED, DEFAULT_BACK = "multi_sided", "default"
MOST_PLAYERS, USUAL_PLAYERS = 8, 2
OWNER = "playerN"  # whoever loads
PLAY = "Play"  # each player's part of the table
SHARED_PLAY = "sharedPlay"
OF_CARDS = ("databaseId", "name", "imageUrl", "cardBack", "type")  # columns that every table has
OF_FACES = ("width", "height", "text", "tokens", "ability", "rules", "triggers")  # what a face has in a room

_ALL_ACROSS, _CHAT = 80.0, 20.0  # percent of the width


def export(bundle: Bundle) -> Exported:
    """The deck's file, or the plugin's files."""
    if bundle.deck:
        losses = [lost("deck-name"), *lost_of_deck(bundle, printings=False)]
        return Exported(_json(_listed(bundle, places_of(bundle))), losses)
    return _plugin(bundle)


def _plugin(bundle: Bundle) -> Exported:
    places = places_of(bundle)
    of = columns(bundle, (*OF_CARDS, "text"))
    names = _properties(of)
    counts = _player_counts(bundle)
    parts: dict[str, Mapping[str, Data]] = {
        "main": _main(bundle),
        "cards": _cards(bundle, of, names),
        "groups": _groups(places, max(counts)),
        "layouts": _layouts(places, counts),
        "functions": _functions(places),
        "decks": _decks(bundle, decks_of(bundle)),
    }
    files = {f"jsons/{name}.json": _json(part) for name, part in parts.items()}
    files["cards.tsv"] = _table(bundle, of, names).encode()
    losses = [*lost_of_lines(bundle), lost("menus"), *lost_of_game(bundle)]
    if any("\t" in str(value) for card in bundle.cards for value in card.definition.values()):
        losses.append(lost("tabs"))
    if bundle.drawing:
        prints = [one for card in bundle.cards for one in in_each_set(card)]
        files |= {f"{PICTURES}/{one.name}.png": one.data for one in bundle.drawing.pictures(prints)}
        files[f"{PICTURES}/back.png"] = bundle.shared_pictures[":back"]
    if not bundle.settings.base_url:
        losses.append(lost("from-web"))
    return Exported(files=files, losses=losses)


def _main(bundle: Bundle) -> dict[str, Data]:
    game, base = bundle.game, bundle.settings.base_url.rstrip("/")
    return {
        "pluginName": _label(game.name),
        "tutorialUrl": "",
        "backgroundUrl": "",
        "announcements": [],
        "imageUrlPrefix": {"Default": f"{base}/"} if base else {},
        "gameProperties": {},
        "playerProperties": {},
        "tokens": {},
        "labels": {},
        "actionLists": {},
        "prompts": {},
        "pluginMenu": {"options": []},
        "preferences": {"game": [], "player": []},
        "defaultActions": [],
        "stepReminderRegex": [],
        "touchBar": [],
        "topBarCounters": {"shared": [], "player": []},
        "saveGame": {"metadata": {}},
        "clearTableOptions": [{"label": "Clear the table", "actionList": []}],
        "closeRoomOptions": [{"label": "Close the room", "actionList": []}],
        "automation": {
            "postNewGameActionList": [["LOG", "A new game was made."]],
            "postLoadActionList": [["LOG", "{{$PLAYER_N}} loaded cards."]],
            "gameRules": {},
            "cards": {},
        },
        "phases": {"play": {"label": "Play", "height": "100%"}},
        "phaseOrder": ["play"],
        "steps": {"play": {"phaseId": "play", "label": "Play"}},
        "stepOrder": ["play"],
    }


def _cards(bundle: Bundle, of: Sequence[Column], names: Mapping[str, str]) -> dict[str, Data]:
    """The definition of cards: their types and backs, the fields of their faces, and the fields to search."""
    game = bundle.game
    types, places = _types(game), places_of(bundle)
    hand, pile = (_id(zone, places, OWNER) for zone in (places.hand, places.pile))
    faces: dict[str, Data] = {
        names[column.id]: {
            "label": _label(column.title),
            "type": "integer" if column.kind == "number" else "string",
            "default": None,
        }
        for column in of
        if column.id != "type"
    }
    faces["text"] = {"label": "Text", "type": "string", "default": None}
    searched: list[Data] = [{"propName": "name", "label": "Name"}, {"propName": "type", "label": "Type"}]
    searched += [{"propName": names[c.id], "label": _label(c.title)} for c in of if c.kind != "text" and c.id != "type"]
    backs: dict[str, Data] = {DEFAULT_BACK: {**_sides(game, ""), "imageUrl": "back.png"}}
    for card in map(newest, bundle.cards):
        if has_own_back(card, game) and not game.type_of(card.type).two_sided:
            image = f"{card.picture}.back.png"
            backs.setdefault(card.type, {**_sides(game, card.type), "imageUrl": image})
    return {
        "cardTypes": {name: _sides(game, type_id) for type_id, name in types.items()},
        "cardBacks": backs,
        "cardProperties": {
            "controller": {"type": "string", "default": None},
            "deckGroupId": {"type": "string", "default": None},
            "discardGroupId": {"type": "string", "default": None},
            "inPlay": {"type": "boolean", "default": False},
        },
        "faceProperties": faces,
        "browse": {
            "filterPropertySideA": "type",
            "filterValuesSideA": list(types.values()),
            "textPropertiesSideA": ["name", "text"],
        },
        "deckbuilder": {
            "addButtons": [1, 2, 3, 4],
            "columns": searched,
            "spawnGroups": [
                {"loadGroupId": pile, "label": _label(places.pile.title)},
                {"loadGroupId": hand, "label": _label(places.hand.title)},
            ],
        },
        "spawnExistingCardModal": {"columnProperties": ["name", "type"], "loadGroupIds": [hand, pile]},
    }


def _groups(places: Places, players: int) -> dict[str, Data]:
    found: dict[str, Data] = {}
    for player in range(1, players + 1):
        owner = f"player{player}"
        for zone in _zones(places, shared=False):
            found[owner + _group(zone, places)] = _zone(zone, places, owner)
        found[owner + PLAY] = {"groupType": "inPlay", "label": "Table", "tableLabel": "Table"}
        found[owner + PLAY] |= {"onCardEnter": {"controller": owner, **_ways(places, owner)}}  # type: ignore[operator]
    for zone in _zones(places, shared=True):
        found["shared" + _group(zone, places)] = _zone(zone, places, "shared")
    found[SHARED_PLAY] = {"groupType": "inPlay", "label": "Table", "tableLabel": "Table", "onCardEnter": {}}
    ids: list[Data] = list(found)
    off: dict[str, Data] = {"inPlay": False, "rotation": 0}
    return {
        "groupTypes": {
            "deck": _type(shuffled=True, enter={"currentSide": "B", **off}),
            "pile": _type(shuffled=False, enter={"currentSide": "A", **off}),
            "hand": _type(shuffled=False, enter={"currentSide": "B", **off}),
            "inPlay": {**_type(shuffled=False, enter={"currentSide": "A", "inPlay": True}), "canHaveAttachments": True},
        },
        "groups": found,
        "groupMenu": {"moveToGroupIds": ids, "options": []},
        "cardMenu": {"moveToGroupIds": ids, "options": []},
    }


def _type(*, shuffled: bool, enter: Mapping[str, Data]) -> dict[str, Data]:
    return {"canHaveAttachments": False, "shuffleOnLoad": shuffled, "onCardEnter": enter}


def _zone(zone: Zone, places: Places, owner: str) -> dict[str, Data]:
    """A group: who lays cards there controls them; a hand is seen by its owner alone."""
    kinds = {"nobody": "deck", "owner": "hand", "everybody": "pile"}
    enter: dict[str, Data] = {"controller": owner, **_ways(places, owner)}
    if zone.sees == "owner":
        enter["peeking"] = {owner: True}
    return {"groupType": kinds[zone.sees], "label": zone.title, "tableLabel": zone.title, "onCardEnter": enter}


def _ways(places: Places, owner: str) -> dict[str, Data]:
    """Where cards of a group are drawn from, and where they are discarded to."""
    found: dict[str, Data] = {"deckGroupId": _id(places.pile, places, owner)}
    if places.discard:
        found["discardGroupId"] = _id(places.discard, places, owner)
    return found


def _layouts(places: Places, counts: Sequence[int]) -> dict[str, Data]:
    """A layout for each number of players: a row each, and one for what is shared."""
    menu: list[Data] = []
    layouts: dict[str, Data] = {}
    for players in counts:
        name = f"players{players}"
        menu.append({"label": str(players), "numPlayers": players, "layoutId": name})
        rows = [[SHARED_PLAY, *(_id(zone, places, "shared") for zone in _zones(places, shared=True))]]
        owners = [f"player{player}" for player in range(1, players + 1)]
        for owner in owners:
            others = [zone for zone in _zones(places, shared=False) if zone != places.hand]
            own = [f"{owner}{PLAY}", _id(places.hand, places, owner)]
            rows.append([*own, *(_id(zone, places, owner) for zone in others)])
        piles = {_id(zone, places, o) for zone in places.zones if zone != places.hand for o in ("shared", *owners)}
        layouts[name] = {
            "cardSize": max(5, round(100 / len(rows)) - 4),
            "rowSpacing": 3,
            "chat": {"left": f"{_ALL_ACROSS:g}%", "top": "60%", "width": f"{_CHAT:g}%", "height": "40%"},
            "regions": dict(_regions(rows, piles)),
        }
    return {"playerCountMenu": menu, "layouts": layouts}


def _regions(rows: Sequence[Sequence[str]], piles: set[str]) -> Iterator[tuple[str, Data]]:
    """Where each group lies, in percent: piles are a column wide, the others share the rest."""
    height = 100 / len(rows)
    for number, groups in enumerate(rows):
        pile = min(8.0, _ALL_ACROSS / 2 / max(1, sum(group in piles for group in groups)))
        wide = [group for group in groups if group not in piles]
        rest = (_ALL_ACROSS - pile * (len(groups) - len(wide))) / max(1, len(wide))
        left = 0.0
        for group in groups:
            width = pile if group in piles else rest
            yield (
                group,
                {
                    "groupId": group,
                    "type": "pile" if group in piles else "row",
                    "direction": "horizontal",
                    "left": f"{left:.1f}%",
                    "top": f"{number * height:.1f}%",
                    "width": f"{width:.1f}%",
                    "height": f"{height:.1f}%",
                },
            )
            left += width


def _functions(places: Places) -> dict[str, Data]:
    """What the keys do: everything else is done by dragging."""
    card = ["VAR", "$CARD", "$GAME.cardById.$CARD_ID"]

    def either(key: str, one: Data, other: Data) -> Data:
        path = f"/cardById/$CARD_ID/{key}"
        return ["COND", ["EQUAL", f"$CARD.{key}", one], ["SET", path, other], ["TRUE"], ["SET", path, one]]

    functions: dict[str, Data] = {
        "TURN_OVER": {"args": ["$CARD_ID"], "code": [card, either("currentSide", "A", "B")]},
        "TURN_SIDEWAYS": {"args": ["$CARD_ID"], "code": [card, either("rotation", 0, 90)]},
    }
    keys: list[Data] = [
        {"key": "F", "actionList": ["TURN_OVER", "$ACTIVE_CARD_ID"], "label": "Turn over"},
        {"key": "A", "actionList": ["TURN_SIDEWAYS", "$ACTIVE_CARD_ID"], "label": "Turn sideways"},
    ]
    if places.discard:
        discard: Data = ["MOVE_CARD", "$CARD_ID", "$CARD.discardGroupId", 0]
        functions["DISCARD"] = {"args": ["$CARD_ID"], "code": [card, discard]}
        keys.append({"key": "X", "actionList": ["DISCARD", "$ACTIVE_CARD_ID"], "label": "Discard"})
    pile = _id(places.pile, places, "{{$PLAYER_N}}")
    game: list[Data] = [{"key": "S", "actionList": ["SHUFFLE_GROUP", pile], "label": "Shuffle the deck"}]
    if not places.pile.shared:
        game.append({"key": "D", "actionList": ["DRAW_CARD"], "label": "Draw a card"})
    return {"functions": functions, "hotkeys": {"token": [], "game": game, "card": keys}}


def _decks(bundle: Bundle, decks: Mapping[str, Deck]) -> dict[str, Data]:
    """Decks, the menu that they are loaded from, and where the sections of OCTGN's decks go.

    All sections are named, since the page for plugins and the room spell the word for "other" sections differently.
    """
    places = places_of(bundle)
    sections = {title_of(section): _id(zone, places, OWNER) for section, zone in places.sections.items()}
    return {
        "preBuiltDecks": {
            deck_id: {"label": _label(deck.name), "cards": _listed(bundle.with_deck(deck), places)}
            for deck_id, deck in decks.items()
        },
        "deckMenu": {"deckLists": [{"label": _label(deck.name), "deckListId": id_} for id_, deck in decks.items()]},
        "o8dImport": {"o8dSectionToLoadGroupId": sections, "otherSectionLoadGroupId": _id(places.pile, places, OWNER)},
    }


def _listed(bundle: Bundle, places: Places) -> list[Data]:
    """The cards of the bundle's deck, and the groups that they are loaded to."""
    cards = {card.id: card for card in bundle.cards}
    return [
        {"databaseId": printing_id(cards[one.id], one.set_id), "quantity": quantity, "loadGroupId": group}
        for section, copies in copies_of(bundle)
        for group in (_id(places.sections.get(section, places.pile), places, OWNER),)
        for one, quantity in copies
    ]


def _table(bundle: Bundle, of: Sequence[Column], names: Mapping[str, str]) -> str:
    """The cards in each of their sets, a line for each side. A cell may have lines; a tab would end it."""
    game, types = bundle.game, _types(bundle.game)
    own = [column for column in of if column.id != "type"]
    lines = ["\t".join([*OF_CARDS, *(names[column.id] for column in own), "text"])]
    prints = [(one, printing_id(card, one.set_id)) for card in bundle.cards for one in in_each_set(card)]
    for card, database_id in prints:
        values = shown(row(card, game, own), own)
        two_sided = game.type_of(card.type).two_sided
        own_back = card.type if has_own_back(card, game) else DEFAULT_BACK
        back = MULTI_SIDED if two_sided else own_back
        type_name = types.get(card.type, card.type)
        first = [database_id, line(card.name), f"{card.picture}.png", back, type_name]
        lines.append("\t".join(_cell(cell) for cell in (
            *first, *(str(values.get(column.title, "")) for column in own), plain(card.text, game),
        )))  # fmt: skip
        if two_sided:
            other = [database_id, line(card.name), f"{card.picture}.back.png", back, type_name]
            lines.append("\t".join([*map(_cell, other), *[""] * (len(own) + 1)]))
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("\t", " ").replace("\r\n", "\n").replace("\r", "\n")


def _types(game: Game) -> dict[str, str]:
    """The names of types, by their ids; no two are the same."""
    found: dict[str, str] = {}
    for one in game.types.values():
        name = line(one.name)
        found[one.id] = name if name and name not in found.values() else one.id
    return found


def _properties(of: Sequence[Column]) -> dict[str, str]:
    """The columns' names in the table and in code: letters and digits, and none of DragnCards' own words."""
    taken = {name.casefold() for name in (*OF_CARDS, *OF_FACES)}
    found: dict[str, str] = {}
    for column in of:
        first, *others = re.findall("[A-Za-z0-9]+", column.id) or ["x"]
        name = first + "".join(word[:1].upper() + word[1:] for word in others)
        while name.casefold() in taken or name in found.values():
            name = f"own{name[:1].upper()}{name[1:]}"
        found[column.id] = name
    return found


def _group(zone: Zone, places: Places) -> str:
    """The end of a group's id: DragnCards draws from Deck to Hand."""
    if zone == places.hand or (zone == places.pile and not zone.shared):
        return "Hand" if zone == places.hand else "Deck"
    name = "".join(word.capitalize() for word in zone.id.split("-"))
    return f"{name}2" if name in ("Hand", "Deck", PLAY) else name


def _id(zone: Zone, places: Places, owner: str) -> str:
    return ("shared" if zone.shared else owner) + _group(zone, places)


def _zones(places: Places, *, shared: bool) -> list[Zone]:
    return [zone for zone in places.zones if zone.shared is shared]


def _player_counts(bundle: Bundle) -> list[int]:
    """The numbers of players that the game and DragnCards allow."""
    can_play = bundle.can_play
    if can_play is None or can_play.anybody:
        return [USUAL_PLAYERS]
    most = min(MOST_PLAYERS, can_play.most)
    found = list(range(min(can_play.fewest, most), most + 1))
    usual = [number for number in found if number == max(USUAL_PLAYERS, found[0])]
    return list(dict.fromkeys([*usual, *found]))


def _sides(game: Game, type_id: str) -> dict[str, Data]:
    """The size of cards of a type, or of the game's cards for an empty one. The unit is a card's longer side."""
    size = card_size((game.type_of(type_id).size if type_id else "") or game.card_size)
    longer = max(size.width, size.height)
    return {"width": round(size.width / longer, 3), "height": round(size.height / longer, 3)}


def _label(text: str) -> str:
    """A label; one that began with `id:` would be looked up elsewhere."""
    found = line(text)
    return f"id :{found[3:]}" if found.startswith("id:") else found


def _json(value: Mapping[str, Data] | list[Data]) -> bytes:
    r"""JSON as DragnCards reads it: it takes `//` for a comment after a string that ends with a backslash."""
    return json_file(value).replace(b"\\\\", b"\\u005c")


TARGET = Target("dragncards", "", "", export, draws=True, deck_suffix=".txt")
