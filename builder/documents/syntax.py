"""What is wrong with a text that is not YAML, in the words of an author instead of libyaml's."""

from __future__ import annotations

import re

import yaml

from builder.diagnostics import Diagnostic, Fix, Span, lines_of
from builder.documents.data import MAX_DEPTH
from builder.documents.scalars import quoted
from builder.words import words_here

_EXPLANATIONS = {  # the key of our message, by a part of libyaml's message
    "mapping values are not allowed": "colon",
    "did not find expected key": "key",
    "did not find expected '-'": "dash",
    "could not find expected ':'": "no-colon",
    "did not find expected ',' or '}'": "brace",
    "did not find expected ',' or ']'": "bracket",
    "unexpected end of stream": "quote",
    "cannot start any token": "start",
    "block sequence entries are not allowed": "list",
    "unknown escape character": "escape",
    "expected alphabetic or numeric": "mark",
    "did not find expected node content": "value",
    "control characters are not allowed": "control",
}


# The messages of PyYAML's own parser, which is used in a browser instead of libyaml.
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
    if "maximum nesting depth" in problem:  # newer versions of libyaml have a limit of their own
        return Diagnostic.of(
            "too-deep", "files", "yaml.deep", Span(path, line, column, line, column + 1), most=MAX_DEPTH
        )
    lines = lines_of(text)
    source = lines[line - 1] if 0 < line <= len(lines) else ""
    if "\t" in source[: len(source) - len(source.lstrip())] or source[column - 1 : column] == "\t":
        at = source.index("\t") + 1
        place = Span(path, line, at, line, at + 1)
        fix = Fix("source", "  ") if not source[: at - 1].strip() else None
        return Diagnostic.of("yaml-tab", "files", "yaml.tab", place, fix=fix)
    if meant := _fault_above(problem, lines, line, column, path) or _too_deep(problem, lines, line, path):
        return meant
    say = words_here("files")
    known = next((key for libyaml, key in _EXPLANATIONS.items() if libyaml in problem), "unknown")
    message, help_ = say.with_help(f"syntax.{known}", None, problem=problem)
    if "',' or '}'" in problem and "{" in source[:column].rpartition(": ")[2]:
        help_ = say("syntax.braces", main="{main}")
    fix = None
    if "did not find expected '-'" in problem and re.match(r" *-[^\s-]", source):
        help_ = say("syntax.space", item=source.strip()[1:][:_LONGEST_SHOWN])
    if "did not find expected key" in problem and source[column - 1 :].startswith("- "):
        help_ = say("syntax.item")
    if quotes := _needs_quotes(source, column):
        help_, (start, end) = quotes
        fix = Fix("quoted", span=Span(path, line, start, line, end))
    opened = getattr(error, "context_mark", None)
    if "expected ',' or" in problem and opened is not None and opened.line + 1 < line:
        help_ = say("syntax.close", line=str(opened.line + 1), text=help_)
    return Diagnostic("yaml-syntax", message, Span(path, line, column, line, column + 1), help_, fix=fix)


_NO_COLON = re.compile(
    r"(?P<before>\s*(?:- +)*)(?P<key>\w[\w-]*)(?:(?: +|:(?=\S))(?P<value>[^\s:#](?:[^:#]*[^\s:#])?))?\s*(?:#.*)?"
)
_BLOCK = re.compile(r"\s*(?:- +)*(?P<key>[\w-]+): +[|>][+-]?\s*")


