"""The syntax of the query language: from a query as typed to a tree of terms, and faults of syntax.

What the words mean for a game is in `builder.query.meaning`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn  # Any: words and numbers in messages

from builder.diagnostics import Diagnostic, FindingsError
from builder.query import patterns
from builder.query.nesting import MAX_DEPTH, And, Grammar, Node, Not, leaves, skipped, span_in, unescaped
from builder.words import words_here

MAX_LENGTH = 2_000  # characters of a query
MAX_TERMS = 100  # words, phrases and values in it
MAX_PATTERNS = 8  # regular expressions in it


@dataclass(frozen=True, slots=True)
class Value:
    """What a field is compared with, unquoted. Its place, `start` to `end`, includes the quotes."""

    text: str
    start: int
    end: int
    is_pattern: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A field, a comparison and its values. A bare word or phrase has neither field nor operator."""

    values: tuple[Value, ...]
    start: int
    end: int
    field: str = ""
    operator: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A query whose syntax is right."""

    text: str
    root: Node[Term] = field(compare=False)


class QueryError(FindingsError):
    """A query can't be understood; the diagnostics say where and why."""


@lru_cache(maxsize=512)
def parse(text: str) -> Query:
    """The query's tree. Raises QueryError, with places in the query, where its syntax is wrong."""
    _check_characters(text)
    if not text.strip():
        return Query(text, And(()))

    def too_deep(at: int) -> NoReturn:
        raise QueryError([fault("deep", text, at, at + 1, n=MAX_DEPTH)])

    root = _GRAMMAR.read(text).tree(too_deep)
    _check_size(list(leaves(root)), text)
    return Query(text, root)


def split_words(query: Query) -> tuple[str, str] | None:
    """The words of a query without a field, and the rest of it as a query.

    None where there are no such words, or where they are not a plain list: with "or", or in parentheses.
    """
    parts = query.root.parts if isinstance(query.root, And) else (query.root,)
    words: list[str] = []
    rest: list[str] = []
    for part in parts:
        term = part.part if isinstance(part, Not) else part
        if not isinstance(term, Term):
            return None
        if isinstance(part, Term) and not term.field and not term.values[0].is_pattern:
            words.append(term.values[0].text)
        else:
            rest.append("-" * isinstance(part, Not) + query.text[term.start : term.end])
    return (" ".join(words), " ".join(rest)) if words else None


def quoted(value: str) -> str:
    r"""A value as a query writes it: in quotes where it needs them.

    >>> print(quoted("ship"), quoted('two "words"'))
    ship "two \"words\""
    """
    if re.fullmatch(r"[^\W_][\w.-]*", value) and value.lower() not in ("or", "and"):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def fault(
    key: str, text: str, start: int, end: int, *, code: str = "bad-query", help_: str = "", **parts: Any
) -> Diagnostic:
    """A fault of the characters from `start` to `end` of a query, in the user's language.

    `key` is that of its message; `help_` replaces the help of that key.
    """
    say = words_here("query")
    message, usual = say.with_help(key, **{"forms": say("forms"), **parts})
    return Diagnostic(code, message, span_in(text, "query", start, end), help_ or usual, source=text)


# What a query is made of:
#
#     either: both ("or" both)*
#     both: unary ("and"? unary)*
#     unary: "-" unary | "(" either ")" | term
#     term: FIELD OPERATOR value ("," value)* | WORD | PHRASE | PATTERN
#     value: VALUE | PHRASE | PATTERN
#
# How characters are read depends on what is allowed at their place. A field is a name right before an operator; "or"
# and "and" are words of the language only after something, and without quotes.
_TOKENS = {
    "FIELD": r"[^\W_][\w.-]*(?=\s*(?:<=|>=|!=|[:=<>]))",
    "OR": r"(?i:or)(?=[\s()\"]|$)",
    "AND": r"(?i:and)(?=[\s()\"]|$)",
    "OPERATOR": r"<=|>=|!=|[:=<>]",
    "WORD": r"[^\s\"(),:=<>\/-][^\s\"(),:=<>]*",
    "VALUE": r"[^\s\"(),:=<>\/][^\s\"(),]*",
    "PHRASE": r"\"(?:[^\"\\]|\\(?s:.))*\"",
    "PATTERN": r"\/(?:[^\/\\]|\\(?s:.))+\/",
    "MINUS": "-",
    "OPEN": r"\(",
    "CLOSE": r"\)",
    "COMMA": ",",
}


def _one_of(*names: str) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{'|'.join(f'(?P<{name}>{_TOKENS[name]})' for name in names)})")


_AN_OPERATOR = _one_of("OPERATOR")
_A_VALUE = _one_of("VALUE", "PHRASE", "PATTERN")
_AFTER_VALUE = _one_of("FIELD", "OR", "AND", "WORD", "PHRASE", "PATTERN", "MINUS", "OPEN", "CLOSE", "COMMA")


