"""Runs the worker that renders templates: in a process of its own, with limits on time and memory, without network.

A job says what to render; nothing but its findings and the files made comes back.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from builder.diagnostics import Diagnostic, Span
from builder.games.sizes import Size
from builder.storage.resources import cache_folder
from renderers.layout.geometry import Page
from renderers.typst.fonts import font_files
from renderers.typst.kept import Kept, name_for

Output = Literal["pdf", "svg", "png", "none"]

Ran = tuple[int, bytes, bytes] | None  # a worker's exit code, output and last words, or None when it took too long
Run = Callable[[dict[str, Any]], Ran]
Told = Callable[[int, int], None]  # how many more faces are done, of how many in all; called from any thread

SECONDS = 60.0  # for a job, and more for each face, so that a large print is no endless loop
SECONDS_A_FACE = 0.1
MEMORY = 4 * 1024**3  # bytes of address space; threads and files mapped count in full
THREADS = 4
SHARE = 500  # faces that one process renders; more are shared out among several, so that memory stays bounded
AT_ONCE = 2  # such processes

FONTS = ("Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt", "Black")
NO_PROXY_LEADS_ANYWHERE = "http://127.0.0.1:0"  # Typst's downloader obeys it; nothing can listen at port 0


@dataclass(frozen=True, slots=True)
class Face:
    """A picture of a card's size: the template that draws it and what the template is told.

    `id` is the card's, or another word that names the face; it seeds drawn art.
    """

    id: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stack:
    """Pages of one paper size whose faces are all of one size. Their slots count the faces of the whole job from 0."""

    size: Size
    pages: list[Page]


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a face, or of the whole job where `face` is empty."""

    face: str
    diagnostic: Diagnostic


@dataclass(frozen=True, slots=True)
class Typeset:
    """The files made and what is wrong: a PDF for each stack, or an SVG or PNG a page. None when the job `failed`."""

    files: list[bytes]
    findings: list[Finding]
    failed: bool
    raw: list[dict[str, Any]] = field(default_factory=list)  # the findings as the worker wrote them


def typeset(
    root: Path,
    game: dict[str, Any],
    faces: list[Face],
    stacks: list[Stack],
    *,
    bleed: float,
    output: Output,
    ppi: float | None = None,
    standard: str = "",
    seconds: float | None = None,
    keep: Kept | None = None,
    run: Run | None = None,
    told: Told | None = None,
) -> Typeset:
    """Render `faces` and set them on the pages of the stacks; a face belongs to one stack's size.

    `root` is the pack's folder and `game` its game.yaml. `output` "none" only looks for faults. `standard` is one that
    PDFs keep, such as `a-2b`. `seconds` is the limit for each process. What `keep` has is not rendered again.
    `run` does jobs, in a process of their own each by default. `told` hears how far a large one is.
    """
    common = _common(root, game) if keep else ""

    def one(faces: list[Face], stacks: list[Stack]) -> Typeset:
        content = _content(game, faces, stacks, bleed, output, ppi, standard)
        return _done(root, faces, content, common, seconds=seconds, keep=keep, run=run or _run)

    tell = told or _tell_nobody
    tell(0, len(faces))
    shares = _shares(faces, stacks)
    if len(shares) == 1:
        return one(faces, stacks)

    def share_of(share: _Share) -> Typeset:
        made = one([faces[i] for i in share.faces], share.stacks)
        tell(len(share.faces), len(faces))
        return made

    with ThreadPoolExecutor(AT_ONCE) as at_once:
        parts = list(at_once.map(share_of, shares))
    if failed := next((part for part in parts if part.failed), None):
        return failed
    raw = [
        {**finding, "face": finding["face"] if finding["face"] is None else share.faces[finding["face"]]}
        for share, part in zip(shares, parts, strict=True)
        for finding in part.raw
    ]
    files = [file for part in parts for file in part.files]
    return Typeset(files, [_found(finding, faces, root) for finding in raw], failed=False, raw=raw)


@dataclass(frozen=True, slots=True)
class _Share:
    """A part of a large job: some of its faces, by their numbers there, and pages that count only these."""

    faces: list[int]
    stacks: list[Stack]


