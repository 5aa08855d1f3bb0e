"""Child processes that render: how they are started, without network and with limits, and what comes of a job."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from renderers.jobs import RenderJob

THREADS = 4

FONTS = ("Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt", "Black")
NO_PROXY_LEADS_ANYWHERE = "http://127.0.0.1:0"  # Typst's downloader obeys it; nothing can listen at port 0


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended that had a job: its exit code, its answer, and the last it wrote on its standard error."""

    code: int
    answer: bytes
    errors: bytes = b""


RunJob = Callable[[RenderJob], Ended | None]  # None: it took longer than the job's limit and was stopped


def run_alone(job: RenderJob) -> Ended | None:
    """Do a job in a process of its own; None where that took longer than the job may."""
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
    return Ended(process.returncode, out, err)


def command_for(entry: str, module: str = "renderers.typst.child") -> list[str]:
    """The command that starts a child at a function of a module, by default of the one that renders.

    It is to be run in `child_environment()`.
    """
    paths = [path for path in sys.path if path]
    start = f"import sys; sys.path[:] = {paths!r}; from {module} import {entry}; {entry}()"
    return [sys.executable, "-I", "-c", start]


def child_environment() -> dict[str, str]:
    """The child's environment: no way to the network, few threads, and what the system itself needs."""
    needed = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG")
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), NO_PROXY_LEADS_ANYWHERE)
    threads = str(min(THREADS, os.cpu_count() or 1))
    return {
        **{key: os.environ[key] for key in needed if key in os.environ},
        **proxies,
        **{key.upper(): value for key, value in proxies.items()},
        "RAYON_NUM_THREADS": threads,
        "MALLOC_ARENA_MAX": threads,
    }


@contextmanager
def workplace() -> Iterator[tuple[Path, Path]]:
    """Two passing folders: an empty one, which becomes all of the disk that Typst sees, and one with the fonts to use.

    The font package holds each font as OTF and as TTF, and the order in which a system lists them would decide
    which is used: so the chosen ones are put in a folder of their own.
    """
    with tempfile.TemporaryDirectory(prefix="arsenal-", ignore_cleanup_errors=True) as folder:
        seen, fonts = Path(folder, "seen"), Path(folder, "fonts")
        seen.mkdir()
        fonts.mkdir()
        for style in FONTS:
            source = built_in_fonts() / f"SourceSansPro-{style}.ttf"
            target = fonts / source.name
            with suppress(OSError):  # systems without links, or without the right to make them
                target.symlink_to(source)
            if not target.exists():
                shutil.copyfile(source, target)
        yield seen, fonts


def built_in_fonts() -> Path:
    """The folder of the font package's files, found without running it."""
    spec = find_spec("font_source_sans_pro")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the package font-source-sans-pro is not installed")
    return Path(spec.origin).with_name("files")
