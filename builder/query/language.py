"""The query language's text: from a query as typed to a tree of terms, and what is wrong with its syntax.

What the words in it mean for a game is not known here; see `builder.query.meaning`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from builder.diagnostics import Diagnostic, FindingsError, Span
from builder.query import patterns

if TYPE_CHECKING:
    from lark import Lark

MAX_LENGTH = 2_000  # characters of a query
MAX_TERMS = 100  # words, phrases and values in it
MAX_DEPTH = 32  # parentheses and negations inside each other
MAX_PATTERNS = 8  # regular expressions in it

FORMS = "words, field:value, field<=3, /regex/, is:value, has:field, or, - and parentheses"

Leaf = TypeVar("Leaf")


@dataclass(frozen=True, slots=True)
class And(Generic[Leaf]):
    """All of the parts; without parts it holds of every card."""

    parts: tuple[Node[Leaf], ...]


@dataclass(frozen=True, slots=True)
class Or(Generic[Leaf]):
    """At least one of the parts."""

    parts: tuple[Node[Leaf], ...]


@dataclass(frozen=True, slots=True)
class Not(Generic[Leaf]):
    """The cards that the part leaves."""

    part: Node[Leaf]


Node: TypeAlias = "And[Leaf] | Or[Leaf] | Not[Leaf] | Leaf"


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
    """A query that can't be understood; its diagnostics say where and why."""


@lru_cache(maxsize=512)
def parse(text: str) -> Query:
    """The query's tree. Raises QueryError, with places in the query, where its syntax is wrong."""
    _check_characters(text)
    if not text.strip():
        return Query(text, And(()))
    from lark.exceptions import UnexpectedInput

    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise QueryError([_explain(error, text)]) from None
    root = _built(tree, 0, text)
    _check_size(list(terms(root)), text)
    return Query(text, root)


def terms(node: Node[Term]) -> Iterator[Term]:
    """Every term of a tree, from left to right."""
    if isinstance(node, Term):
        yield node
    else:
        for part in (node.part,) if isinstance(node, Not) else node.parts:
            yield from terms(part)


