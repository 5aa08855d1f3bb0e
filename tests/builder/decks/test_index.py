"""The cards of one game, found by what people write."""

from __future__ import annotations

import pytest

from builder.decks import CardIndex
from tests.support.cards import bare_card

CARDS = CardIndex(
    [
        bare_card("scrap-tug", "Scrap Tug"),
        bare_card("flagship", "Flagship"),
        bare_card("your-turn", "Your Turn, Captains", aliases=["captains-all"]),
        bare_card("elan", "Élan Vital"),
    ]
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Scrap Tgu", 'did you mean "Scrap Tug" (scrap-tug)?'),
        ("scrap-tgu", 'did you mean "Scrap Tug" (scrap-tug)?'),
        ("tug scrap", 'did you mean "Scrap Tug" (scrap-tug)?'),
        ("elan vitall", 'did you mean "Élan Vital" (elan)?'),
        ("captain-all", 'did you mean "Your Turn, Captains" (your-turn)?'),
        ("captains your trun", 'did you mean "Your Turn, Captains" (your-turn)?'),
        ("zzzz", ""),
        ("", ""),
        ("x" * 100_000, ""),
    ],
)
def test_what_was_meant(words: str, expected: str) -> None:
    assert CARDS.meant(words) == expected


def test_two_cards_may_be_meant() -> None:
    cards = CardIndex([bare_card("card", "Card"), bare_card("cart", "Cart"), bare_card("carp", "Carp")])
    assert cards.meant("Carx") == 'did you mean "Card" (card) or "Carp" (carp)?'
