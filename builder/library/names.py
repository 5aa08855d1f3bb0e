"""Names that were probably meant: those that begin with the words, contain them, or are spelt almost like them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from builder.diagnostics import KnownWords, UsageError, suggestion
from builder.naming import fold
from builder.words import words_here

SHORTEST = 3  # letters; shorter words are not searched within names


def beginning(words: str, names: Iterable[str]) -> list[str]:
    """The names that begin with the words, in alphabetical order; ids count as the words that they are made of.

    >>> beginning("scrap", ["Scrapyard", "Scrap Tug", "Old Scrap"])
    ['Scrap Tug', 'Scrapyard']
    """
    wanted = _plain(words)
    return sorted(name for name in names if _plain(name).startswith(wanted)) if wanted else []


def likely(words: str, names: Collection[str], n: int = 3) -> list[str]:
    """Up to `n` names that are probably meant.

    First those that contain the words, then those with words spelt almost like them, then the nearest as a whole.

    >>> likely("tgu", ["Scrap Tug", "Flagship", "Long Tug"])
    ['Long Tug', 'Scrap Tug']
    """
    return Names(names).likely(words, n)


class Names:
    """Names prepared once, to be searched any number of times for those that are probably meant: see `likely`."""

    def __init__(self, names: Iterable[str]) -> None:
        self._ordered = sorted(names)
        self._plain = {name: _plain(name) for name in self._ordered}

    def likely(self, words: str, n: int = 3) -> list[str]:
        """Up to `n` of the names."""
        wanted = _plain(words)
        containing = [name for name, plain in self._plain.items() if wanted in plain] if len(wanted) >= SHORTEST else []
        containing.sort(key=lambda name: wanted not in self._plain[name].split())  # whole words before parts of them
        found = containing or self._with_words_near(wanted.split())
        return list(dict.fromkeys([*found, *self._known.near(wanted, n)]))[:n]

    def _with_words_near(self, words: Collection[str]) -> list[str]:
        """The names that have all of the words in them, each as written or as it was probably meant."""
        meant = [word if any(word in name for name in self._plain.values()) else self._nearest(word) for word in words]
        return [name for name, plain in self._plain.items() if meant and all(word and word in plain for word in meant)]

    def _nearest(self, word: str) -> str:
        return next(iter(self._known_parts.near(word, 1)), "") if len(word) >= SHORTEST else ""

    @cached_property
    def _known(self) -> KnownWords:
        return KnownWords(self._ordered)

    @cached_property
    def _known_parts(self) -> KnownWords:
        return KnownWords({part for name in self._plain.values() for part in name.split()})


def _plain(words: str) -> str:
    """Words as they are compared here: an id counts as its words."""
    return fold(words.replace("-", " "))


def refused(key: str, help_: str = "", **parts: str) -> UsageError:
    """The error with the text `key` of the group `library`, in the user's language."""
    return UsageError.of("library", key, None, help_=help_, **parts)


def unknown(what: str, name: str, known: Iterable[str], **parts: str) -> UsageError:
    """The error that there is no such game, format or language, with what was probably meant."""
    return refused(f"no-{what}", suggestion(name, known, f"{what}s", words_here()), name=name, **parts)