def _shares(faces: list[Face], stacks: list[Stack]) -> list[_Share]:
    """The job in shares of pages, about as large as one another, of so few faces that a process needs little memory."""
    if len(faces) <= SHARE:
        return [_Share(list(range(len(faces))), stacks)]
    enough = math.ceil(len(faces) / math.ceil(len(faces) / SHARE))
    shares: list[_Share] = []
    numbers: dict[int, int] = {}
    for stack in stacks:
        begun = None  # the share that has a part of this stack
        for page in stack.pages:
            if not shares or len(numbers) >= enough:
                shares.append(_Share([], []))
                numbers = {}
            share = shares[-1]
            for slot in page.slots:
                if slot.card not in numbers:
                    numbers[slot.card] = len(share.faces)
                    share.faces.append(slot.card)
            if share is not begun:
                share.stacks.append(Stack(stack.size, []))
                begun = share
            slots = tuple(replace(slot, card=numbers[slot.card]) for slot in page.slots)
            share.stacks[-1].pages.append(replace(page, slots=slots))
    return shares


def _done(
    root: Path,
    faces: list[Face],
    content: dict[str, Any],
    common: str,
    *,
    seconds: float | None,
    keep: Kept | None,
    run: Run,
) -> Typeset:
    """What comes of a share of a job, done in one process. `common` names what its faces may be drawn from."""
    limit = seconds or SECONDS + SECONDS_A_FACE * len(faces)
    name = name_for(content, _art(root, faces), common) if keep else ""
    if keep and (known := keep.get(name)):
        return _answer(known, faces, root)
    cache = cache_folder()
    with _workplace() as (folder, fonts):
        job = {
            **content,
            "root": str(root),
            "folder": str(folder),
            "fonts": str(fonts),
            "cache": str(cache / "templates") if cache else None,
            "seconds": limit,
            "memory": MEMORY,
        }
        result = run(job)
    made = _read(result, faces, root, limit)
    if keep and result and not made.failed:
        keep.put(name, result[1])
        keep.prune()
    return made


def typeset_each(
    root: Path,
    game: dict[str, Any],
    pictures: Sequence[tuple[list[Face], Stack]],
    *,
    bleed: float,
    output: Output,
    ppi: float | None = None,
    seconds: float | None = None,
    keep: Kept | None = None,
    run: Run | None = None,
) -> list[Typeset]:
    """Pictures of one page each, all rendered in one go but for those that `keep` has.

    A picture is its faces and a stack of its page, whose slots count those faces. Where the job fails, all that were
    not there yet fail with it. `run` does the job, in a process of its own by default.
    """
    found: dict[int, Typeset] = {}
    names: dict[int, str] = {}
    common = name_for([bleed, output, ppi], within=_common(root, game)) if keep else ""
    for number, (faces, stack) in enumerate(pictures):
        if keep:
            drawn = [[_face(face) for face in faces], _stack(stack, bleed)]
            names[number] = name_for(drawn, _art(root, faces), common)
            if known := keep.get(names[number]):
                found[number] = _answer(known, faces, root)
    missing = [number for number in range(len(pictures)) if number not in found]
    if missing:
        faces, stacks, order = _together([pictures[number] for number in missing])
        made = typeset(root, game, faces, stacks, bleed=bleed, output=output, ppi=ppi, seconds=seconds, run=run)
        first = 0
        for place, number in enumerate(missing):
            own = pictures[number][0]
            found[number] = made if made.failed else _alone(made, order.index(place), first, own, root)
            first += len(own)
            if keep and not made.failed:
                keep.put(names[number], _written(found[number]))
        if keep:
            keep.prune()
    return [found[number] for number in range(len(pictures))]


def _content(
    game: dict[str, Any],
    faces: list[Face],
    stacks: list[Stack],
    bleed: float,
    output: Output,
    ppi: float | None,
    standard: str = "",
) -> dict[str, Any]:
    """The part of a job that says what to draw."""
    return {
        "game": game,
        "faces": [_face(face) for face in faces],
        "stacks": [_stack(stack, bleed) for stack in stacks],
        "output": output,
        "ppi": ppi,
        "standard": standard,
    }


