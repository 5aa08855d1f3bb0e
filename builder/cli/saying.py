"""All that commands write to the terminal goes through here, and is made harmless."""

from __future__ import annotations

import sys
from typing import TextIO

import typer

from builder.diagnostics.harmless import json_text, one_line
from builder.words import words_here


def say(*lines: str) -> None:
    """Lines of a result, on stdout."""
    write("\n".join(map(one_line, lines)), sys.stdout)


def say_aside(*lines: str) -> None:
    """Lines that are not the result, on stderr."""
    write("\n".join(map(one_line, lines)), sys.stderr)


def note(message: str) -> None:
    """Something that the user should know and that stops nothing, on stderr."""
    say_aside(words_here("terminal")("note", note=message))


def print_json(value: object) -> None:
    """A result as JSON on stdout."""
    write(json_text(value), sys.stdout)


def write(text: str, stream: TextIO) -> None:
    """Text that is harmless already."""
    typer.echo(text, file=stream)  # noqa: TID251 - the one place
