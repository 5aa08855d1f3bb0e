"""Commands that make something to hold or to look at: sheets and pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from builder.cli.frame import command, library, open_shelf, report
from builder.cli.options import (
    Backs,
    CacheOption,
    CardsOption,
    Database,
    Dice,
    ImageKind,
    Marks,
    Output,
    Packs,
    TargetArgument,
    TimeLimit,
)
from builder.diagnostics import UsageError


@command("print")
def print_(
    target: TargetArgument,
    out: Annotated[
        Path,
        typer.Option("-o", "--out", metavar="FILE", help="The file to write: .pdf, or .html to print from a browser."),
    ],
    paper: Annotated[str, typer.Option("--paper", metavar="NAME|WxHmm", help="a4, letter, a3, legal...")] = "a4",
    backs: Annotated[
        Backs,
        typer.Option(
            "--backs", help="Backs on every second page, mirrored for a duplex print that flips at that edge."
        ),
    ] = Backs.NONE,
    marks: Annotated[
        Marks, typer.Option("--marks", help="Crop marks at the edge of the sheet, or lines to cut along.")
    ] = Marks.CROPS,
    bleed: Annotated[
        float,
        typer.Option("--bleed", min=0, max=20, metavar="MM", help="How far the picture goes past the cut."),
    ] = 3.0,
    gap: Annotated[
        float,
        typer.Option(
            "--gap",
            min=0,
            max=100,
            metavar="MM",
            help="Space between cards; twice the bleed shows all of it.",
        ),
    ] = 0.0,
    dice: Annotated[Dice, typer.Option("--dice", help="Dice as nets to fold, as stickers, or both.")] = Dice.NETS,
    components: Annotated[
        bool,
        typer.Option("--components/--no-components", help="Also print one player's trackers and reminders."),
    ] = True,
    cards: CardsOption = "",
    time_limit: TimeLimit = None,
    cache: CacheOption = True,
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Print sheets of cards to cut out, as PDF or as one HTML file."""
    from builder.files import write_output
    from builder.printing import copies, extras, settle
    from renderers.kept import Kept
    from renderers.plan import SheetOptions
    from renderers.sheets import print_sheets

    if out.suffix.lower() not in (".pdf", ".html"):
        raise UsageError(f'"{out}" is neither a .pdf nor a .html file', "give the file one of those endings")
    shelf = open_shelf(packs, database)
    game, to_print = copies(shelf, target, cards)
    options = SheetOptions(
        paper=paper, gap=gap, bleed=bleed, marks=marks.value, backs=backs.value, dice=dice.value,
        output="html" if out.suffix.lower() == ".html" else "pdf", seconds=time_limit,
    )  # fmt: skip
    beside = extras(shelf, game, to_print, 1) if components and not cards else []
    made = print_sheets(game, to_print, options, beside, keep=Kept.open() if cache else None)
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
    cache: CacheOption = True,
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Make a picture of each card."""
    from builder.files import write_output
    from builder.printing import copies, settle
    from renderers.images import card_images
    from renderers.kept import Kept

    shelf = open_shelf(packs, database)
    game, to_make = copies(shelf, target, cards)
    if out.exists() and not out.is_dir():
        raise UsageError(f'"{out}" is a file, not a folder')
    cards_to_make, keep = [card for card, _ in to_make], Kept.open() if cache else None
    made = list(card_images(game, cards_to_make, kind=kind.value, dpi=dpi, seconds=time_limit, keep=keep))
    warnings = settle([f for image in made for f in image.findings], library(packs).packs, game.id)
    out.mkdir(parents=True, exist_ok=True)
    for image in made:
        write_output(out / f"{image.name}.{kind.value}", image.data)
    if warnings:
        report(warnings, Output.TEXT, sys.stderr)
    typer.echo(f"{out}: {len(made)} picture{'s' * (len(made) != 1)}")
