"""What is wrong with a format file that a JSON Schema can't say; the places are data paths, without spans."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from builder.decks import MAIN, CardIndex, odds
from builder.diagnostics import suggestion
from builder.legality.formats import Definitions, FormatProblem, Path, chain_of

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
    "not-a-die": "A question about odds rolls a card that has no faces.",
    "unknown-symbol": "A question about odds asks for a symbol that its dice don't show.",
    "odds-too-large": "A question about odds can fall in more ways than are worked through.",
}


class FormatQuery(NamedTuple):
    """A card query of a format file: `path` leads to it from the root; `at_key` means that it is a key."""

    path: Path
    text: str
    at_key: bool = False


def queries_of(definition: Mapping[str, Any]) -> Iterator[FormatQuery]:
    """Every card query of a format file, for the query language to check."""
    for path, clause in _clauses_of(definition):
        for key in ("where", "besides"):
            if isinstance(clause.get(key), str):
                yield FormatQuery((*path, key), clause[key])
        for index, group in enumerate(clause.get("groups", ())):
            yield FormatQuery((*path, "groups", index, "where"), group["where"])
        if clause["clause"] == "inventory":
            for key in ("per-player", "shared"):
                yield from (FormatQuery((*path, key, where), where, True) for where in clause.get(key, ()))


def check_format(
    format_id: str,
    formats: Definitions,
    *,
    kinds: Collection[str] | None = None,
    cards: Container[str] | None = None,
    sets: Collection[str] | None = None,
    fields: Collection[str] | None = None,
    faces: Callable[[str], odds.Faces | None] | None = None,
) -> Iterator[FormatProblem]:
    """What is wrong with a format that its schema can't say.

    `formats` are the game's format files by id, all of the schema's shape. `cards` holds ids and former ids
    (a `CardIndex` does), `sets` the set ids, `fields` the names of the game's fields, `kinds` the kinds of
    clause (all of them by default), `faces` gives a card's faces by id, None where it is no die; what is None is not
    checked.
    """
    definition = formats[format_id]
    chain, problem = chain_of(format_id, formats)
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
    for index, question in enumerate(definition.get("odds", ())):
        yield from _check_question(("odds", index), question, cards, faces)


def _all_kinds() -> Collection[str]:
    from builder.legality.clauses import CLAUSES  # which needs this module's Clause and Format

    return CLAUSES.keys()


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
    for key in ("section", "of") if clause["clause"] == "within" else ("section",):
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
    bounds: list[tuple[Path, Mapping[str, Any]]] = [((), clause)]
    if clause["clause"] == "inventory":
        bounds.append((("players",), clause.get("players", {})))
        yield from _check_labels(path, clause)
    for where, said in bounds:
        low, high = said.get("min"), said.get("max")
        if low is not None and high is not None and low > high:
            message = f"the minimum {low} is above the maximum {high}"
            yield FormatProblem((*path, *where, "min"), "contradictory-clause", message)
    if clause["clause"] == "dice":
        yield from _check_start(path, clause)
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


def _check_labels(path: Path, clause: Mapping[str, Any]) -> Iterator[FormatProblem]:
    """Labels are of queries that the clause has."""
    known = {*clause.get("per-player", ()), *clause.get("shared", ())}
    for where in clause.get("labels", ()):
        if where not in known:
            message = f"the clause asks for nothing that matches `{where}`"
            help_ = suggestion(where, known, "queries")
            yield FormatProblem((*path, "labels", where), "contradictory-clause", message, help_, at_key=True)


def _check_start(path: Path, clause: Mapping[str, Any]) -> Iterator[FormatProblem]:
    """The faces that dice start with are as the clause says that faces are."""
    start = clause.get("start", ())
    faces, each, of = clause.get("faces"), clause.get("each"), clause.get("of")
    if start and faces is not None and len(start) != faces:
        message = f"dice start with {len(start)} faces, and the clause asks for {faces}"
        yield FormatProblem((*path, "start"), "contradictory-clause", message)
    for index, face in enumerate(start):
        place: Path = (*path, "start", index)
        if each is not None and len(face) != each:
            count = "1 symbol" if len(face) == 1 else f"{len(face)} symbols"
            yield FormatProblem(
                place, "contradictory-clause", f"this face carries {count}, and the clause asks for {each}"
            )
        for at, symbol in enumerate(face):
            if of is not None and symbol not in of:
                message = f'"{symbol}" is not one of the symbols that the clause lists'
                yield FormatProblem((*place, at), "contradictory-clause", message, suggestion(symbol, of, "symbols"))


def _check_question(
    path: Path,
    question: Mapping[str, Any],
    cards: Container[str] | None,
    faces: Callable[[str], odds.Faces | None] | None,
) -> Iterator[FormatProblem]:
    """A question rolls dice of the game, asks for what they show, and can be answered."""
    known: dict[str, odds.Faces] = {}
    good = True
    for part, card_id, _ in odds.dice_of(question):
        place: Path = (*path, part, card_id)
        if cards is not None and card_id not in cards:
            help_ = cards.meant(card_id) if isinstance(cards, CardIndex) else ""
            yield FormatProblem(place, "unknown-card", f'there is no card "{card_id}"', help_, at_key=True)
            good = False
        elif faces is not None:
            found = faces(card_id)
            if found is None:
                help_ = "a die's card has `faces`: a list of faces, each a list of symbols"
                yield FormatProblem(place, "not-a-die", f'"{card_id}" has no faces to roll', help_, at_key=True)
                good = False
            else:
                known[card_id] = found
    if not good or faces is None:
        return
    for place, at_key, part, symbol in _symbols_of(question):
        shown = sorted({s for i in question[part] for face in known[i] for s in face})
        if symbol not in shown:
            message = f'no die of this {part} shows "{symbol}"'
            yield FormatProblem(
                (*path, *place), "unknown-symbol", message, suggestion(symbol, shown, "symbols"), at_key
            )
    if said := odds.too_large(question, known):
        yield FormatProblem(path, "odds-too-large", said, "ask about fewer dice, or fewer symbols")


def _symbols_of(question: Mapping[str, Any]) -> Iterator[tuple[Path, bool, str, str]]:
    """Every symbol that a question names: its path, whether it is a key, and the dice that should show it."""
    for symbol in question.get("want", ()):
        yield ("want", symbol), True, "roll", symbol
    for symbol, taken in question.get("cancels", {}).items():
        yield ("cancels", symbol), True, "defense", symbol
        yield ("cancels", symbol), False, "attack", taken
    for index, symbol in enumerate(question.get("blocks", ())):
        yield ("blocks", index), False, "defense", symbol


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
