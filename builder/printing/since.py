"""Of some cards, those that differ from an earlier state of their pack."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games import Card, Game
from builder.packs.changes import compare, pack_at, pack_now, revision
from builder.packs.pack import Pack


def changed_since(
    packs: Sequence[Pack], game: Game, found: list[tuple[Card, int]], since: str, language: str
) -> tuple[list[tuple[Card, int]], str]:
    """Of these cards, those that differ from an earlier state of the pack, and words that say so."""
    pack = next(pack for pack in packs if pack.root == game.root)
    then = revision(pack.root, since)
    before = pack_at(pack.root, then.commit)
    changes = compare(before, pack_now(pack, before), language)
    left = [(card, count) for card, count in found if card.id in changes.cards]
    said = f"{len(left)} of {len(found)} cards differ from {then.label}"
    if new := sum(card.id in changes.new for card, _ in left):
        said += f", {new} of them new" if new < len(left) else ", all of them new"
    if changes.shared:
        more = f" and {len(changes.shared) - 3} more" if len(changes.shared) > 3 else ""
        said += f"; all do that were there, as what they share has changed: {', '.join(changes.shared[:3])}{more}"
    return left, said
