"""Kinds of clauses: each is a `ClauseKind`, in Arsenal itself as in plugins.

Arsenal's own are in the folder `clauses`: a module for each, which has the kind's name, as `KIND`. A plugin adds a kind
by an entry point of the group `arsenal.clauses`. The entry point has the kind's name, and leads to a `ClauseKind`. The
name begins with `x-`, so that it is never that of a later kind of Arsenal's own:

    [project.entry-points."arsenal.clauses"]
    x-highlander = "my_package.clauses:HIGHLANDER"
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from importlib import import_module
from typing import Literal, NamedTuple, TypeGuard, get_args

from builder import plugins
from builder.diagnostics import Diagnostic, KeyPath, suggestion
from builder.diagnostics.codes import register
from builder.documents.data import Data, mapping, sequence, text, whole
from builder.games import Clause, Format, Game, Players
from builder.legality.context import Check, ChecksMaker, Context, Counted
from builder.legality.speech import Speech
from builder.legality.verdicts import Violation
from builder.words import Text

GROUP = "arsenal.clauses"
PREFIX = "x-"  # of the kinds of plugins
FOLDER = "builder.legality.clauses"

Named = Literal["section", "card", "set", "field", "amount", "by", "query"]  # what a word of a clause can name
NAMED: tuple[Named, ...] = get_args(Named)

MOST = 1_000_000


def number(description: str, low: int = 0, high: int = MOST, **others: Data) -> dict[str, Data]:
    """The schema of a parameter that is a whole number."""
    return {**others, "description": description, "type": "integer", "minimum": low, "maximum": high}


def naming(what: Named, description: str) -> dict[str, Data]:
    """The schema of a parameter that names something of the game or the format, which `validate` looks up."""
    return {"description": description, **_name(what)}


def names(what: Named, description: str) -> dict[str, Data]:
    """The schema of a parameter that is a list of such names."""
    return several(description, _name(what), uniqueItems=True)


def numbers(what: Named, description: str, each: Mapping[str, Data], **limits: Data) -> dict[str, Data]:
    """The schema of a parameter that gives things a number, by their names."""
    shape: dict[str, Data] = {"propertyNames": _name(what), "additionalProperties": each}
    return {"description": description, "type": "object", "minProperties": 1, **limits, **shape}


def several(description: str, items: Mapping[str, Data], **limits: Data) -> dict[str, Data]:
    """The schema of a parameter that is a list."""
    return {"description": description, "type": "array", "items": items, "minItems": 1, **limits}


def parts(properties: Mapping[str, Data], required: Sequence[str] = (), **others: Data) -> dict[str, Data]:
    """The schema of a mapping with these keys and no others."""
    needed: dict[str, Data] = {"required": [*required]} if required else {}
    return {**others, "type": "object", "additionalProperties": False, **needed, "properties": titled(properties)}


def titled(properties: Mapping[str, Data]) -> dict[str, Data]:
    """Schemas by the names of their keys, each with the title that editors and pages show for it."""
    return {name: {"title": title_of(name), **mapping(schema)} for name, schema in properties.items()}


def title_of(name: str) -> str:
    """What a key is called."""
    return {"min": "Minimum", "max": "Maximum"}.get(name, name.replace("-", " ").capitalize())


def true(description: str) -> dict[str, Data]:
    """The schema of a parameter that is either `true` or left out."""
    return {"description": description, "const": True}


def one_of(*keys: str) -> dict[str, Data]:
    """The part of a schema that says that at least one of these keys is needed."""
    return {"anyOf": [{"required": [key]} for key in keys]}


def label(of: str = "such cards", example: str = "actions") -> dict[str, Data]:
    """The schema of a label: the words that messages use for some cards."""
    return {"description": f"What {of} are called in a message: `{example}`.", **LABEL}


def _name(what: Named) -> dict[str, Data]:
    return {"$ref": f"#/$defs/{what}"}


LABEL: Mapping[str, Data] = {"type": "string", "minLength": 1, "maxLength": 60}
SECTION = naming("section", "The section that is judged; all sections together by default.")
MAIN_SECTION = naming("section", "The section that is judged; the main one by default.")
BOUNDS: Mapping[str, Data] = {
    "min": number("The smallest number."),
    "max": number("The largest number."),
    "exactly": number("The exact number, in place of `min` and `max`."),
}
EACH_PLAYER = number("Added to each bound for each player: `exactly: 10` and `per-player: 3` is 16 for two.", low=1)

# What parameters with these names mean in every clause, even if the kind does not declare it.
_COMMON: Mapping[str, Data] = {
    "section": _name("section"),
    "across": {"items": _name("section")},
    "where": _name("query"),
    "besides": _name("query"),
    "groups": {"items": {"properties": {"where": _name("query")}}},
    "banned": {"items": _name("card")},
    "cards": {"propertyNames": _name("card")},
    "sets": {"items": _name("set")},
    "by": _name("by"),
}


Sentence = Callable[[Clause, Format, Game, Speech], str]
"""Makes the sentence for a clause of a format, in a language."""


@dataclass(frozen=True, slots=True)
class ClauseKind:
    """A kind of clause.

    `make` makes the checks for all clauses of the kind in a format; `one_by_one` makes such a function from one that
    makes the check for one clause. `codes` are the codes of its violations, each with its title.

    `parameters` are JSON Schemas (2020-12) of the clause's parameters by name; those in `required` must be there.
    `clause` and `description` need not be listed. The functions `naming` and `names` make schemas for names of
    sections, cards, sets, fields or queries, which are then looked up. `shape` are further keywords of the clause's
    schema. Parameters with the names of those of Arsenal's own kinds mean the same: `section` and `across` are
    sections, `where`, `besides` and `groups[].where` queries, `banned` and the keys of `cards` are cards, `sets` sets,
    `by` is a field, and `min` must not exceed `max`.

    `faults` finds what a schema can't find in a clause of the right shape, given who can play; paths of faults begin at
    the clause. `by_players` says whether a clause depends on the number of players.

    `description` is for people who write formats. `sentence` is for players: it says what a clause asks; by default it
    is the text `KIND.asks`. `words` are the texts of the kind by language; their keys begin with its name. Texts of
    Arsenal's own kinds are in `builder.words`.
    """

    make: ChecksMaker
    parameters: Mapping[str, Data] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    codes: Mapping[str, str] = field(default_factory=dict)
    description: str = ""
    shape: Mapping[str, Data] = field(default_factory=dict)
    faults: Callable[[Clause, Players], Iterable[Diagnostic]] = lambda clause, can_play: ()
    by_players: Callable[[Clause], bool] = lambda clause: clause.per_player
    sentence: Sentence | None = None
    words: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Register the codes."""
        for code, title in self.codes.items():
            register(code, "error", title)

    def schema(self, name: str) -> dict[str, Data]:
        """The schema of a clause of the kind. It refers to `$defs` of schemas/format.schema.json."""
        described: dict[str, Data] = {"description": self.description} if self.description else {}
        parameters = {"clause": _KIND, **self.parameters, "description": _DESCRIPTION}
        return {"title": title_of(name), **parts(parameters, ["clause", *self.required], **described), **self.shape}


