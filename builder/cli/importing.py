"""The command that takes cards from a spreadsheet."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from builder.cli.frame import command, report, warn, workspace
from builder.cli.options import FindingsOption, Packs, Sources, argument, option
from builder.cli.saying import note, say
from builder.diagnostics import UsageError, count_of, some_of
from builder.packs.pack import around

if TYPE_CHECKING:
    from builder.authoring.importing import Import
    from builder.spreadsheets.columns import SheetColumn

MOST_LINES = 200  # of the diff, unless --dry-run asks only for the diff
_LEFT_OUT = "-"
_HOW = {"map": "as import.yaml says", "name": "", "usual": "by what it is usually called", "near": "by likeness"}

SheetOption = Annotated[
    list[str] | None, option("--sheet SHEET", "A sheet of a workbook; repeatable. All that have cards otherwise.")
]
HeaderOption = Annotated[
    int | None, option("--header-row N", "The row of the headings, from 1; found out otherwise.", min=1)
]
FillDownOption = Annotated[
    list[str] | None, option("--fill-down COLUMN", "A column whose empty cells say what is above them; repeatable.")
]
SpreadsheetArgument = Annotated[
    str, argument("SPREADSHEET", "A .csv, .tsv or .xlsx file, or - for CSV from standard input.")
]


@command("import", example="arsenal import cards.csv --game moon-duel --dry-run")
def import_(
    spreadsheet: SpreadsheetArgument,
    game: Annotated[
        str, option("--game -g GAME", "The game's id, or its pack's folder; the pack around otherwise.")
    ] = "",
    in_set: Annotated[str, option("--set SET", "The set that the cards belong to, which may be a new one.")] = "",
    sheet: SheetOption = None,
    header_row: HeaderOption = None,
    map_file: Annotated[
        Path | None, option("--map FILE", "Which column is which field; the pack's import.yaml otherwise.")
    ] = None,
    add: Annotated[
        list[str] | None, option("--add COLUMN", "A column that becomes a field of the card schema; repeatable.")
    ] = None,
    fill_down: FillDownOption = None,
    remove_missing: Annotated[
        bool, option("--remove-missing", "Remove the set's cards that the spreadsheet does not have.")
    ] = False,
    dry_run: Annotated[bool, option("--dry-run", "Show what would change, as a diff, and change nothing.")] = False,
    packs: Packs = None,
    output: FindingsOption = "text",
) -> None:
    """Take cards from a spreadsheet: new ones, and what has changed of those that are there.

    Comments and the order of the YAML stay. What cells say is checked as any card is, and all is written or nothing.
    """
    from builder.cli.asking import can_ask, is_filled_down, note_sparse, with_headers
    from builder.spreadsheets.reading import chosen, read_sheets

    asks = can_ask(spreadsheet)
    sheets = with_headers(chosen(read_sheets(spreadsheet), sheet or ())) if asks and not header_row else spreadsheet
    with workspace(Sources(packs), *([game] if game else [])) as found:
        plan = partial(
            found.import_cards, sheets, _pack(game, spreadsheet), set=in_set, sheets=sheet or (),
            header_row=header_row, map=map_file or "", add=add or (), remove_missing=remove_missing, dry_run=True,
        )  # fmt: skip
        down = list(fill_down or ())
        done = plan(fill_down=down)
        if more := [heading for heading in done.sparse if asks and is_filled_down(heading)]:
            done = plan(fill_down=[*down, *more])
    note_sparse(() if asks else done.sparse)
    for line in done.notes:
        note(line)
    if output == "text":
        show_columns(done)
        warn(done.warnings)
        _show_changes(done, whole=dry_run)
    if not dry_run:
        done.write()
    if output == "text":
        _sum_up(done, dry_run=dry_run, removed=remove_missing)
    else:
        report(done.warnings, output)


def _pack(game: str, spreadsheet: str) -> str:
    """The pack to write to: the one that is named, else the folder around the current one or the spreadsheet.

    Raises UsageError where there is none.
    """
    if game:
        return game
    here = around(Path()) or ([] if spreadsheet == "-" else around(Path(spreadsheet).parent))
    if not here:
        raise UsageError("it is not said to which game the cards belong", "--game names it, or the folder of its pack")
    return str(here[0])


def show_columns(done: Import) -> None:
    """Print which column is which field."""
    for table, columns in done.columns:
        sheet = f" ({table.sheet.name})" if table.sheet.name else ""
        known = all(column.how == "map" for column in columns)
        as_before = ", its columns as import.yaml says" if known else ""
        say(f"{table.sheet.path}{sheet}: {count_of(len(table.rows), 'card')}{as_before}")
        if known:
            continue
        width = max(len(column.heading) for column in columns)
        wide = max(len(column.field) for column in columns)
        for column in columns:
            shown = column.field or _LEFT_OUT
            say(f"  {column.heading:<{min(width, 40)}}  {shown:<{wide}}  {_why(column)}".rstrip())


def _why(column: SheetColumn) -> str:
    if column.how == "map" and not column.field:
        return "left out, as import.yaml says"
    if column.field:
        return _HOW[column.how]
    nearest = f"; the nearest is {some_of(column.nearest)}" if column.nearest else ""
    return f"left out{nearest}; --add {shlex.quote(column.heading)} makes it a field"


def _show_changes(done: Import, *, whole: bool) -> None:
    lines = list(done.diff())
    shown: Sequence[str] = lines if whole else lines[:MOST_LINES]
    say(*shown) if shown else None
    if len(lines) > len(shown):
        say(f"... and {len(lines) - len(shown):,} more lines; --dry-run shows them all")


def _sum_up(done: Import, *, dry_run: bool, removed: bool) -> None:
    if done.missing:
        named = some_of(done.missing)
        if removed:
            note(f"{count_of(len(done.missing), 'card')} {'would be' if dry_run else 'were'} removed: {named}")
        else:
            note(f"not in the spreadsheet, and left as they are: {named}; --remove-missing removes them")
    for path in done.files if not dry_run else ():
        say(f"wrote {done.names[path]}")
    if not done.files:
        say("nothing has changed")
        return
    same = done.rows - len(done.new) - len(done.changed)
    would = " would be" if dry_run else ""
    say(f"{count_of(done.rows, 'card')}:{would} {len(done.new)} new, {len(done.changed)} changed, {same} as before")
