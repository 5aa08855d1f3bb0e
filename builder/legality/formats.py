"""Formats: what a format file says once everything it extends and every date is taken into account."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from builder.decks import MAIN, MAX_PLAYERS
from builder.diagnostics import UsageError, suggestion

Definitions = Mapping[str, Mapping[str, Any]]
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a format: `kind` names the function that judges it, in `builder.legality.clauses`."""

    id: str
    kind: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Format:
    """A format as in force on a day. `sections` are names by id, main first; `setup` are facts of play.

    `odds` are questions about the game's dice, as `builder.decks.odds.answer` takes them.
    """

    id: str
    name: str
    clauses: tuple[Clause, ...] = ()
    sections: Mapping[str, str] = field(default_factory=lambda: {MAIN: "Main"})
    setup: Mapping[str, int | float | str] = field(default_factory=dict)
    description: str = ""
    odds: tuple[Mapping[str, Any], ...] = ()

    @property
    def players(self) -> int:
        """How many play where nobody says so: the setup's `players`, or 1."""
        said = self.setup.get("players")
        return said if type(said) is int and 1 <= said <= MAX_PLAYERS else 1

    @property
    def depends_on_players(self) -> bool:
        """Whether what is legal depends on the number of players."""
        return any("per-player" in clause.parameters or clause.kind == "inventory" for clause in self.clauses)

    @property
    def main(self) -> str:
        """The section that a deck's `cards:` fills."""
        return next(iter(self.sections))


class FormatProblem(NamedTuple):
    """A fault of a format file: `path` leads to it from the root; `at_key` means the key is at fault."""

    path: Path
    code: str
    message: str
    help: str = ""
    at_key: bool = False


def compose(format_id: str, formats: Definitions, on: date) -> Format:
    """The format as it was in force on a day: what it extends, its own clauses, and its history until then.

    `formats` are the game's format files by id. Raises UsageError for a format that is not there or can't be
    composed; `check_format` finds the latter in advance.
    """
    chain, problem = chain_of(format_id, formats)
    if problem:
        raise UsageError(problem.message, problem.help)
    clauses: dict[str, Mapping[str, Any]] = {}
    sections: Mapping[str, Any] = {MAIN: {"name": "Main"}}
    setup: dict[str, Any] = {}
    odds: dict[str, Mapping[str, Any]] = {}
    for definition in chain:
        sections = definition.get("sections") or sections
        setup |= definition.get("setup", {})
        odds |= {question["name"]: question for question in definition.get("odds", ())}
        for layer in (definition, *(e for e in definition.get("history", ()) if e["from"] <= on.isoformat())):
            for dropped in layer.get("drop", ()):
                clauses.pop(dropped, None)
            clauses |= layer.get("clauses", {})
    own = chain[-1]
    return Format(
        id=format_id,
        name=own["name"],
        clauses=tuple(
            Clause(i, c["clause"], {k: v for k, v in c.items() if k != "clause"}) for i, c in clauses.items()
        ),
        sections={i: s["name"] for i, s in sections.items()},
        setup=setup,
        description=own.get("description", ""),
        odds=tuple(odds.values()),
    )


def chain_of(format_id: str, formats: Definitions) -> tuple[list[Mapping[str, Any]], FormatProblem | None]:
    """The format files that make up a format, the most general first, or why they can't be told."""
    seen: list[str] = []
    current: str | None = format_id
    while current is not None:
        path: Path = ("extends",) if seen else ()
        if current in seen:
            round_trip = " → ".join([*seen[seen.index(current) :], current])
            return [], FormatProblem(
                path,
                "circular-format",
                f"the format extends itself: {round_trip}",
                "let one of them extend nothing",
            )
        if current not in formats:
            owner = (
                f'"{seen[-1]}" extends "{current}", and there is no such format'
                if seen
                else f'there is no format "{current}"'
            )
            return [], FormatProblem(path, "unknown-format", owner, suggestion(current, formats, "formats"))
        seen.append(current)
        current = formats[current].get("extends")
    return [formats[i] for i in reversed(seen)], None
