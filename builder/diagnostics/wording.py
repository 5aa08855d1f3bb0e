"""Words that messages share: numbers of things, near names, help for what is not known."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from builder.diagnostics.diagnostic import Fix
from builder.words import DEFAULT, Words, words_of

MAX_COMPARED = 1_000_000  # comparisons of unknown words with known ones in one run
MOST_NAMED = 12  # names in a list in a message
LONGEST = 80  # characters of a word that are compared
ALIKE = 60  # percent of their letters that two near words have in common, in the same order
ALIKE_IN_ANOTHER_ORDER = 75  # the same, once the words within them are sorted


def count_of(n: int, what: str) -> str:
    """A number of things in a message.

    >>> count_of(1, "card"), count_of(2, "card")
    ('1 card', '2 cards')
    """
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


_left_to_compare: ContextVar[list[int] | None] = ContextVar("left_to_compare", default=None)


@contextmanager
def bounded_comparisons(most: int | None = None) -> Iterator[None]:
    """Limits the comparisons of unknown words with known ones, by default to MAX_COMPARED. Then nothing is suggested.

    Within another such limit, the outer one holds.
    """
    if _left_to_compare.get() is not None:
        yield
        return
    token = _left_to_compare.set([MAX_COMPARED if most is None else most])
    try:
        yield
    finally:
        _left_to_compare.reset(token)


def _may_compare(words: int) -> bool:
    left = _left_to_compare.get()
    if left is None:
        return True
    left[0] -= words
    return left[0] >= 0


def near(word: str, known: Iterable[str], n: int = 3) -> list[str]:
    """Up to `n` of the known words that `word` was probably meant to be, best first.

    Letters may differ by case, and several words may stand in another order.

    >>> near("Sheild", ["Ambush", "Shield", "Swarm"])
    ['Shield']
    >>> near("tug scrap", ["Scrap Tug", "Flagship"])
    ['Scrap Tug']
    """
    words = known if isinstance(known, Collection) else list(known)
    return KnownWords(words).near(word, n) if _may_compare(len(words)) else []


class KnownWords:
    """Known words, prepared for comparing several unknown words with them."""

    def __init__(self, known: Iterable[str]) -> None:
        # Words are cut so that a hostile list of long ones costs no more than a moment.
        self._by_folded = {word.casefold()[:LONGEST]: word for word in known}
        self._labels = list(self._by_folded)
        self._in_order = [_in_order(label) for label in self._labels]

    def near(self, word: str, n: int = 3) -> list[str]:
        """Up to `n` of the words that `word` was probably meant to be, best first: see `near`."""
        if not _may_compare(len(self._labels)):
            return []
        wanted = word.casefold()[:LONGEST]
        likeness: dict[str, float] = {}
        for text, labels, least in (
            (wanted, self._labels, ALIKE),
            (_in_order(wanted), self._in_order, ALIKE_IN_ANOTHER_ORDER),
        ):
            for place, percent in _alike(text, labels, least):
                label = self._labels[place]
                likeness[label] = max(percent, likeness.get(label, 0))
        best = sorted(likeness, key=lambda label: (-likeness[label], label))  # sets have another order in each run
        return [self._by_folded[label] for label in best[:n]]


def _alike(word: str, others: Sequence[str], least: float) -> Iterator[tuple[int, float]]:
    """The places of those others that are like the word by at least `least` percent, with the percentage of each.

    The percentage is of letters that both words have in the same order: twice their number by that of all letters.
    """
    try:
        from rapidfuzz import fuzz, process  # takes 20 ms, and most runs have nothing to suggest
    except ImportError:  # in a browser
        from difflib import SequenceMatcher

        matcher = SequenceMatcher(b=word, autojunk=False)
        for place, other in enumerate(others):
            matcher.set_seq1(other)
            if matcher.quick_ratio() * 100 >= least and (percent := matcher.ratio() * 100) >= least:
                yield place, percent
        return
    for _, percent, place in process.extract(word, others, scorer=fuzz.ratio, score_cutoff=least, limit=None):
        yield place, percent


def _in_order(words: str) -> str:
    """The words within a text, sorted.

    >>> _in_order("tug  scrap")
    'scrap tug'
    """
    return " ".join(sorted(words.split()))


def some_of(names: Sequence[str]) -> str:
    """The first of many names in a message, and how many more there are.

    >>> some_of([str(n) for n in range(14)])
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more'
    """
    more = len(names) - MOST_NAMED
    return ", ".join(name[:LONGEST] for name in names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def sure(word: str, known: Iterable[str]) -> str:
    """The one known word of which `word` is a misspelling; "" where there is none, or more than one is possible.

    A misspelling has another case, other signs between the words, or one letter too many, missing, wrong or swapped
    with its neighbour; in a long word two such letters.

    >>> sure("Sheild", ["Swarm", "Ambush", "Shield"]), sure("gaurd", ["guard", "guards"]), sure("ward", ["guard"])
    ('Shield', '', '')
    """
    words = known if isinstance(known, Collection) else list(known)
    likely, bare = near(word, words), _bare(word)
    if any(_bare(name) == bare for name in likely):
        same = {name for name in words if _bare(name) == bare}  # words that differ by case alone are near as one
        return same.pop() if len(same) == 1 else ""
    folded = word.casefold()[:LONGEST]
    most = 2 if len(folded) >= _LONG_WORD else 1 if len(folded) >= _SHORT_WORD else 0
    slips = {name: _slips(folded, name.casefold()[:LONGEST]) for name in likely}
    near_by = [name for name, number in slips.items() if number <= most + 1]
    return near_by[0] if len(near_by) == 1 and slips[near_by[0]] <= most else ""


def _slips(word: str, other: str) -> int:
    """How many letters are missing, added, wrong or swapped with their neighbour; each letter counts once.

    It is the restricted Damerau-Levenshtein distance.

    >>> _slips("sheild", "shield"), _slips("gaurds", "guard")
    (1, 2)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        before, above, row = row, before, [i]
        for j, meant in enumerate(other, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != meant))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == meant:
                least = min(least, above[j - 2] + 1)
            row.append(least)
    return row[-1]