_KIND: Mapping[str, Data] = {"description": "The kind of clause."}
_DESCRIPTION: Mapping[str, Data] = {
    "description": "The rule in the game's own words; a player who breaks the clause reads it.",
    "type": "string",
    "minLength": 1,
    "maxLength": 600,
}


def wrong_bounds(bounds: Mapping[str, Data], path: KeyPath = ()) -> Iterator[Diagnostic]:
    """The faults of bounds that nothing can fulfil, such as a minimum above the maximum."""
    if "min" in bounds and "max" in bounds:
        low, high = whole(bounds["min"]), whole(bounds["max"])
        if low > high:
            message = f"the minimum {low} is above the maximum {high}"
            yield Diagnostic("contradictory-clause", message, path=(*path, "min"))
    for other in ("min", "max"):
        if "exactly" in bounds and other in bounds:
            yield repeated("exactly", other, path)


def repeated(one: str, other: str, path: KeyPath = ()) -> Diagnostic:
    """The fault of two keys of which one is enough."""
    message = f'"{one}" and "{other}" say the same thing in two ways'
    return Diagnostic("contradictory-clause", message, help="keep one of the two", path=(*path, other), at_key=True)


def one_by_one(make: Callable[[Clause, Context], Check]) -> ChecksMaker:
    """A maker of checks for a kind whose clauses are judged one by one: `make` makes the check for one clause."""

    @wraps(make)
    def every(clauses: Sequence[Clause], context: Context) -> Iterator[Check]:
        for clause in clauses:
            yield make(clause, context)

    return every


