"""Chances that somebody asks for: "Knife" >= 1 and [type:ship cost<=2] >= 2 by turn 3. Read, and worked out exactly.

Which cards a name or a query means, and how many cards are drawn by when, comes from elsewhere; nothing is read here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from operator import eq, ge, gt, le, lt, ne
from typing import NoReturn

from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError

MAX_LENGTH = 1_000  # characters of what is asked
MAX_COUNTS = 8  # parts in it that count cards
MAX_DEPTH = 32  # parentheses and negations inside each other
MAX_NUMBER = 10_000
MAX_DRAWN = 400  # cards, of decks that have more
MAX_WORK = 200_000  # ways in which cards may be shared out, of all that is asked at once: some seconds

FORMS = '"Card Name" >= 1, [a query] >= 2; and, or, not, parentheses; in 7 cards, in hand, by turn 3'

Cards = frozenset[str]


@dataclass(frozen=True, slots=True)
class When:
    """By when cards are counted: among the first `cards`, or in the first hand and what `turns` turns add."""

    cards: int | None = None
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """How many of some cards there are: `words` name a card, or are a query; `start` is their place."""

    words: str
    is_query: bool
    comparison: str
    number: int
    start: int
    end: int
    when: When | None = None


@dataclass(frozen=True, slots=True)
class All:
    """Each of the parts is so."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """At least one of the parts is so."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part is not so."""

    part: Part


Part = Count | All | Any | Not


@dataclass(frozen=True, slots=True)
class Question:
    """A chance that is asked for, as it was written and as it was read: each of its counts has its time."""

    text: str
    root: Part = field(compare=False)

    @property
    def counts(self) -> list[Count]:
        """The parts that count cards, from left to right."""
        return list(_counts(self.root))


@dataclass(slots=True)
class Work:
    """How many cases may still be worked through, of all that is asked at once."""

    left: int = MAX_WORK

    def case(self) -> None:
        """Work through one more. Raises UsageError where they are too many."""
        self.left -= 1
        if self.left < 0:
            help_ = "count fewer things at once, or by fewer turns, or ask for fewer chances together"
            raise UsageError("this chance has more cases than are worked through", help_)


def parse(text: str) -> Question:
    """What is asked. Raises FindingsError, with places in the text, for what is not written as chances are."""
    if len(text) > MAX_LENGTH:
        message = f"what is asked has {len(text):,} characters; at most {MAX_LENGTH:,} are read"
        raise FindingsError([fault("bad-chance", message, text, 0, 1, "ask in several --chance")])
    root = _Reader(text).read()
    found = list(_counts(root))
    if len(found) > MAX_COUNTS:
        extra = found[MAX_COUNTS]
        message = f"{len(found)} things are counted; at most {MAX_COUNTS} are worked out together"
        raise FindingsError([fault("bad-chance", message, text, extra.start, extra.end, "ask in several --chance")])
    return Question(text, _timed(root, found))


def chance(
    question: Question,
    copies: Mapping[str, int],
    meant: Callable[[Count], Cards],
    drawn: Callable[[When], int],
    work: Work | None = None,
) -> Fraction:
    """How likely it is with a shuffled deck of these `copies` by card id.

    `meant` tells the cards of a count, `drawn` how many cards are drawn by when; more than the deck has are all. What
    is asked at once shares one `work`. Raises UsageError for more than can be worked through.
    """
    size = sum(copies.values())
    counts = [(meant(count), count, min(drawn(count.when or When()), size)) for count in question.counts]
    if (most := max(cards for _, _, cards in counts)) > MAX_DRAWN:
        raise UsageError(f"{most:,} cards are drawn; at most {MAX_DRAWN} are worked through", "ask about fewer cards")
    stages = sorted({cards for _, _, cards in counts})
    taken = [now - before for before, now in zip([0, *stages], stages, strict=False)]
    alike: Counter[tuple[int, ...]] = Counter()  # cards by the counts that they count for
    for card_id, n in copies.items():
        alike[tuple(i for i, (cards, _, _) in enumerate(counts) if card_id in cards)] += n
    lasts = [stages.index(cards) for _, _, cards in counts]
    enough = [count.number + 1 for _, count, _ in counts]
    ways = _ways(alike, taken, lasts, enough, work or Work())
    places = {count.start: i for i, (_, count, _) in enumerate(counts)}
    good = sum(n for seen, n in ways.items() if _holds(question.root, seen, places))
    return Fraction(good, sum(ways.values()))


