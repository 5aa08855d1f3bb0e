"""Balance as it is asked for: its report, games that are written as they end, and what a change of the pack moves."""

import csv
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.playing import balance as balancing
from builder.playing.balance import Wanted, balance
from builder.storage.locks import lock_now
from builder.workspace import Workspace
from engine.balancing import plan
from engine.running import Batch, Played, Processes, Run
from tests.engine.support import bundle
from tests.support.accessible import hindrances, needs_axe
from tests.support.chromium import Chromium, needs_chromium
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


ASKED = ("balance", *DECKS, "--games", "6", "--bots", "random", "--jobs", "1", "--without", "patrol-cutter")


def test_a_report_in_words_and_as_data(arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.cli.balancing.SHOWN", 2)
    found = json.loads(arsenal(*ASKED, "--output", "json").stdout)
    fits(found, "balance-output")
    assert found["games"] == 6
    assert [deck["deck"] for deck in found["decks"]] == list(DECKS)
    assert {one["card"] for one in found["without"]} == {"patrol-cutter"}
    said = arsenal(*ASKED).stdout
    assert re.search(r"^1\. earthwall +\d+\.\d% +\d+\.\d% ", said, re.MULTILINE)
    assert re.search(r"^earthwall +Win rate in hand +Improvement when drawn", said, re.MULTILINE)
    _, *cards = said.partition("\nearthwall ")[2].partition("\n\n")[0].splitlines()
    assert [card.startswith("...") for card in cards] == [False, False, True, False, False]
    assert "6 games, on average" in said
    assert re.search(r"^Patrol Cutter +earthwall +\d", said, re.MULTILINE)


def test_the_report_as_files(arsenal: Arsenal) -> None:
    names = ("a.html", "a.md", "a.csv", "a.json")
    said = arsenal(*ASKED, *(word for name in names for word in ("-o", name)), "--lang", "fr").stdout
    assert "6 parties, en moyenne" in said
    assert "a.csv" in said
    page = Path("a.html").read_text("utf-8")
    assert "<h1>Équilibre de Future Invaders</h1>" in page
    assert "Gain si piochée" in page
    assert '<th scope="row">Vedette de patrouille</th><td>earthwall</td>' in page
    fits(json.loads(Path("a.json").read_text("utf-8")), "balance-output")
    rows = list(csv.DictReader(Path("a.csv").read_text("utf-8").splitlines()))
    assert {row["what"] for row in rows} >= {"pairing", "seat-1", "deck", "in-hand", "improvement", "without"}
    assert (
        "a.txt: a report is written by the end of its name: .html, .md, .csv, .json"
        in arsenal(*ASKED, "-o", "a.txt", code=2).stderr
    )
    assert not Path("a.txt").exists()


def test_as_many_games_as_an_interval_takes(arsenal: Arsenal) -> None:
    found = json.loads(arsenal("balance", "earthwall", "--within", "30", "--bots", "random", "--output", "json").stdout)
    assert found["games"] == 11
    said = arsenal("balance", "earthwall", "--within", "30", "--games", "3", code=2).stderr
    assert "--games and --within both say how many games are played" in said
    assert 'no deck has the card "nobody"' in arsenal("balance", "earthwall", "--without", "nobody", code=2).stderr
    assert 'there is no format "nope"' in arsenal("balance", "earthwall", "--format", "nope", code=2).stderr


def test_games_of_another_plan_are_not_counted() -> None:
    decks = [bundle("future-invaders", deck) for deck in DECKS]
    changes: list[dict[str, Any]] = [
        {}, {"games": 6}, {"bots": ("random",)}, {"seed": 1}, {"without": ["war-bonds"]},
        {"without": ["patrol-cutter"]}, {"decks": decks[::-1]},
    ]  # fmt: skip
    keys = {balancing._key(plan(**{"decks": decks, "games": 4, **change})) for change in changes}
    assert len(keys) == len(changes)


def test_what_was_not_there_or_faulty_is_not_compared(arsenal: Arsenal, git: Git) -> None:
    shutil.copytree(ROOT / "cards/future-invaders", "new")
    cards, deck = Path("new/sets/first-light/terrans.yaml"), Path("new/decks/mine.yaml")
    good = cards.read_text("utf-8")
    git("init", "-q")
    Path("new/game.yaml").rename("game.yaml")
    _commit(git, "v0")
    Path("game.yaml").rename("new/game.yaml")
    cards.write_text(good.replace("\n  cost: ", "\n  cots: "), "utf-8")
    _commit(git, "v1")
    cards.write_text(good, "utf-8")
    _commit(git, "v2")
    deck.write_text(Path("new/decks/earthwall.yaml").read_text("utf-8").replace("Earthwall", "Mine"), "utf-8")
    for since, why in (
        ("v0", "future-invaders was not there in v0"),
        ("v1", "future-invaders had errors in v1"),
        ("v2", "the deck mine was not there in v2"),
    ):
        assert why in arsenal("balance", "mine", "--packs", "new", "--since", since, code=2).stderr


def _commit(git: Git, tag: str) -> None:
    git("add", "new")
    git("commit", "-qm", "one")
    git("tag", tag)


@pytest.mark.long
def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "cache"))
    wanted = Wanted(DECKS, 24, ["random"], seed=7)
    with Workspace() as workspace:

        def run(runner: Processes) -> balancing.Balance:
            return balance(workspace.catalog, workspace.packs, wanted, runner)

        whole = run(Processes())
        assert whole.resumed == 0
        with pytest.raises(Stopped):
            run(Impatient())
        (journal,) = (tmp_path / "cache" / "balance").iterdir()
        journal.write_bytes(journal.read_bytes() + b"[0,0,[0,1],[1.0,")  # the power went
        with journal.open("rb") as other:
            assert lock_now(other.fileno())
            second = run(Processes())
            assert (second.resumed, second.to_json()) == (0, whole.to_json()), "another process plays the same"
        again = run(Processes())
        assert again.resumed == 16
        assert again.to_json() == whole.to_json()
        assert not list((tmp_path / "cache" / "balance").iterdir())


