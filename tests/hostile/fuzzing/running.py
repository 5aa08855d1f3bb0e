"""Runs commands in this process, in a folder of their own, and notes all that they say, raise, open and start."""

import contextlib
import io
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from builder.diagnostics import Diagnostic
from tests.hostile.fuzzing import calls
from tests.hostile.fuzzing.cases import Case, Plan
from tests.hostile.fuzzing.inside import EXPECTED, INSIDE, Server
from tests.hostile.fuzzing.mutations import DELETED, FOLDER, LINK
from tests.hostile.fuzzing.packs import SmallPack
from tests.support.commands import ROOT

SECRET = "what lies beside the working folder"  # noqa: S105 - it is no password


@dataclass
class Ran:
    """How a command went. `code` is None where it raised something; `raised` is also what it put into words itself."""

    arguments: tuple[str, ...]
    code: int | None = None
    out: str = ""
    err: str = ""
    seconds: float = 0.0  # of this process, whatever else the machine does
    memory: int = 0  # bytes that it needed at once, more than there were before
    raised: BaseException | None = None
    findings: list[Diagnostic] = field(default_factory=list)
    touched: list[tuple[str, str]] = field(default_factory=list)  # (what was done, to which path) outside its places
    faults: list[tuple[str, str, str]] = field(default_factory=list)  # what is wrong with what was called inside


