"""Whatever a stranger's pack is called and says, no command lets it steer the terminal. All commands are tried."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer.main
import yaml

import builder.web.server.running
import builder.web.watch
import engine.modules
from builder.authoring.new import plan_game
from builder.cli import app
from builder.web.watch import Update
from tests.support.commands import ROOT
from tests.support.outputs import ends, is_harmless

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("alone")]

EVIL = "\x1b[31m\x1b]0;x\x07\x9b2J\x7f\u202e\u2066[/x]\nmoon-duel: legal"
ODD = "\x1b[31m\x07\x9b2J\u202e[x]"  # in names of files

# Words for each command; {pack} is the folder of the pack, {deck} a deck file.
WORDS: dict[str, list[list[str]]] = {
    "validate": [["{pack}"], ["{pack}", "--output", "json"], ["{pack}", "--output", "github"], [ODD]],
    "explain": [[ODD]],
    "fmt": [["--check", "{pack}"], ["{pack}"], [ODD]],
    "sync": [["--check", "{pack}"], ["{pack}"], [ODD]],
    "rename card": [
        ["flare", "ember", "--pack", "{pack}", "--dry-run"],
        ["flare", ODD, "--pack", "{pack}"],
        [ODD, "ember", "--pack", "{pack}"],
        ["flare", "ember", "--pack", ODD],
    ],
    "build": [["--packs", "{pack}"]],
    "games": [["--packs", "{pack}"], ["--packs", "{pack}", "--output", "json"]],
    "search": [["", "--packs", "{pack}"], ["", "--packs", "{pack}", "--output", "json"], [ODD], ["x", "--sort", ODD]],
    "show": [["flare", "--packs", "{pack}"], ["flare", "--packs", "{pack}", "--output", "json"], [ODD]],
    "check": [["{deck}", "--packs", "{pack}"], ["{deck}", "--packs", "{pack}", "--output", "json"], [ODD]],
    "stats": [
        ["{deck}", "--packs", "{pack}"],
        ["{deck}", "--packs", "{pack}", "--output", "json"],
        ["{deck}", "--packs", "{pack}", "--chance", "flare and [type:spell] in 3 cards"],
        ["{deck}", "--packs", "{pack}", "--chance", ODD],
        [ODD],
    ],
    "compare": [
        ["{deck}", "first-deck", "--packs", "{pack}"],
        ["first-deck", "{deck}", "--packs", "{pack}", "--output", "json"],
        ["first-deck", ODD, "--packs", "{pack}"],
    ],
    "hand": [
        ["{deck}", "--packs", "{pack}", "--size", "3"],
        ["first-deck", "--packs", "{pack}", "--size", "9", "--output", "json"],
        [ODD],
    ],
    "proxies": [
        ["first-deck", "--packs", "{pack}", "--have", "{deck}"],
        ["first-deck", "--packs", "{pack}", "--have", "{deck}", "--output", "json"],
        ["{deck}", "--packs", "{pack}", "--have", "first-deck"],
        ["first-deck", "--packs", "{pack}", "--have", ODD + ".csv"],
    ],
    "export": [
        *(["moon-duel", "--packs", "{pack}", "--to", to, "-o", ODD + to] for to in ("text", "csv", "json", "engine")),
        ["{deck}", "--packs", "{pack}", "--to", "csv", "-o", "/dev/stdout"],
        ["{deck}", "--packs", "{pack}", "--to", "tts", "-o", ODD, "--dpi", "10", "--base-url", ODD],
        ["{deck}", "--packs", "{pack}", "--to", "tts", "-o", ODD, "--dpi", "10", "--force"],
        ["{deck}", "--packs", "{pack}", "--to", ODD, "-o", "x"],
    ],
    "images": [["moon-duel", "--packs", "{pack}", "-o", ODD, "--dpi", "20"], [ODD, "-o", "x"]],
    "tabletop": [["moon-duel", "--packs", "{pack}", "-o", ODD, "--dpi", "20"], [ODD, "-o", "x"]],
    "print": [
        ["moon-duel", "--packs", "{pack}", "-o", ODD + ".pdf", "--preflight"],
        ["moon-duel", "-o", "x.pdf", "--preset", "evil.yaml"],
        ["moon-duel", "--packs", "{pack}", "-o", ODD],
        ["moon-duel", "--packs", "{pack}", "-o", "x.pdf", "--paper", ODD, "--back-offset", ODD],
        ["moon-duel", "--packs", "{pack}", "-o", "x.pdf", "--changed-since", ODD],
    ],
    "presets": [["evil.yaml"], ["evil.yaml", "--output", "json"], [ODD]],
    "calibrate": [["-o", ODD + ".pdf"], ["-o", ODD + "/x.pdf"], ["-o", "x.pdf", "--paper", ODD]],
    "deck-sheet": [
        ["{deck}", "--packs", "{pack}", "-o", ODD + ".pdf"],
        ["first-deck", "--packs", "{pack}", "-o", "x.pdf", "--paper", ODD, "--lang", ODD],
        ["first-deck", "--packs", "{pack}", "-o", ODD],
    ],
    "translate": [["fr", "{pack}"], ["fr", "{pack}", "--missing"], [ODD, "{pack}"], ["fr", ODD]],
    "watch": [["{pack}", "--no-browser"], [ODD, "--no-browser"]],
    "play": [
        ["{deck}", "--packs", "{pack}"],
        ["first-deck", "first-deck", "--packs", "{pack}", "--bots", "greedy", "--save", ODD],
        ["--load", ODD, "--packs", "{pack}"],
        ["--load", "evil.json"],
        ["first-deck", "--packs", "{pack}", "--bots", ODD],
        [ODD],
    ],
    "replay": [[ODD, "--packs", "{pack}"], [ODD, "--packs", "{pack}", "--step"], ["evil.json"]],
    "balance": [
        ["first-deck", "--packs", "{pack}", "--games", "2", "--jobs", "1"],
        ["{deck}", "--packs", "{pack}", "--bots", ODD],
        ["first-deck", "--packs", "{pack}", "--games", "2", "--without", ODD],
        ["first-deck", "--packs", "{pack}", "--games", "2", "--since", ODD],
        [ODD],
    ],
    "simulate": [
        ["first-deck", "--packs", "{pack}", "--games", "2", "--jobs", "1"],
        ["first-deck", "--packs", "{pack}", "--games", "2", "--jobs", "1", "--output", "json"],
        ["{deck}", "--packs", "{pack}", "--bots", ODD],
        [ODD],
    ],
    "publish": [
        ["-o", "public", "--packs", "{pack}"],
        ["-o", ODD, "--packs", "{pack}", "--output", "json"],
        ["-o", "public", "--packs", "{pack}", "--changed-since", ODD],
        ["-o", "public", "-g", ODD],
    ],
    "site": [
        ["-o", "public", "-g", "moon-duel", "--packs", "{pack}"],
        ["-o", ODD, "-g", "moon-duel", "--packs", "{pack}", "--lang", ODD],
        ["-o", "public", "-g", "moon-duel", "--packs", "{pack}", "--runtime", ODD],
        ["-o", "public", "-g", "moon-duel", "--packs", "{pack}", "--base-url", ODD],
        ["-o", "public", "-g", ODD],
    ],
    "serve": [["--packs", "{pack}"], ["--packs", ODD], ["--name", ODD, "--decks", ODD], ["--host", ODD]],
    "import": [
        ["evil.csv", "--game", "{pack}"],
        ["evil.csv", "--game", "{pack}", "--add", f"Mood {EVIL}", "--dry-run"],
        ["good.csv", "--game", "{pack}", "--set", f"Far {EVIL}"],
        ["good.csv", "--game", "{pack}", "--add", ODD, "--sheet", ODD],
        ["good.csv", "--game", "{pack}", "--map", ODD],
        [ODD, "--game", ODD],
    ],
    "new game": [[ODD], ["Sun", "--from", "good.csv"], ["Moon", "--from", "evil.csv"], ["Moon", "--from", ODD]],
    "new expansion": [["Moon", "-g", "moon-duel", "--packs", "{pack}"], [ODD, "-g", "moon-duel", "--packs", "{pack}"]],
    "new set": [["Moon", "--pack", "{pack}"], [ODD, "--pack", "{pack}"]],
    "new deck": [["Moon", "--pack", "{pack}"], ["Moon", "--pack", ODD]],
}


def commands(group: Any, *names: str) -> Iterator[str]:
    for name, found in group.commands.items():
        yield from commands(found, *names, name) if hasattr(found, "commands") else [" ".join([*names, name])]


def test_no_command_is_left_out() -> None:
    assert set(commands(typer.main.get_command(app))) == set(WORDS)


def spoiled(value: Any, key: str = "") -> Any:
    """The same data with names, titles and descriptions that steer a terminal."""
    if isinstance(value, dict):
        return {k: spoiled(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [spoiled(v) for v in value]
    spoil = isinstance(value, str) and key in ("name", "title", "description", "text", "flavor", "plural", "credit")
    return f"{value} {EVIL}"[:60] if spoil else value


def write_pack(root: Path, *, texts: bool) -> None:
    """A pack whose texts steer terminals, or the names of its files."""
    for name, planned in plan_game("Moon Duel").items():
        text = planned + ("setup: {hand: 5}\n" if name == "formats/standard.yaml" else "")
        if texts and not name.startswith(".vscode"):
            if name.endswith(".yaml"):
                text = json.dumps(spoiled(yaml.safe_load(text)))  # YAML, too, with escapes
            elif name.endswith("schema.json"):
                text = json.dumps(spoiled(json.loads(planned)))
        names = [name] if texts else [name, name.replace("standard", ODD).replace("first-deck", ODD)]
        for path in (root / name for name in names):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


@pytest.fixture(params=["texts", "files"])
def pack(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    root = tmp_path / ("moon-duel" if request.param == "texts" else ODD)
    write_pack(root, texts=request.param == "texts")
    preset = {"name": f"Evil {EVIL}", "description": f"So {EVIL}", "paper": ODD}
    (tmp_path / "evil.yaml").write_text(json.dumps(preset))
    game = {"schema": "arsenal/saved-game", "version": 1, EVIL: 1}
    (tmp_path / "evil.json").write_text(json.dumps(game))
    header = f"Name,Type,Faction,Cost,Power,Text,Mood {EVIL}\n"
    (tmp_path / "good.csv").write_text(f"{header}Bat {ODD},creature,ember,1,1,So {EVIL},sad\n", "utf-8")
    (tmp_path / "evil.csv").write_text(f"{EVIL}\n{header}Bat,{EVIL},{EVIL},{EVIL},1,{{{EVIL}}},\nTotal {EVIL},,,,,,\n")
    return root


def assert_harmless(said: str) -> None:
    is_harmless(said)
    assert not [line for line in said.splitlines() if line.startswith("moon-duel: legal")], said


@pytest.mark.parametrize("command", WORDS)
def test_no_pack_steers_the_terminal(pack: Path, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    really = builder.web.watch.served

    @contextmanager
    def served(*given: Any, on_change: Any, **named: Any) -> Iterator[object]:
        with really(*given, on_change=on_change, **named) as shown:
            on_change(Update([f"a{ODD}"], False, 0.1, []))
            yield shown

    def wait() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(builder.web.watch, "served", served)
    monkeypatch.setattr(builder.web.server.running, "wait", wait)
    monkeypatch.setattr(builder.web.server.running, "serve", lambda *_, **__: None)
    monkeypatch.syspath_prepend(ROOT / "docs" / "examples" / "arsenal-moon-duel")
    monkeypatch.setitem(engine.modules.SHIPPED, "moon-duel", "arsenal_moon_duel_of_tests")
    monkeypatch.setitem(sys.modules, "arsenal_moon_duel_of_tests", _playing())
    deck = tmp_path / f"{ODD}.yaml"
    deck.write_text(json.dumps({"name": f"Mine {EVIL}", "game": "moon-duel", "cards": {"flare": 3, ODD: 2}}))
    for words in WORDS[command]:
        given = [word.replace("{pack}", str(pack)).replace("{deck}", str(deck)) for word in words]
        result = ends(*command.split(), *given)
        assert_harmless(result.stdout)
        assert_harmless(result.stderr)


def _playing() -> ModuleType:
    """The example's game as a module that comes with the engine."""
    found = ModuleType("arsenal_moon_duel_of_tests")
    found.MODULE = import_module("arsenal_moon_duel").MODULE  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("command", WORDS)
def test_wrong_words_do_not_steer_it_either(tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for wrong in ([f"--{ODD}"], [ODD] * 9, ["--output", ODD, "x"], ["--players", ODD, "x"], [f"--{ODD}=1"]):
        result = ends(*command.split(), *wrong)
        assert_harmless(result.output)
    assert_harmless(ends(ODD).output)
