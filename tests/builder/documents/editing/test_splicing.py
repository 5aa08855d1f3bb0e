"""Stretches of a text are replaced by their places; all else stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import Span
from builder.documents.editing.patching import source_at, spliced
from builder.documents.reading import parse

TEXT = "a: one # why\r\nb: [two, 'three']\nc: four\n"


def test_words_are_replaced_at_their_places() -> None:
    places = [Span("f", 1, 4, 1, 7), Span("f", 2, 10, 2, 17)]
    assert [source_at(TEXT, place) for place in places] == ["one", "'three'"]
    assert spliced(TEXT, zip(places, ["1", "3"], strict=True)) == "a: 1 # why\r\nb: [two, 3]\nc: four\n"


def test_of_places_that_overlap_the_first_is_changed() -> None:
    whole, part = Span("f", 1, 4, 1, 7), Span("f", 1, 5, 1, 6)
    assert spliced(TEXT, [(part, "x"), (whole, "1"), (whole, "1")]).startswith("a: 1 # why")


def test_a_place_that_the_text_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="no line 9"):
        spliced("a: 1", [(Span("f", 9, 1, 9, 2), "")])


@given(st.lists(st.sampled_from(["red", "'blue'", '"green"']), min_size=1, max_size=5), st.text("abc-", min_size=1))
def test_places_that_yaml_gives_are_those_of_the_scalars(words: list[str], new: str) -> None:
    text = "".join(f"k{n}: {word}  # {n}\n" for n, word in enumerate(words))
    document = parse(text, "f")
    places = [document.span((f"k{n}",)) for n in range(len(words))]
    assert [source_at(text, place) for place in places] == words
    assert spliced(text, [(place, new) for place in places]) == "".join(
        f"k{n}: {new}  # {n}\n" for n in range(len(words))
    )
