"""What is wrong with a format file that a JSON Schema can't say. Faults lead to their places by key paths."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from builder.decks import CardIndex, odds
from builder.diagnostics import Diagnostic, KeyPath, UsageError, count_of, suggestion
from builder.documents.data import Data, mapping, sequence, text, texts, whole, wholes
from builder.games import MAIN, UNLIMITED, Players, Question, players_from, question_from
from builder.games.card import Faces
from builder.legality.formats import Definition, Definitions, chain_of, changes_of
from builder.legality.registry import ClauseKind, added_kind, help_for_unknown, kind_of
from builder.schema import Schema, SchemaError, resolve

NEEDS = ("per-player", "shared", "box")  # of an inventory: what queries match, by how many
WrittenClause = Mapping[str, Data]  # a clause as a format file has it: its kind and its parameters


class FormatQuery(NamedTuple):
    """A card query of a format file: `path` leads to it from the root; `at_key` means that it is a key."""

    path: KeyPath
    text: str
    at_key: bool = False


def queries_of(definition: Definition) -> Iterator[FormatQuery]:
    """Every card query of a format file, for the query language to check."""
    for path, clause in _clauses_of(definition):
        for key in ("where", "besides"):
            if isinstance(clause.get(key), str):
                yield FormatQuery((*path, key), text(clause[key]))
        for index, group in enumerate(sequence(clause.get("groups"))):
            if "where" in mapping(group):
                yield FormatQuery((*path, "groups", index, "where"), text(mapping(group)["where"]))
        if clause["clause"] == "inventory":
            for key in NEEDS:
                yield from (FormatQuery((*path, key, where), where, True) for where in mapping(clause.get(key)))


def check_format(
    format_id: str,
    formats: Definitions,
    *,
    cards: Container[str] | None = None,
    sets: Collection[str] | None = None,
    fields: Collection[str] | None = None,
    faces: Callable[[str], Faces | None] | None = None,
) -> Iterator[Diagnostic]:
    """What is wrong with a format that its schema can't say, as faults with paths.

    `formats` are the game's format files by id, all of the schema's shape. `cards` holds ids and former ids
    (a `CardIndex` does), `sets` the set ids, `fields` the names of the game's fields; `faces` gives a card's faces by
    id, None where it is no die. What is None is not checked. Raises UsageError for a broken plugin.
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
        yield from _check_kind(path, clause)
        yield from _check_clause(path, clause, can_play)
        yield from _check_references(path, clause, cards, sets, fields)
    for index, asked in enumerate(sequence(definition.get("odds"))):
        yield from _check_question(("odds", index), question_from(mapping(asked)), cards, faces)


def _fault(path: KeyPath, code: str, message: str, help_: str = "", at_key: bool = False) -> Diagnostic:
    return Diagnostic(code, message, help=help_, path=path, at_key=at_key)


def _clauses_of(definition: Definition) -> Iterator[tuple[KeyPath, WrittenClause]]:
    """Every clause that a file states, with its path: those of its history too."""
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
    """Some number of players can play, among them those of whom the setup speaks."""
    written = mapping(definition.get("players"))
    if written:
        yield from _check_bounds(("players",), written)
    if written and can_play.low <= can_play.high and can_play.fewest > can_play.most:
        message = f"no number of players from {can_play.low} to {can_play.high} makes {can_play.teams} equal teams"
        yield _fault(("players", "teams"), "contradictory-clause", message)
    elif written or "players" in mapping(definition.get("setup")):
        facts: dict[str, Data] = {}
        for one in chain:
            facts |= mapping(one.get("setup"))
        said = facts.get("players")
        if type(said) is int and can_play.fewest <= can_play.most and can_play.nearest(said) != said:
            message = f"{count_of(said, 'player')} in the setup, and the format takes {can_play}"
            path: KeyPath = ("setup", "players") if "players" in mapping(definition.get("setup")) else ("players",)
            yield _fault(path, "contradictory-clause", message, "say how many usually play, out of those who can")


def _check_drops(definition: Definition, inherited: list[Definition]) -> Iterator[Diagnostic]:
    """What is dropped is there: it was inherited, or an earlier part of the file has it."""
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
    for path, clause in _clauses_of(definition):
        for where, section in _sections_of(clause):
            if section not in sections:
                message = f'there is no section "{section}"'
                yield _fault((*path, *where), "unknown-section", message, suggestion(section, sections, "sections"))
    if "sections" not in definition:
        return
    restated = {path[-1] for path, _ in _clauses_of(definition)} | set(texts(definition.get("drop")))
    for parent in inherited:
        for path, clause in _clauses_of(parent):
            missing = [s for _, s in _sections_of(clause) if s not in sections]
            if missing and path[-1] not in restated:
                message = f'the inherited clause "{path[-1]}" judges the section "{missing[0]}", which is not here'
                help_ = f'add the section, or drop or replace "{path[-1]}"'
                yield _fault(("sections",), "unknown-section", message, help_)


