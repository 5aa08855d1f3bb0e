"""A game and packs that extend it, from folders to searches, verdicts, pictures and exports: one game."""

import json
import shlex
import shutil
from pathlib import Path

import pytest
from sqlmodel import create_engine

from builder import FindingsError, UsageError, Workspace
from builder.checks import check_pack
from builder.library.checked import CheckedGame
from builder.library.store.building import build
from builder.packs import pack as packs
from builder.printing.gathering import Request
from builder.printing.pictures import PictureOptions
from builder.workspace import Workspace as Opened
from tests.support.commands import GAMES, Arsenal, InJson
from tests.support.databases import dump
from tests.support.expansions import checked_with, expansion, wave
from tests.support.git import Git
from tests.support.plugins import install
from tests.support.queries import opened

pytestmark = pytest.mark.usefixtures("alone")

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="{}" d="M0 0h9v9H0z"/></svg>'
CAT = """\
- id: crater-cat
  number: 1
  name: Crater Cat
  faction: tide
  type: creature
  cost: 2
  power: 2
  art: art/cat.svg
"""
PLACES = Path(__file__)


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


@pytest.fixture
def shelf(own_pack: Path) -> Path:
    """A folder with a game and an expansion of it, the current one."""
    write(
        Path("far-side"),
        pack_yaml="id: far-side\nname: Far Side\nextends: moon-duel\ncredit: Me.\n"
        "sets:\n  far-side:\n    name: Far Side\n    code: FS\n",
        **{"sets__far-side__cards_yaml": CAT},
        art__cat_svg=SVG.format("#fff"),
        formats__far_yaml="name: Far\nclauses: {pool: {clause: pool, sets: [far-side]}}\n",
        decks__cats_yaml="name: Cats\ngame: moon-duel\nformat: far\ncards: {crater-cat: 3}\n",
        rulings_yaml="[{question: Does it purr?, ruling: Always., date: '2026-05-01', cards: [crater-cat, flare]}]\n",
        locales__fr_yaml="cards:\n  crater-cat:\n    name: Chat du cratère\n",
    )
    return own_pack.parent


def test_everything_sees_one_game(shelf: Path) -> None:
    with Workspace(shelf) as workspace:
        game = workspace.game("moon-duel")
        assert [*game.expansions] == ["far-side"]
        assert [card.id for card in workspace.search("pack:far-side", game="moon-duel")] == ["crater-cat"]
        assert len(workspace.search("pack:moon-duel", game="moon-duel")) == 8
        assert len(workspace.search("", game="moon-duel")) == 9
        assert workspace.judge("cats").legal
        assert not workspace.judge("first-deck", format="far").legal
        card = workspace.card("chat du cratere")
        assert (card.id, card.pack, card.place and card.place.path) == (
            "crater-cat",
            "far-side",
            "far-side/sets/far-side/cards.yaml",
        )
        assert [ruling.answer for ruling in workspace.catalog.rulings(workspace.card("flare", game="moon-duel"))] == [
            "Always."
        ]
        done = workspace.export("cats", to="engine", path="cats.json")
        assert json.loads(done.path.read_text("utf-8"))["cards"]["crater-cat"]["set"] == "far-side"
        assert workspace.validate() == []
        assert workspace.validate("far-side") == []


def test_pictures_come_from_the_cards_own_pack(shelf: Path) -> None:
    small = PictureOptions(dpi=25.4)
    request = Request("moon-duel", where="pack:far-side")
    with Workspace(shelf) as workspace:
        [file] = workspace.images(request, "one", small).files
    before = file.read_bytes()
    write(shelf / "far-side", art__cat_svg=SVG.format("#f00"))
    write(shelf / "moon-duel", art__cat_svg=SVG.format("#0f0"))  # which is the game's own
    with Workspace(shelf) as workspace:
        [file] = workspace.images(request, "two", small).files
    assert file.read_bytes() != before


