"""What all commands share: failures become messages and exit codes, findings become reports."""

from __future__ import annotations

import functools
import inspect
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from itertools import pairwise, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, get_type_hints  # Any: values of options; classes of typer

import typer
from typer.core import TyperGroup

from builder.cli.options import Output, Sources
from builder.cli.saying import note, say, say_aside, write
from builder.cli.wronguse import wrong_use
from builder.diagnostics import Diagnostic, FindingsError, UsageError, has_errors
from builder.library.store import BuildReport, DamagedCacheError
from builder.packs.pack import around
from builder.storage.files import is_file, is_folder
from builder.words import speaking, words_here
from builder.workspace import Workspace

if TYPE_CHECKING:
    from builder.printing.findings import PrintResult

_WRONG_USE: Any = typer.BadParameter.__mro__[2]  # the base class of the parser's errors


class _Group(TyperGroup):
    """A group of commands whose usage errors are reported as JSON where JSON was asked for."""

    def main(  # type: ignore[override]  # its other parameters differ from version to version
        self, args: Sequence[str] | None = None, **more: Any
    ) -> Any:
        """Run the command that the arguments name."""
        if not more.get("standalone_mode", True):
            return super().main(args, **more)
        try:
            code = super().main(args, **{**more, "standalone_mode": False})
        except _WRONG_USE as error:
            given = sys.argv[1:] if args is None else list(args)
            if type(error).__name__ == "NoArgsIsHelpError":
                say_aside(*str(error).splitlines())
                sys.exit(2)
            found = wrong_use(error)
            if _asks_for_json(given):
                report([found], "json")
            else:
                _say_error(found)
            sys.exit(getattr(error, "exit_code", 2))
        except typer.Abort:  # Ctrl-C before the command has begun
            sys.exit(130)
        except (KeyError, ValueError):
            if "_ARSENAL_COMPLETE" not in os.environ:
                raise
            sys.exit(1)  # a shell asked for completions without saying where
        sys.exit(code if isinstance(code, int) else 0)


def _asks_for_json(arguments: Sequence[str]) -> bool:
    options = list(takewhile(lambda argument: argument != "--", arguments))  # after -- there are no options
    pairs = pairwise([*options, ""])
    return any(argument == "--output=json" or (argument, after) == ("--output", "json") for argument, after in pairs)


