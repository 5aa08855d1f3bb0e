"""Packages of Tabletop Playground, read back as the schema of its templates says."""

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import external_file

from builder.decks import Deck
from builder.exports import Bundle
from builder.exports.playground import export
from tests.support.commands import DATA
from tests.support.packages import Package
from tests.support.properties import examples
from tests.support.strange import WORDS
from tests.support.tables import CUBE, bundle, color, drawn, game, seen, thing


def package(made: Bundle) -> Package:
    return Package(export(made).files)


def test_a_deck_is_written_as_in_the_golden() -> None:
    files = export(bundle([thing("hero-1"), thing("hero-2")], {"main": {"hero-1": 2, "hero-2": 1}})).files
    assert [re.sub("[0-9A-F]{32}", "GUID", name) for name in files] == [
        "Manifest.json", "Templates/GUID.json", "Textures/g-pair/sheet-1.png", "Textures/g-pair/back-1.png",
    ]  # fmt: skip
    written = "".join(data.decode() for name, data in files.items() if name.endswith(".json"))
    assert written == external_file(DATA / "exports" / "pair.playground", format=".txt")


def stacks(found: Package) -> dict[str, list[tuple[str, Any, Any]]]:
    """The cards of each template: their ids, and the colours in front and behind."""
    return {
        one["Name"]: [(one["CardMetadata"][str(i)], *found.sides(one, i)) for i in one["Indices"]]
        for one in found.templates
        if one["Type"] == "Card"
    }


def test_a_section_is_a_stack_for_each_sheet_and_back() -> None:
    cards = [thing("hero-1"), thing("hero-2"), thing("relic-1"), thing("duo-1"), thing("wide-1")]
    main = {card.id: 1 for card in cards} | {"hero-2": 2}
    found = stacks(package(bundle(cards, {"main": main, "side": {"hero-1": 1}})))
    hero = [(name, color(name), color(":back")) for name in ("hero-1", "hero-2", "hero-2")]
    assert found == {
        "Pair 1": hero,
        "Pair 2": [("relic-1", color("relic-1"), color("relic-back"))],
        "Pair 3": [("duo-1", color("duo-1"), color("duo-1.back"))],
        "Pair 4": [("wide-1", color("wide-1"), color(":back"))],
        "Pair: side": hero[:1],
    }


@examples(4)
@given(st.integers(1, 200))
def test_every_card_is_found_whatever_the_sheets(number: int) -> None:
    cards = [thing(f"hero-{n}") for n in range(1, number + 1)]
    found = stacks(Package(export(drawn(bundle(cards), dpi=2.0)).files))
    assert [one for stack in found.values() for one in stack] == [(c.id, color(c.id), color(":back")) for c in cards]


def test_boards_and_tokens_are_thick_cards_of_their_shape() -> None:
    cards = [thing("mat-1"), thing("leaf-1"), thing("coin-1"), thing("hex-1")]
    found = package(bundle(cards, {"main": {card.id: 1 for card in cards} | {"coin-1": 3}}))
    shapes = [(one["Model"], one["Width"], one["Height"], one["CanStack"]) for one in found.templates]
    assert shapes == [
        ("Square", 18, 12, False), ("Square", 10, 10, False), ("Round", 2.5, 2.5, True), ("Hexagonal", 3, 3.4, True),
    ]  # fmt: skip
    assert stacks(found)["Coin-1"] == [("coin-1", color("coin-1"), color("tails"))] * 3


def test_a_die_is_a_cube_with_its_faces_where_the_program_looks_for_them() -> None:
    exported = export(bundle([thing("cube-1"), thing("cube-2", faces=CUBE[:4])], {"main": {"cube-1": 2, "cube-2": 1}}))
    found = Package(exported.files)
    (die,) = found.templates
    texture = found.texture(die["Models"][0]["Texture"])
    cells = {1: 1, 2: 3, 3: 4, 4: 7, 5: 6, 6: 5}  # a cross: 1 above 3, 2 and 6 beside it, 4 below with 5 beside
    shown = {side: seen(texture, 3, 3, cell) for side, cell in cells.items()}
    assert shown == {side: color(f"cube-1.{side}") for side in cells}
    up = {(face["X"], face["Y"], face["Z"]): face["Name"] for face in die["Faces"]}
    assert (up[0, 0, 1], up[0, 0, -1], len(up)) == ("Axe", "Axe, Bow", 6)
    assert exported.losses[:3] == [
        "dice are as large as the program's own",
        "a die is there once, however many there are: copy it on the table",
        "Cube-2 has 4 faces, and only dice of 1, 2, 3 or 6 are carried",
    ]


def test_components_are_cards() -> None:
    made = bundle([thing("hero-1")], of=game(components={"track": {"name": "Track"}}), extras=[("track", 2)])
    assert stacks(package(made))["Track"] == [("track", color(":track"), color(":track"))] * 2


def test_cards_without_a_back_show_their_front() -> None:
    made = bundle([thing("hero-1"), thing("hero-2")], of=game(back="none"))
    assert stacks(package(made))["Pair"] == [(name, color(name), color(name)) for name in ("hero-1", "hero-2")]


def test_texts_and_a_base_url_are_lost() -> None:
    losses = export(drawn(bundle([thing("hero-1", text="Win.")]), base_url="https://a.example")).losses
    assert losses == [
        "what cards do is on their pictures only: there is no room for texts",
        "--base-url has no effect: players get the pictures with the package",
    ]


@examples(10)
@given(WORDS)
def test_any_names_come_through(name: str) -> None:
    cards = [thing("hero-1", name=name), thing("hero-2", "two", name=name)]
    found = package(bundle(cards, deck=Deck(name, "g", {name: {"hero-1": 1, "hero-2": 1}})))
    assert (found.manifest["Name"], found.templates[0]["CardNames"]) == (name, {"0": name, "1": name})
