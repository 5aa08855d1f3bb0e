"""The options of a layout: what the words of a preset mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from renderers.layout.imposition import Imposition, Registration
from renderers.layout.presses import OutputProfile
from renderers.layout.products import Product
from renderers.layout.words import Backs, BleedMode, DiceCutouts, Flip, Layout, Marks, Orientation, PageOrder


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How things are laid out. Lengths are mm; schemas/preset.schema.json explains each option."""

    layout: Layout = "sheets"
    paper: str = "a4"
    orientation: Orientation = "auto"
    size: str = ""  # a size's name for cards that have none of their own; empty for the game's
    products: tuple[Product, ...] = ()  # that a service sells: cards are printed as one of them, or not at all
    radius: float | None = None  # of the cards' corners, where it is not as their size says
    margin: float = 4.0
    gap: float = 0.0
    bleed: float = 3.0
    bleed_mode: BleedMode = "full"
    safe: float = 3.0
    guides: bool = False
    marks: Marks = "crops"
    registration: Registration | None = None
    mix: bool = True  # whether things of different sizes share sheets, where that takes fewer
    backs: Backs = "none"
    back_offset: tuple[float, float] = (0.0, 0.0)  # to the right and down, as seen on the back page
    back_rotation: float = 0.0  # degrees clockwise
    order: PageOrder = "front-back"
    dice: DiceCutouts = "nets"
    dpi: float = 300.0
    ink: Literal["full", "low"] = "full"  # low: light grounds and black text
    reminders: bool | None = None  # whether cards print reminder text; None: as their game says
    output: Literal["pdf", "html"] = "pdf"
    standard: str = ""  # that the PDF keeps, one of documents.STANDARDS, or documents.FOR_PRESS
    press: OutputProfile | None = None  # that a file for a press is made for, and that preflight measures ink by
    resolution: float = 300.0  # dots per inch that pictures should have; what follows is looked at by preflight only
    ink_limit: float | None = None  # percent of all inks together
    color: Literal["rgb", "cmyk"] = "rgb"

    @property
    def flip(self) -> Flip:
        """The edge at which paper is turned over to print backs; "none" where there are no back pages."""
        flips: dict[Backs, Flip] = {"long-edge": "long-edge", "short-edge": "short-edge", "separate": "long-edge"}
        return flips.get(self.backs, "none")

    @property
    def imposition(self) -> Imposition:
        """The options that matter for placing cards on sheets."""
        return Imposition(
            self.margin,
            self.gap,
            self.bleed,
            self.bleed_mode,
            self.marks,
            self.flip,
            self.orientation,
            self.registration,
        )

    def bleed_around(self, own: float | None = None) -> float:
        """The bleed around a thing that has a page or a picture to itself, in mm; `own` is that of its product."""
        if self.bleed_mode == "none":
            return 0.0
        return self.bleed if own is None else own

    @property
    def guide(self) -> float | None:
        """How far inside the cut the safe zone is drawn, in mm; None where no guides are drawn."""
        return self.safe if self.guides else None
