"""Ends commands at random moments, and looks at what is left: `python -m tests.hostile.kills [HOW_MANY] [SEED]`.

Each trial starts a command in a fresh folder and sends it a signal. Afterwards each file of the user must say what it
said before or what the command makes of it, files that belong together must be all old or all new, no process may be
left, and no temporary folder. Then the same command runs once more, undisturbed, and must end as if nothing had been.

After SIGKILL, which no program hears, hidden files may be left, and files that belong together may be half moved beside
what completes them; the second run has to clear up both.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder.authoring.new import new_game
from tests.support.commands import ROOT
from tests.support.outputs import contents

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP)
SECONDS = 60.0  # until a command that was told to end must have ended, however much else the machine does
LINGER = 30.0  # seconds for its children to notice

Tree = dict[str, bytes]


@dataclass(frozen=True)
class Command:
    """A command that writes; `together` are the paths' beginnings of files that belong together."""

    arguments: tuple[str, ...]
    together: str = "-"
    code: int = 0
    again: int = 0  # the exit code where all was done already
    cold: bool = False
    ends: bool = True


COMMANDS = (
    Command(("fmt", "my-game")),
    Command(("new", "set", "Later", "--pack", "my-game"), again=2),
    Command(("images", "my-game", "--packs", "my-game", "-o", "out", "--dpi", "40"), together="out/"),
    Command(("build",), cold=True),
    Command(("new", "deck", "Mine", "--pack", "my-game"), again=2),
    Command(("new", "game", "Other"), together="other/", again=2),
    Command(("translate", "fr", "my-game", "--confirm", "all")),
    Command(("print", "my-game", "--packs", "my-game", "-o", "out.pdf")),
    Command(
        ("print", "my-game", "--packs", "my-game", "-o", "out.pdf", "--backs", "separate", "--cut-path", "out-cut.svg"),
        together="out",
    ),
    Command(("print", "my-game", "--packs", "my-game", "-o", "out", "--preset", "mpc", "--dpi", "40"), together="out/"),
    Command(("images", "my-game", "--packs", "my-game", "-o", "fresh", "--dpi", "40"), together="fresh/"),
    Command(("tabletop", "my-game", "--packs", "my-game", "-o", "out", "--dpi", "40"), together="out/"),
    Command(("export", "my-game", "--packs", "my-game", "--to", "csv", "-o", "out.csv")),
    Command(("calibrate", "-o", "out.pdf")),
    Command(("deck-sheet", "first-deck", "--packs", "my-game", "-o", "out.pdf")),
    Command(("validate", "my-game", "--faces")),
    Command(("site", "-o", "site", "-g", "my-game", "--packs", "my-game"), together="site/"),
    Command(("site", "-o", "fresh", "-g", "my-game", "--packs", "my-game"), together="fresh/"),
    Command(("publish", "-o", "public", "--packs", "my-game"), together="public/"),
    Command(("watch", "my-game", "--no-browser", "--port", "0"), ends=False),
)
FEW = COMMANDS[:3]  # a file of the user's own, two of them, and files that belong together


@dataclass
class Trial:
    """One command that was ended: how, and what was wrong afterwards."""

    command: Command
    number: signal.Signals
    delay: float
    was_running: bool = False
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        faults = "; ".join(self.faults) or "nothing lost"
        return f"{self.number.name} after {self.delay:.3f} s of {' '.join(self.command.arguments)}: {faults}"


