"""The child process that measures faces: reads a job and PDFs on stdin, writes what it measured as JSON on stdout.

The PDFs contain pictures from strangers, so they are read in a process with limits on time and memory; so is the
profile of a press. `renderers.preflight.facts` starts it. Lengths are mm from a face's upper left corner.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from io import BytesIO
from math import hypot
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, cast

from builder.games.game import Shape
from builder.storage.listing import opened
from renderers.layout.pages import Edges, Stack, depths
from renderers.typst.lifeline import limit

if TYPE_CHECKING:
    from PIL.Image import Image

RELATIVE = 1  # colorimetric, the paper as white: what layout programs do by default
FULL = 400  # percent of ink where all four are solid

_Lab = tuple[float, float, float]


class Press:
    """A press, known by its ICC profile. Raises ValueError for a profile that can't be used."""

    def __init__(self, profile: bytes) -> None:
        from PIL import ImageCms

        flags = ImageCms.Flags.BLACKPOINTCOMPENSATION | ImageCms.Flags.HIGHRESPRECALC
        screen, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB", 5000)

        def transform(start: object, end: object, modes: tuple[str, str]) -> ImageCms.ImageCmsTransform:
            return ImageCms.buildTransform(start, end, *modes, renderingIntent=RELATIVE, flags=flags)  # type: ignore[arg-type]

        try:
            press = ImageCms.ImageCmsProfile(BytesIO(profile))
            self._separate = transform(screen, press, ("RGB", "CMYK"))
            self._see = transform(press, lab, ("CMYK", "LAB"))
        except (ImageCms.PyCMSError, OSError) as error:
            raise ValueError(str(error)) from None

    def coverage(self, image: Image) -> Image:
        """How much ink each pixel of a picture in red, green and blue takes: 255 is `FULL`."""
        from PIL import ImageChops

        cyan, magenta, yellow, black = self._separate.apply(image).split()
        return ImageChops.add(ImageChops.add(cyan, magenta, 2), ImageChops.add(yellow, black, 2), 2)

    def printed(self, colors: Sequence[_Color]) -> list[_Lab]:
        """What these colours look like when printed, in CIELAB with the paper as white."""
        from PIL import Image

        if not colors:
            return []
        row = Image.new("RGB", (len(colors), 1))
        row.putdata(list(colors))
        parts = self._see.apply(self._separate.apply(row)).tobytes()  # L to 255; a and b are signed bytes
        return [
            (parts[at] * 100 / 255, float(_signed(parts[at + 1])), float(_signed(parts[at + 2])))
            for at in range(0, len(parts), 3)
        ]


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


POINTS = 72 / 25.4  # in a mm
DPI = 36.0  # of the pictures that ink and colours are taken from: a pixel is about what an eye takes as one colour
UNKNOWN_FULL = 300  # percent of ink that black takes, where no press says it
SLIGHT = 0.05  # mm that do not count
MOST_COLORS = 40  # of a face that are looked at, the largest first
SHADES = 16  # steps of red, green and blue within which colours count as one
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")

_Color = tuple[int, int, int]  # red, green and blue, to 255
_Page: TypeAlias = Any  # a page of pypdfium2, which has no types


@dataclass(frozen=True, slots=True)
class MeasureJob:
    """What to measure, and the limits.

    `parts` are PDFs, one for each of `stacks`, which have each face on a page of its own. `cut` says of each face, by
    number, which shape it is cut to and how many mm inside the cut texts are safe. `press` is a press's profile, empty
    for none. `files` are paths of pictures. Places with more than `ink` percent of ink are counted. `colors` asks for
    main colours. `memory` is in bytes.
    """

    parts: list[bytes]
    stacks: list[Stack]
    cut: list[tuple[Shape, float]]
    press: bytes
    files: list[str]
    ink: float
    colors: bool
    seconds: float
    memory: int


class UnsafeWord(TypedDict):
    """A word too near to the cut: its number on the page, how far it leaves the safe zone in mm, and at which edge."""

    number: int
    text: str
    by: float
    edge: str


class PrintedImage(TypedDict):
    """A picture made of pixels: its width and height in pixels, and in mm as printed."""

    pixels: list[int]
    mm: list[float]