def _fault_above(problem: str, lines: list[str], line: int, column: int, path: str) -> Diagnostic | None:
    """The fault of a line such as `name Flare`, `cost:1` or `flare`, which libyaml sees in the line after it.

    Also of text that is not indented below a key with "|". None for another fault.
    """
    *before, above = [number for number in range(1, line) if lines[number - 1].strip()] or [0]
    found = _NO_COLON.fullmatch(lines[above - 1]) if above else None
    if found is None:
        return None
    if "mapping values are not allowed" in problem:
        key = lines[line - 1][: column - 1]
        if key.strip("- ").count(" ") or ": " in key:
            return None  # the colon is one within a text
        begins = bool(before) and lines[before[-1] - 1].rstrip().endswith(":")
        if not (found["value"] or begins or len(key) - len(key.lstrip()) > found.end("before")):
            return None  # a text that goes on, with a key below it
    elif "could not find expected ':'" not in problem:
        return None
    start, end = found.end("before") + 1, found.end("value" if found["value"] else "key") + 1
    say, place = words_here("files"), Span(path, above, start, above, end)
    if before and (block := _BLOCK.fullmatch(lines[before[-1] - 1])):
        message, help_ = say.with_help("syntax.block", None, key=block["key"])
        return Diagnostic("yaml-syntax", message, place, help_)
    key, value = found["key"], found["value"]
    help_ = say("syntax.write", key=key, value=value or "...") if end - start <= _LONGEST_SHOWN else ""
    if not value or " " in value:
        help_ = "; ".join(filter(None, (help_, say("syntax.no-colon.help"))))
    fix = Fix("source", f"{key}: {value}") if value else None
    return Diagnostic("yaml-syntax", say("syntax.after", key=key), place, help_, fix=fix)


_ENTRY = re.compile(r"(?P<before>\s*(?:- +)*)(?P<key>[\w-]+):(?P<value> .*)?")


def _too_deep(problem: str, lines: list[str], line: int, path: str) -> Diagnostic | None:
    """The fault of a key that is indented more than the one above, which already has a value; None for other faults."""
    if not problem.startswith(("mapping values are not allowed", "did not find expected key")):
        return None
    above = next((text for text in reversed(lines[: line - 1]) if text.strip() and text.lstrip()[0] != "#"), "")
    key, before = _ENTRY.fullmatch(lines[line - 1]), _ENTRY.fullmatch(above)
    if not key or not before or not before["value"] or key.end("before") <= before.end("before"):
        return None
    if "-" in key["before"] and "-" not in before["before"]:
        return None  # a list below a value
    place = Span(path, line, 1, line, key.end("before") + 1)
    parts = {"key": key["key"], "above": before["key"]}
    message, help_ = words_here("files").with_help("syntax.deep", None, **parts)
    return Diagnostic("yaml-syntax", message, place, help_)


_VALUE = re.compile(r"\s*(?:- +)*[\w-]+: +(?P<text>[^\s\"'|>&!#](?:.*\S)?)\s*")


def _needs_quotes(source: str, column: int) -> tuple[str, tuple[int, int]] | None:
    """The help for a text that needs quotes, and its columns; None where it needs none.

    Its first character has a meaning in YAML, or there is a colon in it.
    """
    value = _VALUE.fullmatch(source)
    if value is None or column - 1 <= value.start("text"):
        return None
    text = value["text"]
    if " #" in text:  # which begins a comment, or is meant as text
        return None
    if re.match(r"\{[^{}]*\}.|\[[^\[\]]*\].", text):
        why = words_here("files")("syntax.begins", sign=text[0])
    elif text.startswith("*"):
        why = words_here("files")("syntax.begins", sign="*")
    elif re.search(r":( |$)", text) and text[0] not in "{[":
        why = words_here("files")("syntax.holds")
    else:
        return None
    columns = value.start("text") + 1, value.end("text") + 1
    return words_here()("said-of", name=why, text=quoted(text)) if len(text) <= _LONGEST_SHOWN else why, columns


_LONGEST_SHOWN = 80  # characters of a text that a help line repeats in quotes


def _position(error: yaml.YAMLError, problem: str, text: str) -> tuple[int, int]:
    """The line and column, from 1, at which an author should look."""
    marks = ["problem_mark", "context_mark"]
    if "unexpected end of stream" in problem:  # what is never closed matters, not where the file ends
        marks.reverse()
    mark = next(filter(None, (getattr(error, name, None) for name in marks)), None)
    if mark is not None:
        end = Span.behind("", text)  # libyaml goes a line too far after a comment without a line end
        return min((mark.line + 1, mark.column + 1), (end.line, end.column))
    position = int(getattr(error, "position", 0) or 0)  # libyaml counts bytes
    before = text.encode()[:position].decode(errors="ignore")
    place = Span.behind("", before)
    return place.line, place.column
