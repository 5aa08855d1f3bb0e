"""Cards as the engine plays them: what a bundle's abilities say, made into programs once when a deck is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.facts import Facts
from engine.faults import EngineError
from engine.games.invasion_tcg.table import TYPES, Condition, Finder, Table


class Selector:
    """Which cards an effect is about."""

    __slots__ = ("kinds", "most", "namesake", "other", "ref", "side", "take")

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping) or not ("ref" in data or "take" in data):
            raise EngineError(f"{where} is {str(data)[:60]}, and should say which cards")
        facts = Facts(data, where)
        self.ref = facts.word("ref", ("this", "it"), "") if "ref" in data else ""
        self.take = facts.word("take", ("one", "each", "up-to")) if "take" in data else ""
        self.most = facts.number("n", 1, 9, 1)
        self.side = facts.word("side", ("own", "enemy")) if "side" in data else ""
        self.other = facts.flag("other", default=False)
        kinds = facts.words("kinds", ("card", "namesake", *TYPES)) if "kinds" in data else ("card",)
        self.kinds = frozenset(TYPES if "card" in kinds else kinds)
        self.namesake = "namesake" in kinds

    def finder(self, zone: str) -> Finder:
        """The cards of a zone that it may mean, for the player of a card."""
        side, other, kinds, namesake = self.side, self.other, self.kinds, self.namesake
        creatures_only = kinds == {"creature"} and zone == "play"

        def find(state: Table, seat: int, source: int) -> list[int]:
            if zone == "play":
                own, enemy = state.field[seat], state.field[1 - seat]
                if not creatures_only:
                    own = [*own, state.battlefield[seat]] if state.battlefield[seat] >= 0 else own
                    enemy = [*enemy, state.battlefield[1 - seat]] if state.battlefield[1 - seat] >= 0 else enemy
                pool = own if side == "own" else enemy if side == "enemy" else own + enemy
            elif zone == "graveyard":
                pool = state.graveyard[seat]
            elif zone == "hand":
                pool = state.hand[seat]
            else:
                pool = state.deck[seat]
            cards = state.game.cards
            if namesake:
                which = state.game.which
                found = [c for c in pool if which[c] == which[source]]
            elif creatures_only:
                found = pool
            else:
                found = [c for c in pool if cards[c].type in kinds]
            return [c for c in found if c != source] if other else found

        return find


def selector_of(effect: Facts, name: str = "main") -> Selector:
    """What an effect says of cards. Raises EngineError where that makes no sense."""
    return Selector(effect.data.get(name), f"{effect.where}.{name}")


def condition_of(effect: Facts) -> Condition | None:
    """What must hold for an effect. Raises EngineError for a condition that the engine doesn't know."""
    if not effect.has("if"):
        return None
    data = effect.data["if"]
    facts = Facts(data if isinstance(data, Mapping) else {}, f"{effect.where}.if")
    name = facts.word("condition", ("less life", "hit", "miss", "graveyard"))
    if name == "less life":
        return lambda state, seat, _die: state.life[seat] < state.life[1 - seat]
    if name == "hit":
        return lambda state, _seat, die: state.game.worth[die] > 0
    if name == "miss":
        return lambda state, _seat, die: state.game.worth[die] == 0
    bounds = Facts(facts.data.get("value") or {}, f"{facts.where}.value")
    exactly = bounds.has("exactly")
    least = bounds.number("exactly" if exactly else "least", 0, 999, 0)
    most = bounds.number("exactly" if exactly else "most", 0, 9999, 9999)
    return lambda state, seat, _die: least <= len(state.graveyard[seat]) <= most
