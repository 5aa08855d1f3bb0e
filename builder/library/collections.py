"""What of a deck is missing from a collection that a user names: a CSV file, a list, or another deck."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from builder.decks.collections import Proxies, is_csv, lacks, parse_csv
from builder.diagnostics import Diagnostic, FindingsError, UsageError, count_of
from builder.games import Card
from builder.library.catalog import STANDARD_INPUT, Catalog, OpenedDeck
from builder.storage.files import is_file

_CSV = re.compile(r"\.[ct]sv", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection that has been read: what it is called, the copies by card id, and what could not be read."""

    label: str
    counts: Counter[str]
    problems: list[Diagnostic]

    def __str__(self) -> str:
        return self.label


def collection_in(catalog: Catalog, text: str, game_id: str, label: str = "collection") -> Collection:
    """The collection that a text holds: CSV, a list as decks are pasted, or a deck file.

    Raises FindingsError where it holds no cards of the game.
    """
    if is_csv(text):
        return Collection(label, *parse_csv(text, catalog.index(game_id), label))
    return _of_deck(catalog, catalog.parse_deck(text, label, game_id), game_id)


def owned(catalog: Catalog, have: str | Collection, game_id: str) -> tuple[Counter[str], list[Diagnostic]]:
    """The copies of a collection by card id, and what of it could not be read.

    Raises FindingsError where it holds no cards of the game, UsageError where nothing of that name is there.
    """
    if isinstance(have, Collection):
        return have.counts, have.problems
    if _CSV.fullmatch(Path(have).suffix):
        from builder.documents.reading import read_text  # what answers in a browser reads no files

        text, problems = read_text(Path(have))
        if problems:
            raise FindingsError(problems)
        return parse_csv(text, catalog.index(game_id), have)
    is_list = have == STANDARD_INPUT or is_file(have)
    found = _of_deck(catalog, catalog.open_deck(have, game_id if is_list else ""), game_id)
    return found.counts, found.problems


def _of_deck(catalog: Catalog, opened: OpenedDeck, game_id: str) -> Collection:
    """A deck's cards as a collection. Raises UsageError for another game's deck."""
    if opened.deck.game != game_id:
        raise UsageError(f"{opened.label} is of {opened.deck.game}, and the deck is of {game_id}")
    index = catalog.index(game_id)
    counts: Counter[str] = Counter()
    for cards in opened.deck.sections.values():
        for card_id, copies in cards.items():
            counts[index.current(card_id) or card_id] += copies
    return Collection(opened.label, counts, opened.problems)


def proxies(catalog: Catalog, opened: OpenedDeck, have: str | Collection) -> tuple[Proxies, list[Diagnostic]]:
    """What of a deck is missing from a collection, and what of that could not be read.

    Raises as `owned` does, and FindingsError for a deck with unknown cards.
    """
    needed = {card.id: copies for card, copies in catalog.deck_cards(opened)}
    counts, problems = owned(catalog, have, opened.deck.game)
    names = catalog.index(opened.deck.game).names
    found = lacks(needed, counts, names)
    return Proxies(opened.label, opened.deck.game, sum(needed.values()), found), problems


def lacking(
    catalog: Catalog, game_id: str, cards: list[tuple[Card, int]], have: str | Collection
) -> tuple[list[tuple[Card, int]], list[Diagnostic]]:
    """Those of the cards that are missing from a collection, with how many are, and what of it could not be read."""
    counts, problems = owned(catalog, have, game_id)
    needed = {card.id: copies for card, copies in cards}
    missing = {lack.card: lack.missing for lack in lacks(needed, counts, {})}
    return [(card, missing[card.id]) for card, _ in cards if card.id in missing], problems


def missing_of(missing: int, cards: int) -> str:
    """How many of so many cards are missing, in words.

    >>> missing_of(1, 40)
    '1 of 40 cards is missing'
    """
    return f"{missing} of {count_of(cards, 'card')} {'is' if missing == 1 else 'are'} missing"
