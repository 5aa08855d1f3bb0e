"""Tries cases: writes their files, runs their commands and judges how they went, also what became of the database."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

from tests.hostile.fuzzing import calls
from tests.hostile.fuzzing.cases import Case, Plan
from tests.hostile.fuzzing.judging import Fault, judge
from tests.hostile.fuzzing.packs import SmallPack
from tests.hostile.fuzzing.running import Ran, Sandbox

Rows = dict[str, tuple[str, int]]  # games, each with the key of what it was made from and the number of its cards


class Trial:
    """Tries one case after another in one folder. `runs` counts commands."""

    def __init__(self, root: Path) -> None:
        self.sandbox = Sandbox(root)
        self.runs = 0
        self._good: dict[str, Path] = {}

    def plan(self, plan: Plan) -> list[Fault]:
        """What is wrong with a case of a seed."""
        asks = any(calls.DATABASE in run for run in plan.runs)
        good = self._good_database(plan.pack) if asks else None
        self.sandbox.write(plan)
        found = self._tried(plan.runs, plan.typed, good, stops=plan.stops)
        self.sandbox.restore(plan)
        return found

    def case(self, case: Case) -> list[Fault]:
        """What is wrong with a case as a file holds it."""
        self.sandbox.write_case(case)
        return self._tried(case.runs, case.typed, None)

    def _tried(
        self, runs: tuple[tuple[str, ...], ...], typed: str, good: Path | None, *, stops: bool = False
    ) -> list[Fault]:
        database = self.sandbox.work / calls.DATABASE
        if good:
            shutil.copyfile(good, database)
        before = _rows(database)
        found: dict[str, Fault] = {}
        was_sound = True
        for arguments in runs:
            ran = self.sandbox.run(arguments, typed)
            self.runs += 1
            for fault in [*judge(ran, self.sandbox.work), *_second_run(self.sandbox, ran)]:
                found.setdefault(fault.key, fault)
            was_sound = was_sound and ran.code == 0
            if stops and not was_sound:
                break
        if before and (fault := _lost(before, _rows(database), was_sound=was_sound)):
            found.setdefault(fault.key, fault)
        return list(found.values())

    def _good_database(self, pack: SmallPack) -> Path:
        """The database of the sound pack."""
        if pack.id not in self._good:
            self.sandbox.write_case(Case({f"pack/{name}": content for name, content in pack.files.items()}, ()))
            path = self.sandbox.root / "tmp" / f"{pack.id}.db"
            path.unlink(missing_ok=True)
            ran = self.sandbox.run(("build", "--packs", "pack", "--database", str(path)))
            assert ran.code == 0, ran
            self._good[pack.id] = path
        return self._good[pack.id]


def _rows(database: Path) -> Rows | None:
    if not database.is_file():
        return None
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        try:
            counted = "count(card.pk) FROM game LEFT JOIN card ON card.game_id = game.id GROUP BY game.id"
            sql = f"SELECT game.id, game.key, {counted}"
            rows = {str(game): (str(key), int(count)) for game, key, count in connection.execute(sql)}
            return rows if connection.execute("PRAGMA quick_check").fetchone() == ("ok",) else {}
        except sqlite3.Error:
            return {}


def _lost(before: Rows, after: Rows | None, *, was_sound: bool) -> Fault | None:
    """A database that has lost a game, though its pack has errors, or that can't be read."""
    if not after:
        return Fault("database", "it is gone or broken", f"{before} became {after}")
    if not was_sound and after != before and not set(after) - set(before):
        changed = [game for game in before if game not in after]
        if changed:
            return Fault("database", "the last good state of a game is gone", f"{before} became {after}")
    return None


def _second_run(sandbox: Sandbox, ran: Ran) -> list[Fault]:
    """What was formatted once is not changed a second time."""
    if ran.arguments[0] != "fmt" or ran.code != 0 or "--check" in ran.arguments or ran.raised:
        return []
    again = sandbox.run((*ran.arguments[:1], "--check", *ran.arguments[1:]))
    if again.code == 0:
        return []
    return [Fault("fmt", "it changes what it has written", again.out[:500])]
