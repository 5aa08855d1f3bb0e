"""Formats: what a format file says once everything it extends and every date is taken into account."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from builder.diagnostics import Diagnostic, KeyPath, UsageError, suggestion
from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games import MAIN, Clause, Format, Players, Question, players_from, question_from

Definition = Mapping[str, Data]  # a format file, which has passed schemas/format.schema.json
Definitions = Mapping[str, Definition]  # a game's format files by id


@dataclass(frozen=True, slots=True)
class FormatChange:
    """Clauses that a format file adds and drops: from the beginning, or from a day on by an entry of its history.

    `day` is YYYY-MM-DD, empty for the beginning. `path` leads to it in the file.
    """

    path: KeyPath
    day: str
    clauses: Mapping[str, Mapping[str, Data]]
    drop: tuple[str, ...]


def changes_of(definition: Definition) -> Iterator[FormatChange]:
    """What a format file adds and drops at the beginning, then by each entry of its history."""
    yield _change((), definition)
    for index, entry in enumerate(sequence(definition.get("history"))):
        yield _change(("history", index), mapping(entry))


def _change(path: KeyPath, entry: Mapping[str, Data]) -> FormatChange:
    clauses = {clause_id: mapping(clause) for clause_id, clause in mapping(entry.get("clauses")).items()}
    return FormatChange(path, text(entry.get("from")), clauses, texts(entry.get("drop")))


def compose(format_id: str, formats: Definitions, on: date) -> Format:
    """The format as it was in force on a day: what it extends, its own clauses, and its history until then.

    Raises UsageError for a format that is not there or can't be composed; `check_format` finds the latter in advance.
    """
    chain, fault = chain_of(format_id, formats)
    if fault:
        raise UsageError(fault.message, fault.help)
    clauses: dict[str, Mapping[str, Data]] = {}
    sections: Mapping[str, Data] = {MAIN: {"name": "Main"}}
    setup: dict[str, int | float | str] = {}
    odds: dict[str, Question] = {}
    can_play = Players()
    for definition in chain:
        sections = mapping(definition.get("sections")) or sections
        can_play = players_from(mapping(definition["players"])) if "players" in definition else can_play
        facts = mapping(definition.get("setup"))
        setup |= {name: value for name, value in facts.items() if isinstance(value, int | float | str)}
        questions = [question_from(mapping(asked)) for asked in sequence(definition.get("odds"))]
        odds |= {question.name: question for question in questions}
        for layer in changes_of(definition):
            if layer.day <= on.isoformat():
                clauses = {i: clause for i, clause in clauses.items() if i not in layer.drop} | dict(layer.clauses)
    own = chain[-1]
    return Format(
        id=format_id,
        name=text(own.get("name")),
        clauses=tuple(clause_from(clause_id, clause) for clause_id, clause in clauses.items()),
        sections={section: text(mapping(described).get("name")) for section, described in sections.items()},
        setup=setup,
        description=text(own.get("description")),
        odds=tuple(odds.values()),
        can_play=can_play,
    )


def clause_from(clause_id: str, written: Mapping[str, Data]) -> Clause:
    """The clause that an entry of a format's `clauses` describes."""
    parameters = {name: value for name, value in written.items() if name != "clause"}
    return Clause(clause_id, text(written.get("clause")), parameters)


def chain_of(format_id: str, formats: Definitions) -> tuple[list[Definition], Diagnostic | None]:
    """The format files that make up a format, the most general first; or none, and the fault that prevents it."""
    seen: list[str] = []
    current = format_id
    while current or not seen:
        path: KeyPath = ("extends",) if seen else ()
        if current in seen:
            circle = " → ".join([*seen[seen.index(current) :], current])
            message = f"the format extends itself: {circle}"
            return [], Diagnostic("circular-format", message, help="let one of them extend nothing", path=path)
        if current not in formats:
            message = f'there is no format "{current}"'
            if seen:
                message = f'"{seen[-1]}" extends "{current}", and there is no such format'
            help_ = suggestion(current, formats, "formats")
            return [], Diagnostic("unknown-format", message, help=help_, path=path)
        seen.append(current)
        current = text(formats[current].get("extends"))
    return [formats[i] for i in reversed(seen)], None