def fault(code: str, message: str, text: str, start: int, end: int, help_: str = "") -> Diagnostic:
    """A fault of the characters from `start` to `end` of what is asked."""

    def place(position: int) -> tuple[int, int]:
        return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)

    return Diagnostic(code, message, Span("chance", *place(start), *place(max(end, start + 1))), help_, source=text)


# Reading ------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"\s+|(?P<name>\"(?:[^\"\\]|\\.)*\")|(?P<comparison>>=|<=|!=|[=<>])|(?P<sign>[()])|(?P<query>\[)"
    r"|(?P<word>[^\s\"()\[\]<>=!]+)",
    re.DOTALL,
)
_JOINING = ("and", "or", "not", "in", "by")
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int

    def is_word(self, *words: str) -> bool:
        return self.kind == "word" and self.text.lower() in words


class _Reader:
    """Reads from left to right, by one function for each level of what binds stronger."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*_tokens(text), _Token("end", "", len(text.rstrip()), len(text.rstrip()) + 1)]
        self.at = 0

    @property
    def next(self) -> _Token:
        return self.tokens[self.at]

    def take(self) -> _Token:
        token = self.next
        self.at += token.kind != "end"
        return token

    def read(self) -> Part:
        found = self.either(0)
        if self.next.kind != "end":
            self.fail(f'"{self.next.text}" is not expected here', self.next)
        return found

    def fail(self, message: str, at: _Token, help_: str = "") -> NoReturn:
        raise FindingsError(
            [fault("bad-chance", message, self.text, at.start, at.end, help_ or f"what can be asked: {FORMS}")]
        )

    def either(self, depth: int) -> Part:
        parts = [self.both(depth)]
        while self.next.is_word("or"):
            self.take()
            parts.append(self.both(depth))
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def both(self, depth: int) -> Part:
        parts = [self.one(depth)]
        while self.next.is_word("and"):
            self.take()
            parts.append(self.one(depth))
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def one(self, depth: int) -> Part:
        token = self.next
        if depth > MAX_DEPTH:
            self.fail(f"this nests deeper than {MAX_DEPTH} levels", token, "take some parentheses away")
        if token.is_word("not"):
            self.take()
            return Not(self.one(depth + 1))
        if token.kind == "sign" and token.text == "(":
            self.take()
            part = self.either(depth + 1)
            if self.next.text != ")" or self.next.kind != "sign":
                self.fail("this parenthesis is never closed", token, 'add ")"')
            self.take()
            when = self.when()
            return part if when is None else _timed(part, list(_counts(part)), when)
        return self.count()

    def count(self) -> Count:
        words, is_query, start, end = self.cards()
        comparison, number = ">=", 1
        if self.next.kind == "comparison":
            comparison = self.take().text
            number = self.number(f'a number must follow "{comparison}"')
        return Count(words, is_query, comparison, number, start, end, self.when())

    def cards(self) -> tuple[str, bool, int, int]:
        """What is counted: the words, whether they are a query, and their place."""
        first = self.next
        if first.kind in ("name", "query"):
            self.take()
            inner = first.text[1:-1]
            if not inner.strip():
                self.fail(f"there is nothing between the {'quotes' if first.kind == 'name' else 'brackets'}", first)
            if first.kind == "query":
                return inner, True, first.start + 1, first.end - 1
            return re.sub(r"\\(.)", r"\1", inner, flags=re.DOTALL), False, first.start, first.end
        words: list[_Token] = []
        while self.next.kind == "word" and not self.next.is_word(*_JOINING):
            words.append(self.take())
        if not words:
            self.fail("a card or a query is missing here", self.next)
        return " ".join(word.text for word in words), False, first.start, words[-1].end

    def when(self) -> When | None:
        token = self.next
        if token.is_word("by"):
            self.take()
            self.expect("turn", 'write "by turn 3"')
            return When(turns=self.number('a number must follow "turn"'))
        if not token.is_word("in"):
            return None
        self.take()
        while self.next.is_word("the", "first", "opening"):
            self.take()
        if self.next.is_word("hand"):
            self.take()
            return When()
        number = self.number('a number of cards, or "hand", must follow "in"')
        self.expect("cards", 'write "in 7 cards"', "card")
        return When(cards=number)

    def expect(self, word: str, help_: str, other: str = "") -> None:
        if not self.next.is_word(word, other):
            self.fail(f'"{word}" is expected here', self.next, help_)
        self.take()

    def number(self, missing: str) -> int:
        token = self.next
        if token.kind != "word" or not _NUMBER.fullmatch(token.text):
            self.fail(missing, token)
        if int(token.text) > MAX_NUMBER:
            self.fail(f"{int(token.text):,} is more than the {MAX_NUMBER:,} that can be asked for", token)
        return int(self.take().text)


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            closed = 'end it with "' if text[at] == '"' else "a query stands in brackets: [type:ship]"
            what = "this quote is never closed" if text[at] == '"' else f'"{text[at]}" is not expected here'
            raise FindingsError([fault("bad-chance", what, text, at, at + 1, closed)])
        end = found.end()
        if found.lastgroup == "query":
            end = _closing(text, at)
        if found.lastgroup:
            yield _Token(found.lastgroup, text[at:end], at, end)
        at = end


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` has been closed; brackets in the query are in pairs, or in quotes."""
    depth = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|\\.|[\[\]]', text[start:], re.DOTALL):
        depth += {"[": 1, "]": -1}.get(found[0], 0)
        if not depth:
            return start + found.end()
    raise FindingsError(
        [fault("bad-chance", "this bracket is never closed", text, start, start + 1, 'end the query with "]"')]
    )


