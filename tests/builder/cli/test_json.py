"""With `--output json`, a command always answers with JSON on stdout: also where it fails, and however it was used."""

import json
import shlex
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import typer.main
from typer.testing import Result

from builder.authoring.new import new_game
from builder.cli import app
from builder.schema import bundled_schema
from tests.support.commands import Arsenal

pytestmark = pytest.mark.usefixtures("alone")

GROUP: Any = typer.main.get_command(app)
COMMANDS = {
    name: command
    for name, command in GROUP.commands.items()
    if any("json" in getattr(parameter.type, "choices", ()) for parameter in command.params)
}
ARGUMENTS = {  # what must be named
    "show": "knife-runner",
    "check": "earthwall",
    "simulate": "earthwall",
    "balance": "earthwall",
    "stats": "earthwall",
    "hand": "earthwall",
    "compare": "earthwall",
    "proxies": "earthwall",
    "publish": "--out=public",
    "import": "cards.csv",
}
LISTED = "# Game: future-invaders\n2 Knife Runner\n"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of decks and packs, sound and broken, which no test changes."""
    folder = tmp_path_factory.mktemp("prepared")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        _prepare()
    return folder


@pytest.fixture
def files(arsenal: Arsenal, prepared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of decks and packs is the current one."""
    monkeypatch.chdir(prepared)


def _prepare() -> None:
    Path("tab.yaml").write_text("name: Mine\n\tgame: future-invaders\n")
    Path("typo.yaml").write_text("name: Mine\ngaem: future-invaders\ncards: {knife-runner: 2}\n")
    Path("other.yaml").write_text("name: Mine\ngame: nim\ncards: {match: 2}\n")
    Path("empty.yaml").write_text("")
    Path("latin.txt").write_bytes(b"2 Caf\xe9\n")
    Path("small.txt").write_text(LISTED)
    Path("odd.txt").write_text(LISTED + "7 Nothing Of That Name\n")
    Path("database.txt").write_text("No database is as short as this.\n" * 40)
    Path("nothing").mkdir()
    for name in ("Moon Duel", "Sun Duel"):
        new_game(name, Path())
    game = Path("sun-duel/game.yaml")
    game.write_text(game.read_text() + "nonsense: 1\n")


def answer(result: Result) -> Any:
    """What was said: JSON on stdout, and nothing but notes beside it."""
    assert [line for line in result.stderr.splitlines() if not line.startswith("note: ")] == []
    return json.loads(result.stdout)


def codes(result: Result) -> set[str]:
    """The codes of the findings that a failing command reports."""
    said = answer(result)
    jsonschema.Draft202012Validator(bundled_schema("validate-output").schema).validate(said)
    assert said["diagnostics"]
    return {fault["code"] for fault in said["diagnostics"]}


# Use that the parser refuses, for every command


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("output", [["--output", "json"], ["--output=json"]])
def test_an_unknown_option(arsenal: Arsenal, name: str, output: list[str]) -> None:
    assert codes(arsenal(name, "--no-such-option", *output, code=2)) == {"wrong-use"}
    assert codes(arsenal(*output, name, "--no-such-option", code=2)) == {"wrong-use"}


@pytest.mark.parametrize("name", [name for name in COMMANDS if any(p.required for p in COMMANDS[name].params)])
def test_a_missing_argument(arsenal: Arsenal, name: str) -> None:
    assert codes(arsenal(name, "--output", "json", code=2)) == {"wrong-use"}
    assert name in ARGUMENTS


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_without_its_value(arsenal: Arsenal, name: str) -> None:
    for parameter in COMMANDS[name].params:
        if parameter.param_type_name == "option" and not parameter.is_flag and not parameter.count:
            arguments = ([ARGUMENTS[name]] if name in ARGUMENTS else []) + ["--output", "json", parameter.opts[0]]
            assert codes(arsenal(name, *arguments, code=2)) == {"wrong-use"}


@pytest.mark.bundled
@pytest.mark.parametrize(
    "use",
    [
        "search --limit 0",
        "search --limit many",
        "check earthwall --players 0",
        "check earthwall --players 101",
        "presets home mpc",
        "show knife-runner gutter-wasp",
        "games future-invaders",
        "serch type:ship",
        "new gaem Nim",
        "",
    ],
)
def test_a_bad_value_or_command(arsenal: Arsenal, use: str) -> None:
    assert codes(arsenal(*use.split(), "--output", "json", code=2)) == {"wrong-use"}


# Use that the program refuses, and faults that it finds