EXAMPLE = "Example: "
app = typer.Typer(
    cls=_Group,
    help="Write a card game in YAML; check it, build legal decks, print sheets and play it anywhere.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,  # plain help: loading rich would double the time of --help
    pretty_exceptions_enable=False,
)
new_app = typer.Typer(
    help="Start a game, a set or a deck.",
    epilog=f'{EXAMPLE}arsenal new game "Moon Duel"',
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(new_app, name="new")
rename_app = typer.Typer(
    help="Give a thing another id, wherever it is named.",
    epilog=f"{EXAMPLE}arsenal rename card coal-sprite cinder-sprite",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(rename_app, name="rename")


def command(*names: str, example: str, on: typer.Typer = app) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a command whose failures end with a message and an exit code: 1 for findings, 2 for wrong use.

    `example` is a sample command line, shown at the end of its help. Where its `output` is JSON, so are its failures.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        spread = grouped(function)

        @functools.wraps(spread)
        def guarded(**options: Any) -> None:
            with speaking(_language(options)):
                run(options)

        def run(given: Mapping[str, Any]) -> None:
            output: Output = given.get("output", "text")
            try:
                _refuse_no_numbers(given)
                try:
                    spread(**given)
                except DamagedCacheError as error:
                    note(words_here("terminal")("damaged", why=error))
                    spread(**given)
                sys.stdout.flush()
            except typer.Exit:
                raise
            except FindingsError as error:
                report(error.diagnostics, output, stream=sys.stderr if output == "text" else sys.stdout)
                raise typer.Exit(1) from None
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader is gone
                raise typer.Exit(0) from None
            except (Exception, KeyboardInterrupt) as error:  # the last line of defence: no traceback reaches a user
                if os.environ.get("ARSENAL_DEBUG") and not isinstance(error, UsageError):
                    raise
                _fail(*_in_words(error), output)

        guarded.__signature__ = spread.__signature__  # type: ignore[attr-defined]  # what typer looks at
        on.command(*names, epilog=f"{EXAMPLE}{example}")(guarded)
        return function

    return register


def _language(options: Mapping[str, Any]) -> str:
    """The language of a command's messages; "" where --lang names none, or several (then it is for files)."""
    chosen = options.get("lang") or ""
    return chosen if isinstance(chosen, str) else chosen[0] if len(chosen) == 1 else ""


def _refuse_no_numbers(options: Mapping[str, object]) -> None:
    """Raises UsageError for "nan", which the parser accepts as a number within any limits."""
    for name, value in options.items():
        if isinstance(value, float) and math.isnan(value):
            raise UsageError.of("terminal", "refused.number", option=f"--{name.replace('_', '-')}")


def _fail(found: Diagnostic, exit_code: int, output: Output) -> NoReturn:
    """Report an error, on stderr or as JSON on stdout, and exit with this code."""
    if output == "json":
        report([found], output)
    else:
        with suppress(OSError):  # the pipe is closed
            _say_error(found)
    raise typer.Exit(exit_code) from None


def _say_error(found: Diagnostic) -> None:
    words = words_here("terminal")
    help_ = [f"  {words('help', help=found.help)}"] if found.help else []
    say_aside(words("error", message=found.message), *help_)


def _in_words(error: BaseException) -> tuple[Diagnostic, int]:
    """The error that stopped a command as a diagnostic, and the exit code."""
    words = words_here("terminal")
    if isinstance(error, UsageError):
        return Diagnostic("wrong-use", str(error), help=error.help), 2
    if isinstance(error, KeyboardInterrupt):
        return Diagnostic("stopped", words("stopped")), 130
    if isinstance(error, MemoryError):
        return Diagnostic("out-of-memory", words("memory")), 2
    if isinstance(error, OSError):
        why = (error.strerror or str(error)).lower()
        name = "file" if error.filename else "file.unnamed"
        return Diagnostic("unusable-file", words(name, path=error.filename, why=why)), 2
    message, help_ = words.with_help("own-fault", what=f"{type(error).__name__}: {str(error)[:200]}")
    return Diagnostic("own-fault", message, help=help_), 70


def report(diagnostics: Sequence[Diagnostic], output: Output, stream: TextIO | None = None) -> None:
    """Write findings in the format that the user asked for."""
    from builder.diagnostics.reports import read_lines, render

    stream = stream or sys.stdout
    text = render(diagnostics, output, read_lines, stream.isatty() and "NO_COLOR" not in os.environ)
    write(text.rstrip("\n"), stream)


def warn(diagnostics: Sequence[Diagnostic]) -> None:
    """Report warnings on stderr, if there are any."""
    if diagnostics:
        report(diagnostics, "text", sys.stderr)


def finish(diagnostics: Sequence[Diagnostic], output: Output, good: str) -> None:
    """Report findings and exit 1 where one is an error; without findings, print `good`."""
    if diagnostics or output != "text":
        report(diagnostics, output)
    if output == "text" and not has_errors(diagnostics):
        say(good)
    if has_errors(diagnostics):
        raise typer.Exit(1)


def report_made(result: PrintResult) -> None:
    """Report what was made, with warnings and hints."""
    if result.report:
        say(*result.report.splitlines())
    warn(result.warnings)
    if result.lines:
        say(*result.lines)
    for hint in result.hints:
        note(hint)


def workspace(sources: Sources, *named: str) -> Workspace:
    """The workspace that the options name, with the pack around the current folder.

    `named` are other arguments of the user: where one is a folder or a file, its pack is opened, too.
    """
    folders = [
        Path(name) if is_folder(name) else Path(name).parent for name in named if is_folder(name) or is_file(name)
    ]
    inside = [pack for folder in (Path(), *folders) for pack in around(folder)]
    return Workspace([*inside, *(sources.packs or ())], sources.database)


def say_mended(report: BuildReport) -> None:
    """Note that the damaged card database in the cache was built again, which takes a while."""
    if report.mended:
        note(words_here("terminal")("mended"))


@contextmanager
def opened(sources: Sources, *named: str) -> Iterator[Workspace]:
    """Like `workspace`, with its database up to date. Packs with errors are named on stderr and stay as they were."""
    with workspace(sources, *named) as found:
        report = found.build()
        say_mended(report)
        for game_id, diagnostics in report.failed.items():
            say, errors = words_here("terminal"), [d for d in diagnostics if d.severity == "error"]
            span, message = errors[0].span, errors[0].message
            first = say("faulty.first", place=f"{span.path}:{span.line}", message=message) if span else ""
            key = "faulty.before" if game_id in found.catalog.game_ids else "faulty.left-out"
            note(say(key, len(errors), game=game_id, first=first))
        yield found


def day(text: str) -> date | None:
    """A date option; None where it was not given. Raises UsageError for an invalid day."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError.of("library", "no-date", day=text) from None


def refuse_empty(context: typer.Context, **options: str) -> None:
    """Raises UsageError for an option that was given with an empty value."""
    for name, value in options.items():
        source = context.get_parameter_source(name)
        if not value.strip() and source and source.name == "COMMANDLINE":
            raise UsageError.of("terminal", "refused.empty", option=f"--{name.replace('_', '-')}")


# Options that belong together are one parameter of a command: a frozen dataclass with a field for each option, written
# as `Annotated[type, typer.Option(...)]` with a default.


def grouped(function: Callable[..., None]) -> Callable[..., None]:
    """The function with each group of options replaced by single options, as typer needs them."""
    hints = get_type_hints(function, include_extras=True)
    parameters: list[inspect.Parameter] = []
    groups: dict[str, type[Any]] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        kind = hints[name]
        if isinstance(kind, type) and is_dataclass(kind):
            groups[name] = kind
            parameters += _options(kind)
        else:
            parameters.append(parameter.replace(annotation=kind, kind=inspect.Parameter.KEYWORD_ONLY))

    @functools.wraps(function)
    def spread(**options: object) -> None:
        made = {
            name: kind(**{option.name: options.pop(option.name) for option in fields(kind)})
            for name, kind in groups.items()
        }
        function(**options, **made)

    spread.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what inspect and typer look at
    spread.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return spread


def _options(kind: type[Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if option.default is MISSING else option.default,
            annotation=hints[option.name],
        )
        for option in fields(kind)
    ]
