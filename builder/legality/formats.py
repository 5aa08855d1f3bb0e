"""Formats: made of a format file and all that it extends, for a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from builder.diagnostics import Diagnostic, KeyPath, UsageError, suggestion
from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games import MAIN, Clause, Format, Players, Question, players_from, question_from
from builder.words import DEFAULT, words_of

Definition = Mapping[str, Data]  # a format file, which has passed schemas/format.schema.json
Definitions = Mapping[str, Definition]  # a game's format files by id


@dataclass(frozen=True, slots=True)
class FormatChange:
    """Clauses that a format file adds and drops, from the beginning or from a day of its history on.

    `day` is YYYY-MM-DD, empty for the beginning. `path` leads to the entry in the file.
    """

    path: KeyPath
    day: str
    clauses: Mapping[str, Mapping[str, Data]]
    drop: tuple[str, ...]


def changes_of(definition: Definition) -> Iterator[FormatChange]:
    """The changes of a format file: the one from the beginning, then one for each entry of its history."""
    yield _change((), definition)
    for index, entry in enumerate(sequence(definition.get("history"))):
        yield _change(("history", index), mapping(entry))


def _change(path: KeyPath, entry: Mapping[str, Data]) -> FormatChange:
    clauses = {clause_id: mapping(clause) for clause_id, clause in mapping(entry.get("clauses")).items()}
    return FormatChange(path, text(entry.get("from")), clauses, texts(entry.get("drop")))


def compose(format_id: str, formats: Definitions, on: date, language: str = DEFAULT) -> Format:
    """The format as it was in force on a day: what it extends, its own clauses, and its history until then.

    A format that names no section has one, with a name in the language.

    Raises UsageError for a format that does not exist or can't be composed; `check_format` finds the latter before.
    """
    chain, fault = chain_of(format_id, formats)
    if fault:
        raise UsageError(fault.message, fault.help)
    clauses: dict[str, Mapping[str, Data]] = {}
    sections: Mapping[str, Data] = {MAIN: {"name": words_of(language, "verdicts")("main")}}
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
    """The format files that make up a format, each once and after those that it extends; or none, and the fault."""
    if format_id not in formats:
        help_ = suggestion(format_id, formats, "formats")
        return [], Diagnostic("unknown-format", f'there is no format "{format_id}"', help=help_)
    chain: dict[str, Definition] = {}
    begun = {format_id: iter(_extended(formats[format_id]))}
    while begun:
        current, parents = next(reversed(begun.items()))
        parent = next(parents, None)
        if parent is None:
            chain[current] = formats[current]
            del begun[current]
        elif parent in begun or parent not in formats:
            own = [*begun, parent][1]
            several = isinstance(formats[format_id].get("extends"), list)
            path: KeyPath = ("extends", _extended(formats[format_id]).index(own)) if several else ("extends",)
            return [], _not_extended(current, parent, list(begun), formats, path)
        elif parent not in chain:
            begun[parent] = iter(_extended(formats[parent]))
    return list(chain.values()), None


def _extended(definition: Definition) -> tuple[str, ...]:
    """The formats that a format file names as those that it extends."""
    extends = definition.get("extends")
    return texts(extends) or tuple(filter(None, [text(extends)]))


def _not_extended(current: str, parent: str, begun: Sequence[str], formats: Definitions, path: KeyPath) -> Diagnostic:
    """The fault of a format that extends a missing one, or in a circle itself."""
    if parent in formats:
        circle = " → ".join([*begun[begun.index(parent) :], parent])
        message = f"the format extends itself: {circle}"
        return Diagnostic("circular-format", message, help='remove "extends" from one of them', path=path)
    message = f'"{current}" extends "{parent}", and there is no such format'
    return Diagnostic("unknown-format", message, help=suggestion(parent, formats, "formats"), path=path)
