"""The command line: each command parses, calls one function and reports. The only module that knows all the others.

Imports that take time stand inside the commands that need them, so that `--help` and completion stay instant.
"""

from __future__ import annotations

import functools
import os
import re
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from builder.diagnostics import Diagnostic, FindingsError, UsageError, has_errors

if TYPE_CHECKING:
    from datetime import date

    from builder.library import Library
    from builder.packs import Pack
    from builder.shelf import Shelf

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
    """The arguments as the parser wants them: shared options behind the command, a query that begins with "-" last.

    >>> after_command(["--packs", "mine", "games"])
    ['games', '--packs', 'mine']
    >>> after_command(["search", "-is:pinnacle", "--limit", "3"])
    ['search', '--limit', '3', '--', '-is:pinnacle']
    """
    leading: list[str] = []
    rest = list(arguments)
    while rest and rest[0].split("=")[0] in ("--packs", "--database", "--output"):
        leading.append(rest.pop(0))
        if "=" not in leading[-1] and rest:
            leading.append(rest.pop(0))
    name, rest = rest[:1], rest[1:]
    queries = [a for a in rest if name == ["search"] and "--" not in rest and re.match(r"-[^-].", a)]
    rest = [a for a in rest if a not in queries]
    return [*name, *leading, *rest, *(["--", *queries] if queries else [])]


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
    titles = {}
    if output is Output.SARIF:
        from builder.catalogue import entries

        titles = {code: entry.title for code, entry in entries().items()}
    text = render(diagnostics, output.value, read_lines, stream.isatty() and "NO_COLOR" not in os.environ, titles)
    typer.echo(text.rstrip("\n"), file=stream)


def library(packs: Sequence[Path] | None, database: str = "") -> Library:
    """The packs and the database that the options name."""
    from builder.library import Library, cache_folder

    return Library(list(packs or ()), database, cache_folder())


def open_shelf(packs: Sequence[Path] | None, database: str) -> Shelf:
    """The games, from a database that is up to date; packs with errors are named on stderr and stay as they were."""
    from builder.database import session
    from builder.shelf import Shelf

    engine, built = library(packs, database).open()
    shelf = Shelf(session(engine))
    for game_id, diagnostics in built.failed.items():
        errors = sum(d.severity == "error" for d in diagnostics)
        kept = "its last good state is used" if game_id in shelf.games else "it is left out"
        first = next(d for d in diagnostics if d.severity == "error")
        where = f" (first: {first.span.path}:{first.span.line}: {first.message})" if first.span else ""
        note(f"{game_id} has {errors} error{'s' * (errors > 1)}, so {kept}; `arsenal validate` shows them{where}")
    return shelf


def note(message: str) -> None:
    """Something that the user should know and that stops nothing, on stderr."""
    from builder.reporters import printable

    typer.echo(f"note: {printable(message)}", err=True)


def print_json(value: object) -> None:
    """A result as JSON on stdout."""
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def day(text: str) -> date | None:
    """A date option; None where it was not given. Raises UsageError for what is no day."""
    from datetime import date

    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f'"{text}" is not a day', "write it as 2026-11-21") from None


@app.callback(invoke_without_command=True)
def version_option(*, version: Annotated[bool, typer.Option("--version", help="Show the version and stop.")] = False) -> None:
    """Write a card game in YAML; check it, build legal decks, print sheets and play it anywhere."""
    if version:
        from builder import __version__

        typer.echo(f"arsenal {__version__}")
        raise typer.Exit


@command()
def games(packs: Packs = None, database: Database = "", output: DataOption = Data.TEXT) -> None:
    """List the games, their formats and their sample decks."""
    from builder.database import count_cards

    shelf = open_shelf(packs, database)
    rows = [
        {
            "id": game.id,
            "name": game.name,
            "cards": count_cards(shelf.reading, game.id),
            "formats": list(shelf.formats(game.id)),
            "decks": [deck.id for deck in shelf.sample_decks(game.id)],
        }
        for game in shelf.games.values()
    ]
    if output is Data.JSON:
        print_json({"games": rows})
        return
    from builder.terminal import console, games_table

    console().print(games_table(rows))