def words_apart(query: Query) -> tuple[str, str] | None:
    """The words of a query that stand in no field, and the rest of it as a query.

    None where there are no such words, or where they are more than a plain list: with "or", or in parentheses.
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
    r"""A value as a query writes it: in quotes where it would be read otherwise.

    >>> print(quoted("ship"), quoted('two "words"'))
    ship "two \"words\""
    """
    if re.fullmatch(r"[^\W_][\w.-]*", value) and value.lower() not in ("or", "and"):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def fault(code: str, message: str, text: str, start: int, end: int, help_: str = "") -> Diagnostic:
    """A fault of the characters from `start` to `end` of a query."""

    def place(position: int) -> tuple[int, int]:
        line_start = text.rfind("\n", 0, position) + 1
        return text.count("\n", 0, position) + 1, position - line_start + 1

    return Diagnostic(code, message, Span("query", *place(start), *place(max(end, start + 1))), help_, source=text)


_GRAMMAR = r"""
    start: either
    either: both (_OR both)*
    both: unary (_AND? unary)*
    unary: MINUS unary | "(" either ")" | term
    term: FIELD OPERATOR value (_COMMA value)* | bare
    value: VALUE | PHRASE | PATTERN
    bare: WORD | PHRASE | PATTERN

    // A field is a name right before an operator; "or" and "and" are words of the language, unless in quotes.
    FIELD.3: /[^\W_][\w.-]*(?=\s*(?:<=|>=|!=|[:=<>]))/
    _OR.2: /or(?=[\s()"]|$)/i
    _AND.2: /and(?=[\s()"]|$)/i
    OPERATOR: /<=|>=|!=|[:=<>]/
    WORD: /[^\s"(),:=<>\/-][^\s"(),:=<>]*/
    VALUE: /[^\s"(),:=<>\/][^\s"(),]*/
    PHRASE: /"(?:[^"\\]|\\.)*"/s
    PATTERN: /\/(?:[^\/\\]|\\.)+\//s
    MINUS: "-"
    _COMMA: ","
    %ignore /\s+/
"""


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True, maybe_placeholders=False)


def _check_characters(text: str) -> None:
    if len(text) > MAX_LENGTH:
        message = f"the query has {len(text)} characters; at most {MAX_LENGTH} are read"
        raise QueryError([fault("bad-query", message, text, 0, 1, "make it shorter")])
    for position, character in enumerate(text):
        # Databases take neither; they reach a query only by accident or by malice.
        if character == "\0" or "\ud800" <= character <= "\udfff":
            message = f"the query holds the character U+{ord(character):04X}, which no card has"
            raise QueryError([fault("bad-query", message, text, position, position + 1, "delete it")])


def _check_size(found: Sequence[Term], text: str) -> None:
    values = [value for term in found for value in term.values]
    if len(values) > MAX_TERMS:
        message = f"the query has {len(values)} words and values; at most {MAX_TERMS} are read"
        extra = values[MAX_TERMS]
        raise QueryError([fault("bad-query", message, text, extra.start, extra.end, "split it into several queries")])
    written = [value for value in values if value.is_pattern]
    if len(written) > MAX_PATTERNS:
        message = f"the query has {len(written)} regular expressions; at most {MAX_PATTERNS} are read"
        extra = written[MAX_PATTERNS]
        raise QueryError([fault("bad-query", message, text, extra.start, extra.end, "join some of them with |")])
    if wrong := [problem for value in written if (problem := _pattern_problem(value, text))]:
        raise QueryError(wrong)


def _pattern_problem(value: Value, text: str) -> Diagnostic | None:
    wrong = patterns.problem(value.text)
    help_ = "the syntax is RE2's, without lookaround and back-references; \\ before a sign means the sign"
    message = f"this regular expression can't be used: {wrong}"
    return fault("bad-query", message, text, value.start, value.end, help_) if wrong else None


_Parsed: TypeAlias = Any  # a tree or a token of lark, which is imported only when a query is read
_Unexpected: TypeAlias = Any  # lark's UnexpectedInput, whose kinds have different attributes


def _built(tree: _Parsed, depth: int, text: str) -> Node[Term]:
    """The tree of terms from lark's tree. What really nests counts as depth, chains of one don't."""
    negated = False
    while True:
        if tree.data == "unary" and len(tree.children) == 2:
            negated = not negated
            tree = tree.children[1]
        elif tree.data in ("start", "either", "both", "unary") and len(tree.children) == 1:
            tree = tree.children[0]
        else:
            break
    if depth > MAX_DEPTH:
        start = tree.meta.start_pos
        message = f"the query nests deeper than {MAX_DEPTH} levels"
        raise QueryError([fault("bad-query", message, text, start, start + 1, "take some parentheses away")])
    node: Node[Term]
    if tree.data == "term":
        node = _term(tree)
    else:
        group = Or if tree.data == "either" else And
        node = group(tuple(_built(child, depth + 1, text) for child in tree.children))
    return Not(node) if negated else node


def _term(tree: _Parsed) -> Term:
    tokens = [child if hasattr(child, "type") else child.children[0] for child in tree.children]
    start, end = tokens[0].start_pos, tokens[-1].end_pos
    if tokens[0].type != "FIELD":
        return Term((_value(tokens[0]),), start, end)
    return Term(tuple(_value(token) for token in tokens[2:]), start, end, str(tokens[0]), str(tokens[1]))


def _value(token: _Parsed) -> Value:
    text = str(token)
    if token.type == "PHRASE":
        text = re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
    elif token.type == "PATTERN":
        text = text[1:-1].replace("\\/", "/")
    return Value(text, token.start_pos, token.end_pos, token.type == "PATTERN")


def _explain(error: _Unexpected, text: str) -> Diagnostic:
    """What lark could not read, in the words of those who type queries."""
    position = error.pos_in_stream
    at_end = position is None or position >= len(text) or getattr(getattr(error, "token", None), "type", "") == "$END"
    if at_end:
        return _explain_end(error, text)
    before, here = text[:position].rstrip(), text[position]
    for applies, message, help_ in _UNEXPECTED:
        if applies(here, before):
            return fault("bad-query", message.format(here=here), text, position, position + 1, help_)
    message = f'"{here}" is not expected here'
    return fault("bad-query", message, text, position, position + 1, f"a query is made of {FORMS}")


_Applies = Callable[[str, str], bool]

_UNEXPECTED: tuple[tuple[_Applies, str, str], ...] = (
    (lambda here, _: here == '"', "this quote is never closed", 'end it with "; a quote inside it is \\"'),
    (
        lambda here, _: here == "/",
        "this regular expression is never closed, or empty",
        "end it with /; a slash inside it is \\/, and a word that begins with a slash needs quotes",
    ),
    (
        lambda here, before: here in ":=<>!" and before[-1:] in tuple(":=<>!"),
        "this is not a comparison",
        "the comparisons are : = != < <= > >=",
    ),
    (
        lambda here, _: here in ":=<>",
        '"{here}" needs the name of a field before it',
        'put text with "{here}" in quotes',
    ),
    (lambda here, before: here == ")" and before[-1:] == "(", "there is nothing between the parentheses", ""),
    (
        lambda here, before: here in "()" and before[-1:] in tuple(":=<>,"),
        "a value is missing before this parenthesis",
        "alternatives are separated by commas: field:one,two",
    ),
    (
        lambda here, before: here == ")" and _dangles(before),
        "something must stand before this parenthesis",
        "",
    ),
    (
        lambda here, _: here == ")",
        "this parenthesis was never opened",
        "delete it, or put the text in quotes",
    ),
    (
        lambda here, before: here == "," and before[-1:] in tuple(":=<>,"),
        "a value is missing before this comma",
        "",
    ),
    (
        lambda here, _: here == ",",
        "commas only separate the values of a field",
        'write field:one,two; put text with a comma in quotes: "one, two"',
    ),
)


_DANGLING = re.compile(r"(?:\b(?:or|and)|-)\Z", re.IGNORECASE)


def _dangles(before: str) -> bool:
    return _DANGLING.search(before) is not None


def _explain_end(error: _Unexpected, text: str) -> Diagnostic:
    before = text.rstrip()
    end = len(before)
    if found := re.search(r"(?:[^\W_][\w.-]*)?\s*[:=<>!]+\Z", before):
        message = f'"{found[0]}" needs a value after it'
        return fault("bad-query", message, text, found.start(), end, "write field:value")
    if before.endswith(","):
        return fault("bad-query", "a value is missing after this comma", text, end - 1, end)
    if found := _DANGLING.search(before):
        help_ = f'put it in quotes if you search for it: "{found[0]}"'
        return fault("bad-query", f'something must follow "{found[0]}"', text, found.start(), end, help_)
    stack = error.interactive_parser.parser_state.value_stack if getattr(error, "interactive_parser", None) else ()
    opened = [token.start_pos for token in stack if getattr(token, "type", "") == "LPAR"]
    if opened:
        return fault("bad-query", "this parenthesis is never closed", text, opened[-1], opened[-1] + 1, 'add ")"')
    return fault("bad-query", "the query is not finished", text, max(end - 1, 0), end, f"a query is made of {FORMS}")
