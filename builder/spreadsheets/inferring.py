"""Infers from its cells what a column without a field would be in a card schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from builder.documents.data import Data
from builder.naming import fold, free, slug, slug_of_signs
from builder.spreadsheets.cells import NO, YES, items, read_number, read_whole, unguarded

Kind = Literal["whole", "number", "flag", "words", "list", "tally", "text"]

EMPTY = frozenset(("-", "–", "—", "n/a", "na", "none"))  # what people write in empty cells
MOST_WORDS = 30  # of a closed list
LONGEST_WORD = 40  # characters
_USUAL_TEXT = 2000  # limit for the characters of a text, unless one is already longer
_MOST_IN_A_LINE = 80  # characters of a list's cell
_LEAST = 4  # with fewer cells, words are no closed list


@dataclass(frozen=True, slots=True)
class Inferred:
    """What the cells of a column are. `words` are those of a closed list, ids with their names, in their order.

    `least` is the lowest number, `longest` the characters of the longest cell.
    """

    kind: Kind
    words: Mapping[str, str] = field(default_factory=dict)
    least: float = 0
    longest: int = 0

    @property
    def in_words(self) -> str:
        """The kind in words."""
        listed = ", ".join(list(self.words.values())[:4]) + (" ..." if len(self.words) > 4 else "")
        return {
            "whole": "a whole number",
            "number": "a number",
            "flag": "yes or no",
            "words": f"one of {listed}",
            "list": f"a list of {listed}",
            "tally": f"amounts of {listed}",
            "text": "text",
        }[self.kind]

    def schema(self, title: str) -> dict[str, Data]:
        """The field in a card schema."""
        closed: dict[str, Data] = {"enum": list(self.words), "x-names": dict(self.words)}
        found: dict[str, Data] = {"title": title}
        if self.kind in ("whole", "number"):
            return {**found, "type": "integer" if self.kind == "whole" else "number", "minimum": min(0, self.least)}
        if self.kind == "flag":
            return {**found, "type": "boolean"}
        if self.kind == "words":
            return {**found, "type": "string", **closed}
        if self.kind == "list":
            inner: dict[str, Data] = {"type": "string", **closed}
            return {**found, "type": "array", "minItems": 1, "items": inner}
        return {**found, "type": "string", "minLength": 1, "maxLength": max(_USUAL_TEXT, self.longest)}


def inferred(cells: Iterable[str], *, closed: bool = False) -> Inferred:
    """What these cells are. Words are a closed list if they are repeated, or if `closed` says so."""
    filled = [unguarded(cell) for cell in cells if cell and fold(cell) not in EMPTY]
    if not filled:
        return Inferred("text")
    if not closed:
        if numbers := _numbers(read_whole, filled):
            return Inferred("whole", least=min(numbers))
        if numbers := _numbers(read_number, filled):
            return Inferred("number", least=min(numbers))
        folded = {fold(cell) for cell in filled}
        if folded <= YES | NO and folded & YES:
            return Inferred("flag")
    parts = [part for cell in filled for part in items(cell)]
    several = any(len(items(cell)) > 1 for cell in filled)
    short = all("\n" not in cell and len(cell) <= _MOST_IN_A_LINE and cell[-1] not in ".!?" for cell in filled)
    if several and (closed or short) and (words := _closed(parts, always=closed)):
        return Inferred("list", words)
    if words := _closed(filled, always=closed):
        return Inferred("words", words)
    return Inferred("text", longest=max(map(len, filled)))


def _numbers(read: Callable[[str], Data], cells: Sequence[str]) -> list[float]:
    """The cells as numbers, as `read` reads them; none where one is no number."""
    numbers = [number for number in map(read, cells) if isinstance(number, int | float)]
    return numbers if len(numbers) == len(cells) else []


def _closed(cells: Sequence[str], *, always: bool) -> dict[str, str]:
    """The words of a closed list, the most frequent spelling of each; {} where these are no such words."""
    if any(len(cell) > LONGEST_WORD or "\n" in cell for cell in cells):
        return {}
    different: set[str] = set()
    for cell in dict.fromkeys(cells):
        different.add(_read_as(cell))
        if len(different) > MOST_WORDS:
            return {}
    if not always and (len(cells) < _LEAST or 2 * len(different) > len(cells)):
        return {}
    words = words_of(cells)
    return {} if "" in words else words


def words_of(cells: Iterable[str]) -> dict[str, str]:
    """The words in cells by id, each in its most frequent spelling; the id is "" where none can be made."""
    spelled: dict[str, Counter[str]] = {}
    for cell in cells:
        spelled.setdefault(_read_as(cell), Counter())[cell] += 1
    return _with_ids({read: counted.most_common(1)[0][0] for read, counted in spelled.items()})


def _read_as(cell: str) -> str:
    """The key by which cells count as the same word: the word's id, or else its folded name."""
    word = slug(cell)
    return word if fold(cell) in (word, word.replace("-", " ")) else fold(cell)


def _with_ids(named: Mapping[str, str]) -> dict[str, str]:
    """Names by different ids; `named` are names by the key of `_read_as`. The id is "" where none can be made."""
    suggested = [slug(name) for name in named.values()]
    times = Counter(suggested)
    taken = {word for read, word in zip(named, suggested, strict=True) if read == word or times[word] == 1}
    found: dict[str, str] = {}
    for (read, name), word in zip(named.items(), suggested, strict=True):
        if not word or (read != word and times[word] > 1):
            word = slug_of_signs(name)  # noqa: PLW2901 - it is another word then
            word = word and free(word, taken)  # noqa: PLW2901
            taken.add(word)
        found[word] = name
    return found
