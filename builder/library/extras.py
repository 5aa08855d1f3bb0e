"""What players need beside the cards of a deck."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games import Card, Game
from builder.library.catalog import Catalog

Beside = tuple[Card | str, int]  # a card, or a component's id, and how many


def extras(catalog: Catalog, game: Game, found: Sequence[tuple[Card, int]], players: int) -> list[Beside]:
    """What so many players need beside these cards, by count: components of game.yaml by id, or cards of the pack."""
    needed: list[Beside] = []
    there = {card.id for card, _ in found}
    for component in game.components.values():
        count = component.per_player * players
        if not component.card:
            needed.append((component.id, count))
        elif (card_id := catalog.index(game.id).current(component.card)) and card_id not in there:
            needed.append((catalog.card(card_id, game.id), count))
    return needed
