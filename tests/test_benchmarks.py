"""The benchmarks can't flatter: what did not do its work, or was served from a cache, ends them."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typst

from benchmarks import legality, printing, search, site
from benchmarks.__main__ import NAMES
from benchmarks.actions import Action, finds_a_fault, help_, print_cold, print_from_cache
from benchmarks.compare import compare
from benchmarks.measuring import (
    Done,
    NotDoneError,
    Ratio,
    Run,
    Side,
    cards_drawn,
    from_cache,
    in_turns,
    made_from_nothing,
    made_now,
)
from tests.support.chromium import needs_chromium
from tests.support.commands import ROOT
from tests.support.gamecards import pack

KEEPS = "import os, pathlib; (pathlib.Path(os.environ['ARSENAL_CACHE']) / 'page').write_bytes(bytes(1000))"
REPLACES = KEEPS.replace("'page'", "'new'") + "; os.chdir(os.environ['ARSENAL_CACHE']); os.replace('new', 'page')"
USES = "import os, pathlib; os.utime(pathlib.Path(os.environ['ARSENAL_CACHE']) / 'page')"
MAKES, READS, WRITES = (
    "import os, sqlite3; c = sqlite3.connect(os.environ['ARSENAL_CACHE'] + '/cards.db', isolation_level=None); "
    f"c.execute('pragma journal_mode = wal'); c.execute('{statement}').fetchall()"
    for statement in ("create table a (b)", "select * from a", "insert into a values (1)")
)

# A command that prints like Arsenal's, but copies what another program has drawn.
CHEATS = """
import os, pathlib, shutil, sys
here = pathlib.Path(__file__).parent
if "--help" in sys.argv:
    print("Usage: arsenal")
if "print" in sys.argv:
    shutil.copy(here / "drawn.pdf", sys.argv[-1])
    print("2 cards on 1 pages")
if (here / "always.txt").exists():
    (pathlib.Path(os.environ["ARSENAL_CACHE"]) / str(os.getpid())).write_bytes(bytes(100_000))
