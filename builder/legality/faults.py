"""Faults of a format file that a JSON Schema can't find. Their places are key paths."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from builder import plugins
from builder.decks import CardIndex, odds
from builder.diagnostics import Diagnostic, KeyPath, UsageError, count_of, suggestion
from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games import MAIN, Players, Question, players_from, question_from
from builder.games.card import Faces
from builder.legality.formats import Definition, Definitions, chain_of, changes_of, clause_from
from builder.legality.kinds import (
    NAMED,
    PREFIX,
    ClauseKind,
    Name,
    Named,
    help_for_unknown,
    kind_of,
    names_in,
    repeated,
    wrong_bounds,
)
from builder.schema import Schema, SchemaError, resolve
from builder.words import DEFAULT, words_of

WrittenClause = Mapping[str, Data]  # a clause as a format file has it: its kind and its parameters


def queries_of(definition: Definition) -> Iterator[Name]:
    """Every card query of a format file, for the query language to check. Raises UsageError for a broken plugin."""
    return _named_in(definition, "query")


def cards_named_in(definition: Definition) -> Iterator[Name]:
    """Every card id that a format file names: in its clauses, and as dice in its questions about odds."""
    yield from _named_in(definition, "card")
    for index, asked in enumerate(sequence(definition.get("odds"))):
        for part, dice in question_from(mapping(asked)).dice.items():
            yield from (Name("card", die, ("odds", index, part, die), at_key=True) for die in dice)


def _named_in(definition: Definition, *what: Named) -> Iterator[Name]:
    """What the clauses of a format file name, of these kinds of names, with paths from its root."""
    for path, clause in _clauses_of(definition):
        for name in names_in(text(clause["clause"]), clause):
            if name.what in what:
                yield name._replace(path=(*path, *name.path))


def check_format(
    format_id: str,
    formats: Definitions,
    *,
    cards: Container[str] | None = None,
    sets: Collection[str] | None = None,
    fields: Collection[str] | None = None,
    has_amounts: Callable[[str], bool] | None = None,
    faces: Callable[[str], Faces | None] | None = None,
) -> Iterator[Diagnostic]:
    """What is wrong with a format that its schema can't find, as faults with paths.

    `formats` are the game's format files by id, all of the schema's shape. `cards` holds ids and former ids
    (a `CardIndex` does), `sets` the set ids, `fields` the names of the game's fields; `has_amounts` says whether cards
    have numbers in a field; `faces` gives a card's faces by id, None where it is no die. What is None is not checked.
    Raises UsageError for a broken plugin.
    """
    definition = formats[format_id]
    chain, fault = chain_of(format_id, formats)
    if fault:
        yield fault
        chain = [definition]
    yield from _check_history(definition)
    stated = next((mapping(d["players"]) for d in reversed(chain) if "players" in d), {})
    can_play = players_from(stated)
    yield from _check_players(definition, chain, can_play)
    if not fault:
        yield from _check_drops(definition, chain[:-1])
    sections = next(filter(None, (mapping(d.get("sections")) for d in reversed(chain))), {MAIN: {}})
    if not fault:
        yield from _check_sections(definition, chain[:-1], sections)
    for path, clause in _clauses_of(definition):
        yield from _check_clause(path, clause, can_play)
    yield from _check_names(definition, cards, sets, fields, has_amounts)
    for index, asked in enumerate(sequence(definition.get("odds"))):
        yield from _check_question(("odds", index), question_from(mapping(asked)), cards, faces)


def _fault(path: KeyPath, code: str, message: str, help_: str = "", at_key: bool = False) -> Diagnostic:
    return Diagnostic(code, message, help=help_, path=path, at_key=at_key)


def _clauses_of(definition: Definition) -> Iterator[tuple[KeyPath, WrittenClause]]:
    """Every clause in a file, also of its history, with its path."""
    for layer in changes_of(definition):
        for name, clause in layer.clauses.items():
            yield (*layer.path, "clauses", name), clause


def _check_history(definition: Definition) -> Iterator[Diagnostic]:
    before = ""
    for layer in changes_of(definition):
        if not layer.path:
            continue
        day, path = layer.day, (*layer.path, "from")
        try:
            date.fromisoformat(day)
        except ValueError:
            yield _fault(path, "bad-date", f'"{day}" is not a day of the calendar', "write YYYY-MM-DD")
            continue
        if day <= before:
            message = f"this entry begins on {day}, and one before it on {before}"
            help_ = "put the history in the order of its dates, each date once"
            yield _fault(path, "history-order", message, help_)
        before = max(before, day)


def _check_players(definition: Definition, chain: Sequence[Definition], can_play: Players) -> Iterator[Diagnostic]:
    """The format has a possible number of players, and the setup's `players` is possible."""
    written = mapping(definition.get("players"))
    if written:
        yield from wrong_bounds(written, ("players",))
    if written and can_play.low <= can_play.high and can_play.fewest > can_play.most:
        message = f"no number of players from {can_play.low} to {can_play.high} makes {can_play.teams} equal teams"
        yield _fault(("players", "teams"), "contradictory-clause", message)
    elif written or "players" in mapping(definition.get("setup")):
        facts: dict[str, Data] = {}
        for one in chain:
            facts |= mapping(one.get("setup"))
        usual = facts.get("players")
        if type(usual) is int and can_play.fewest <= can_play.most and can_play.nearest(usual) != usual:
            message = (
                f"{count_of(usual, 'player')} in the setup, and the format takes {can_play.in_words(words_of(DEFAULT))}"
            )
            path: KeyPath = ("setup", "players") if "players" in mapping(definition.get("setup")) else ("players",)
            yield _fault(path, "contradictory-clause", message, "say how many usually play, out of those who can")


