"""What every command stands in: its failures become words and exit codes, its findings reports."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from builder.cli.options import Output
from builder.diagnostics import Diagnostic, FindingsError, UsageError, count_of, has_errors

if TYPE_CHECKING:
    from datetime import date

    from builder.catalog.catalog import Shelf
    from builder.workspace import Library

app = typer.Typer(
    help="Write a card game in YAML; check it, build legal decks, print sheets and play it anywhere.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,  # plain help: loading rich would double the time of --help
    pretty_exceptions_enable=False,
)
new_app = typer.Typer(help="Start a game, a set or a deck.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(new_app, name="new")


def command(*names: str, on: typer.Typer = app) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a command whose failures are words for the user and an exit code: 1 for findings, 2 for wrong use."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def guarded(*args: Any, **kwargs: Any) -> None:
            try:
                function(*args, **kwargs)
                sys.stdout.flush()
            except typer.Exit:
                raise
            except FindingsError as error:
                report(error.diagnostics, Output.TEXT, stream=sys.stderr)
                raise typer.Exit(1) from None
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
                raise typer.Exit(0) from None
            except (Exception, KeyboardInterrupt) as error:  # the last line of defence: no traceback reaches a user
                if os.environ.get("ARSENAL_DEBUG") and not isinstance(error, UsageError):
                    raise
                fail(*_in_words(error))

        on.command(*names)(guarded)
        return function

    return register


def fail(message: str, help_: str, code: int) -> NoReturn:
    """Say on stderr what went wrong, and end with the exit code."""
    from builder.diagnostics.reports import printable

    typer.echo(f"error: {printable(message)}", err=True)
    if help_:
        typer.echo(f"  = help: {printable(help_)}", err=True)
    raise typer.Exit(code) from None


def _in_words(error: BaseException) -> tuple[str, str, int]:
    """What stopped a command, as a message, what would mend it, and the exit code."""
    if isinstance(error, UsageError):
        return str(error), error.help, 2
    if isinstance(error, KeyboardInterrupt):
        return "stopped; nothing half-written was left behind", "", 130
    if isinstance(error, MemoryError):
        return "there is not enough memory for this", "", 2
    if isinstance(error, OSError):
        what = f'"{error.filename}"' if error.filename else "a file"
        return f"{what} can't be used: {(error.strerror or str(error)).lower()}", "", 2
    what = f"{type(error).__name__}: {str(error)[:200]}"
    return f"Arsenal stumbled over a fault of its own: {what}", "please report it; ARSENAL_DEBUG=1 shows where", 70


def report(diagnostics: Sequence[Diagnostic], output: Output, stream: Any = None) -> None:
    """Write findings the way the user asked for."""
    from builder.diagnostics.reports import read_lines, render

    stream = stream or sys.stdout
    text = render(diagnostics, output.value, read_lines, stream.isatty() and "NO_COLOR" not in os.environ)
    typer.echo(text.rstrip("\n"), file=stream)


def finish(diagnostics: Sequence[Diagnostic], output: Output, good: str) -> None:
    """Report findings and exit 1 where one is an error; with nothing to report, say `good`."""
    if diagnostics or output is not Output.TEXT:
        report(diagnostics, output)
    if output is Output.TEXT and not has_errors(diagnostics):
        typer.echo(good)
    if has_errors(diagnostics):
        raise typer.Exit(1)


def note(message: str) -> None:
    """Something that the user should know and that stops nothing, on stderr."""
    from builder.diagnostics.reports import printable

    typer.echo(f"note: {printable(message)}", err=True)


def print_json(value: object) -> None:
    """A result as JSON on stdout."""
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def library(packs: Sequence[Path] | None, database: str = "") -> Library:
    """The packs and the database that the options name, with the pack around the current folder."""
    from builder.packs.pack import around
    from builder.storage.resources import cache_folder
    from builder.workspace import Library

    return Library([*around(Path()), *(packs or ())], database, cache_folder())


def open_shelf(packs: Sequence[Path] | None, database: str) -> Shelf:
    """The games, from a database that is up to date; packs with errors are named on stderr and stay as they were."""
    from builder.catalog.catalog import Shelf
    from builder.database.building import session

    engine, built = library(packs, database).open()
    shelf = Shelf(session(engine))
    for game_id, diagnostics in built.failed.items():
        errors = sum(d.severity == "error" for d in diagnostics)
        kept = "its last good state is used" if game_id in shelf.games else "it is left out"
        first = next(d for d in diagnostics if d.severity == "error")
        where = f" (first: {first.span.path}:{first.span.line}: {first.message})" if first.span else ""
        note(f"{game_id} has {count_of(errors, 'error')}, so {kept}; `arsenal validate` shows them{where}")
    return shelf


def day(text: str) -> date | None:
    """A date option; None where it was not given. Raises UsageError for what is no day."""
    from datetime import date

    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f'"{text}" is not a day', "write it as 2026-11-21") from None


def refuse_empty(context: typer.Context, **options: str) -> None:
    """Raises UsageError for an option that was given and left empty; by its default it may be."""
    for name, value in options.items():
        source = context.get_parameter_source(name)
        if not value.strip() and source and source.name == "COMMANDLINE":
            raise UsageError(f"--{name.replace('_', '-')} is empty", "say something, or leave the option out")
