"""Reads rooms of PlayingCards.io as VirtualTabletop's importer reads them."""

import io
import json
import re
import zipfile
from typing import Any

from tests.support.tables import seen

Widget = dict[str, Any]
KNOWN = {
    5: {"hand", "cardPile", "cardDeck", "card", "board", "spinner"},
    6: {"hand", "holder", "cardDeck", "card", "board", "piece", "dice"},
}


class Room:
    """A room read from a file. Fails where the importer would show a placeholder, or leave something out."""

    def __init__(self, content: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
            assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_STORED}
            files = {one: archive.read(one) for one in archive.namelist()}
        self.schema = int(files.pop("schemaVersion"))
        self.widgets: list[Widget] = json.loads(files.pop("widgets.json"))
        self.assets = {f"package://{name}": data for name, data in files.items()}
        assert all(re.fullmatch(r"package://userassets/[a-z0-9.-]+[.]png", name) for name in self.assets)
        self.by_id = {one["id"]: one for one in self.widgets}
        self.used: set[str] = set()
        assert len(self.by_id) == len(self.widgets)
        for one in self.widgets:
            self._check(one)
        assert self.used == set(self.assets), "pictures that nothing shows"

    def of(self, kind: str) -> list[Widget]:
        return [one for one in self.widgets if one["type"] == kind]

    def sides(self, card: Widget) -> tuple[Any, Any]:
        """The colours that a card or a piece shows, in front and behind."""
        deck = self.by_id[card["deck"]]
        shown = deck["cardTypes"][card["cardType"]]
        found = []
        for template in ("faceTemplate", "backTemplate"):
            (image,) = deck[template]["objects"]
            assert (image["type"], image["valueType"]) == ("image", "dynamic")
            assert (image["w"], image["h"]) == (deck["cardWidth"], deck["cardHeight"])
            found.append(seen(self._asset(shown[image["value"]])))
        return found[0], found[1]

    def faces(self, die: Widget) -> list[tuple[str, Any]]:
        """What a die shows: the words and the colours of its faces."""
        types = self.by_id[die["deck"]]["cardTypes"]
        assert die["diceValue"] in types
        return [(one["label"], seen(self._asset(one["image"]))) for one in types.values()]

    def _asset(self, address: str) -> bytes:
        self.used.add(address)
        return self.assets[address]

    def _check(self, one: Widget) -> None:
        assert one["type"] in KNOWN[self.schema], one["type"]
        assert all(isinstance(one[key], int) for key in ("x", "y", "z"))
        assert one.get("parent") is None or self.by_id[one["parent"]]["type"] in ("holder", "cardPile")
        if one["type"] == "cardDeck":
            assert all(isinstance(value, str) for shown in one["cardTypes"].values() for value in shown.values())
        elif one["type"] in ("card", "piece"):
            self.sides(one)
        elif one["type"] == "dice":
            self.faces(one)
        elif one["type"] == "board":
            self._asset(one["boardImage"])
