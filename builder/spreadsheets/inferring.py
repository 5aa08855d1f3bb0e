"""What a column without a field would be in a card schema: found out from its cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from builder.documents.data import Data
from builder.naming import fold, slug
from builder.spreadsheets.cells import NO, YES, is_decimal, is_whole, items

Kind = Literal["whole", "number", "flag", "words", "list", "tally", "text"]

EMPTY = frozenset(("-", "–", "—", "n/a", "na", "none"))  # what people write where there is nothing
MOST_WORDS = 30  # that a closed list has
LONGEST_WORD = 40  # characters
_MOST_IN_A_LINE = 80  # characters of a list's cell
_LEAST = 4  # cells from which on a few words are a closed list


@dataclass(frozen=True, slots=True)
class Inferred:
    """What the cells of a column are. `words` are those of a closed list, ids with their names, in their order."""

    kind: Kind
    words: Mapping[str, str] = field(default_factory=dict)
    least: float = 0

    @property
    def said(self) -> str:
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
        return {**found, "type": "string", "minLength": 1, "maxLength": 2000}


def inferred(cells: Iterable[str], *, closed: bool = False) -> Inferred:
    """What these cells are; words count as a closed list where they come again, or where they are `closed` anyway."""
    said = [cell for cell in cells if cell and fold(cell) not in EMPTY]
    if not said:
        return Inferred("text")
    if not closed:
        if all(map(is_whole, said)):
            return Inferred("whole", least=min(float(cell.replace("−", "-").replace(",", "")) for cell in said))
        if all(map(is_decimal, said)):
            return Inferred("number", least=min(float(cell.replace("−", "-").replace(",", ".")) for cell in said))
        folded = {fold(cell) for cell in said}
        if folded <= YES | NO and folded & YES:
            return Inferred("flag")
    parts = [part for cell in said for part in items(cell)]
    several = any(len(items(cell)) > 1 for cell in said)
    short = all("\n" not in cell and len(cell) <= _MOST_IN_A_LINE and cell[-1] not in ".!?" for cell in said)
    if several and (closed or short) and (words := _closed(parts, always=closed)):
        return Inferred("list", words)
    if words := _closed(said, always=closed):
        return Inferred("words", words)
    return Inferred("text")


def _closed(said: Sequence[str], *, always: bool) -> dict[str, str]:
    """The words of a closed list, the most frequent spelling of each; {} where these are no such words."""
    spelled: dict[str, Counter[str]] = {}
    for cell in said:
        spelled.setdefault(slug(cell), Counter())[cell] += 1
    if "" in spelled or len(spelled) > MOST_WORDS or any(len(cell) > LONGEST_WORD or "\n" in cell for cell in said):
        return {}
    if not always and (len(said) < _LEAST or 2 * len(spelled) > len(said)):
        return {}
    return {word: counted.most_common(1)[0][0] for word, counted in spelled.items()}
