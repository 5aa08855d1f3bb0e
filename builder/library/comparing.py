"""Compares two decks that a user names."""

from __future__ import annotations

from builder.decks.comparing import Comparison, Side, changes, paired
from builder.decks.statistics import statistics
from builder.diagnostics import UsageError, suggestion
from builder.library.catalog import Catalog, OpenedDeck


def compared(
    catalog: Catalog, before: OpenedDeck, after: OpenedDeck, section: str = "", language: str = ""
) -> Comparison:
    """What differs between two decks: see `builder.workspace.Workspace.compare`."""
    both = (before, after)
    if before.deck.game != after.deck.game:
        games = " and ".join(f"{opened.label} is of {opened.deck.game}" for opened in both)
        raise UsageError(f"{games}: only decks of one game are compared")
    game, index = catalog.localized(catalog.game(before.deck.game), language).game, catalog.index(before.deck.game)
    formats = [catalog.format(opened.deck, language=language) for opened in both]
    names = {**formats[1].sections, **formats[0].sections}
    known = dict.fromkeys([*before.deck.sections, *after.deck.sections])
    if section and section not in known:
        raise UsageError(f'neither deck has a section "{section}"', suggestion(section, known, "sections"))
    section = section or next((name for name in names if name in known), next(iter(known), ""))
    first, second = (
        statistics(opened.deck, index, game, by, section=section) for opened, by in zip(both, formats, strict=True)
    )
    sides = [
        Side(opened.label, opened.deck.name, by.id, opened.deck.size) for opened, by in zip(both, formats, strict=True)
    ]
    return Comparison(
        game.id,
        (sides[0], sides[1]),
        changes(before.deck, after.deck, index, names),
        section,
        paired(first.amounts, second.amounts),
    )