@command()
def validate(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[PATH]...", help="Packs, folders of packs, or files in a pack; all packs otherwise.")] = None,
    packs: Packs = None,
    faces: Annotated[bool, typer.Option("--faces", help="Also typeset every card: does its text fit, are its characters there?")] = False,  # noqa: FBT002 - a flag
    output: FindingsOption = Output.TEXT,
) -> None:
    """Check packs: the shape of every file, then what the files say of each other."""
    from builder.library import diagnose
    from builder.packs import enclosing, read

    shelf = library(packs)
    found = [read(root) for root in dict.fromkeys(r for path in paths for r in enclosing(path))] if paths else shelf.packs
    diagnostics = [d for pack in found for d in diagnose(pack, shelf.cache)]
    if faces and not has_errors(diagnostics):
        diagnostics += _check_faces(found)
    finish(diagnostics, output, f"{len(found)} pack{'s' * (len(found) != 1)} checked: {', '.join(pack.folder for pack in found)}")


def finish(diagnostics: Sequence[Diagnostic], output: Output, good: str) -> None:
    """Report findings and exit 1 where one is an error; with nothing to report, say `good`."""
    if diagnostics or output is not Output.TEXT:
        report(diagnostics, output)
    if output is Output.TEXT and not has_errors(diagnostics):
        typer.echo(good)
    if has_errors(diagnostics):
        raise typer.Exit(1)


@command()
def explain(code: Annotated[str, typer.Argument(metavar="CODE", help="A code as findings show it, such as unknown-key.")]) -> None:
    """Explain a finding: why it matters, an example, and what would mend it."""
    from builder.catalogue import explain

    typer.echo(explain(code).rstrip("\n"))


@command()
def fmt(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[PATH]...", help="Packs or YAML files; your own packs otherwise.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 where a file would change.")] = False,  # noqa: FBT002 - a flag
    packs: Packs = None,
) -> None:
    """Write YAML files in their canonical form: keys in the schema's order, even spacing, comments kept."""
    from builder.formatting import format_files

    done = format_files(paths or packs or [Path()], check=check)
    for path in done.changed:
        typer.echo(f"{'would change' if check else 'formatted'} {path}")
    if done.diagnostics:
        report(done.diagnostics, Output.TEXT, sys.stderr)
    typer.echo(f"{len(done.changed)} of {done.seen} files {'would change' if check else 'changed'}")
    if has_errors(done.diagnostics) or (check and done.changed):
        raise typer.Exit(1)


@command()
def build(packs: Packs = None, database: Database = "") -> None:
    """Compile the packs into the card database now. Other commands do so by themselves."""
    engine, done = library(packs, database).open()
    for state, game_ids in (("compiled", done.built), ("up to date", done.current), ("removed", done.removed)):
        for game_id in game_ids:
            typer.echo(f"{game_id}: {state}")
    typer.echo(f"database: {engine.url.render_as_string(hide_password=True)}")
    if done.failed:
        raise FindingsError(d for diagnostics in done.failed.values() for d in diagnostics)


