"""Finds texts that do not fit: what faces note while Typst sets them, and words that leave their card.

What leaves a box of the kit is noted as it is set; what no box holds is read back from the PDF.
"""

from __future__ import annotations

import contextlib
import math
import re
import secrets
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from ctypes import addressof, byref, c_float
from dataclasses import dataclass
from typing import Any, TypeAlias

from builder.diagnostics import Diagnostic
from builder.games.sizes import Size
from renderers.faces.faces import PrintedFace
from renderers.layout.pages import Box, Edges, Page, Slot, Stack, depths
from renderers.typst.jobs import face_fault

FACE_LABEL = f"face-{secrets.token_hex(16)}"
OVERFLOW_LABEL = f"overflow-{secrets.token_hex(16)}"
SELECTOR = f"selector(<{FACE_LABEL}>).or(<{OVERFLOW_LABEL}>)"  # all notes, in the order of the document
SOURCE = f'#let overflow-label = label("{OVERFLOW_LABEL}")\n'.encode()  # of the file from which kit.typ has it
LONGEST_NAME = 80  # characters of a text's name


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text of a face that does not fit: its name, by how many mm it is too high or too wide, and its size in pt."""

    face: int
    what: str
    way: str
    by: float
    size: float

    def as_finding(self) -> Diagnostic:
        """What is reported. The subject is the number of the face."""
        by, size = f"{max(0.1, self.by):.1f}", f"{self.size:g}"
        return face_fault("text-overflow", f"over.{self.way}", None, str(self.face), what=self.what, by=by, size=size)


def overflows(notes: object, faces: Collection[int]) -> list[Overflow]:
    """The first overflow of each text of each face. `notes` are what Typst finds for `SELECTOR` in a document."""
    found: dict[tuple[int, str], Overflow] = {}
    face: int | None = None
    for note in notes if isinstance(notes, list) else []:
        match (note.get("label"), note.get("value")) if isinstance(note, dict) else None:
            case (label, int(number)) if label == f"<{FACE_LABEL}>" and number in faces:
                face = number
            case (_, {"what": str(what), "way": "width" | "height" as way, "by": by, "size": size}):
                if face is not None and _is_length(by) and _is_length(size):
                    found.setdefault((face, what[:LONGEST_NAME]), Overflow(face, what[:LONGEST_NAME], way, by, size))
    return list(found.values())


def _is_length(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


POINTS = 72 / 25.4  # in a mm
SLIGHT = 0.3  # mm that do not count: nobody cuts as exactly, and round letters reach a little above a line
LONGEST = 40  # characters of the words in a message

_Raw: TypeAlias = Any  # the functions of pdfium, and what they return, which have no types


@dataclass(frozen=True, slots=True)
class Leaving:
    """Words that leave the card of a face by so many mm, at an edge of it."""

    face: int
    words: str
    by: float
    edge: str

    def as_finding(self) -> Diagnostic:
        """What is reported. The subject is the number of the face."""
        shown = self.words if len(self.words) <= LONGEST else self.words[: LONGEST - 1] + "…"
        by = f"{self.by:.1f}"
        return face_fault("text-outside", "outside", subject=str(self.face), words=shown, by=by, edge=self.edge)


def leaving(data: bytes, stack: Stack, faces: Sequence[PrintedFace]) -> list[Leaving]:
    """The words that leave their cards on the pages of a stack: of each face the worst, in the order of faces.

    `data` is the stack as PDF.
    """
    import pypdfium2  # slow to import

    found: dict[int, Leaving] = {}
    with contextlib.closing(pypdfium2.PdfDocument(without_shapes(data))) as document:
        for page, laid_out in zip(document, stack.pages, strict=True):
            new = {slot.card for slot in laid_out.slots} - found.keys()
            if new:
                for slot, words in _Page(page, laid_out, stack.size).outside(faces, new):
                    found.setdefault(slot.card, words)
            page.close()
    return [found[face] for face in sorted(found)]


_CONTENTS = re.compile(rb"<</Length ([0-9]{1,9})/Filter/FlateDecode>>\nstream\n")  # as Typst begins those of a page
_SHAPE = re.compile(
    rb"^q [^\nqQ()<>]*\n(?:h[^\nqQ()<>]*\n)*[fSB]\*?\nQ\n", re.MULTILINE
)  # with its place and its paint


def without_shapes(data: bytes) -> bytes:
    """A PDF that Typst made with hardly anything on its pages but texts and clips.

    Reading shapes would take pdfium most of its time. Contents are replaced in their place, filled up to their length.
    """
    lighter = bytearray(data)
    for found in _CONTENTS.finditer(data):
        start, end = found.end(), found.end() + int(found[1])
        with contextlib.suppress(zlib.error):  # not contents, but a text that looks as if some began
            light, shapes = _SHAPE.subn(b"", zlib.decompress(data[start:end]))
            contents = zlib.compress(light, 1) if shapes else b""
            if contents and len(contents) <= end - start:
                lighter[start:end] = contents.ljust(end - start, b"\n")
    return bytes(lighter)


def is_plain(stack: Stack) -> bool:
    """Whether the pages of a stack are printed as they are laid out: neither moved nor turned, and no face spun."""
    spun = any(slot.spun is not None for page in stack.pages for slot in page.slots)
    return not spun and not any(page.turn or any(page.shift) for page in stack.pages)


class _Page:
    """A page, read by the functions of pdfium, since there are many objects on it. Places are mm from its top left."""

    def __init__(self, page: _Raw, laid_out: Page, size: Size) -> None:
        from pypdfium2 import raw

        self.raw, self.page, self.height, self.size = raw, page, laid_out.height, size
        self.places = [(slot, _edges(slot.bleed)) for slot in laid_out.slots]
        self.sides = [c_float() for _ in range(4)]  # of the box that was asked for last
        self.to_sides = [byref(side) for side in self.sides]

    def outside(self, faces: Sequence[PrintedFace], wanted: Collection[int]) -> Iterator[tuple[Slot, Leaving]]:
        """The places of these faces with words that leave their cards, and the worst of these words."""
        suspects: dict[int, tuple[Slot, Edges, Callable[[Edges], tuple[float, str]]]] = {}
        shapes = {card: depths(faces[card].shape, self.size.width, self.size.height) for card in wanted}
        for thing in self._texts():
            shown, box = self._clipped(thing)
            bounds = self._bounds(thing)
            if bounds is None:
                continue
            place = self._place_of(shown or bounds)
            depth_of = shapes.get(place.card) if place else None
            if place is None or depth_of is None:
                continue
            seen = _common(bounds, box) if box else bounds
            if seen and depth_of(_within(seen, place))[0] < -SLIGHT:
                suspects[addressof(thing.contents)] = place, box or _EVERYWHERE, depth_of
        yield from self._words(suspects)

    def _words(
        self, suspects: dict[int, tuple[Slot, Edges, Callable[[Edges], tuple[float, str]]]]
    ) -> Iterator[tuple[Slot, Leaving]]:
        """For each place the words that leave the card, found letter by letter; `by` and the edge of the worst."""
        if not suspects:
            return
        text = self.page.get_textpage()
        worst: dict[int, tuple[float, str]] = {}
        words: dict[int, list[str]] = {}
        places: dict[int, Slot] = {}
        word, out = "", None
        for i in range(text.count_chars() + 1):
            letter = chr(self.raw.FPDFText_GetUnicode(text, i)) if i < text.count_chars() else " "
            if letter == "\u2060":  # a word joiner, which is no end of a word
                continue
            if letter.isspace() or not letter.isprintable():
                if out is not None:
                    words.setdefault(out, []).append(word)
                word, out = "", None
                continue
            word += letter
            thing = self.raw.FPDFText_GetTextObject(text, i)
            suspect = suspects.get(addressof(thing.contents)) if thing else None
            if suspect is None:
                continue
            place, box, depth_of = suspect
            left, bottom, right, top = text.get_charbox(i)
            seen = _common(self._mm(left, bottom, right, top), box)
            depth, edge = depth_of(_within(seen, place)) if seen else (0.0, "")
            if depth < -SLIGHT:
                out = id(place)
                places[out] = place
                worst[out] = min(worst.get(out, (0.0, "")), (depth, _turned(edge) if place.turned else edge))
        for key, place in places.items():
            depth, edge = worst[key]
            yield place, Leaving(place.card, " ".join(words[key]), -depth, edge)

    def _texts(self) -> Iterator[_Raw]:
        for i in range(self.raw.FPDFPage_CountObjects(self.page)):
            thing = self.raw.FPDFPage_GetObject(self.page, i)
            if self.raw.FPDFPageObj_GetType(thing) == self.raw.FPDF_PAGEOBJ_TEXT:
                yield thing

    def _bounds(self, thing: _Raw) -> Edges | None:
        if not self.raw.FPDFPageObj_GetBounds(thing, *self.to_sides):
            return None
        left, bottom, right, top = self.sides
        return self._mm(left.value, bottom.value, right.value, top.value)

    def _clipped(self, thing: _Raw) -> tuple[Edges | None, Edges | None]:
        """What the first clip of a text leaves visible, and what its clips leave together, without those that are as
        large as a place. None stands for no clip.
        """
        clip = self.raw.FPDFPageObj_GetClipPath(thing)
        first: Edges | None = None
        own: Edges | None = None
        for path in range(max(0, self.raw.FPDFClipPath_CountPaths(clip))):
            box = self._clip(clip, path)
            if box is None:
                continue
            if first is None:
                first = box
            if not any(_alike(box, whole) for _, whole in self.places):
                own = box if own is None else _common(own, box) or (0.0, 0.0, 0.0, 0.0)
        return first, own

    def _clip(self, clip: _Raw, path: int) -> Edges | None:
        """The box around one path of a clip."""
        x, y = c_float(), c_float()
        points = []
        for i in range(self.raw.FPDFClipPath_CountPathSegments(clip, path)):
            segment = self.raw.FPDFClipPath_GetPathSegment(clip, path, i)
            if self.raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y)):
                points.append((x.value, y.value))
        if not points:
            return None
        across, up = zip(*points, strict=True)
        return self._mm(min(across), min(up), max(across), max(up))

    def _place_of(self, box: Edges) -> Slot | None:
        """The place that the middle of a box lies in."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        for place, (left, top, right, bottom) in self.places:
            if left <= x <= right and top <= y <= bottom:
                return place
        return None

    def _mm(self, left: float, bottom: float, right: float, top: float) -> Edges:
        return left / POINTS, self.height - top / POINTS, right / POINTS, self.height - bottom / POINTS


_EVERYWHERE: Edges = (-1e6, -1e6, 1e6, 1e6)


def _edges(box: Box) -> Edges:
    return box.x, box.y, box.right, box.bottom


def _within(box: Edges, place: Slot) -> Edges:
    """A box as mm from the top left corner of the card at `place`."""
    x, y = place.trim.x, place.trim.y
    return box[0] - x, box[1] - y, box[2] - x, box[3] - y


def _common(one: Edges, other: Edges) -> Edges | None:
    """What two boxes have in common; None where that is nothing."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _alike(one: Edges, other: Edges) -> bool:
    return all(abs(a - b) < SLIGHT for a, b in zip(one, other, strict=True))


def _turned(edge: str) -> str:
    """The edge of a card that lies upside down."""
    return {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}.get(edge, edge)
