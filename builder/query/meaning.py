"""The meaning of a query for one game: its terms as tests on the game's fields, or diagnostics.

`builder.library.search` finds the cards of a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, TypeVar  # Any: values in messages

from builder.diagnostics import Diagnostic, suggested
from builder.games.fields import Field
from builder.naming import fold, is_id
from builder.query.language import Query, QueryError, Term, Value, fault, parse
from builder.query.nesting import And, Node, Not, Or
from builder.words import words_here

Comparison = Literal["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Contains:
    """The folded text occurs in the field; where there is no field, in the card's name and texts."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Fits:
    """The regular expression is found in the field; where there is no field, in the card's name and texts."""

    field: str
    pattern: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the field's values is this folded text."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Compares:
    """The comparison of the field's number with `number` is true."""

    field: str
    comparison: Comparison
    number: float


@dataclass(frozen=True, slots=True)
class Has:
    """The card has a value in the field."""

    field: str


Test = Contains | Fits | OneOf | Compares | Has


@dataclass(frozen=True)
class Meaning:
    """A query's tests in one game, and the faults of its values by place. A wrong value matches no card."""

    root: Node[Test]
    faults: Mapping[int, Diagnostic] = field(default_factory=dict)


class Fields(Mapping[str, Field]):
    """A game's fields by name, without regard to case, with those that every game has.

    A short name finds its field, unless it is the name of another field.
    """

    def __init__(self, specs: Mapping[str, Field]) -> None:
        shared = {name: Field(name, kind, name.capitalize()) for name, kind in _SHARED}
        self._specs = {**shared, **{fold(name): spec for name, spec in specs.items()}}
        self._shorts = {fold(spec.short): name for name, spec in self._specs.items() if spec.short}

    def __getitem__(self, name: str) -> Field:
        folded = fold(name)
        if folded not in self._specs:
            short, dot, part = folded.partition(".")
            folded = self._shorts[short] + dot + part
        return self._specs[folded]

    def __iter__(self) -> Iterator[str]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    __hash__ = object.__hash__  # equal only to itself, since caches use the object as a key

    def __eq__(self, other: object) -> bool:
        return self is other

    def is_amount(self, spec: Field) -> bool:
        """True for one amount of a tally: `cost.oil`."""
        owner = self.get(spec.name.rpartition(".")[0])
        return owner is not None and owner.kind == "tally"

    def absent_is_zero(self, spec: Field) -> bool:
        """True where a card without the field has 0 of it: a card without a cost is free."""
        return spec.kind == "tally" or self.is_amount(spec)


REPRINTED = "reprinted"  # a flag: the card is in several sets

_SHARED: tuple[tuple[str, Literal["number", "word", "text", "flag"]], ...] = (
    ("id", "text"),
    ("name", "text"),
    ("number", "number"),
    ("set", "word"),
    ("type", "text"),
    ("text", "text"),
    (REPRINTED, "flag"),
)


def faults_in(text: str, fields: Mapping[str, Field]) -> list[Diagnostic]:
    """The faults of a query for a game with these fields, from left to right."""
    try:
        query = parse(text)
    except QueryError as error:
        return error.diagnostics
    return list(dict.fromkeys(meaning(query, Fields(fields)).faults.values()))


def meaning(query: Query, fields: Fields) -> Meaning:
    """The query's tests in the game with these fields, and what is wrong with it there."""
    reader = _Reader(query.text, fields)
    root = reader.read(query.root)
    return Meaning(root, dict(sorted(reader.faults.items())))


def merged(games: Iterable[Fields]) -> Fields:
    """The fields of several games as if they were one game's, for messages about all of them."""
    found: dict[str, Field] = {}
    for fields in games:
        for name, spec in fields.items():
            known = found.setdefault(name, spec)
            values = dict.fromkeys((*known.values, *spec.values))
            found[name] = replace(known, values=tuple(values))
    return Fields(found)


NONE: Or[Test] = Or(())  # no card: one of nothing


