"""What a section of a deck that a user names is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from builder.decks.statistics import Statistics, copies_of, statistics
from builder.library.catalog import Catalog, OpenedDeck


def counted(
    catalog: Catalog,
    opened: OpenedDeck,
    format_id: str = "",
    section: str = "",
    chances: Sequence[str] = (),
    language: str = "",
) -> Statistics:
    """Curves, totals, chances and odds: see `builder.workspace.Workspace.stats`."""
    opened.check_section(section)
    game = catalog.localized(catalog.game(opened.deck.game), language).game
    index, by = catalog.index(game.id), catalog.format(opened.deck, format_id, language=language)
    found = statistics(opened.deck, index, game, by, section=section)
    if not chances:
        return found
    from builder.decks.chances import Work
    from builder.library.chances import asked_chance

    copies, _ = copies_of(opened.deck, index, found.section)
    hand, draw, work = found.hand, found.draw, Work()
    asked = [asked_chance(catalog, game.id, copies, text, hand=hand, draw=draw, work=work) for text in chances]
    return replace(found, asked=tuple(asked))
