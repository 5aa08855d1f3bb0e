"""Text is compared without what readers do not mind, and a name suggests an id."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builder.naming import fold, slug


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Élan\n VITAL ", "elan vital"),
        ("Scrap\tTug", "scrap tug"),
        ("Straße", "strasse"),
        ("\ufb01re", "fire"),
        ("\u216b", "xii"),
        ("İ", "i"),
        ("\u2102", "c"),
        ("a\u00a0 b", "a b"),
        ("Сварог", "сварог"),
        ("don't", "don't"),
        ("", ""),
    ],
)
def test_text_is_folded(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_what_is_folded_has_single_spaces_and_stays(text: str) -> None:
    folded = fold(text)
    assert folded == " ".join(folded.split())
    assert fold(folded) == folded


@given(st.text(st.characters(codec="ascii")))
def test_case_and_spaces_do_not_matter(text: str) -> None:
    assert fold(text) == fold(f" {text.upper()}\n") == fold(text.replace(" ", "  "))


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("Vénus, rising!", "venus-rising"),
        ("Captain's Log", "captains-log"),
        ("Captain\u2019s Log", "captains-log"),
        ("--A--b__c--", "a-b-c"),
        ("Mk. II", "mk-ii"),
        ("小鬼", ""),
        ("!?", ""),
        ("", ""),
    ],
)
def test_a_name_suggests_an_id(name: str, suggested: str) -> None:
    assert slug(name) == suggested


@given(st.text() | st.text("aB -'é", min_size=70, max_size=100))
@example("a" * 79 + " b")
@example("\ufdfa" * 100)  # which is eighteen letters when it is folded
@example("½" * 100)
def test_an_id_that_is_suggested_can_be_one(name: str) -> None:
    suggested = slug(name)
    assert re.fullmatch(r"([a-z0-9]+(-[a-z0-9]+)*)?", suggested)
    assert len(suggested) <= 80
    assert slug(suggested) == suggested
