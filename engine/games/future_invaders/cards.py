"""A card of Future Invaders as the engine has it: numbers, and programs made of its abilities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.core import Program
from engine.games.future_invaders.state import Table

SHIP: Final = 0
STRUCTURE: Final = 1
ACTION: Final = 2
REACTION: Final = 3
NO_LIMIT: Final = 1_000_000
TYPES: Final = ("ship", "structure", "action", "reaction")

# What lines that always hold do.
WEAPONS: Final = 0
SHIELD: Final = 1
DISCOUNT: Final = 2

# matches(state, the card that waits, its seat, the event's card, who does it, what else the event says)
Matches = Callable[[Table, int, int, int, int, int], bool]


@dataclass(frozen=True, slots=True)
class Cost:
    """What is to be paid: by kind of resource, and of any kinds together."""

    need: tuple[tuple[int, int], ...] = ()
    wild: int = 0
    total: int = 0


FREE: Final = Cost()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card that is used, or that an event sets off."""

    index: int  # among the lines of its card
    program: Program
    event: int = -1
    matches: Matches | None = None
    cost: Cost = FREE
    destroys: bool = False  # the card is destroyed to pay
    discards: int = 0  # cards are discarded to pay
    most: int = NO_LIMIT  # uses a turn
    harmless: bool = False  # in whatever order it happens with others that are, all comes to the same


@dataclass(frozen=True, slots=True)
class Static:
    """A line that holds while its card is deployed."""

    what: int
    amount: int
    applies: Callable[[Table, int, int], int]  # how often it applies: to a card, from this card
    of: int = -1  # the type of cards that it makes cost less
    resource: int = -1


@dataclass(slots=True)
class Card:
    """A definition. All copies of it share one of these."""

    id: str
    number: int  # among the definitions of the table
    type: int
    cost: Cost
    income: tuple[int, ...]
    weapons: int
    durability: int
    has_income: bool = False
    ignores: int = 0  # when it attacks: 1 for ships, 2 for structures
    play: Program = ()
    answers: Line | None = None  # what a reaction is played in answer to
    uses: list[Line] = field(default_factory=list)  # deployed actions and reactions
    triggers: list[Line] = field(default_factory=list)
    statics: list[Static] = field(default_factory=list)
    counted: tuple[int, ...] = ()  # what it is counted under while it is deployed