@pytest.mark.long
def test_a_reprint_of_an_expansion_has_its_picture(shelf: Path) -> None:
    write(shelf / "far-side", **{"sets__far-side__reprints_yaml": "[{card: flare, number: 9, art: art/cat.svg}]\n"})
    with Workspace(shelf) as workspace:
        assert workspace.validate() == []
        card = workspace.card("flare", game="moon-duel")
        assert (card.pack, [one.pack for one in card.printings]) == ("", ["", "far-side"])
        made = workspace.images(Request("moon-duel", where="flare"), "one", PictureOptions(dpi=25.4))
        other = workspace.images(Request("moon-duel", where="flare", in_set="core"), "two", PictureOptions(dpi=25.4))
        assert [file.name for file in made.files + other.files] == ["flare.png", "flare.core.png"]
        assert made.files[0].read_bytes() != other.files[0].read_bytes()


@pytest.mark.bundled
def test_the_database_says_which_pack_each_card_is_from_whatever_the_order_of_folders(shelf: Path) -> None:
    write(shelf / "able", pack_yaml="{id: able, name: Able, extends: moon-duel, credit: Me.}")
    dumps = []
    for folders in (["moon-duel", "far-side", "able"], ["able", "far-side", "moon-duel"]):
        with Workspace(folders) as workspace:
            engine = create_engine("sqlite://")
            own = [pack for pack in workspace.packs if not pack.bundled]
            assert build(engine, own, check_pack).built == ["moon-duel"]
            dumps.append(list(dump(engine)))
            with engine.connect() as connection:
                rows = connection.exec_driver_sql("SELECT pack, count(*) FROM card GROUP BY pack ORDER BY pack")
                assert [tuple(row) for row in rows] == [("far-side", 1), ("moon-duel", 8)]
                rows = connection.exec_driver_sql("SELECT expansions FROM game")
                assert [one["id"] for (said,) in rows for one in json.loads(said)] == ["able", "far-side"]
            engine.dispose()
    assert dumps[0] == dumps[1]


def test_the_database_holds_what_the_packs_say() -> None:
    checked = checked_with(wave(sets__wave__reprints_yaml=[{"card": "flare", "number": 9}]), expansion("b"))
    expected = CheckedGame(checked)
    engine = create_engine("sqlite://")
    build(engine, [checked.pack], check_pack)
    with opened(engine) as catalog:
        stored = catalog.loaded("my-game")
        assert (stored.game, stored.cards) == (expected.game, expected.cards)
        for query in ("pack:wave", "-pack:wave", "set:wave", "has:pack"):
            assert stored.matching(query) == expected.matching(query) != frozenset()
    engine.dispose()


def test_an_expansion_with_errors_is_left_out_and_named(arsenal: Arsenal, shelf: Path) -> None:
    write(
        shelf / "far-side",
        rulings_yaml="[{question: Does it purr?, ruling: Always., date: '2026-05-01', cards: [no]}]\n",
    )
    said = arsenal("search", "flare or crater-cat", "-g", "moon-duel", "--packs", ".").output
    assert "Flare" in said
    assert "Crater Cat" not in said
    assert "far-side has 1 error, so it is left out" in said
    assert "far-side/rulings.yaml:1" in said
    write(shelf / "far-side", rulings_yaml="[]\n")
    assert "1 card" in arsenal("search", "crater", "-g", "moon-duel", "--packs", ".").output


@pytest.mark.bundled
def test_an_expansion_is_checked_with_its_game_and_reports_its_own_files(arsenal: Arsenal, shelf: Path) -> None:
    assert arsenal("validate", "far-side", "--packs", "moon-duel").stdout == "1 pack checked: far-side\n"
    said = arsenal("validate", "far-side", code=1).stdout
    assert "far-side/pack.yaml:3:10: error[unknown-base] there is no game" in said
    assert f"{GAMES[-2]}, {GAMES[-1]}; --packs names the folder of another" in said
    said = arsenal("validate", "far-side", "moon-duel").stdout
    assert said.endswith("2 packs checked: far-side, moon-duel\n")
    write(
        shelf / "moon-duel", rulings_yaml="[{question: Who?, ruling: Nobody., date: '2026-05-01', cards: [nobody]}]\n"
    )
    said = arsenal("validate", "far-side/sets/far-side/cards.yaml", "--packs", "moon-duel", code=1).stdout
    assert "error[faulty-base] moon-duel has 1 error of its own" in said
    assert "1 error in 1 file" in said


