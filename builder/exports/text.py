"""A deck as a list of "2 Card Name" lines, which Arsenal and most deck builders read: `builder.decks.to_text`."""

from __future__ import annotations

from builder.decks import CardIndex, to_text
from builder.exports import Bundle, Exported, Target


def export(bundle: Bundle) -> Exported:
    """The deck as text; of a whole game, the names of its cards, a line each."""
    if bundle.deck is None:
        return Exported("".join(f"{card.name}\n" for card in bundle.cards).encode())
    index = bundle.index if bundle.index and not bundle.language else CardIndex(bundle.cards)
    return Exported(to_text(bundle.deck, index).encode())


TARGET = Target("text", "a text list", ".txt", export)
