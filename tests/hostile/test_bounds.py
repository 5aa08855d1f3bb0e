"""No input costs unbounded time: four times as much of it is at most about four times the work.

`python -m tests.hostile` runs the same inputs at full size, and says how long each takes.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest

from builder.authoring.new import new_game
from builder.checks import check_pack
from builder.checks.usable import usable
from builder.diagnostics import Diagnostic, wording
from builder.diagnostics.findings import MAX_OF_FILE, MAX_OF_PACK
from builder.packs.pack import read
from tests.hostile.__main__ import run
from tests.support import attacks
from tests.support.attacks import ATTACKS, FILES, PACK, VALIDATE, Make
from tests.support.commands import Arsenal

pytestmark = pytest.mark.long

SMALL = 150
MOST_TIMES = 5.5  # the work that four times as much of an input may take; quadratic work would be 16 times as much
OF_FILES = 15
PART = 3  # of a large file of strangers: more of it would only take longer
MOST_SECONDS, MOST_MB = 8, 250  # of the processor; generous: the worst take a quarter of it

WITH_PROCESSES = ("nevaluated", "aliases")  # what takes a process to check takes that long at any size
CHECKED = {
    name: attack
    for name, attack in ATTACKS.items()
    if attack.command == VALIDATE and not any(word in name for word in WITH_PROCESSES)
}


def checked(make: Make, size: int, folder: Path) -> tuple[list[Diagnostic], int]:
    """What is wrong with a pack that was made so, and how many functions were called to find it and leave it out."""
    folder.mkdir()
    new_game("Moon Duel", folder)
    make(folder / PACK, size)
    pack = read(folder / PACK)
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        found = check_pack(pack)
        usable(pack, lambda _: found)
    finally:
        sys.setprofile(None)
    return found.diagnostics, calls


@pytest.mark.parametrize("name", CHECKED)
def test_work_grows_with_the_input_and_not_with_its_square(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wording, "MAX_COMPARED", SMALL)  # near names are looked for up to there, whatever it takes
    attack = CHECKED[name]
    size = OF_FILES if attack.size < 50_000 and attack.make is not attacks.faulty_decks else SMALL
    checked(attack.make, 1, tmp_path / "first")  # what is prepared once
    _, once = checked(attack.make, size, tmp_path / "once")
    found, more = checked(attack.make, 4 * size, tmp_path / "more")
    assert more < MOST_TIMES * once + 20_000
    assert len(found) <= MAX_OF_PACK + 300
    assert all(diagnostic.span for diagnostic in found)


@pytest.mark.parametrize("name", FILES)
def test_files_of_strangers_are_answered_in_bounded_time_and_memory(name: str) -> None:
    attack = FILES[name]
    size = attack.size // PART if attack.size > 100_000 else attack.size
    _, worked, peak, code, last = run(replace(attack, size=size), limit=120)
    assert code in (0, 1), last
    assert worked < MOST_SECONDS
    assert peak < MOST_MB


@pytest.mark.parametrize(
    "make",
    [
        attacks.empty_cards, attacks.tags, attacks.duplicate_keys, attacks.duplicate_numbers, attacks.unknown_in_deck,
        attacks.unknown_symbols_in_one_text, attacks.rulings, attacks.locale,
    ],
)  # fmt: skip
def test_findings_of_a_file_are_listed_up_to_a_number_and_the_rest_is_counted(make: Make, tmp_path: Path) -> None:
    found, _ = checked(make, 2_000, tmp_path / "pack")
    ((path, count),) = Counter(d.span.path for d in found if d.span).most_common(1)
    assert MAX_OF_FILE <= count <= MAX_OF_FILE + 2
    assert "more-findings" in [d.code for d in found if d.span and d.span.path == path]


def test_a_report_says_how_many_findings_it_leaves_out(arsenal: Arsenal) -> None:
    new_game("Moon Duel", Path())
    attacks.duplicate_numbers(Path(PACK), 1_000)
    said = arsenal("validate", PACK, code=1).stdout
    assert "warning[more-findings] 300 more findings of this file are not listed" in said
    found = json.loads(arsenal("validate", PACK, "--output", "json", code=1).stdout)["diagnostics"]
    assert [d["code"] for d in found].count("more-findings") == 1
    assert [d["path"] for d in found].count("moon-duel/sets/core/cards.yaml") == MAX_OF_FILE + 1
    assert found == json.loads(arsenal("validate", PACK, "--output", "json", code=1).stdout)["diagnostics"]


@pytest.mark.parametrize("make", [attacks.patterns, attacks.repeated_patterns, attacks.long_description])
def test_schemas_of_many_patterns_or_words_are_refused(make: Make, tmp_path: Path) -> None:
    found, _ = checked(make, 3_000, tmp_path / "pack")
    assert "bad-card-schema" in [d.code for d in found]


def test_a_schema_that_asks_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from builder.schema import guarding

    monkeypatch.setattr(guarding, "SECONDS", 1)
    found, _ = checked(attacks.nested_unevaluated, 40, tmp_path / "pack")
    (costly,) = [d for d in found if d.code == "schema-too-costly"]
    assert costly.span
    assert costly.span.path.endswith("card.schema.json")


def test_a_print_of_very_many_pages_is_refused_in_words(arsenal: Arsenal) -> None:
    new_game("Moon Duel", Path())
    attacks.big_deck(Path(PACK), 10_000)
    said = arsenal("print", "mine.yaml", "--packs", PACK, "-o", "out.pdf", code=2).stderr
    assert "error: 260,000 cards are 28,889 pages, and at most 1,000 are printed" in said
    assert "--max-pages 28889" in said
    assert not Path("out.pdf").exists()
    arsenal("print", "mine.yaml", "--packs", PACK, "-o", "out.pdf", "--one-each")


@pytest.mark.parametrize("command", ["print", "stats", "check"])
def test_a_deck_of_unknown_cards_is_answered_in_short(
    command: str, arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rapidfuzz import process

    new_game("Moon Duel", Path())
    attacks.unknown_in_checked_deck(Path(PACK), 2_000)
    compared = 0
    real = process.extract

    def counted(word: str, known: list[str], **options: object) -> object:
        nonlocal compared
        compared += len(known)
        return real(word, known, **options)  # type: ignore[call-overload]  # as it was called

    monkeypatch.setattr(process, "extract", counted)
    more = ["-o", "out.pdf"] if command == "print" else []
    arsenal(command, "mine.yaml", "--packs", PACK, *more, code=0 if command == "stats" else 1)
    assert compared < 2_500_000