class Sandbox:
    """A folder in which commands run: work/ is the current one, with pack/ and out/; secret.txt lies beside it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.work = root / "work"
        for name in ("work/out", "cache", "tmp", "none"):
            (root / name).mkdir(parents=True, exist_ok=True)
        (root / "secret.txt").write_text(SECRET)
        self.allowed = _allowed(root)
        Server.close()  # one of an earlier sandbox would go on opening files there
        self.others = {*threading.enumerate()} - {threading.current_thread()}  # that do something else in this process
        self.has_links = False
        self._pack: SmallPack | None = None
        self._dirty = True
        self._runs = 0

    def write(self, plan: Plan) -> None:
        """Put the files of a case where they belong; what is there already is not written again."""
        if self._dirty or self._pack is not plan.pack:
            self.write_case(Case({f"pack/{name}": content for name, content in plan.pack.files.items()}, ()))
            self._pack, self._dirty = plan.pack, False
        self._dirty = self._dirty or bool(plan.changed)
        self.has_links = any(content.startswith(LINK) for content in plan.changed.values())
        for name, content in plan.changed.items():
            _put(self.work / name, content)

    def restore(self, plan: Plan) -> None:
        """Make the pack sound again after a case, where only files were changed that it had."""
        if any(not _is_plain(name, content, plan.pack) for name, content in plan.changed.items()):
            return
        for name in plan.changed:
            if name.startswith("pack/"):
                (self.work / name).write_bytes(plan.pack.files[name.removeprefix("pack/")])
            else:
                (self.work / name).unlink(missing_ok=True)
        self._dirty = any((self.work / "out").iterdir()) or self._dirty_by_runs

    _dirty_by_runs = False

    def write_case(self, case: Case) -> None:
        """Put the files of a case into an empty folder."""
        shutil.rmtree(self.work, ignore_errors=True)
        (self.work / "out").mkdir(parents=True, exist_ok=True)
        for name, content in case.files.items():
            _put(self.work / name, content)
        self._dirty, self._dirty_by_runs = True, False
        self.has_links = any(content.startswith(LINK) for content in case.files.values())

    def run(self, arguments: tuple[str, ...], typed: str = "") -> Ran:
        """Run a command."""
        self._runs += 1
        if self._runs % 40 == 0:
            shutil.rmtree(self.root / "cache", ignore_errors=True)
            (self.root / "cache").mkdir()
        ran = Ran(arguments)
        before = _memory("VmRSS")
        with _surroundings(self), _watched(self, ran):
            _run(ran, typed) if arguments[0] not in INSIDE else _call(ran, self.work)
        ran.memory = _memory("VmHWM") - before
        if arguments[0] in ("fmt", "new", "translate"):
            self._dirty_by_runs = True
        return ran


def _is_plain(name: str, content: bytes, pack: SmallPack) -> bool:
    special = content in (DELETED, FOLDER) or content.startswith(LINK)
    return not special and (not name.startswith("pack/") or name.removeprefix("pack/") in pack.files)


def _put(path: Path, content: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):  # names that no file can have
        if content == DELETED:
            path.unlink()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if content == FOLDER or content.startswith(LINK):
            path.unlink(missing_ok=True)
        if content == FOLDER:
            path.mkdir()
        elif content.startswith(LINK):
            path.symlink_to(content.removeprefix(LINK).decode())
        else:
            path.write_bytes(content)


class _Stream(io.TextIOWrapper):
    """Standard output or error, in memory, as a terminal's program writes to it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors="strict", newline="")

    def said(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode("utf-8", "surrogateescape")  # type: ignore[attr-defined]  # BytesIO


def _run(ran: Ran, typed: str) -> None:
    from builder.cli import after_command

    out, err, before = _Stream(), _Stream(), (sys.stdin, sys.stdout, sys.stderr)
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogatepass")), encoding="utf-8")
    sys.stdout, sys.stderr = out, err
    start = time.process_time()
    try:
        calls.program().main(after_command(ran.arguments), prog_name="arsenal")
        ran.code = 0
    except SystemExit as end:
        ran.code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        ran.raised = error
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    ran.seconds = time.process_time() - start
    ran.out, ran.err = out.said(), err.said()


def _memory(which: str) -> int:
    """Bytes of memory of this process: now (VmRSS, from when on peaks are noted anew) or at its peak since (VmHWM)."""
    with contextlib.suppress(OSError):
        if which == "VmRSS":
            Path("/proc/self/clear_refs").write_text("5")
        said = Path("/proc/self/status").read_text()
        return int(said.partition(f"{which}:")[2].split()[0]) * 1024
    return 0


def _call(ran: Ran, work: Path) -> None:
    """What is called without a command; what it rightly says of wrong input is code 1."""
    start = time.process_time()
    try:
        ran.out, ran.code = INSIDE[ran.arguments[0]](work / ran.arguments[1], work, ran.faults), 0
    except EXPECTED as error:
        ran.err, ran.code = ascii(str(error)), 1
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        ran.raised = error
    ran.seconds = time.process_time() - start


@contextlib.contextmanager
def _surroundings(sandbox: Sandbox) -> Iterator[None]:
    """The environment and the folder of a command; no pack but those that it is given."""
    import builder.packs.pack as packs
    import builder.web.server.running as server

    environment = {
        "ARSENAL_CACHE": str(sandbox.root / "cache"),
        "TMPDIR": str(sandbox.root / "tmp"),
        "HOME": str(sandbox.root / "none"),
        "COLUMNS": "100",
        "ARSENAL_TIME_LIMIT": "20",
    }
    old, here, bundled = dict(os.environ), Path.cwd(), packs.bundled
    without_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # of what a command imports first
    os.environ.update(environment)
    for name in ("ARSENAL_PACKS", "ARSENAL_DATABASE", "ARSENAL_DEBUG"):
        os.environ.pop(name, None)
    os.chdir(sandbox.work)
    packs.bundled = lambda name: sandbox.root / "none" if name == "cards" else bundled(name)
    serve, wait = server.serve, server.wait
    setattr(server, "wait", lambda: None)  # noqa: B010 - a command that ends only by Ctrl-C
    setattr(server, "serve", lambda *_, **__: None)  # noqa: B010 - as above
    echo, echo_globals = typer.echo.__globals__["should_strip_ansi"], typer.echo.__globals__
    echo_globals["should_strip_ansi"] = lambda *_, **__: False  # a terminal would be sent what a file is not
    try:
        yield
    finally:
        packs.bundled, sys.dont_write_bytecode = bundled, without_bytecode
        setattr(server, "wait", wait)  # noqa: B010 - as above
        setattr(server, "serve", serve)  # noqa: B010 - as above
        echo_globals["should_strip_ansi"] = echo
        os.chdir(here)
        os.environ.clear()
        os.environ.update(old)


# What a command reports, raises and touches


@contextlib.contextmanager
def _watched(sandbox: Sandbox, ran: Ran) -> Iterator[None]:
    import builder.cli.frame as frame
    from builder.diagnostics import reports

    words, render = frame._in_words, reports.render

    def in_words(error: BaseException) -> Any:
        ran.raised = error
        return words(error)

    def noted(found: Any, *more: Any) -> str:
        ran.findings += found
        return render(found, *more)

    frame._in_words, reports.render = in_words, noted
    _Hook.install()
    _Hook.now = (ran, sandbox.allowed)
    _Hook.others = sandbox.others
    _Hook.plain = _PLAIN if sandbox.has_links else (*_PLAIN, *sandbox.allowed["w"])
    try:
        yield
    finally:
        _Hook.now = None
        frame._in_words, reports.render = words, render


def _allowed(root: Path) -> Mapping[str, tuple[str, ...]]:
    """Where commands may write, and what they may read."""
    own = tuple(str(root / name) for name in ("work", "cache", "tmp"))
    ours = (
        str(ROOT), sys.prefix, sys.base_prefix, "/usr", "/proc/self", "/dev/null", "/dev/urandom", "/etc/fonts",
        "/etc/localtime", "/lib", str(root / "none"),
    )  # fmt: skip
    installed = tuple(path for path in sys.path if path)
    return {"w": own, "r": (*own, *ours, *installed)}


_PLAIN = (f"{ROOT}/builder/", f"{ROOT}/schemas/", f"{sys.prefix}/lib", f"{sys.base_prefix}/lib")


class _Hook:
    """Python tells of every file that is opened, changed or removed, and of every connection and program."""

    now: tuple[Ran, Mapping[str, tuple[str, ...]]] | None = None
    installed = False
    plain: tuple[str, ...] = ()
    others: Set[threading.Thread] = frozenset()

    @classmethod
    def install(cls) -> None:
        if not cls.installed:
            cls.installed = True
            sys.addaudithook(cls.heard)

    @classmethod
    def heard(cls, event: str, arguments: tuple[Any, ...]) -> None:
        if cls.now is None or threading.current_thread() in cls.others:
            return
        ran, allowed = cls.now
        if event == "open":
            path, mode, flags = arguments
            writes = bool((flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)) or any(
                c in (mode or "") for c in "wax+"
            )
            paths, way = [path], "w" if writes else "r"
        elif event in _CHANGING:
            paths, way = list(arguments[_CHANGING[event]]), "w"
        elif event in _FORBIDDEN or (event == "socket.connect" and isinstance(arguments[1], tuple)):
            ran.touched.append((event, str(arguments[:2])[:200]))
            return
        else:
            return
        for path in paths:
            if type(path) is str and path.startswith(cls.plain) and ".." not in path:
                continue  # where there are no links; most files lie there, and to follow links takes time
            if not isinstance(path, str | bytes | os.PathLike):
                continue
            whole = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - links are meant to stay
            real = os.path.realpath(os.path.dirname(whole)) + "/" + os.path.basename(whole)  # noqa: PTH119, PTH120 - quick
            if way == "r":
                real = os.path.realpath(real)
            if not real.startswith(allowed[way]):
                ran.touched.append((f"{event} {way}", real))


_FIRST, _SECOND, _BOTH = slice(0, 1), slice(1, 2), slice(0, 2)  # which arguments are the paths that change
_CHANGING = {
    "os.mkdir": _FIRST, "os.rename": _BOTH, "os.remove": _FIRST, "os.rmdir": _FIRST, "os.symlink": _SECOND,
    "os.link": _SECOND, "os.chmod": _FIRST, "os.truncate": _FIRST, "sqlite3.connect": _FIRST,
}  # fmt: skip
_FORBIDDEN = {"os.system", "os.exec", "socket.getaddrinfo", "urllib.Request", "ctypes.dlopen", "webbrowser.open"}
