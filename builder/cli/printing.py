"""Commands that make something to hold: sheets, as print shops and printers want them."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from builder.cli.frame import command, day, opened, refuse_empty, report_made
from builder.cli.layout import (
    EdgeOption,
    InkOption,
    LayoutWords,
    OffsetOption,
    OrientationOption,
    PresetOption,
    PrintFiles,
    RemindersOption,
    RotationOption,
    words_of,
)
from builder.cli.options import (
    CardsOption,
    DataOption,
    DeckArgument,
    Folder,
    HaveOption,
    Judging,
    KindOption,
    LanguageOption,
    OneEachOption,
    Rendering,
    SetOption,
    SinceOption,
    Sources,
    SpokenOption,
    TargetArgument,
    TimeLimit,
    argument,
    option,
)
from builder.cli.saying import note, print_json, say
from builder.documents.data import Data
from builder.words import words_here


@command("print", example="arsenal print first-deck --backs long-edge -o first-deck.pdf")
def print_(
    context: typer.Context,
    target: TargetArgument,
    layout: LayoutWords,
    files: PrintFiles,
    rendering: Rendering,
    sources: Sources,
    out: Annotated[
        Path | None,
        option(
            "-o --out FILE|DIR",
            "The file to write: .pdf, or .html to print from a browser; a folder for presets that make pictures. "
            "By default it is called as what is printed.",
        ),
    ] = None,
    preset: PresetOption = "home",
    components: Annotated[
        bool, option("--components/--no-components", "Also print one player's trackers and reminders.")
    ] = True,
    cards: CardsOption = "",
    lang: LanguageOption = "",
    changed_since: SinceOption = "",
    have: HaveOption = "",
    one_each: OneEachOption = False,
    in_set: SetOption = "",
    max_pages: Annotated[int, option("--max-pages N", "Print nothing where it would be more pages.", min=1)] = 1_000,
) -> None:
    """Print cards: on sheets to cut out, as PDF or HTML, or as a print shop or a cutting machine wants them."""
    from builder.printing.gathering import Request
    from builder.printing.prints import PrintOptions, default_path

    refuse_empty(context, cards=cards, changed_since=changed_since, have=have)
    options = PrintOptions(
        preset, layout.words, components=components, max_pages=max_pages, **asdict(files), **asdict(rendering)
    )
    with opened(sources, target, have) as workspace:
        what = workspace.catalog.game_or_deck(target)
        path = out or default_path(what, options)
        request = Request(what, cards, lang, changed_since, one_each, have=have, in_set=in_set)
        report_made(workspace.print(request, path, options, note))


@command(example="arsenal presets home")
def presets(
    preset: Annotated[str, argument("NAME|FILE", "One preset, with all its words.")] = "",
    lang: SpokenOption = "",
    output: DataOption = "text",
) -> None:
    """List and explain the presets that `print` knows, or one of them."""
    from builder.printing.presets import all_preset_names, find_preset

    found = [find_preset(name) for name in ([preset] if preset else all_preset_names())]
    if output == "json":
        print_json({"presets": [asdict(one) for one in found]})
        return
    for number, one in enumerate(found):
        called = words_here()("said-of", name=one.id, text=one.name)
        say(*[""] * bool(number), called, *_wrapped(one.description))
        if preset:
            if one.source:
                say("", *_wrapped(one.source))
            say("")
            for word, value in one.words.items():
                parts = value if isinstance(value, dict) else {"": value}
                shown = ", ".join(f"{key} {_value_text(part)}".strip() for key, part in parts.items())
                say(*textwrap.wrap(shown, 100, initial_indent=f"  {word + ':':<15} ", subsequent_indent=" " * 18))


def _value_text(value: Data) -> str:
    """A value of a preset as text; for a mapping, its values."""
    return " ".join(map(str, value.values())) if isinstance(value, dict) else str(value)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="  ", subsequent_indent="  ")


@command(example="arsenal deck-sheet first-deck -o first-deck-sheet.pdf --paper letter")
def deck_sheet(
    deck: DeckArgument,
    judging: Judging,
    sources: Sources,
    out: Annotated[
        Path | None, option("-o --out FILE", "The PDF to write; by default it is called as the deck.")
    ] = None,
    paper: Annotated[str, option("--paper NAME|WxHmm", "a4, letter, a3...")] = "a4",
    lang: LanguageOption = "",
    time_limit: TimeLimit = None,
) -> None:
    """Write a deck out for a tournament, as PDF: fields to fill in, the verdict with what it rests on, all cards.

    An illegal deck has a sheet, too: it says what is wrong.
    """
    from builder.printing.decksheets import DeckSheetOptions, print_sheet, sheet_path

    options = DeckSheetOptions(judging.format, day(judging.date), judging.players, lang, paper, time_limit)
    with opened(sources, deck) as workspace:
        found = workspace.catalog.open_deck(deck, language=lang)
        report_made(print_sheet(workspace.catalog, found, out or sheet_path(found), options))


@command(example="arsenal calibrate -o calibration.pdf --paper letter")
def calibrate(
    out: Annotated[Path, option("-o --out FILE", "The PDF to write.")],
    paper: Annotated[str, option("--paper NAME|WxHmm", "a4, letter, a3...")] = "a4",
    orientation: OrientationOption = None,
    backs: EdgeOption = "long-edge",
    back_offset: OffsetOption = None,
    back_rotation: RotationOption = None,
) -> None:
    """Make a sheet that shows how far a duplex printer is off: print it on both sides and hold it against the light.

    With an offset or a rotation it shows whether they mend it.
    """
    from builder.printing.prints import calibrate

    words = {"paper": paper, "orientation": orientation, "back_offset": back_offset, "back_rotation": back_rotation}
    say(calibrate(out, words_of(words), backs))


@command(example="arsenal images . -o pictures --dpi 150")
def images(
    context: typer.Context,
    target: TargetArgument,
    out: Folder,
    rendering: Rendering,
    sources: Sources,
    kind: KindOption = "png",
    dpi: Annotated[float, option("--dpi N", "Resolution of PNG.", min=10, max=1200)] = 300.0,
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
    dpi: Annotated[float, option("--dpi N", "Resolution, where there is room.", min=10, max=1200)] = 300.0,
    max_side: Annotated[int, option("--max-side PX", "The longest side of a picture.", min=256, max=16384)] = 4096,
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
