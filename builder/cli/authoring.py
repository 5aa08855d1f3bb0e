"""Commands for those who write packs: check, explain, format, compile, start."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from builder.cli.frame import command, finish, new_app, rename_app, say_mended, warn, workspace
from builder.cli.importing import FillDownOption, HeaderOption, SheetOption
from builder.cli.options import FindingsOption, NameArgument, PackOption, Packs, Sources, argument, option
from builder.cli.saying import note, say, say_aside
from builder.diagnostics import FindingsError, UsageError, count_of, has_errors, some_of
from builder.packs.pack import Pack, enclosing_one, read
from builder.storage.files import display
from builder.workspace import Workspace


@command(example="arsenal validate moon-duel --faces")
def validate(
    paths: Annotated[
        list[Path] | None, argument("[PATH]...", "Packs, folders of packs, or files in a pack; all packs otherwise.")
    ] = None,
    packs: Packs = None,
    faces: Annotated[
        bool, option("--faces", "Also typeset every card: does its text fit, are its characters there?")
    ] = False,
    fix: Annotated[
        bool, option("--fix", "Mend what is certain, in your own packs, and say what; then check them.")
    ] = False,
    diff: Annotated[bool, option("--diff", "Show what --fix would change, and change nothing.")] = False,
    output: FindingsOption = "text",
) -> None:
    """Check packs: the shape of every file, then what the files say of each other."""
    if fix or diff:
        with workspace(Sources(packs)) as found:
            members = [one for pack in found.named(paths or ()) for one in pack.members]
            fixed = _fix(members, found, diff=diff, aside=output != "text")
    with workspace(Sources(packs)) as found:  # a new one, which reads what was mended
        checked = found.named(paths or ())
        diagnostics = found.validate(paths or (), faces=faces)
        if not has_errors(diagnostics):
            from builder.authoring.syncing import stale_copies
            from builder.playing.playable import not_played

            diagnostics += (diagnostic for pack in checked for one in pack.members for diagnostic in stale_copies(one))
            diagnostics += (diagnostic for pack in checked for diagnostic in not_played(pack))
    if (fix or diff) and diagnostics and not fixed:
        (say if output == "text" else say_aside)("nothing is certain enough to be fixed by itself", "")
    names = [member.folder for pack in checked for member in pack.members]
    finish(diagnostics, output, f"{count_of(len(names), 'pack')} checked: {', '.join(names)}")


def _fix(packs: Sequence[Pack], found: Workspace, *, diff: bool, aside: bool) -> int:
    """Apply the certain fixes, report them, and return how many; with `diff`, only show what they would change."""
    from builder.authoring.fixing import fix_packs

    def whole(pack: Pack) -> Pack:
        try:
            return found.whole(pack)
        except FindingsError:  # an expansion whose game is missing
            return pack

    show = say_aside if aside else say
    done = fix_packs((pack for pack in packs if not pack.bundled), dry_run=diff, whole=whole)
    for one in done:
        show(*one.changes.diff()) if diff and one.fixed else None
        for fixed in () if diff else one.fixed:
            place = fixed.place
            show(f"fixed {place.path}:{place.line}:{place.column}: {_short(fixed.before)} -> {_short(fixed.after)}")
    number = sum(len(one.fixed) for one in done)
    if number:
        show(f"{count_of(number, 'fault')} {'would be fixed; --fix does it' if diff else 'fixed'}", "")
    return number


def _short(words: str) -> str:
    shown = words if words.strip() else "a tab" if words == "\t" else "spaces"
    return shown if len(shown) <= _LONGEST_SHOWN else shown[: _LONGEST_SHOWN - 3] + "..."


_LONGEST_SHOWN = 50  # characters shown of what was fixed


@command(example="arsenal explain unknown-key")
def explain(
    codes: Annotated[list[str], argument("CODE...", "Codes as findings show them, such as unknown-key.")],
) -> None:
    """Explain findings: why they matter, an example of each, and what would mend it."""
    from builder.authoring.explaining import explain

    say(*"\n\n".join([explain(code).rstrip("\n") for code in codes]).split("\n"))


@command(example="arsenal fmt --check moon-duel")
def fmt(
    paths: Annotated[list[Path] | None, argument("[PATH]...", "Packs or YAML files; your own packs otherwise.")] = None,
    check: Annotated[bool, option("--check", "Change nothing; exit 1 where a file would change.")] = False,
    packs: Packs = None,
) -> None:
    """Write YAML files in their canonical form: keys in the schema's order, even spacing, comments as they were."""
    from builder.authoring.formatting import format_files

    done = format_files(paths or packs or [Path()], check=check)
    for path in done.changed:
        say(f"{'would change' if check else 'formatted'} {path}")
    warn(done.diagnostics)
    say(f"{len(done.changed)} of {done.seen} files {'would change' if check else 'changed'}")
    if has_errors(done.diagnostics) or (check and done.changed):
        raise typer.Exit(1)


