"""Declares the slots of positions: the first value of each, how it is copied, and whether it has cards.

    class Table(State):
        turn: int = plain(0)
        life: list[int] = by_seat(20)
        hand: list[list[int]] = zones()

From such declarations a class gets its `__slots__` and its method `clone`, and `begin` and `instances` go over them.
`clone` is generated as Python source when the class is created, as with dataclasses, so that it is as fast as one
written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final


class Slot:
    """A slot: its first value, how it is copied, and its cards: 0 for none, 1 for a list, 2 for a list of lists."""

    __slots__ = ("cards", "copy", "start")

    def __init__(self, start: Callable[[Any], Any], copy: str, cards: int = 0) -> None:
        self.start = start
        self.copy = copy  # Python source for a copy, with {0} for the value
        self.cards = cards


_EACH_LIST: Final = "[*map(copied, {0})]"


def plain(start: Any = 0) -> Any:
    """A number, a word, or anything else that is never changed in place; a function computes it from the game."""
    return Slot(start if callable(start) else lambda _game: start, "{0}")


def listing(make: Callable[[Any], list[Any]] | None = None) -> Any:
    """A list of values that are never changed in place; empty, or made from the game."""
    return Slot(make or (lambda _game: []), "{0}[:]")


def mapping() -> Any:
    """A dictionary of values that are never changed in place; empty at first."""
    return Slot(lambda _game: {}, "{0}.copy()")


def mappings(make: Callable[[Any], list[dict[Any, Any]]]) -> Any:
    """A list of dictionaries, made from the game."""
    return Slot(make, "[{{**each}} for each in {0}]")


def by_seat(start: Any) -> Any:
    """A list with the value `start` for each seat."""
    return listing(lambda game: [start] * game.players)


def by_card(start: Any) -> Any:
    """A list with the value `start` for each card instance, of which the game has `count`."""
    return listing(lambda game: [start] * game.count)


def listings(make: Callable[[Any], list[list[Any]]] | None = None) -> Any:
    """A list of lists; an empty one for each seat, or made from the game."""
    return Slot(make or (lambda game: [[] for _ in range(game.players)]), _EACH_LIST)


def zone(make: Callable[[Any], list[int]] | None = None, *, shared: bool = False) -> Any:
    """A list of card instances; -1 is an empty place. Copies share a list that is never changed in place (`shared`)."""
    return Slot(make or (lambda _game: []), "{0}" if shared else "{0}[:]", cards=1)


def zones(make: Callable[[Any], list[list[int]]] | None = None, *, shared: bool = False, of: int = 0) -> Any:
    """Lists of card instances: an empty one for each seat, or made from the game.

    With a fixed number of seats (`of`), it is copied faster. `shared` is as for a zone.
    """
    each = f"[{', '.join(f'{{0}}[{n}][:]' for n in range(of))}]" if of else _EACH_LIST
    return Slot(make or (lambda game: [[] for _ in range(game.players)]), "{0}" if shared else each, cards=2)


def other_position() -> Any:
    """The position of an inner game, or None."""
    return Slot(lambda _game: None, "None if {0} is None else {0}.clone()")


def not_copied() -> Any:
    """A slot that is None in copies."""
    return Slot(lambda _game: None, "None")


class Declared(type):
    """The metaclass of positions: turns the declarations in a class into slots, and writes its `clone`."""

    declared: dict[str, Slot]

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Declared:
        """The class, with its slots."""
        own = {key: value for key, value in namespace.items() if isinstance(value, Slot)}
        for key in own:
            del namespace[key]
        namespace["__slots__"] = (*namespace.get("__slots__", ()), *own)
        made = super().__new__(cls, name, bases, namespace)
        made.declared = {**getattr(made, "declared", {}), **own}
        made.clone = _cloning(made.declared)  # type: ignore[attr-defined]
        return made


def _cloning(slots: dict[str, Slot]) -> Callable[[Any], Any]:
    """A function that copies every slot."""
    lines = [f"    other.{name} = {slot.copy.format(f'state.{name}')}" for name, slot in slots.items()]
    source = "\n".join(["def clone(state):", "    other = new(type(state))", *lines, "    return other"])
    scope: dict[str, Any] = {"new": object.__new__, "copied": list.copy}
    exec(source, scope)  # noqa: S102 - only names and templates from this package
    clone: Callable[[Any], Any] = scope["clone"]
    return clone


def begin(state: Any, game: Any, names: Iterable[str] = ()) -> None:
    """Gives every slot, or only those in `names`, its first value."""
    declared = type(state).declared
    for name in names or declared:
        setattr(state, name, declared[name].start(game))


def instances(state: Any) -> Iterator[int]:
    """Every card instance in a declared zone."""
    for name, slot in type(state).declared.items():
        if slot.cards:
            value = getattr(state, name)
            for zone in value if slot.cards == 2 else (value,):
                yield from (card for card in zone if card >= 0)
