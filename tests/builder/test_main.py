"""The command as a process: it ends when it is told to, says what it can to whom is there, and leaves nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.commands import ROOT
from tests.support.processes import lives

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and closed streams are POSIX's")

SECONDS = 20  # until a test gives up waiting


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    (tmp_path / "tmp").mkdir()
    return tmp_path / "tmp"


def started(folder: Path, *arguments: str, code: str = "") -> subprocess.Popen[str]:
    """The command, in a session of its own; `code` runs before it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp")}
    command = ["-c", f"{code}; from builder.__main__ import main; main()"] if code else ["-m", "builder"]
    return subprocess.Popen(
        [sys.executable, *command, *arguments], cwd=folder, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def endless(tmp_path: Path, temporary: Path) -> subprocess.Popen[str]:
    """A command whose renderer works for ever, once it does."""
    process = started(tmp_path, "calibrate", "-o", "out.pdf", code=ENDLESS)
    until(lambda: list(temporary.glob("arsenal-work-*/begun")))
    return process


# The renderer's child process waits for ever, once it has said that it works.
ENDLESS = """
import renderers.typst.processes as processes
def endless(entry, module=""):
    paths = [path for path in __import__('sys').path if path]
    return [__import__('sys').executable, "-c", f"import sys; sys.path[:] = {paths!r}\\n"
        "from renderers.typst.lifeline import end_with_parent\\n"
        f"end_with_parent({processes.lifeline()})\\n"
        "import pathlib, pickle, time\\n"
        "job = pickle.loads(sys.stdin.buffer.read(int(sys.stdin.buffer.readline())))\\n"
        "pathlib.Path(job.folder).with_name('begun').touch()\\n"
        "time.sleep(600)"]
processes.command_for = endless
""".strip()


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (signal.SIGINT, "error: stopped; nothing half-written was left behind\n"),
        (signal.SIGTERM, "error: stopped; nothing half-written was left behind\n"),
        (signal.SIGHUP, ""),
    ],
)
def test_a_signal_ends_the_renderer_too(
    endless: subprocess.Popen[str], tmp_path: Path, temporary: Path, number: signal.Signals, said: str
) -> None:
    endless.send_signal(number)
    assert endless.communicate(timeout=SECONDS) == ("", said)
    assert endless.returncode == 128 + number
    until(lambda: not lives(endless.pid))  # the system clears up what it started a moment later
    assert list(temporary.iterdir()) == []
    assert not (tmp_path / "out.pdf").exists()


@pytest.mark.long
def test_a_renderer_whose_parent_was_killed_ends_and_the_next_run_clears_up(
    endless: subprocess.Popen[str], tmp_path: Path, temporary: Path
) -> None:
    endless.kill()
    endless.wait()
    until(lambda: not lives(endless.pid))
    assert list(temporary.iterdir()) != []
    assert started(tmp_path, "calibrate", "-o", "out.pdf").wait(SECONDS) == 0
    assert list(temporary.iterdir()) == []


def test_a_signal_while_everything_is_imported_ends_it_quietly(tmp_path: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        # The first module that is imported after the signals are armed sends one.
        code = f"import sys, os; import builder.__main__; sys.modules['typer'] = None; os.kill(os.getpid(), {number:d})"
        process = started(tmp_path, "games", code=code)
        assert process.communicate(timeout=SECONDS) == ("", "")
        assert process.returncode == -number


def test_a_signal_while_something_is_finalized_is_not_lost(tmp_path: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        # An exception that is raised by what a weak reference calls is shown, and otherwise ignored.
        code = (
            "import os, time, weakref, builder.cli as cli\nclass Thing: pass\n"
            f"def run():\n thing = Thing(); kept = weakref.ref(thing, lambda _: os.kill(os.getpid(), {number:d}))\n"
            f" del thing; time.sleep({SECONDS})\n"
            "cli.main = run"
        )
        begun = time.monotonic()
        process = started(tmp_path, code=code)
        assert process.communicate(timeout=SECONDS) == ("", "")
        assert process.returncode == 128 + number
        assert time.monotonic() - begun < SECONDS / 5  # it was not given up


def test_what_an_interrupted_library_raises_is_not_shown(tmp_path: Path) -> None:
    code = (
        "import os, builder.cli as cli\nclass Panic(BaseException): pass\n"
        "def run():\n try: os.kill(os.getpid(), 15)\n except KeyboardInterrupt: raise Panic\n"
        "cli.main = run"
    )
    process = started(tmp_path, code=code)
    assert process.communicate(timeout=SECONDS) == ("", "")
    assert process.returncode == 128 + signal.SIGTERM
    process = started(tmp_path, code=code.replace("os.kill(os.getpid(), 15)", "raise KeyboardInterrupt"))
    assert "Panic" in process.communicate(timeout=SECONDS)[1]  # which nobody asked for


def test_a_signal_after_the_work_is_done_changes_nothing(tmp_path: Path) -> None:
    # Each signal comes while they are given back, as the last thing before the end.
    code = (
        "import os; import builder.__main__ as one; clear_away = one._clear_away;"
        "one._clear_away = lambda: ([os.kill(os.getpid(), number) for number in one._ENDING], clear_away())"
    )
    process = started(tmp_path, "explain", "wrong-use", code=code)
    out, err = process.communicate(timeout=SECONDS)
    assert (out.startswith("wrong-use"), err, process.returncode) == (True, "", 0)


def test_nothing_is_imported_before_an_interrupt_is_heard(tmp_path: Path) -> None:
    # The first module that is looked for after the package's own sends one.
    code = (
        "import sys, os; import builder\n"
        "class Finder:\n"
        " def find_spec(self, name, *_):\n"
        "  if name != 'builder.__main__': os.kill(os.getpid(), 2)\n"
        "for name in ('signal', 'enum', 'types', 'functools', 'collections'): sys.modules.pop(name, None)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "import builder.__main__"
    )
    process = started(tmp_path, "games", code=code)
    assert process.communicate(timeout=SECONDS) == ("", "")
    assert process.returncode == -signal.SIGINT


def test_little_is_imported_before_signals_are_heard() -> None:
    script = (
        "import sys, signal; before = set(sys.modules); sys.path.insert(0, sys.argv[1]); import builder.__main__;"
        "print(sorted(set(sys.modules) - before))"
    )
    command = [sys.executable, "-I", "-c", script, str(ROOT)]
    assert subprocess.check_output(command, text=True) == "['__future__', 'builder', 'builder.__main__']\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("explain wrong-use >&-", 0),
        ("explain wrong-use <&- >&- 2>&-", 0),
        ("explain wrong-use >/dev/full", 2),
        ("--help >/dev/full", 1),
        ("check - <&-", 1),
        ("sync nothing 2>&-", 2),
        ("sync nothing 2>/dev/full", 2),
    ],
)
def test_standard_streams_may_be_closed_or_full(tmp_path: Path, arguments: str, code: int) -> None:
    command = f"{sys.executable} -m builder {arguments}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}  # so that something is left to write
    done = subprocess.run(  # noqa: S602 - the shell is what is tried
        command, shell=True, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert "fault of its own" not in done.stderr
    assert done.returncode == code


@pytest.mark.parametrize("arguments", ["--help", "search ''", "sync nothing 2>&1"])
def test_nobody_needs_to_read_what_is_said(tmp_path: Path, arguments: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = f"{sys.executable} -m builder {arguments} | true"
    done = subprocess.run(  # noqa: S602 - the shell is what is tried
        command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("", "")