@command(example="arsenal sync moon-duel")
def sync(
    pack: Annotated[Path, argument("[PACK]", "The pack; the one around the current folder otherwise.")] = Path(),
    check: Annotated[bool, option("--check", "Write nothing; exit 1 where something would be written.")] = False,
) -> None:
    """Bring up to date what editors complete by: lists of game.yaml in the card schema, verbs, copies of schemas."""
    from builder.authoring.syncing import sync

    root = enclosing_one(pack)
    stale = sync(read(root), check=check)
    if not stale:
        say(f"{display(root)} is up to date")
    elif check:
        say(*(f"would write {display(path)}" for path in stale))
        raise typer.Exit(1)
    else:
        written(stale)


@command(example="arsenal build --packs moon-duel")
def build(sources: Sources) -> None:
    """Compile the packs into the card database now. Other commands do so by themselves."""
    with workspace(sources) as found:
        done = found.build()
        say_mended(done)
        for state, game_ids in (("compiled", done.built), ("up to date", done.current), ("removed", done.removed)):
            for game_id in game_ids:
                say(f"{game_id}: {state}")
        say(f"database: {found.database}")
    if done.failed:
        raise FindingsError(d for diagnostics in done.failed.values() for d in diagnostics)


@command("game", on=new_app, example='arsenal new game "Moon Duel"')
def new_game(
    name: NameArgument,
    spreadsheet: Annotated[
        str, option("--from SPREADSHEET", "Cards to start with: a .csv, .tsv or .xlsx file, or - for CSV.")
    ] = "",
    sheet: SheetOption = None,
    header_row: HeaderOption = None,
    fill_down: FillDownOption = None,
    face: Annotated[
        str,
        option(
            "--face FACE",
            "What its cards look like, as a template to change: classic, corner-index, full-art or table.",
        ),
    ] = "",
    engine: Annotated[bool, option("--engine", "Also write a file of Python next to it that plays the game.")] = False,
) -> None:
    """Start a game: a small complete pack in a new folder, with schemas that complete as you type.

    From a spreadsheet, its card schema is found out from the columns.
    """
    from builder.authoring.new import new_game

    if spreadsheet and engine:
        raise UsageError("--engine writes the module of the game that Arsenal starts with", "leave out --from")
    if spreadsheet:
        _new_game_from(name, spreadsheet, sheet or (), header_row, fill_down or (), face)
        return
    if sheet:
        raise UsageError("--sheet names a sheet of a workbook", "say with --from which")
    paths = new_game(name, Path(), face=face, engine=engine)
    written(paths)
    playing = [(f"arsenal play first-deck --module ../{paths[-1].name}", "play it against a bot")] if engine else []
    following(
        (f"cd {paths[0].parts[0]}", ""),
        ("arsenal validate .", "is everything right?"),
        ("arsenal watch .", "see the cards in a browser while you write"),
        ("arsenal print .", "all cards on sheets to cut out"),
        ("arsenal check first-deck", "is the deck legal?"),
        *playing,
    )


def _new_game_from(
    name: str, spreadsheet: str, sheets: Sequence[str], header_row: int | None, fill_down: Sequence[str], face: str
) -> None:
    """Start a game from a spreadsheet, and say what became of its columns."""
    from builder.authoring.starting import new_game_from
    from builder.cli.asking import can_ask, is_filled_down, note_sparse, with_headers
    from builder.spreadsheets.reading import chosen, read_sheets

    asks = can_ask(spreadsheet)
    found = chosen(read_sheets(spreadsheet, header_row), sheets)
    found = with_headers(found) if asks else found
    pictures = None if spreadsheet == "-" else Path(spreadsheet).parent
    ask = is_filled_down if asks else lambda _: False
    started = new_game_from(name, found, Path(), pictures, fill_down, ask, face)
    width = min(max(len(heading) for heading, _, _ in started.columns), 40)
    wide = max(len(of) for _, of, _ in started.columns)
    say(f"{count_of(started.done.rows, 'card')} in {count_of(len(started.done.sets), 'set')}; the columns are")
    say(*(f"  {heading:<{width}}  {of or '-':<{wide}}  {meaning}" for heading, of, meaning in started.columns), "")
    written([path for path in started.paths if ".vscode" not in path.parts])
    for sentence in (*started.notes, *started.done.notes):
        note(sentence)
    note_sparse(() if asks else started.done.sparse)
    warn(started.done.warnings)
    folder = started.paths[0].parts[0]
    following(
        (f"arsenal print {folder}", "all cards on sheets to cut out"),
        (f"arsenal watch {folder}", "see the cards in a browser while you write"),
        (f"arsenal import {shlex.quote(spreadsheet)} --game {folder}", "when the spreadsheet has changed"),
        (f"{display(Path(folder, 'card.schema.json'))}", "what a card can say: change it as you like"),
    )


