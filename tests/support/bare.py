"""A Python that has its own library and the core, and nothing else."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builder.publishing.core import core


@contextmanager
def near_names_as_there() -> Iterator[None]:
    """Names that were probably meant are found by difflib, as in such a Python: rapidfuzz measures otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "rapidfuzz", None)
        yield


def bare(folder: Path, program: str, said: str = "") -> str:
    """What a program prints in such a Python, with `said` on its stdin."""
    (folder / "core.zip").write_bytes(core())
    (folder / "program.py").write_text(f"import sys\nsys.path.insert(0, {str(folder / 'core.zip')!r})\n{program}")
    run = [sys.executable, "-S", "-I", "program.py"]
    environment = {"PATH": os.environ["PATH"], "PYTHONUTF8": "1"}
    done = subprocess.run(
        run, input=said, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