@pytest.mark.long
def test_what_a_change_moves(arsenal: Arsenal, git: Git) -> None:
    """A pairing whose decks are as they were is not played again."""
    shutil.copytree(ROOT / "cards/future-invaders", "pack")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    path = Path("pack/sets/first-light/terrans.yaml")
    dear = re.sub(r"(id: war-bonds\n(?:.*\n){4}  cost: \{oil: )2", r"\g<1>5", path.read_text("utf-8"))
    path.write_text(dear, "utf-8")
    decks = (*DECKS, "slow-spring")
    asked = ("balance", *decks, "--packs", "pack", "--games", "2", "--jobs", "1", "--bots", "random", "--since")
    found = json.loads(arsenal(*asked, "HEAD", "--output", "json").stdout)
    fits(found, "balance-output")
    assert found["since"] == "HEAD"
    moved = {one["what"]: one["change"]["interval"] for one in found["changes"]}
    assert moved.pop("the-accord - slow-spring") == [0, 0]
    assert moved.keys() == {"earthwall - the-accord", "earthwall - slow-spring", *decks}
    assert [0, 0] not in moved.values()
    said = arsenal(*asked, "HEAD").stdout
    assert re.search(r"^Since HEAD +Before +Now +Points", said, re.MULTILINE)
    assert "no change: the same cards" in said
    arsenal(*asked, "HEAD", "-o", "balance.md")
    comment = Path("balance.md").read_text("utf-8")
    assert comment.startswith("### Balance of Future Invaders\n\nSince HEAD, ")
    assert "| earthwall - the-accord | " in comment
    assert 'has no revision "nope"' in arsenal(*asked, "nope", code=2).stderr
    advanced: list[tuple[int, int]] = []
    with Workspace("pack") as workspace:
        wanted = Wanted(decks, 2, ["random"])
        advance = lambda done, whole: advanced.append((done, whole))  # noqa: E731
        balance(workspace.catalog, workspace.packs, wanted, Processes(1), since="HEAD", progress=advance)
    assert {whole for _, whole in advanced} == {sum(done for done, _ in advanced)} == {10}


@pytest.mark.long
def test_names_of_strangers_are_text_in_every_file(arsenal: Arsenal) -> None:
    shutil.copytree(ROOT / "cards/future-invaders", "pack")
    path = Path("pack/sets/first-light/terrans.yaml")
    name = "<b onclick=alert(1)>|@all [x](http://x) =1+1"
    path.write_text(path.read_text("utf-8").replace("name: War Bonds", f"name: {json.dumps(name)}"), "utf-8")
    arsenal(
        "balance", "earthwall", "the-accord", "--packs", "pack", "--games", "8", "--jobs", "1", "--bots", "random",
        "--without", "war-bonds", "-o", "a.html", "-o", "a.md",
    )  # fmt: skip
    page, comment = (Path(file).read_text("utf-8") for file in ("a.html", "a.md"))
    assert "&lt;b onclick=alert(1)&gt;|@all" in page
    for text in (page, comment):
        assert "<b onclick" not in text
    assert "@all" not in comment


@needs_chromium
@needs_axe
@pytest.mark.long
def test_the_report_in_a_browser(arsenal: Arsenal) -> None:
    decks = (*DECKS, "slow-spring")
    arsenal("balance", *decks, "--games", "4", "--bots", "random", "--jobs", "1", "-o", "a.html")
    with Chromium() as browser:
        tab = browser.open(Path("a.html").resolve().as_uri())
        for width, scheme in ((360, "light"), (1280, "dark")):
            tab.looks(width, 900, scheme=scheme)
            assert tab.value("document.documentElement.scrollWidth") == width
            assert hindrances(tab, colors=scheme == "dark") == []
        heads = "[...document.querySelectorAll('table.sorts')].at(-1)"
        first = f"{heads}.tBodies[0].rows[0].cells[5].dataset.by"
        tab.value(f"{heads}.tHead.querySelectorAll('button')[5].focus()")
        tab.press("Enter")
        best = float(tab.value(first))
        tab.press("Enter")
        assert float(tab.value(first)) < best
        assert tab.refusals() == []
