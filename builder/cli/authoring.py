"""Commands for those who write packs: check, explain, format, compile, start."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from builder.cli.frame import command, finish, library, new_app, report
from builder.cli.options import Database, FindingsOption, NameArgument, Output, PackOption, Packs
from builder.diagnostics import Diagnostic, FindingsError, count_of, has_errors
from builder.terminal.progress import progress

if TYPE_CHECKING:  # importing it brings the YAML parser, which `--help` does without
    from builder.packs.pack import Pack


@command()
def validate(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PATH]...", help="Packs, folders of packs, or files in a pack; all packs otherwise."),
    ] = None,
    packs: Packs = None,
    faces: Annotated[
        bool,
        typer.Option("--faces", help="Also typeset every card: does its text fit, are its characters there?"),
    ] = False,
    output: FindingsOption = Output.TEXT,
) -> None:
    """Check packs: the shape of every file, then what the files say of each other."""
    from builder.packs.pack import enclosing, read
    from builder.workspace import diagnose

    shelf = library(packs)
    found = (
        [read(root) for root in dict.fromkeys(r for path in paths for r in enclosing(path))] if paths else shelf.packs
    )
    diagnostics = [d for pack in found for d in diagnose(pack, shelf.cache)]
    if faces and not has_errors(diagnostics):
        diagnostics += _check_faces(found)
    finish(
        diagnostics,
        output,
        f"{count_of(len(found), 'pack')} checked: {', '.join(pack.folder for pack in found)}",
    )


def _check_faces(packs: Sequence[Pack], time_limit: float | None = None) -> list[Diagnostic]:
    """What is wrong with the faces of all cards of these packs, in each language that they are in.

    They are typeset from a database made for the purpose.
    """
    from builder.catalog.catalog import Shelf
    from builder.checks import check
    from builder.database.building import build, connect, session
    from builder.printing.jobs import placed
    from builder.translations.localized import languages, localized
    from renderers.outputs.sheets import check_faces
    from renderers.typst.kept import Kept

    engine = connect("sqlite://")
    build(engine, packs, check)
    shelf, keep = Shelf(session(engine)), Kept.open()
    found: list[Diagnostic] = []
    for game in shelf.games.values():
        own, *others = languages(shelf, game)
        for language in (own, *others):
            words = localized(shelf, game, language)
            cards = [words.card(card) for card in shelf.cards(game) if language == own or card.id in words.said]
            with progress(f"typesetting {game.id}" + f" in {language}" * (language != own), "faces") as told:
                findings = check_faces(words.game, cards, seconds=time_limit, keep=keep, told=told)
            found += placed(findings, packs, game.id, language if words.foreign else "")
    return found


@command()
def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code as findings show it, such as unknown-key.")],
) -> None:
    """Explain a finding: why it matters, an example, and what would mend it."""
    from builder.authoring.explaining import explain

    typer.echo(explain(code).rstrip("\n"))


@command()
def fmt(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PATH]...", help="Packs or YAML files; your own packs otherwise."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 where a file would change.")] = False,
    packs: Packs = None,
) -> None:
    """Write YAML files in their canonical form: keys in the schema's order, even spacing, comments kept."""
    from builder.authoring.formatting import format_files

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
    for state, game_ids in (
        ("compiled", done.built),
        ("up to date", done.current),
        ("removed", done.removed),
    ):
        for game_id in game_ids:
            typer.echo(f"{game_id}: {state}")
    typer.echo(f"database: {engine.url.render_as_string(hide_password=True)}")
    if done.failed:
        raise FindingsError(d for diagnostics in done.failed.values() for d in diagnostics)


@command("game", on=new_app)
def new_game(name: NameArgument) -> None:
    """Start a game: a small complete pack in a new folder, with schemas that complete as you type."""
    from builder.authoring.new import new_game

    paths = new_game(name, Path())
    written(paths)
    folder = Path(paths[0].parts[0])
    typer.echo(f"next: arsenal validate {folder}, or arsenal print {folder} --packs {folder} -o cards.pdf")


@command("set", on=new_app)
def new_set(name: NameArgument, pack: PackOption = Path()) -> None:
    """Add a set to a pack."""
    from builder.authoring.new import new_set
    from builder.packs.pack import enclosing_one

    written(new_set(name, enclosing_one(pack)))


@command("deck", on=new_app)
def new_deck(name: NameArgument, pack: PackOption = Path()) -> None:
    """Add a deck to a pack."""
    from builder.authoring.new import new_deck
    from builder.packs.pack import enclosing_one

    written(new_deck(name, enclosing_one(pack)))


def written(paths: Sequence[Path]) -> None:
    """Say which files were made."""
    from builder.storage.files import display

    for path in paths:
        typer.echo(f"wrote {display(path)}")
