"""What preflight judges: facts about the file, and what a child process (`measures`) measures of each face."""

from __future__ import annotations

import json
import pickle
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from builder.games import Game
from builder.games.sizes import Size
from builder.words import words_here
from renderers.faces.faces import PrintedFace
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Page
from renderers.layout.plan import SheetPlan, stacks_of
from renderers.preflight.colors import RGB, Lab, tuple3
from renderers.preflight.measures import MeasureAnswer, MeasureJob
from renderers.preflight.reports import FileFacts, Measured, PreflightFinding, PrintLimits
from renderers.typst.cachekeys import files_of, pictures
from renderers.typst.jobs import RenderOptions, TypesetJob
from renderers.typst.processes import child_environment, command_for, inherited
from renderers.typst.typesetting import typeset

if TYPE_CHECKING:
    import pikepdf

SAFE_ON_DICE = 1.0  # mm: dice are cut out by hand, along lines that are folded

SECONDS = 60.0
SECONDS_A_FACE = 0.1
MEMORY = 3 * 1024**3  # bytes of address space

PIXELS = (".png", ".jpg", ".jpeg", ".gif", ".webp")


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured: the faces; the pack's pictures (by path, in pixels); main colours as the press prints them
    (in CIELAB). All are empty where `stopped` says why nothing could be measured.
    """

    faces: list[Measured] = field(default_factory=list)
    pictures: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    printed: Mapping[RGB, Lab] = field(default_factory=dict)
    stopped: list[PreflightFinding] = field(default_factory=list)


def file_facts(data: bytes, pages: Sequence[Page], standard: str = "") -> FileFacts:
    """What a file of these pages contains; of HTML only its pages and its size, of an empty file nothing.

    `standard` is the PDF standard that it was made for.
    """
    if not data:
        return FileFacts(0, 0, ())
    papers = Counter((page.width, page.height) for page in pages)
    sizes = tuple((width, height, count) for (width, height), count in papers.items())
    if not data.startswith(b"%PDF"):
        return FileFacts(len(data), len(pages), sizes)
    import pikepdf  # slow to import

    fonts: dict[str, bool] = {}
    images, masks = set(), set()
    with pikepdf.open(BytesIO(data)) as pdf:
        for thing in pdf.objects:
            if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                continue
            if thing.get("/Subtype") == "/Image":
                images.add(thing.objgen)
                if (mask := thing.get("/SMask")) is not None:
                    masks.add(mask.objgen)
            # A composite font's parts are fonts of their own.
            elif thing.get("/Type") == "/Font" and thing.get("/Subtype") != "/Type0":
                name = str(thing.get("/BaseFont", "(unnamed)")).lstrip("/").rpartition("+")[2]
                fonts[name] = _embedded(thing) and fonts.get(name, True)
    return FileFacts(len(data), len(pages), sizes, len(images - masks), tuple(sorted(fonts.items())), standard)


def measure(game: Game, plan: SheetPlan, layout: SheetOptions, options: RenderOptions) -> Measures:
    """Measure each face that lies on a page."""
    limits = PrintLimits.of(layout)
    sizes: dict[int, Size] = {}
    for page in plan.pages:
        sizes.update({slot.card: plan.sizes[slot.card].size for slot in page.slots})
    numbers = sorted(sizes)
    faces = [plan.faces[number] for number in numbers]
    stacks = stacks_of([sizes[number] for number in numbers], layout.bleed)
    result = typeset(TypesetJob(game, faces, stacks, "pdf"), replace(options, progress=None))
    if result.failed:
        return Measures(stopped=[_stopped("stopped.setting")])
    order = [slot.card for stack in stacks for page in stack.pages for slot in page.slots]
    files = _pictures(game, faces)
    job = MeasureJob(
        result.files,
        stacks,
        [(face.shape, _safe_zone(game, face, limits)) for face in faces],
        layout.press.data if layout.press else b"",
        list(files.values()),
        limits.ink or 0,
        limits.cmyk,
        options.time_limit or SECONDS + SECONDS_A_FACE * len(faces),
        MEMORY,
    )
    answer = _run(job)
    if answer is None:
        return Measures(stopped=[_stopped("stopped.measuring")])
    measured = [_measured(faces[i], of) for i, of in zip(order, answer["faces"], strict=True)]
    known = {file: (size[0], size[1]) for file, size in zip(files, answer["files"], strict=True) if size}
    return Measures(measured, known, {_rgb(color): tuple3(lab) for color, lab in answer["printed"]})


def _rgb(parts: Sequence[int]) -> RGB:
    red, green, blue = parts
    return red, green, blue


def _stopped(why: str) -> PreflightFinding:
    return PreflightFinding.of("preflight-stopped", words_here("faces")(why))


def _safe_zone(game: Game, face: PrintedFace, limits: PrintLimits) -> float:
    """How far inside its cut the texts of a face are safe, in mm."""
    type_id = face.card.get("type")
    is_die = isinstance(type_id, str) and game.type_of(type_id).form == "die"
    return min(limits.safe_zone, SAFE_ON_DICE) if is_die else limits.safe_zone


def _measured(face: PrintedFace, of: Mapping[str, Any]) -> Measured:
    return Measured(**{**of, "colors": [(_rgb(color), share) for color, share in of["colors"]]}, face=face)


def _pictures(game: Game, faces: Sequence[PrintedFace]) -> dict[str, str]:
    """The pictures made of pixels that faces may show, their art first: by path in the pack, what is opened."""
    there = files_of(game)
    named = pictures((*(face.art for face in faces), *(symbol.image for symbol in game.symbols.values())), there)
    named |= {name: file for name, file in there.items() if name.startswith("templates/")}
    return {name: file.path for name, file in named.items() if file and file.path and name.lower().endswith(PIXELS)}


def _embedded(font: pikepdf.Object) -> bool:
    if font.get("/Subtype") == "/Type3":  # which is drawn by the file itself
        return True
    descriptor = font.get("/FontDescriptor")
    return descriptor is not None and any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def _run(job: MeasureJob) -> MeasureAnswer | None:
    """The answer of the child process; None where it failed or took too long."""
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter, our own module
            command_for("main", "renderers.preflight.measures"),
            input=pickle.dumps(job),
            capture_output=True,
            env=child_environment(),
            pass_fds=inherited(),
            timeout=job.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0 or not done.stdout:
        return None
    answer: MeasureAnswer = json.loads(done.stdout)
    return answer
