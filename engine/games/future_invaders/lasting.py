"""Lines that hold while their card is deployed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.games.future_invaders.reading import Effect
from engine.games.future_invaders.table import DISCOUNT, SHIELD, TYPES, WEAPONS, Card, Static, Table
from engine.games.future_invaders.verbs import changes, counter

STATICS: Final = frozenset({"give", "shield", "discount", "ignore"})


def static(effect: Effect, card: Card) -> None:
    """Adds to a card what one of its lines does while it is deployed."""
    if effect.get("if") is not None or effect.get("may") is not None:
        raise effect.reader.wrong(f"{effect.op} under a condition, as long as the card is deployed")
    if effect.op == "give":
        effect.only("to", "for-each")
        weapons, durability = changes(effect)
        if durability:
            raise effect.wrong("main")
        card.statics.append(Static(WEAPONS, weapons, _applies(effect, "to", counter(effect))))
    elif effect.op == "shield":
        effect.only("of")
        card.statics.append(Static(SHIELD, effect.number, _applies(effect, "of", None)))
    elif effect.op == "discount":
        card.statics += _discounts(effect)
    elif effect.op == "ignore":
        effect.only("by")
        ignored = effect.cards()
        if effect.cards("by").ref != "this" or ignored.take != "each" or ignored.side != "enemy":
            raise effect.wrong("by")
        card.ignores |= sum(1 << kind for kind in ignored.types)
    else:
        raise effect.reader.wrong(f"{effect.op} as long as the card is deployed")


def _discounts(effect: Effect) -> list[Static]:
    effect.only("of")
    amounts = effect.reader.amounts(effect.get("main"))
    if amounts[-1] or effect.get("of") not in TYPES:
        raise effect.wrong("main")
    of = TYPES.index(effect.get("of"))
    return [Static(DISCOUNT, n, _never, of, kind) for kind, n in enumerate(amounts) if n]


def _never(state: Table, source: int, target: int) -> int:
    return 0


def _applies(
    effect: Effect, name: str, count: Callable[[Table, int, int], int] | None
) -> Callable[[Table, int, int], int]:
    """How often a line of one deployed card applies to another."""
    meant = effect.cards(name)
    if meant.ref == "this":

        def to_this(state: Table, source: int, target: int) -> int:
            if source != target:
                return 0
            return 1 if count is None else count(state, state.where[source] // state.game.stride, source)

        return to_this
    if meant.take != "each":
        raise effect.wrong(name)
    found = meant.deployed()

    def to_each(state: Table, source: int, target: int) -> int:
        player = state.where[source] // state.game.stride
        if target not in found(state, player, source):
            return 0
        return 1 if count is None else count(state, player, source)

    return to_each
