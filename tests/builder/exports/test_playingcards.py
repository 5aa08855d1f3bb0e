"""Rooms of PlayingCards.io, read back as VirtualTabletop's importer reads them."""

import io
import json
import re
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import external_file

from builder.decks import Deck
from builder.diagnostics import UsageError
from builder.exports import Bundle
from builder.exports.playingcards import export
from tests.support.commands import DATA
from tests.support.properties import examples
from tests.support.tables import bundle, color, drawn, game, seen, thing

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


def room(made: Bundle) -> Room:
    return Room(export(made).content)


EVERYTHING = [thing(f"{kind}-1") for kind in ("hero", "relic", "duo", "wide", "mat", "leaf", "coin", "hex", "cube")]


def test_a_deck_is_written_as_in_the_golden() -> None:
    made = export(bundle([thing("hero-1"), thing("coin-1")], {"main": {"hero-1": 2, "coin-1": 1}}))
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive:
        written = archive.read("widgets.json").decode()
        assert archive.namelist() == [
            "schemaVersion", "userassets/back.png", "userassets/coin-1.back.png", "userassets/coin-1.png",
            "userassets/hero-1.png", "widgets.json",
        ]  # fmt: skip
    assert written == external_file(DATA / "exports" / "pair.playingcards", format=".txt")


def test_each_thing_is_what_it_is() -> None:
    found = room(bundle(EVERYTHING))
    cards = {one["cardType"]: found.sides(one) for one in found.of("card")}
    assert cards == {
        "hero-1": (color("hero-1"), color(":back")),
        "relic-1": (color("relic-1"), color("relic-back")),
        "duo-1": (color("duo-1"), color("duo-1.back")),
        "wide-1": (color("wide-1"), color(":back")),
    }
    assert [(one["label"], one["width"], one["height"]) for one in found.of("holder")] == [
        ("Pair", 111, 152), ("Pair", 152, 111),
    ]  # fmt: skip
    assert {one["cardType"]: found.sides(one) for one in found.of("piece")} == {
        "coin-1": (color("coin-1"), color("tails")),
        "hex-1": (color("hex-1"), color("hex-1")),
    }
    assert [(one["width"], one["height"]) for one in found.of("board")] == [(294, 196), (163, 163)]
    (die,) = found.of("dice")
    words = ["Axe", "Bow", "Axe, Axe", "-", "Bow, Bow", "Axe, Bow"]
    assert found.faces(die) == [(word, color(f"cube-1.{n}")) for n, word in enumerate(words, start=1)]


def test_an_old_room_has_piles_and_spinners() -> None:
    exported = export(drawn(bundle(EVERYTHING), pcio_schema=5))
    found = Room(exported.content)
    assert (found.schema, len(found.of("cardPile")), len(found.of("card"))) == (5, 2, 6)
    (spinner,) = found.of("spinner")
    assert spinner["options"] == ["Axe", "Bow", "Axe, Axe", "-", "Bow, Bow", "Axe, Bow"]
    assert "dice are spinners, which show what lies on their faces in words" in exported.losses


def test_another_schema_is_refused() -> None:
    with pytest.raises(UsageError, match="schema 4 is not written"):
        export(drawn(bundle(EVERYTHING), pcio_schema=4))


def test_copies_lie_in_the_holder_of_their_section() -> None:
    found = room(bundle([thing("hero-1"), thing("hero-2")], {"main": {"hero-1": 3}, "side": {"hero-2": 2}}))
    held = [(found.by_id[one["parent"]]["label"], one["cardType"]) for one in found.of("card")]
    assert held == [("Pair", "hero-1")] * 3 + [("Pair: side", "hero-2")] * 2


def test_components_are_a_deck() -> None:
    found = room(bundle([thing("hero-1")], of=game(components={"track": {"name": "Track"}}), extras=[("track", 2)]))
    assert [one["cardType"] for one in found.of("card")] == ["hero-1", "track", "track"]


def test_things_lie_next_to_each_other_as_long_as_there_is_room() -> None:
    found = room(bundle(EVERYTHING))
    large = [one for one in found.widgets if one["type"] in ("hand", "holder", "board")]
    for one in large:
        for other in large:
            apart = one["x"] + one["width"] <= other["x"] or one["y"] + one["height"] <= other["y"]
            apart |= other["x"] + other["width"] <= one["x"] or other["y"] + other["height"] <= one["y"]
            assert one is other or apart


def test_all_lies_on_the_table() -> None:
    things = [*(thing(f"mat-{n}") for n in range(9)), *(thing(f"coin-{n}") for n in range(60)), thing("hero-1")]
    for one in room(bundle(things)).widgets:
        assert 0 <= one["x"] < 1600
        assert 0 <= one["y"] < 1000


def test_what_a_room_cannot_carry_is_said() -> None:
    losses = export(drawn(bundle([thing("leaf-1", text="Burn.", power=2)]), base_url="https://a.example")).losses
    assert losses == [
        "the backs of boards are left out",
        "what cards say in fields is on their pictures only: Power",
        "what cards do is on their pictures only: there is no room for texts",
        "--base-url has no effect: a room holds its pictures",
    ]


def test_pictures_that_are_too_large_for_some_programs_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.exports.playingcards.LARGEST", 1)
    assert any(loss.startswith("2 pictures") for loss in export(bundle([thing("hero-1")])).losses)


@examples(10)
@given(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=300), st.text(st.characters(codec="utf-8"), min_size=1)
)
def test_any_names_come_through(card: str, section: str) -> None:
    cards = [thing("hero-1", name=card), thing("coin-1", name=card)]
    found = room(bundle(cards, deck=Deck(card, "g", {section: {"hero-1": 1, "coin-1": 1}})))
    assert {shown["label"] for deck in found.of("cardDeck") for shown in deck["cardTypes"].values()} == {card}