class Arena:
    """A folder in which trials take place, one after the other."""

    def __init__(self, folder: Path, commands: Sequence[Command]) -> None:
        self._commands = commands
        self.work, self.temporary, self.cache = folder / "work", folder / "tmp", folder / "cache"
        self._pattern, self._known = folder / "pattern", folder / "known-cache"
        lay_out(self._pattern)
        self._known.mkdir(0o700)
        self._wanted: dict[Command, tuple[Tree, float]] = {}
        self._set_up(cold=True)
        self._run(Command(("build", "--packs", "my-game")))
        if any(command.arguments[0] == "site" for command in commands):
            _earlier_site(self._pattern)
        shutil.copytree(self.cache, self._known, dirs_exist_ok=True)
        shutil.rmtree(self._known / "renders", ignore_errors=True)

    def trial(self, chance: random.Random) -> Trial:
        """Start a command, end it at some moment, and look at what is left."""
        command = chance.choice(self._commands)
        new, seconds = self._undisturbed(command)
        trial = Trial(command, chance.choice(SIGNALS), chance.uniform(0, seconds * 1.05))
        self._set_up(cold=command.cold)
        old = contents(self.work)
        process = self._started(command)
        time.sleep(trial.delay)
        trial.was_running = process.poll() is None
        process.send_signal(trial.number)
        said = _said(process, trial)
        trial.faults += _remains(process.pid)
        trial.faults += self._wrong(trial, old, new)
        if f'File "{ROOT}' in said or "Exception ignored" in said:  # else Python itself had not begun with us yet
            trial.faults.append(f"it said: {said[-400:]}")
        trial.faults += self._again(command, old, new)
        return trial

    def _wrong(self, trial: Trial, old: Tree, new: Tree) -> Iterator[str]:
        """What is not as it should be right after the end."""
        now, killed = contents(self.work), trial.number == signal.SIGKILL
        hidden = [name for name in now if "/.arsenal-" in f"/{name}"]
        seen = {name: content for name, content in now.items() if name not in hidden}
        for name in sorted({*seen, *old, *new}):
            if seen.get(name) not in (old.get(name), new.get(name)):
                yield f"{name} is neither old nor new"
        states = {_part(tree, trial.command.together) for tree in (old, new)}
        if _part(seen, trial.command.together) not in states and not (killed and hidden):
            yield f"{trial.command.together} is half old and half new"
        if hidden and not killed:
            yield f"left in the folder: {', '.join(hidden)}"
        if not killed and (left := sorted(path.name for path in self.temporary.iterdir())):
            yield f"left in the temporary folder: {', '.join(left)}"

    def _again(self, command: Command, old: Tree, new: Tree) -> Iterator[str]:
        """What is wrong after the same command ran once more."""
        if not command.ends:
            command = Command(("validate", "my-game", "--faces"))
            new = old
        done_already = {name: c for name, c in contents(self.work).items() if "/.arsenal-" not in f"/{name}"} == new
        code, said = self._run(command)
        if code != (command.again if done_already else command.code):
            yield f"the next run ended with {code}: {said[-400:]}"
        now = contents(self.work)
        for name in sorted({*now, *new}):
            if now.get(name) != new.get(name) and not (done_already and command.again):
                yield f"after the next run {name} is not as it should be"
        if command.arguments[0] in _RENDERING and (left := sorted(path.name for path in self.temporary.iterdir())):
            yield f"still in the temporary folder: {', '.join(left)}"

    def _undisturbed(self, command: Command) -> tuple[Tree, float]:
        """What the command makes of the folder, and how long it takes."""
        if command not in self._wanted:
            self._set_up(cold=command.cold)
            begun = time.monotonic()
            if command.ends:
                code, said = self._run(command)
                assert code == command.code, said
            else:
                self._run_until_it_speaks(command)
            self._wanted[command] = contents(self.work), time.monotonic() - begun
        return self._wanted[command]

    def _set_up(self, *, cold: bool) -> None:
        for folder in (self.work, self.temporary, self.cache):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self._pattern, self.work)
        self.temporary.mkdir()
        if not cold:
            shutil.copytree(self._known, self.cache)

    def _run(self, command: Command) -> tuple[int, str]:
        process = self._started(command)
        out, err = process.communicate(timeout=120)
        return process.returncode, out + err

    def _run_until_it_speaks(self, command: Command) -> None:
        """Has a command that does not end by itself do for a while what it does, and ends it."""
        process = self._started(command)
        assert process.stdout
        assert process.stdout.readline()
        time.sleep(0.5)
        process.terminate()
        process.communicate(timeout=SECONDS)

    def _started(self, command: Command) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "ARSENAL_CACHE": str(self.cache),
            "TMPDIR": str(self.temporary),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        for name in ("ARSENAL_PACKS", "ARSENAL_DATABASE", "ARSENAL_DEBUG"):
            environment.pop(name, None)
        return subprocess.Popen(
            [sys.executable, "-m", "builder", *command.arguments],
            cwd=self.work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True,
        )  # fmt: skip


