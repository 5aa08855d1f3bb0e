"""Reads abilities in their canonical form into types. Raises EngineError, with card and place, if they make no sense.

The form is that of `schemas/engine-deck.schema.json`: an ability has effects, an effect has a verb (`op`), the value
after the verb (`main`) and arguments by name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.facts import Facts
from engine.faults import EngineError

KINDS: Final = ("activated", "triggered", "response", "replacement", "played", "static")
TAKES: Final = ("one", "each", "up-to")
SIDES: Final = ("own", "enemy")
MOST_LINES: Final = 8  # abilities of a card
MOST_EFFECTS: Final = 20  # of an ability
MOST_NUMBER: Final = 99  # the largest amount on a card
ENDLESS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the greatest of some numbers."""

    least: int = 0
    most: int = ENDLESS

    def hold(self, number: int) -> bool:
        """Whether a number lies within."""
        return self.least <= number <= self.most


def bounds_of(facts: Facts) -> Bounds:
    """`exactly`, or `least` and `most`."""
    facts.only("exactly", "least", "most")
    if facts.has("exactly"):
        exactly = facts.number("exactly", 0, ENDLESS)
        return Bounds(exactly, exactly)
    return Bounds(facts.number("least", 0, ENDLESS, 0), facts.number("most", 0, ENDLESS, ENDLESS))


@dataclass(frozen=True, slots=True)
class Selector:
    """Which cards are meant: the one that `ref` names (`this`, `it` and others), or cards of some kinds and a side."""

    where: str
    ref: str = ""
    take: str = ""  # one, each or up-to
    most: int = 1  # how many, with up-to
    side: str = ""  # own, enemy or any
    other: bool = False  # not the card with the ability
    kinds: frozenset[str] = frozenset()
    place: str = ""

    def of(self, known: Collection[str], every: str = "card") -> frozenset[str]:
        """The kinds that are meant, of those that a game has; the kind `every` means all of them."""
        return frozenset(known) if every in self.kinds else self.kinds & frozenset(known)

    def wrong(self) -> EngineError:
        """The error for cards that can't be meant here."""
        return EngineError(f"{self.where}: the engine knows no such cards here")


def selector_of(data: Any, where: str) -> Selector:
    """A selector, as an effect or an event has it."""
    facts = Facts(data if isinstance(data, Mapping) else {}, where)
    if not (facts.has("ref") or facts.has("take")):
        raise EngineError(f"{where} is {str(data)[:60]}, and should say which cards")
    return Selector(
        where,
        facts.word("ref", (), ""),
        facts.word("take", TAKES) if facts.has("take") else "",
        facts.number("n", 1, MOST_NUMBER, 1),
        facts.word("side", SIDES) if facts.has("side") else "",
        facts.flag("other", default=False),
        frozenset(facts.words("kinds", (), [])),
        facts.word("place", (), ""),
    )


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: its id, and the bounds of its value, or the cards that it is about."""

    name: str
    bounds: Bounds
    where: str
    meant: Selector | None = None  # the cards that it is about

    def wrong(self) -> EngineError:
        """The error for a condition that can't be checked here."""
        return EngineError(f"{self.where}: the engine can't play {self.name} here")