class _Grammar(Grammar[Term]):
    begins = _one_of("FIELD", "WORD", "PHRASE", "PATTERN", "MINUS", "OPEN")
    follows = _one_of("FIELD", "OR", "AND", "WORD", "PHRASE", "PATTERN", "MINUS", "OPEN", "CLOSE")

    def leaf(self, text: str, kind: str, start: int, end: int) -> tuple[Term, int, re.Pattern[str]]:
        if kind != "FIELD":
            return Term((_value(kind, text, start, end),), start, end), end, self.follows
        operator = self._token(text, end, _AN_OPERATOR)
        position = operator.end()
        values: list[Value] = []
        while True:
            found = self._token(text, position, _A_VALUE)
            position = found.end()
            kind = str(found.lastgroup)
            values.append(_value(kind, text, found.start(kind), position))
            comma = _AFTER_VALUE.match(text, position)
            if comma is None or comma.lastgroup != "COMMA":
                term = Term(tuple(values), start, position, text[start:end], operator["OPERATOR"])
                return term, position, _AFTER_VALUE
            position = comma.end()

    def _token(self, text: str, position: int, expected: re.Pattern[str]) -> re.Match[str]:
        found = expected.match(text, position)
        if found is None:
            self.refuse(text, skipped(text, position), [], begins=False)
        return found

    def refuse(self, text: str, at: int, opened: list[int], *, begins: bool) -> NoReturn:
        raise QueryError([_explain(text, at, opened)])


_GRAMMAR = _Grammar()


def _check_characters(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise QueryError([fault("long", text, 0, 1, n=len(text), most=MAX_LENGTH)])
    for position, character in enumerate(text):
        # Databases accept neither; nobody types them on purpose, except to do harm.
        if character == "\0" or "\ud800" <= character <= "\udfff":
            found = f"U+{ord(character):04X}"
            raise QueryError([fault("character", text, position, position + 1, character=found)])


def _check_size(found: Sequence[Term], text: str) -> None:
    values = [value for term in found for value in term.values]
    written = [value for value in values if value.is_pattern]
    for key, there, most in (("terms", values, MAX_TERMS), ("patterns", written, MAX_PATTERNS)):
        if len(there) > most:
            raise QueryError([fault(key, text, there[most].start, there[most].end, n=len(there), most=most)])
    if wrong := [problem for value in written if (problem := _pattern_problem(value, text))]:
        raise QueryError(wrong)


def _pattern_problem(value: Value, text: str) -> Diagnostic | None:
    wrong = patterns.problem(value.text)
    if wrong is None:
        return None
    begin = value.start + 1  # behind the slash
    return fault("pattern", text, begin + wrong.start, begin + wrong.end, why=wrong.message)


def _value(kind: str, text: str, start: int, end: int) -> Value:
    value = text[start:end]
    if kind == "PHRASE":
        value = unescaped(value)
    elif kind == "PATTERN":
        value = value[1:-1]  # `\\/` means the slash there, too
    return Value(value, start, end, kind == "PATTERN")


def _explain(text: str, position: int, opened: list[int]) -> Diagnostic:
    """The fault of what can't be read at a place, in words for people who type queries."""
    if position >= len(text):
        return _explain_end(text, opened)
    before, here = text[:position].rstrip(), text[position]
    key = next((key for applies, key in _UNEXPECTED if applies(here, before)), "unexpected")
    return fault(key, text, position, position + 1, here=here)


_Applies = Callable[[str, str], bool]

_UNEXPECTED: tuple[tuple[_Applies, str], ...] = (
    (lambda here, _: here == '"', "quote"),
    (lambda here, _: here == "/", "slash"),
    (lambda here, before: here in ":=<>!" and before[-1:] in tuple(":=<>!"), "comparison"),
    (lambda here, _: here in ":=<>", "nameless"),
    (lambda here, before: here == ")" and before[-1:] == "(", "between"),
    (lambda here, before: here in "()" and before[-1:] in tuple(":=<>,"), "value-before"),
    (lambda here, before: here == ")" and _dangles(before), "before"),
    (lambda here, _: here == ")", "unopened"),
    (lambda here, before: here == "," and before[-1:] in tuple(":=<>,"), "comma-before"),
    (lambda here, _: here == ",", "comma"),
)


_DANGLING = re.compile(r"(?:\b(?:or|and)|-)\Z", re.IGNORECASE)


def _dangles(before: str) -> bool:
    return _DANGLING.search(before) is not None


def _explain_end(text: str, opened: Sequence[int]) -> Diagnostic:
    """The fault of a query that ends too early; `opened` are the places of parentheses that were not closed."""
    before = text.rstrip()
    end = len(before)
    if found := re.search(r"(?:[^\W_][\w.-]*)?\s*[:=<>!]+\Z", before):
        return fault("value-after", text, found.start(), end, here=found[0])
    if before.endswith(","):
        return fault("comma-after", text, end - 1, end)
    if found := _DANGLING.search(before):
        return fault("after", text, found.start(), end, here=found[0])
    if opened:
        return fault("unclosed", text, opened[-1], opened[-1] + 1)
    return fault("unfinished", text, max(end - 1, 0), end)
