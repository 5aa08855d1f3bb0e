"""Reads the messages of jinja2 and Typst: rewords them for designers, and finds what a misspelt word should be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from renderers.templating.sandbox import did_you_mean

WORDS = Path(__file__).with_name("data") / "typst-words.txt"  # a line of names, a line of arguments

_WRAPPED = re.compile(r"^(?:panicked with|assertion failed): (.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in Typst source; line and column count from 1."""

    file: str
    line: int
    column: int


def frames(diagnostic: str, folder: str) -> Iterator[Frame]:
    """The places in Typst's description of an error, the innermost first. `folder` is the name of Typst's root
    folder.
    """
    for match in re.finditer(r"┌─ (.+):(\d+):(\d+)", diagnostic):
        name = match[1].replace("\\", "/").rpartition(f"{folder}/")[2]
        yield Frame(name, int(match[2]), int(match[3]) + 1)


def typst_message(error: RuntimeError, folder: str) -> tuple[str, str]:
    """The message and the hints of a Typst error, without names of temporary folders."""
    message = str(getattr(error, "message", error))
    help_ = "; ".join(getattr(error, "hints", ()))
    if "package" in message:
        return "a template asks for a Typst package, which templates may not use", help_
    if wrapped := _WRAPPED.match(message):
        message = wrapped[1].replace('\\"', '"')
    if missing := re.match(r"file not found \(searched at (.+)\)", message):
        name = missing[1].replace("\\", "/").rpartition(f"{folder}/")[2]
        return f'the pack has no file "{name.removeprefix(".arsenal/faces/")}"', help_
    return re.sub(r"( at \d+:\d+)\1", r"\1", message), help_  # Typst says it twice


def near_match(message: str, names: Callable[[], Iterable[str]], keys: Iterable[str], files: Iterable[str]) -> str:
    """A hint for a misspelt variable, import, argument, key or file in Typst's message; "" where there is none."""
    standard, arguments = (line.split() for line in WORDS.read_text("utf-8").splitlines())
    for pattern, known in (
        (r"unknown variable: (\S+)", lambda: [*names(), *standard]),
        (r"unresolved import: (\S+)", names),
        (r"unexpected argument: (\S+)", lambda: arguments),
        (r'dictionary does not contain key "([^"]+)"', lambda: keys),
        (r'the pack has no file "([^"]+)"', lambda: files),
    ):
        found = re.search(pattern, message)
        if found and found[1]:
            return did_you_mean(found[1], known())
    return ""


def near_in_jinja(message: str, known: dict[str, Iterable[str]]) -> tuple[str, str]:
    """The unknown word in jinja2's message, and a hint for it; `known` are the known words by kind."""
    for pattern, kind in (
        (r"'([^']+)' is undefined", "variables"),
        (r"No filter named '([^']+)'", "filters"),
        (r"No test named '([^']+)'", "tests"),
        (r"unknown tag '([^']+)'", "tags"),
    ):
        if found := re.search(pattern, message):
            return found[1], did_you_mean(found[1], known[kind])
    if found := re.search(r"has no (?:attribute|element) '([^']+)'", message):
        return found[1], ""
    if found := re.search(r"(?:a box has no|unsafe|attribute) '([^']+)'", message):
        return found[1], ""
    return "", ""