@command()
def search(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words and fields: faction:pirates type:ship cost<=3 -is:pinnacle")] = "",
    game: GameOption = "",
    sort: Annotated[str, typer.Option("--sort", metavar="FIELD", help="Sort by a field; -FIELD for descending.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="At most so many cards.")] = 100_000,
    packs: Packs = None,
    database: Database = "",
    output: DataOption = Data.TEXT,
) -> None:
    """Find cards. `docs/queries.md` describes the query language."""
    from builder import query as language
    from builder.shelf import card_json

    shelf = open_shelf(packs, database)
    found = language.search(shelf.reading, shelf.game(game) if game else None, query, sort=sort, limit=limit)
    if output is Data.JSON:
        print_json({"cards": [card_json(card) for card in found]})
        return
    from builder.terminal import card_table, console

    if found:
        console().print(card_table([(card, shelf.games[card.game_id]) for card in found]))
    typer.echo(f"{len(found)} card{'s' * (len(found) != 1)}", err=True)


@command()
def show(
    card: Annotated[str, typer.Argument(metavar="CARD", help="A card's id or name.")],
    game: GameOption = "",
    packs: Packs = None,
    database: Database = "",
    output: DataOption = Data.TEXT,
) -> None:
    """Show a card with its rulings."""
    from builder.shelf import card_json
    from builder.terminal import card_panel, console

    shelf = open_shelf(packs, database)
    found, its_game = shelf.card(card, game)
    if output is Data.JSON:
        print_json({"cards": [card_json(found)]})
    else:
        console().print(card_panel(found, its_game, shelf.rulings(found)))


@command()
def check(
    decks: Annotated[list[str], typer.Argument(metavar="DECK...", help="Sample decks' ids, deck files, text lists, or - for standard input.")],
    format: FormatOption = "",  # noqa: A002 - the option's name
    date: DateOption = "",
    previous: Annotated[str, typer.Option("--previous", metavar="DECK", help="The deck as it was in the game before, for formats that limit changes.")] = "",
    game: GameOption = "",
    packs: Packs = None,
    database: Database = "",
    output: DataOption = Data.TEXT,
) -> None:
    """Say whether decks are legal, and why not."""
    from builder.terminal import verdict_lines

    shelf = open_shelf(packs, database)
    before = shelf.open_deck(previous, game) if previous else None
    judges: dict[tuple[str, str], Any] = {}
    results = []
    for name in decks:
        opened = shelf.open_deck(name, game, format)
        by = shelf.format(opened.deck, format, day(date))
        judge = judges.setdefault((opened.deck.game, by.id), None) or shelf.judge(opened.deck.game, by)
        judges[opened.deck.game, by.id] = judge
        results.append((opened, by, shelf.verdict(opened, judge, before)))
    if output is Data.JSON:
        print_json({"decks": [verdict.to_json(opened.label, opened.deck.game) for opened, _, verdict in results]})
    else:
        for opened, by, verdict in results:
            typer.echo("\n".join(verdict_lines(opened, by, verdict)))
    if not all(verdict.legal for _, _, verdict in results):
        raise typer.Exit(1)


@command()
def export(
    target: TargetArgument,
    to: Annotated[str, typer.Option("--to", metavar="TARGET", help="engine, text, csv or json.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="PATH", help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Export an illegal deck all the same; the file says so.")] = False,  # noqa: FBT002 - a flag
    format: FormatOption = "",  # noqa: A002 - the option's name
    date: DateOption = "",
    cards: CardsOption = "",
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Write a deck, or a game's cards, for a rules engine or another program."""
    from builder import exports
    from builder.exports.bundling import bundle as gathered
    from builder.files import write_output

    chosen = exports.target(to)
    bundle = gathered(open_shelf(packs, database), target, chosen, format, day(date), cards, force=force)
    exported = chosen.export(bundle)
    write_output(out, exported.content)
    for loss in exported.losses:
        note(f"{chosen.name}: {loss}")
    typer.echo(f"{out}: {len(bundle.cards)} cards as {chosen.title}")


TimeLimit = Annotated[float | None, typer.Option("--time-limit", envvar="ARSENAL_TIME_LIMIT", min=1, metavar="SECONDS", help="Stop templates that take longer; by default it grows with the number of cards.")]


@command("print")
def print_(
    target: TargetArgument,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="The file to write: .pdf, or .html to print from a browser.")],
    paper: Annotated[str, typer.Option("--paper", metavar="NAME|WxHmm", help="a4, letter, a3, legal...")] = "a4",
    backs: Annotated[Backs, typer.Option("--backs", help="Backs on every second page, mirrored for a duplex print that flips at that edge.")] = Backs.NONE,
    marks: Annotated[Marks, typer.Option("--marks", help="Crop marks at the edge of the sheet, or lines to cut along.")] = Marks.CROPS,
    bleed: Annotated[float, typer.Option("--bleed", min=0, max=20, metavar="MM", help="How far the picture goes past the cut.")] = 3.0,
    gap: Annotated[float, typer.Option("--gap", min=0, max=100, metavar="MM", help="Space between cards; twice the bleed shows all of it.")] = 0.0,
    components: Annotated[bool, typer.Option("--components/--no-components", help="Also print one player's trackers and reminders.")] = True,  # noqa: FBT002 - a flag
    cards: CardsOption = "",
    time_limit: TimeLimit = None,
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Print sheets of cards to cut out, as PDF or as one HTML file."""
    from builder.files import write_output
    from builder.printing import copies, settle
    from renderers.sheets import SheetOptions, components_for, print_sheets

    if out.suffix.lower() not in (".pdf", ".html"):
        raise UsageError(f'"{out}" is neither a .pdf nor a .html file', "give the file one of those endings")
    shelf = open_shelf(packs, database)
    game, to_print = copies(shelf, target, cards)
    options = SheetOptions(
        paper=paper, gap=gap, bleed=bleed, marks=marks.value, backs=backs.value,
        output="html" if out.suffix.lower() == ".html" else "pdf", seconds=time_limit,
    )  # fmt: skip
    made = print_sheets(game, to_print, options, components_for(game, 1) if components and not cards else ())
    warnings = settle(made.findings, library(packs).packs, game.id)
    write_output(out, made.data)
    if warnings:
        report(warnings, Output.TEXT, sys.stderr)
    count = sum(number for _, number in to_print)
    typer.echo(f"{out}: {count} card{'s' * (count != 1)} on {made.pages} page{'s' * (made.pages != 1)}")


@command()
def images(
    target: TargetArgument,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="The folder to write to; made if need be.")],
    kind: Annotated[ImageKind, typer.Option("--format", help="Kind of picture.")] = ImageKind.PNG,
    dpi: Annotated[float, typer.Option("--dpi", min=10, max=1200, help="Resolution of PNG.")] = 300.0,
    cards: CardsOption = "",
    time_limit: TimeLimit = None,
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Make a picture of each card."""
    from builder.files import write_output
    from builder.printing import copies, settle
    from renderers.images import card_images

    shelf = open_shelf(packs, database)
    game, to_make = copies(shelf, target, cards)
    if out.exists() and not out.is_dir():
        raise UsageError(f'"{out}" is a file, not a folder')
    made = list(card_images(game, [card for card, _ in to_make], form=kind.value, dpi=dpi, seconds=time_limit))
    warnings = settle([f for image in made for f in image.findings], library(packs).packs, game.id)
    out.mkdir(parents=True, exist_ok=True)
    for image in made:
        write_output(out / f"{image.card_id}.{kind.value}", image.data)
    if warnings:
        report(warnings, Output.TEXT, sys.stderr)
    typer.echo(f"{out}: {len(made)} picture{'s' * (len(made) != 1)}")


def _check_faces(packs: Sequence[Pack], time_limit: float | None = None) -> list[Diagnostic]:
    """What is wrong with the faces of all cards of these packs, typeset from a database made for the purpose."""
    from builder.database import build, connect, session
    from builder.check import check
    from builder.printing import placed
    from builder.shelf import Shelf
    from renderers.sheets import check_faces

    engine = connect("sqlite://")
    build(engine, packs, check)
    shelf = Shelf(session(engine))
    found = {game.id: check_faces(game, shelf.cards(game), seconds=time_limit) for game in shelf.games.values()}
    return [d for game_id, findings in found.items() for d in placed(findings, packs, game_id)]


@command()
def stats(
    deck: DeckArgument,
    format: FormatOption = "",  # noqa: A002 - the option's name
    section: Annotated[str, typer.Option("--section", metavar="NAME", help="The section to look at; the main one otherwise.")] = "",
    game: GameOption = "",
    packs: Packs = None,
    database: Database = "",
    output: DataOption = Data.TEXT,
) -> None:
    """Show a deck's curves, totals and chances to draw."""
    from builder.charts import render
    from builder.fields import fields_of
    from builder.statistics import statistics

    shelf = open_shelf(packs, database)
    opened = shelf.open_deck(deck, game, format)
    its_game = shelf.game(opened.deck.game)
    if section and section not in opened.deck.sections:
        raise UsageError(f'{opened.label} has no section "{section}"', f"sections: {', '.join(opened.deck.sections)}")
    fields = fields_of(its_game.card_schema, its_game.definition)
    setup = shelf.format(opened.deck, format).setup
    found = statistics(opened.deck, shelf.index(its_game.id), fields, setup, section=section)
    if output is Data.JSON:
        print_json(found.to_json())
    else:
        typer.echo(render(found))
    for problem in opened.problems:
        note(problem.message)


def written(paths: Sequence[Path]) -> None:
    """Say which files were made."""
    from builder.source import display

    for path in paths:
        typer.echo(f"wrote {display(path)}")


NameArgument = Annotated[str, typer.Argument(metavar="NAME", help='A name as people say it, such as "Moon Duel".')]
PackOption = Annotated[Path, typer.Option("--pack", metavar="DIR", help="The pack to add to; the one around the current folder otherwise.")]


@command("game", on=new_app)
def new_game(name: NameArgument) -> None:
    """Start a game: a small complete pack in a new folder, with schemas that complete as you type."""
    from builder.scaffolding import new_game

    paths = new_game(name, Path())
    written(paths)
    folder = Path(paths[0].parts[0])
    typer.echo(f"next: arsenal validate {folder}, or arsenal print {folder} --packs {folder} -o cards.pdf")


@command("set", on=new_app)
def new_set(name: NameArgument, pack: PackOption = Path()) -> None:
    """Add a set to a pack."""
    from builder.packs import enclosing
    from builder.scaffolding import new_set

    written(new_set(name, enclosing(pack)[0]))


@command("deck", on=new_app)
def new_deck(name: NameArgument, pack: PackOption = Path()) -> None:
    """Add a deck to a pack."""
    from builder.packs import enclosing
    from builder.scaffolding import new_deck

    written(new_deck(name, enclosing(pack)[0]))