def _sections_of(clause: WrittenClause) -> Iterator[tuple[KeyPath, str]]:
    for key in ("section", "of") if clause["clause"] == "within" else ("section",):
        if isinstance(clause.get(key), str):
            yield (key,), text(clause[key])
    for index, section in enumerate(texts(clause.get("across"))):
        yield ("across", index), section
    if isinstance(stated := mapping(clause.get("stated-by")).get("section"), str):
        yield ("stated-by", "section"), stated


def _check_kind(path: KeyPath, clause: WrittenClause) -> Iterator[Diagnostic]:
    """There is such a kind of clause; one that a plugin adds has parameters of the right shape."""
    kind = text(clause["clause"])
    if kind_of(kind) is None:
        message = f'there is no kind of clause "{kind}"'
        yield _fault((*path, "clause"), "unknown-clause", message, help_for_unknown(kind))
    elif added := added_kind(kind):
        *layer, _, clause_id = path
        schema = _schema_of(kind, added, str(clause_id))
        for fault in schema.problems({"clauses": {clause_id: clause}}):
            yield replace(fault, path=(*layer, *fault.path))


def _schema_of(name: str, kind: ClauseKind, clause_id: str) -> Schema:
    """What the entry `clauses` with a clause of a plugin's kind looks like. Raises UsageError for a broken plugin."""
    clause = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"clause": {}, "description": _DESCRIPTION, **kind.parameters},
        "required": ["clause", *kind.required],
    }
    try:
        schema = Schema(resolve({"properties": {"clauses": {"properties": {clause_id: clause}}}}))
        schema.fits({})
    except (SchemaError, ValueError) as error:
        raise UsageError(f'the plugin "{name}" can\'t be used: its parameters are no JSON Schemas: {error}') from None
    return schema


_DESCRIPTION: Mapping[str, Data] = {"type": "string", "minLength": 1, "maxLength": 600}  # as in format.schema.json


def _check_clause(path: KeyPath, clause: WrittenClause, can_play: Players) -> Iterator[Diagnostic]:
    yield from _check_bounds(path, clause)
    if clause["clause"] == "inventory":
        yield from _check_bounds((*path, "players"), mapping(clause.get("players")))
        yield from _check_box(path, clause, can_play.of_deck)
        yield from _check_labels(path, clause)
    if clause["clause"] == "dice":
        yield from _check_start(path, clause)
    if "section" in clause and "across" in clause:
        yield _said_twice(path, "section", "across")
    if clause["clause"] == "within" and clause.get("section") == clause.get("of"):
        message = '"of" names the same section as "section"'
        yield _fault((*path, "of"), "contradictory-clause", message, "name another section")


def _check_bounds(path: KeyPath, bounds: Mapping[str, Data]) -> Iterator[Diagnostic]:
    """A minimum and a maximum, or a number that is exact, leave something possible."""
    if "min" in bounds and "max" in bounds:
        low, high = whole(bounds["min"]), whole(bounds["max"])
        if low > high:
            message = f"the minimum {low} is above the maximum {high}"
            yield _fault((*path, "min"), "contradictory-clause", message)
    for other in ("min", "max"):
        if "exactly" in bounds and other in bounds:
            yield _said_twice(path, "exactly", other)


def _said_twice(path: KeyPath, one: str, other: str) -> Diagnostic:
    message = f'"{one}" and "{other}" say the same thing in two ways'
    return _fault((*path, other), "contradictory-clause", message, "keep one of the two", at_key=True)


def _check_box(path: KeyPath, clause: WrittenClause, of_deck: Players) -> Iterator[Diagnostic]:
    """The box holds what every table needs, of the fewest and of the most who can play."""
    each, shared = wholes(clause.get("per-player")), wholes(clause.get("shared"))
    can_play = players_from(mapping(clause["players"])) if "players" in clause else of_deck
    for where, held in wholes(clause.get("box")).items():
        for players in dict.fromkeys((can_play.fewest, can_play.most)):
            needed = each.get(where, 0) * players + shared.get(where, 0)
            if held < needed and players != UNLIMITED:
                need = "needs" if players == 1 else "need"
                who = f"{count_of(players, 'player')} {need} {needed}"
                what = text(mapping(clause.get("labels")).get(where)) or f"of what matches `{where}`"
                message = f"the box holds {held} {what}, and {who}"
                help_ = "say how many can play, as many as the box is for"
                yield _fault((*path, "box", where), "contradictory-clause", message, help_)
                break


