"""Rules about rulings: the cards that they name."""

from __future__ import annotations

from collections.abc import Iterator

from builder.checks.checked import CheckedPack
from builder.checks.rules.references import known_card
from builder.diagnostics import Diagnostic


def rulings_are_about_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Rulings name cards of the game."""
    data = checked.rulings.data if checked.rulings else None
    for index, ruling in enumerate(data if isinstance(data, list) else ()):
        cards = ruling.get("cards") if isinstance(ruling, dict) else None
        for place, card_id in enumerate(cards if isinstance(cards, list) else ()):
            if isinstance(card_id, str) and checked.rulings:
                yield from known_card(checked, card_id, checked.rulings.span((index, "cards", place)))
