"""Commands in processes of their own that need not import Arsenal: each is a fork of one that has.

`python -m tests.support.forked` reads orders, a line of JSON each; each answer is an exit code and what was said.
"""

import contextlib
import ctypes
import gc
import io
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import typer.main

from tests.support.commands import ROOT


class Forked:
    """Runs `arsenal` without the bundled games, which most commands would compile first."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.support.forked"],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(
        self, command: Sequence[str], folder: Path, cache: Path, *, largest: int = 0, powerless: bool = False
    ) -> tuple[int, str]:
        """The exit code and what is said; no file of the process may be larger than `largest`, if there is one."""
        assert self._server.stdin
        assert self._server.stdout
        order = [list(command), str(folder), str(cache), largest, powerless]
        self._server.stdin.write(json.dumps(order) + "\n")
        self._server.stdin.flush()
        code, said = json.loads(self._server.stdout.readline())
        return code, said

    def end(self) -> None:
        """End the process that is forked."""
        self._server.communicate()


def _serve() -> None:
    """Answer orders; returns in each fork, as the process that an order asks for."""
    answers = os.dup(1)
    for line in sys.stdin:
        said, words = os.pipe()
        child = os.fork()
        if not child:
            os.close(said)
            os.close(answers)
            _become(words, *json.loads(line))
            return
        os.close(words)
        with os.fdopen(said, encoding="utf-8") as text:
            heard = text.read()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.write(answers, (json.dumps([code, heard]) + "\n").encode())
    os._exit(0)


def _become(words: int, command: list[str], folder: str, cache: str, largest: int, powerless: bool) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, stream in enumerate((nothing, words, words)):
        os.dup2(stream, number)
    os.close(words)
    os.chdir(folder)
    os.environ["ARSENAL_CACHE"] = cache
    sys.argv[1:] = command
    if largest:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    if powerless and os.geteuid() == 0:
        _without_powers()


def _without_powers() -> None:
    """Rights count for root as for anybody, here and in what is started."""
    library = ctypes.CDLL(None, use_errno=True)
    head, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert library.capget(head, sets) == 0
    for capability in (1, 2, 3):  # what goes past the rights of files, and changes those of others
        assert library.prctl(24, capability, 0, 0, 0) == 0
        for kind in range(3):
            sets[kind] &= ~(1 << capability)
    assert library.capset(head, sets) == 0


def _warm_up() -> None:
    """What commands prepare once, such as schemas, words and the command line itself, no fork has to prepare."""
    from builder.cli import app

    typer.main.get_command = cache(typer.main.get_command)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        os.environ["ARSENAL_CACHE"] = folder
        for words in ("new game Moon", "validate moon", "fmt --check moon", "search flare --packs moon"):
            typer.main.get_command(app).main(words.split(), standalone_mode=False)


if __name__ == "__main__":
    for package in map(import_module, ("builder", "renderers", "engine")):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith("engine.adapters"):
                import_module(module.name)
    from builder import __main__
    from builder.packs import pack

    bundled = pack.bundled
    pack.bundled = lambda name: Path("/nowhere") if name == "cards" else bundled(name)
    _warm_up()
    gc.freeze()  # or each fork would look through all that is loaded for garbage, and so copy it
    _serve()
    __main__.main()
