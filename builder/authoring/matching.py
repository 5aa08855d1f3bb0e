"""Which card a row of a spreadsheet is: by its id, then by its number, then by its name; a new one otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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
    rows: Sequence[Asked],
    cards: Sequence[CardSource],
    checked: CheckedPack,
    set_id: str,
    taken: Collection[str] = (),
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
