"""Names that were probably meant by what was typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.library.names import beginning, likely

NAMES = ["Knife Runner", "Fuse Runner", "Runabout", "Élan Vital", "Storm-Born", "Moon Whale"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("run", ["Runabout"]),
        ("KNIFE", ["Knife Runner"]),
        ("knife-ru", ["Knife Runner"]),
        ("elan", ["Élan Vital"]),
        ("storm b", ["Storm-Born"]),
        ("unner", []),
        ("", []),
        ("  ", []),
    ],
)
def test_names_that_begin_with_words(words: str, names: list[str]) -> None:
    assert beginning(words, NAMES) == names


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("runner", "Fuse Runner"),  # the first of those that have it in them
        ("runer", "Fuse Runner"),
        ("knife runer", "Knife Runner"),
        ("runer knife", "Knife Runner"),
        ("knief", "Knife Runner"),
        ("moon-whael", "Moon Whale"),
        ("elan vitla", "Élan Vital"),
    ],
)
def test_names_that_are_spelt_nearly_so(words: str, first: str) -> None:
    assert likely(words, NAMES)[0] == first


@pytest.mark.parametrize("words", ["", "x", "qqqqqq", "ab cd"])
def test_what_is_like_no_name_is_not_guessed_at(words: str) -> None:
    assert likely(words, NAMES) == []


@given(st.sampled_from(NAMES), st.lists(st.text(max_size=12), max_size=5))
def test_a_name_itself_is_always_meant(name: str, others: list[str]) -> None:
    others = [other for other in others if name.casefold() not in other.casefold()]
    assert name in likely(name, [*others, name], n=9)
