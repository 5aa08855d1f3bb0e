"""Reads saved objects of Tabletop Simulator as the program does, by the shapes that tts-deckconverter's structs say."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from tests.support.tables import Color, seen

Object = dict[str, Any]

_KINDS = ("DeckCustom", "CardCustom", "Card", "Bag", "Custom_Dice", "Custom_Tile", "Custom_Board")
_NUMBERS = {"type": "number"}
_VECTOR = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ")
_TEXTS = ("Nickname", "Description", "GMNotes", "LuaScript", "LuaScriptState", "XmlUI")
_FLAGS = ("Locked", "Grid", "Snap", "IgnoreFoW", "Autoraise", "Sticky", "Tooltip", "GridProjection", "Hands")
_SIDE = ("FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack")

SAVED = Draft202012Validator(
    {
        "type": "object",
        "required": ["SaveName", "ObjectStates", "TabStates", "Hands"],
        "properties": {
            "SaveName": {"type": "string"},
            "Hands": {"properties": {"Enable": {"const": True}}, "required": ["Enable"]},
            "ObjectStates": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/object"}},
        },
        "$defs": {
            "object": {
                "type": "object",
                "required": ["Name", "GUID", "Transform", "ColorDiffuse", *_TEXTS, *_FLAGS],
                "properties": {
                    "Name": {"enum": [*_KINDS]},
                    "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
                    **{name: {"type": "string"} for name in _TEXTS},
                    **{name: {"type": "boolean"} for name in _FLAGS},
                    "Transform": {
                        "required": [*_VECTOR],
                        "properties": dict.fromkeys(_VECTOR, _NUMBERS),
                        "additionalProperties": False,
                    },
                    "ColorDiffuse": {"required": ["r", "g", "b"], "additionalProperties": _NUMBERS},
                    "CardID": {"type": "integer", "minimum": 100},
                    "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 100}},
                    "CustomDeck": {
                        "minProperties": 1,
                        "propertyNames": {"pattern": "^[1-9][0-9]*$"},
                        "additionalProperties": {
                            "required": [*_SIDE],
                            "properties": {
                                "FaceURL": {"type": "string", "minLength": 1},
                                "BackURL": {"type": "string", "minLength": 1},
                                "NumWidth": {"type": "integer", "minimum": 1, "maximum": 10},
                                "NumHeight": {"type": "integer", "minimum": 1, "maximum": 7},
                                "BackIsHidden": {"type": "boolean"},
                                "UniqueBack": {"type": "boolean"},
                                "Type": {"enum": [0, 1, 2, 3, 4]},
                            },
                            "additionalProperties": False,
                        },
                    },
                    "ContainedObjects": {"type": "array", "items": {"$ref": "#/$defs/object"}},
                    "States": {
                        "propertyNames": {"pattern": "^[2-9]$"},
                        "additionalProperties": {"$ref": "#/$defs/object"},
                    },
                    "RotationValues": {
                        "type": "array",
                        "items": {"required": ["Value", "Rotation"], "properties": {"Value": {"type": "string"}}},
                    },
                },
            }
        },
    }
)


class Saved:
    """A saved object and its pictures, read from an export's files. Fails where the program could not load it."""

    def __init__(self, files: Mapping[str, bytes], base_url: str = "") -> None:
        (name,) = (name for name in files if name.endswith(".json"))
        assert f"{name.removesuffix('.json')}.png" in files, "a thumbnail of the same name"
        self.save = json.loads(files[name])
        SAVED.validate(self.save)
        self.objects: list[Object] = self.save["ObjectStates"]
        self.images = {one.removeprefix("images/"): data for one, data in files.items() if one.startswith("images/")}
        self.base_url = base_url
        self.used: set[str] = set()
        guids = [one["GUID"] for one in self.everything()]
        assert len(guids) == len(set(guids)), "each object has its own GUID"
        for one in self.everything():
            self._check(one)
        assert self.used == set(self.images), "pictures that nothing shows"

    def everything(self, objects: list[Object] | None = None) -> Iterator[Object]:
        """All objects, also those in others, and the states of each."""
        for one in self.objects if objects is None else objects:
            yield one
            yield from self.everything(one.get("ContainedObjects", []))
            yield from self.everything(list(one.get("States", {}).values()))

    def named(self, kind: str) -> list[Object]:
        """The objects of a kind on the table, in others, and among states."""
        return [one for one in self.everything() if one["Name"] == kind]

    def picture(self, url: str) -> bytes:
        """What lies at an address."""
        assert url.startswith(self.base_url)
        name = url.removeprefix(self.base_url)
        assert re.fullmatch(r"[a-z0-9.-]+\.png", name), "a name without a path, that every system can have"
        self.used.add(name)
        return self.images[name]

    def sides(self, card: Object) -> tuple[Color, Color]:
        """What a card shows, and what lies behind it, by the colours in the middle of its cells."""
        key, cell = divmod(card["CardID"], 100)
        deck = card["CustomDeck"][str(key)]
        columns, rows = deck["NumWidth"], deck["NumHeight"]
        assert cell < columns * rows
        front = seen(self.picture(deck["FaceURL"]), columns, rows, cell)
        back = self.picture(deck["BackURL"])
        return front, seen(back, columns, rows, cell) if deck["UniqueBack"] else seen(back)

    def _check(self, one: Object) -> None:
        kind = one["Name"]
        if kind == "DeckCustom":
            inside = one["ContainedObjects"]
            assert one["DeckIDs"] == [card["CardID"] for card in inside]
            assert {card["SidewaysCard"] for card in inside} == {one["SidewaysCard"]}
            used = {key: deck for card in inside for key, deck in card["CustomDeck"].items()}
            assert one["CustomDeck"] == used
            assert len({(deck["NumWidth"], deck["NumHeight"]) for deck in used.values()}) == 1, "one grid a deck"
        elif kind in ("Card", "CardCustom"):
            assert len(one["CustomDeck"]) == 1
            self.sides(one)
        elif kind.startswith("Custom_"):
            image = one["CustomImage"]
            self.picture(image["ImageURL"])
            if image["ImageSecondaryURL"]:
                self.picture(image["ImageSecondaryURL"])
            if kind == "Custom_Dice":
                assert image["CustomDice"] == {"Type": 1}
                assert len(one["RotationValues"]) == 6
            elif kind == "Custom_Tile":
                assert image["CustomTile"]["Type"] in range(4)
