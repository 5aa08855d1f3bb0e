"""The options of a layout: what the words of a preset mean, what a print service sells, and the profile of a press."""

from __future__ import annotations

import hashlib
import math
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from builder.diagnostics import UsageError
from builder.games.game import Shape
from builder.games.sizes import Size
from builder.words import words_here
from renderers.faces.faces import Ink
from renderers.layout.imposition import Imposition, Registration
from renderers.layout.pages import in_mm, in_words
from renderers.layout.words import Backs, BleedMode, DiceCutouts, Flip, Layout, Marks, Orientation, PageOrder

MAX_PROFILE = 16 * 1024**2  # bytes; profiles for four inks have 0.5 to 3 MB
INKS = 4

_HEADER = 128
_OTHERS = {b"mntr": "screen", b"scnr": "camera", b"spac": "space"}
_FOGRA = re.compile(r"FOGRA ?(\d\d)(?!\d)", re.IGNORECASE)
_REGISTERED = {  # by the profile's name: the printing condition in the registry of the International Color Consortium
    "U.S. Web Coated (SWOP) v2": "CGATS TR 001",
    "SWOP2006_Coated3v2": "CGATS TR 003",
    "SWOP2006_Coated5v2": "CGATS TR 005",
    "GRACoL2006_Coated1v2": "CGATS TR 006",
}


@dataclass(frozen=True, slots=True)
class OutputProfile:
    """The ICC profile of a press with four inks: its bytes and its name.

    `condition` is the registered name of the printing condition, "" where the profile names none that is known.
    """

    data: bytes
    name: str
    condition: str = ""

    @property
    def digest(self) -> str:
        """What distinguishes this profile from any other."""
        return hashlib.sha256(self.data).hexdigest()


def output_profile(data: bytes, source: str) -> OutputProfile:
    """The profile that a file named `source` contains.

    Raises UsageError for a file that is no ICC profile, or is that of another device, such as a screen.
    """
    if len(data) > MAX_PROFILE:
        raise _unfit("large", source, most=MAX_PROFILE // 1024**2)
    if len(data) < _HEADER or data[36:40] != b"acsp" or struct.unpack(">I", data[:4])[0] != len(data):
        raise _unfit("none", source)
    name = _name_of(data)
    kind, space = data[12:16], data[16:20]
    if kind != b"prtr" or space != b"CMYK":
        say = words_here("paper")
        of = say(f"profile.{_OTHERS.get(kind, 'else') if kind != b'prtr' else 'printer'}")
        raise _unfit("other", source, name=name or say("profile.nameless"), of=of)
    fogra = _FOGRA.search(name)
    condition = f"FOGRA{fogra[1]}" if fogra else _REGISTERED.get(name, "")
    return OutputProfile(data, name or source, condition)


def _unfit(why: str, source: str, **parts: object) -> UsageError:
    where = words_here("paper")("profile.where")
    return UsageError.of("paper", f"profile.{why}", None, path=source, help_=where, **parts)


def _name_of(data: bytes) -> str:
    """The description in a profile: a `desc` of ASCII in version 2, `mluc` of UTF-16 in version 4; "" without one."""
    (count,) = struct.unpack(">I", data[_HEADER : _HEADER + 4].ljust(4, b"\0"))
    for number in range(min(count, 100)):
        entry = data[_HEADER + 4 + 12 * number :][:12]
        if len(entry) == 12 and entry[:4] == b"desc":
            start, size = struct.unpack(">II", entry[4:])
            return _description(data[start : start + min(size, 4096)])
    return ""


def _description(tag: bytes) -> str:
    if tag[:4] == b"desc" and len(tag) > 12:
        (length,) = struct.unpack(">I", tag[8:12])
        found = tag[12 : 12 + length].split(b"\0")[0].decode("latin-1")
    elif tag[:4] == b"mluc" and len(tag) >= 28:
        length, start = struct.unpack(">II", tag[20:28])
        found = tag[start : start + length].decode("utf-16-be", "replace")
    else:
        found = ""
    return "".join(letter for letter in found if letter.isprintable()).strip()[:200]


NEAR = 1.0  # mm by which the sides of a card and of a product may differ: 63 x 88 mm is sold as 2.5 x 3.5 in


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of card that a service sells: its name, its size when cut, and the bleed in mm that its template has.

    `bleed` is None where it is that of all other products.
    """

    name: str
    size: Size
    bleed: float | None = None
    shape: Shape = "rectangle"

    def __str__(self) -> str:
        return f"{self.name} ({in_words(self.size.width, self.size.height)} mm)"


def product_for(products: Sequence[Product], size: Size, shape: Shape) -> Product:
    """The product for cards of that size and shape, lying on its side if the cards do.

    Raises UsageError where there is none.
    """
    turned = [replace(one, size=replace(one.size, width=one.size.height, height=one.size.width)) for one in products]
    alike = [one for one in (*products, *turned) if one.shape == shape]
    nearest = min(alike, key=lambda one: _distance(one.size, size), default=None)
    if nearest and max(abs(nearest.size.width - size.width), abs(nearest.size.height - size.height)) <= NEAR:
        return nearest
    say = words_here("paper")
    had = say("product.known", names=", ".join(map(str, products)))
    if nearest:
        meant = f"{in_mm(nearest.size.width)}x{in_mm(nearest.size.height)}mm"
        had = say("product.meant", name=nearest.name, size=meant, known=had)
    raise UsageError.of("paper", f"product.{shape}", size=in_words(size.width, size.height), help_=had)


def _distance(one: Size, other: Size) -> float:
    return math.dist((one.width, one.height), (other.width, other.height))


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
    ink: Ink = "full"
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
