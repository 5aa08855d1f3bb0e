"""One diagnostic, many outputs: text for people, JSON for programs, GitHub's annotations, SARIF for scanners.

Source lines are passed in; only `read_lines` touches files.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePath
from typing import get_args
from urllib.parse import quote

from builder.diagnostics import Diagnostic, Span, lines_of
from builder.diagnostics.codes import CODES, Severity
from builder.diagnostics.harmless import json_text, one_line, printable
from builder.words import words_here, words_of

MAX_SHOWN = 50  # diagnostics in text; the other outputs have all
MAX_WIDTH = 100  # characters of a source line in text

_MOST_CODES = 6  # in the command that explains them
_MAX_FILE_BYTES = 16 * 1024 * 1024
_TAB = 4

Lines = Callable[[str], Sequence[str]]


def render(
    diagnostics: Iterable[Diagnostic], output: str, read_lines: Lines, color: bool = False, *, explain: bool = True
) -> str:
    """The diagnostics as "text", "json", "github" or "sarif", in the order of the files.

    `read_lines` gives the lines of a file for the snippets in text, none where it can't be read. `explain` ends a text
    with the command that explains its codes. Raises ValueError for another output.
    """
    found = sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key)
    if output == "text":
        return _text(found, lru_cache(maxsize=1)(read_lines), _PAINTED if color else _PLAIN, explain)
    if output == "json":
        return json_text({"diagnostics": [_as_data(diagnostic) for diagnostic in found]}) + "\n"
    if output == "github":
        return "".join(_github_command(diagnostic) + "\n" for diagnostic in found)
    if output == "sarif":
        return json_text(_sarif(found)) + "\n"
    raise ValueError(f"there is no output called {output}")


def read_lines(path: str) -> list[str]:
    """The lines of a file as YAML counts them; none where it can't be read, or is a pipe or a link.

    What a link leads to may lie outside the pack, and must not be shown.
    """
    try:
        if Path(path).is_symlink() or not Path(path).is_file():
            return []
        with Path(path).open("rb") as stream:
            content = stream.read(_MAX_FILE_BYTES)
    except (OSError, ValueError):
        return []
    if b"\0" in content:  # a picture, or another file that is no text
        return []
    return lines_of(content.decode("utf-8-sig", "replace"))


# Text


@dataclass(frozen=True)
class _Palette:
    """The codes that begin and end coloured text in a terminal."""

    bold: str = ""
    blue: str = ""
    error: str = ""
    warning: str = ""
    note: str = ""
    end: str = ""


_PLAIN = _Palette()
_PAINTED = _Palette("\x1b[1m", "\x1b[1;34m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[0m")


def _text(found: Sequence[Diagnostic], lines: Lines, palette: _Palette, explain: bool) -> str:
    if not found:
        return ""
    counts = [diagnostic for diagnostic in found[MAX_SHOWN:] if diagnostic.code == "more-findings"]
    shown = [*found[:MAX_SHOWN], *counts]
    helps = _helps(shown)
    parts = [_one(diagnostic, help_, lines, palette) for diagnostic, help_ in zip(shown, helps, strict=True)]
    more = len(found) - len(parts)
    ending = [words_here("reports")("more", number=str(more))] if more > 0 else []
    ending += [_how_to_explain(shown)] if explain else []
    return "\n\n".join([*parts, "\n".join([*ending, _summary(found)])]) + "\n"


def _helps(found: Iterable[Diagnostic]) -> Iterator[str]:
    """The help of each finding, without what an earlier one with the same code has said.

    "did you mean" is kept in each; the list of known words only in the first.
    """
    done: set[tuple[str, str]] = set()
    suggested = _suggested(words_here().language)
    for diagnostic in found:
        meant, rest = suggested.fullmatch(diagnostic.help.strip()).groups("")  # type: ignore[union-attr]  # it fits any text
        is_new = (diagnostic.code, rest) not in done
        done.add((diagnostic.code, rest))
        yield f"{meant} {rest if is_new else ''}".strip()


@lru_cache
def _suggested(language: str) -> re.Pattern[str]:
    """Splits a help line: "did you mean ...?", then the rest."""
    say = words_of(language)
    one = re.escape(say("quoted", word="\0")).replace("\0", '[^"]*')
    names = f"{one}(?: {say('or')} {one})*"
    return re.compile(rf"({re.escape(say('suggested', names=chr(0))).replace(chr(0), names)})?\s*(.*)", re.DOTALL)


def _how_to_explain(found: Iterable[Diagnostic]) -> str:
    codes = list(dict.fromkeys(one_line(diagnostic.code) for diagnostic in found))
    say = words_here("reports")
    return say("explain", codes=" ".join(codes) if len(codes) <= _MOST_CODES else say("code"))


def _one(diagnostic: Diagnostic, help_: str, lines: Lines, palette: _Palette) -> str:
    span, p, say = diagnostic.span, palette, words_here("reports")
    place = f"{p.bold}{_place(span)}:{p.end} " if span else ""
    kind = getattr(palette, diagnostic.severity)
    head = f"{place}{kind}{say(f'severity.{diagnostic.severity}')}[{one_line(diagnostic.code)}]{p.end}"
    head += f" {p.bold}{one_line(diagnostic.message)}{p.end}"
    source = diagnostic.source.split("\n") if diagnostic.source else lines(span.path) if span else []
    snippet = _snippet(span, source, kind, palette) if span else []
    margin = " " * (len(str(span.line)) + 1 if span and snippet else 3)
    notes = [say("related", text=one_line(words), place=_place(other)) for words, other in diagnostic.related]
    notes += [say("help", help=one_line(help_))] if help_ else []
    return "\n".join([head, *snippet, *(f"{margin}{p.blue}={p.end} {note}" for note in notes)])


def _place(span: Span) -> str:
    return f"{one_line(span.path)}:{span.line}:{span.column}"


def _snippet(span: Span, lines: Sequence[str], kind: str, palette: _Palette) -> list[str]:
    """The line where the span begins, with carets below the part that it covers."""
    if not 0 < span.line <= len(lines):
        return []
    line = lines[span.line - 1]
    start = min(max(span.column - 1, 0), len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    end = max(min(end, len(line)), start)
    first, last = _window(len(line), start, end)
    before = ("…" if first else "") + _shown(line[first:start])
    inside = _shown(line[start : min(end, last)])
    after = _shown(line[max(start, min(end, last)) : last]) + ("…" if last < len(line) else "")
    number, blue, off = str(span.line), palette.blue, palette.end
    gutter = f"{blue}{' ' * len(number)} |{off}"
    carets = " " * _width(before) + kind + "^" * max(_width(inside), 1) + off
    source = (before + inside + after).rstrip()
    return [gutter, f"{blue}{number} |{off}{' ' if source else ''}{source}", f"{gutter} {carets}"]


def _window(length: int, start: int, end: int) -> tuple[int, int]:
    """The part of a line to show: all of a short line, of a long one the part around the beginning of the span."""
    if length <= MAX_WIDTH:
        return 0, length
    first = 0 if end <= MAX_WIDTH * 3 // 4 else max(0, min(start - MAX_WIDTH // 3, length - MAX_WIDTH))
    return first, first + MAX_WIDTH


def _shown(text: str) -> str:
    return printable(text.replace("\t", " " * _TAB).replace("\n", " "))


def _width(text: str) -> int:
    """How many columns of a terminal the text takes: two for wide characters, none for combining ones."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _summary(found: Sequence[Diagnostic]) -> str:
    """The number of findings: `2 errors, 1 warning and 1 note in 3 files`."""
    numbers = Counter(diagnostic.severity for diagnostic in found)
    say = words_here("reports")
    counts = [say(f"count.{one}", numbers[one], number=str(numbers[one])) for one in get_args(Severity) if numbers[one]]
    files = len({diagnostic.span.path for diagnostic in found if diagnostic.span})
    listed = say.listing(counts)
    return say("in-files", files, found=listed, number=str(files)) if files else listed


