"""What a process that renders is asked for and what it answers, as JSON and bytes: see `renderers.typst.child`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NotRequired, TypedDict

from builder.diagnostics import Diagnostic
from builder.diagnostics.encoding import decoded, encoded
from builder.documents.data import Data

RenderFormat = Literal["pdf", "svg", "png", "none"]  # "none": only look for faults

Lengths = Sequence[float]  # mm, in the order that is said


class FaceJob(TypedDict):
    """A face: the template that draws it and what the template is told."""

    id: str
    template: str
    context: Mapping[str, Data]


class SizeJob(TypedDict):
    """The size of the faces of a stack, in mm."""

    width: float
    height: float
    radius: float
    bleed: float


class PlaceJob(TypedDict):
    """Where a face, by its number in the job, lies on a page.

    `box` is the left and top of what is printed, its width and height, and the left and top of the cut within it.
    """

    face: int
    box: Lengths
    turned: bool


class PageJob(TypedDict):
    """A page: faces in their places, and what is drawn beside them.

    `marks` and `folds` are lines from x, y to x, y. `circles` and `solids` are boxes: left, top, width and height. A
    label is x, y and words. A guide is a box, the radius of its corners, the points of a polygon, and whether it is
    dashed. `corrected` moves the page by x and y, and turns it by so many degrees.
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
    """Pages of one paper (its width and height), whose faces are of one size."""

    size: SizeJob
    paper: Lengths
    pages: list[PageJob]


class ContentJob(TypedDict):
    """What is drawn. `ppi` counts for PNG only; None leaves it to Typst. `standard` is one that PDFs keep, or ""."""

    game: Mapping[str, Data]
    faces: list[FaceJob]
    stacks: list[StackJob]
    output: RenderFormat
    ppi: float | None
    standard: str


class RenderJob(ContentJob):
    """What is drawn, from which files and within which limits.

    `root` is the pack's folder, `folder` an empty one, all of the disk that Typst sees; `fonts` has the built-in fonts
    and `cache` the user's caches, None for none. `font_lines` are the lines of game.yaml that name the fonts, by their
    roles. `seconds` and `memory` (bytes) are limits.
    """

    root: str
    folder: str
    fonts: str
    cache: str | None
    font_lines: Mapping[str, int]
    seconds: float
    memory: int


@dataclass(slots=True)
class RenderAnswer:
    """What became of a job: what is wrong, the files made, and whether it had to stop.

    A file is a PDF for each stack, or an SVG or PNG for each page. The `subject` of a finding is the number of its
    face, as digits, and "" where the whole job is at fault; paths lead from the pack's folder.
    """

    findings: list[Diagnostic] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    failed: bool = False

    def to_bytes(self) -> bytes:
        """The answer as it is sent and kept: a line of JSON, then the files."""
        head = {
            "findings": [encoded(finding) for finding in self.findings],
            "files": [len(file) for file in self.files],
            "failed": self.failed,
        }
        return b"".join((json.dumps(head).encode(), b"\n", *self.files))

    @classmethod
    def from_bytes(cls, data: bytes) -> RenderAnswer:
        """The answer that was made into these bytes. Raises ValueError for others."""
        line, _, body = data.partition(b"\n")
        head = json.loads(line)
        files, start = [], 0
        for length in head["files"]:
            files.append(body[start : start + length])
            start += length
        return cls([decoded(finding) for finding in head["findings"]], files, head["failed"])