class Name(NamedTuple):
    """A name in a clause. `path` leads to it; with `at_key`, the name is the key there."""

    what: Named
    word: str
    path: KeyPath
    at_key: bool = False


def names_in(kind: str, written: Data) -> Iterator[Name]:
    """All names in a clause, whose shape may be wrong. Raises UsageError for a broken plugin."""
    known = kind_of(kind)
    yield from _names_in({"properties": {**(known.parameters if known else {}), **_COMMON}}, written, ())


def _names_in(schema: Mapping[str, Data], value: Data, path: KeyPath) -> Iterator[Name]:
    if isinstance(value, str) and (what := _named_by(schema)):
        yield Name(what, value, path)
    for index, item in enumerate(sequence(value)):
        yield from _names_in(mapping(schema.get("items")), item, (*path, index))
    for key, inner in mapping(value).items():
        if what := _named_by(mapping(schema.get("propertyNames"))):
            yield Name(what, key, (*path, key), at_key=True)
        of = mapping(schema.get("properties")).get(key, schema.get("additionalProperties"))
        yield from _names_in(mapping(of), inner, (*path, key))


def _named_by(schema: Mapping[str, Data]) -> Named | None:
    reference = text(schema.get("$ref"))
    return next((what for what in NAMED if reference == f"#/$defs/{what}"), None)


@cache
def own_kinds() -> tuple[str, ...]:
    """The names of Arsenal's own kinds."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(import_module(FOLDER).__path__)))


@cache
def kind_of(name: str) -> ClauseKind | None:
    """The kind of that name; None where there is none. Raises UsageError for a broken plugin."""
    if name in own_kinds():
        found: ClauseKind = import_module(f"{FOLDER}.{name}").KIND
        return found
    return plugins.load(GROUP, name, _is_kind, "a ClauseKind") if name.startswith(PREFIX) else None


def checks_of(name: str, clauses: Sequence[Clause], context: Context) -> Iterable[Check] | None:
    """The checks for a format's clauses of a kind; None where there is no such kind.

    Whatever a plugin's code raises becomes a UsageError that names the plugin.
    """
    kind = kind_of(name)
    if kind is None:
        return None
    context = context.saying(kind.words)
    if name in own_kinds():
        return kind.make(clauses, context)

    def guarded(check: Check) -> Check:
        def check_guarded(deck: Counted) -> list[Violation]:
            return plugins.made_by(name, Violation, lambda: check(deck))

        return check_guarded

    with plugins.running(name):
        return list(map(guarded, kind.make(clauses, context)))


def depends_on_players(clause: Clause) -> bool:
    """Whether a clause depends on the number of players. Raises UsageError for a broken plugin."""
    kind = kind_of(clause.kind)
    with plugins.running(clause.kind):
        return kind.by_players(clause) if kind else clause.per_player


def sentence_of(clause: Clause, by: Format, game: Game, say: Speech) -> str:
    """What a clause asks, in a sentence. Raises UsageError for a broken plugin."""
    name, kind = clause.kind, kind_of(clause.kind)
    say = say.adding(kind.words) if kind else say
    if kind and kind.sentence:
        with plugins.running(name):
            return kind.sentence(clause, by, game, say)
    key = f"{name}.asks"
    return say(key) if key in say.texts else say("clause.other", kind=name)


def _is_kind(found: object) -> TypeGuard[ClauseKind]:
    return isinstance(found, ClauseKind) and not plugins.odd_part(found)


def help_for_unknown(name: str) -> str:
    """The help for a kind of clause that does not exist."""
    if not name.startswith(PREFIX):
        return suggestion(name, own_kinds(), "kinds")
    there = plugins.names(GROUP)
    missing = f'kinds that begin with "{PREFIX}" come with plugins: install the one that brings it'
    return suggestion(name, there, "kinds of plugins") if there else missing
