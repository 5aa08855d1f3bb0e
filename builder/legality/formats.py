"""Formats: what a format file says once everything it extends and every date is taken into account.

What a JSON Schema can't say about a format file is checked here too; the places are data paths, without
spans.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from builder.decks import MAIN, CardIndex
from builder.diagnostics import UsageError, suggestion

FORMAT_CODES = {
    "unknown-format": "A format extends, or a deck names, a format that its game does not have.",
    "circular-format": "A format extends itself, by way of others.",
    "unknown-clause": "A format names a kind of clause that does not exist, or drops one that is not there.",
    "unknown-section": "A clause judges a section that its format does not have.",
    "misplaced-main": "The section `main` is not the first, so that a deck's `cards:` could mean either.",
    "unknown-card": "A clause names a card that the game does not have.",
    "unknown-set": "A clause names a set that the game does not have.",
    "unknown-field": "A clause counts copies by a field that the game's cards do not have.",
    "bad-date": "A date of a format's history is not in the calendar.",
    "history-order": "The history of a format is not in the order of its dates.",
    "contradictory-clause": "A clause contradicts itself, such as a minimum above the maximum.",
}

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
    """A format as in force on a day. `sections` are names by id, main first; `setup` are facts of play."""

    id: str
    name: str
    clauses: tuple[Clause, ...] = ()
    sections: Mapping[str, str] = field(default_factory=lambda: {MAIN: "Main"})
    setup: Mapping[str, int | float | str] = field(default_factory=dict)
    description: str = ""

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
    chain, problem = _chain(format_id, formats)
    if problem:
        raise UsageError(problem.message, problem.help)
    clauses: dict[str, Mapping[str, Any]] = {}
    sections: Mapping[str, Any] = {MAIN: {"name": "Main"}}
    setup: dict[str, Any] = {}
    for definition in chain:
        sections = definition.get("sections") or sections
        setup |= definition.get("setup", {})
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
    )


def queries_of(definition: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Every card query of a format file, with its path, for the query language to check."""
    for path, clause in _clauses_of(definition):
        for key in ("where", "besides"):
            if isinstance(clause.get(key), str):
                yield (*path, key), clause[key]
        for index, group in enumerate(clause.get("groups", ())):
            yield (*path, "groups", index, "where"), group["where"]


def check_format(
    format_id: str,
    formats: Definitions,
    *,
    kinds: Collection[str] | None = None,
    cards: Container[str] | None = None,
    sets: Collection[str] | None = None,
    fields: Collection[str] | None = None,
) -> Iterator[FormatProblem]:
    """What is wrong with a format that its schema can't say.

    `formats` are the game's format files by id, all of the schema's shape. `cards` holds ids and former ids
    (a `CardIndex` does), `sets` the set ids, `fields` the names of the game's fields, `kinds` the kinds of
    clause (all of them by default); what is None is not checked.
    """
    definition = formats[format_id]
    chain, problem = _chain(format_id, formats)
    if problem:
        yield problem
        chain = [definition]
    yield from _check_history(definition)
    yield from _check_drops(definition, chain[:-1], complete=problem is None)
    sections: Mapping[str, Any] = next((d["sections"] for d in reversed(chain) if d.get("sections")), {MAIN: {}})
    if problem is None:
        yield from _check_sections(definition, chain[:-1], sections)
    for path, clause in _clauses_of(definition):
        yield from _check_clause(path, clause, _all_kinds() if kinds is None else kinds)
        yield from _check_references(path, clause, cards, sets, fields)


def _all_kinds() -> Collection[str]:
    from builder.legality.clauses import CLAUSES  # which needs this module's Clause and Format

    return CLAUSES.keys()


def _chain(format_id: str, formats: Definitions) -> tuple[list[Mapping[str, Any]], FormatProblem | None]:
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


