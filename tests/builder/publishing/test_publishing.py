"""Publishing to a folder: equal data gives equal bytes, each file is what the manifest says, nothing lies elsewhere."""

import hashlib
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from builder.authoring.new import new_game
from builder.library.published import PublishedGame
from builder.library.store import APPLICATION_ID
from builder.publishing.documents import legal_when
from builder.workspace import Workspace
from tests.support.commands import ROOT, Arsenal, InJson
from tests.support.git import CARDS, change
from tests.support.outputs import contents

pytestmark = pytest.mark.usefixtures("alone")

DAY = ("--date", "2026-11-21")


def listed(index: Any) -> list[Any]:
    return [*index["files"], *(file for game in index["games"] for file in game["files"])]


def read(path: Path) -> Any:
    return json.loads(path.read_bytes())


@pytest.mark.bundled
def test_the_manifest_fits_its_schema_and_says_what_every_file_holds(own_pack: Path, in_json: InJson) -> None:
    said = in_json("publish", "-o", "out", "-g", str(own_pack), *DAY, schema="publish-output")
    files = contents(Path("out"))
    assert json.loads(files.pop("index.json")) == said
    assert said["published"] == "2026-11-21"
    names = set()
    for file in listed(said):
        for name in (file["path"], file["hashed"]):
            assert len(files[name]) == file["bytes"]
            assert hashlib.sha256(files[name]).hexdigest() == file["sha256"]
            names.add(name)
    assert names == files.keys()
    assert len(names) == 2 * len(listed(said)) > 20


def test_only_the_manifest_has_a_date(own_pack: Path, arsenal: Arsenal) -> None:
    arsenal("publish", "-o", "one", "-g", str(own_pack), "--date", "2031-03-07")
    arsenal("publish", "-o", "two", "-g", str(own_pack), "--date", "2032-04-08")
    one, two = contents(Path("one")), contents(Path("two"))
    assert {name for name in one if one[name] != two.get(name)} == {"index.json"}
    assert not [name for name, content in one.items() if b"2031-03-07" in content and name != "index.json"]


