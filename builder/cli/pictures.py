"""Commands that make pictures of cards: one each, and sheets for virtual tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from builder.cli.frame import command, library, note, open_shelf, refuse_empty, report
from builder.cli.options import (
    CacheOption,
    CardsOption,
    Database,
    ImageKind,
    LanguageOption,
    Output,
    Packs,
    SinceOption,
    TargetArgument,
    TimeLimit,
)
from builder.diagnostics import UsageError, count_of
from builder.terminal.progress import progress

if TYPE_CHECKING:
    from builder.database.tables import Card, Game
    from builder.packs.pack import Pack
    from builder.printing.jobs import Gathered, Wanted
    from renderers.typst.typeset import Finding

Folder = Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="The folder to write to; made if need be.")]
Kind = Annotated[ImageKind, typer.Option("--format", help="Kind of picture.")]


@command()
def images(
    context: typer.Context,
    target: TargetArgument,
    out: Folder,
    kind: Kind = ImageKind.PNG,
    dpi: Annotated[float, typer.Option("--dpi", min=10, max=1200, help="Resolution of PNG.")] = 300.0,
    cards: CardsOption = "",
    lang: LanguageOption = "",
    changed_since: SinceOption = "",
    time_limit: TimeLimit = None,
    cache: CacheOption = True,
    packs: Packs = None,
    database: Database = "",
) -> None:
    """Make a picture of each card."""
    from builder.printing.jobs import Wanted
    from renderers.outputs.images import card_images
    from renderers.typst.kept import Kept

    refuse_empty(context, cards=cards, changed_since=changed_since)
    job = _Pictures.of(Wanted(target, cards, lang, changed_since), out, packs, database)
    if not job.cards:
        typer.echo("nothing to make")
        return
    keep = Kept.open() if cache else None
    with progress("drawing", "pictures") as told:
        drawn = card_images(job.game, job.cards, kind=kind.value, dpi=dpi, seconds=time_limit, keep=keep, told=told)
        made = list(drawn)
    job.write(
        {f"{image.name}.{kind.value}": image.data for image in made},
        [finding for image in made for finding in image.findings],
    )
    typer.echo(f"{out}: {count_of(len(made), 'picture')}")


@command()
def tabletop(
    context: typer.Context,
    target: TargetArgument,
    out: Folder,
    kind: Kind = ImageKind.PNG,
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
    from builder.printing.jobs import Wanted
    from renderers.outputs.tables import table_sheets
    from renderers.typst.kept import Kept

    refuse_empty(context, cards=cards)
    job = _Pictures.of(Wanted(target, cards, lang), out, packs, database)
    keep = Kept.open() if cache else None
    made = list(
        table_sheets(job.game, job.cards, kind=kind.value, dpi=dpi, max_side=max_side, seconds=time_limit, keep=keep)
    )
    copies = {card.id: number for card, number in job.gathered.cards}
    index = {"game": job.game.id, "copies": copies, "sheets": [sheet.to_json() for sheet in made]}
    job.write(
        {**{sheet.name: sheet.data for sheet in made}, "sheets.json": (json.dumps(index, indent=2) + "\n").encode()},
        [finding for sheet in made for finding in sheet.findings],
    )
    cells = sum(len(sheet.cells) for sheet in made)
    what = count_of(len(job.cards), "card")
    if cells != len(job.cards):
        what = f"{count_of(cells, 'picture')} of {what}"
    typer.echo(f"{out}: {what} on {count_of(len(made), 'sheet')}")


@dataclass(frozen=True, slots=True)
class _Pictures:
    """The cards that pictures are made of, and the folder to write them to."""

    gathered: Gathered
    out: Path
    packs: list[Pack]
    language: str

    @classmethod
    def of(cls, wanted: Wanted, out: Path, packs: list[Path] | None, database: str) -> _Pictures:
        """What is wanted of the packs. Raises UsageError, also where `out` is no folder."""
        from builder.printing.jobs import gather

        shelf, found = open_shelf(packs, database), library(packs)
        gathered = gather(shelf, found, wanted)
        for words in gathered.notes:
            note(words)
        if out.exists() and not out.is_dir():
            raise UsageError(f'"{out}" is a file, not a folder')
        return cls(gathered, out, found.packs, wanted.language)

    @property
    def game(self) -> Game:
        """The game whose cards they are."""
        return self.gathered.game

    @property
    def cards(self) -> list[Card]:
        """The cards, each once."""
        return [card for card, _ in self.gathered.cards]

    def write(self, files: Mapping[str, bytes], findings: Sequence[Finding]) -> None:
        """Write the files and report the warnings. Raises FindingsError, and writes nothing, where there are errors."""
        from builder.printing.jobs import settle
        from builder.storage.files import write_output

        warnings = self.gathered.warnings + settle(findings, self.packs, self.game.id, self.language)
        self.out.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_output(self.out / name, data)
        if warnings:
            report(warnings, Output.TEXT, sys.stderr)
