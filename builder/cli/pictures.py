"""Commands that make pictures of cards: one each, and sheets for virtual tables."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from builder.cli.frame import command, opened, refuse_empty, report_made
from builder.cli.layout import InkOption, RemindersOption
from builder.cli.options import (
    CardsOption,
    Folder,
    KindOption,
    LanguageOption,
    OneEachOption,
    Rendering,
    SetOption,
    SinceOption,
    Sources,
    TargetArgument,
)
from builder.cli.saying import note


@command(example="arsenal images . -o pictures --dpi 150")
def images(
    context: typer.Context,
    target: TargetArgument,
    out: Folder,
    rendering: Rendering,
    sources: Sources,
    kind: KindOption = "png",
    dpi: Annotated[float, typer.Option("--dpi", min=10, max=1200, help="Resolution of PNG.")] = 300.0,
    cards: CardsOption = "",
    lang: LanguageOption = "",
    changed_since: SinceOption = "",
    reminders: RemindersOption = None,
    ink: InkOption = None,
    in_set: SetOption = "",
    one_each: OneEachOption = False,
) -> None:
    """Make a picture of each card."""
    from builder.printing.gathering import Request
    from builder.printing.pictures import PictureOptions

    refuse_empty(context, cards=cards, changed_since=changed_since)
    options = PictureOptions(kind, dpi, ink=ink or "full", **asdict(rendering))
    wanted = Request(target, cards, lang, changed_since, one_each, reminders=reminders, in_set=in_set)
    with opened(sources, target) as workspace:
        report_made(workspace.images(wanted, out, options, note))


@command(example="arsenal tabletop first-deck -o table")
def tabletop(
    context: typer.Context,
    target: TargetArgument,
    out: Folder,
    rendering: Rendering,
    sources: Sources,
    kind: KindOption = "png",
    dpi: Annotated[float, typer.Option("--dpi", min=10, max=1200, help="Resolution, where there is room.")] = 300.0,
    max_side: Annotated[
        int, typer.Option("--max-side", min=256, max=16384, metavar="PX", help="The longest side of a picture.")
    ] = 4096,
    cards: CardsOption = "",
    lang: LanguageOption = "",
    reminders: RemindersOption = None,
    in_set: SetOption = "",
    one_each: OneEachOption = False,
) -> None:
    """Make sheets of up to 69 cards for virtual tables, with sheets.json, which says where each card lies."""
    from builder.printing.gathering import Request
    from builder.printing.pictures import PictureOptions

    refuse_empty(context, cards=cards)
    options = PictureOptions(kind, dpi, max_side, **asdict(rendering))
    wanted = Request(target, cards, lang, one_each=one_each, reminders=reminders, in_set=in_set)
    with opened(sources, target) as workspace:
        report_made(workspace.tabletop(wanted, out, options, note))
