"""The command line: each command parses, calls one function and reports. The only place that knows everything.

Slow imports are inside the commands that need them, so that `--help` and completion stay instant.
"""

from __future__ import annotations

import atexit
import gc
import re
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from builder.cli import (  # noqa: F401 - their commands register themselves
    authoring,
    balancing,
    browsing,
    decks,
    importing,
    players,
    playing,
    printing,
    publishing,
    serving,
    watching,
)
from builder.cli.frame import app
from builder.cli.options import option
from builder.cli.saying import say

__all__ = ["after_command", "app", "main"]


def main() -> NoReturn:
    """The `arsenal` command."""
    atexit.register(gc.freeze)  # so that the exit collects no garbage of everything that was read
    sys.argv[1:] = after_command(sys.argv[1:])
    app(prog_name="arsenal")
    raise SystemExit(0)


def after_command(arguments: Sequence[str]) -> list[str]:
    """The arguments in the parser's order: shared options after the command, a query that begins with "-" last.

    >>> after_command(["--packs", "mine", "games"])
    ['games', '--packs', 'mine']
    >>> after_command(["search", "-is:pinnacle", "--limit", "3"])
    ['search', '--limit', '3', '--', '-is:pinnacle']
    >>> after_command(["search", "type:ship", "--sort", "-cost"])
    ['search', 'type:ship', '--sort', '-cost']
    """
    leading: list[str] = []
    rest = list(arguments)
    while rest and rest[0].split("=")[0] in ("--packs", "--database", "--output"):
        leading.append(rest.pop(0))
        if "=" not in leading[-1] and rest:
            leading.append(rest.pop(0))
    name, rest = rest[:1], rest[1:]
    if name != ["search"] or "--" in rest:
        return [*name, *leading, *rest]
    options: list[str] = []
    queries: list[str] = []
    for before, argument in zip(["", *rest], rest, strict=False):
        is_value = before in _WITH_VALUE  # such as -cost in --sort -cost
        (queries if not is_value and re.match(r"-[^-].", argument) else options).append(argument)
    return [*name, *leading, *options, *(["--", *queries] if queries else [])]


_WITH_VALUE = ("-g", "--game", "--sort", "--limit", "--packs", "--database", "--output")  # the options of `search`


@app.callback(invoke_without_command=True)
def version_option(*, version: Annotated[bool, option("--version", "Show the version and stop.")] = False) -> None:
    """Write a card game in YAML; check it, build legal decks, print sheets and play it anywhere."""
    if version:
        from builder.version import __version__

        say(f"arsenal {__version__}")
        raise typer.Exit
