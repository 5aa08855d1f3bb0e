"""The layout options. Each is a setting of a preset, and overrules the preset's value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, get_args

import typer

from builder.diagnostics import UsageError
from builder.documents.data import Data
from renderers.faces.faces import Ink
from renderers.layout.words import Backs, BleedMode, DiceCutouts, Edge, Marks, Orientation, PageOrder

PresetOption = Annotated[
    str,
    typer.Option(
        "--preset",
        metavar="NAME|FILE",
        help="How things are printed: home, mpc, drivethru, tgc, silhouette, or a .yaml file of your own.",
    ),
]
PaperOption = Annotated[
    str | None, typer.Option("--paper", metavar="NAME|WxHmm", help="a4, letter, a3, legal...; or its size.")
]
OrientationOption = Annotated[
    Orientation | None,
    typer.Option(
        "--orientation", metavar="|".join(get_args(Orientation)), help="How the paper lies; auto: as it holds more."
    ),
]
SizeOption = Annotated[
    str | None, typer.Option("--size", metavar="NAME|WxHmm", help="Another size for cards: poker, mini, 2.5x3.5in...")
]
RadiusOption = Annotated[
    str | None, typer.Option("--corner-radius", metavar="LENGTH", help="How round cards are cut; as their size says.")
]
MarginOption = Annotated[
    str | None, typer.Option("--margin", metavar="LENGTH", help="What the printer leaves blank at the paper's edges.")
]
GapOption = Annotated[
    str | None, typer.Option("--gap", metavar="LENGTH", help="Space between cards; twice the bleed shows all of it.")
]
BleedOption = Annotated[
    str | None, typer.Option("--bleed", metavar="LENGTH", help="How far the picture goes past the cut: 3mm, 0.125in.")
]
BleedModeOption = Annotated[
    BleedMode | None,
    typer.Option(
        "--bleed-mode",
        metavar="|".join(get_args(BleedMode)),
        help="Bleed where there is room, at the outer edge only, or none.",
    ),
]
SafeOption = Annotated[
    str | None, typer.Option("--safe-zone", metavar="LENGTH", help="How far inside the cut the safe zone begins.")
]
GuidesOption = Annotated[
    bool | None,
    typer.Option("--guides/--no-guides", help="Draw the cut with its round corners and the safe zone over each card."),
]
MarksOption = Annotated[
    Marks | None,
    typer.Option(
        "--marks",
        metavar="|".join(get_args(Marks)),
        help="Crop marks at the edge of the sheet, lines to cut along, or marks for a cutting machine.",
    ),
]
MixOption = Annotated[
    bool | None,
    typer.Option("--mix/--no-mix", help="Let things of different sizes share sheets, where that takes fewer."),
]
BacksOption = Annotated[
    Backs | None,
    typer.Option(
        "--backs",
        metavar="|".join(get_args(Backs)),
        help="Backs on every second page, for paper turned over at that edge; joined to fronts along a fold; or in a "
        "file of their own.",
    ),
]
OffsetOption = Annotated[
    str | None,
    typer.Option(
        "--back-offset", metavar="X,Y", help="Move backs by so many mm to the right and down; `calibrate` finds it."
    ),
]
RotationOption = Annotated[
    float | None,
    typer.Option("--back-rotation", min=-5, max=5, metavar="DEGREES", help="Turn backs clockwise by so much."),
]
OrderOption = Annotated[
    PageOrder | None,
    typer.Option(
        "--order",
        metavar="|".join(get_args(PageOrder)),
        help="By turns, fronts first, or the common back once and first.",
    ),
]
DiceOption = Annotated[
    DiceCutouts | None,
    typer.Option("--dice", metavar="|".join(get_args(DiceCutouts)), help="Dice as nets to fold, as stickers, or both."),
]
DpiOption = Annotated[
    float | None, typer.Option("--dpi", min=10, max=1200, metavar="N", help="Resolution of a preset's pictures.")
]
RemindersOption = Annotated[
    bool | None,
    typer.Option(
        "--reminders/--no-reminders",
        help="Print what keywords mean, in brackets behind the lines that say them; as the game says otherwise.",
    ),
]
InkOption = Annotated[
    Ink | None,
    typer.Option("--ink", metavar="|".join(get_args(Ink)), help="Low: light grounds and black text, for any face."),
]
CutPathOption = Annotated[
    Path | None,
    typer.Option("--cut-path", metavar="FILE", help="Also write where a machine cuts: .svg or .dxf, in mm."),
]
StandardOption = Annotated[
    str,
    typer.Option(
        "--pdf-standard", metavar="LEVEL", help="PDF/A: a-1b, a-2b, a-2u, a-3b, a-3u, a-4. For a print shop: x-4."
    ),
]
IntentOption = Annotated[
    Path | None,
    typer.Option(
        "--output-intent",
        metavar="FILE.icc",
        help="The ICC profile of the press: for PDF/X-4, and for preflight's ink and colours.",
    ),
]
PreflightOption = Annotated[
    bool, typer.Option("--preflight", help="Also check what a print shop checks: resolution, safe zone, ink, fonts.")
]
PreflightReportOption = Annotated[
    Path | None, typer.Option("--preflight-report", metavar="FILE", help="Write what preflight found, as JSON.")
]


@dataclass(frozen=True, slots=True)
class LayoutWords:
    """How things are laid out. Each option that is given is a word of a preset, and overrules the preset's."""

    paper: PaperOption = None
    orientation: OrientationOption = None
    size: SizeOption = None
    corner_radius: RadiusOption = None
    margin: MarginOption = None
    gap: GapOption = None
    bleed: BleedOption = None
    bleed_mode: BleedModeOption = None
    safe_zone: SafeOption = None
    guides: GuidesOption = None
    marks: MarksOption = None
    mix: MixOption = None
    backs: BacksOption = None
    back_offset: OffsetOption = None
    back_rotation: RotationOption = None
    order: OrderOption = None
    dice: DiceOption = None
    dpi: DpiOption = None
    reminders: RemindersOption = None
    ink: InkOption = None

    @property
    def words(self) -> dict[str, Data]:
        """The options that were given, as words of a preset. Raises UsageError for an offset that is none."""
        return words_of({option.name: getattr(self, option.name) for option in fields(self)})


@dataclass(frozen=True, slots=True)
class PrintFiles:
    """Options for files made along with the sheets, and for the standards that the PDF meets."""

    cut_path: CutPathOption = None
    standard: StandardOption = ""
    output_intent: IntentOption = None
    preflight: PreflightOption = False
    preflight_report: PreflightReportOption = None


EdgeOption = Annotated[Edge, typer.Option("--backs", help="The edge at which the paper is turned over.")]


def words_of(options: Mapping[str, str | float | None]) -> dict[str, Data]:
    """The options that were given, as words of a preset. Raises UsageError for an offset that is none."""
    words: dict[str, Data] = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    offset = words.get("back-offset")
    if isinstance(offset, str):
        x, comma, y = offset.partition(",")
        if not comma:
            raise UsageError.of("printing", "offset", offset=offset)
        words["back-offset"] = {"x": x.strip(), "y": y.strip()}
    return words