def _check_labels(path: KeyPath, clause: WrittenClause) -> Iterator[Diagnostic]:
    """Labels are of queries that the clause has."""
    known = {where for key in NEEDS for where in mapping(clause.get(key))}
    for where in mapping(clause.get("labels")):
        if where not in known:
            message = f"the clause asks for nothing that matches `{where}`"
            help_ = suggestion(where, known, "queries")
            yield _fault((*path, "labels", where), "contradictory-clause", message, help_, at_key=True)


def _check_start(path: KeyPath, clause: WrittenClause) -> Iterator[Diagnostic]:
    """The faces that dice start with are as the clause says that faces are."""
    start = [texts(face) for face in sequence(clause.get("start"))]
    faces, each, of = whole(clause.get("faces")), whole(clause.get("each")), texts(clause.get("of"))
    if start and "faces" in clause and len(start) != faces:
        message = f"dice start with {len(start)} faces, and the clause asks for {faces}"
        yield _fault((*path, "start"), "contradictory-clause", message)
    for index, face in enumerate(start):
        place: KeyPath = (*path, "start", index)
        if "each" in clause and len(face) != each:
            count = "1 symbol" if len(face) == 1 else f"{len(face)} symbols"
            message = f"this face carries {count}, and the clause asks for {each}"
            yield _fault(place, "contradictory-clause", message)
        for at, symbol in enumerate(face):
            if "of" in clause and symbol not in of:
                message = f'"{symbol}" is not one of the symbols that the clause lists'
                yield _fault((*place, at), "contradictory-clause", message, suggestion(symbol, of, "symbols"))


def _check_question(
    path: KeyPath,
    question: Question,
    cards: Container[str] | None,
    faces: Callable[[str], Faces | None] | None,
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


def _check_references(
    path: KeyPath,
    clause: WrittenClause,
    cards: Container[str] | None,
    sets: Collection[str] | None,
    fields: Collection[str] | None,
) -> Iterator[Diagnostic]:
    for where, card_id, at_key in _cards_of(clause):
        if cards is not None and card_id not in cards:
            yield _unknown_card((*path, *where), card_id, cards, at_key)
    for index, set_id in enumerate(texts(clause.get("sets"))):
        if sets is not None and set_id not in sets:
            message = f'there is no set "{set_id}"'
            yield _fault((*path, "sets", index), "unknown-set", message, suggestion(set_id, sets, "sets"))
    by = text(clause.get("by")) or "id"
    if fields is not None and by not in ("id", "name") and by not in fields:
        help_ = suggestion(by, ["id", "name", *fields], "fields")
        yield _fault((*path, "by"), "unknown-field", f'cards have no field "{by}"', help_)
    stated = text(mapping(clause.get("stated-by")).get("field"))
    if fields is not None and stated and stated not in fields:
        help_ = suggestion(stated, fields, "fields")
        place: KeyPath = (*path, "stated-by", "field")
        yield _fault(place, "unknown-field", f'cards have no field "{stated}"', help_)


class NamedCard(NamedTuple):
    """A card's id in a format file: `path` leads to it from the root; `at_key` means that it is a key."""

    path: KeyPath
    id: str
    at_key: bool


def cards_named_in(definition: Definition) -> Iterator[NamedCard]:
    """Every card id that a format file names: in its clauses, and as dice in its questions about odds."""
    for path, clause in _clauses_of(definition):
        for where, card_id, at_key in _cards_of(clause):
            yield NamedCard((*path, *where), card_id, at_key)
    for index, asked in enumerate(sequence(definition.get("odds"))):
        for part, dice in question_from(mapping(asked)).dice.items():
            yield from (NamedCard(("odds", index, part, die), die, True) for die in dice)


def _unknown_card(path: KeyPath, card_id: str, cards: Container[str], at_key: bool) -> Diagnostic:
    help_ = cards.meant(card_id) if isinstance(cards, CardIndex) else ""
    return _fault(path, "unknown-card", f'there is no card "{card_id}"', help_, at_key)


def _cards_of(clause: WrittenClause) -> Iterator[tuple[KeyPath, str, bool]]:
    """Every card id that a clause names, with its path and whether it stands as a key."""
    for index, card_id in enumerate(texts(clause.get("banned"))):
        yield ("banned", index), card_id, False
    for index, card_id in enumerate(texts(mapping(clause.get("restricted")).get("cards"))):
        yield ("restricted", "cards", index), card_id, False
    for card_id in mapping(mapping(clause.get("points")).get("cards")):
        yield ("points", "cards", card_id), card_id, True
    for card_id in mapping(clause.get("cards")):
        yield ("cards", card_id), card_id, True
