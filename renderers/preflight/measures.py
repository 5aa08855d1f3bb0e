"""The child process that measures faces: reads a job and PDFs on stdin, writes what it measured as JSON on stdout.

The PDFs contain pictures from strangers, so they are read in a process with limits on time and memory; so is the
profile of a press. `renderers.preflight.facts` starts it. Lengths are mm from a face's upper left corner.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from math import hypot
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, cast

from builder.storage.listing import opened
from renderers.layout.pages import Edges, depths
from renderers.typst.lifeline import limit

if TYPE_CHECKING:
    from PIL.Image import Image

RELATIVE = 1  # colorimetric, the paper as white: what layout programs do unless told otherwise
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
UNKNOWN_FULL = 300  # percent of ink of a colour that has no light left, where no press says it
SLIGHT = 0.05  # mm that do not count
MOST_COLORS = 40  # of a face that are looked at, the largest first
SHADES = 16  # steps of red, green and blue within which colours count as one
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")

_Color = tuple[int, int, int]  # red, green and blue, to 255
_Page: TypeAlias = Any  # a page of pypdfium2, which has no types


class FacePlacement(TypedDict):
    """How a face lies on its page: the size of the cut, the bleed around it, its shape, and its safe zone. All in
    mm.
    """

    width: float
    height: float
    bleed: float
    shape: str
    safe: float


class MeasureJob(TypedDict):
    """What to measure, and the limits.

    `parts` are the lengths in bytes of the PDFs that follow, `press` that of a press's profile behind them (0: none).
    `faces` describe the pages, `files` are paths of pictures. Places with more than `ink` percent of ink are counted.
    `colors` asks for main colours. `memory` is in bytes.
    """

    parts: list[int]
    press: int
    faces: list[FacePlacement]
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


class InkMeasures(TypedDict):
    """How much ink a face needs where it is darkest and on average, and its main colours.

    `most` and `least` are percent of all four inks together, by two ways of converting colours; `at` is the place in
    mm; `mean` is the face's average by the first way; `over` is the share of the face with more ink than the job asked
    about. A colour is red, green, blue and its share.
    """

    most: int
    least: int
    at: list[float]
    mean: float
    over: float
    colors: list[tuple[int, int, int, float]]


class FaceMeasures(InkMeasures):
    """Everything that is measured of a face."""

    outside: list[UnsafeWord]
    images: list[PrintedImage]


class PrintedColor(TypedDict):
    """What a main colour looks like when the press prints it, in CIELAB."""

    color: _Color
    lab: tuple[float, float, float]


class MeasureAnswer(TypedDict):
    """What was measured of each face, the width and height of each file in pixels (None if it is no picture), and main
    colours as the press prints them (none without a press).
    """

    faces: list[FaceMeasures]
    files: list[list[int] | None]
    printed: list[PrintedColor]


def main() -> None:
    """Do the job on stdin and answer on stdout."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    job: MeasureJob = json.loads(sys.stdin.buffer.readline())
    limit(job["memory"], job["seconds"])
    parts = [sys.stdin.buffer.read(length) for length in job["parts"]]
    press = Press(sys.stdin.buffer.read(job["press"])) if job["press"] else None
    faces = list(measured(parts, job, press))
    answer: MeasureAnswer = {
        "faces": faces,
        "files": [_pixels(file) for file in job["files"]],
        "printed": _printed(press, {(red, green, blue) for face in faces for red, green, blue, _ in face["colors"]}),
    }
    sys.stdout.buffer.write(json.dumps(answer).encode())
    sys.stdout.buffer.flush()
    os._exit(0)


def measured(parts: list[bytes], job: MeasureJob, press: Press | None = None) -> Iterator[FaceMeasures]:
    """Measure each page of these PDFs; the job's `faces` describe them in order."""
    import pypdfium2

    faces = iter(job["faces"])
    for part in parts:
        with contextlib.closing(pypdfium2.PdfDocument(part)) as document:
            for page in document:
                face = next(faces)
                yield {
                    "outside": _outside(page, face),
                    "images": _images(page),
                    **_inked(page, face, job, press),
                }
                page.close()


# ---- text ----------------------------------------------------------------------------------------------------------


def _outside(page: _Page, face: FacePlacement) -> list[UnsafeWord]:
    """The words that come nearer to the cut than the face's safe zone, in the order of the page."""
    if not face["safe"]:
        return []
    from pypdfium2 import raw

    text = page.get_textpage()
    height = page.get_height()
    depth_of = depths(face["shape"], face["width"], face["height"])

    def box(corners: tuple[float, float, float, float]) -> Edges:
        left, bottom, right, top = corners
        return (
            left / POINTS - face["bleed"], (height - top) / POINTS - face["bleed"],
            right / POINTS - face["bleed"], (height - bottom) / POINTS - face["bleed"],
        )  # fmt: skip

    lines = (box(text.get_rect(i)) for i in range(text.count_rects()))
    if all(depth_of(line)[0] > face["safe"] - SLIGHT for line in lines):
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
                by = round(face["safe"] - worst[0], 2)
                words.append({"number": number, "text": word, "by": by, "edge": worst[1]})
            number += bool(word)
            word, worst = "", None
            continue
        word += letter
        here = depth_of(box(text.get_charbox(i)))
        if here[0] < face["safe"] - SLIGHT and (worst is None or here < worst):
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


def _inked(page: _Page, face: FacePlacement, job: MeasureJob, press: Press | None) -> InkMeasures:
    """How much ink a face needs where it is darkest, and its main colours.

    A press says it of itself. Without one, `most` assumes no black ink: each colour is the sum of the complements of
    red, green and blue, about what common profiles for coated paper make of dark colours; `least` assumes that black
    ink replaces all grey.
    """
    image = page.render(scale=DPI / 72, rev_byteorder=True).to_pil().convert("RGB")
    width, height = image.size
    full = FULL if press else UNKNOWN_FULL
    ink: Any = press.coverage(image) if press else _coverage(image)  # Pillow says less of its extremes than is known
    darkest = ink.getextrema()[1]
    row, column = divmod(ink.tobytes().index(darkest), width)
    over = sum(ink.histogram()[min(255, round(255 * job["ink"] / full)) + 1 :]) if job["ink"] else 0
    least: Any = ink if press else _coverage_in_black(image, ink)
    return {
        "most": round(full * darkest / 255),
        "least": round(full * least.getextrema()[1] / 255),
        "at": [round((place + 0.5) * 25.4 / DPI - face["bleed"], 1) for place in (column, row)],
        "mean": round(full * sum(n * at for at, n in enumerate(ink.histogram())) / 255 / (width * height), 1),
        "over": round(over / (width * height), 4),
        "colors": [(*color, round(share, 4)) for color, share in _main_colors(image)] if job["colors"] else [],
    }


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


def _printed(press: Press | None, colors: set[_Color]) -> list[PrintedColor]:
    """These colours as the press prints them; none without a press."""
    listed = sorted(colors) if press else []
    labs = press.printed(listed) if press else []
    return [{"color": color, "lab": lab} for color, lab in zip(listed, labs, strict=True)]


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
    """How often each colour stands in a picture of red, green and blue."""
    return cast("list[tuple[int, _Color]]", image.getcolors(image.width * image.height))
