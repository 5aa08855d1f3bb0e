"""What the engine can't play of a pack is named, and nothing else is said of it."""

import shutil
from pathlib import Path

import pytest

from builder.diagnostics import Diagnostic, Span
from builder.diagnostics.reports import read_lines, render
from builder.packs.pack import read
from builder.playing.playable import not_played
from tests.support.commands import GAMES, ROOT, Arsenal


@pytest.mark.parametrize("game", GAMES)
def test_games_with_a_module_are_played_whole(game: str) -> None:
    assert list(not_played(read(ROOT / "cards" / game))) == []


def test_a_verb_that_the_module_does_not_know_is_named_with_its_place(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(ROOT / "cards/invasion-tcg", tmp_path / "invasion-tcg"))
    verbs = (pack / "verbs.yaml").read_text("utf-8")
    assert verbs.count("\nverbs:\n") == 1
    (pack / "verbs.yaml").write_text(verbs.replace("\nverbs:\n", "\nverbs:\n  spin: {means: Trade places.}\n"), "utf-8")
    (found,) = not_played(read(pack))
    assert found.message == 'the engine\'s module for invasion-tcg does not know the verb "spin"'
    assert found.span is not None
    assert found.span.line == verbs.splitlines().index("verbs:") + 2
    assert found.severity == "note"


def test_a_game_without_a_module_with_broken_verbs_or_without_any_has_no_note(arsenal: Arsenal, own_pack: Path) -> None:
    for code in (0, 1):
        assert list(not_played(read(own_pack))) == []
        assert "not-played" not in arsenal("validate", "moon-duel", code=code).stdout
        (own_pack / "verbs.yaml").write_text("verbs: [\n")
    (own_pack / "verbs.yaml").unlink()
    assert list(not_played(read(own_pack))) == []


def test_other_outputs_know_notes() -> None:
    found = [Diagnostic("not-played", "so it is", Span("verbs.yaml", 3, 3))]
    assert render(found, "github", read_lines).startswith("::notice file=verbs.yaml")
    assert '"level": "note"' in render(found, "sarif", read_lines)


def test_a_report_counts_notes_next_to_the_others() -> None:
    found = [Diagnostic(code, "so it is") for code in ("not-played", "unknown-key", "unused-symbol", "unknown-key")]
    assert render(found, "text", read_lines).endswith("\n2 errors, 1 warning and 1 note\n")
    assert render(found[:2], "text", read_lines).endswith("\n1 error and 1 note\n")
