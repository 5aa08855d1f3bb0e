"""The cards of positions that are set up by hand. Other values of positions are read by `engine.facts`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from engine.facts import Facts
from engine.faults import EngineError


class Supply:
    """The card instances that have no place in the position yet; each can be in one place only."""

    def __init__(self, ids: Sequence[str], owners: Sequence[int] = ()) -> None:
        self._free: dict[int, dict[str, list[int]]] = {}
        for card, card_id in enumerate(ids):
            self._free.setdefault(owners[card] if owners else 0, {}).setdefault(card_id, []).append(card)

    def take(self, card_id: object, where: str, owner: int = 0) -> int:
        """The next free instance of a card. Raises EngineError where there is none."""
        free = self._free.get(owner, {})
        if not isinstance(card_id, str) or card_id not in free:
            close = get_close_matches(str(card_id)[:80], free, 1)
            raise EngineError(
                f"{where}: the deck has no {str(card_id)[:80]}", f"did you mean {close[0]}?" if close else ""
            )
        if not free[card_id]:
            raise EngineError(f"{where}: the deck has no more of {card_id}")
        return free[card_id].pop(0)

    def take_all(self, facts: Facts, name: str) -> list[int]:
        """The instances of the cards that are listed under a name."""
        return self.take_each(facts.items(name), f"{facts.where}.{name}")

    def take_each(self, card_ids: Iterable[object], where: str, owner: int = 0) -> list[int]:
        """The instances of these cards."""
        return [self.take(card_id, where, owner) for card_id in card_ids]

    def left(self, owner: int = 0) -> list[int]:
        """The instances that the position has not named, in the order of their numbers."""
        return sorted(card for cards in self._free.get(owner, {}).values() for card in cards)
