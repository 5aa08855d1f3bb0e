"""Rules about rulings: the cards that they name."""

from __future__ import annotations

from collections.abc import Iterator

from builder.checks.checked import CheckedPack
from builder.checks.rules.references import known_card
from builder.diagnostics import Diagnostic
from builder.documents.data import mapping, sequence


def rulings_are_about_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Rulings name cards of the game."""
    if not checked.rulings:
        return
    for index, ruling in enumerate(sequence(checked.rulings.data)):
        for place, card_id in enumerate(sequence(mapping(ruling).get("cards"))):
            if isinstance(card_id, str):
                yield from known_card(checked, card_id, checked.rulings.span((index, "cards", place)))