class _FaultError(Exception):
    """A term or a value has no meaning in this game: the code, and the key and the parts of the message.

    What was probably meant is searched among the `known` words, whose name in messages is `what`.
    """

    def __init__(
        self, code: str, key: str, at: Term | Value, known: Sequence[str] = (), what: str = "known", **parts: Any
    ) -> None:
        super().__init__(key)
        self.code, self.key, self.at, self.known, self.what, self.parts = code, key, at, known, what, parts

    def found(self, text: str) -> Diagnostic:
        """The fault in a query of this text."""
        at = self.at.start, self.at.end
        value = self.at.text if isinstance(self.at, Value) else ""
        meant, help_ = suggested(value, self.known, self.what, words_here("query")) if self.known else ("", "")
        made = fault(self.key, text, *at, code=self.code, help_=help_, said=value, **self.parts)
        return replace(made, values={"meant": meant}) if meant else made


Operand = TypeVar("Operand", Term, Value)


class _Reader:
    """Reads a query's terms against a game's fields, and notes what is wrong with them by its place."""

    def __init__(self, text: str, fields: Fields) -> None:
        self.text, self.fields = text, fields
        self.faults: dict[int, Diagnostic] = {}

    def read(self, node: Node[Term]) -> Node[Test]:
        if isinstance(node, Not):
            part: Node[Test] = self.read(node.part)
            return Not(part)
        if isinstance(node, And):
            return And(tuple(map(self.read, node.parts)))
        if isinstance(node, Or):
            return Or(tuple(map(self.read, node.parts)))
        return self._tested(self._term, node)

    def _tested(self, reads: Callable[[Operand], Node[Test]], what: Operand) -> Node[Test]:
        """The test that `reads` returns. Where it raises, the fault is noted, and no card passes."""
        try:
            return reads(what)
        except _FaultError as wrong:
            found = wrong.found(self.text)
            values = what.values if isinstance(what, Term) else (what,)
            self.faults.update((value.start, found) for value in values)
            return NONE

    def _term(self, term: Term) -> Node[Test]:
        if not term.field:
            return self._bare(term.values[0])
        name = fold(term.field)
        if name in ("is", "has"):
            if term.operator not in (":", "=", "!="):
                raise _FaultError("bad-comparison", "no-comparison", term, name=name)
            reads = self._is if name == "is" else self._has
        else:
            spec = self._field(term.field, Value(term.field, term.start, term.start + len(term.field)))
            if term.operator in ("<", "<=", ">", ">="):
                return self._compared(term, spec)
            reads = partial(_VALUES[spec.kind], spec, term.operator, self.fields.absent_is_zero(spec))
            if spec.name == "id":
                reads = partial(self._id, reads)
        parts = tuple(self._tested(reads, value) for value in term.values)
        positive: Node[Test] = parts[0] if len(parts) == 1 else Or(parts)
        return Not(positive) if term.operator == "!=" else positive

    def _bare(self, value: Value) -> Node[Test]:
        """Words without a field: a part of the card's name and texts, or its id or a former one as a whole."""
        part = _part_of("", value)
        word = fold(value.text)
        return part if value.is_pattern or not is_id(word) else Or((part, OneOf("id", word), *self._former(word)))

    def _id(self, reads: Callable[[Value], Node[Test]], value: Value) -> Node[Test]:
        """The test for an id: that of `reads`, or for a former id the whole word."""
        return Or((reads(value), *(() if value.is_pattern else self._former(fold(value.text)))))

    def _former(self, word: str) -> tuple[Test, ...]:
        return (OneOf("aliases", word),) if "aliases" in self.fields else ()

    def _field(self, name: str, at: Value) -> Field:
        if name in self.fields:
            return self.fields[name]
        raise _FaultError("unknown-field", "no-field", at, self._names(), "fields")

    def _names(self) -> list[str]:
        """The fields' names without the single amounts of tallies, which would crowd the others out."""
        return [*(spec.name for spec in self.fields.values() if not self.fields.is_amount(spec)), "is", "has"]

    def _compared(self, term: Term, spec: Field) -> Node[Test]:
        if spec.kind not in ("number", "tally"):
            raise _FaultError("bad-comparison", "not-numbers", term, name=spec.name, operator=term.operator)
        if len(term.values) > 1:
            raise _FaultError("bad-comparison", "one-number", term.values[1], operator=term.operator)
        number = _number(term.values[0])
        if number is None:
            raise _not_a_number(spec, term.values[0])
        comparison: Comparison = term.operator  # type: ignore[assignment]  # one of the four checked above
        return _compares(spec, comparison, number, or_zero=self.fields.absent_is_zero(spec))

    def _is(self, value: Value) -> Node[Test]:
        if value.is_pattern:
            raise _FaultError("unknown-value", "is-takes", value)
        word = fold(value.text)
        tests: list[Node[Test]] = []
        for spec in self.fields.values():
            if spec.kind == "flag" and fold(spec.name) == word:
                tests.append(OneOf(spec.name, "true"))
            elif spec.kind == "word" and word in map(fold, spec.values):
                tests.append(OneOf(spec.name, word))
        if tests:
            return tests[0] if len(tests) == 1 else Or(tuple(tests))
        known = [s.name for s in self.fields.values() if s.kind == "flag"]
        known += [value for s in self.fields.values() if s.kind == "word" for value in s.values]
        raise _FaultError("unknown-value", "no-value-at-all", value, known)

    def _has(self, value: Value) -> Node[Test]:
        if value.is_pattern:
            raise _FaultError("unknown-field", "has-takes", value)
        ability = self.fields.get("ability")
        if ability is not None and value.text not in self.fields and fold(value.text) in map(fold, ability.values):
            return OneOf(ability.name, fold(value.text))
        return Has(self._field(value.text, value).name)


