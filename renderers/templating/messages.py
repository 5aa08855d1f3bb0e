"""What jinja2 and Typst say is wrong, in the pack's own terms, and what a word that they don't know was meant to be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from renderers.templating.sandbox import meant

WORDS = Path(__file__).with_name("data") / "typst-words.txt"  # a line of names, a line of arguments

_WRAPPED = re.compile(r"^(?:panicked with|assertion failed): (.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in Typst's sources, as its errors name them: lines and columns count from 1."""

    file: str
    line: int
    column: int


def frames(diagnostic: str, folder: str) -> Iterator[Frame]:
    """Where an error arose and who called, innermost first; `folder` is the name of the folder that Typst sees."""
    for match in re.finditer(r"┌─ (.+):(\d+):(\d+)", diagnostic):
        name = match[1].replace("\\", "/").rpartition(f"{folder}/")[2]
        yield Frame(name, int(match[2]), int(match[3]) + 1)


def said_by_typst(error: RuntimeError, folder: str) -> tuple[str, str]:
    """Typst's message and hints in the pack's own terms: without the folders that it was shown."""
    message = str(getattr(error, "message", error))
    help_ = "; ".join(getattr(error, "hints", ()))
    if "package" in message:
        return "a template asks for a Typst package, which templates may not use", help_
    if wrapped := _WRAPPED.match(message):
        message = wrapped[1].replace('\\"', '"')
    if missing := re.match(r"file not found \(searched at (.+)\)", message):
        name = missing[1].replace("\\", "/").rpartition(f"{folder}/")[2]
        return f'the pack has no file "{name.removeprefix("arsenal/faces/")}"', help_
    return re.sub(r"( at \d+:\d+)\1", r"\1", message), help_  # Typst says it twice


def near_match(message: str, names: Callable[[], Iterable[str]], keys: Iterable[str], files: Iterable[str]) -> str:
    """What a word in Typst's message was probably meant to be: a name, an argument, a key or a file."""
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
            return meant(found[1], known())
    return ""


def near_in_jinja(message: str, known: dict[str, Iterable[str]]) -> tuple[str, str]:
    """The word that jinja2 doesn't know, and what was probably meant; `known` lists words by kind."""
    for pattern, kind in (
        (r"'([^']+)' is undefined", "variables"),
        (r"No filter named '([^']+)'", "filters"),
        (r"No test named '([^']+)'", "tests"),
        (r"unknown tag '([^']+)'", "tags"),
    ):
        if found := re.search(pattern, message):
            return found[1], meant(found[1], known[kind])
    if found := re.search(r"has no (?:attribute|element) '([^']+)'", message):
        return found[1], ""
    if found := re.search(r"(?:a box has no|unsafe|attribute) '([^']+)'", message):
        return found[1], ""
    return "", ""
