"""The child process that renders templates of strangers: reads a job as JSON on stdin, answers on stdout.

It reads only files of the pack and of this package. Typst is given those files and has no access to the disk.
`renderers.jobs` describes job and answer; `renderers.typst.processes` starts the process.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import sys
from functools import partial
from pathlib import Path

from builder.diagnostics import Diagnostic
from builder.documents.data import mapping, text
from renderers.jobs import AT_FACE, AT_PAGES, RenderAnswer, RenderJob
from renderers.templating.boxes import BoxScope
from renderers.templating.drawings import with_light_drawings
from renderers.templating.packfiles import BUILT_IN, KIT, PackFiles
from renderers.templating.rendering import FaceRenderer, with_symbol_files
from renderers.templating.sandbox import RenderError
from renderers.typst.compiling import StackCompiler, faces_of, missing_glyphs
from renderers.typst.errors import TypstErrors
from renderers.typst.fonts import load


def main() -> None:
    """Do the job on stdin, answer on stdout, and exit without cleaning up."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this process at once, even inside Typst
    gc.disable()  # what is garbage goes with the process
    job = json.loads(sys.stdin.buffer.read())
    _limit(job)
    sys.stdout.buffer.write(_answer(job))
    sys.stdout.buffer.flush()
    os._exit(0)  # what Typst remembers needs no freeing piece by piece


def serve() -> None:
    """Do jobs until stdin ends. Each job is a line with its length in bytes, then JSON; so is each answer."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    import typst  # noqa: F401 - takes the longest to load, so before the first job comes

    jobs, out = sys.stdin.buffer, sys.stdout.buffer
    while line := jobs.readline():
        job = json.loads(jobs.read(int(line)))
        _limit(job)
        answer = _answer(job)
        _unlimit()
        out.write(b"%d\n" % len(answer) + answer)
        out.flush()
    os._exit(0)


def _answer(job: RenderJob) -> bytes:
    """The answer to a job, as bytes."""
    try:
        answer = run(job)
    except RenderError as error:
        answer = RenderAnswer([error.diagnostic], failed=True)
    except MemoryError:
        message = "the templates need more memory than they may use"
        answer = RenderAnswer([Diagnostic("template-limit", message)], failed=True)
    return answer.to_bytes()


def run(job: RenderJob) -> RenderAnswer:
    """Render the faces, compile the pages, and collect what is wrong. Raises RenderError for a fault that stops the
    job.
    """
    pack = PackFiles(Path(job["root"]), {pack_id: Path(folder) for pack_id, folder in job["packs"].items()})
    roles = {role: text(family) for role, family in mapping(job["game"].get("fonts")).items()}
    own_fonts = Path(job["folder"]).with_name("pack-fonts")
    fonts = load(pack.listed.values(), roles, job["font_lines"], job["fonts"], own_fonts)
    game = with_symbol_files(job["game"], pack)
    sizes = {i: stack["size"] for stack in job["stacks"] for i in faces_of(stack)}
    cache = Path(job["cache"]) if job["cache"] else None
    scope = BoxScope(mapping(game.get("symbols")), fonts.roles, fonts.families, fonts.instead_of, pack.attach)
    faces = FaceRenderer(game, job["faces"], sizes, pack, scope, cache, job["ink"], began=partial(_say, AT_FACE))
    sources = faces.render()  # which also says what else of the pack Typst must see
    visible = {**pack.files, **sources}
    if job["ink"] == "low":
        signs = {text(mapping(symbol).get("image")).lstrip("/") for symbol in mapping(game.get("symbols")).values()}
        visible = with_light_drawings(visible, signs)
    compiler = StackCompiler(job, game, {**visible, KIT: (BUILT_IN / "kit.typ").read_bytes()}, fonts)
    errors = TypstErrors(faces, compiler)
    answer = RenderAnswer()
    for stack in job["stacks"]:
        _say(AT_PAGES)
        try:
            found, files = compiler.compile(stack)
        except RuntimeError as error:
            raise RenderError(errors.diagnostic(error, partial(compiler.failing_face, stack))) from None
        answer.findings += [one.as_finding() for one in found]
        answer.files += files
    answer.findings += errors.unknown_fonts()
    answer.findings += missing_glyphs([face["context"] for face in job["faces"]], compiler)
    return answer


def _say(what: str, face: int = 0) -> None:
    """Say on stderr what is done next, for the parent to tell where a process was that it had to stop."""
    sys.stderr.write(f"{what} {face}\n")
    sys.stderr.flush()


def _limit(job: RenderJob) -> None:
    """Limit the memory and the time of this process, in case its parent is no longer there to stop it."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system has every limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (job["memory"], job["memory"]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = used.ru_utime + used.ru_stime + job["processor_seconds"]
        resource.setrlimit(resource.RLIMIT_CPU, (int(most) + 1, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        signal.alarm(int(job["seconds"]) + 5)


def _unlimit() -> None:
    """Remove the limit on time after a job."""
    with contextlib.suppress(AttributeError):  # not every system has alarms
        signal.alarm(0)
