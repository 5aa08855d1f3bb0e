"""Describes what to typeset, and turns it into the part of a job that says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.games import Game
from renderers.faces.faces import PrintedFace
from renderers.jobs import ContentJob, FaceJob, Ink, PageJob, PlaceJob, RenderFormat, StackJob
from renderers.layout.pages import Page, Stack


@dataclass(frozen=True, slots=True)
class TypesetJob:
    """What to typeset: faces of a game on the pages of stacks, whose slots hold numbers of these faces.

    All faces on a stack are of its size. `bleed` is in mm around each face. `output` "none" only looks for faults.
    `ppi` are the pixels per inch of a PNG. `standard` is a PDF standard such as `a-2b`, or "".
    """

    game: Game
    faces: Sequence[PrintedFace]
    stacks: Sequence[Stack]
    output: RenderFormat
    bleed: float = 0.0
    ppi: float | None = None
    standard: str = ""


def content_of(job: TypesetJob, ink: Ink = "full") -> ContentJob:
    """What to draw, for a child process."""
    return {
        "game": job.game.definition,
        "faces": [face_job(face, job.game) for face in job.faces],
        "stacks": [stack_job(stack, job.bleed) for stack in job.stacks],
        "output": job.output,
        "ppi": job.ppi,
        "standard": job.standard,
        "ink": ink,
    }


def face_job(face: PrintedFace, game: Game) -> FaceJob:
    """A face, for a child process."""
    type_id = face.card.get("type")
    shape = game.type_of(type_id).shape if isinstance(type_id, str) else "rectangle"
    return {"id": face.id, "shape": shape, "template": face.template, "context": face.context}


def stack_job(stack: Stack, bleed: float) -> StackJob:
    """A stack whose faces have `bleed` mm around them unless it says otherwise, for a child process."""
    size, pages = stack.size, stack.pages
    around = bleed if stack.bleed is None else stack.bleed
    job: StackJob = {
        "size": {"width": size.width, "height": size.height, "radius": size.radius, "bleed": around},
        "paper": [pages[0].width, pages[0].height] if pages else [size.width, size.height],
        "pages": [_page(page) for page in pages],
    }
    return {**job, "clear": True} if stack.clear else job


def _page(page: Page) -> PageJob:
    places: list[PlaceJob] = []
    for slot in page.slots:
        trim, bleed = slot.trim, slot.bleed
        box = [bleed.x, bleed.y, bleed.width, bleed.height, trim.x - bleed.x, trim.y - bleed.y]
        places.append({"face": slot.card, "box": box, "turned": slot.turned})
    return {
        "places": places,
        "marks": [[m.x1, m.y1, m.x2, m.y2] for m in page.marks],
        "folds": [[m.x1, m.y1, m.x2, m.y2] for m in page.folds],
        "circles": [[c.x, c.y, c.width, c.height] for c in page.circles],
        "labels": [(label.x, label.y, label.text) for label in page.labels],
        "solids": [[s.x, s.y, s.width, s.height] for s in page.solids],
        "guides": [(g.box.x, g.box.y, g.box.width, g.box.height, g.radius, g.points, g.dashed) for g in page.guides],
        "corrected": [*page.shift, page.turn] if page.turn or any(page.shift) else None,
    }
