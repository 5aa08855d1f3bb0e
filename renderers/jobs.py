"""The messages between Arsenal and the child processes that render: a job as JSON, and the answer to it.

`renderers.typst.child` is the child's side.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NotRequired, TypedDict

from builder.diagnostics import Diagnostic
from builder.diagnostics.encoding import decoded, encoded
from builder.documents.data import Data

RenderFormat = Literal["pdf", "svg", "png", "none"]  # "none": only look for faults
Ink = Literal["full", "low"]  # "low": light grounds and black text

AT_FACE, AT_PAGES = "face", "pages"  # begin the lines on stderr by which a child says what it does next

Lengths = Sequence[float]  # mm, in the order that is said


class FaceJob(TypedDict):
    """A face to draw: the name of its template, the data that the template receives, and the shape that it is cut to
    (`rectangle`, `circle` or `hexagon`).
    """

    id: str
    shape: str
    template: str
    context: Mapping[str, Data]


class SizeJob(TypedDict):
    """The size of all faces of a stack and the bleed around them, in mm."""

    width: float
    height: float
    radius: float
    bleed: float


class PlaceJob(TypedDict):
    """Where a face lies on a page; `face` is its number in the job.

    `box` is in mm: left, top, width and height of the face with its bleed, then left and top of the cut within that.
    `turned` means upside down.
    """

    face: int
    box: Lengths
    turned: bool


class PageJob(TypedDict):
    """A page: its faces, and what else is drawn on it. Lengths are mm.

    `marks` and `folds` are lines (x, y to x, y). `circles` and `solids` are boxes (left, top, width, height). `labels`
    are (x, y, text). `guides` are outlines: a box, a corner radius, the points of a polygon, and whether the line is
    dashed. `corrected` moves the whole page by x and y and turns it by an angle in degrees.
    """

    places: list[PlaceJob]
    marks: NotRequired[list[Lengths]]
    folds: NotRequired[list[Lengths]]
    circles: NotRequired[list[Lengths]]
    solids: NotRequired[list[Lengths]]
    labels: NotRequired[list[tuple[float, float, str]]]
    guides: NotRequired[list[tuple[float, float, float, float, float, Sequence[Lengths], bool]]]
    corrected: NotRequired[Lengths | None]


class StackJob(TypedDict):
    """Pages of one paper, whose faces are all of one size. `paper` is its width and height in mm. `clear` pages have no
    ground, so that they can be laid over others.
    """

    size: SizeJob
    paper: Lengths
    pages: list[PageJob]
    clear: NotRequired[bool]


class ContentJob(TypedDict):
    """What to draw.

    `ppi` are the pixels per inch of a PNG (None: Typst's default), `standard` is a PDF standard such as `a-2b`, or "".
    """

    game: Mapping[str, Data]
    faces: list[FaceJob]
    stacks: list[StackJob]
    output: RenderFormat
    ppi: float | None
    standard: str
    ink: Ink


class RenderJob(ContentJob):
    """What to draw, from which files and within which limits.

    `root` is the pack's folder, `packs` are those of the packs that extend it, by their ids. `folder` is an empty
    folder, the only part of the disk that Typst sees. `fonts` is the folder of the built-in fonts, `cache` the user's
    cache folder if there is one. `font_lines` says for each role of `fonts:` in game.yaml in which line it stands.
    `seconds` (by the clock), `processor_seconds` and `memory` (bytes) are the limits.
    """

    root: str
    packs: Mapping[str, str]
    folder: str
    fonts: str
    cache: str | None
    font_lines: Mapping[str, int]
    seconds: float
    processor_seconds: float
    memory: int


@dataclass(slots=True)
class RenderAnswer:
    """The result of a job: what is wrong, and the files made; `failed` means that there are no files.

    There is one PDF for each stack, or one SVG or PNG for each page. The `subject` of a finding is the number of its
    face in the job, in digits, or "" where no single face is at fault. Paths are relative to the pack's folder.
    """

    findings: list[Diagnostic] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    failed: bool = False

    def to_bytes(self) -> bytes:
        """The answer as bytes: a line of JSON, then the files one after another."""
        head = {
            "findings": [encoded(finding) for finding in self.findings],
            "files": [len(file) for file in self.files],
            "failed": self.failed,
        }
        return b"".join((json.dumps(head).encode(), b"\n", *self.files))

    @classmethod
    def from_bytes(cls, data: bytes) -> RenderAnswer:
        """Read what `to_bytes` wrote. Raises ValueError for anything else."""
        line, _, body = data.partition(b"\n")
        head = json.loads(line)
        files, start = [], 0
        for length in head["files"]:
            files.append(body[start : start + length])
            start += length
        return cls([decoded(finding) for finding in head["findings"]], files, head["failed"])
