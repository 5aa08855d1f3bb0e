"""New games of hostile tables: what is made of one is a sound pack in its own folder, whatever its cells say."""

import csv
import io
from pathlib import Path
from random import Random

import pytest

from tests.hostile.fuzzing import values
from tests.hostile.fuzzing.cases import Case
from tests.hostile.fuzzing.judging import judge
from tests.hostile.fuzzing.running import Sandbox

pytestmark = pytest.mark.long

TABLES = 40
HEADINGS = (
    "Name", "Type", "Cost", "Text", "Faction", "Set", "Number", "Deck", "Count", "Art", "Back", "Keywords", "ID",
)  # fmt: skip
CELLS = (
    "=1+1", '=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "../../etc/passwd", "game.yaml",
    "a\nb", "a\r\nb", "x" * 131_000, "&a", "- a: b", "'", "? x", "Bat", "spell", "1", "2", *values.TEXTS,
)  # fmt: skip


def table(rng: Random) -> bytes:
    """A CSV whose headings and cells are words that a table has, formulas, paths, and characters that control."""
    headings = [rng.choice((*HEADINGS, *HEADINGS, *CELLS)) for _ in range(rng.choice((1, 3, 5, 8)))]
    rows = [[rng.choice(CELLS) for _ in headings] for _ in range(rng.choice((0, 1, 3, 30)))]
    written = io.StringIO()
    csv.writer(written, delimiter=rng.choice(",;\t")).writerows([headings, *rows])
    return written.getvalue().encode("utf-8", "surrogatepass")


def test_what_is_made_of_a_table_is_sound(tmp_path: Path) -> None:
    rng, sandbox, made = Random(22), Sandbox(tmp_path), 0
    for _ in range(TABLES):
        content = table(rng)
        sandbox.write_case(Case({"cards.csv": content}, ()))
        ran = sandbox.run(("new", "game", "Other", "--from", "cards.csv"))
        assert judge(ran, sandbox.work) == [], content[:2000]
        folders = [path.name for path in sandbox.work.iterdir() if path.is_dir() and path.name != "out"]
        assert folders == (["other"] if ran.code == 0 else [])
        made += ran.code == 0
        for again in (("validate", "other"), ("fmt", "--check", "other")) if ran.code == 0 else ():
            after = sandbox.run(again)
            assert (after.code, judge(after, sandbox.work)) == (0, []), (content[:2000], after.out)
    assert made > TABLES // 20
