"""Reads what a card says: amounts, costs, and which cards are meant.

What the engine can't play is an error that names the card and what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.faults import EngineError
from engine.games.future_invaders.table import ACTION, REACTION, SHIP, STRUCTURE, TYPES, Cost, Table

MOST_NUMBER: Final = 99  # of any amount that a card says

Found = Callable[[Table, int, int], list[int]]  # the cards that are meant: by a player, on a card


class Reader:
    """Reads the abilities of one card."""

    def __init__(self, where: str, card_type: int, resources: Sequence[str], wild: int) -> None:
        self.where = where
        self.type = card_type
        self.resources = resources
        self.wild = wild

    def wrong(self, what: object) -> EngineError:
        """What a card says that can't be played."""
        return EngineError(f"{self.where}: the engine can't play {str(what)[:120]}")

    def number(self, value: object) -> int:
        """A number that a card says."""
        if type(value) is not int or not 0 <= value <= MOST_NUMBER:
            raise self.wrong(f"the number {value}")
        return value

    def amounts(self, value: object, about: str = "resources") -> list[int]:
        """Resources, by kind; those of one's choice are the last."""
        amounts = [0] * (len(self.resources) + 1)
        if not isinstance(value, Mapping):
            raise self.wrong(f"the {about} {value}")
        for name, n in value.items():
            if name != "any" and name not in self.resources:
                raise self.wrong(f"the resource {name}")
            if type(n) is not int or not 0 <= n <= MOST_NUMBER:
                raise self.wrong(f"the {about} {dict(value)}")
            amounts[len(self.resources) if name == "any" else self.resources.index(name)] = n
        return amounts

    def cost(self, value: object) -> Cost:
        """A cost in resources."""
        amounts = self.amounts(value, "cost")
        if amounts[-1]:
            raise self.wrong(f"the cost {value}")
        need = tuple((k, n) for k, n in enumerate(amounts[:-1]) if n and k != self.wild)
        return Cost(need, amounts[self.wild], sum(amounts))


class Effect:
    """One thing that a card says to do."""

    def __init__(self, reader: Reader, said: Mapping[str, Any]) -> None:
        self.reader = reader
        self.said = said
        self.op = str(said["op"])

    def get(self, name: str) -> Any:
        """An argument, or None."""
        return self.said.get(name)

    @property
    def number(self) -> int:
        """What stands after the verb, where it is a number."""
        return self.reader.number(self.said.get("main"))

    def only(self, *names: str) -> None:
        """Raises EngineError for arguments other than these."""
        for name in self.said:
            if name not in {"op", "main", "if", "may", *names}:
                raise self.wrong(name)

    def wrong(self, name: str) -> EngineError:
        """An argument that can't be played."""
        return self.reader.wrong(f"{self.op} with {name} {self.said.get(name)}")

    def cards(self, name: str = "main") -> Cards:
        """Which cards an argument means."""
        said = self.said.get(name)
        if not isinstance(said, Mapping):
            raise self.wrong(name)
        return Cards(self, name, said)


class Cards:
    """Which cards are meant."""

    def __init__(self, effect: Effect, name: str, said: Mapping[str, Any]) -> None:
        self.ref = str(said.get("ref", ""))
        self.take = str(said.get("take", ""))
        self.most = effect.reader.number(said.get("n", 1))
        self.side = said.get("side", "")
        self.other = bool(said.get("other"))
        self.types = {TYPES.index(kind) for kind in said.get("kinds", ()) if kind in TYPES}
        if "card" in said.get("kinds", ()):
            self.types = {SHIP, STRUCTURE, ACTION, REACTION}
        self.least, self.limit = 0, 1_000_000
        self.filter = ""
        for field, bounds in (effect.get("with") or {}).items():
            if field not in ("durability", "cost"):
                raise effect.wrong("with")
            self.filter = field
            exactly = bounds.get("exactly")
            self.least = effect.reader.number(bounds.get("least", exactly or 0))
            self.limit = bounds.get("most", self.limit if exactly is None else exactly)
        if "place" in said or self.ref not in ("", "this", "it", "base"):
            raise effect.wrong(name)

    def deployed(self) -> Found:
        """Finds those on the grids."""
        side, types, other = self.side, self.types, self.other
        by_durability = self.filter == "durability"
        by_cost = self.filter == "cost"
        least, limit = self.least, self.limit

        def found(state: Table, player: int, source: int) -> list[int]:
            game = state.game
            stride = game.stride
            grid = state.grid
            cards = game.cards
            if side == "own":
                slots = grid[player * stride : (player + 1) * stride]
            elif side == "enemy":
                slots = []
                for seat in game.enemies[player]:
                    slots += grid[seat * stride : (seat + 1) * stride]
            else:
                slots = grid
            result = [c for c in slots if c >= 0 and cards[c].type in types and not (other and c == source)]
            if by_durability:
                result = [c for c in result if least <= state.durability[c] <= limit]
            elif by_cost:
                result = [c for c in result if least <= cards[c].cost.total <= limit]
            return result

        return found

    def among(self, state: Table, cards: Sequence[int]) -> list[int]:
        """Those of these cards, which lie elsewhere, that are meant."""
        known = state.game.cards
        return [
            card
            for card in cards
            if known[card].type in self.types
            and (self.filter != "cost" or self.least <= known[card].cost.total <= self.limit)
        ]
