"""Rooms of PlayingCards.io, read back as VirtualTabletop's importer reads them."""

import io
import zipfile

import pytest
from hypothesis import given
from inline_snapshot import external_file

from builder.decks import Deck
from builder.diagnostics import UsageError
from builder.exports import Bundle
from builder.exports.playingcards import export
from tests.support.commands import DATA
from tests.support.properties import examples
from tests.support.rooms import Room
from tests.support.strange import WORDS
from tests.support.tables import EVERYTHING, bundle, color, drawn, game, thing


def room(made: Bundle) -> Room:
    return Room(export(made).content)


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
@given(WORDS, WORDS)
def test_any_names_come_through(card: str, section: str) -> None:
    cards = [thing("hero-1", name=card), thing("coin-1", name=card)]
    found = room(bundle(cards, deck=Deck(card, "g", {section: {"hero-1": 1, "coin-1": 1}})))
    assert {shown["label"] for deck in found.of("cardDeck") for shown in deck["cardTypes"].values()} == {card}