def _number_value(spec: Field, _: str, or_zero: bool, value: Value) -> Node[Test]:
    number = _number(value)
    if number is None:
        raise _not_a_number(spec, value)
    return _compares(spec, "=", number, or_zero=or_zero)


def _tally_value(spec: Field, _: str, or_zero: bool, value: Value) -> Node[Test]:
    number = _number(value)
    if number is not None:
        return _compares(spec, "=", number, or_zero=or_zero)
    if value.is_pattern:
        raise _FaultError("unknown-value", "tally-takes", value, name=spec.name)
    return OneOf(spec.name, _known(spec, value))


def _word_value(spec: Field, _: str, __: bool, value: Value) -> Node[Test]:
    return Fits(spec.name, value.text) if value.is_pattern else OneOf(spec.name, _known(spec, value))


def _text_value(spec: Field, operator: str, _: bool, value: Value) -> Node[Test]:
    if value.is_pattern or operator == ":":
        return _part_of(spec.name, value)
    return OneOf(spec.name, fold(value.text))


def _flag_value(spec: Field, _: str, __: bool, value: Value) -> Node[Test]:
    word = "" if value.is_pattern else fold(value.text)
    if word not in ("true", "yes", "false", "no"):
        raise _FaultError("unknown-value", "true-or-false", value, name=spec.name)
    yes = OneOf(spec.name, "true")
    return yes if word in ("true", "yes") else Not(yes)


_VALUES: dict[str, Callable[[Field, str, bool, Value], Node[Test]]] = {
    "number": _number_value,
    "tally": _tally_value,
    "word": _word_value,
    "text": _text_value,
    "flag": _flag_value,
}


def _part_of(name: str, value: Value) -> Node[Test]:
    return Fits(name, value.text) if value.is_pattern else Contains(name, fold(value.text))


def _known(spec: Field, value: Value) -> str:
    word = fold(value.text)
    if spec.values and word not in map(fold, spec.values):
        raise _FaultError("unknown-value", "no-value", value, spec.values, spec.name, name=spec.name)
    return word


_OPPOSITES: dict[Comparison, Comparison] = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_HOLDS_OF_ZERO: dict[Comparison, Callable[[float], bool]] = {
    "=": lambda n: n == 0, "!=": lambda n: n != 0, "<": lambda n: n > 0,
    "<=": lambda n: n >= 0, ">": lambda n: n < 0, ">=": lambda n: n <= 0,
}  # fmt: skip


def _compares(spec: Field, comparison: Comparison, number: float, *, or_zero: bool = False) -> Node[Test]:
    """The comparison. With `or_zero`, a card without the number counts as 0."""
    if or_zero and _HOLDS_OF_ZERO[comparison](number):
        return Not(Compares(spec.name, _OPPOSITES[comparison], number))
    return Compares(spec.name, comparison, number)


_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,6})?")


def _number(value: Value) -> float | None:
    return float(value.text) if not value.is_pattern and _NUMBER.fullmatch(value.text) else None


def _not_a_number(spec: Field, value: Value) -> _FaultError:
    return _FaultError("unknown-value", "no-number", value, name=spec.name)