def _clauses_of(definition: Mapping[str, Any]) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Every clause that a file states, with its path: those of its history too."""
    for name, clause in definition.get("clauses", {}).items():
        yield ("clauses", name), clause
    for index, entry in enumerate(definition.get("history", ())):
        for name, clause in entry.get("clauses", {}).items():
            yield ("history", index, "clauses", name), clause


def _check_history(definition: Mapping[str, Any]) -> Iterator[FormatProblem]:
    before = ""
    for index, entry in enumerate(definition.get("history", ())):
        day = entry["from"]
        try:
            date.fromisoformat(day)
        except ValueError:
            yield FormatProblem(
                ("history", index, "from"),
                "bad-date",
                f'"{day}" is not a day of the calendar',
                "write YYYY-MM-DD",
            )
            continue
        if day <= before:
            yield FormatProblem(
                ("history", index, "from"),
                "history-order",
                f"{day} comes after {before}, and is not a later day",
                "put the history in the order of its dates, each date once",
            )
        before = max(before, day)


def _check_drops(
    definition: Mapping[str, Any], inherited: list[Mapping[str, Any]], *, complete: bool
) -> Iterator[FormatProblem]:
    if not complete:
        return
    known = {path[-1] for parent in inherited for path, _ in _clauses_of(parent)}
    layers = [((), definition), *((("history", i), e) for i, e in enumerate(definition.get("history", ())))]
    for base, layer in layers:
        for index, dropped in enumerate(layer.get("drop", ())):
            if dropped not in known:
                message = f'there is no clause "{dropped}" to drop here'
                yield FormatProblem(
                    (*base, "drop", index),
                    "unknown-clause",
                    message,
                    suggestion(dropped, map(str, known), "clauses"),
                )
        known |= layer.get("clauses", {}).keys()


def _check_sections(
    definition: Mapping[str, Any], inherited: list[Mapping[str, Any]], sections: Mapping[str, Any]
) -> Iterator[FormatProblem]:
    if MAIN in definition.get("sections", {}) and next(iter(sections)) != MAIN:
        message = f'"{MAIN}" is not the first section, so that "cards:" could mean either'
        yield FormatProblem(
            ("sections", MAIN),
            "misplaced-main",
            message,
            "put it first, or give it another name",
            at_key=True,
        )
    for path, clause in _clauses_of(definition):
        for where, section in _sections_of(clause):
            if section not in sections:
                yield FormatProblem(
                    (*path, *where),
                    "unknown-section",
                    f'there is no section "{section}"',
                    suggestion(section, sections, "sections"),
                )
    if "sections" not in definition:
        return
    restated = {path[-1] for path, _ in _clauses_of(definition)} | set(definition.get("drop", ()))
    for parent in inherited:
        for path, clause in _clauses_of(parent):
            missing = [s for _, s in _sections_of(clause) if s not in sections]
            if missing and path[-1] not in restated:
                message = f'the inherited clause "{path[-1]}" judges the section "{missing[0]}", which is not here'
                yield FormatProblem(
                    ("sections",),
                    "unknown-section",
                    message,
                    f'add the section, or drop or replace "{path[-1]}"',
                )


def _sections_of(clause: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    for key in ("section", "of"):
        if key in clause:
            yield (key,), clause[key]
    for index, section in enumerate(clause.get("across", ())):
        yield ("across", index), section


def _check_clause(path: Path, clause: Mapping[str, Any], kinds: Collection[str]) -> Iterator[FormatProblem]:
    if clause["clause"] not in kinds:
        kind = clause["clause"]
        yield FormatProblem(
            (*path, "clause"),
            "unknown-clause",
            f'there is no kind of clause "{kind}"',
            suggestion(kind, kinds, "kinds"),
        )
    low, high = clause.get("min"), clause.get("max")
    if low is not None and high is not None and low > high:
        yield FormatProblem((*path, "min"), "contradictory-clause", f"the minimum {low} is above the maximum {high}")
    for one, others in (("exactly", ("min", "max")), ("section", ("across",))):
        for other in others:
            if one in clause and other in clause:
                message = f'"{one}" and "{other}" say the same thing in two ways'
                yield FormatProblem((*path, other), "contradictory-clause", message, "keep one of the two", at_key=True)
    if clause["clause"] == "within" and clause.get("section") == clause.get("of"):
        yield FormatProblem(
            (*path, "of"),
            "contradictory-clause",
            "a section always comes out of itself",
            "name another section",
        )


def _check_references(
    path: Path,
    clause: Mapping[str, Any],
    cards: Container[str] | None,
    sets: Collection[str] | None,
    fields: Collection[str] | None,
) -> Iterator[FormatProblem]:
    for where, card_id, at_key in _cards_of(clause):
        if cards is not None and card_id not in cards:
            help_ = cards.meant(card_id) if isinstance(cards, CardIndex) else ""
            yield FormatProblem((*path, *where), "unknown-card", f'there is no card "{card_id}"', help_, at_key)
    for index, set_id in enumerate(clause.get("sets", ())):
        if sets is not None and set_id not in sets:
            yield FormatProblem(
                (*path, "sets", index),
                "unknown-set",
                f'there is no set "{set_id}"',
                suggestion(set_id, sets, "sets"),
            )
    by = clause.get("by", "id")
    if fields is not None and by not in ("id", "name") and by not in fields:
        known = ["id", "name", *fields]
        yield FormatProblem(
            (*path, "by"), "unknown-field", f'cards have no field "{by}"', suggestion(by, known, "fields")
        )


def _cards_of(clause: Mapping[str, Any]) -> Iterator[tuple[Path, str, bool]]:
    """Every card id that a clause names, with its path and whether it stands as a key."""
    for index, card_id in enumerate(clause.get("banned", ())):
        yield ("banned", index), card_id, False
    for index, card_id in enumerate(clause.get("restricted", {}).get("cards", ())):
        yield ("restricted", "cards", index), card_id, False
    for card_id in clause.get("points", {}).get("cards", ()):
        yield ("points", "cards", card_id), card_id, True
    for card_id in clause.get("cards", ()):
        yield ("cards", card_id), card_id, True
