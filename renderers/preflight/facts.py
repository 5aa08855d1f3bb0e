"""The facts that checks judge: what the file holds, and what a child process (`measures`) measures of each face."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from builder.games import Game
from builder.games.sizes import Size
from renderers.faces.faces import form_of
from renderers.layout.geometry import Page, Shape
from renderers.layout.plan import Plan, stacks_of
from renderers.preflight.reports import Document, Fault, Limits, Measured
from renderers.typst.kept import Kept
from renderers.typst.typeset import Face, child_environment, command_for, typeset

SAFE_ON_DICE = 1.0  # mm: dice are cut out by hand, along lines that are folded

SECONDS = 60.0
SECONDS_A_FACE = 0.1
MEMORY = 3 * 1024**3  # bytes of address space

PIXELS = (".png", ".jpg", ".jpeg", ".gif", ".webp")


def described(data: bytes, pages: Sequence[Page], standard: str = "") -> Document:
    """What is in a file of these pages: PDF, or HTML, of which only pages and size are told; nothing where it is empty.

    `standard` is the one that it was made to keep.
    """
    if not data:
        return Document(0, 0, ())
    papers = Counter((page.width, page.height) for page in pages)
    sizes = tuple((width, height, count) for (width, height), count in papers.items())
    if not data.startswith(b"%PDF"):
        return Document(len(data), len(pages), sizes)
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
    return Document(len(data), len(pages), sizes, len(images - masks), tuple(sorted(fonts.items())), standard)


def measure(
    game: Game,
    plan: Plan,
    limits: Limits,
    *,
    bleed: float,
    seconds: float | None = None,
    keep: Kept | None = None,
) -> tuple[list[Measured], dict[str, tuple[int, int]], list[Fault]]:
    """What is measured of each face that lies on a page, and the sizes in pixels of the pack's pictures by path.

    Where that could not be done, nothing, and the fault.
    """
    sizes: dict[int, Size] = {}
    for stack in plan.stacks:
        for page in stack.pages:
            sizes.update(dict.fromkeys((slot.card for slot in page.slots), stack.size))
    numbers = sorted(sizes)
    faces = [plan.faces[number] for number in numbers]
    stacks = stacks_of([sizes[number] for number in numbers], bleed)
    root = Path(game.root)
    made = typeset(root, game.definition, faces, stacks, bleed=bleed, output="pdf", seconds=seconds, keep=keep)
    if made.failed:
        return [], {}, [Fault("preflight-stopped", "the faces could not be set one by one, so they were not measured")]
    order = [slot.card for stack in stacks for page in stack.pages for slot in page.slots]
    files = _pictures(root, game, faces)
    job = {
        "parts": [len(part) for part in made.files],
        "faces": [_asked(game, faces[i], sizes[numbers[i]], bleed, limits) for i in order],
        "files": [str(root / file) for file in files],
        "ink": limits.ink or 0,
        "colors": limits.cmyk,
        "seconds": seconds or SECONDS + SECONDS_A_FACE * len(faces),
        "memory": MEMORY,
    }
    answer = _run(job, made.files)
    if answer is None:
        return [], {}, [Fault("preflight-stopped", "measuring the faces took more time or memory than it may")]
    measured = [_measured(faces[i], told) for i, told in zip(order, answer["faces"], strict=True)]
    known = {file: (size[0], size[1]) for file, size in zip(files, answer["files"], strict=True) if size}
    return measured, known, []


def _asked(game: Game, face: Face, size: Size, bleed: float, limits: Limits) -> dict[str, Any]:
    """How a face lies on its page, for the child."""
    shape: Shape = "rectangle"
    safe = limits.safe_zone
    kind = face.context.get("card", {}).get("type")
    if kind is not None:
        form = form_of(game, kind)
        shape = form.shape
        safe = min(safe, SAFE_ON_DICE) if form.kind == "die" else safe
    return {"width": size.width, "height": size.height, "bleed": bleed, "shape": shape, "safe": safe}


def _measured(face: Face, told: dict[str, Any]) -> Measured:
    colors = [((red, green, blue), share) for red, green, blue, share in told["colors"]]
    return Measured(
        face,
        told["outside"],
        told["images"],
        told["most"],
        told["least"],
        (told["at"][0], told["at"][1]),
        told["over"],
        colors,
    )


def _pictures(root: Path, game: Game, faces: Sequence[Face]) -> list[str]:
    """The pictures made of pixels that faces may show, as paths within the pack: their art, then what all share."""
    art = [art_of(face) for face in faces]
    symbols = [symbol.get("image") for symbol in game.definition.get("symbols", {}).values()]
    templates = sorted(path.relative_to(root).as_posix() for path in (root / "templates").rglob("*") if path.is_file())
    return [file for file in dict.fromkeys((*art, *symbols, *templates)) if file and file.lower().endswith(PIXELS)]


def art_of(face: Face) -> str:
    """The path of a face's own picture within its pack; empty where it has none."""
    return str(face.context.get("card", {}).get("art") or "")


def _embedded(font: Any) -> bool:
    if font.get("/Subtype") == "/Type3":  # which is drawn by the file itself
        return True
    descriptor = font.get("/FontDescriptor", {})
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def _run(job: dict[str, Any], parts: Sequence[bytes]) -> dict[str, Any] | None:
    """The child's answer, or None when it had none in time."""
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter, our own module
            command_for("main", "renderers.preflight.measures"),
            input=b"".join((json.dumps(job).encode(), b"\n", *parts)),
            capture_output=True,
            env=child_environment(),
            timeout=job["seconds"],
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0 or not done.stdout:
        return None
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
