"""Sample decks name this game, its formats and its cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.packs import checked, codes, deck


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"format": "standard"}, []),
        ({"format": "tiny"}, ["unknown-format"]),
        ({"game": "chess"}, ["unknown-game"]),
        ({"cards": {"flare": 0}}, ["out-of-range"]),
        ({"cards": {"flare": 1.5}}, ["wrong-type"]),
        ({"cards": {"Flare": 1, "glare": 2}}, ["unknown-card", "unknown-card"]),
        ({"cards": ["flare"]}, ["wrong-type"]),
        ({"cards": {}}, []),
    ],
)
def test_decks(changes: dict[str, Any], expected: list[str]) -> None:
    assert codes(decks__a_yaml=deck(**changes)) == expected


def test_decks_of_sections() -> None:
    data = {"name": "A", "game": "my-game", "sections": {"main": {"flare": 1}, "side": {"flair": 1}}}
    faults = checked(decks__a_yaml=data).diagnostics
    assert [(d.message, d.help) for d in faults if d.code == "unknown-card"] == [
        ('there is no card "flair"', 'did you mean "flare"?')
    ]


def test_a_card_named_by_its_name_gets_its_id() -> None:
    [fault] = checked(decks__a_yaml=deck(cards={"Tidepool Scout": 1})).diagnostics
    assert fault.help == 'did you mean "tidepool-scout"?'
