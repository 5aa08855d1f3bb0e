"""Questions about chances, such as "Knife" >= 1 and [type:ship cost<=2] >= 2 by turn 3: read, and computed exactly.

Callers say which cards a name or a query means, and how many cards are drawn by when.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import comb
from operator import eq, ge, gt, le, lt, ne
from typing import NoReturn

from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.query.nesting import And, Grammar, Node, Not, Unary, leaves, span_in, unescaped
from builder.words import words_here

MAX_LENGTH = 1_000  # characters of a question
MAX_COUNTS = 8  # parts of a question that count cards
MAX_NUMBER = 10_000
MAX_DRAWN = 400  # cards, of decks that have more
MAX_WORK = 200_000  # cases of all questions of one call: some seconds


Cards = frozenset[str]


@dataclass(frozen=True, slots=True)
class When:
    """The time at which cards are counted: after the first `cards` cards, or after the first hand and `turns` turns."""

    cards: int | None = None
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """A condition on the number of some cards: `words` name a card, or are a query; `start` is their place."""

    words: str
    is_query: bool
    comparison: str
    number: int
    start: int
    end: int
    when: When | None = None


@dataclass(frozen=True, slots=True)
class ChanceQuestion:
    """A question, as written and as read; each of its counts has its time."""

    text: str
    root: Node[Count] = field(compare=False)

    @property
    def counts(self) -> list[Count]:
        """The parts that count cards, from left to right."""
        return list(leaves(self.root))


@dataclass(slots=True)
class Work:
    """How many cases may still be computed, for all questions of one call."""

    left: int = MAX_WORK

    def case(self) -> None:
        """Count one more case. Raises UsageError where there are too many."""
        self.left -= 1
        if self.left < 0:
            raise UsageError.of("library", "many-cases")


def parse(text: str) -> ChanceQuestion:
    """The question in a text. Raises FindingsError, with places in the text, for wrong syntax."""
    if len(text) > MAX_LENGTH:
        message, help_ = words_here("library").with_help("long-chance", len(text), most=MAX_LENGTH)
        raise FindingsError([fault("bad-chance", message, text, 0, 1, help_)])
    asked = _GRAMMAR.read(text)
    found = list(leaves(asked.tree(partial(_refuse, text))))
    if len(found) > MAX_COUNTS:
        extra = found[MAX_COUNTS]
        message, help_ = words_here("library").with_help("many-counts", counted=len(found), most=MAX_COUNTS)
        raise FindingsError([fault("bad-chance", message, text, extra.start, extra.end, help_)])
    times = iter(_times([count.when for count in found]))
    asked.change(lambda count: replace(count, when=next(times)))
    return ChanceQuestion(text, asked.tree(partial(_refuse, text)))


def chance(
    question: ChanceQuestion,
    copies: Mapping[str, int],
    meant: Callable[[Count], Cards],
    drawn: Callable[[When], int],
    work: Work | None = None,
) -> Fraction:
    """The chance with a shuffled deck of these `copies` by card id.

    `meant` returns the cards of a count, `drawn` how many cards are drawn at a time (at most the whole deck). Questions
    of one call share one `work`. Raises UsageError where there are too many cases.
    """
    size = sum(copies.values())
    counts = [(meant(count), count, min(drawn(count.when or When()), size)) for count in question.counts]
    if (most := max(cards for _, _, cards in counts)) > MAX_DRAWN:
        raise UsageError.of("library", "many-drawn", most, most=MAX_DRAWN)
    stages = sorted({cards for _, _, cards in counts})
    taken = [now - before for before, now in zip([0, *stages], stages, strict=False)]
    alike: Counter[tuple[int, ...]] = Counter()  # numbers of cards, by the counts that count them
    for card_id, n in copies.items():
        alike[tuple(i for i, (cards, _, _) in enumerate(counts) if card_id in cards)] += n
    lasts = [stages.index(cards) for _, _, cards in counts]
    enough = [count.number + 1 for _, count, _ in counts]
    ways = _ways(alike, taken, lasts, enough, work or Work())
    places = {count.start: i for i, (_, count, _) in enumerate(counts)}
    good = sum(n for seen, n in ways.items() if _holds(question.root, seen, places))
    return Fraction(good, sum(ways.values()))


def fault(code: str, message: str, text: str, start: int, end: int, help_: str = "") -> Diagnostic:
    """A fault of the characters from `start` to `end` of a question."""
    return Diagnostic(code, message, span_in(text, "chance", start, end), help_, source=text)


# Reading ------------------------------------------------------------------------------------------------------

_WORD = r"[^\s\"()\[\]<>=!]+"
_END = r"(?![^\s\"()\[\]<>=!])"  # of a word
_JOINING = rf"(?:and|or|not|in|by){_END}"
_NAME = rf"(?!{_JOINING}){_WORD}"
_PHRASE = r"\"(?:[^\"\\]|\\.)*\""


def _pattern(written: str) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{written})", re.IGNORECASE | re.DOTALL)


_BY = _pattern(f"by{_END}")
_TURN = _pattern(f"turn{_END}")
_IN = _pattern(rf"in{_END}(?:\s*(?:the|first|opening){_END})*")
_HAND = _pattern(f"hand{_END}")
_CARDS = _pattern(f"cards?{_END}")
_COMPARED = _pattern("(>=|<=|!=|[=<>])")
_NUMBER = _pattern(f"([0-9]{{1,9}}){_END}")
_TOKEN = _pattern(f"{_PHRASE}|[<>!]=|{_WORD}|.")


class _Grammar(Grammar[Count]):
    begins = _pattern(
        rf"(?P<MINUS>not{_END})|(?P<OPEN>\()|(?P<PHRASE>{_PHRASE})|(?P<QUERY>\[)|(?P<NAME>{_NAME}(?:\s+{_NAME})*)"
    )
    follows = _pattern(rf"(?P<OR>or{_END})|(?P<AND>and{_END})|(?P<CLOSE>\))")

    def leaf(self, text: str, kind: str, start: int, end: int) -> tuple[Count, int, re.Pattern[str]]:
        end = _closing(text, start) if kind == "QUERY" else end
        words, at = " ".join(text[start:end].split()), end
        if kind != "NAME":
            if not text[start + 1 : end - 1].strip():
                marks = "quotes" if kind == "PHRASE" else "brackets"
                _refuse(text, start, f"empty-{marks}", end=end)
            words = unescaped(text[start:end]) if kind == "PHRASE" else text[start + 1 : end - 1]
        if kind == "QUERY":
            start, end = start + 1, end - 1
        comparison, number = ">=", 1
        if compared := _COMPARED.match(text, at):
            comparison = compared[1]
            number, at = _number(text, compared.end(), "number", after=comparison)
        when, at = _when(text, at)
        return Count(words, kind == "QUERY", comparison, number, start, end, when), at, self.follows

    def closed(self, text: str, group: Unary[Count], end: int) -> int:
        when, end = _when(text, end)
        group.change(lambda count: replace(count, when=count.when or when))
        return end

    def refuse(self, text: str, at: int, opened: list[int], *, begins: bool) -> NoReturn:
        if text[at : at + 1] == '"':
            _refuse(text, at, "quote", end=at + 1)
        if begins and text[at : at + 1] not in (")", "]"):
            _refuse(text, at, "missing")
        if at >= len(text) and opened:
            _refuse(text, opened[-1], "parenthesis")
        _refuse(text, at)


_GRAMMAR = _Grammar()


def _refuse(text: str, at: int, key: str = "unexpected", end: int = 0, **parts: object) -> NoReturn:
    """Raise the fault of the token at a place, with a text of the group `chances`."""
    found, behind = _TOKEN.match(text, at), len(text.rstrip())
    at, last = (found.end() - len(found[0].lstrip()), found.end()) if found else (behind, behind + 1)
    words = words_here("chances")
    message, help_ = words.with_help(key, None, here=text[at:last], **parts)
    help_ = help_ or words("unexpected.help")
    raise FindingsError([fault("bad-chance", message, text, at, end or last, help_)])


def _number(text: str, at: int, missing: str, after: str = "") -> tuple[int, int]:
    """A number, and where it ends; `missing` is the key of the message if there is none."""
    found = _NUMBER.match(text, at)
    if found is None:
        _refuse(text, at, missing, after=after)
    if int(found[1]) > MAX_NUMBER:
        _refuse(text, at, "large", number=int(found[1]), most=MAX_NUMBER)
    return int(found[1]), found.end()


def _when(text: str, at: int) -> tuple[When | None, int]:
    """The time, and where its text ends; None where no time is written."""
    if by := _BY.match(text, at):
        turn = _TURN.match(text, by.end()) or _refuse(text, by.end(), "turn")
        turns, at = _number(text, turn.end(), "number", after="turn")
        return When(turns=turns), at
    if not (within := _IN.match(text, at)):
        return None, at
    if hand := _HAND.match(text, within.end()):
        return When(), hand.end()
    number, at = _number(text, within.end(), "hand")
    cards = _CARDS.match(text, at) or _refuse(text, at, "cards")
    return When(cards=number), cards.end()


def _closing(text: str, start: int) -> int:
    """The end of the bracket that opens at `start`; brackets in the query are in pairs, or in quotes."""
    depth = 0
    for found in re.finditer(rf"{_PHRASE}|\\.|[\[\]]", text[start:], re.DOTALL):
        depth += {"[": 1, "]": -1}.get(found[0], 0)
        if not depth:
            return start + found.end()
    _refuse(text, start, "bracket", end=start + 1)


def _times(times: Sequence[When | None]) -> Iterator[When]:
    """A time for each count: its own, or else the next one written, or else the last one, or else the first hand."""
    for i in range(len(times)):
        yield next((when for when in (*times[i:], *reversed(times[:i])) if when is not None), When())


# Working out --------------------------------------------------------------------------------------------------

_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, "=": eq, "!=": ne, ">": gt, "<": lt}


def _holds(part: Node[Count], seen: Sequence[int], places: Mapping[int, int]) -> bool:
    if isinstance(part, Count):
        return _COMPARISONS[part.comparison](seen[places[part.start]], part.number)
    if isinstance(part, Not):
        return not _holds(part.part, seen, places)
    found = (_holds(inner, seen, places) for inner in part.parts)
    return all(found) if isinstance(part, And) else any(found)


def _ways(
    alike: Mapping[tuple[int, ...], int], taken: Sequence[int], lasts: Sequence[int], enough: Sequence[int], work: Work
) -> Counter[tuple[int, ...]]:
    """For each result of the counts, the number of ways to draw the cards; results are cut off at `enough`.

    `alike` are numbers of cards, by the counts that count them. Drawing has stages: `taken` are the cards of each, and
    `lasts` the last stages of the counts. Sorts of cards are distributed to the stages one after the other; a state is
    the room that is left in the stages and the counts so far.
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
    for (seen, room), many in ways.items():  # the room that is left is for cards that nothing counts
        found[seen] += many * _shared(alike.get((), 0), room)
    return found


def _splits(n: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to distribute up to `n` cards to stages with this room."""
    if not room:
        yield ()
        return
    for first in range(min(n, room[0]) + 1):
        for rest in _splits(n - first, room[1:]):
            yield (first, *rest)


def _shared(n: int, drawn: Sequence[int]) -> int:
    """The number of ways to choose, out of `n` cards, those `drawn` in each stage."""
    ways = 1
    for number in drawn:
        ways *= _comb(n, number) if n >= number else 0
        n -= number
    return ways


_comb = lru_cache(maxsize=4096)(comb)
