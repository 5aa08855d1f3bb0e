"""What views of all games share: keys of cards, which options refer to; hands and piles; and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core import Game, State


def key(card: int) -> str:
    """The key of a card instance whose face is visible."""
    return f"card:{card}"


def place(area: str, seat: int | str, number: int | str = 0) -> str:
    """The key of a place, of a card whose face is hidden, or of anything else in an area.

    `seat` is whose area it is, "-" that of the table.
    """
    return f"{area}/{seat}/{number}"


def seat_key(seat: int) -> str:
    """The key of a player."""
    return f"seat:{seat}"


def shown(game: Game, card: int, **marks: Any) -> dict[str, Any]:
    """A card whose face is visible, with further `marks`; those that are None or false are left out."""
    data: dict[str, Any] = {"key": key(card), "card": game.id_of(card)}
    there = {name.replace("_", "-"): value for name, value in marks.items() if value is not None and value is not False}
    if there:
        data["marks"] = there
    return data


def cards(game: Game, instances: Iterable[int]) -> list[dict[str, Any]]:
    """Cards whose faces are visible."""
    return [shown(game, card) for card in instances]


def hand(game: Game, area: str, seat: int, instances: Sequence[int], seen: Iterable[int]) -> list[dict[str, Any]]:
    """A hand: the cards whose faces are visible, in this order, then the backs of the others, in no order."""
    known = cards(game, seen)
    return [*known, *({"key": place(area, seat, n), "card": None} for n in range(len(known), len(instances)))]


def by_id(game: Game, instances: Iterable[int]) -> list[int]:
    """Cards in the order of their ids, for zones whose order means nothing."""
    return sorted(instances, key=lambda card: (game.id_of(card), card))


def copies(game: Game, card: int, zones: Iterable[Sequence[int]]) -> tuple[str, ...]:
    """The keys of a card and of its copies in the same zone; only its own if it is in none of these zones."""
    zone, wanted = next((zone for zone in zones if card in zone), (card,)), game.id_of(card)
    return tuple([key(other) for other in zone if game.id_of(other) == wanted])


def pile(game: Game, instances: Sequence[int], known: Iterable[int] = ()) -> dict[str, Any]:
    """A pile that lies face down: the number of its cards, and those that are known."""
    return {"count": len(instances), "known": cards(game, known)}


def counts(numbers: Iterable[int], kinds: int) -> list[int]:
    """How often each number below `kinds` occurs."""
    found = [0] * kinds
    for number in numbers:
        found[number] += 1
    return found


def faces(part: Any) -> frozenset[str]:
    """The keys of all cards in a view, or in a part of one, whose faces are visible."""
    if isinstance(part, Mapping):
        if isinstance(part.get("card"), str) and "key" in part:
            return frozenset([part["key"]])
        return frozenset().union(*map(faces, part.values()))
    if isinstance(part, (list, tuple)):
        return frozenset().union(*map(faces, part))
    return frozenset()


def can_take_back(before: State, after: State, seat: int) -> bool:
    """Whether a seat has learned nothing between two positions: nothing was random, and it sees no new card's face.

    A decision that all make at the same time can't be taken back.
    """
    if before.sealed:
        return False
    return before.rng == after.rng and faces(after.view(seat)) <= faces(before.view(seat))


def undoable(state: State, option: int) -> bool:
    """Whether the deciding seat could take an option back: whether it learns nothing up to the next decision."""
    tried = state.clone()
    tried.apply(option)
    return can_take_back(state, tried, state.who)
