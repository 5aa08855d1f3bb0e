"""Abilities in their canonical form, from which texts are made, which the database stores and which engines play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from builder.documents.data import Data

Take = Literal["one", "each", "up-to", "ref"]
Bound = Literal["exactly", "least", "most"]
Kind = Literal["activated", "triggered", "response", "replacement", "played", "static"]


IN_ORDER = ("mode", "use", "at", "during", "when", "cost")  # what abilities begin with, as phrases for openings say it


@dataclass(frozen=True, slots=True)
class Selector:
    """Which cards an effect is about.

    With `take` "ref", `ref` names one card: `this` is the card itself, `it` the card that the event or the previous
    sentence is about, others are the game's (`base`). Otherwise the selector takes one card, each card, or up to `n`
    cards of these `kinds`, on the own side or the enemy's (both where `side` is empty), in `place` (in play where that
    is empty). For `it`, `kinds` are those that the card may have.
    """

    take: Take = "one"
    ref: str = ""
    kinds: tuple[str, ...] = ()
    side: str = ""
    other: bool = False
    n: int = 0
    place: str = ""

    @property
    def form(self) -> str:
        """The key of the phrase for this selector: all but the kinds and the number.

        >>> Selector("each", kinds=("ship",), side="own", other=True).form
        'each other own'
        """
        words = (self.take, "other" if self.other else "", self.side, self.place)
        return self.ref or " ".join(word for word in words if word)

    def data(self) -> dict[str, Data]:
        """The selector as plain data; what is empty is left out."""
        if self.take == "ref":
            return {"ref": self.ref} | ({"kinds": list(self.kinds)} if self.kinds else {})
        result: dict[str, Data] = {"take": self.take, "n": self.n, "side": self.side, "other": self.other}
        return {k: v for k, v in result.items() if v} | {"kinds": list(self.kinds)} | _filled(place=self.place)


@dataclass(frozen=True, slots=True)
class Range:
    """A bound on a number: exactly `n`, at least `n`, or at most `n`."""

    bound: Bound
    n: int

    def data(self) -> dict[str, Data]:
        """The range as plain data: `{"most": 4}`."""
        return {self.bound: self.n}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens, by its id, and what its slots hold."""

    id: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def kinds(self, card_type: str) -> tuple[str, ...] | None:
        """The possible kinds of the card that the event happens to; `card_type` where that is the card itself.

        None where the event happens to no card.
        """
        subject = next((value for value in self.values.values() if isinstance(value, Selector)), None)
        if subject is None:
            return None
        return (card_type,) if subject.ref == "this" else subject.kinds

    def data(self) -> dict[str, Data]:
        """The event as plain data."""
        return {"event": self.id} | {name: plain(value) for name, value in self.values.items()}


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold for an effect to be done: a fact of the game by its id, and what it is compared with."""

    id: str
    value: Value = None

    def data(self) -> dict[str, Data]:
        """The condition as plain data."""
        return {"condition": self.id} | ({} if self.value is None else {"value": plain(self.value)})


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that is done: a verb, its main value and its other arguments by name.

    `condition` must hold for it; with `may`, the player may leave it undone.
    """

    op: str
    values: Mapping[str, Value]
    condition: Condition | None = None
    may: bool = False

    def data(self) -> dict[str, Data]:
        """The effect as plain data: `{"op": "draw", "main": 1}`."""
        result: dict[str, Data] = {"op": self.op}
        result |= {name: plain(value) for name, value in self.values.items()}
        if self.condition is not None:
            result["if"] = self.condition.data()
        return result | ({"may": True} if self.may else {})

    @property
    def nested(self) -> tuple[Effect, ...]:
        """The effects within this one, such as those that it chooses between."""
        return tuple(inner for value in self.values.values() if isinstance(value, tuple) for inner in value)


Value: TypeAlias = (
    "Selector | Range | Mapping[str, int] | Mapping[str, Range] | tuple[Effect, ...] | str | int | bool | None"
)


@dataclass(frozen=True, slots=True)
class Ability:
    """One line of a card: what opens it, what it costs, what it does.

    A `played` ability is done once: when its card is played, or at the moment that the entry around it names.
    `when` is the event that triggers it, `at` the time of the turn that does, `during` the phase in which it holds.
    `use` is how a player uses it, for its `cost` and as often as `limit` allows. `mode` is the mode of play it is for.
    """

    kind: Kind
    effects: tuple[Effect, ...]
    when: Event | None = None
    at: str = ""
    during: str = ""
    use: str = ""
    cost: tuple[Effect, ...] = ()
    limit: str = ""
    mode: str = ""

    def data(self) -> dict[str, Data]:
        """The ability as plain data, in a fixed order; what is empty is left out."""
        result: dict[str, Data] = {"kind": self.kind}
        result |= _filled(mode=self.mode, use=self.use, at=self.at, during=self.during)
        if self.when is not None:
            result["when"] = self.when.data()
        if self.cost:
            result["cost"] = [effect.data() for effect in self.cost]
        return result | _filled(limit=self.limit) | {"effects": [effect.data() for effect in self.effects]}

    @property
    def opening(self) -> str:
        """The key of the phrase for its opening: the words that it begins with, in a fixed order.

        >>> Ability("activated", (), use="action", cost=(Effect("discard", {"main": 1}),)).opening
        'use cost'
        """
        return " ".join(name for name in IN_ORDER if getattr(self, name))

    @property
    def all_effects(self) -> Iterator[Effect]:
        """Its effects and those of its cost, each followed by those within it."""
        for effect in (*self.cost, *self.effects):
            yield effect
            yield from effect.nested


def plain(value: Value) -> Data:
    """A value as plain data."""
    if isinstance(value, Selector | Range):
        return value.data()
    if isinstance(value, tuple):
        return [effect.data() for effect in value]
    if isinstance(value, Mapping):
        return {name: amount.data() if isinstance(amount, Range) else amount for name, amount in value.items()}
    return value


def _filled(**words: str) -> dict[str, Data]:
    return {name: word for name, word in words.items() if word}
