"""Card sizes by name and as lengths."""

import pytest

from builder.diagnostics import UsageError
from builder.games.sizes import SIZES, Size, card_size, length, size_table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("63x88mm", (63, 88)),
        ("63x88", (63, 88)),
        ("2.5x3.5in", (63.5, 88.9)),
        ("70 x 70 mm", (70, 70)),
        ("63mm x 88mm", (63, 88)),
        ("2.5inx3.5in", (63.5, 88.9)),
        ("63 × 88 mm", (63, 88)),
    ],
)
def test_sizes_as_lengths(text: str, expected: tuple[float, float]) -> None:
    size = card_size(text)
    assert (size.width, size.height) == pytest.approx(expected)


def test_sizes_by_name() -> None:
    assert card_size("standard") == Size(63, 88, 3)
    names = size_table(SIZES)
    assert {"poker", "tarot", "mini"} <= set(names)
    assert all(card_size(name).width <= card_size(name).height or name == "business" for name in names)


@pytest.mark.parametrize(
    "text", ["", "0x88mm", "63x", "63x88cm", "nan x nan", "standart", "-63x88mm", "1x1mm", "63mmx88in", "63mm x 88"]
)
def test_unknown_sizes(text: str) -> None:
    with pytest.raises(UsageError, match="no card"):
        card_size(text)


def test_a_slip_of_the_pen_is_answered_with_what_was_meant() -> None:
    with pytest.raises(UsageError) as caught:
        card_size("standart")
    assert caught.value.help.startswith('did you mean "standard"?')


def test_lengths_have_a_unit() -> None:
    assert (length("3 mm"), length("8.5 in")) == (3, 215.9)