def _check_drops(definition: Definition, inherited: list[Definition]) -> Iterator[Diagnostic]:
    """Every clause that is dropped was inherited, or added earlier in the file."""
    known = {str(path[-1]) for parent in inherited for path, _ in _clauses_of(parent)}
    for layer in changes_of(definition):
        for index, dropped in enumerate(layer.drop):
            if dropped not in known:
                message = f'there is no clause "{dropped}" to drop here'
                help_ = suggestion(dropped, known, "clauses")
                yield _fault((*layer.path, "drop", index), "unknown-clause", message, help_)
        known |= layer.clauses.keys()


def _check_sections(
    definition: Definition, inherited: list[Definition], sections: Mapping[str, Data]
) -> Iterator[Diagnostic]:
    if MAIN in mapping(definition.get("sections")) and next(iter(sections)) != MAIN:
        message = f'"{MAIN}" is not the first section, so that "cards:" could mean either'
        help_ = "put it first, or give it another name"
        yield _fault(("sections", MAIN), "misplaced-main", message, help_, at_key=True)
    for _, section, path, _ in _named_in(definition, "section"):
        if section not in sections:
            message = f'there is no section "{section}"'
            yield _fault(path, "unknown-section", message, suggestion(section, sections, "sections"))
    if "sections" not in definition:
        return
    restated = {path[-1] for path, _ in _clauses_of(definition)} | set(texts(definition.get("drop")))
    for parent in inherited:
        for path, clause in _clauses_of(parent):
            names = names_in(text(clause["clause"]), clause)
            missing = next((one.word for one in names if one.what == "section" and one.word not in sections), None)
            if missing is not None and path[-1] not in restated:
                message = f'the inherited clause "{path[-1]}" judges the section "{missing}", which is not here'
                help_ = f'add the section, or drop or replace "{path[-1]}"'
                yield _fault(("sections",), "unknown-section", message, help_)


def _check_clause(path: KeyPath, clause: WrittenClause, can_play: Players) -> Iterator[Diagnostic]:
    """The kind of clause exists, and the clause makes sense; for a plugin's kind, its shape is checked too."""
    name, (*layer, _, clause_id) = text(clause["clause"]), path
    kind = kind_of(name)
    if kind is None:
        message = f'there is no kind of clause "{name}"'
        yield _fault((*path, "clause"), "unknown-clause", message, help_for_unknown(name))
    misshapen: list[Diagnostic] = []
    if kind and name.startswith(PREFIX):  # other kinds have been checked by the schema of formats
        misshapen = _schema_of(name, kind, str(clause_id)).problems({"clauses": {clause_id: clause}})
        yield from (replace(fault, path=(*layer, *fault.path)) for fault in misshapen)
    found = list(wrong_bounds(clause))
    if "section" in clause and "across" in clause:
        found.append(repeated("section", "across"))
    if kind and not misshapen:
        written = clause_from(str(clause_id), clause)
        theirs = name.startswith(PREFIX)
        faults = partial(kind.faults, written, can_play)
        found += plugins.made_by(name, Diagnostic, faults) if theirs else faults()
    yield from (replace(fault, path=(*path, *fault.path)) for fault in found)


