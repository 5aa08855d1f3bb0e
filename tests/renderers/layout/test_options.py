"""What the options of a layout mean together."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from builder.games.sizes import Size, card_size
from renderers.layout.imposition import Imposition, Registration
from renderers.layout.options import MAX_PROFILE, OutputProfile, Product, SheetOptions, output_profile, product_for
from tests.support.presses import profile


@pytest.mark.parametrize(
    ("backs", "flip"),
    [("fold", "none"), ("separate", "long-edge"), *((flip, flip) for flip in ("none", "long-edge", "short-edge"))],
)
def test_backs_and_the_edge_at_which_paper_is_turned(backs: Any, flip: str) -> None:
    assert SheetOptions(backs=backs).flip == flip
    assert SheetOptions(backs=backs).imposition.backs == flip


def test_the_imposition_has_all_that_is_said_of_it() -> None:
    marks = Registration(inset=12)
    options = SheetOptions(
        margin=1, gap=2, bleed=3, bleed_mode="outer", marks="lines", orientation="portrait", registration=marks
    )
    assert options.imposition == Imposition(1, 2, 3, "outer", "lines", "none", "portrait", marks)


def test_bleed_and_guides_are_there_where_they_are_asked_for() -> None:
    assert (SheetOptions(bleed=2).bleed_around(), SheetOptions(bleed=2, bleed_mode="none").bleed_around(3)) == (2, 0)
    assert (SheetOptions(safe=4).guide, SheetOptions(safe=4, guides=True).guide) == (None, 4)


# Which product of a service suits a card


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


# Which file is the profile of a press


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("Coated FOGRA39 (ISO 12647-2:2004)", "FOGRA39"),
        ("PSO Coated v3 FOGRA 51", "FOGRA51"),
        ("U.S. Web Coated (SWOP) v2", "CGATS TR 001"),
        ("The press in our cellar", ""),
    ],
)
def test_a_profile_says_its_name_and_the_condition_where_it_is_a_known_one(name: str, condition: str) -> None:
    found = output_profile(profile(name), "press.icc")
    assert (found.name, found.condition) == (name, condition)


def test_names_of_version_4_are_read() -> None:
    text = "Presse gestrichen é".encode("utf-16-be")
    tag = b"mluc" + bytes(4) + (1).to_bytes(4) + (12).to_bytes(4) + b"frFR" + len(text).to_bytes(4) + (28).to_bytes(4)
    made = bytearray(128) + (1).to_bytes(4) + b"desc" + (144).to_bytes(4) + (28 + len(text)).to_bytes(4) + tag + text
    made[:4], made[12:20], made[36:40] = len(made).to_bytes(4), b"prtrCMYK", b"acsp"
    assert output_profile(bytes(made), "x").name == "Presse gestrichen é"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", '"p.icc" is no ICC profile'),
        (b"%PDF-1.7 is another kind of file" * 9, '"p.icc" is no ICC profile'),
        (profile() + b"more", '"p.icc" is no ICC profile'),
        (profile("sRGB", b"mntr", b"RGB "), r'"p.icc" \(sRGB\) is the profile of a screen, not of a press'),
        (profile("Photos", b"prtr", b"RGB "), "a printer without the four inks"),
        (bytes(MAX_PROFILE + 1), '"p.icc" is larger than 16 MB'),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(UsageError, match=said) as raised:
        output_profile(data, "p.icc")
    assert "www.eci.org" in (raised.value.help or "")


@given(st.binary(max_size=400), st.integers(0, 300))
def test_a_broken_profile_is_refused_or_read_and_never_crashes(noise: bytes, at: int) -> None:
    whole = profile()
    data = whole[:at] + noise + whole[at + len(noise) :]
    try:
        found = output_profile(data, "p.icc")
    except UsageError:
        return
    assert isinstance(found, OutputProfile)
    assert found.name.isprintable()
