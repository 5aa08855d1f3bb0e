"""How alike two words are: by the letters that they have in common, and by the slips of the pen between them.

rapidfuzz does the counting where it is installed. A judge in a browser has Python's own library alone; then the
same figures are found here, more slowly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def alike(word: str, others: Sequence[str], least: float) -> Iterator[tuple[int, float]]:
    """The places of those others that are like the word to at least so many percent, with the percentage of each.

    It is the share of letters that both have in the same order: twice their number by that of all letters.
    """
    try:
        from rapidfuzz import fuzz, process  # takes 20 ms, and most runs have nothing to suggest
    except ImportError:
        yield from alike_without_library(word, others, least)
        return
    for _, percent, place in process.extract(word, others, scorer=fuzz.ratio, score_cutoff=least, limit=None):
        yield place, percent


def alike_without_library(word: str, others: Sequence[str], least: float) -> Iterator[tuple[int, float]]:
    """The same, by Python alone."""
    places: dict[str, int] = {}
    for place, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << place
    for number, other in enumerate(others):
        letters = len(word) + len(other)
        apart = letters - 2 * _in_common(places, len(word), other)
        percent = (1.0 - (apart / letters if letters else 0.0)) * 100  # as rapidfuzz rounds
        if percent >= least:
            yield number, percent


def slips(word: str, other: str) -> int:
    """How many letters were left out, added, mistaken or changed with their neighbour, each letter touched once.

    It is the restricted Damerau-Levenshtein distance.

    >>> slips("sheild", "shield"), slips("gaurds", "guard")
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


def _in_common(places: dict[str, int], length: int, other: str) -> int:
    """How many letters a word of that length, whose letters are at these places, shares with another in their order.

    Source of the method: H. Hyyrö, "Bit-parallel LCS-length computation revisited" (2004): a bit a letter.
    """
    every = (1 << length) - 1
    left = every
    for letter in other:
        found = left & places.get(letter, 0)
        left = ((left + found) | (left - found)) & every
    return length - left.bit_count()
