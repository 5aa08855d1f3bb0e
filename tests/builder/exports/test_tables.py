"""All shipped games on virtual tables, drawn by their templates and read back; and how a user exports one."""

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.exports import Settings
from builder.exports.writing import export_to
from builder.workspace import Workspace
from tests.builder.exports.test_playingcards import Room
from tests.support.catalogs import small_catalog
from tests.support.commands import GAMES, Arsenal
from tests.support.packages import Package
from tests.support.savedobjects import Saved

DECKS = ["after-three-matches", "whole-box"]  # of all forms that cards have
SMALL = Settings(dpi=20, max_side=1024)


def files_of(folder: Path) -> dict[str, bytes]:
    return {one.relative_to(folder).as_posix(): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, *DECKS])
def test_every_shipped_game_comes_to_every_table(name: str, tmp_path: Path) -> None:
    with Workspace() as workspace:
        for to in ("tts", "playground", "feed", "playingcards"):
            workspace.export(name, to=to, path=tmp_path / to, force=True, settings=SMALL)
        found = workspace.catalog.game_or_deck(name)
        game = workspace.game(name if name in GAMES else getattr(found, "deck").game)  # noqa: B009 - or a game
        cards = {card.id: card for card in workspace.search(game=game.id)}
    table = Saved(files_of(tmp_path / "tts"))
    there = {one["GMNotes"].split(".")[0] for one in table.everything() if one["GMNotes"]} & set(cards)
    package = Package(files_of(tmp_path / "playground"))
    told = {said for one in package.templates if one["Type"] == "Card" for said in one["CardMetadata"].values()}
    assert {card_id for card_id in there if game.type_of(cards[card_id].type).form != "die"} <= told
    room = Room((tmp_path / "playingcards").read_bytes())
    shown = {key.split(".")[0] for one in room.of("cardDeck") for key in one["cardTypes"]}
    forms = {card_id: game.type_of(cards[card_id].type).form for card_id in there}
    assert {card_id for card_id, form in forms.items() if form in ("card", "token")} <= shown
    assert len(room.of("board")) == sum(1 for one in table.everything() if one["Name"] == "Custom_Board")
    feed = files_of(tmp_path / "feed")
    rows = list(csv.DictReader(io.StringIO(feed["cards.csv"].decode(), newline="")))
    assert {row["Front"] for row in rows} <= set(feed)
    if name in GAMES:
        assert there == set(cards) == {row["id"] for row in rows}
    for files in (files_of(tmp_path / "tts"), files_of(tmp_path / "playground"), feed):
        assert not [one for one, data in files.items() if one.endswith((".json", ".csv")) and b"/work/" in data]


@pytest.mark.long
def test_a_user_exports_a_deck_of_a_new_game(arsenal: Arsenal) -> None:
    arsenal("new", "game", "Moon Duel")
    options = ["--packs", "moon-duel", "--dpi", "20"]
    said = arsenal("export", "first-deck", "--to", "tts", "-o", "one", "--base-url", "https://a.example/x", *options)
    assert "what cards say in fields is on their pictures only" in said.stderr
    Saved(files_of(Path("one")), "https://a.example/x/")
    arsenal("export", "first-deck", "--to", "tts", "-o", "one.zip", *options)
    with zipfile.ZipFile("one.zip") as archive:
        Saved({name: archive.read(name) for name in archive.namelist()})
    old = arsenal("export", "moon-duel", "--to", "playingcards", "-o", "old.pcio", "--pcio-schema", "5", *options)
    assert Room(Path("old.pcio").read_bytes()).schema == 5
    assert "old.pcio: 8 cards as a room of PlayingCards.io" in old.stdout


@pytest.mark.parametrize(("path", "said"), [("-", '"tts" makes several files'), ("a.txt", "is a file, not a folder")])
def test_where_no_folder_can_be_is_said_before_anything_is_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").touch()
    monkeypatch.setattr("builder.exports.writing.made", None)
    with pytest.raises(UsageError, match=said):
        export_to(small_catalog(), "first-deck", "tts", Path(path))


@pytest.mark.long
def test_options_that_do_nothing_are_named(arsenal: Arsenal) -> None:
    arsenal("new", "game", "Moon Duel")
    words = ["--packs", "moon-duel", "--to", "json", "-o", "a.json", "--dpi", "50", "--pcio-schema", "5"]
    said = arsenal("export", "first-deck", *words).stderr
    assert "--dpi has no effect: json has no use for it" in said
    assert "--pcio-schema has no effect: json has no use for it" in said
    assert json.loads(Path("a.json").read_text())["cards"]
    for wrong, why in (("here", '"here" is no address for pictures'), ("", "--base-url is empty")):
        assert why in arsenal("export", "first-deck", *words, "--base-url", wrong, code=2).stderr