@dataclass(frozen=True, slots=True)
class FaceMeasures:
    """Everything that is measured of a face.

    `most` and `least` are percent of all four inks together where the face is darkest, by two ways of converting
    colours; `at` is the place in mm; `mean` is the face's average by the first way; `over` is the share of the face
    with more ink than the job asked about. `colors` are the main ones, each with its share.
    """

    outside: list[UnsafeWord] = field(default_factory=list)
    images: list[PrintedImage] = field(default_factory=list)
    most: int = 0
    least: int = 0
    at: tuple[float, float] = (0.0, 0.0)
    mean: float = 0.0
    over: float = 0.0
    colors: list[tuple[_Color, float]] = field(default_factory=list)


class MeasureAnswer(TypedDict):
    """What was measured of each face (the fields of `FaceMeasures`), the width and height of each file in pixels (None
    if it is no picture), and main colours with what they look like when the press prints them, in CIELAB (none without
    a press).
    """

    faces: list[dict[str, Any]]
    files: list[list[int] | None]
    printed: list[tuple[_Color, _Lab]]


def main() -> None:
    """Do the job on stdin and answer on stdout."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    job: MeasureJob = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started this one
    limit(job.memory, job.seconds)
    sys.stdout.buffer.write(json.dumps(answer_to(job)).encode())
    sys.stdout.buffer.flush()
    os._exit(0)


def answer_to(job: MeasureJob) -> MeasureAnswer:
    """Everything that a job asks for."""
    press = Press(job.press) if job.press else None
    faces = list(measured(job, press))
    colors = sorted({color for face in faces for color, _ in face.colors}) if press else []
    return {
        "faces": [asdict(face) for face in faces],
        "files": [_pixels(file) for file in job.files],
        "printed": list(zip(colors, press.printed(colors), strict=True)) if press else [],
    }


def measured(job: MeasureJob, press: Press | None = None) -> Iterator[FaceMeasures]:
    """Measure each page of the job's PDFs."""
    import pypdfium2

    for part, stack in zip(job.parts, job.stacks, strict=True):
        with contextlib.closing(pypdfium2.PdfDocument(part)) as document:
            for page, laid_out in zip(document, stack.pages, strict=True):
                yield _measured(page, stack, *job.cut[laid_out.slots[0].card], job, press)
                page.close()


# ---- text ----------------------------------------------------------------------------------------------------------


def _outside(page: _Page, stack: Stack, shape: Shape, safe: float) -> list[UnsafeWord]:
    """The words that come nearer to the cut than the safe zone, in the order of the page."""
    if not safe:
        return []
    from pypdfium2 import raw

    text = page.get_textpage()
    height = page.get_height()
    depth_of = depths(shape, stack.size.width, stack.size.height)

    def box(corners: tuple[float, float, float, float]) -> Edges:
        left, bottom, right, top = corners
        return (
            left / POINTS - stack.bleed, (height - top) / POINTS - stack.bleed,
            right / POINTS - stack.bleed, (height - bottom) / POINTS - stack.bleed,
        )  # fmt: skip

    lines = (box(text.get_rect(i)) for i in range(text.count_rects()))
    if all(depth_of(line)[0] > safe - SLIGHT for line in lines):
        return []
    words: list[UnsafeWord] = []
    word, number = "", 0
    worst: tuple[float, str] | None = None
    count = text.count_chars()
    for i in range(count + 1):
        letter = chr(raw.FPDFText_GetUnicode(text, i)) if i < count else " "
        if letter == "\u2060":  # a word joiner, which is no end of a word
            continue
        if letter.isspace() or not letter.isprintable():
            if worst:
                by = round(safe - worst[0], 2)
                words.append({"number": number, "text": word, "by": by, "edge": worst[1]})
            number += bool(word)
            word, worst = "", None
            continue
        word += letter
        here = depth_of(box(text.get_charbox(i)))
        if here[0] < safe - SLIGHT and (worst is None or here < worst):
            worst = here
    return words


# ---- pictures ------------------------------------------------------------------------------------------------------