# JSON


def _as_data(diagnostic: Diagnostic) -> dict[str, object]:
    """What `schemas/validate-output.schema.json` describes."""
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "path": span.path if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
        "message": diagnostic.message,
        "help": diagnostic.help,
    }


# GitHub's workflow commands:
# https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands


def _github_command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    properties: dict[str, str | int] = {}
    if span:
        properties = {"file": PurePath(span.path).as_posix(), "line": span.line, "col": span.column}
        properties |= {"endLine": span.end_line, "endColumn": span.end_column}
        if span.end_line != span.line:  # GitHub takes columns within one line only
            del properties["col"], properties["endColumn"]
    properties["title"] = diagnostic.code
    listed = ",".join(f"{name}={_escaped_property(str(value))}" for name, value in properties.items())
    message = diagnostic.message + (f"\nhelp: {diagnostic.help}" if diagnostic.help else "")
    kind = "notice" if diagnostic.severity == "note" else diagnostic.severity
    return f"::{kind} {listed}::{_escaped(message)}"


def _escaped(text: str) -> str:
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return printable(escaped)


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


# SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html


def _sarif(found: Sequence[Diagnostic]) -> dict[str, object]:
    codes = sorted({diagnostic.code for diagnostic in found})
    run = {
        "tool": {"driver": {"name": "Arsenal", "rules": [_sarif_rule(code) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in found],
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _sarif_rule(code: str) -> dict[str, object]:
    described = {"shortDescription": {"text": CODES[code].title}} if code in CODES else {}
    return {"id": code, **described, "help": {"text": f"arsenal explain {code}"}}


def _sarif_result(diagnostic: Diagnostic, rule: int) -> dict[str, object]:
    text = diagnostic.message + (f"\nhelp: {diagnostic.help}" if diagnostic.help else "")
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": text},
    }
    if diagnostic.span:
        result["locations"] = [{"physicalLocation": _sarif_place(diagnostic.span)}]
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": words}, "physicalLocation": _sarif_place(span)}
            for number, (words, span) in enumerate(diagnostic.related)
        ]
    return result


def _sarif_place(span: Span) -> dict[str, object]:
    path = PurePath(span.path)
    region = {"startLine": span.line, "startColumn": span.column}
    region |= {"endLine": span.end_line, "endColumn": span.end_column}
    uri = quote(path.as_posix(), errors="replace")
    if path.is_absolute():
        uri = "file://" + ("" if uri.startswith("/") else "/") + uri
    return {"artifactLocation": {"uri": uri}, "region": region}
