"""Exports: one registry of targets, one module a target.

A plugin adds a target by an entry point of the group `arsenal.exports`, which leads to a `Target` of the same name:

    [project.entry-points."arsenal.exports"]
    tally = "my_package:TALLY"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, TypeGuard

from builder import plugins
from builder.diagnostics import UsageError, suggestion

if TYPE_CHECKING:
    from builder.decks import Deck
    from builder.games import Card, Clause, Game, Players

GROUP = "arsenal.exports"

BUNDLED = ("engine", "text", "csv", "json")


@dataclass(frozen=True)
class Bundle:
    """What is exported: a game's cards, or the cards of a deck. `cards` are in the order of their numbers.

    `verdict` is the deck's verdict in the shape of `arsenal check --output json`, as of the day `judged`;
    `can_play` is how many can play its format, `sections` the sections that a deck can have there, the main one first,
    and `clauses` what makes it legal.
    """

    game: Game
    cards: Sequence[Card]
    deck: Deck | None = None
    format_id: str = ""
    format_name: str = ""
    setup: Mapping[str, object] = field(default_factory=dict)
    verdict: Mapping[str, object] = field(default_factory=dict)
    judged: date | None = None
    can_play: Players | None = None
    sections: Sequence[str] = ()
    clauses: Sequence[Clause] = ()

    @property
    def counts(self) -> dict[str, int]:
        """Copies of each card over all sections of the deck; for a whole game, those in its box."""
        if self.deck is None:
            return {card.id: card.in_box for card in self.cards}
        found: dict[str, int] = {}
        for cards in self.deck.sections.values():
            for card_id, count in cards.items():
                found[card_id] = found.get(card_id, 0) + count
        return found


@dataclass(frozen=True)
class Exported:
    """A file's content, and what the target could not carry, in sentences for the user."""

    content: bytes
    losses: Sequence[str] = ()


@dataclass(frozen=True)
class Target:
    """A program or a format that Arsenal exports to. `needs_deck` where a whole game makes no sense."""

    name: str
    title: str
    suffix: str
    export: Callable[[Bundle], Exported]
    needs_deck: bool = False


def target(name: str) -> Target:
    """The target of that name. Raises UsageError with near matches for an unknown one, and for a broken plugin."""
    if name in BUNDLED:
        found: Target = import_module(f"builder.exports.{name}").TARGET
        return found
    if added := plugins.load(GROUP, name, _is_target, "a Target"):
        return added
    raise UsageError(f'there is no export target "{name}"', suggestion(name, names(), "targets"))


def names() -> list[str]:
    """All targets, the bundled ones first."""
    return [*BUNDLED, *(name for name in plugins.names(GROUP) if name not in BUNDLED)]


def _is_target(found: object) -> TypeGuard[Target]:
    return isinstance(found, Target)
