"""What other tools take from this repository: hooks for pre-commit, a GitHub Action, JSON for programs."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from builder.cli import app
from tests.support.commands import ROOT, Arsenal
from tests.support.git import Git, change

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
SCRIPTS: dict[str, dict[str, Any]] = {step["name"]: step for step in ACTION["runs"]["steps"] if "run" in step}
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # a group's
PAGE = (ROOT / "docs" / "programs.md").read_text("utf-8")
CARDS = "sets/core/cards.yaml"
FEW_GAMES = "--games 4 --jobs 1 --bots random"


BROKEN = ("type: creature", "type: beast")
UNTIDY = ("cost: 1", "cost:   1")


@pytest.fixture
def game_in_git(git: Git) -> Git:
    """Runs git in a folder with a bundled game in ./pack, as it was committed."""
    shutil.copytree(ROOT / "cards/invasion-tcg", "pack")
    git("init", "-q")
    git("add", "pack")
    git("commit", "-qm", "one")
    return git


def weaken_a_card() -> None:
    cards = Path("pack/sets/first-wave/march.yaml")
    text = cards.read_text("utf-8")
    assert text.count("[{destroy: enemy creature}, ") == 1
    cards.write_text(text.replace("[{destroy: enemy creature}, ", "["), "utf-8")


# Hooks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hook", HOOKS[:2], ids=lambda hook: hook["id"])
def test_a_hook_runs_a_command_of_ours(arsenal: Arsenal, own_pack: Path, hook: dict[str, Any]) -> None:
    spoil = {"arsenal-validate": BROKEN, "arsenal-fmt": UNTIDY}[hook["id"]]
    program, *words = [*shlex.split(hook["entry"]), *hook["args"]]
    assert (program, hook["language"], hook["pass_filenames"]) == ("arsenal", "python", False)
    assert re.search(hook["files"], f"moon-duel/{CARDS}")
    assert f"id: {hook['id']}" in PAGE
    if hook["id"] == "arsenal-validate":
        assert all(re.search(hook["files"], f"art/flare.{ending}") for ending in ("png", "jpg", "jpeg", "webp", "svg"))
    arsenal(*words)
    change(own_pack, *spoil)
    arsenal(*words, code=1)


def test_a_hook_says_what_a_change_does_to_the_balance(arsenal: Arsenal, game_in_git: Git) -> None:
    (hook,) = HOOKS[2:]
    assert (hook["id"], hook["stages"], hook["verbose"]) == ("arsenal-balance", ["manual"], True)
    assert f"id: {hook['id']}" in PAGE
    assert re.search(hook["files"], f"pack/{CARDS}")
    weaken_a_card()
    program, *words = shlex.split(hook["entry"])
    said = arsenal(*words, "sortie", "even-odds", *shlex.split(FEW_GAMES), "--packs", "pack").stdout
    assert program == "arsenal"
    assert "Since HEAD" in said


# The action -------------------------------------------------------------------------------------------------


def run_step(name: str, folder: Path, code: int = 0, **inputs: str) -> tuple[int, str, list[str]]:
    """Run a step's script as GitHub does: by bash, with its variables made from the inputs.

    Its exit code, what it says, and the words for `arsenal`, in whose place a program notes them and ends with `code`.
    """
    given = {key: str(value.get("default", "")) for key, value in ACTION["inputs"].items()} | inputs
    variables = {
        variable: re.sub(r"\$\{\{ (?:inputs\.)?([\w.-]+).*?\}\}", lambda found: given[found[1]], template)
        for variable, template in SCRIPTS[name].get("env", {}).items()
    }
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    for program, script in (
        ("arsenal", f'printf "%s\\n" "$@" > words.txt; echo "a report" > balance.md; exit {code}'),
        ("gh", 'echo "$@" > gh.txt'),
    ):
        (programs / program).write_text(f"#!/bin/sh\n{script}\n")
        (programs / program).chmod(0o755)
    own = {name: value for name, value in inputs.items() if name.isupper()}
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", **variables, **own}
    bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", SCRIPTS[name]["run"]]
    done = subprocess.run(bash, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    words = folder / "words.txt"
    return done.returncode, done.stdout, words.read_text("utf-8").splitlines() if words.exists() else []


def test_the_action_is_one_that_github_takes() -> None:
    assert ACTION["runs"]["using"] == "composite"
    assert {"name", "description", "inputs", "runs"} == ACTION.keys()
    for step in ACTION["runs"]["steps"]:
        assert step.get("shell") == "bash" or re.fullmatch(r".+@[0-9a-f]{40}", step["uses"])  # a tag can be moved
        assert "${{" not in step.get("run", "")  # whoever writes an input must not write the script
    for name, described in ACTION["inputs"].items():
        assert described["description"]
        assert isinstance(described["default"], str)
        assert re.search(rf"^\| `{name}` \|", PAGE, re.MULTILINE)
        assert f"inputs.{name}" in (ROOT / "action.yml").read_text("utf-8")


def test_the_action_shows_faults_at_their_lines(arsenal: Arsenal, own_pack: Path, tmp_path: Path) -> None:
    code, _, words = run_step("Validate", tmp_path, packs="moon-duel", faces="true")
    assert (code, words) == (0, ["validate", "--output", "github", "--faces", "--", "moon-duel"])
    assert "::error" not in arsenal(*words).stdout
    change(own_pack, *BROKEN)
    code, _, words = run_step("Validate", tmp_path, code=1)
    assert code == 1
    assert f"::error file=moon-duel/{CARDS},line=6," in arsenal(*words, code=1).stdout
    assert run_step("Validate", tmp_path, packs="$(touch made); x")[2][-1] == "$(touch made); x"
    assert not (tmp_path / "made").exists()


def test_the_action_checks_the_form(arsenal: Arsenal, own_pack: Path, tmp_path: Path) -> None:
    change(own_pack, *UNTIDY)
    code, _, words = run_step("Check the form", tmp_path, code=1)
    assert (code, words) == (1, ["fmt", "--check", "--", "."])
    assert f"would change moon-duel/{CARDS}" in arsenal(*words, code=1).stdout


def test_the_action_comments_what_a_change_does_to_the_balance(tmp_path: Path, game_in_git: Git) -> None:
    game_in_git("remote", "add", "origin", ".")
    base = game_in_git("rev-parse", "HEAD")
    told = {
        "packs": "pack", "balance": "sortie even-odds", "balance-options": FEW_GAMES, "token": "secret",
        "github.event.pull_request.base.sha": base, "github.event.pull_request.number": "7",
    }  # fmt: skip
    summary = tmp_path / "summary.md"
    summary.touch()

    def ran(code: int = 0) -> tuple[str, list[str]]:
        ended, said, words = run_step("Balance", tmp_path, code, **told, GITHUB_STEP_SUMMARY=str(summary))
        assert ended == 0
        return said, words

    assert ran() == ("", [])
    assert summary.read_text("utf-8") == ""
    weaken_a_card()
    _, words = ran()
    options = ["--packs", "pack", "--since", base, "-o", "balance.md", *FEW_GAMES.split()]
    assert words == ["balance", *options, "--", "sortie", "even-odds"]
    COMMANDS["balance"].make_context("balance", words[1:])  # or it raises an error for wrong use
    assert summary.read_text("utf-8") == "a report\n"
    assert (tmp_path / "gh.txt").read_text() == "pr comment 7 --edit-last --create-if-none --body-file balance.md\n"
    assert "::warning title=Balance" in ran(code=2)[0]


# The page for programs --------------------------------------------------------------------------------------


def test_every_schema_of_an_output_is_on_the_page() -> None:
    schemas = {path.name for path in (ROOT / "schemas").glob("*-output.schema.json")}
    assert schemas == set(re.findall(r"\(\.\./schemas/([\w-]+-output\.schema\.json)\)", PAGE))
    assert len(schemas) >= 11


def test_every_command_that_answers_in_json_is_on_the_page_with_its_schema() -> None:
    answering = {
        name
        for name, command in COMMANDS.items()
        if any("json" in getattr(parameter.type, "choices", ()) for parameter in command.params)
    }
    rows = dict(re.findall(r"^\| (`arsenal .+?) \|.*/([\w-]+\.schema\.json)\) \|$", PAGE, re.MULTILINE))
    named = {name: schema for cell, schema in rows.items() for name in re.findall(r"`arsenal ([\w-]+)[^`]*`", cell)}
    assert answering <= named.keys()
    for name in sorted(answering):
        schema = json.loads((ROOT / "schemas" / named[name]).read_text("utf-8"))
        assert f"arsenal {name} --output json" in schema.get("title", "") + schema.get("description", "")
