"""Draws a test hand of a deck that a user names."""

from __future__ import annotations

import secrets

from builder.decks.hands import Hand, check_redraws, draw_hands, drawn_each_turn, hand_size, redraws_of
from builder.decks.statistics import copies_of
from builder.diagnostics import UsageError
from builder.games import Format
from builder.library.catalog import Catalog, OpenedDeck

MAX_DECK = 100_000  # cards that are shuffled
MOST_SEEDS = 1_000_000  # of which one is taken where none is named: short enough to be typed


def drawn_hand(
    catalog: Catalog,
    opened: OpenedDeck,
    by: Format,
    section: str = "",
    players: int | None = None,
    size: int | None = None,
    seed: int | None = None,
    redraws: int = 0,
) -> Hand:
    """A test hand: see `builder.workspace.Workspace.hand`."""
    deck = opened.deck
    opened.check_section(section)
    section = section or next(iter(deck.sections), "")
    index = catalog.index(deck.game)
    copies, _ = copies_of(deck, index, section)
    if not copies:
        raise UsageError(f"{opened.label} has no cards to draw from")
    if copies.total() > MAX_DECK:
        raise UsageError(f"{opened.label} has {copies.total():,} cards; hands are drawn from at most {MAX_DECK:,}")
    size = size or hand_size(by, players or deck.players)
    if size is None:
        help_ = "say it with --size, or let the format's setup say `hand`"
        raise UsageError(f"{by.name} does not say how many cards the first hand has", help_)
    allowed = redraws_of(catalog.game(deck.game), by)
    check_redraws(allowed, redraws, by)
    seed = secrets.randbelow(MOST_SEEDS) if seed is None else seed
    *hands, rest = draw_hands(copies, size, seed, redraws, allowed.back)
    drawn = tuple(tuple(index.cards[card_id] for card_id in hand) for hand in hands)
    each = drawn_each_turn(by)
    return Hand(deck.name, deck.game, by.id, section, seed, drawn, allowed.most, len(rest), tuple(rest), each)
