"""The calibration sheet shows how far a duplex printer misplaces backs. All lengths are mm.

The front has a scale at the middle of each edge, the back a line behind the zero of each scale. Held against the light,
the line points at the number to correct by.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

from builder.diagnostics import UsageError
from builder.games import Game
from builder.games.sizes import Size
from renderers.layout.pages import Label, Line, Page, Paper, Stack, in_words, paper_size
from renderers.layout.words import Flip, Orientation
from renderers.outputs.documents import joined
from renderers.typst.jobs import TypesetJob
from renderers.typst.typesetting import typeset

REACH = 5  # mm to either side of a scale's zero
EDGE = 15.0  # from the paper's edge to a scale
TICK = {0: 5.0, 5: 4.0}  # lengths of the ticks at zero and at multiples of five; of others below
WHOLE, HALF = 3.0, 1.8
LEAST = (146.0, 80.0)  # a smaller paper's width or height has no room for the words between the scales


@dataclass(frozen=True, slots=True)
class _Scale:
    """A scale at the middle of an edge: where its zero is, whether it is horizontal, and the sign of its numbers."""

    name: str
    x: float
    y: float
    across: bool
    sign: int


def calibration_pages(paper: Paper, flip: Flip = "long-edge") -> list[Page]:
    """The front and the back of the sheet, for paper that is turned over at that edge.

    The scales at the top and bottom show X of `--back-offset`, those at the sides show Y. A back that is turned is off
    by different amounts at opposite edges; the sheet says how to compute the angle.
    """
    width, height = paper.width, paper.height
    sideways = (flip != "short-edge") == (width <= height)
    # Seen through the paper, what lies too far to the right on the front lies too far to the left on a back that was
    # turned over sideways, and needs to move to the right.
    across, down = (1, -1) if sideways else (-1, 1)
    scales = [
        _Scale("A", width / 2, EDGE, True, across),
        _Scale("B", width / 2, height - EDGE, True, across),
        _Scale("C", EDGE, height / 2, False, down),
        _Scale("D", width - EDGE, height / 2, False, down),
    ]
    marks = tuple(line for scale in scales for line in _ticks(scale))
    degrees = math.degrees(1 / (width - 2 * EDGE))
    one, other = ("C", "D") if sideways else ("D", "C")
    words = [
        "Print on both sides at 100 %, turned over at the "
        + ("short" if flip == "short-edge" else "long")
        + " edge, and hold this side against the light.",
        "On each scale, read where the line of the back falls. X is the middle of A and B, Y that of C and D:",
        "--back-offset X,Y",
        f"If C and D differ, the back is turned: --back-rotation is ({one} - {other}) x {degrees:.3f}",
    ]
    labels = [label for scale in scales for label in _numbers(scale)]
    labels += [Label(width / 2 - 50, height / 2 - 12 + 6 * n, text) for n, text in enumerate(words)]
    front = Page(width, height, (), marks, labels=tuple(labels))
    return [front, Page(width, height, (), tuple(_behind(scale, paper, sideways) for scale in scales), back=True)]


def calibration_sheet(
    paper: str,
    flip: Flip = "long-edge",
    *,
    orientation: Orientation = "auto",
    offset: tuple[float, float] = (0.0, 0.0),
    rotation: float = 0.0,
) -> bytes:
    """The sheet as PDF, with the back moved by `offset` and turned by `rotation` degrees, as backs of cards would be.

    Raises UsageError where the paper is unknown or too small.
    """
    size = paper_size(paper)
    if (orientation == "landscape") != (size.width > size.height) and orientation != "auto":
        size = Paper(size.height, size.width)
    if size.width < LEAST[0] or size.height < LEAST[1]:
        raise UsageError.of("paper", "scales", paper=in_words(size.width, size.height), least=in_words(*LEAST))
    front, back = calibration_pages(size, flip)
    pages = [front, replace(back, shift=offset, turn=rotation)]
    name = "Calibration sheet"
    nothing = Path(__file__).with_name("nothing")  # a game needs a pack's folder, but nothing in it is used
    game = Game("calibration", name, definition={"id": "calibration", "name": name}, root=nothing)
    job = TypesetJob(game, [], [Stack(Size(size.width, size.height, 0), pages)], "pdf")
    return joined(typeset(job).files, pages)


def _ticks(scale: _Scale) -> list[Line]:
    lines = []
    for half in range(-2 * REACH, 2 * REACH + 1):
        at = half / 2
        long = HALF if half % 2 else TICK.get(abs(half) // 2, WHOLE)
        if scale.across:
            lines.append(Line(scale.x + at, scale.y - long, scale.x + at, scale.y))
        else:
            lines.append(Line(scale.x - long, scale.y + at, scale.x, scale.y + at))
    return lines


def _numbers(scale: _Scale) -> list[Label]:
    labels = []
    for at in range(-REACH, REACH + 1):
        text = str(at * scale.sign)
        if at % 5:
            continue
        if scale.across:
            labels.append(Label(scale.x + at - 0.5 * len(text), scale.y - 5.5, text))
        else:
            labels.append(Label(scale.x - 6.0 - 1.1 * len(text), scale.y + at + 0.7, text))
    name = Label(scale.x - REACH - 4, scale.y, scale.name) if scale.across else Label(
        scale.x - 3, scale.y - REACH - 2, scale.name
    )  # fmt: skip
    return [*labels, name]


def _behind(scale: _Scale, paper: Paper, sideways: bool) -> Line:
    """The line on the back that lies behind the zero of a scale."""
    x, y = scale.x, scale.y
    line = Line(x, y, x, y + 8) if scale.across else Line(x, y, x + 8, y)
    if sideways:
        return Line(paper.width - line.x1, line.y1, paper.width - line.x2, line.y2)
    return Line(line.x1, paper.height - line.y1, line.x2, paper.height - line.y2)
