"""Commands for virtual tables."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from builder.cli.frame import command, library, note, open_shelf, report
from builder.cli.options import (
    CacheOption,
    CardsOption,
    Database,
    ImageKind,
    LanguageOption,
    Output,
    Packs,
    TargetArgument,
    TimeLimit,
)
from builder.cli.printing import refuse_empty
from builder.diagnostics import UsageError


@command()
def tabletop(
    context: typer.Context,
    target: TargetArgument,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="The folder to write to; made if need be.")],
    kind: Annotated[ImageKind, typer.Option("--format", help="Kind of picture.")] = ImageKind.PNG,
    dpi: Annotated[float, typer.Option("--dpi", min=10, max=1200, help="Resolution, where there is room.")] = 300.0,
    max_side: Annotated[
        int, typer.Option("--max-side", min=256, max=16384, metavar="PX", help="The longest side of a picture.")
    ] = 4096,
    cards: CardsOption = "",
    lang: LanguageOption = "",
    time_limit: TimeLimit = None,
    cache: CacheOption = True,
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Make sheets of up to 69 cards for virtual tables, with sheets.json, which says where each card lies."""
    from builder.files import write_output
    from builder.printing import Wanted, gather, settle
    from renderers.tables import table_sheets
    from renderers.typesetting.kept import Kept

    refuse_empty(context, cards=cards)
    shelf = open_shelf(packs, database)
    gathered = gather(shelf, library(packs), Wanted(target, cards, lang))
    game, to_make = gathered.game, gathered.cards
    for words in gathered.notes:
        note(words)
    if out.exists() and not out.is_dir():
        raise UsageError(f'"{out}" is a file, not a folder')
    keep = Kept.open() if cache else None
    made = list(
        table_sheets(
            game,
            [card for card, _ in to_make],
            kind=kind.value,
            dpi=dpi,
            max_side=max_side,
            seconds=time_limit,
            keep=keep,
        )
    )
    findings = [f for sheet in made for f in sheet.findings]
    warnings = gathered.warnings + settle(findings, library(packs).packs, game.id, lang)
    out.mkdir(parents=True, exist_ok=True)
    for sheet in made:
        write_output(out / sheet.name, sheet.data)
    index = {"game": game.id, "copies": {card.id: n for card, n in to_make}, "sheets": [s.to_json() for s in made]}
    write_output(out / "sheets.json", (json.dumps(index, indent=2) + "\n").encode())
    if warnings:
        report(warnings, Output.TEXT, sys.stderr)
    cells = sum(len(sheet.cells) for sheet in made)
    what = f"{len(to_make)} card{'s' * (len(to_make) != 1)}"
    if cells != len(to_make):
        what = f"{cells} picture{'s' * (cells != 1)} of {what}"
    typer.echo(f"{out}: {what} on {len(made)} sheet{'s' * (len(made) != 1)}")