def _counts(part: Part) -> Iterator[Count]:
    if isinstance(part, Count):
        yield part
    else:
        for inner in (part.part,) if isinstance(part, Not) else part.parts:
            yield from _counts(inner)


def _timed(part: Part, counts: Sequence[Count], otherwise: When | None = None) -> Part:
    """The same with a time for each count: its own, or the next that is said, or else the last, or the first hand."""
    said = [count.when for count in counts]
    whens: dict[int, When] = {}
    for i, count in enumerate(counts):
        after = (when for when in said[i:] if when is not None)
        before = (when for when in reversed(said[:i]) if when is not None)
        own = count.when or otherwise
        whens[count.start] = own or next(after, None) or next(before, None) or When()
    return _with_times(part, whens)


def _with_times(part: Part, whens: Mapping[int, When]) -> Part:
    if isinstance(part, Count):
        return replace(part, when=whens[part.start])
    if isinstance(part, Not):
        return Not(_with_times(part.part, whens))
    return replace(part, parts=tuple(_with_times(inner, whens) for inner in part.parts))


# Working out --------------------------------------------------------------------------------------------------

_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, "=": eq, "!=": ne, ">": gt, "<": lt}


def _holds(part: Part, seen: Sequence[int], places: Mapping[int, int]) -> bool:
    if isinstance(part, Count):
        return _COMPARISONS[part.comparison](seen[places[part.start]], part.number)
    if isinstance(part, Not):
        return not _holds(part.part, seen, places)
    found = (_holds(inner, seen, places) for inner in part.parts)
    return all(found) if isinstance(part, All) else any(found)


def _ways(
    alike: Mapping[tuple[int, ...], int],
    taken: Sequence[int],
    lasts: Sequence[int],
    enough: Sequence[int],
    work: Work,
) -> Counter[tuple[int, ...]]:
    """In how many ways the counts come to what, each up to what is `enough` for it.

    `alike` are numbers of cards by the counts that they count for. In each stage so many more cards are `taken`;
    `lasts` are the last stages of the counts. Sorts of cards are shared out one after the other: what matters of those
    before is how far the stages are filled, and what the counts have come to.
    """
    ways: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter({((0,) * len(enough), tuple(taken)): 1})
    for counted, n in ((counted, n) for counted, n in alike.items() if counted):
        after: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
        for (seen, room), many in ways.items():
            for drawn in _splits(n, room):
                work.case()
                grown = list(seen)
                for i in counted:
                    grown[i] = min(seen[i] + sum(drawn[: lasts[i] + 1]), enough[i])
                left = tuple(a - b for a, b in zip(room, drawn, strict=True))
                after[tuple(grown), left] += many * _shared(n, drawn)
        ways = after
    found: Counter[tuple[int, ...]] = Counter()
    for (seen, room), many in ways.items():  # what room is left is that of cards which count for nothing
        found[seen] += many * _shared(alike.get((), 0), room)
    return found


def _splits(n: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to share out up to `n` cards to stages with so much room."""
    if not room:
        yield ()
        return
    for first in range(min(n, room[0]) + 1):
        for rest in _splits(n - first, room[1:]):
            yield (first, *rest)


def _shared(n: int, drawn: Sequence[int]) -> int:
    """In how many ways so many of `n` cards go to each stage."""
    ways = 1
    for number in drawn:
        ways *= _comb(n, number) if n >= number else 0
        n -= number
    return ways


_comb = lru_cache(maxsize=4096)(comb)