def _common(root: Path, game: dict[str, Any]) -> str:
    """The name of what all faces of a game may be drawn from: its words, its templates, its symbols."""
    files = [path for path in (root / "templates").rglob("*") if path.is_file()]
    files += font_files(root)
    files += [root / symbol["image"] for symbol in game.get("symbols", {}).values() if symbol.get("image")]
    return name_for([str(root), game], files)


def _art(root: Path, faces: list[Face]) -> list[Path]:
    return [root / art for face in faces if (art := face.context.get("card", {}).get("art"))]


def command_for(entry: str, module: str = "renderers.typst.worker") -> list[str]:
    """The command that starts a child at a function of a module, the worker's by default, in `child_environment()`."""
    paths = [path for path in sys.path if path]
    start = f"import sys; sys.path[:] = {paths!r}; from {module} import {entry}; {entry}()"
    return [sys.executable, "-I", "-c", start]


def _run(job: dict[str, Any]) -> Ran:
    """Do a job in a process of its own."""
    with subprocess.Popen(  # noqa: S603 - our own interpreter, our own module
        command_for("main"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment(),
    ) as process:
        try:
            out, err = process.communicate(json.dumps(job).encode(), timeout=job["seconds"])
        except subprocess.TimeoutExpired:
            return None
        finally:
            process.kill()  # also after Ctrl-C
    return process.returncode, out, err


def child_environment() -> dict[str, str]:
    """The child's environment: no way to the network, few threads, and what the system itself needs."""
    kept = {
        key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG") if key in os.environ
    }
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), NO_PROXY_LEADS_ANYWHERE)
    threads = str(min(THREADS, os.cpu_count() or 1))
    return {
        **kept,
        **proxies,
        **{key.upper(): value for key, value in proxies.items()},
        "RAYON_NUM_THREADS": threads,
        "MALLOC_ARENA_MAX": threads,
    }


def _read(result: Ran, faces: list[Face], root: Path, seconds: float) -> Typeset:
    if result is None or result[0] == -getattr(signal, "SIGALRM", 0):
        return _stopped(
            "template-limit",
            f"the templates took more than {seconds:.0f} s and were stopped",
            "look for a loop or a recursion that does not end; print fewer cards at a time",
        )
    code, out, err = result
    if code != 0 or not out:
        if b"MemoryError" in err or b"memory allocation" in err or b"out of memory" in err.lower():
            return _stopped(
                "template-limit", "the templates need more memory than they may use", "print fewer cards at a time"
            )
        last = err.decode("utf-8", "replace").strip().splitlines()[-1:] or [f"exit code {code}"]
        return _stopped("renderer-crash", f"the renderer stopped unexpectedly: {last[0][:300]}", "")
    return _answer(out, faces, root)


def _answer(out: bytes, faces: list[Face], root: Path) -> Typeset:
    """What the worker wrote: a line of JSON, then the files."""
    head, _, body = out.partition(b"\n")
    answer = json.loads(head)
    files, start = [], 0
    for length in answer["files"]:
        files.append(body[start : start + length])
        start += length
    return Typeset(
        files, [_found(raw, faces, root) for raw in answer["findings"]], answer["failed"], answer["findings"]
    )


def _together(pictures: Sequence[tuple[list[Face], Stack]]) -> tuple[list[Face], list[Stack], list[int]]:
    """The pictures' faces, their pages in stacks of one size and paper, and which picture each page is."""
    faces: list[Face] = []
    stacks: dict[tuple[Size, float, float], tuple[Stack, list[int]]] = {}
    for number, (own, picture) in enumerate(pictures):
        (page,) = picture.pages
        slots = tuple(replace(slot, card=len(faces) + slot.card) for slot in page.slots)
        key = (picture.size, page.width, page.height)
        stack, order = stacks.setdefault(key, (Stack(picture.size, []), []))
        stack.pages.append(replace(page, slots=slots))
        order.append(number)
        faces += own
    return faces, [stack for stack, _ in stacks.values()], [n for _, order in stacks.values() for n in order]


