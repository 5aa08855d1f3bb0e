"""The child process that renders templates of strangers: reads jobs on stdin, answers each on stdout.

It reads only files of the pack and of this package. Typst is given those files and has no access to the disk.
`renderers.typst.jobs` describes job and answer; `renderers.typst.processes` starts the process.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from builder.documents.data import mapping, text
from renderers.layout.pages import Stack
from renderers.templating.boxes import BoxScope
from renderers.templating.drawings import with_light_drawings
from renderers.templating.packfiles import BUILT_IN, KIT, PackFiles
from renderers.templating.rendering import FaceRenderer, with_symbol_files
from renderers.templating.sandbox import RenderError
from renderers.typst.compiling import StackCompiler, missing_glyphs
from renderers.typst.errors import TypstErrors
from renderers.typst.fonts import load
from renderers.typst.jobs import AT_FACE, AT_PAGES, RenderJob, TypesetFiles, face_fault
from renderers.typst.lifeline import limit, without_alarm


def serve() -> None:
    """Do jobs until stdin ends. Each is a line with its length in bytes, then a pickle; so is each answer, in bytes."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this process at once, even inside Typst
    gc.disable()  # during a job; garbage is collected between jobs
    import typst  # noqa: F401 - takes the longest to load, so before the first job comes

    jobs, out = sys.stdin.buffer, sys.stdout.buffer
    while line := jobs.readline():
        job: RenderJob = pickle.loads(jobs.read(int(line)))  # noqa: S301 - from the process that started this one
        limit(job.memory, job.seconds, job.processor_seconds)
        answer = _answer(job)
        without_alarm()
        out.write(b"%d\n" % len(answer) + answer)
        out.flush()
        gc.collect()
    os._exit(0)  # what Typst remembers needs no freeing piece by piece


def _answer(job: RenderJob) -> bytes:
    """The answer to a job, as bytes."""
    try:
        answer = run(job)
    except RenderError as error:
        answer = TypesetFiles([], [error.diagnostic], failed=True)
    except MemoryError:
        answer = TypesetFiles([], [face_fault("template-limit", "templates")], failed=True)
    return answer.to_bytes()


def run(job: RenderJob) -> TypesetFiles:
    """Render the faces, compile the pages, and collect what is wrong. Raises RenderError for a fault that stops the
    job.
    """
    pack = PackFiles(Path(job.root), {pack_id: Path(folder) for pack_id, folder in job.packs.items()})
    roles = {role: text(family) for role, family in mapping(job.game.get("fonts")).items()}
    own_fonts = Path(job.folder).with_name("pack-fonts")
    fonts = load(pack.listed.values(), roles, job.font_lines, job.fonts, own_fonts)
    game = with_symbol_files(job.game, pack)
    sizes = {face: _measures(stack) for stack in job.stacks for face in stack.faces}
    cache = Path(job.cache) if job.cache else None
    scope = BoxScope(mapping(game.get("symbols")), fonts.roles, fonts.families, fonts.instead_of, pack.attach)
    faces = FaceRenderer(game, job.faces, sizes, pack, scope, cache, job.ink, on_face=partial(_say, AT_FACE))
    sources = faces.render()  # which also says what else of the pack Typst must see
    visible = {**pack.files, **sources}
    if job.ink == "low":
        signs = {text(mapping(symbol).get("image")).lstrip("/") for symbol in mapping(game.get("symbols")).values()}
        visible = with_light_drawings(visible, signs)
    compiler = StackCompiler(job, game, {**visible, KIT: (BUILT_IN / "kit.typ").read_bytes()}, fonts)
    errors = TypstErrors(faces, compiler)
    answer = TypesetFiles()
    for stack in job.stacks:
        _say(AT_PAGES)
        try:
            found, files = compiler.compile(stack)
        except RuntimeError as error:
            raise RenderError(errors.diagnostic(error, partial(compiler.failing_face, stack))) from None
        answer.findings += [one.as_finding() for one in found]
        answer.files += files
    answer.findings += errors.unknown_fonts()
    answer.findings += missing_glyphs(job.faces, compiler)
    return answer


def _measures(stack: Stack) -> Mapping[str, float]:
    """The size of the faces of a stack as templates see it, in mm."""
    size = stack.size
    return {"width": size.width, "height": size.height, "radius": size.radius, "bleed": stack.bleed}


def _say(what: str, face: int = 0) -> None:
    """Say on stderr what is done next, so that the parent knows where a process was that it had to stop."""
    sys.stderr.write(f"{what} {face}\n")
    sys.stderr.flush()
