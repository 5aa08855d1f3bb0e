"""A deck as a list of "2 Card Name" lines, which Arsenal and most deck builders read: `builder.decks.to_text`."""

from __future__ import annotations

from builder.decks import CardIndex, to_text
from builder.diagnostics import some_of
from builder.diagnostics.harmless import one_line
from builder.exports import Bundle, Exported, Target, lost


def export(bundle: Bundle) -> Exported:
    """The deck as text; of a whole game, the names of its cards, a line each."""
    if bundle.deck is None:
        alike = bundle.index.alike if bundle.index else frozenset[str]()
        twins = [one_line(card.name) for card in bundle.cards if card.id in alike]
        losses = [lost("twins", names=some_of(twins))] if twins else []
        return Exported("".join(f"{card.name}\n" for card in bundle.cards).encode(), losses)
    index = bundle.index if bundle.index and not bundle.language else CardIndex(bundle.cards)
    return Exported(to_text(bundle.deck, index).encode())


TARGET = Target("text", "", ".txt", export)
