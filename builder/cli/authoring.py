"""Commands for those who write packs: check, explain, format, compile, start."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from builder.cli.frame import command, finish, new_app, warn, workspace
from builder.cli.options import FindingsOption, NameArgument, PackOption, Packs, Sources
from builder.cli.saying import say
from builder.diagnostics import FindingsError, count_of, has_errors


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
    output: FindingsOption = "text",
) -> None:
    """Check packs: the shape of every file, then what the files say of each other."""
    with workspace(Sources(packs)) as found:
        checked = found.named(paths or ())
        diagnostics = found.validate(paths or (), faces=faces)
        if not has_errors(diagnostics):
            from builder.playing.playable import not_played

            diagnostics += (diagnostic for pack in checked for diagnostic in not_played(pack))
    names = [member.folder for pack in checked for member in pack.members]
    finish(diagnostics, output, f"{count_of(len(names), 'pack')} checked: {', '.join(names)}")


@command()
def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code as findings show it, such as unknown-key.")],
) -> None:
    """Explain a finding: why it matters, an example, and what would mend it."""
    from builder.authoring.explaining import explain

    say(*explain(code).rstrip("\n").split("\n"))


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
        say(f"{'would change' if check else 'formatted'} {path}")
    warn(done.diagnostics)
    say(f"{len(done.changed)} of {done.seen} files {'would change' if check else 'changed'}")
    if has_errors(done.diagnostics) or (check and done.changed):
        raise typer.Exit(1)


@command()
def schema(
    pack: Annotated[
        Path, typer.Argument(metavar="[PACK]", help="The pack; the one around the current folder otherwise.")
    ] = Path(),
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 where it would be written.")] = False,
) -> None:
    """Write abilities.schema.json from verbs.yaml, so that editors complete the verbs that a game has now."""
    from builder.authoring.schemas import stale_schema
    from builder.checks.rules.abilities import SCHEMA
    from builder.packs.pack import enclosing_one, read
    from builder.storage.files import display, write_output

    root = enclosing_one(pack)
    stale = stale_schema(read(root))
    if stale is None:
        say(f"{display(root / SCHEMA)} is up to date")
    elif check:
        say(f"would write {display(stale[0])}")
        raise typer.Exit(1)
    else:
        write_output(*stale)
        written([stale[0]])


@command()
def build(sources: Sources) -> None:
    """Compile the packs into the card database now. Other commands do so by themselves."""
    with workspace(sources) as found:
        done = found.build()
        for state, game_ids in (("compiled", done.built), ("up to date", done.current), ("removed", done.removed)):
            for game_id in game_ids:
                say(f"{game_id}: {state}")
        say(f"database: {found.database}")
    if done.failed:
        raise FindingsError(d for diagnostics in done.failed.values() for d in diagnostics)


@command("game", on=new_app)
def new_game(name: NameArgument) -> None:
    """Start a game: a small complete pack in a new folder, with schemas that complete as you type."""
    from builder.authoring.new import new_game

    paths = new_game(name, Path())
    written(paths)
    folder = Path(paths[0].parts[0])
    say(f"next: arsenal validate {folder}, or arsenal print {folder} --packs {folder} -o cards.pdf")


@command("expansion", on=new_app)
def new_expansion(
    name: NameArgument,
    game: Annotated[str, typer.Option("--game", "-g", metavar="GAME", help="The id of the game that it extends.")],
    packs: Packs = None,
) -> None:
    """Start an expansion: a pack that adds cards, formats, decks or a translation to a game of somebody else."""
    from builder.authoring.new import new_expansion

    with workspace(Sources(packs)) as found:
        paths = new_expansion(name, found.game_pack(game), Path())
    written(paths)
    folder = Path(paths[0].parts[0])
    say(f"next: arsenal validate {folder}, or arsenal search pack:{folder} --packs {folder}")


@command("set", on=new_app)
def new_set(name: NameArgument, pack: PackOption = Path(), packs: Packs = None) -> None:
    """Add a set to a pack."""
    from builder.authoring.new import new_set
    from builder.packs.pack import enclosing_one

    with workspace(Sources(packs)) as found:
        written(new_set(name, enclosing_one(pack), found.whole))


@command("deck", on=new_app)
def new_deck(name: NameArgument, pack: PackOption = Path(), packs: Packs = None) -> None:
    """Add a deck to a pack."""
    from builder.authoring.new import new_deck
    from builder.packs.pack import enclosing_one

    with workspace(Sources(packs)) as found:
        written(new_deck(name, enclosing_one(pack), found.whole))


def written(paths: Sequence[Path]) -> None:
    """Say which files were made."""
    from builder.storage.files import display

    for path in paths:
        say(f"wrote {display(path)}")
