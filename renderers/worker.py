"""The child process that renders strangers' templates: a job as JSON on stdin, its outcome on stdout.

It reads only files inside the pack and this package's own templates; Typst itself is given those files and sees no
disk. `renderers.typeset` starts it, limits it and reads its answer; the two shapes are described there.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from jinja2 import BaseLoader, Environment, FunctionLoader, Template, TemplateError, TemplateNotFound, UndefinedError
from jinja2.exceptions import TemplateSyntaxError

from renderers.escape import Typst, environment, literal

OWN = Path(__file__).with_name("templates")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SUFFIX = ".typ.j2"
FACES = "arsenal/faces/"
ATTACHED = {".typ", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".json"}  # what templates may read beside them
EPOCH = 0  # the creation time written into PDFs, so that the same input gives the same bytes


def main() -> None:
    """Do the job on stdin and leave without waiting for anything."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this process at once, even inside Typst
    job = json.loads(sys.stdin.buffer.read())
    _limit(job)
    out = sys.stdout.buffer
    try:
        outcome = run(job)
    except Fault as fault:
        outcome = Outcome([fault.finding])
    except MemoryError:
        outcome = Outcome([_finding("template-limit", "the templates need more memory than a job may use")])
    _answer(out, outcome)
    os._exit(0)


@dataclass(slots=True)
class Outcome:
    """What became of a job: findings as plain data, and files as bytes."""

    findings: list[dict[str, Any]] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    failed: bool = False


class Fault(Exception):
    """The job cannot go on; `finding` says why."""

    def __init__(self, finding: dict[str, Any]) -> None:
        super().__init__(finding["message"])
        self.finding = finding


def run(job: dict[str, Any]) -> Outcome:
    """Render the faces, compile the pages, and collect what went wrong."""
    pack = Pack(Path(job["root"]))
    faces = Faces(job, pack)
    sources = faces.render()
    files = {"main.typ": _document(job), **sources, **pack.files, "arsenal/game.typ": _game(job)}
    files["arsenal/kit.typ"] = (OWN / "kit.typ").read_bytes()
    outcome = Outcome(faces.findings)
    import typst  # noqa: PLC0415 - it takes a while to load, and a faulty template never gets here

    fonts = typst.Fonts(include_system_fonts=False, font_paths=[job["fonts"]])
    # Templates' packages would come from the network or from the user's own folders; neither may be reached.
    nowhere = str(Path(job["empty"]) / "no-packages")
    compiler = typst.Compiler(
        files, root=job["empty"], font_paths=fonts, package_path=nowhere, package_cache_path=nowhere
    )
    try:
        notes = json.loads(compiler.query("<arsenal-note>", field="value"))
        outcome.findings += _notes(job, notes)
        if job["output"] != "none":
            made = compiler.compile(format=job["output"], ppi=job.get("ppi"), timestamp=EPOCH)
            outcome.files = made if isinstance(made, list) else [made]
    except typst.TypstError as error:
        raise Fault(faces.typst_fault(error)) from None
    except RuntimeError as error:
        raise Fault(faces.typst_fault(error)) from None
    outcome.findings += _missing_glyphs(job, typst, fonts)
    return outcome
