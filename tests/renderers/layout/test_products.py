"""Which product of a service suits a card."""

import pytest

from builder.diagnostics import UsageError
from builder.games.sizes import Size, card_size
from renderers.layout.options import Product, product_for

POKER, TAROT = Product("poker", card_size("poker"), 3.175), Product("tarot", card_size("tarot"))
ROUND = Product("round", Size(88.9, 88.9), shape="circle")
SOLD = [POKER, TAROT, ROUND]


@pytest.mark.parametrize(("size", "expected"), [("poker", POKER), ("standard", POKER), ("70x120mm", TAROT)])
def test_a_card_is_printed_as_what_has_its_size_to_a_millimeter(size: str, expected: Product) -> None:
    assert product_for(SOLD, card_size(size), "rectangle") == expected


def test_of_two_that_suit_the_nearer_is_taken() -> None:
    standard = Product("standard", card_size("standard"))
    assert product_for([POKER, standard], card_size("standard"), "rectangle") == standard
    assert product_for([standard, POKER], card_size("poker"), "rectangle") == POKER


def test_a_card_that_lies_on_its_side_has_a_product_that_does() -> None:
    found = product_for(SOLD, Size(88, 63), "rectangle")
    assert (found.name, found.size.width, found.size.height, found.bleed) == ("poker", 88.9, 63.5, 3.175)


@pytest.mark.parametrize("size", ["mini", "56x87mm", "65x88.9mm", "jumbo"])
def test_a_card_of_another_size_has_none(size: str) -> None:
    with pytest.raises(UsageError, match="no template for cards of") as caught:
        product_for(SOLD, card_size(size), "rectangle")
    assert "there are: poker (63.5 x 88.9 mm), tarot (69.85 x 120.65 mm), round (88.9 x 88.9 mm)" in caught.value.help


def test_the_nearest_was_probably_meant() -> None:
    with pytest.raises(UsageError) as caught:
        product_for(SOLD, card_size("72x118mm"), "rectangle")
    assert caught.value.help.startswith("did you mean tarot? --size 69.85x120.65mm prints them so;")


def test_another_outline_is_another_product() -> None:
    assert product_for(SOLD, Size(89, 89), "circle") == ROUND
    with pytest.raises(UsageError, match="no template for hexagons of 89 x 89 mm") as caught:
        product_for(SOLD, Size(89, 89), "hexagon")
    assert caught.value.help.startswith("there are: ")
