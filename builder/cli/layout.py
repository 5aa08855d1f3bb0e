"""The options that say how things are laid out: each is a word of a preset, and overrules the preset's."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from builder.cli.options import Dice
from builder.diagnostics import UsageError


class Marks(StrEnum):
    """What shows where to cut."""

    CROPS = "crops"
    LINES = "lines"
    REGISTRATION = "registration"
    NONE = "none"


class Backs(StrEnum):
    """Where backs go."""

    NONE = "none"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"
    SEPARATE = "separate"


class BleedMode(StrEnum):
    """Where pictures go past the cut."""

    FULL = "full"
    OUTER = "outer"
    NONE = "none"


class Orientation(StrEnum):
    """How the paper lies."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Order(StrEnum):
    """Which pages come first."""

    FRONT_BACK = "front-back"
    BACK_FRONT = "back-front"
    FRONTS_FIRST = "fronts-first"
    BACK_FIRST = "back-first"


class Edge(StrEnum):
    """The edge at which paper is turned over."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"


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
    typer.Option("--orientation", metavar="|".join(Orientation), help="How the paper lies; auto: as it holds more."),
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
    str | None,
    typer.Option("--gap", metavar="LENGTH", help="Space between cards; twice the bleed shows all of it."),
]
BleedOption = Annotated[
    str | None,
    typer.Option("--bleed", metavar="LENGTH", help="How far the picture goes past the cut: 3mm, 0.125in."),
]
BleedModeOption = Annotated[
    BleedMode | None,
    typer.Option(
        "--bleed-mode", metavar="|".join(BleedMode), help="Bleed where there is room, at the outer edge only, or none."
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
        metavar="|".join(Marks),
        help="Crop marks at the edge of the sheet, lines to cut along, or marks for a cutting machine.",
    ),
]
BacksOption = Annotated[
    Backs | None,
    typer.Option(
        "--backs",
        metavar="|".join(Backs),
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
    Order | None,
    typer.Option("--order", metavar="|".join(Order), help="By turns, fronts first, or the common back once and first."),
]
DiceOption = Annotated[
    Dice | None,
    typer.Option("--dice", metavar="|".join(Dice), help="Dice as nets to fold, as stickers, or both."),
]
DpiOption = Annotated[
    float | None, typer.Option("--dpi", min=10, max=1200, metavar="N", help="Resolution of a preset's pictures.")
]
CutPathOption = Annotated[
    Path | None,
    typer.Option("--cut-path", metavar="FILE", help="Also write where a machine cuts: .svg or .dxf, in mm."),
]
StandardOption = Annotated[
    str, typer.Option("--pdf-standard", metavar="LEVEL", help="PDF/A: a-1b, a-2b, a-2u, a-3b, a-3u, a-4.")
]
PreflightOption = Annotated[
    bool, typer.Option("--preflight", help="Also check what a print shop checks: resolution, safe zone, ink, fonts.")
]
PreflightReportOption = Annotated[
    Path | None, typer.Option("--preflight-report", metavar="FILE", help="Write what preflight found, as JSON.")
]


def words_of(**options: Any) -> dict[str, Any]:
    """The options that were given, as words of a preset. Raises UsageError for an offset that is none."""
    words = {
        name.replace("_", "-"): value.value if isinstance(value, StrEnum) else value
        for name, value in options.items()
        if value is not None
    }
    if "back-offset" in words:
        x, comma, y = words["back-offset"].partition(",")
        if not comma:
            raise UsageError(f'"{words["back-offset"]}" is no offset', "write how far to the right and down: 0.5,-0.3")
        words["back-offset"] = {"x": x.strip(), "y": y.strip()}
    return words
