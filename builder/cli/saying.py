"""All output of commands goes through here, which removes control characters."""

from __future__ import annotations

import sys
from typing import TextIO

import typer

from builder.diagnostics.harmless import json_text, one_line
from builder.words import words_here


def say(*lines: str) -> None:
    """Print lines of a result, on stdout."""
    write("\n".join(map(one_line, lines)), sys.stdout)


def say_aside(*lines: str) -> None:
    """Print lines that are not the result, on stderr."""
    write("\n".join(map(one_line, lines)), sys.stderr)


def note(message: str) -> None:
    """Print a note for the user, on stderr."""
    say_aside(words_here("terminal")("note", note=message))


def print_json(value: object) -> None:
    """Print a result as JSON, on stdout."""
    write(json_text(value), sys.stdout)


def write(text: str, stream: TextIO) -> None:
    """Write a text that has no control characters."""
    typer.echo(text, file=stream)  # noqa: TID251 - the one place
