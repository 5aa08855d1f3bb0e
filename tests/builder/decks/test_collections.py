"""Collections as CSV, in the forms in which people have them, and what is missing from one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks import MAX_COPIES, collections
from builder.decks.collections import Lack, lacks, parse_csv
from tests.support.cards import INDEX
from tests.support.commands import ROOT

OWNED = {"scrap-tug": 2, "mine": 1}


@pytest.mark.parametrize(
    "text",
    [
        "count,name\n2,Scrap Tug\n1,Mine\n",
        "\ufeffName,Quantity\r\nscrap tug,2\r\nMINE,1\r\n",
        "id;owned;name\nscrap-tug;2;Something Else\nmine;1;\n",
        "set\tCard Name\tQty\nfirst\tScrap Tug\t2\nfirst\tMine\t1\n",
        "2,Scrap Tug\n1,Mine\n",
        "Scrap Tug,2\nMine,1\n",
        'count,name\n1,"Scrap Tug"\n\n,\n1,scrap-tug\n1,Mine',
        "name\nMine\nScrap Tug\nScrap Tug\n",
        "Mine\nScrap Tug\nScrap Tug\n",
        "\n\ncount,name\n2x,'Scrap Tug\n1.0,Mine\n",
        "count,name\n2,Scrap Tug\n1,Mine\n0,Probe\n",
    ],
)
def test_forms_in_which_collections_are_written(text: str) -> None:
    owned, problems = parse_csv(text, INDEX)
    assert problems == []
    assert +owned == OWNED


def test_a_row_may_say_as_many_copies_as_a_deck_may_hold() -> None:
    assert parse_csv(f"{MAX_COPIES},Mine\n", INDEX) == ({"mine": MAX_COPIES}, [])


@pytest.mark.parametrize(
    ("row", "code", "words"),
    [
        ("2,Scrap Tgu", "unknown-card", 'there is no card "Scrap Tgu"'),
        ("2,", "unknown-card", "this row names no card"),
        ("1,", "unknown-card", "this row names no card"),
        ("2", "unknown-card", "this row names no card"),
        ("two,Mine", "bad-count", '"two" is no number of copies'),
        ("-1,Mine", "bad-count", '"-1" is no number of copies'),
        (",Mine", "bad-count", '"" is no number of copies'),
        ("10001,Mine", "bad-count", '"10001" is no number of copies'),
        ("²,Mine", "bad-count", '"²" is no number of copies'),
    ],
)
def test_rows_that_say_nothing_are_reported_with_their_lines(row: str, code: str, words: str) -> None:
    owned, (problem,) = parse_csv(f"count,name\n2,Scrap Tug\n{row}\n1,Mine\n", INDEX, "mine.csv")
    assert +owned == OWNED
    assert (problem.code, problem.message) == (code, words)
    assert problem.span is not None
    assert (problem.span.path, problem.span.line) == ("mine.csv", 3)


def test_near_names_are_suggested() -> None:
    _, (problem,) = parse_csv("1,Scrap Tgu\n", INDEX)
    assert problem.help == 'did you mean "Scrap Tug" (scrap-tug)?'


def test_what_nobody_would_have_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"| a collection as CSV | {collections.MAX_ROWS:,} rows |" in (ROOT / "docs/limits.md").read_text("utf-8")
    monkeypatch.setattr(collections, "MAX_ROWS", 5_000)
    owned, (problem,) = parse_csv("1,Mine\n" * 5_001, INDEX)
    assert owned == {"mine": 5_000}
    assert problem.message == "the collection has more than 5,000 rows; the rest is not read"
    _, problems = parse_csv("1,Nope\n" * 1_000, INDEX)
    assert len(problems) == 100
    owned, (problem,) = parse_csv('1,Mine\n1,"' + "x" * 200_000, INDEX)
    assert (owned, problem.code) == ({"mine": 1}, "list-too-long")


@given(st.text(alphabet='1x,;\t"\n MineSapTug-', max_size=60) | st.text(max_size=40))
def test_any_text_is_read(text: str) -> None:
    owned, problems = parse_csv(text, INDEX)
    assert set(owned) <= set(INDEX.cards)
    assert all(problem.message and problem.span for problem in problems)


@given(
    st.dictionaries(st.sampled_from("abcd"), st.integers(1, 4)),
    st.dictionaries(st.sampled_from("abcx"), st.integers(0, 5)),
)
def test_what_is_missing_and_what_is_owned_make_the_deck(needed: dict[str, int], owned: dict[str, int]) -> None:
    found = lacks(needed, owned, {"a": "Ash"})
    assert all(isinstance(one, Lack) and one.missing > 0 for one in found)
    missing = {one.card: one.missing for one in found}
    assert list(missing) == [card for card in needed if card in missing]
    assert all(missing.get(card, 0) == max(n - owned.get(card, 0), 0) for card, n in needed.items())
    assert all(one.name == ("Ash" if one.card == "a" else one.card) for one in found)
