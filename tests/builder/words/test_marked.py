"""What is said in a language comes from its file: with each letter of it marked, no other word is left.

French is written in Greek letters here, and so is all that a small game says. What is left in Latin letters are ids,
codes, options, commands and what was typed; any other word was said by no file of words.
"""

import json
import re
import shlex
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from starlette.testclient import TestClient
from typer.testing import CliRunner

from builder import exports
from builder import words as module
from builder.authoring.explaining import entries
from builder.authoring.new import new_game
from builder.cli import after_command, app
from builder.diagnostics import reports
from builder.documents.data import mapping
from builder.games.sizes import SIZES, size_table
from builder.printing.presets import preset_names, written
from builder.schema import bundled_schema
from builder.web.site import writing
from builder.web.watch.preview import EDITORS, NONE
from renderers.layout.pages import PAPERS
from renderers.outputs.documents import STANDARDS
from tests.support.commands import GAMES, Arsenal
from tests.support.serving import asked, pages_of

GREEK = str.maketrans({chr(97 + i): chr(0x3B1 + i % 25) for i in range(26)} | {"œ": "οε"})
AS_IT_IS = re.compile(r"(\{\w+\}|`[^`]*`|--[\w-]+)")
SAID = ("name", "plural", "description", "credit", "flavor", "title", "text")


def marked(text: str) -> str:
    """A text in Greek letters, but for what stands for something else."""
    bare = "".join(one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))
    parts = enumerate(AS_IT_IS.split(bare))
    return "".join(part if number % 2 else part.lower().translate(GREEK) for number, part in parts)


def all_marked(said: Any, keys: Collection[str] = ()) -> Any:
    """Data with its texts marked: those under some keys, or all where none are named."""
    if isinstance(said, dict):
        return {
            key: marked(value) if isinstance(value, str) and (not keys or key in keys) else all_marked(value, keys)
            for key, value in said.items()
        }
    return [all_marked(one, keys) for one in said] if isinstance(said, list) else said


@cache
def all_written() -> dict[str, Any]:
    """The texts of each language, those of French marked."""
    languages = module._written()
    french = {name: group if name == module.LANGUAGE else all_marked(group) for name, group in languages["fr"].items()}
    return {**languages, "fr": french}


