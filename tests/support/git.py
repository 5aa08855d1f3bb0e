"""Packs in git repositories, for tests of their earlier versions."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from builder.authoring.new import new_game, plan_game

Git = Callable[..., str]  # runs git with these arguments, as of `day`; gives what it printed

CARDS = next(name for name in plan_game("My Game") if name.startswith("sets/"))


def run_git(*arguments: str, day: str = "2026-01-01") -> str:
    """Run git in the current folder, as somebody who commits at noon of that day."""
    who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in
           (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", f"{day}T12:00:00"))}  # fmt: skip
    done = subprocess.run(["git", *arguments], env={**os.environ, **who}, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def pack_with_history() -> Path:
    """The small game below the current folder, with two commits: tag v1, and one in which a card has another name."""
    run_git("init", "-q")
    Path("games").mkdir()
    os.chdir("games")
    new_game("My Game", Path())
    root = Path("my-game").resolve()
    run_git("add", ".")
    run_git("commit", "-qm", "one", day="2026-01-01")
    run_git("tag", "v1")
    change(root, "name: Flare", "name: Flash")
    run_git("commit", "-qam", "two", day="2026-02-01")
    return root


def change(root: Path, old: str, new: str) -> None:
    """Write `new` for the first `old` in the cards of a pack."""
    file = root / CARDS
    assert old in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
