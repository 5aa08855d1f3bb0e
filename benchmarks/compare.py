"""Compares this checkout with another commit: what users do, done by both in turns.

`python -m benchmarks compare REV [ACTION...]` takes a worktree of REV into a temporary folder. Both run by the same
interpreter with the same libraries, each with caches of its own, and only through the command line, so that how the
modules inside are called does not matter.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.actions import Action, Amounts, actions
from benchmarks.measuring import Measured, NotDoneError, Side, in_turns, row_of, table
from benchmarks.packs import ROOT

QUICK = Amounts(validated=200, printed=18, judged=10, judged_in_process=200)
HEADER = ("action", "before, seconds", "now, seconds", "now / before (middle half)", "made", "checked")


def main(arguments: Sequence[str]) -> None:
    """Print a row for each action, as soon as it is measured."""
    chosen = _parser().parse_args(arguments)
    known = actions(QUICK if chosen.quick else None)
    if unknown := sorted(set(chosen.actions) - set(known)):
        sys.exit(f"no action called {', '.join(unknown)}; there are {', '.join(known)}")
    wanted = [known[name] for name in chosen.actions or known]
    try:
        compare(chosen.revision, wanted, 1 if chosen.quick else chosen.turns)
    except NotDoneError as error:
        sys.exit(f"not done: {error}")


def compare(revision: str, wanted: Sequence[Action], turns: int | None = None, root: Path = ROOT) -> None:
    """Print how a checkout compares with a commit of its own. Raises NotDoneError where one did not do an action."""
    with tempfile.TemporaryDirectory(prefix="arsenal-compare-") as name, worktree(root, revision, Path(name)) as other:
        before, now = Side(Path(name, "before"), other), Side(Path(name, "now"), root)
        print(f"before: {_git(other, 'log', '-1', '--format=%h %s')}")
        changed = ", with changes that are not committed" * bool(_git(root, "status", "--porcelain"))
        print(f"now: {_git(root, 'log', '-1', '--format=%h %s')}{changed}\n")
        print(table(HEADER, []), flush=True)
        for action in wanted:
            print(row_of(row(action, before, now, turns)), flush=True)


def row(action: Action, before: Side, now: Side, turns: int | None = None) -> list[str]:
    """An action done by both sides in turns: seconds, the ratio, whether both made the same, and proof."""
    try:
        with action.start(before) as old, action.start(now) as new:
            measured = in_turns({"before": old, "now": new}, turns or action.turns)
    except NotDoneError as error:
        raise NotDoneError(f"{action.name}: {error}") from None
    old_turns, new_turns = measured["before"], measured["now"]
    seconds = [f"{one.seconds:.3f}" for one in (old_turns, new_turns)]
    return [action.name, *seconds, str(new_turns.times(old_turns)), _same(old_turns, new_turns), new_turns.checked]


@contextmanager
def worktree(root: Path, revision: str, folder: Path) -> Iterator[Path]:
    """A worktree of a commit of the repository around `root`, made in a folder and taken away again."""
    path = folder / "tree"
    _git(root, "worktree", "add", "--quiet", "--detach", str(path), revision)
    try:
        yield path
    finally:
        _git(root, "worktree", "remove", "--force", str(path))


def _same(before: Measured, now: Measured) -> str:
    """Whether both sides made the same in their last turns."""
    made, other = now.turns[-1].made, before.turns[-1].made
    return "" if not made and not other else "the same" if made == other else "different"


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotDoneError(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks compare", description=__doc__)
    parser.add_argument("revision", metavar="REV", help="the commit to compare with")
    parser.add_argument("actions", metavar="ACTION", nargs="*", help=f"all, or some of {', '.join(actions())}")
    parser.add_argument("--turns", type=int, help="how often each is measured, in place of its own number")
    parser.add_argument("--quick", action="store_true", help="do little, once: to see that the comparison works")
    return parser
