"""Reads data that others have written: numbers, words and lists by their names. Its errors say where the data is wrong.

Bundles, abilities of cards, positions that are set up by hand and saved games are read with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from engine.faults import EngineError

MOST_ITEMS: Final = 10_000  # of one list


@dataclass(frozen=True)
class Facts:
    """Values by name, such as the setup of a format or a player of a position; `where` names them in error messages.

    Each method reads one by its name, and raises EngineError if it is missing or makes no sense.
    """

    data: Mapping[str, Any]
    where: str

    def number(self, name: str, low: int = 0, high: int = 1_000, default: int | None = None) -> int:
        """A whole number from `low` to `high`. Raises EngineError for anything else."""
        value = self._value(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(name, value, f"a whole number from {low} to {high}")
        return value

    def word(self, name: str, known: Sequence[str] = (), default: str | None = None) -> str:
        """A word, one of those `known` where any are given. Raises EngineError for anything else."""
        if default is not None and name not in self.data:
            return default
        value = self._value(name, None)
        if not isinstance(value, str) or (known and value not in known):
            raise self._wrong(name, value, f"one of {', '.join(known)}" if known else "a word")
        return value

    def words(self, name: str, known: Sequence[str] = (), default: list[str] | None = None) -> tuple[str, ...]:
        """A list of words, or a single word. Raises EngineError for anything else."""
        value = self._value(name, default)
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(w, str) and (not known or w in known) for w in listed):
            raise self._wrong(name, value, f"a list of {', '.join(known)}" if known else "a list of words")
        return tuple(listed)

    def numbers(
        self, name: str, low: int = 0, high: int = 1_000, default: list[int] | None = None, most: int = MOST_ITEMS
    ) -> tuple[int, ...]:
        """A list of at most `most` whole numbers. Raises EngineError for anything else."""
        value = self._value(name, default)
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(name, value, f"a list of at most {most} whole numbers from {low} to {high}")
        for n, number in enumerate(value):
            if type(number) is not int or not low <= number <= high:
                raise self._wrong(f"{name}[{n}]", number, f"a whole number from {low} to {high}")
        return tuple(value)

    def amounts(self, known: Sequence[str], most: int = 1_000) -> tuple[int, ...]:
        """All values as whole numbers, in the order of the `known` names; 0 for a missing one."""
        self.only(*known)
        return tuple(self.number(name, 0, most, 0) for name in known)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false. Raises EngineError for anything else."""
        value = self._value(name, default)
        if not isinstance(value, bool):
            raise self._wrong(name, value, "true or false")
        return value

    def one_of(self, name: str, known: Sequence[str], default: str | None = None) -> int:
        """The index of a word in `known`."""
        return list(known).index(self.word(name, known, default))

    def items(self, name: str, most: int = MOST_ITEMS) -> list[Any]:
        """A list of at most `most` values; empty where it is missing or null."""
        value = self.data.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(name, value, f"a list of at most {most}")
        return value

    def lists(self, name: str, most: int = MOST_ITEMS) -> list[list[Any]]:
        """A list of at most `most` lists."""
        value = self.items(name, most)
        if not all(isinstance(listed, list) and len(listed) <= MOST_ITEMS for listed in value):
            raise self._wrong(name, value, "a list of lists")
        return value

    def pairs(self, name: str, what: str, most: int = MOST_ITEMS) -> list[tuple[int, int]]:
        """A list of at most `most` pairs of whole numbers, which error messages call `what`."""
        found = []
        for n, pair in enumerate(self.lists(name, most)):
            if len(pair) != 2 or any(type(part) is not int for part in pair):
                raise EngineError(f"{self.where}.{name}[{n}] should be {what}")
            found.append((pair[0], pair[1]))
        return found

    def part(self, name: str) -> Facts:
        """The mapping under a name; empty if it is missing or null."""
        return self._below(name, self.data.get(name))

    def parts(self, name: str, most: int = MOST_ITEMS) -> list[Facts]:
        """A list of at most `most` mappings, each as Facts."""
        return [self._below(f"{name}[{n}]", value) for n, value in enumerate(self.items(name, most))]

    def cards(self, name: str, *known: str) -> list[Facts]:
        """A list of cards: each its id, or a mapping of `card` and other names from `known`; null is an empty place."""
        found = []
        for n, value in enumerate(self.items(name)):
            card = Facts(value if isinstance(value, Mapping) else {"card": value}, f"{self.where}.{name}[{n}]")
            card.only("card", *known)
            found.append(card)
        return found

    def only(self, *known: str) -> None:
        """Raises EngineError for a name that is not one of these."""
        for name in self.data:
            if name not in known:
                close = get_close_matches(str(name)[:80], known, 1)
                meant = f"did you mean {close[0]}? " if close else ""
                help_ = f"{meant}known: {', '.join(known)}"
                raise EngineError(f"{self.where}.{str(name)[:80]} is not known", help_)

    def has(self, name: str) -> bool:
        """Whether the fact is there."""
        return name in self.data

    def _value(self, name: str, default: Any) -> Any:
        if name in self.data:
            return self.data[name]
        if default is None:
            raise EngineError(f"{self.where}.{name} is missing, and the game can't be played without it")
        return default

    def _below(self, name: str, value: Any) -> Facts:
        if value is not None and not isinstance(value, Mapping):
            raise self._wrong(name, value, "values by name")
        return Facts(value or {}, f"{self.where}.{name}")

    def _wrong(self, name: str, value: Any, allowed: str) -> EngineError:
        return EngineError(f"{self.where}.{name} is {json.dumps(value, default=str)[:80]}, and should be {allowed}")
