"""Without rapidfuzz, words are found to be as alike as with it, to the last digit."""

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from builder.diagnostics.likeness import alike, alike_without_library, slips

WORDS = st.one_of(st.text("abc ", max_size=12), st.text(max_size=80))


@given(WORDS, st.lists(WORDS, max_size=8), st.sampled_from([0, 60, 75, 100]))
def test_the_figures_are_those_of_rapidfuzz(word: str, others: list[str], least: int) -> None:
    found = dict(alike_without_library(word, others, least))
    assert found == dict(alike(word, others, least))
    assert all(percent == fuzz.ratio(word, others[place]) for place, percent in found.items())


@given(WORDS, WORDS)
def test_slips_are_those_of_rapidfuzz(word: str, other: str) -> None:
    assert slips(word, other) == OSA.distance(word, other)