@pytest.mark.long
def test_commands_in_the_folder_of_an_expansion(arsenal: Arsenal, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shelf / "far-side")
    assert (
        "1 card" in arsenal("search", "crater-cat or name:crater", "-g", "moon-duel", "--packs", "../moon-duel").output
    )
    assert "1 pack checked: far-side" in arsenal("validate", ".", "--packs", "../moon-duel").stdout
    assert "fr: 1 of 1 card is translated" in arsenal("translate", "fr", "--packs", "../moon-duel").stdout
    for name in ("far-side", "."):
        refused = arsenal("check", name, "--packs", "../moon-duel", "--packs", ".", code=2).stderr
        assert f'"{name}" extends moon-duel' in refused
    arsenal("new", "set", "Deeper", "--packs", "../moon-duel")
    arsenal("new", "deck", "Own", "--packs", "../moon-duel")
    assert Path("pack.yaml").read_text("utf-8").endswith("  deeper:\n    name: Deeper\n")
    assert "crater-cat: 1" in Path("decks/own.yaml").read_text("utf-8")
    assert arsenal("validate", ".", "--packs", "../moon-duel").stdout == "1 pack checked: far-side\n"


@pytest.mark.bundled
@pytest.mark.parametrize("game", GAMES)
def test_an_expansion_of_any_game_begins_without_a_finding(arsenal: Arsenal, game: str) -> None:
    said = arsenal("new", "expansion", "Far Side", "-g", game).stdout
    assert "arsenal validate far-side" in said
    assert arsenal("validate", "far-side").stdout == "1 pack checked: far-side\n"
    assert "0 of 2 files would change" in arsenal("fmt", "far-side", "--check").stdout
    settings = json.loads(Path("far-side/.vscode/settings.json").read_text("utf-8"))
    assert all((Path("far-side") / schema).is_file() for schema in settings["yaml.schemas"])


@pytest.mark.parametrize(
    "asked", [("-g", "moon-duel", "--packs", "my games/moon-duel"), ("-g", "./my games/moon-duel")]
)
def test_what_is_to_be_typed_next_names_the_folder_of_the_game(
    asked: tuple[str, ...], arsenal: Arsenal, own_pack: Path
) -> None:
    Path("my games").mkdir()
    own_pack.rename("my games/moon-duel")
    said = arsenal("new", "expansion", "Far Side", *asked).stdout
    typed = [shlex.split(line.split("  ")[0]) for line in said.partition("next:\n  ")[2].split("\n  ")]
    assert [words[1] for words in typed] == ["validate", "search", "watch"]
    assert arsenal(*typed[0][1:]).stdout == "1 pack checked: far-side\n"
    assert "First of Far Side" in arsenal(*typed[1][1:]).stdout
    assert typed[2][2:] == ["far-side", "--packs", "my games/moon-duel"]


@pytest.mark.bundled
def test_a_new_expansion_of_no_game_or_of_its_own_name_is_refused(arsenal: Arsenal) -> None:
    said = arsenal("new", "expansion", "X", "-g", "saucer-dise", code=2).stderr
    assert 'did you mean "saucer-dice"?' in said
    assert (
        "is the id of the game itself" in arsenal("new", "expansion", "Saucer Dice", "-g", "saucer-dice", code=2).stderr
    )
    assert not Path("x").exists()


