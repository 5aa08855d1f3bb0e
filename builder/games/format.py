"""Formats of play: what makes a deck legal, as clauses with parameters, and questions about the game's dice.

`builder.legality` makes a format from format files and judges by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.documents.data import Data, mapping, text, texts, whole, wholes
from builder.games.players import MAX_PLAYERS, Players

MAIN = "main"  # the section that a deck's `cards:` fills; in a format without it, its first section


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a format: `kind` is the kind of clause, `parameters` are its keys in the format file."""

    id: str
    kind: str
    parameters: Mapping[str, Data] = field(default_factory=dict)

    @property
    def section(self) -> str:
        """The section that the clause names; empty where it names none."""
        return text(self.parameters.get("section"))

    @property
    def where(self) -> str | None:
        """The query for the cards that the clause is about; None for all cards."""
        return text(self.parameters["where"]) if "where" in self.parameters else None

    @property
    def description(self) -> str:
        """The rule in the game's own words, which a player who breaks the clause reads."""
        return text(self.parameters.get("description"))

    @property
    def per_player(self) -> bool:
        """Whether the clause's bounds grow with the number of players."""
        return "per-player" in self.parameters

    def number(self, name: str, otherwise: int = 0) -> int:
        """The parameter of that name, which is a whole number."""
        return whole(self.parameters.get(name), otherwise)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the game's dice, which are named by the ids of their cards.

    Either `roll` and `want`: how likely these dice show at least that many of each symbol. Or `attack` and `defense`:
    how likely nothing of an attack is left, where each symbol of `cancels` removes `worth` of the attack symbol that it
    names, and one of `blocks` stops a whole attack die. Dice may be rolled again `rerolls` times.
    """

    name: str
    roll: Mapping[str, int] = field(default_factory=dict)
    want: Mapping[str, int] = field(default_factory=dict)
    attack: Mapping[str, int] = field(default_factory=dict)
    defense: Mapping[str, int] = field(default_factory=dict)
    rerolls: int = 0
    worth: int = 1
    cancels: Mapping[str, str] = field(default_factory=dict)
    blocks: tuple[str, ...] = ()

    @property
    def dice(self) -> Mapping[str, Mapping[str, int]]:
        """The dice that are rolled, by what they are for: roll, attack or defense."""
        parts = {"roll": self.roll, "attack": self.attack, "defense": self.defense}
        return {part: dice for part, dice in parts.items() if dice}


def question_from(asked: Mapping[str, Data]) -> Question:
    """The question that an entry of a format's `odds` asks; its shape has been checked."""
    return Question(
        name=text(asked.get("name")),
        roll=wholes(asked.get("roll")),
        want=wholes(asked.get("want")),
        attack=wholes(asked.get("attack")),
        defense=wholes(asked.get("defense")),
        rerolls=whole(asked.get("rerolls")),
        worth=whole(asked.get("worth"), 1),
        cancels={symbol: text(taken) for symbol, taken in mapping(asked.get("cancels")).items()},
        blocks=texts(asked.get("blocks")),
    )


@dataclass(frozen=True, slots=True)
class Format:
    """A format as in force on a day. `sections` are names by id, main first; `setup` are facts of play.

    `can_play` is how many can play it.
    """

    id: str
    name: str
    clauses: tuple[Clause, ...] = ()
    sections: Mapping[str, str] = field(default_factory=lambda: {MAIN: "Main"})
    setup: Mapping[str, int | float | str] = field(default_factory=dict)
    description: str = ""
    odds: tuple[Question, ...] = ()
    can_play: Players = field(default_factory=Players)

    @property
    def players(self) -> int:
        """The usual number of players: the setup's `players`, or the fewest that can play."""
        number = self.setup.get("players")
        return number if type(number) is int and 1 <= number <= MAX_PLAYERS else self.can_play.fewest

    @property
    def players_of_deck(self) -> Players:
        """How many players a deck can be for: those who can play, or those of a team where it is one team's."""
        return self.can_play.of_deck

    @property
    def main(self) -> str:
        """The section that a deck's `cards:` fills."""
        return next(iter(self.sections))