@command("expansion", on=new_app, example='arsenal new expansion "Far Side" --game moon-duel')
def new_expansion(
    name: NameArgument,
    game: Annotated[str, option("--game -g GAME", "The game that it extends: its id or folder.")],
    packs: Packs = None,
) -> None:
    """Start an expansion: a pack that adds cards, formats, decks or a translation to a game of somebody else."""
    from builder.authoring.new import new_expansion

    with workspace(Sources(packs), game) as found:
        base = found.game_pack(game)
        paths = new_expansion(name, base, Path())
    written(paths)
    folder = paths[0].parts[0]
    packs_option = "" if base.bundled else f" --packs {shlex.quote(os.path.relpath(base.root))}"
    following(
        (f"arsenal validate {folder}{packs_option}", "is everything right, together with the game?"),
        (f"arsenal search pack:{folder} -g {base.game_id}{packs_option} --packs {folder}", "see its cards"),
        (f"arsenal watch {folder}{packs_option}", "see them in a browser while you write"),
    )


@command("set", on=new_app, example='arsenal new set "Far Side"')
def new_set(name: NameArgument, pack: PackOption = Path(), packs: Packs = None) -> None:
    """Add a set to a pack."""
    from builder.authoring.new import new_set

    with workspace(Sources(packs)) as found:
        cards, *others = new_set(name, enclosing_one(pack), found.whole)
    written([cards, *others])
    following((f"arsenal validate {display(cards)}", "once you have written its cards"))


@command("deck", on=new_app, example='arsenal new deck "Second Try" --pack moon-duel')
def new_deck(name: NameArgument, pack: PackOption = Path(), packs: Packs = None) -> None:
    """Add a deck to a pack."""
    from builder.authoring.new import new_deck

    with workspace(Sources(packs)) as found:
        [deck] = new_deck(name, enclosing_one(pack), found.whole)
    written([deck])
    following((f"arsenal check {display(deck)}", "once you have chosen its cards"))


@command("card", on=rename_app, example="arsenal rename card coal-sprite cinder-sprite")
def rename_card(
    old: Annotated[str, argument("OLD", "The card's id.")],
    new: Annotated[str, argument("NEW", "Its new id: lower-case words with hyphens.")],
    pack: PackOption = Path(),
    dry_run: Annotated[bool, option("--dry-run", "Show what would change, as a diff, and change nothing.")] = False,
    packs: Packs = None,
) -> None:
    """Give a card another id: in its file, and in the pack's decks, translations, rulings and formats.

    The old id becomes an alias, so that decks elsewhere still load. Comments and layout stay as they are.
    """
    from builder.authoring.renaming import rename_card

    with workspace(Sources(packs)) as found:
        done = rename_card(old, new, enclosing_one(pack), dry_run=dry_run, whole=found.whole)
    if dry_run:
        say(*done.changes.diff())
    files = sorted(done.changes.files)
    say(
        f"{old} {'would be' if dry_run else 'is'} {new}{'' if dry_run else ' now'}, "
        f"in {count_of(done.places, 'place')} of {count_of(len(files), 'file')}"
    )
    for file in files if not dry_run else ():
        say(f"  {display(file)}")
    if done.mentions:
        note(f'"{old}" is left in {some_of(done.mentions)}, which Arsenal does not read as a card\'s id')


def written(paths: Sequence[Path]) -> None:
    """Say which files were made."""
    for path in paths:
        say(f"wrote {display(path)}")


def following(*steps: tuple[str, str]) -> None:
    """Say what to type next, each line with what it is for."""
    width = max(len(typed) for typed, _ in steps)
    say("", "next:", *(f"  {typed:<{width}}  {what}".rstrip() for typed, what in steps))


@command(example="arsenal translate fr --missing")
def translate(
    language: Annotated[str, argument("LANG", "The language: the name of a file in locales/.")],
    pack: Annotated[Path, argument("[PACK]", "The pack; the one around the current folder otherwise.")] = Path(),
    missing: Annotated[bool, option("--missing", "List what is not translated, and which words.")] = False,
    confirm: Annotated[
        list[str] | None,
        option(
            "--confirm ID|new|all",
            "Note that a translation fits the words as they are now: of this card or part, of those "
            "that have no such note, or of all; repeatable.",
        ),
    ] = None,
    packs: Packs = None,
) -> None:
    """Show how far a translation is; note which words it was made from, so that `validate` sees when they change."""
    from builder.authoring.translating import confirm as write
    from builder.authoring.translating import missing_words, progress, summary

    root = enclosing_one(pack)
    with workspace(Sources(packs)) as found:
        done = progress(read(root), language, found.whole)
    if confirm:
        changed = write(done, confirm)
        nothing = "all of that was confirmed already" if done.file.exists() else "there is nothing to confirm yet"
        say(f"{display(done.file)}: {len(changed)} confirmed" if changed else nothing)
        with workspace(Sources(packs)) as found:
            done = progress(read(root), language, found.whole)
    for line in missing_words(done) if missing else summary(done):
        say(line)
