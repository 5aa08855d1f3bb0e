"""Balance as it is asked for: its report, games that are written as they end, and what a change of the pack moves."""

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from builder.playing import balance as balancing
from builder.playing.balance import Wanted, balance
from builder.workspace import Workspace
from engine.running import Batch, Played, Processes, Run
from tests.support.commands import ROOT, Arsenal
from tests.support.git import Git
from tests.support.outputs import fits

DECKS = ("earthwall", "the-accord")


class Stopped(Exception):  # noqa: N818 - it is no error
    """Somebody pressed Ctrl-C."""


class Impatient(Processes):
    """Plays some batches, and is stopped."""

    def play(self, run: Run, work: Iterable[Batch]) -> Iterator[list[Played]]:
        for number, played in enumerate(super().play(run, work)):
            if number == 2:
                raise Stopped
            yield played


def test_a_report_in_words_and_as_data(arsenal: Arsenal) -> None:
    asked = ("balance", *DECKS, "--games", "6", "--bots", "random", "--jobs", "1", "--without", "repossession")
    found = json.loads(arsenal(*asked, "--output", "json").stdout)
    fits(found, "balance-output")
    assert found["games"] == 6
    assert [deck["deck"] for deck in found["decks"]] == list(DECKS)
    assert {one["card"] for one in found["without"]} == {"repossession"}
    said = arsenal(*asked).stdout
    assert re.search(r"^1\. earthwall +\d+\.\d% +\d+\.\d% ", said, re.MULTILINE)
    assert re.search(r"^earthwall +Reached with it in hand +Points when drawn", said, re.MULTILINE)
    assert "6 games, on average" in said
    assert re.search(r"^Repossession +earthwall +\d", said, re.MULTILINE)
    french = arsenal(*asked, "--lang", "fr").stdout
    assert "6 parties, en moyenne" in french
    assert "Points si piochée" in french


def test_as_many_games_as_an_interval_takes(arsenal: Arsenal) -> None:
    found = json.loads(arsenal("balance", "earthwall", "--within", "30", "--bots", "random", "--output", "json").stdout)
    assert found["games"] == 11
    said = arsenal("balance", "earthwall", "--within", "30", "--games", "3", code=2).stderr
    assert "--games and --within both say how many games are played" in said
    assert 'no deck has the card "nobody"' in arsenal("balance", "earthwall", "--without", "nobody", code=2).stderr


def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "cache"))
    wanted = Wanted(DECKS, 40, ["random"], seed=7)
    with Workspace() as workspace:

        def run(runner: Processes) -> balancing.Balance:
            return balance(workspace.catalog, workspace.packs, wanted, runner)

        whole = run(Processes())
        assert whole.resumed == 0
        with pytest.raises(Stopped):
            run(Impatient())
        (journal,) = (tmp_path / "cache" / "balance").iterdir()
        journal.write_bytes(journal.read_bytes() + b"[0,0,[0,1],[1.0,")  # the power went
        again = run(Processes())
        assert again.resumed == 16
        assert again.to_json() == whole.to_json()
        assert not list((tmp_path / "cache" / "balance").iterdir())


def test_what_a_change_moves(arsenal: Arsenal, git: Git) -> None:
    shutil.copytree(ROOT / "cards/future-invaders", "pack")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    changed = 0
    for path in Path("pack/sets").rglob("*.yaml"):
        text = path.read_text("utf-8")
        dear = re.sub(r"^( *cost: \{oil: )\d", r"\g<1>9", text, flags=re.MULTILINE)
        changed += dear != text
        path.write_text(dear, "utf-8")
    assert changed
    asked = ("balance", *DECKS, "--packs", "pack", "--games", "30", "--jobs", "1", "--since")
    found = json.loads(arsenal(*asked, "HEAD", "--output", "json").stdout)
    fits(found, "balance-output")
    assert found["since"] == "HEAD"
    pair, earthwall, accord = found["changes"]
    assert pair["what"] == "earthwall - the-accord"
    assert earthwall["change"]["value"] == -accord["change"]["value"]
    said = arsenal(*asked, "HEAD").stdout
    assert re.search(r"^Since HEAD +Before +Now +Points", said, re.MULTILINE)
    assert 'has no revision "nope"' in arsenal(*asked, "nope", code=2).stderr