@pytest.mark.bundled
@pytest.mark.long
def test_a_bundled_game_is_the_same_bytes_in_another_process_with_other_hashes(tmp_path: Path) -> None:
    program = (
        "import sys; from builder.workspace import Workspace; Workspace().publish(sys.argv[1], games=sys.argv[2:])"
    )
    other = [sys.executable, "-c", program, str(tmp_path / "two"), "invasion-tcg"]
    subprocess.run(other, check=True, cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"})
    Workspace().publish(tmp_path / "one", games=["invasion-tcg"])
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_where_a_pack_lies_does_not_show(own_pack: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere" / "moon-duel"
    Workspace(own_pack).publish("one", games=["moon-duel"])
    moved.parent.mkdir()
    own_pack.rename(moved)
    Workspace(moved).publish("two", games=["moon-duel"])
    assert contents(Path("one")) == contents(Path("two"))
    assert not [name for name, content in contents(Path("two")).items() if bytes(tmp_path) in content]


def test_published_again_nothing_is_written_and_the_day_stays(own_pack: Path, arsenal: Arsenal) -> None:
    arsenal("publish", "-o", "out", "-g", str(own_pack), "--date", "2026-11-21")
    before = {path: path.stat().st_mtime_ns for path in Path("out").rglob("*")}
    assert "all as they were" in arsenal("publish", "-o", "out", "-g", str(own_pack), "--date", "2026-11-22").stdout
    assert {path: path.stat().st_mtime_ns for path in Path("out").rglob("*")} == before


def test_a_changed_card_has_a_new_hash_next_to_the_old_and_is_in_the_changes(own_pack: Path, in_json: InJson) -> None:
    first = in_json("publish", "-o", "out", "-g", str(own_pack), *DAY)
    change(own_pack, "name: Flare", "name: Flash <b>")
    second = in_json("publish", "-o", "out", "-g", str(own_pack), "--changed-since", "out", *DAY)
    assert first["data"] != second["data"]
    old, new = ({file["path"]: file["hashed"] for file in listed(index)} for index in (first, second))
    assert old["games/moon-duel/cards.json"] != new["games/moon-duel/cards.json"]
    assert old["games/moon-duel/rulings.json"] == new["games/moon-duel/rulings.json"]
    assert b"Flare" in Path("out", old["games/moon-duel/cards.json"]).read_bytes()
    changes = read(Path("out/changes.json"))
    [game] = changes["games"]
    assert game["cards"]["changed"] == [{"id": "flare", "name": "Flash <b>", "fields": ["name"]}]
    assert changes["since"] == {"moon-duel": first["data"]}
    feed = ET.parse("out/changes.atom").getroot()  # noqa: S314 - our own file
    titles = [found.text for found in feed.iter("{http://www.w3.org/2005/Atom}title")]
    assert titles == ["What changed in the cards", "Moon Duel: 1 card changed"]
    assert "Flash <b> (name)" in "".join(feed.itertext())


def test_changes_since_a_revision_are_those_since_the_folder_of_then(pack_in_git: Path, arsenal: Arsenal) -> None:
    arsenal("publish", "-o", "since-v1", "-g", str(pack_in_git), "--changed-since", "v1", *DAY)
    change(pack_in_git, "name: Flash", "name: Flare")
    arsenal("publish", "-o", "then", "-g", str(pack_in_git), *DAY)
    change(pack_in_git, "name: Flare", "name: Flash")
    arsenal("publish", "-o", "since-folder", "-g", str(pack_in_git), "--changed-since", "then", *DAY)
    by_git, by_folder = (read(Path(name, "changes.json")) for name in ("since-v1", "since-folder"))
    assert by_git["games"] == by_folder["games"] != []


def test_a_revision_before_the_game_makes_all_of_it_new(pack_in_git: Path, arsenal: Arsenal, git: Any) -> None:
    new_game("Second Game", pack_in_git.parent)
    git("add", ".")
    git("commit", "-qm", "three", day="2026-03-01")
    second = str(pack_in_git.parent / "second-game")
    arsenal("publish", "-o", "out", "-g", second, "--packs", second, "--changed-since", "v1", *DAY)
    [game] = read(Path("out/changes.json"))["games"]
    assert game["how"] == "added"
    assert len(game["cards"]["added"]) == read(Path("out/index.json"))["games"][0]["cards"]


def test_the_database_is_one_that_arsenal_and_sqlite_read(own_pack: Path, arsenal: Arsenal) -> None:
    arsenal("publish", "-o", "out", "-g", str(own_pack))
    connection = sqlite3.connect("out/games/moon-duel/cards.sqlite")
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA application_id").fetchall() == [(APPLICATION_ID,)]
    names = {name for (name,) in connection.execute("SELECT name FROM card")}
    connection.close()
    assert names == {card["name"] for card in read(Path("out/games/moon-duel/cards.json"))["cards"]}


@pytest.mark.long
@pytest.mark.bundled
def test_cards_are_there_in_the_languages_that_are_asked_for(arsenal: Arsenal) -> None:
    options = ("publish", "-g", "saucer-dice")
    arsenal(*options, "-o", "all")
    arsenal(*options, "-o", "own", "--lang", "en")
    translated, original = (
        [card["name"] for card in read(Path("all/games/saucer-dice", path, "cards.json"))["cards"]]
        for path in ("locales/fr", ".")
    )
    assert len(translated) == len(original)
    assert translated != original
    assert not Path("own/games/saucer-dice/locales").exists()
    assert 'no game has words in "xx"' in arsenal(*options, "-o", "no", "--lang", "xx", code=2).output
    assert not Path("no").exists()


def test_what_was_legal_when(own_pack: Path, arsenal: Arsenal) -> None:
    file = next((own_pack / "formats").iterdir())
    banned = "history:\n  - from: 2026-05-01\n    clauses:\n      bans: {clause: pool, banned: [flare]}\n"
    file.write_text(file.read_text("utf-8") + banned, "utf-8")
    arsenal("publish", "-o", "out", "-g", str(own_pack))
    versions = read(Path("out/games/moon-duel/legal.json"))["formats"][file.stem]["versions"]
    assert [(one["from"], one["until"], "flare" in one["cards"]) for one in versions] == [
        (None, "2026-05-01", True),
        ("2026-05-01", None, False),
    ]
    limits = {clause["max"] for clause in versions[0]["clauses"].values() if clause["clause"] == "copies"}
    assert set(versions[0]["cards"].values()) == limits


@pytest.mark.bundled
def test_every_clause_says_which_cards_are_admitted_and_how_many() -> None:
    catalog = Workspace().catalog

    def cards(game: str, format_id: str) -> Any:
        formats: Any = legal_when(catalog, catalog.game(game))["formats"]
        return formats[format_id]["versions"][-1]["cards"]

    competitive = cards("rone-invasion", "competitive")
    assert "spare-crew" not in competitive, "a deck is the twelve starting cards and nothing else"
    assert competitive["water-box"] == 1
    standard = cards("saucer-people", "standard")
    assert (standard["ace-of-spades"], standard["joker-red"]) == (1, 2), "two jokers, whichever they are"
    assert set(cards("future-invaders", "series").values()) == {1, 2}, "arsenal and collection together"


def test_a_folder_that_is_not_ours_and_a_pack_with_errors_are_left_alone(own_pack: Path, arsenal: Arsenal) -> None:
    for content in ("{}", "<html>", "[" * 100_000):
        Path("site").mkdir(exist_ok=True)
        Path("site/index.json").write_text(content)
        said = arsenal("publish", "-o", "site", "-g", str(own_pack), code=2).output
        assert "site/index.json" in said
        assert contents(Path("site")) == {"index.json": content.encode()}
    Path("file").touch()
    assert "is not a folder" in arsenal("publish", "-o", "file", "-g", str(own_pack), code=2).output
    said = arsenal("publish", "-o", "out", "-g", str(own_pack), "--changed-since", str(own_pack), code=2).output
    assert "nothing was published there" in said
    (own_pack / CARDS).write_text("- {id: broken}\n")
    assert '"broken" has no "name"' in arsenal("publish", "-o", "out", "-g", str(own_pack), code=1).output
    assert not Path("out").exists()


def test_a_link_in_the_folder_leads_nowhere(own_pack: Path, arsenal: Arsenal, tmp_path: Path) -> None:
    arsenal("publish", "-o", "out", "-g", str(own_pack))
    outside = tmp_path / "outside"
    Path("out/games/moon-duel").rename(outside)
    Path("out/games/moon-duel").symlink_to(outside)
    before = contents(outside)
    change(own_pack, "name: Flare", "name: Flash")
    assert "would lie outside" in arsenal("publish", "-o", "out", "-g", str(own_pack), code=2).output
    assert contents(outside) == before


def test_an_earlier_folder_whose_manifest_points_outside_is_refused(own_pack: Path, arsenal: Arsenal) -> None:
    arsenal("publish", "-o", "then", "-g", str(own_pack))
    index = read(Path("then/index.json"))
    index["games"][0]["files"].append({"path": "games/moon-duel/decks/../../../../secret.json"})
    Path("then/index.json").write_text(json.dumps(index))
    Path("secret.json").write_text('{"name": "secret"}')
    said = arsenal("publish", "-o", "out", "-g", str(own_pack), "--changed-since", "then", code=2).output
    assert "would lie outside" in said
    assert not Path("out").exists()


def test_what_extends_a_game_is_published_with_it(pack_in_git: Path, arsenal: Arsenal, git: Any) -> None:
    both = ("--packs", str(pack_in_git), "--packs", "far-side")
    arsenal("new", "expansion", "Far Side", "--game", "my-game", "--packs", str(pack_in_git))
    Path("far-side/sets/far-side/reprints.yaml").write_text("- {card: flare, number: 90}\n", "utf-8")
    git("add", ".")
    git("commit", "-qm", "three", day="2026-03-01")
    arsenal("publish", "-o", "out", "-g", "my-game", *both, "--changed-since", "v1")
    cards = {card["id"]: card for card in read(Path("out/games/my-game/cards.json"))["cards"]}
    new = {card_id for card_id, card in cards.items() if card.get("pack") == "far-side"}
    assert new
    assert [printing["set"] for printing in cards["flare"]["printings"]] == ["core", "far-side"]
    [game] = read(Path("out/changes.json"))["games"]
    assert {card["id"] for card in game["cards"]["added"]} == new
    assert [card["fields"] for card in game["cards"]["changed"]] == [["name", "printings"]]
    assert not [name for name, content in contents(Path("out")).items() if bytes(pack_in_git.parent) in content]
    prepared = PublishedGame(read(Path("out/games/my-game/judge.json")))
    assert prepared.index.cards["flare"].sets == ("core", "far-side")
    index = Workspace([pack_in_git, "far-side"]).catalog.index("my-game")
    assert [card.sets for card in prepared.cards] == [card.sets for card in index.cards.values()]
