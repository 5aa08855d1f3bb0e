"""The layout options. Each is a setting of a preset, and overrules the preset's value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

from builder.cli.options import one_of, option
from builder.diagnostics import UsageError
from builder.documents.data import Data
from renderers.faces.faces import Ink
from renderers.layout.words import Backs, BleedMode, DiceCutouts, Edge, Marks, Orientation, PageOrder

PresetOption = Annotated[
    str,
    option(
        "--preset NAME|FILE",
        "How things are printed: home, mpc, drivethru, tgc, silhouette, or a .yaml file of your own.",
    ),
]
OrientationOption = Annotated[
    Orientation | None, option(f"--orientation {one_of(Orientation)}", "How the paper lies; auto: as it holds more.")
]
OffsetOption = Annotated[
    str | None, option("--back-offset X,Y", "Move backs by so many mm to the right and down; `calibrate` finds it.")
]
RotationOption = Annotated[
    float | None, option("--back-rotation DEGREES", "Turn backs clockwise by so much.", min=-5, max=5)
]
RemindersOption = Annotated[
    bool | None,
    option(
        "--reminders/--no-reminders",
        "Print what keywords mean, in brackets behind the lines that say them; as the game says otherwise.",
    ),
]
InkOption = Annotated[Ink | None, option(f"--ink {one_of(Ink)}", "Low: light grounds and black text, for any face.")]
Given = str | None  # a word of a preset, where the user says one


@dataclass(frozen=True, slots=True)
class LayoutWords:
    """How things are laid out. Each option that is given is a word of a preset, and overrules the preset's."""

    paper: Annotated[Given, option("--paper NAME|WxHmm", "a4, letter, a3, legal...; or its size.")] = None
    orientation: OrientationOption = None
    size: Annotated[Given, option("--size NAME|WxHmm", "Another size for cards: poker, mini, 2.5x3.5in...")] = None
    corner_radius: Annotated[
        Given, option("--corner-radius LENGTH", "How round cards are cut; as their size says.")
    ] = None
    margin: Annotated[Given, option("--margin LENGTH", "What the printer leaves blank at the paper's edges.")] = None
    gap: Annotated[Given, option("--gap LENGTH", "Space between cards; twice the bleed shows all of it.")] = None
    bleed: Annotated[Given, option("--bleed LENGTH", "How far the picture goes past the cut: 3mm, 0.125in.")] = None
    bleed_mode: Annotated[
        BleedMode | None,
        option(f"--bleed-mode {one_of(BleedMode)}", "Bleed where there is room, at the outer edge only, or none."),
    ] = None
    safe_zone: Annotated[Given, option("--safe-zone LENGTH", "How far inside the cut the safe zone begins.")] = None
    guides: Annotated[
        bool | None,
        option("--guides/--no-guides", "Draw the cut with its round corners and the safe zone over each card."),
    ] = None
    marks: Annotated[
        Marks | None,
        option(
            f"--marks {one_of(Marks)}",
            "Crop marks at the edge of the sheet, lines to cut along, or marks for a cutting machine.",
        ),
    ] = None
    mix: Annotated[
        bool | None, option("--mix/--no-mix", "Let things of different sizes share sheets, where that takes fewer.")
    ] = None
    backs: Annotated[
        Backs | None,
        option(
            f"--backs {one_of(Backs)}",
            "Backs on every second page, for paper turned over at that edge; joined to fronts along a fold; or in a "
            "file of their own.",
        ),
    ] = None
    back_offset: OffsetOption = None
    back_rotation: RotationOption = None
    order: Annotated[
        PageOrder | None,
        option(f"--order {one_of(PageOrder)}", "By turns, fronts first, or the common back once and first."),
    ] = None
    dice: Annotated[
        DiceCutouts | None, option(f"--dice {one_of(DiceCutouts)}", "Dice as nets to fold, as stickers, or both.")
    ] = None
    dpi: Annotated[float | None, option("--dpi N", "Resolution of a preset's pictures.", min=10, max=1200)] = None
    reminders: RemindersOption = None
    ink: InkOption = None

    @property
    def words(self) -> dict[str, Data]:
        """The options that were given, as words of a preset. Raises UsageError for an offset that is none."""
        return words_of({option.name: getattr(self, option.name) for option in fields(self)})


@dataclass(frozen=True, slots=True)
class PrintFiles:
    """Options for files made along with the sheets, and for the standards that the PDF meets."""

    cut_path: Annotated[
        Path | None, option("--cut-path FILE", "Also write where a machine cuts: .svg or .dxf, in mm.")
    ] = None
    standard: Annotated[
        str, option("--pdf-standard LEVEL", "PDF/A: a-1b, a-2b, a-2u, a-3b, a-3u, a-4. For a print shop: x-4.")
    ] = ""
    output_intent: Annotated[
        Path | None,
        option(
            "--output-intent FILE.icc",
            "The ICC profile of the press: for PDF/X-4, and for preflight's ink and colours.",
        ),
    ] = None
    preflight: Annotated[
        bool, option("--preflight", "Also check what a print shop checks: resolution, safe zone, ink, fonts.")
    ] = False
    preflight_report: Annotated[
        Path | None, option("--preflight-report FILE", "Write what preflight found, as JSON.")
    ] = None


EdgeOption = Annotated[Edge, option("--backs", "The edge at which the paper is turned over.")]


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
