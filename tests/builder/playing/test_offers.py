"""What a player is offered: sets one by one or as one entry, what is used once a game, and where a card lies."""

from typing import Any

import pytest

from builder.games import card_from
from builder.playing.offers import ONCE, Picking, is_once_a_game, offers, places_of
from engine.core import Choice
from tests.builder.playing.test_telling import teller


def a_set(number: int, *at: str) -> Choice:
    return Choice(number, "roll", values={"dice": number}, at=at, together=True)


@pytest.mark.parametrize(("sets", "entries"), [(4, 5), (5, 2)])
def test_more_than_four_sets_are_one_entry(sets: int, entries: int) -> None:
    choices = [*(a_set(number) for number in range(sets)), Choice(9, "stop")]
    found = offers(choices, teller())
    assert len(found) == entries
    assert found[-1].said == "Stop"
    assert sum(len(offer.choices) for offer in found) == len(choices)


def test_a_set_is_found_by_how_many_of_each_kind_it_has() -> None:
    looks = {"a": "red", "b": "red", "c": "blue"}
    picking = Picking([a_set(1, "a"), a_set(2, "a", "b"), a_set(3, "a", "c"), a_set(4, "c")], looks)
    assert picking.question() == ("red", 2)
    assert not picking.answer(3)
    assert picking.answer(1)
    assert picking.question() == ("blue", 1)
    assert picking.answer(1)
    assert (picking.question(), picking.chosen) == (None, a_set(3, "a", "c"))


@pytest.mark.parametrize(
    ("choice", "once"),
    [
        (Choice(1, "double", "ash-cat"), True),
        (Choice(1, "play", "ash-cat"), False),
        (Choice(1, "double", "ash-cat", role="pass"), False),
    ],
)
def test_to_play_a_card_or_to_pass_uses_no_ability(choice: Choice, *, once: bool) -> None:
    definition = {"id": "ash-cat", "number": 1, "name": "Ash Cat", "type": "cat", "abilities": [{"use": ONCE}]}
    assert is_once_a_game(choice, card_from(definition, "g", "s")) == once


def test_a_card_is_shown_on_the_table_then_with_its_player_then_with_others() -> None:
    def part(name: str, *lines: str, own: bool = False) -> dict[str, Any]:
        areas = [[{"items": [{"key": f"{name}/{n}", "card": card}]}] for n, card in enumerate(lines)]
        return {"lines": areas, "own": own}

    seats = [part("other", "elk", "ash-cat", "owl"), part("own", "ash-cat", "elk", "elk", own=True)]
    shown = {**part("table", "ash-cat"), "seats": seats}
    assert [places_of(card, shown) for card in ("ash-cat", "elk", "owl", "")] == [
        ["table/0"],
        ["own/2"],
        ["other/2"],
        [],
    ]
