"""What is wrong with a text that is not YAML, in the words of an author instead of libyaml's."""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml

from builder.diagnostics import Diagnostic, Fix, Span, lines_of
from builder.documents.scalars import quoted


class _Explanation(NamedTuple):
    libyaml: str  # part of what libyaml says
    message: str
    help: str


_EXPLANATIONS = (
    _Explanation(
        "mapping values are not allowed",
        "this colon has no place here",
        "put text that holds a colon in quotes; or check the indentation",
    ),
    _Explanation(
        "did not find expected key",
        "a key should stand here",
        "a line is indented differently, or a quote is not closed",
    ),
    _Explanation("did not find expected '-'", 'the next "- " should stand here', "indent the items of a list alike"),
    _Explanation(
        "could not find expected ':'", 'there is no ": " after this key', 'long text goes below "|", indented'
    ),
    _Explanation("did not find expected ',' or '}'", "a comma or } should stand here", "write {oil: 2, scrap: 1}"),
    _Explanation("did not find expected ',' or ']'", "a comma or ] should stand here", "write [one, two]"),
    _Explanation("unexpected end of stream", "this quote is never closed", "close it, or remove it"),
    _Explanation("cannot start any token", "no value can start with this character", "put the text in quotes"),
    _Explanation(
        "block sequence entries are not allowed",
        "a list can't start here",
        'lists start below their key; text after "- " needs quotes',
    ),
    _Explanation(
        "unknown escape character",
        "there is no such escape",
        "write \\\\ for a backslash, or use single quotes",
    ),
    _Explanation(
        "expected alphabetic or numeric",
        "no name follows this mark",
        "text that begins with * or & needs quotes",
    ),
    _Explanation(
        "did not find expected node content", "a value should stand here", "a bracket or a comma is left over"
    ),
    _Explanation(
        "control characters are not allowed",
        "there is an invisible character here",
        "delete it, and type the text again",
    ),
)


# What PyYAML's own parser says in place of libyaml, which is not there in a browser.
_IN_PYTHON = {
    "expected ',' or ']', but got": "did not find expected ',' or ']'",
    "expected ',' or '}', but got": "did not find expected ',' or '}'",
    "expected <block end>, but found '-'": "did not find expected key",
    "expected <block end>, but found '<block": "did not find expected key",
    "expected <block end>, but found": "did not find expected '-' indicator",
    "expected the node content, but found": "did not find expected node content",
}


def syntax_fault(error: yaml.YAMLError, text: str, path: str) -> Diagnostic:
    """The fault for which libyaml gave up `text`, which stands in the file at `path`."""
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "this is not YAML")
    problem = next((libyaml for python, libyaml in _IN_PYTHON.items() if problem.startswith(python)), problem)
    line, column = _position(error, problem, text)
    lines = lines_of(text)
    source = lines[line - 1] if 0 < line <= len(lines) else ""
    if "\t" in source[: len(source) - len(source.lstrip())] or source[column - 1 : column] == "\t":
        at = source.index("\t") + 1
        place = Span(path, line, at, line, at + 1)
        fix = Fix("source", "  ") if not source[: at - 1].strip() else None
        return Diagnostic("yaml-tab", "a tab can't be used to indent", place, "use spaces, two for each level", fix=fix)
    if missing := _missing_colon(problem, lines, line, column, path):
        return missing
    unknown = _Explanation("", f"this is not YAML: {problem}", "")
    known = next((explanation for explanation in _EXPLANATIONS if explanation.libyaml in problem), unknown)
    help_ = known.help
    if "',' or '}'" in problem and "{" in source[:column].rpartition(": ")[2]:
        help_ = 'a text with braces in it needs quotes here: {say: "draw {main} cards"}'
    fix = None
    if "did not find expected '-'" in problem and re.match(r" *-[^\s-]", source):
        help_ = f'a space follows the "-": - {source.strip()[1:][:_LONGEST_SHOWN]}'
    if quotes := _needs_quotes(source, column):
        help_, (start, end) = quotes
        fix = Fix("quoted", span=Span(path, line, start, line, end))
    opened = getattr(error, "context_mark", None)
    if "expected ',' or" in problem and opened is not None and opened.line + 1 < line:
        help_ = f"close the bracket that opens in line {opened.line + 1}: {help_}"
    return Diagnostic("yaml-syntax", known.message, Span(path, line, column, line, column + 1), help_, fix=fix)


_NO_COLON = re.compile(r"(?P<before>\s*(?:- +)*)(?P<key>[\w-]+) +(?P<value>[^\s:#][^:#]*?)\s*(?:#.*)?")


def _missing_colon(problem: str, lines: list[str], line: int, column: int, path: str) -> Diagnostic | None:
    """The fault of a line such as `name Flare`, which libyaml sees in the line after it; None for another fault."""
    if "mapping values are not allowed" in problem:
        if lines[line - 1][: column - 1].strip("- ").count(" ") or ": " in lines[line - 1][: column - 1]:
            return None  # the colon is one within a text
    elif "could not find expected ':'" not in problem:
        return None
    above = next((number for number in range(line - 1, 0, -1) if lines[number - 1].strip()), 0)
    found = _NO_COLON.fullmatch(lines[above - 1]) if above else None
    if found is None:
        return None
    start, end = found.end("before") + 1, found.end("value") + 1
    help_ = f'write "{found["key"]}: {found["value"]}"' if end - start <= _LONGEST_SHOWN else ""
    place = Span(path, above, start, above, end)
    return Diagnostic("yaml-syntax", f'there is no ": " after "{found["key"]}"', place, help_)


_VALUE = re.compile(r"\s*(?:- +)*[\w-]+: +(?P<text>[^\s\"'|>&!#].*?)\s*")


def _needs_quotes(source: str, column: int) -> tuple[str, tuple[int, int]] | None:
    """The help for a text without quotes that YAML takes for something else, and the columns of the text.

    Its first characters may be YAML's own, or a colon stands in it.
    """
    value = _VALUE.fullmatch(source)
    if value is None or column - 1 <= value.start("text"):
        return None
    text = value["text"]
    if " #" in text:  # which begins a comment, or is meant as text
        return None
    if re.match(r"\{[^{}]*\}.|\[[^\[\]]*\].", text):
        why = f"text that begins with {text[0]} needs quotes"
    elif text.startswith("*"):
        why = "text that begins with * needs quotes"
    elif re.search(r":( |$)", text) and text[0] not in "{[":
        why = "text that holds a colon needs quotes"
    else:
        return None
    columns = value.start("text") + 1, value.end("text") + 1
    return f"{why}: {quoted(text)}" if len(text) <= _LONGEST_SHOWN else why, columns


_LONGEST_SHOWN = 80  # characters of a text that a help line has in quotes


def _position(error: yaml.YAMLError, problem: str, text: str) -> tuple[int, int]:
    """The line and column, from 1, at which an author should look."""
    marks = ["problem_mark", "context_mark"]
    if "unexpected end of stream" in problem:  # what is never closed matters, not where the file ends
        marks.reverse()
    mark = next(filter(None, (getattr(error, name, None) for name in marks)), None)
    if mark is not None:
        end = Span.behind("", text)  # libyaml is a line further where the last one is a comment that nothing ends
        return min((mark.line + 1, mark.column + 1), (end.line, end.column))
    position = int(getattr(error, "position", 0) or 0)  # libyaml counts bytes
    before = text.encode()[:position].decode(errors="ignore")
    place = Span.behind("", before)
    return place.line, place.column