@pytest.fixture(autouse=True)
def _french_is_marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    marked_words = all_written()
    monkeypatch.setattr(module, "_written", lambda: marked_words)
    for program in ("core", "player"):  # of a site, which say nothing while they are made
        monkeypatch.setattr(writing, program, lambda: b"")
    module._words.cache_clear()
    reports._suggested.cache_clear()
    yield
    module._words.cache_clear()
    reports._suggested.cache_clear()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in French, all of it marked."""
    made = tmp_path_factory.mktemp("marked")
    new_game("Moon Duel", made)
    pack = made / "moon-duel"
    for name in ("verbs.yaml", "phrases/en.yaml"):
        (pack / name).unlink()
    for path in (path for path in pack.rglob("*.yaml") if ".vscode" not in path.parts):
        said = all_marked(yaml.safe_load(path.read_text("utf-8")), SAID)
        if path.name == "game.yaml":
            said |= {
                "language": "fr",
                "glossary": all_marked({marked(key): text for key, text in said["glossary"].items()}),
            }
        for card in said if isinstance(said, list) else ():
            card.pop("abilities", None)
            card["text"] = marked("Does nothing")
        path.write_text(yaml.safe_dump(said, allow_unicode=True), "utf-8")
    schema = pack / "card.schema.json"
    said = all_marked(json.loads(schema.read_text("utf-8")), SAID)
    said["items"]["properties"].pop("abilities")
    schema.write_text(json.dumps(said), "utf-8")
    return made


def left(said: str, typed: str) -> list[str]:
    """The Latin words of a text that are neither ids, codes, commands nor what was typed."""
    known = {
        *entries(),
        *IDS.split(),
        *GAMES,
        *exports.names(),
        *preset_names(),
        *NAMED,
        *re.findall(r"[\w'.-]+", typed),
    }
    said = re.sub(r"`[^`]*`|--[\w-]+|[\d.]+x[\d.]+mm|\w+://\S+", " ", said)
    found = [word.strip(".-'") for word in re.findall(r"[A-Za-z][\w'.-]+", said)]
    return [word for word in found if word not in known and not {*re.split(r"[./-]", word)} <= known]


# Of games that the engine knows, of the marked one, of fields, and what queries, paths and pages are called; last, the
# keys of a setup, which are shown as they are where no translation of the game names them.
IDS = """
moon-duel first-deck standard core main size copies creature spell ember tide guard swift spark
cards sets coal-sprite lamplighter forge-drake flare tidepool-scout reef-warden moon-whale undertow
abilities aliases art artist cost deckbuilding errata faction flavor game has id is keywords name number pack power set
text type query chance fr en mm dpi lang English Français back generic index json yaml
Hand Draw Players
"""
NAMED = {*size_table(PAPERS), *size_table(SIZES), *STANDARDS, "x-4", *mapping(written("mpc")["products"])}
NAMED |= {*EDITORS, NONE}
KEYS = " ".join(key for name in ("deck", "preset") for key in bundled_schema(name).schema["properties"])
FILES = {
    "bad.txt": "# Name: ΒΑΔ\n5 coal-sprite\n1 Nichts\n# Game: moon-duel\n",
    "have.csv": "count,name\nx,coal-sprite\n1,Nichts\n1,\n",
    "not-json.txt": "{",
    "no-deck.txt": '{"a": 1}',
    "no-xml.txt": "<deck",
    "other.txt": "<deck/>",
    "bad.csv": "count,name\nx,coal-sprite\n",
    "utf-16.yaml": b"\xff\xfen",
    "tab.yaml": "name: Δ\ncards:\n\tflare: 1\n",
    "twice.yaml": "name: Δ\nname: Δ\ngame: !x moon-duel\n",
    "colon.yaml": "name: Δ: Δ\n",
    "bracket.yaml": "name: Δ\ncards: {flare: 1\n",
    "quote.yaml": 'name: "Δ\n',
    "alias.yaml": "name: *x\n",
    "second.yaml": "name: Δ\n---\nname: Δ\n",
    "empty.yaml": "",
    "shape.yaml": "name: 5\ngame: Moon Duel\ncards: [flare]\nfromat: {x: 1}\nplayers: 0\nauthor:\nlost: maybe\n",
    "list.yaml": "- name: Δ\n",
    "home.yaml": "papre: a4\npaper: a44\ngap: 900 mm\nbleed: [1]\nback-offset: 1\nextends: hmoe\n",
    "circle.yaml": "extends: circle.yaml\n",
    "other.db": "Δ",
}
OTHERS = "Expecting property name enclosed in double quotes unclosed token"  # what readers of JSON and XML say
PRESETS = ("home.yaml", "circle.yaml")
TYPED = f"{' '.join(FILES)} {' '.join(str(text) for text in FILES.values())} Nichts Name Game true {OTHERS}"
COMMANDS = {
    "stats": "stats first-deck",
    "chance": "stats first-deck --chance 'coal-sprite by turn 3'",
    "no chance": "stats first-deck --chance coal-sprite+by",
    "check": "check first-deck",
    "illegal": "check bad.txt",
    **{name: f"check {name}" for name in FILES if name.endswith(".yaml") and name not in PRESETS},
    **{name: f"print first-deck -o cards.pdf --preset {name}" for name in PRESETS},
    "own preset": "presets home.yaml",
    "to a folder": "print first-deck -o cards.pdf/x/cards.pdf",
    "no revision": "print first-deck -o cards.pdf --changed-since x",
    "no pack": "check first-deck --packs nowhere",
    "no packs": "check first-deck --packs .",
    "no database": "check first-deck --database other.db",
    "what database": "check first-deck --database mysql://x",
    "publish": "publish -o public -g moon-duel",
    "publish to a file": "publish -o bad.txt",
    "publish since": "publish -o public -g moon-duel --changed-since .",
    "no games": "site -o public -g moon-dual",
    "site address": "site -o public -g moon-duel --base-url x",
    "site runtime": "site -o public -g moon-duel --runtime x",
    "site": "site -o site -g moon-duel",
    "no editor": "watch --editor vsocde",
    "nothing to watch": "watch moon-dual",
    **{name: f"check {name}" for name in ("not-json.txt", "no-deck.txt", "no-xml.txt", "other.txt", "bad.csv")},
    "no file": "check ./ocal.yaml",
    "collection": "print first-deck -o cards.pdf --have have.csv",
    "show": "show coal-sprite",
    "search": "search cost<=2",
    "found nothing": "search coal-sprita",
    "bad query": "search cots:3",
    "bad pattern": "search /[b-a]/",
    "hand": "hand first-deck --redraw --seed 3",
    "few redraws": "hand first-deck --redraw --redraw --redraw --seed 3",
    "games": "games",
    "proxies": "proxies first-deck --have have.csv",
    "compare": "compare first-deck bad.txt",
    "play": "play bad.txt",
    "no module": "play first-deck",
    "simulate": "simulate first-deck",
    "deck sheet": "deck-sheet first-deck -o sheet.pdf",
    "print": "print first-deck -o cards.pdf --dpi 100",
    "print what": "print first-deck -o cards.doc",
    "preflight": "print first-deck -o cards.pdf --preflight --preset drivethru",
    "profile": "print first-deck -o cards.pdf --output-intent bad.txt",
    "no paper": "print first-deck -o cards.pdf --paper a44",
    "small paper": "print first-deck -o cards.pdf --paper 50x50mm",
    "no size": "print first-deck -o cards.pdf --size pokr",
    "wrong size": "print first-deck -o cards.pdf --size 1x1mm",
    "no product": "print first-deck -o images --preset mpc --size 10x10mm",
    "no standard": "print first-deck -o cards.pdf --pdf-standard x-9",
    "no press": "print first-deck -o cards.pdf --pdf-standard x-4",
    "small sheet": "deck-sheet first-deck -o sheet.pdf --paper 50x50mm",
    "images": "images first-deck -o images --cards id:flare",
    "export": "export first-deck --to csv -o first.csv",
    "no target": "export first-deck --to cvs -o first.csv",
    "whole game": "export moon-duel --to engine -o first.json",
    "no deck": "check first-dekc",
    "no format": "check first-deck --format standrad",
    "no day": "check first-deck --date today",
    "empty": "export first-deck --to csv -o first.csv --cards ''",
    "preset": "presets home",
    "no preset": "presets hmoe",
}


@pytest.mark.parametrize("line", COMMANDS.values(), ids=list(COMMANDS))
@pytest.mark.usefixtures("alone")
def test_a_command_says_no_other_words(arsenal: Arsenal, folder: Path, line: str) -> None:
    for name, text in FILES.items():
        Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    packs = [] if line.startswith("presets") else ["--packs", str(folder)]
    keys = KEYS if ".yaml" in line else ""  # which are suggested
    said = CliRunner().invoke(app, after_command([*shlex.split(line), "--lang", "fr", *packs])).output
    assert left(said, f"{line} {TYPED} {folder} {json.dumps(dict(written('home')))} True {keys}") == [], said


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with asked(folder) as found:
        yield found


DECK = {"name": "Δ", "game": "moon-duel", "cards": {"coal-sprite": 9}}
ASKED: list[tuple[str, dict[str, Any] | None]] = [
    ("/games/moon-dual", None),
    ("/games/moon-duel/building?lnag=fr", None),
    ("/games/moon-duel/decks/fisrt", None),
    ("/games/moon-duel/formats/standrad/copies", None),
    ("/cards/moon-duel/flaer", None),
    ("/games/moon-duel/cards?size=many", None),
    ("/games/moon-duel/cards?q=cots:3", None),
    ("/nothing", None),
    ("/judge", {"deck": {**DECK, "game": "moon-dual"}}),
    ("/judge", {"formats": ["decks"]}),
    ("/judge", {"decks": [DECK, {**DECK, "game": "moon-dual"}]}),
    ("/judge", {"deck": DECK, "date": "today"}),
    ("/export", {"deck": DECK, "to": "engine"}),
    ("/export", {"deck": DECK, "to": "tts"}),
    ("/export", {"deck": DECK, "to": "ttt"}),
    ("/parse", {"text": "3 Nichts", "game": "moon-duel"}),
    ("/stats", {"deck": DECK, "section": "side"}),
    ("/hand", {"deck": DECK, "redraws": 9}),
    ("/judge", {"deck": {**DECK, "cards": [], "name": 5, "fromat": {}, "players": 0}}),
    ("/parse", {"text": "{", "game": "moon-duel"}),
    ("/proxies", {"deck": DECK, "have": "count,name\nx,Nichts\n"}),
    ("/print", {"deck": DECK, "words": {"paper": "a44"}}),
    ("/print", {"deck": DECK, "preset": "hmoe"}),
]


@pytest.mark.parametrize(("path", "sent"), ASKED)
@pytest.mark.usefixtures("alone")
def test_the_api_says_no_other_words(client: TestClient, path: str, sent: dict[str, Any] | None) -> None:
    method = "POST" if sent else "GET"
    answer = client.request(method, f"/api/v1{path}", json=sent, headers={"accept-language": "fr"}).json()
    findings = [*answer.get("findings", ()), *answer.get("problems", ())]
    said = [str(one.get(key, "")) for one in (answer, *findings) for key in ("title", "detail", "help", "message")]
    assert "".join(said)
    assert left(" ".join(said), f"{path} {json.dumps(sent)} {OTHERS} {KEYS}") == [], said


@pytest.mark.parametrize(
    "path", [*pages_of(card=["coal-sprite"])[1:], "/games/moon-duel/nothing", "/games/moon-duel/cards?q=cots:3"]
)
@pytest.mark.usefixtures("alone")
def test_a_page_says_no_other_words(client: TestClient, path: str) -> None:
    html = client.get(path, headers={"accept-language": "fr", "accept": "text/html"}).text
    named = " ".join(re.findall(r'(?:alt|title|aria-label|placeholder)="([^"]*)"', html))
    texts = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
    assert left(unescape(f"{texts} {named}"), path) == []