def test_games_and_cards_say_what_extends_them(arsenal: Arsenal, in_json: InJson, shelf: Path) -> None:
    data = in_json("games", "--packs", ".", schema="games-output")
    [game] = [one for one in data["games"] if one["id"] == "moon-duel"]
    assert game["expansions"] == [{"id": "far-side", "name": "Far Side"}]
    assert "with Far Side (far-side)" in arsenal("games", "--packs", ".").stdout
    assert "From Far Side, Me." in arsenal("show", "crater-cat", "--packs", ".").stdout
    shown = in_json("show", "crater-cat", "--packs", ".", schema="search-output")
    assert shown["cards"][0]["pack"] == "far-side"


def test_packs_that_packages_bring_are_there(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.builder.test_expansions.PLACES", shelf)
    install(monkeypatch, packs.GROUP, my_packs="tests.builder.test_expansions:PLACES")
    with Workspace() as workspace:
        assert [*workspace.game("moon-duel").expansions] == ["far-side"]
    copy = shelf / "mine"
    shutil.copytree(shelf / "far-side", copy)
    write(copy, pack_yaml=(copy / "pack.yaml").read_text("utf-8").replace("name: Far Side\n", "name: Mine\n"))
    with Workspace(copy) as workspace:
        assert workspace.game("moon-duel").expansions["far-side"].name == "Mine"
    install(monkeypatch, packs.GROUP, my_packs="tests.builder.test_expansions:SVG")
    with (
        Workspace() as workspace,
        pytest.raises(UsageError, match='the plugin "my-packs" can\'t be used: there is no pack in'),
    ):
        workspace.games  # noqa: B018 - it reads them
    install(monkeypatch, packs.GROUP, my_packs="tests.builder.test_expansions:write")
    with Workspace() as workspace, pytest.raises(UsageError, match="is not the path of a folder"):
        workspace.games  # noqa: B018 - as above


def test_the_game_of_an_expansion_must_be_there() -> None:
    with Opened() as workspace, pytest.raises(FindingsError) as error:
        workspace.whole(expansion("wave"))
    assert [fault.code for fault in error.value.diagnostics] == ["unknown-base"]


def test_what_changed_of_an_expansion_is_asked_of_its_own_repository(shelf: Path, git: Git, arsenal: Arsenal) -> None:
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    write(shelf / "far-side", art__cat_svg=SVG.format("#00f"))
    out = ("-o", "again.pdf", "--packs", ".", "--changed-since", "HEAD")
    assert "1 of 9 cards differ from HEAD" in arsenal("print", "moon-duel", *out).output


def test_a_card_is_renamed_and_a_fault_is_mended_in_the_expansion_alone(arsenal: Arsenal, shelf: Path) -> None:
    before = {path: path.read_bytes() for path in (shelf / "moon-duel").rglob("*") if path.is_file()}
    arsenal("rename", "card", "crater-cat", "moon-cat", "--pack", "far-side", "--packs", "moon-duel")
    assert "moon-cat: 3" in (shelf / "far-side/decks/cats.yaml").read_text("utf-8")
    assert "moon-cat:" in (shelf / "far-side/locales/fr.yaml").read_text("utf-8")
    options = ("--pack", "far-side", "--packs", "moon-duel")
    said = arsenal("rename", "card", "flare", "flash", *options, code=2).stderr
    assert '"flare" is a card of moon-duel' in said
    write(shelf / "far-side", rulings_yaml="[{question: Q?, ruling: A., date: '2026-05-01', cards: [crater-cat]}]\n")
    assert "renamed-card" in arsenal("validate", "far-side", "--packs", "moon-duel").stdout
    arsenal("validate", "far-side", "--packs", "moon-duel", "--fix")
    assert "[moon-cat]" in (shelf / "far-side/rulings.yaml").read_text("utf-8")
    assert arsenal("validate", "far-side", "--packs", "moon-duel").stdout == "1 pack checked: far-side\n"
    assert {path: path.read_bytes() for path in before} == before
