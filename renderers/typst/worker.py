"""The child process that renders strangers' templates: a job as JSON on stdin, its outcome on stdout.

It reads only files inside the pack and this package's own templates; Typst itself is handed those files and sees no
disk. `renderers.typst.typeset` starts it, limits it, and describes the job and the outcome.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from renderers.templating import faults
from renderers.templating.findings import FaultError, Finding, new_finding
from renderers.templating.packfiles import OWN, Pack
from renderers.templating.rendering import Faces
from renderers.typst import fonts
from renderers.typst.press import KIT, Press, missing_glyphs


def main() -> None:
    """Do the job on stdin, answer on stdout and end without tidying up."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this process at once, even inside Typst
    gc.disable()  # what is garbage goes with the process
    job = json.loads(sys.stdin.buffer.read())
    _limit(job)
    out = sys.stdout.buffer
    out.writelines(_answer(job))
    out.flush()
    os._exit(0)  # what Typst remembers needs no freeing piece by piece


def serve() -> None:
    """Do jobs one after another until stdin ends. Each is its length in bytes on a line, then JSON; so are answers."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    import typst  # noqa: F401 - takes the longest to load, so before the first job comes

    jobs, out = sys.stdin.buffer, sys.stdout.buffer
    while line := jobs.readline():
        job = json.loads(jobs.read(int(line)))
        _limit(job)
        answer = b"".join(_answer(job))
        _unlimit()
        out.write(b"%d\n" % len(answer) + answer)
        out.flush()
    os._exit(0)


def _answer(job: dict[str, Any]) -> list[bytes]:
    """What became of a job: a line of JSON, then the files."""
    try:
        outcome = run(job)
    except FaultError as fault:
        outcome = Outcome([fault.finding], failed=True)
    except MemoryError:
        outcome = Outcome(
            [new_finding("template-limit", "the templates need more memory than they may use")], failed=True
        )
    head = {"findings": outcome.findings, "failed": outcome.failed, "files": [len(f) for f in outcome.files]}
    return [json.dumps(head).encode() + b"\n", *outcome.files]


@dataclass(slots=True)
class Outcome:
    """What became of a job: findings as plain data, the files made, and whether it had to stop."""

    findings: list[Finding] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    failed: bool = False


def run(job: dict[str, Any]) -> Outcome:
    """Render the faces, compile the stacks' pages and collect what is wrong with them."""
    pack = Pack(Path(job["root"]))
    has = _fonts(job, pack)
    faces = Faces(job, pack, has)
    sources = faces.render()  # which also says what else of the pack Typst must see
    press = Press(job, {**faces.pack.files, **sources, KIT: (OWN / "kit.typ").read_bytes()}, has)
    outcome = Outcome(faces.findings)
    for stack in job["stacks"]:
        try:
            notes, files = press.print(stack)
        except RuntimeError as error:
            raise FaultError(faces.typst_fault(error, press, partial(press.culprit, stack))) from None
        outcome.findings += _overflows(notes)
        outcome.files += files
    outcome.findings += faces.unknown_fonts(press.warnings)
    outcome.findings += missing_glyphs(job, press)
    return outcome


def _fonts(job: dict[str, Any], pack: Pack) -> fonts.Fonts:
    try:
        roles = job["game"].get("fonts", {})
        return fonts.load(pack.root, roles, job["fonts"], Path(job["folder"]).with_name("pack-fonts"))
    except fonts.FontError as error:
        place = faults.at(error.path, error.line)
        raise FaultError(new_finding(error.code, str(error), help=error.help, **place)) from None


def _overflows(notes: list[dict[str, Any]]) -> list[Finding]:
    """What the faces noted of themselves: a face announces itself, then notes what does not fit it."""
    found: dict[tuple[Any, ...], Finding] = {}
    face = 0
    for note in notes:
        if "face" in note:
            face = note["face"]
        elif note.get("kind") == "overflow":
            way = "high" if note["way"] == "height" else "wide"
            message = f"the {note['what']} is {max(0.1, note['by']):.1f} mm too {way}, even at {note['size']:g} pt"
            finding = new_finding(
                "text-overflow", message, face=face, help="shorten it, or let the template give it more room"
            )
            found.setdefault((face, note["what"]), finding)
    return list(found.values())


def _limit(job: dict[str, Any]) -> None:
    """Bound what this process may take, should its parent not live to stop it."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system has every limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (job["memory"], job["memory"]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(int(job["seconds"]) + 5)


def _unlimit() -> None:
    """End the limit on time, which was a job's."""
    with contextlib.suppress(AttributeError):  # not every system has alarms
        signal.alarm(0)