_RENDERING = ("print", "images", "tabletop", "calibrate", "deck-sheet", "validate")


def lay_out(folder: Path) -> None:
    """A pack that is not in its form, with a translation, beside what earlier runs made."""
    folder.mkdir()
    new_game("My Game", folder)
    pack = folder / "my-game"
    cards = pack / "sets/core/cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("number: ", "number:    "), "utf-8")
    (pack / "locales").mkdir()
    (pack / "locales/fr.yaml").write_text("cards:\n  flare: {name: Éclat}\n", "utf-8")
    (folder / "out").mkdir()
    for name in ("out.pdf", "out-backs.pdf", "out-cut.svg", "out.csv", "out/sheets.json", "out/counts.csv"):
        (folder / name).write_text(f"what was in {name}")
    for card in ("flare", "undertow"):
        (folder / f"out/{card}.png").write_text("an older picture")
    (folder / "out/mine.txt").write_text("the user's own")


def _earlier_site(folder: Path) -> None:
    """A site of the pack as it was: with a card and a language that it has no more, and a file of the user's own."""
    cards, words = folder / "my-game/sets/core/cards.yaml", folder / "my-game/locales/fr.yaml"
    now = cards.read_text("utf-8"), words.read_text("utf-8")
    cards.write_text(now[0].replace("id: flare", "id: blaze").replace("name: Flare", "name: Blaze"), "utf-8")
    words.unlink()
    for path in (folder / "my-game/decks").glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("flare", "blaze"), "utf-8")
    command = [sys.executable, "-m", "builder", "site", "-o", "site", "-g", "my-game", "--packs", "my-game"]
    subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True)
    for path in (folder / "my-game/decks").glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("blaze", "flare"), "utf-8")
    cards.write_text(now[0], "utf-8")
    words.write_text(now[1], "utf-8")
    (folder / "site/mine.txt").write_text("the user's own")


def _part(tree: Tree, beginning: str) -> frozenset[tuple[str, bytes]]:
    return frozenset((name, content) for name, content in tree.items() if name.startswith(beginning))


def _said(process: subprocess.Popen[str], trial: Trial) -> str:
    """What a command said that was told to end."""
    try:
        _, err = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        trial.faults.append(f"it had not ended after {SECONDS:.0f} s")
        _, err = process.communicate()
    return err


def _remains(group: int) -> Iterator[str]:
    """Whether a process that the command started still lives."""
    end = time.monotonic() + LINGER
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    os.killpg(group, signal.SIGKILL)
    yield f"a process still lived after {LINGER:.0f} s"


def trials(how_many: int, seed: int, commands: Sequence[Command] = COMMANDS) -> Iterator[Trial]:
    """So many trials; the same seed makes the same choices."""
    chance = random.Random(seed)
    for number in (signal.SIGINT, signal.SIGHUP):  # which a shell in the background ignores, and all that it starts
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="kills-", ignore_cleanup_errors=True) as folder:
        arena = Arena(Path(folder), commands)
        for _ in range(how_many):
            yield arena.trial(chance)


def main() -> None:
    """Run trials, tell of each that found a fault, and exit 1 if one did."""
    how_many, seed = ([int(word) for word in sys.argv[1:]] + [300, 1][len(sys.argv) - 1 :])[:2]
    kinds: Counter[str] = Counter()
    bad = 0
    for trial in trials(how_many, seed):
        kinds[f"{trial.number.name} {'while running' if trial.was_running else 'after the end'}"] += 1
        if trial.faults:
            bad += 1
            print(trial, flush=True)
    for kind, count in sorted(kinds.items()):
        print(f"{count:4} {kind}")
    print(f"{how_many} kills with seed {seed}: {bad} with faults")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