"""


def pdf_of(*pages: str) -> bytes:
    made: bytes = typst.compile("#pagebreak()".join(pages).encode())
    return made


@pytest.fixture
def cheating(tmp_path: Path) -> Side:
    """An Arsenal that makes nothing itself."""
    package = tmp_path / "tree" / "builder"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(CHEATS)
    (package / "drawn.pdf").write_bytes(pdf_of("A card, another card"))
    return Side(tmp_path / "work", tmp_path / "tree")


@pytest.fixture
def ran(cheating: Side) -> Callable[..., Run]:
    """Runs pieces of Python one after another with one cache; the last of the runs."""

    def run(*pieces: str) -> Run:
        cache = cheating.new_folder("cache")
        return [cheating.python("-c", piece, cache=cache) for piece in pieces][-1]

    return run


def test_what_is_made_is_found_in_the_cache(ran: Callable[..., Run]) -> None:
    assert made_from_nothing(ran(KEEPS), 1000) == "cache empty before, 1 added to the cache"
    assert from_cache(ran(KEEPS, USES)) == "1 in the cache, 0 made again"
    assert made_now(ran(KEEPS, REPLACES)) == "1 added to the cache"


def test_a_cold_run_that_was_served_from_a_cache_is_not_counted(ran: Callable[..., Run]) -> None:
    with pytest.raises(NotDoneError, match="the cache had 1 files before a run that is to begin with none"):
        made_from_nothing(ran(KEEPS, REPLACES))
    with pytest.raises(NotDoneError, match="nothing was made"):
        made_from_nothing(ran("pass"))
    with pytest.raises(NotDoneError, match="not all was made now"):
        made_from_nothing(ran(KEEPS), 2000)


def test_a_run_from_the_cache_that_makes_things_again_is_not_counted(ran: Callable[..., Run]) -> None:
    with pytest.raises(NotDoneError, match="the cache was empty"):
        from_cache(ran("pass"))
    with pytest.raises(NotDoneError, match="made again"):
        from_cache(ran(KEEPS, REPLACES))  # by the same name, of the same size


def test_a_database_may_be_read_and_not_written(ran: Callable[..., Run]) -> None:
    assert from_cache(ran(MAKES, READS, READS)) == "1 in the cache, 0 made again"
    with pytest.raises(NotDoneError, match="made again"):
        from_cache(ran(MAKES, READS, WRITES))


def test_a_command_that_fails_is_not_counted(cheating: Side) -> None:
    with pytest.raises(NotDoneError, match="ended with 3 and not with 0"):
        cheating.python("-c", "raise SystemExit(3)")


def test_another_arsenal_is_not_measured(tmp_path: Path) -> None:
    with pytest.raises(NotDoneError, match="what would be measured is"):
        Side(tmp_path / "work", tmp_path)


def test_python_keeps_compiled_modules_as_it_does_for_users(cheating: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("ARSENAL_PACKS", "elsewhere")
    seen = cheating.python("-c", "import os, sys; print(sys.dont_write_bytecode, 'ARSENAL_PACKS' in os.environ)")
    assert seen.output == "False False\n"


def test_a_print_that_was_not_drawn_is_not_counted(cheating: Side) -> None:
    with print_cold(cheating) as turn, pytest.raises(NotDoneError, match="nothing was made"):
        turn()


def test_a_print_that_was_drawn_again_is_not_from_the_cache(cheating: Side) -> None:
    (cheating.root / "builder" / "always.txt").touch()
    with print_from_cache(cheating) as turn, pytest.raises(NotDoneError, match="made again"):
        turn()


def test_cards_are_looked_for_in_the_pdf() -> None:
    pdf = pdf_of("Iron Gate 1, Rust Mill 2", "Last Tug 31")
    assert cards_drawn([pdf], ["Iron Gate 1", "Rust Mill 2", "Last Tug 31"], 2).startswith("3 cards drawn on 2 pages")
    with pytest.raises(NotDoneError, match="1 of 2 cards are not in the PDF"):
        cards_drawn([pdf], ["Iron Gate 1", "Last Tug 3"], 2)
    with pytest.raises(NotDoneError, match="2 pages, and not 3"):
        cards_drawn([pdf], ["Iron Gate 1"], 3)
    with pytest.raises(NotDoneError, match="0 bytes were made that are no PDF"):
        cards_drawn([b""], ["Iron Gate 1"], 1)


@pytest.mark.parametrize(
    ("made", "fault"), [(b"the PDF", "no process was started to draw"), (b"", "0 bytes were made that are not the 7")]
)
def test_a_rendering_that_draws_nothing_is_not_counted(
    cheating: Side, monkeypatch: pytest.MonkeyPatch, made: bytes, fault: str
) -> None:
    monkeypatch.setattr(printing, "_renderer", lambda pack: lambda: made)
    with pytest.raises(NotDoneError, match=fault):
        printing.rendering(cheating, cheating.root, b"the PDF", 1)()


def test_a_validator_has_to_find_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text("- id: a\n  faction: pirates\n- id: b\n  faction: neutral\n")
    text = file.read_text()

    def run(output: str) -> Run:
        assert file.read_text() == text.replace("neutral", "nobody-neutral")
        return Run(0, output, "", 0, 0, 0)

    assert finds_a_fault(lambda: run('"nobody-neutral" is no faction'), file) == "a fault in the last card is found"
    with pytest.raises(NotDoneError, match="was not found"):
        finds_a_fault(lambda: run("all is well"), file)
    assert file.read_text() == text


def test_verdicts_have_to_be_right() -> None:
    with pytest.raises(NotDoneError, match="1 of 2 verdicts are wrong"):
        legality.judged(lambda _: True, [{"main": {}}, {"main": {}}])


def test_searches_have_to_find_what_the_peer_finds() -> None:
    card, other = search.PeersCard({"id": "a"}), search.PeersCard({"id": "b"})
    search.agree("a query", [card, other], [other, card])
    with pytest.raises(NotDoneError, match="finds 1 cards, and the peer 2"):
        search.agree("a query", [card], [card, other])
    with pytest.raises(NotDoneError, match="differ in"):
        search.agree("a query", [card], [other])


def test_turns_alternate_and_the_first_is_not_counted() -> None:
    order = ""

    def way(name: str) -> Callable[[], Done]:
        def turn() -> Done:
            nonlocal order
            order += name
            return Done(1.0 if name == "a" else 2.0, "")

        return turn

    measured = in_turns({"a": way("a"), "b": way("b")}, 2)
    assert order == "abbaab"
    assert len(measured["a"].turns) == 2
    assert measured["b"].times(measured["a"]) == Ratio(2.0, 2.0, 2.0)


def test_the_middle_half_of_ratios() -> None:
    assert str(Ratio.of([9.0, 1.0, 2.0, 3.0, 4.0])) == "3.00 (2.00 to 4.00)"


@pytest.fixture
def repository(cheating: Side) -> Path:
    """A repository with one commit, and a command that has changed since."""
    git = ["git", "-C", str(cheating.root), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for arguments in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "As it was"]):
        subprocess.run([*git, *arguments], check=True, capture_output=True)
    main = cheating.root / "builder" / "__main__.py"
    main.write_text(CHEATS.replace("Usage: arsenal", "Usage: another"))
    return cheating.root


def test_two_commits_are_compared(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compare("HEAD", [Action("help", help_, 3)], root=repository)
    said = capsys.readouterr().out
    assert re.search(r"before: \w+ As it was\nnow: \w+ As it was, with changes that are not committed\n", said)
    assert re.search(r"\| help \| \d\.\d+ \| \d\.\d+ \| [\d.]+ \([\d.]+ to [\d.]+\) \| different \| 1 lines \|", said)
    listed = subprocess.run(["git", "-C", str(repository), "worktree", "list"], capture_output=True, check=True)
    assert len(listed.stdout.splitlines()) == 1


def test_a_comparison_ends_where_one_side_does_nothing(repository: Path) -> None:
    with pytest.raises(NotDoneError, match="print-cold: nothing was added to the cache"):
        compare("HEAD", [Action("print-cold", print_cold, 1)], root=repository)
    with pytest.raises(NotDoneError, match="git worktree"):
        compare("no-such-commit", [], root=repository)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=needs_chromium if one in ("browser", "building") else ()) for one in (*NAMES, "bots")],
)
def test_benchmarks_work(name: str) -> None:
    command = [sys.executable, "-m", f"benchmarks.{name}", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    if "left out" in done.stdout:
        pytest.skip(done.stdout)
    assert "checked" in done.stdout


def test_the_site_that_is_measured_has_all_cards_that_are_shipped() -> None:
    assert sum(len(pack(path.parent.name).ids) for path in (ROOT / "cards").glob("*/game.yaml")) == site.CARDS
