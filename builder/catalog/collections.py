"""What of a deck is missing from a collection that a user names: a CSV file, a list, or another deck."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from builder.catalog.catalog import STANDARD_INPUT, Catalog, OpenedDeck
from builder.decks.collections import Proxies, lacks, parse_csv
from builder.diagnostics import Diagnostic, FindingsError, UsageError, count_of
from builder.documents.reading import read_text
from builder.games import Card
from builder.storage.files import is_file

_CSV = re.compile(r"\.[ct]sv", re.IGNORECASE)


def owned(catalog: Catalog, name: str, game_id: str) -> tuple[Counter[str], list[Diagnostic]]:
    """The copies of a collection by card id, and what of it could not be read.

    Raises FindingsError where it holds no cards of the game, UsageError where nothing of that name is there.
    """
    index = catalog.index(game_id)
    if _CSV.fullmatch(Path(name).suffix):
        text, problems = read_text(Path(name))
        if problems:
            raise FindingsError(problems)
        return parse_csv(text, index, name)
    is_list = name == STANDARD_INPUT or is_file(name)
    opened = catalog.open_deck(name, game_id if is_list else "")
    if opened.deck.game != game_id:
        raise UsageError(f"{opened.label} is of {opened.deck.game}, and the deck is of {game_id}")
    counts: Counter[str] = Counter()
    for cards in opened.deck.sections.values():
        for card_id, copies in cards.items():
            counts[index.current(card_id) or card_id] += copies
    return counts, opened.problems


def proxies(catalog: Catalog, opened: OpenedDeck, have: str) -> tuple[Proxies, list[Diagnostic]]:
    """What of a deck is missing from a collection, and what of that could not be read.

    Raises as `owned` does, and FindingsError for a deck with unknown cards.
    """
    needed = {card.id: copies for card, copies in catalog.deck_cards(opened)}
    counts, problems = owned(catalog, have, opened.deck.game)
    names = catalog.index(opened.deck.game).names
    found = lacks(needed, counts, names)
    return Proxies(opened.label, opened.deck.game, sum(needed.values()), found), problems


def lacking(
    catalog: Catalog, game_id: str, cards: list[tuple[Card, int]], have: str
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