@pytest.mark.bundled
@pytest.mark.parametrize(
    ("use", "code", "found"),
    [
        # a name of nothing
        ("show 'Knife Runer'", 2, "wrong-use"),
        ("show knife-runner -g nim", 2, "wrong-use"),
        ("show knife-runner --lang xx", 2, "wrong-use"),
        ("check nothing-of-that-name", 2, "wrong-use"),
        ("check nothing", 2, "wrong-use"),
        ("check earthwall --format prepred", 2, "wrong-use"),
        ("check earthwall --previous nothing-of-that-name", 2, "wrong-use"),
        ("check earthwall -g saucer-dice", 2, "wrong-use"),
        ("check earthwall --date yesterday", 2, "wrong-use"),
        ("stats nothing-of-that-name", 2, "wrong-use"),
        ("stats earthwall --section sdie", 2, "wrong-use"),
        ("presets hoem", 2, "wrong-use"),
        ("publish -o public -g nim", 2, "wrong-use"),
        ("publish -o public --date yesterday", 2, "wrong-use"),
        ("publish -o empty.yaml", 2, "wrong-use"),
        ("validate gone", 2, "wrong-use"),
        ("validate nothing", 2, "wrong-use"),
        ("games --packs gone", 2, "wrong-use"),
        ("games --packs nothing", 2, "wrong-use"),
        ("search type:ship --database gone/cards.db", 2, "wrong-use"),
        ("games --database database.txt", 2, "wrong-use"),
        ("games --database nosuch://host/name", 2, "wrong-use"),
        # a bad query
        ("search '(type:ship'", 1, "bad-query"),
        ("search 'factoin:pirates'", 1, "unknown-field"),
        ("search 'name>3'", 1, "bad-comparison"),
        ("search type:ship --sort wepaons", 1, "unknown-field"),
        # a bad chance
        ("stats earthwall --chance 'rail-salvo by 3'", 1, "bad-chance"),
        ("stats earthwall --chance 'rail-slavo'", 1, "unknown-card"),
        ("stats earthwall --chance '[type:shp]'", 1, "unknown-value"),
        # a broken file
        ("check tab.yaml", 1, "yaml-tab"),
        ("check earthwall typo.yaml", 1, "unknown-key"),
        ("check other.yaml", 1, "unknown-game"),
        ("check empty.yaml", 1, "empty-file"),
        ("check latin.txt", 1, "not-utf8"),
        ("check gone.yaml", 1, "unreadable-file"),
        ("check earthwall --previous tab.yaml", 1, "yaml-tab"),
        ("stats tab.yaml", 1, "yaml-tab"),
        ("presets tab.yaml", 1, "yaml-tab"),
        ("presets typo.yaml", 1, "unknown-key"),
        ("validate sun-duel", 1, "unknown-key"),
    ],
)
def test_failures(arsenal: Arsenal, files: None, use: str, code: int, found: str) -> None:
    assert found in codes(arsenal(*shlex.split(use), "--output", "json", code=code))


def test_an_empty_list(arsenal: Arsenal) -> None:
    for name in ("check", "stats"):
        for typed in ("", "\n\n", "# only a comment\n"):
            assert codes(arsenal(name, "-", "--output", "json", typed=typed, code=1)) == {"empty-file"}


@pytest.mark.bundled
def test_results_that_are_empty_or_bad_are_results(arsenal: Arsenal, files: None) -> None:
    assert answer(arsenal("search", "type:ship type:action", "--output", "json")) == {"cards": []}
    assert answer(arsenal("validate", "moon-duel", "--output", "json")) == {"diagnostics": []}
    small, odd = answer(arsenal("check", "small.txt", "odd.txt", "--output", "json", code=1))["decks"]
    assert [fault["code"] for fault in small["violations"]] == ["too-few-cards"]
    assert "unknown-card" in [fault["code"] for fault in odd["violations"]]


@pytest.mark.bundled
def test_notes_stand_next_to_the_answer(arsenal: Arsenal, files: None) -> None:
    said = arsenal("games", "--packs", "sun-duel", "--output", "json")
    assert "sun-duel" not in [game["id"] for game in answer(said)["games"]]
    assert said.stderr.startswith("note: sun-duel has 1 error, so it is left out")
    said = arsenal("stats", "odd.txt", "--output", "json")
    assert answer(said)["cards"] == 2
    assert "Nothing Of That Name" in said.stderr


def test_ctrl_c_before_a_command_begins(arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GROUP.__class__, "get_command", interrupted)
    arsenal("games", "--output", "json", code=130)


def test_without_json_failures_are_words(arsenal: Arsenal) -> None:
    for arguments in (["check"], ["check", "nothing"], ["check", "--no-such-option", "--output", "text"]):
        said = arsenal(*arguments, code=2)
        assert said.stdout == ""
        assert "error" in said.stderr.lower()
    said = arsenal("search", "--limit", "0", "--", "--output", "json", code=2)  # what is looked for, not an option
    assert said.stdout == ""
