"""What a shell offers when Tab is pressed, and the scripts that teach it to ask."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from builder.cli import app
from tests.support.commands import ROOT

SHELLS = ("bash", "zsh", "fish")


def asked(**environment: str) -> tuple[str, str, int]:
    """What the command answers to a shell that asks in this way."""
    done = CliRunner().invoke(app, [], prog_name="arsenal", env=environment)
    return done.stdout, done.stderr, done.exit_code


def offered(words: str, shell: str = "bash") -> list[str]:
    """What is offered for the last of the words."""
    if shell == "bash":
        place = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    else:
        place = {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    said, aside, code = asked(_ARSENAL_COMPLETE=f"complete_{shell}", **place)
    assert (aside, code) == ("", 0)
    assert said.replace("\n", "").replace("\t", "").isprintable()
    return said.split() if shell == "bash" else said.splitlines()


def test_every_command_is_offered() -> None:
    assert offered("arsenal ") == list(typer.main.get_command(app).commands)  # type: ignore[attr-defined]  # a group's
    assert offered("arsenal new ") == ["game", "expansion", "set", "deck"]
    assert offered("arsenal va") == ["validate"]


def test_options_and_their_values_are_offered() -> None:
    assert {"--paper", "--packs"} <= set(offered("arsenal print --pa"))
    assert offered("arsenal validate --output ") == ["text", "json", "github", "sarif"]
    assert offered("arsenal validate --output s") == ["sarif"]


def test_where_a_file_or_anything_fits_the_shell_offers_its_own() -> None:
    assert offered("arsenal check ") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_answered(shell: str) -> None:
    assert any("validate" in line for line in offered("arsenal va", shell))


@pytest.mark.parametrize(
    "environment",
    [
        {"_ARSENAL_COMPLETE": "complete_bash", "COMP_WORDS": "arsenal x", "COMP_CWORD": "zz"},
        {"_ARSENAL_COMPLETE": "complete_bash"},
        {"_ARSENAL_COMPLETE": "nothing"},
        {"_ARSENAL_COMPLETE": "complete_nothing"},
    ],
)
def test_who_asks_wrongly_gets_no_answer_and_no_traceback(environment: dict[str, str]) -> None:
    said, aside, code = asked(**environment)
    assert (said, code) == ("", 1)
    assert "Traceback" not in aside


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
def test_bash_completes_by_the_script_that_is_shown(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    environment["_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"] = "1"
    (tmp_path / "arsenal").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m builder "$@"\n')
    (tmp_path / "arsenal").chmod(0o755)
    script = (
        'eval "$(arsenal --show-completion bash)"; COMP_WORDS=(arsenal print --pa); COMP_CWORD=2;'
        '_arsenal_completion arsenal; echo "${COMPREPLY[@]}"'
    )
    command = ["bash", "--norc", "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("--paper --packs\n", "")