def _alone(made: Typeset, page: int, first: int, faces: list[Face], root: Path) -> Typeset:
    """One picture of many: its page's file, and what is wrong with its faces, which are counted from `first`."""
    raw = [
        {**finding, "face": finding["face"] - first}
        for finding in made.raw
        if finding["face"] is not None and first <= finding["face"] < first + len(faces)
    ]
    files = [made.files[page]] if made.files else []
    return Typeset(files, [_found(finding, faces, root) for finding in raw], failed=False, raw=raw)


def _written(made: Typeset) -> bytes:
    """What the worker would have written of this alone."""
    head = {"findings": made.raw, "failed": made.failed, "files": [len(file) for file in made.files]}
    return json.dumps(head).encode() + b"\n" + b"".join(made.files)


def _stopped(code: str, message: str, help_: str) -> Typeset:
    return Typeset([], [Finding("", Diagnostic(code, message, help=help_))], failed=True)


def _found(raw: dict[str, Any], faces: list[Face], root: Path) -> Finding:
    face = faces[raw["face"]].id if raw["face"] is not None else ""
    message = f"{face}: {raw['message']}" if face else raw["message"]
    line, column = raw["line"], raw["column"]
    span = Span(str(root / raw["path"]), line, column, line, column + raw["length"]) if raw["path"] else None
    return Finding(face, Diagnostic(raw["code"], message, span, raw["help"]))


def _tell_nobody(done: int, of: int) -> None:
    """What a job without an audience reports to."""


def _face(face: Face) -> dict[str, Any]:
    return {"id": face.id, "template": face.template, "context": face.context}


def _stack(stack: Stack, bleed: float) -> dict[str, Any]:
    size, pages = stack.size, stack.pages
    return {
        "size": {**asdict(size), "bleed": bleed},
        "paper": [pages[0].width, pages[0].height] if pages else [size.width, size.height],
        "pages": [_page(page) for page in pages],
    }


def _page(page: Page) -> dict[str, Any]:
    places = []
    for slot in page.slots:
        trim, bleed = slot.trim, slot.bleed
        box = [bleed.x, bleed.y, bleed.width, bleed.height, trim.x - bleed.x, trim.y - bleed.y]
        places.append({"face": slot.card, "box": box, "turned": slot.turned})
    return {
        "places": places,
        "marks": [[m.x1, m.y1, m.x2, m.y2] for m in page.marks],
        "folds": [[m.x1, m.y1, m.x2, m.y2] for m in page.folds],
        "circles": [[c.x, c.y, c.width, c.height] for c in page.circles],
        "labels": [[label.x, label.y, label.text] for label in page.labels],
        "solids": [[s.x, s.y, s.width, s.height] for s in page.solids],
        "guides": [[g.box.x, g.box.y, g.box.width, g.box.height, g.radius, g.points, g.dashed] for g in page.guides],
        "corrected": [*page.shift, page.turn] if page.turn or any(page.shift) else None,
    }


@contextmanager
def _workplace() -> Iterator[tuple[Path, Path]]:
    """Two passing folders: an empty one, which becomes all of the disk that Typst sees, and one with the fonts to use.

    The font package holds each font as OTF and as TTF, and the order in which a system lists them would decide
    which is used: so the chosen ones are put in a folder of their own.
    """
    with tempfile.TemporaryDirectory(prefix="arsenal-", ignore_cleanup_errors=True) as folder:
        seen, fonts = Path(folder, "seen"), Path(folder, "fonts")
        seen.mkdir()
        fonts.mkdir()
        for style in FONTS:
            source = _font_files() / f"SourceSansPro-{style}.ttf"
            target = fonts / source.name
            with suppress(OSError):  # systems without links, or without the right to make them
                target.symlink_to(source)
            if not target.exists():
                shutil.copyfile(source, target)
        yield seen, fonts


def _font_files() -> Path:
    """The folder of the font package, found without running it."""
    spec = find_spec("font_source_sans_pro")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the package font-source-sans-pro is not installed")
    return Path(spec.origin).with_name("files")