_SHORT_WORD, _LONG_WORD = 4, 9  # letters: from the first number one slip is allowed, from the second two


def _bare(word: str) -> str:
    """A word without case, accents and the signs between its parts."""
    return re.sub(r"[\s_-]+", "-", word.strip().casefold())


def sure_fix(word: str, known: Iterable[str]) -> Fix | None:
    """The fix for a word that is certainly a misspelling, see `sure`; None where its author must choose."""
    found = sure(word, known)
    return Fix("word", found) if found else None


def suggestion(
    word: str, known: Iterable[str], what: str = "known", say: Words | None = None, most: int = MOST_NAMED
) -> str:
    """A help line for a word that is not `known`: what was probably meant, then up to `most` of the known words.

    In English, or with `say` in another language. Nothing is suggested after too many comparisons: see
    `bounded_comparisons`.

    >>> suggestion("Sheild", ["Swarm", "Ambush", "Shield"])
    'did you mean "Shield"? known: Ambush, Shield, Swarm'
    >>> suggestion("Mian", ["Main", "Side"], "sections", words_of("fr")).replace("\N{NO-BREAK SPACE}", "_")
    'vouliez-vous dire «_Main_»_? sections_: Main, Side'
    """
    return suggested(word, known, what, say or words_of(DEFAULT), most)[1]


def suggested(word: str, known: Iterable[str], what: str, say: Words, most: int = MOST_NAMED) -> tuple[str, str]:
    """The known word that was probably meant, "" where none is near, and the help line of `suggestion`."""
    words = known if isinstance(known, Collection) else list(known)
    called = say.texts.get(f"known.{what}", what)
    if not words:
        return "", say("known", what=called, names=say("known.none"))
    if not _may_compare(len(words)):
        return "", ""
    names = sorted(set(words))
    more = len(names) - most
    shown = ", ".join(name[:LONGEST] for name in names[:most])
    listed = say("known", what=called, names=say("known.more", more, names=shown) if more > 0 else shown)
    if not (meant := near(word, names, n=1)):
        return "", listed
    return meant[0], f"{say('suggested', names=say('quoted', word=meant[0]))} {listed}"
