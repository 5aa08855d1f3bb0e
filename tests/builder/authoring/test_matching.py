"""Rows find their cards, in as many steps as there are rows and cards."""

from types import SimpleNamespace
from typing import Any

from builder.authoring.matching import matched_rows
from builder.naming import MOST_LETTERS


class Card:
    """A card called Bat, which counts how often its id is looked at."""

    former_ids = ()
    asked = 0

    def __init__(self, number: int) -> None:
        self.definition = {"name": "Bat", "number": number}
        self._id = f"bat-{number}"

    @property
    def id(self) -> str:
        Card.asked += 1
        return self._id


def matched(names: list[str], cards: list[Any]) -> list[str]:
    checked: Any = SimpleNamespace(ids=(), aliases=(), in_sets=())
    return [one.id for one in matched_rows([("", 0, name) for name in names], cards, checked, "core")]


def test_cards_of_one_name_are_matched_in_their_order() -> None:
    Card.asked = 0
    cards = [Card(number) for number in range(1, 2_001)]
    assert matched(["Bat"] * 2_002, cards)[-3:] == ["bat-2000", "bat", "bat-2"]
    assert Card.asked < 10 * len(cards)


def test_long_names_that_begin_alike_get_ids_that_differ() -> None:
    names = [f"{'x' * (MOST_LETTERS - 6)}{number:06}" for number in range(2_000)]
    assert len(set(matched(names * 2, []))) == 4_000
