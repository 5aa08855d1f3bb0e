"""Names that were probably meant: those that begin so, those that have the words in them, those spelt nearly so."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from builder.diagnostics import near
from builder.naming import fold

SHORTEST = 3  # letters of words that are looked for within names


def beginning(words: str, names: Iterable[str]) -> list[str]:
    """The names that begin with the words, in alphabetical order; ids count as the words that they are made of.

    >>> beginning("scrap", ["Scrapyard", "Scrap Tug", "Old Scrap"])
    ['Scrap Tug', 'Scrapyard']
    """
    wanted = _plain(words)
    return sorted(name for name in names if _plain(name).startswith(wanted)) if wanted else []


def likely(words: str, names: Collection[str], n: int = 3) -> list[str]:
    """Up to `n` names that are probably meant.

    First those that contain the words, then those with words that are spelt nearly so, then those nearest as a whole.

    >>> likely("tgu", ["Scrap Tug", "Flagship", "Long Tug"])
    ['Long Tug', 'Scrap Tug']
    """
    ordered, wanted = sorted(names), _plain(words)
    containing = [name for name in ordered if wanted in _plain(name)] if len(wanted) >= SHORTEST else []
    containing.sort(key=lambda name: wanted not in _plain(name).split())  # whole words before parts of them
    found = containing or _with_words_near(wanted.split(), ordered)
    return list(dict.fromkeys([*found, *near(wanted, ordered, n)]))[:n]


def _with_words_near(words: Collection[str], names: Collection[str]) -> list[str]:
    """The names that have all of the words in them, each as it stands or as it was probably meant."""
    folded = {name: _plain(name) for name in names}
    known = {part for name in folded.values() for part in name.split()}
    meant = [word if any(word in name for name in folded.values()) else _nearest(word, known) for word in words]
    return [name for name, said in folded.items() if meant and all(word and word in said for word in meant)]


def _plain(words: str) -> str:
    """Words as they are compared here: an id is its words."""
    return fold(words.replace("-", " "))


def _nearest(word: str, known: Collection[str]) -> str:
    return next(iter(near(word, known, 1)), "") if len(word) >= SHORTEST else ""