def _schema_of(name: str, kind: ClauseKind, clause_id: str) -> Schema:
    """The schema of `clauses` with one clause of a plugin's kind. Raises UsageError for a broken plugin."""
    clauses = {"properties": {clause_id: kind.schema(name)}}
    shapes = {what: {"$ref": f"format.schema.json#/$defs/{what}"} for what in (*NAMED, "id")}
    try:
        schema = Schema(resolve({"properties": {"clauses": clauses}, "$defs": shapes}))
        schema.fits({})
    except (SchemaError, ValueError) as error:
        raise UsageError(f'the plugin "{name}" can\'t be used: its parameters are no JSON Schemas: {error}') from None
    return schema


def _check_question(
    path: KeyPath, question: Question, cards: Container[str] | None, faces: Callable[[str], Faces | None] | None
) -> Iterator[Diagnostic]:
    """A question rolls dice of the game, asks for what they show, and can be answered."""
    known: dict[str, Faces] = {}
    good = True
    for part, card_id in ((part, card_id) for part, dice in question.dice.items() for card_id in dice):
        place: KeyPath = (*path, part, card_id)
        if cards is not None and card_id not in cards:
            yield _unknown_card(place, card_id, cards, at_key=True)
            good = False
        elif faces is not None:
            found = faces(card_id)
            if found is None:
                help_ = "a die's card has `faces`: a list of faces, each a list of symbols"
                yield _fault(place, "not-a-die", f'"{card_id}" has no faces to roll', help_, at_key=True)
                good = False
            else:
                known[card_id] = found
    if not good or faces is None:
        return
    for place, at_key, part, symbol in _symbols_of(question):
        shown = sorted({s for i in question.dice[part] for face in known[i] for s in face})
        if symbol not in shown:
            message = f'no die of this {part} shows "{symbol}"'
            yield _fault((*path, *place), "unknown-symbol", message, suggestion(symbol, shown, "symbols"), at_key)
    if reason := odds.too_large(question, known):
        yield _fault(path, "odds-too-large", reason, "ask about fewer dice, or fewer symbols")


def _symbols_of(question: Question) -> Iterator[tuple[KeyPath, bool, str, str]]:
    """Every symbol that a question names: its path, whether it is a key, and the dice that should show it."""
    for symbol in question.want:
        yield ("want", symbol), True, "roll", symbol
    for symbol, taken in question.cancels.items():
        yield ("cancels", symbol), True, "defense", symbol
        yield ("cancels", symbol), False, "attack", taken
    for index, symbol in enumerate(question.blocks):
        yield ("blocks", index), False, "defense", symbol


def _check_names(
    definition: Definition,
    cards: Container[str] | None,
    sets: Collection[str] | None,
    fields: Collection[str] | None,
    has_amounts: Callable[[str], bool] | None,
) -> Iterator[Diagnostic]:
    """The cards, sets and fields that clauses name exist, and what is added up is a number on some card.

    Sections and queries are checked elsewhere.
    """
    known: dict[Named, Collection[str] | None] = {"set": sets, "field": fields, "amount": fields}
    known["by"] = None if fields is None else ["id", "name", *fields]
    for what, word, path, at_key in _named_in(definition, "card", *known):
        there = known.get(what)
        if what == "card" and cards is not None and word not in cards:
            yield _unknown_card(path, word, cards, at_key)
        elif there is not None and word not in there:
            code, message, kind = "unknown-field", f'cards have no field "{word}"', "fields"
            if what == "set":
                code, message, kind = "unknown-set", f'there is no set "{word}"', "sets"
            yield _fault(path, code, message, suggestion(word, there, kind), at_key)
        elif what == "amount" and has_amounts and not has_amounts(word):
            message = f'no card has a number in "{word}", so there is nothing to add up'
            numbers = [*filter(has_amounts, there or ())]
            yield _fault(path, "no-amounts", message, suggestion(word, numbers, "fields with numbers"))


def _unknown_card(path: KeyPath, card_id: str, cards: Container[str], at_key: bool) -> Diagnostic:
    help_ = cards.meant(card_id) if isinstance(cards, CardIndex) else ""
    return _fault(path, "unknown-card", f'there is no card "{card_id}"', help_, at_key)