def _images(page: _Page) -> list[PrintedImage]:
    """The pictures made of pixels on a page."""
    from pypdfium2 import raw

    found: list[PrintedImage] = []
    for image in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        matrix, within = image.get_matrix(), image.container
        while within is not None:
            matrix, within = matrix.multiply(within.get_matrix()), within.container
        wide, high = hypot(matrix.a, matrix.b) / POINTS, hypot(matrix.c, matrix.d) / POINTS
        if wide > 0 and high > 0:
            found.append({"pixels": list(image.get_px_size()), "mm": [round(wide, 3), round(high, 3)]})
    return found


def _pixels(path: str) -> list[int] | None:
    """Width and height of a picture, read from the beginning of its file; None for a file that is no picture."""
    from PIL import Image

    try:
        with opened(path) as file, Image.open(file, formats=FORMATS) as image:  # decodes nothing yet
            return list(image.size)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


# ---- ink and colours -----------------------------------------------------------------------------------------------


def _measured(
    page: _Page, stack: Stack, shape: Shape, safe: float, job: MeasureJob, press: Press | None
) -> FaceMeasures:
    """What is measured of the face on a page.

    A press says of itself how much ink a colour takes. Without one, `most` assumes no black ink: each colour is the sum
    of the complements of red, green and blue, about what common profiles for coated paper make of dark colours; `least`
    assumes that black ink replaces all grey.
    """
    image = page.render(scale=DPI / 72, rev_byteorder=True).to_pil().convert("RGB")
    width, height = image.size
    full = FULL if press else UNKNOWN_FULL
    ink: Any = press.coverage(image) if press else _coverage(image)  # Any: Pillow's extremes vary in type
    darkest = ink.getextrema()[1]
    row, column = divmod(ink.tobytes().index(darkest), width)
    over = sum(ink.histogram()[min(255, round(255 * job.ink / full)) + 1 :]) if job.ink else 0
    least: Any = ink if press else _coverage_in_black(image, ink)
    return FaceMeasures(
        _outside(page, stack, shape, safe),
        _images(page),
        most=round(full * darkest / 255),
        least=round(full * least.getextrema()[1] / 255),
        at=(_at(column, stack), _at(row, stack)),
        mean=round(full * sum(n * at for at, n in enumerate(ink.histogram())) / 255 / (width * height), 1),
        over=round(over / (width * height), 4),
        colors=[(color, round(share, 4)) for color, share in _main_colors(image)] if job.colors else [],
    )


def _at(pixel: int, stack: Stack) -> float:
    """The place of a pixel in mm from the cut's edge."""
    return round((pixel + 0.5) * 25.4 / DPI - stack.bleed, 1)


def _coverage(image: Image) -> Image:
    """How much ink each pixel takes without black ink: 255 is `UNKNOWN_FULL`."""
    from PIL import ImageChops

    return ImageChops.invert(image.convert("L", (1 / 3, 1 / 3, 1 / 3, 0)))


def _coverage_in_black(image: Image, coverage: Image) -> Image:
    """The same where black ink replaces all that is grey."""
    from PIL import ImageChops

    red, green, blue = image.split()
    lightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)  # its complement is how much of it is grey
    grey = lightest.point([round((255 - part) * 2 / 3) for part in range(256)])
    return ImageChops.subtract(coverage, grey)


def _main_colors(image: Image) -> list[tuple[_Color, float]]:
    """The colours that cover most of a picture, with their shares; of similar colours, the commonest."""
    pixels = image.width * image.height
    shades = image.point([part // SHADES * SHADES + SHADES // 2 for part in range(256)] * 3)
    totals = sorted(_counted(shades), reverse=True)[:MOST_COLORS]
    commonest: dict[_Color, _Color] = {}
    for _, color in sorted((entry for entry in _counted(image) if entry[0] > 1), reverse=True):
        red, green, blue = (part // SHADES * SHADES + SHADES // 2 for part in color)
        commonest.setdefault((red, green, blue), color)
    return [(commonest.get(shade, shade), count / pixels) for count, shade in totals]


def _counted(image: Image) -> list[tuple[int, _Color]]:
    """How often each colour occurs in a picture of red, green and blue."""
    return cast("list[tuple[int, _Color]]", image.getcolors(image.width * image.height))
