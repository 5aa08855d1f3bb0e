"""Chances that somebody asks for: how they are written, what is wrong with them, and that they are exact."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from operator import eq, ge, gt, le, lt, ne

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import FindingsError, Span, UsageError
from builder.query import chances
from builder.query.chances import MAX_COUNTS, MAX_LENGTH, MAX_WORK, Count, When, Work, chance, parse
from tests.support.properties import examples

HAND, DRAW = 3, 1


def said(text: str) -> list[tuple[str, bool, str, int, When | None]]:
    """What is counted: words, whether they are a query, the comparison, the number and the time."""
    return [(c.words, c.is_query, c.comparison, c.number, c.when) for c in parse(text).counts]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("flare", [("flare", False, ">=", 1, When())]),
        ("Moon Whale >= 2 by turn 3", [("Moon Whale", False, ">=", 2, When(turns=3))]),
        ("moon-whale=0 in 7 cards", [("moon-whale", False, "=", 0, When(cards=7))]),
        ("x!=1 in 1 card", [("x", False, "!=", 1, When(cards=1))]),
        ('"Now and \\"Then\\"" < 2', [('Now and "Then"', False, "<", 2, When())]),
        ("[type:ship cost<=2] > 1 IN HAND", [("type:ship cost<=2", True, ">", 1, When())]),
        ("[x] in the first hand", [("x", True, ">=", 1, When())]),
        ('[text:/[45]/ "]"] <= 1', [('text:/[45]/ "]"', True, "<=", 1, When())]),
        ("a and b by turn 2", [("a", False, ">=", 1, When(turns=2)), ("b", False, ">=", 1, When(turns=2))]),
        ("a by turn 1 or b", [("a", False, ">=", 1, When(turns=1)), ("b", False, ">=", 1, When(turns=1))]),
        ("a in hand and b by turn 4", [("a", False, ">=", 1, When()), ("b", False, ">=", 1, When(turns=4))]),
        (
            "(a and b in hand) by turn 2 and not c in 9 cards",
            [("a", False, ">=", 1, When(turns=2)), ("b", False, ">=", 1, When()), ("c", False, ">=", 1, When(cards=9))],
        ),
    ],
)
def test_what_is_counted_and_by_when(text: str, counted: list[tuple[str, bool, str, int, When | None]]) -> None:
    assert said(text) == counted


@pytest.mark.parametrize(
    ("text", "line", "column", "length", "words"),
    [
        ("a >= 1\n  and b >= x", 2, 12, 1, 'a number must follow ">="'),
        ("", 1, 1, 1, "a card or a query is missing"),
        ("  ", 1, 1, 1, "a card or a query is missing"),
        (">= 2", 1, 1, 2, "a card or a query is missing"),
        ("a and", 1, 6, 1, "a card or a query is missing"),
        ("a or or b", 1, 6, 2, "a card or a query is missing"),
        ("a >=", 1, 5, 1, 'a number must follow ">="'),
        ("a >= two", 1, 6, 3, 'a number must follow ">="'),
        ("a >= 99999", 1, 6, 5, "99,999 is more than"),
        ("a by 3", 1, 6, 1, '"turn" is expected here'),
        ("a by turn", 1, 10, 1, 'a number must follow "turn"'),
        ("a in 7", 1, 7, 1, '"cards" is expected here'),
        ("a in sight", 1, 6, 5, 'a number of cards, or "hand"'),
        ("a >= 1 b", 1, 8, 1, '"b" is not expected here'),
        ("(a or b", 1, 1, 1, "this parenthesis is never closed"),
        ("a)", 1, 2, 1, '")" is not expected here'),
        ('"a', 1, 1, 1, "this quote is never closed"),
        ('""', 1, 1, 2, "there is nothing between the quotes"),
        ("[ ]", 1, 1, 3, "there is nothing between the brackets"),
        ("a and [b", 1, 7, 1, "this bracket is never closed"),
        ("a ! 1", 1, 3, 1, '"!" is not expected here'),
        ("a]", 1, 2, 1, '"]" is not expected here'),
        (" and ".join("abcdefghi"), 1, 49, 1, f"at most {MAX_COUNTS} are worked out together"),
        ("x" * (MAX_LENGTH + 1), 1, 1, 1, "at most 1,000 are read"),
        ("(" * 900 + "a", 1, 900, 1, "never closed"),
        ("not (" * 150 + "a >= 99999" + ")" * 90, 1, 756, 5, "99,999 is more than"),
    ],
)
def test_what_is_wrong_and_where(text: str, line: int, column: int, length: int, words: str) -> None:
    with pytest.raises(FindingsError) as raised:
        parse(text)
    (found,) = raised.value.diagnostics
    assert found.code == "bad-chance"
    assert words in found.message
    assert found.help
    assert found.span == Span("chance", line, column, line, column + length)


@given(st.text(alphabet='ab1 "[]()<>=!\\\n', max_size=30) | st.text(max_size=20))
def test_any_text_is_read_or_explained(text: str) -> None:
    try:
        parse(text)
    except FindingsError as error:
        (found,) = error.diagnostics
        assert found.code == "bad-chance"
        assert found.span is not None
        assert found.span.line <= text.count("\n") + 1


def drawn(when: When) -> int:
    return when.cards if when.cards is not None else HAND + when.turns * DRAW


def exactly(text: str, copies: Mapping[str, int]) -> Fraction:
    """The chance, where a query is the letters that ids may begin with, and a name an id."""

    def meant(count: Count) -> frozenset[str]:
        return frozenset(i for i in copies if (i[0] in count.words if count.is_query else i == count.words))

    return chance(parse(text), copies, meant, drawn)


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        ("a", Fraction(1, 2)),  # 3 of 6 cards
        ("b", Fraction(4, 5)),  # 1 - 4/6 * 3/5 * 2/4
        ("b >= 2", Fraction(1, 5)),
        ("b > 2", Fraction(0)),
        ("nothing", Fraction(0)),
        ("nothing = 0", Fraction(1)),
        ("[abc] in 99 cards", Fraction(1)),
        ("a in 0 cards", Fraction(0)),
        ("a and b", Fraction(1, 2) * (1 - Fraction(3, 5) * Fraction(2, 4))),  # the other two of five
        ("a in 1 cards and not b by turn 3", Fraction(0)),
        ("a in 1 card and b in 2 cards", Fraction(1, 6) * Fraction(2, 5)),
    ],
)
def test_chances_that_can_be_worked_out_by_hand(text: str, likely: Fraction) -> None:
    assert exactly(text, {"a": 1, "b": 2, "c": 3}) == likely


def test_what_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "Work", lambda: Work(5_000))
    many = dict.fromkeys("abcd", 5000)
    with pytest.raises(UsageError, match="more cases than are worked through"):
        exactly("[ab] > 9 in 50 cards and [bc] > 9 in 100 cards and [cd] > 9 in 150 cards", many)
    with pytest.raises(UsageError, match="at most 400 are worked through"):
        exactly("[a] > 9 in 401 cards", many)


_times = st.sampled_from(["", " in hand", " in 1 card", " in 2 cards", " in 5 cards", " by turn 1", " by turn 2"])
_things = st.sampled_from(["a", "b", "c", "[a]", "[ab]", "[bc]", "[z]"])
_compared = st.tuples(st.sampled_from([">=", "<=", "=", "!=", ">", "<"]), st.integers(0, 3))
_count = st.builds(lambda thing, way, time: f"{thing} {way[0]} {way[1]}{time}", _things, _compared, _times)
_asked = st.recursive(
    _count,
    lambda inner: st.one_of(
        st.builds(lambda a, b, word: f"({a} {word} {b})", inner, inner, st.sampled_from(["and", "or"])),
        st.builds(lambda a: f"not ({a})", inner),
        st.builds(lambda a, time: f"({a}){time}", inner, _times),
    ),
    max_leaves=4,
)
_decks = st.dictionaries(st.sampled_from(["a", "b", "c", "d"]), st.integers(1, 2), min_size=1).filter(
    lambda copies: sum(copies.values()) <= 6
)


@examples(60)
@given(_asked, _decks)
def test_chances_agree_with_all_orders_of_a_small_deck(text: str, copies: dict[str, int]) -> None:
    question = parse(text)
    orders = list(permutations(card for card, n in copies.items() for _ in range(n)))
    holds = sum(_so(question.root, order) for order in orders)
    assert exactly(text, copies) == Fraction(holds, len(orders))


def _so(part: object, order: tuple[str, ...]) -> bool:
    """Whether it is so with the deck in this order: asked of each card, one by one."""
    kind = type(part).__name__
    if kind == "Count":
        assert isinstance(part, Count)
        assert part.when is not None
        first = order[: drawn(part.when)]
        seen = sum(card in part.words if part.is_query else card == part.words for card in first)
        compared = {">=": ge, "<=": le, "=": eq, "!=": ne, ">": gt, "<": lt}[part.comparison]
        return bool(compared(seen, part.number))
    inner = list(_parts(part))
    if kind == "Not":
        return not _so(inner[0], order)
    return all(_so(one, order) for one in inner) if kind == "And" else any(_so(one, order) for one in inner)


def _parts(part: object) -> Iterator[object]:
    yield from getattr(part, "parts", None) or [part.part]  # type: ignore[attr-defined]  # a negation


def test_what_is_asked_at_once_shares_its_work() -> None:
    def ask(work: Work) -> None:
        question = parse("flare >= 1 in 8 cards and drake >= 1 in 12 cards")
        copies = {"flare": 20, "drake": 20, "other": 20}
        chance(question, copies, lambda count: frozenset({count.words}), lambda when: when.cards or 0, work)

    ask(work := Work())
    used = MAX_WORK - work.left
    assert used > 100
    ask(few := Work(used * 2 - 1))
    with pytest.raises(UsageError, match="more cases"):
        ask(few)
