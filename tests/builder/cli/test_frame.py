"""What all commands share: exit codes, findings and notes, and the packs that they open."""

import json
import shutil
from datetime import date
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from builder.cli.frame import command, day, finish, refuse_empty, warn, workspace
from builder.cli.options import FindingsOption, Sources
from builder.cli.saying import note
from builder.diagnostics import Diagnostic, FindingsError, UsageError
from tests.support.commands import Arsenal
from tests.support.outputs import fits

pytestmark = pytest.mark.usefixtures("alone")


def test_commands_go_on_with_the_last_good_state(arsenal: Arsenal, own_pack: Path) -> None:
    assert "moon-duel" in arsenal("games", "--packs", "moon-duel").stdout
    game = own_pack / "game.yaml"
    game.write_text(game.read_text() + "nonsense: 1\n")
    result = arsenal("games", "--packs", "moon-duel")
    assert "used as they were before" in result.stderr
    assert "moon-duel" in result.stdout


def test_two_packs_of_ones_own_may_not_be_the_same_game(arsenal: Arsenal, own_pack: Path, tmp_path: Path) -> None:
    shutil.copytree(own_pack, tmp_path / "other")
    said = arsenal("games", "--packs", "moon-duel", "--packs", "other", code=2).stderr
    assert 'two packs say that they are "moon-duel"' in said


# What the frame makes of a command


def outcome(raised: BaseException | None, *arguments: str) -> tuple[int, str, str]:
    """How a command ends that raises this: its exit code, and what it says on stdout and stderr."""
    one = typer.Typer()

    @command("one", on=one, example="arsenal one")
    def _one(output: FindingsOption = "text") -> None:
        if raised:
            raise raised
        typer.echo("done")

    result = CliRunner().invoke(one, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def test_a_command_without_failures_says_its_own() -> None:
    assert outcome(None) == (0, "done\n", "")


@pytest.mark.parametrize(
    ("raised", "code", "found", "said"),
    [
        (UsageError("no such card", "another"), 2, "wrong-use", "error: no such card\n  = help: another\n"),
        (FindingsError([Diagnostic("unknown-key", "what?")]), 1, "unknown-key", "error[unknown-key] what?\n"),
        (KeyboardInterrupt(), 130, "stopped", "error: stopped; nothing half-written was left behind\n"),
        (MemoryError(), 2, "out-of-memory", "error: there is not enough memory for this\n"),
        (PermissionError(13, "No", "a.pdf"), 2, "unusable-file", 'error: "a.pdf" can\'t be used: no\n'),
        (ValueError("odd"), 70, "own-fault", "error: Arsenal stumbled over a fault of its own: ValueError: odd\n"),
    ],
)
def test_failures_become_words_and_exit_codes(
    monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, found: str, said: str
) -> None:
    monkeypatch.delenv("ARSENAL_DEBUG", raising=False)
    exit_code, stdout, stderr = outcome(raised)
    assert (exit_code, stdout) == (code, "")
    assert stderr.startswith(said)
    exit_code, stdout, stderr = outcome(raised, "--output", "json")
    assert (exit_code, stderr) == (code, "")
    fits(answer := json.loads(stdout), "validate-output")
    assert [fault["code"] for fault in answer["diagnostics"]] == [found]


def test_a_fault_of_our_own_is_shown_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARSENAL_DEBUG", "1")
    assert outcome(ValueError("odd"))[:2] == (1, "")
    assert outcome(UsageError("no such card"))[::2] == (2, "error: no such card\n")


def test_findings_end_a_command_where_one_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    finish([], "text", "all is well")
    assert capsys.readouterr().out == "all is well\n"
    finish([Diagnostic("stale-translation", "look here")], "text", "all is well")
    said = capsys.readouterr().out
    assert said.startswith("warning[stale-translation] look here\n")
    assert said.endswith("all is well\n")
    with pytest.raises(typer.Exit) as ended:
        finish([Diagnostic("unknown-key", "look here")], "text", "all is well")
    assert ended.value.exit_code == 1
    assert "all is well" not in capsys.readouterr().out
    finish([], "json", "all is well")
    assert json.loads(capsys.readouterr().out) == {"diagnostics": []}


def test_warnings_and_notes_stand_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    warn([])
    assert capsys.readouterr() == ("", "")
    warn([Diagnostic("stale-translation", "look here")])
    note("a card\x1b[2J")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("warning[stale-translation] look here\n")
    assert "note: a card" in said.err
    assert "\x1b" not in said.err


def test_a_workspace_has_the_pack_around_the_current_folder(own_pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "moon-duel" not in [pack.game_id for pack in workspace(Sources()).packs]
    assert "moon-duel" in [pack.game_id for pack in workspace(Sources([own_pack])).packs]
    monkeypatch.chdir(own_pack / "sets/core")
    assert "moon-duel" in [pack.game_id for pack in workspace(Sources()).packs]


def test_days() -> None:
    assert day("2026-11-21") == date(2026, 11, 21)
    assert day("") is None
    for wrong in ("2026-02-30", "tomorrow"):
        with pytest.raises(UsageError, match=f'"{wrong}" is not a day'):
            day(wrong)


def test_an_option_may_be_left_out_but_not_empty() -> None:
    one = typer.Typer()

    @command("one", on=one, example="arsenal one")
    def _one(context: typer.Context, changed_since: str = "") -> None:
        refuse_empty(context, changed_since=changed_since)

    assert CliRunner().invoke(one, []).exit_code == 0
    assert CliRunner().invoke(one, ["--changed-since", "HEAD"]).exit_code == 0
    for empty in ("", "  "):
        refused = CliRunner().invoke(one, ["--changed-since", empty])
        assert refused.exit_code == 2
        assert "--changed-since is empty" in refused.stderr
