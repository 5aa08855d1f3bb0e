"""The command line: each command parses, calls one function and reports. The only module that knows all the others.

Imports that take time stand inside the commands that need them, so that `--help` and completion stay instant.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from builder.diagnostics import Diagnostic, FindingsError, UsageError, has_errors

if TYPE_CHECKING:
    from builder.library import Library

app = typer.Typer(
    help="Write a card game in YAML; check it, build legal decks, print sheets and play it anywhere.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,  # plain help: loading rich would double the time of --help
    pretty_exceptions_enable=False,
)
new_app = typer.Typer(help="Start a game, a set or a deck.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(new_app, name="new")


class Output(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


class Data(StrEnum):
    """How results are written."""

    TEXT = "text"
    JSON = "json"


class Backs(StrEnum):
    """Where backs go: nowhere, or on every second page, mirrored for the way the printer turns the paper."""

    NONE = "none"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"


class Marks(StrEnum):
    """What shows where to cut."""

    CROPS = "crops"
    LINES = "lines"
    NONE = "none"


class ImageKind(StrEnum):
    """Kinds of picture."""

    PNG = "png"
    SVG = "svg"


Packs = Annotated[list[Path] | None, typer.Option("--packs", envvar="ARSENAL_PACKS", metavar="DIR", help="A pack of your own, or a folder of packs; repeatable.")]
Database = Annotated[str, typer.Option("--database", envvar="ARSENAL_DATABASE", metavar="URL", help="The card database: an SQLite file or a PostgreSQL URL; a file in your cache folder otherwise.")]
GameOption = Annotated[str, typer.Option("--game", "-g", metavar="GAME", help="The game's id; all games otherwise.")]
FindingsOption = Annotated[Output, typer.Option("--output", help="How findings are written.")]
DataOption = Annotated[Data, typer.Option("--output", help="How results are written.")]
DeckArgument = Annotated[str, typer.Argument(metavar="DECK", help="A sample deck's id, a deck file, a text list, or - for standard input.")]
TargetArgument = Annotated[str, typer.Argument(metavar="DECK|GAME", help="A deck (id, file or -), or a game's id for all its cards.")]
FormatOption = Annotated[str, typer.Option("--format", metavar="NAME", help="The format to judge by; the deck's own otherwise.")]
DateOption = Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="Judge as of that day; today otherwise.")]
CardsOption = Annotated[str, typer.Option("--cards", metavar="QUERY", help="Only the cards that match the query.")]


def main() -> NoReturn:
    """The `arsenal` command."""
    sys.argv[1:] = after_command(sys.argv[1:])
    app()
    raise SystemExit(0)


def after_command(arguments: Sequence[str]) -> list[str]:
    """Options that many commands share may stand before the command too: they are moved behind it.

    >>> after_command(["--packs", "mine", "games"])
    ['games', '--packs', 'mine']
    """
    leading: list[str] = []
    rest = list(arguments)
    while rest and rest[0].split("=")[0] in ("--packs", "--database", "--output"):
        leading.append(rest.pop(0))
        if "=" not in leading[-1] and rest:
            leading.append(rest.pop(0))
    return [*rest[:1], *leading, *rest[1:]]


def command(*names: str, on: typer.Typer = app) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a command whose failures are words for the user and an exit code: 1 for findings, 2 for wrong use."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def guarded(*args: Any, **kwargs: Any) -> None:
            try:
                function(*args, **kwargs)
                sys.stdout.flush()
            except UsageError as error:
                fail(str(error), error.help, 2)
            except FindingsError as error:
                report(error.diagnostics, Output.TEXT, stream=sys.stderr)
                raise typer.Exit(1) from None
            except KeyboardInterrupt:
                fail("stopped; nothing half-written was left behind", "", 130)
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
                raise typer.Exit(0) from None
            except (OSError, MemoryError) as error:
                fail(_system_failure(error), "", 2)
            except Exception as error:  # noqa: BLE001 - the last line of defence: no traceback reaches a user
                if os.environ.get("ARSENAL_DEBUG"):
                    raise
                fail(f"Arsenal stumbled over a fault of its own: {type(error).__name__}: {str(error)[:200]}", "please report it; ARSENAL_DEBUG=1 shows where", 70)

        on.command(*names)(guarded)
        return function

    return register


def fail(message: str, help_: str, code: int) -> NoReturn:
    """Say on stderr what went wrong, and end with the exit code."""
    from builder.reporters import printable

    typer.echo(f"error: {printable(message)}", err=True)
    if help_:
        typer.echo(f"  = help: {printable(help_)}", err=True)
    raise typer.Exit(code) from None


def _system_failure(error: BaseException) -> str:
    if isinstance(error, OSError):
        what = f'"{error.filename}"' if error.filename else "a file"
        return f"{what} can't be used: {(error.strerror or str(error)).lower()}"
    return "there is not enough memory for this"


def report(diagnostics: Sequence[Diagnostic], output: Output, stream: Any = None) -> None:
    """Write findings the way the user asked for."""
    from builder.reporters import read_lines, render

    stream = stream or sys.stdout
    text = render(diagnostics, output.value, read_lines, color=stream.isatty() and "NO_COLOR" not in os.environ)
    typer.echo(text.rstrip("\n"), file=stream)


def library(packs: Sequence[Path] | None, database: str = "") -> Library:
    """The packs and the database that the options name."""
    from builder.library import Library, cache_folder

    return Library(list(packs or ()), database, cache_folder())
