"""Which card a row of a spreadsheet is: by its id, then by its number, then by its name; a new one otherwise."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.checks import CheckedPack
from builder.checks.checked import CardSource
from builder.documents.data import text, whole
from builder.naming import MOST_LETTERS, fold, slug, slug_of_signs

Asked = tuple[str, int, str]  # the id, the number and the name that a row says; empty or 0 where it says none


@dataclass(frozen=True, slots=True)
class Matched:
    """The card that a row is, None for a new one, with the id and the number that it has then."""

    card: CardSource | None
    id: str
    number: int


def matched_rows(
    rows: Sequence[Asked], cards: Sequence[CardSource], checked: CheckedPack, set_id: str, taken: Collection[str] = ()
) -> list[Matched]:
    """What each row is, among the `cards` of a set. `taken` are ids of new cards of other sets.

    A number counts where the card that has it is not named by another row: so a card may get another name, and cards
    may be numbered anew.
    """
    found: dict[int, CardSource] = {}
    used: set[str] = set()

    def take(row: int, card: CardSource | None) -> None:
        if card is not None and row not in found and card.id not in used:
            found[row] = card
            used.add(card.id)

    by_id = {card_id: card for card in cards for card_id in (*card.former_ids, card.id)}
    by_number = {whole(card.definition.get("number")): card for card in cards}
    by_name: dict[str, list[CardSource]] = {}
    for card in cards:
        by_name.setdefault(fold(text(card.definition.get("name"))), []).append(card)
    names = {fold(name) for _, _, name in rows}
    for row, (card_id, _, _) in enumerate(rows):
        take(row, by_id.get(card_id))
    unnamed = [(row, number, fold(name)) for row, (card_id, number, name) in enumerate(rows) if card_id not in by_id]
    for same_name in (True, False):
        for row, number, name in unnamed:
            numbered = by_number.get(number) if number else None
            called = fold(text(numbered.definition.get("name"))) if numbered else ""
            if called == name if same_name else called not in names and name not in by_name:
                take(row, numbered)
    unused = {name: (card for card in called if card.id not in used) for name, called in by_name.items()}
    for row, _, name in unnamed:
        if row not in found:
            take(row, next(unused.get(name, iter(())), None))
    return _with_ids(rows, found, checked, set_id, taken)


def _with_ids(
    rows: Sequence[Asked], found: Mapping[int, CardSource], checked: CheckedPack, set_id: str, others: Collection[str]
) -> list[Matched]:
    """The rows with their cards, and with new ids and numbers for those that have none."""
    taken = {*checked.ids, *checked.aliases, *others, *(card_id for card_id, _, _ in rows if card_id)}
    there = (whole(one.definition.get("number")) for one in checked.in_sets if one.set_id == set_id)
    free = max((*there, *(number for _, number, _ in rows)), default=0)
    counts: dict[str, int] = {}
    shared = _of_several_names(name for row, (_, _, name) in enumerate(rows) if row not in found)
    made: list[Matched] = []
    for row, (card_id, asked, name) in enumerate(rows):
        card, number = found.get(row), asked
        if card is not None:
            made.append(Matched(card, card.id, number or whole(card.definition.get("number"))))
            continue
        if not number:
            free += 1
            number = free
        wanted = slug(name)
        wanted = slug_of_signs(name) if wanted in taken or wanted in shared else wanted
        made.append(Matched(None, card_id or _free(wanted or f"card-{number}", taken, counts), number))
    return made


def _of_several_names(names: Iterable[str]) -> set[str]:
    """The ids that several names suggest, which differ in signs alone."""
    by_slug: dict[str, str] = {}
    return {found for name in names if by_slug.setdefault(found := slug(name), fold(name)) != fold(name)}


def _free(wanted: str, taken: set[str], counts: dict[str, int]) -> str:
    """The id, or with a number behind it where it is taken; `counts` are the numbers that were given."""
    found, start = wanted, wanted[: MOST_LETTERS - 6].rstrip("-")
    while found in taken:
        counts[start] = counts.get(start, 1) + 1
        found = f"{start}-{counts[start]}"
    taken.add(found)
    return found


_LONG = 4_000  # lines from which on a text is compared paragraph by paragraph
_NUMBERS = re.compile(r"@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@")

_Part = tuple[int, int, int, int]  # where a part begins and ends, in the lines before and in those after


def unified(before: str, after: str, path: str) -> Iterator[str]:
    """The lines of a unified diff, with a line around each change."""
    old, new = before.splitlines(), after.splitlines()
    if max(len(old), len(new)) < _LONG:
        yield from difflib.unified_diff(old, new, path, path, lineterm="", n=1)
        return
    yield from (f"--- {path}", f"+++ {path}")
    shown = shown_new = 0  # how many lines are behind us
    for start, end, new_start, new_end in _joined(_changed(old, new)):
        context = 1 if start > shown and new_start > shown_new else 0
        shown, shown_new = end, new_end
        left, right = old[start - context : end], new[new_start - context : new_end]
        for line in list(difflib.unified_diff(left, right, lineterm="", n=1))[2:]:
            yield _shifted(line, start - context, new_start - context)


def _shifted(line: str, old: int, new: int) -> str:
    """A line of a diff whose texts begin so many lines further down."""
    found = _NUMBERS.fullmatch(line)
    if found is None:
        return line
    return f"@@ -{int(found[1]) + old}{found[2]} +{int(found[3]) + new}{found[4]} @@"


def _joined(parts: Iterable[_Part]) -> Iterator[_Part]:
    """The parts, with those in one that are only added, one behind the other."""
    waiting: _Part | None = None
    for part in parts:
        if waiting and waiting[0] == waiting[1] == part[0] == part[1] and waiting[3] == part[2]:
            waiting = (part[0], part[1], waiting[2], part[3])
            continue
        if waiting:
            yield waiting
        waiting = part
    if waiting:
        yield waiting


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[_Part]:
    """The paragraphs that differ: those that begin alike are the same, in whose order nothing has changed."""
    left, right = _paragraphs(old), _paragraphs(new)
    begins = {old[start]: index for index, (start, _) in enumerate(left)}
    here = 0
    for start, end in right:
        index = begins.get(new[start], -1)
        if index < here:
            at = left[here][0] if here < len(left) else len(old)
            yield at, at, start, end
            continue
        for gone, stop in left[here:index]:
            yield gone, stop, start, start
        if old[left[index][0] : left[index][1]] != new[start:end]:
            yield *left[index], start, end
        here = index + 1
    for gone, stop in left[here:]:
        yield gone, stop, len(new), len(new)


def _paragraphs(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Where paragraphs begin and end, each with the empty lines behind it."""
    starts = [
        number for number, line in enumerate(lines) if not number or (line.strip() and not lines[number - 1].strip())
    ]
    return list(zip(starts, [*starts[1:], len(lines)], strict=True)) if starts else []