@dataclass(frozen=True, slots=True)
class AwaitedEvent:
    """An event that an ability waits for: its id, and if given the card that it is about, and a number."""

    name: str
    card: Selector | None
    number: int
    where: str

    def wrong(self) -> EngineError:
        """The error for an event that can't be waited for here."""
        return EngineError(f"{self.where}: the engine can't play the event {self.name} here")


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of an ability."""

    op: str  # its verb
    facts: Facts  # its verb and arguments, by name
    may: bool = False  # the effect is optional
    condition: Condition | None = None

    def get(self, name: str) -> Any:
        """An argument, or None."""
        return self.facts.data.get(name)

    def number(self, name: str = "main", low: int = 0, high: int = MOST_NUMBER) -> int:
        """An argument that is a number; without a name, the one that follows the verb."""
        return self.facts.number(name, low, high)

    def amounts(self, known: Collection[str], low: int = 0, high: int = MOST_NUMBER) -> dict[str, int]:
        """The amounts by name that follow the verb, of those that are known."""
        main = self.facts.part("main")
        main.only(*known)
        return {name: main.number(name, low, high) for name in main.data}

    def selector(self, name: str = "main") -> Selector:
        """Which cards an argument means."""
        return selector_of(self.get(name), f"{self.facts.where}.{name}")

    def effects(self, name: str = "main") -> list[Effect]:
        """Effects within this one."""
        return effects_of(self.facts, name)

    def only(self, *names: str) -> None:
        """Raises EngineError for arguments other than these."""
        for name in self.facts.data:
            if name not in {"op", "main", "if", "may", *names}:
                raise self.wrong(name)

    def wrong(self, name: str = "main") -> EngineError:
        """The error for an argument that can't be played."""
        value = "" if self.get(name) is None else f" {str(self.get(name))[:60]}"
        return EngineError(f"{self.facts.where}: the engine can't play {self.op} with {name}{value}")


@dataclass(frozen=True, slots=True)
class Ability:
    """One line of a card: what sets it off or lets a player use it, costs, effects. Missing parts are empty."""

    kind: str
    use: str  # how a player uses it
    event: AwaitedEvent | None
    at: str  # the time of the turn that sets it off
    during: str  # the phase in which it holds or can be used
    limit: str
    cost: tuple[Effect, ...]
    effects: tuple[Effect, ...]
    facts: Facts

    def wrong(self, what: str) -> EngineError:
        """The error for the part `what`, which can't be played."""
        return EngineError(f"{self.facts.where}: the engine can't play {what[:120]}")


def abilities_of(card: Facts, most: int = MOST_LINES) -> list[Ability]:
    """The abilities of a card. Raises EngineError for a card with text that is no ability."""
    found = [_ability(facts) for facts in card.parts("abilities", most)]
    if card.data.get("text") and not found:
        raise EngineError(f"{card.where}.text: the engine plays abilities, and this card has words alone")
    return found


def _ability(facts: Facts) -> Ability:
    facts.only("kind", "mode", "use", "at", "during", "when", "cost", "limit", "effects")
    return Ability(
        facts.word("kind", KINDS),
        facts.word("use", (), ""),
        _event(facts.part("when")) if facts.has("when") else None,
        facts.word("at", (), ""),
        facts.word("during", (), ""),
        facts.word("limit", (), ""),
        tuple(effects_of(facts, "cost")),
        tuple(effects_of(facts, "effects")),
        facts,
    )


def _event(facts: Facts) -> AwaitedEvent:
    card = facts.data.get("card")
    return AwaitedEvent(
        facts.word("event"),
        None if card is None else selector_of(card, f"{facts.where}.card"),
        facts.number("n", 0, MOST_NUMBER, 0),
        facts.where,
    )


def effects_of(facts: Facts, name: str) -> list[Effect]:
    """The effects that are listed under a name."""
    return [_effect(one) for one in facts.parts(name, MOST_EFFECTS)]


def _effect(facts: Facts) -> Effect:
    condition = None
    if facts.has("if"):
        written = facts.part("if")
        value = written.data.get("value")
        about_cards = isinstance(value, Mapping) and ("take" in value or "ref" in value)
        meant = selector_of(value, f"{written.where}.value") if about_cards else None
        bounds = bounds_of(written.part("value")) if isinstance(value, Mapping) and meant is None else Bounds()
        condition = Condition(written.word("condition"), bounds, written.where, meant)
    return Effect(facts.word("op"), facts, facts.flag("may", default=False), condition)


def ops_of(effects: Collection[Effect]) -> set[str]:
    """The verbs of some effects."""
    return {effect.op for effect in effects}
