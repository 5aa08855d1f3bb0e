"""All shipped games on virtual tables, read back; and how a user exports one."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.exports import Bundle, Settings, target
from builder.exports.bundling import ExportRequest, bundle
from builder.exports.writing import export_to
from builder.printing.pictures import Drawing
from tests.support.catalogs import small_catalog
from tests.support.commands import GAMES, ROOT, Arsenal
from tests.support.packages import Package
from tests.support.rooms import Room
from tests.support.savedobjects import Saved
from tests.support.shipped import shipped
from tests.support.tables import drawn


def on_every_table(made: Bundle) -> set[str]:
    """The ids of the cards that lie on the table of Tabletop Simulator, and so on those of the other programs."""
    exported = {to: target(to).export(made) for to in ("tts", "playground", "feed", "playingcards")}
    table = Saved(exported["tts"].files)
    there = {one["GMNotes"].split(".")[0] for one in table.everything()} & {card.id for card in made.cards}
    forms = {card.id: made.game.type_of(card.type).form for card in made.cards if card.id in there}
    package = Package(exported["playground"].files)
    named = {said for one in package.templates if one["Type"] == "Card" for said in one["CardMetadata"].values()}
    assert {card_id for card_id, form in forms.items() if form != "die"} <= named
    room = Room(exported["playingcards"].content)
    shown = {key.split(".")[0] for one in room.of("cardDeck") for key in one["cardTypes"]}
    assert {card_id for card_id, form in forms.items() if form in ("card", "token")} <= shown
    assert len(room.of("board")) == len(table.named("Custom_Board"))
    feed = exported["feed"].files
    rows = list(csv.DictReader(io.StringIO(feed["cards.csv"].decode(), newline="")))
    assert {row["Front"] for row in rows} <= set(feed)
    assert {row["id"] for row in rows} == {card.id for card in made.cards}
    texts = [data for one in exported.values() for name, data in one.files.items() if name.endswith((".json", ".csv"))]
    assert not [text for text in texts if bytes(ROOT) in text]
    return there


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_comes_to_every_table(game: str) -> None:
    made = bundle(shipped(), game, target("tts"))
    assert on_every_table(drawn(made, dpi=2.0)) == {card.id for card in made.cards}


@pytest.mark.long
@pytest.mark.parametrize("deck", ["after-three-matches", "whole-box"])  # of all forms that cards have
def test_what_templates_draw_comes_to_every_table(deck: str) -> None:
    made = bundle(shipped(), deck, target("tts"), ExportRequest(force=True))
    drawing = Drawing(made.game, made.cards, 20.0)
    assert on_every_table(replace(made, drawing=drawing, settings=Settings(dpi=20.0, max_side=1024)))


@pytest.mark.long
@pytest.mark.usefixtures("own_pack")
def test_a_user_exports_a_deck_of_a_new_game(arsenal: Arsenal) -> None:
    options = ["--packs", "moon-duel", "--dpi", "20"]
    said = arsenal("export", "first-deck", "--to", "tts", "-o", "one", "--base-url", "https://a.example/x", *options)
    assert "what cards say in fields is on their pictures only" in said.stderr
    files = (one for one in Path("one").rglob("*") if one.is_file())
    Saved({one.relative_to("one").as_posix(): one.read_bytes() for one in files}, "https://a.example/x/")
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
@pytest.mark.usefixtures("own_pack")
def test_options_that_do_nothing_are_named(arsenal: Arsenal) -> None:
    words = ["--packs", "moon-duel", "--to", "json", "-o", "a.json", "--dpi", "50", "--pcio-schema", "5"]
    said = arsenal("export", "first-deck", *words).stderr
    assert "--dpi has no effect: json has no use for it" in said
    assert "--pcio-schema has no effect: json has no use for it" in said
    assert json.loads(Path("a.json").read_text())["cards"]
    for wrong, why in (("here", '"here" is no address for pictures'), ("", "--base-url is empty")):
        assert why in arsenal("export", "first-deck", *words, "--base-url", wrong, code=2).stderr
