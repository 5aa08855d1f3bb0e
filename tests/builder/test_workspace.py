"""The Python API: what each method of a workspace gives and raises, and how often files are parsed for it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import builder
from builder import (
    Deck,
    FindingsError,
    Game,
    OpenedDeck,
    PictureOptions,
    PrintOptions,
    Request,
    Span,
    UsageError,
    Workspace,
)
from builder.authoring.new import new_expansion, new_game
from builder.cli import after_command, app
from builder.documents import events, libyaml
from builder.library.store import sealing
from builder.packs import pack as packs
from builder.packs.pack import read
from builder.storage.locks import changing
from builder.workspace import diagnose
from tests.support.commands import ROOT, Arsenal

LIST = "2 Knife Runner\n1 Gutter Wasp\n"
DECK_FILE = "name: Mine\ngame: future-invaders\ncards: {knife-runner: 2}\n"


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    with Workspace() as found:
        yield found


@pytest.fixture
def pack(own_pack: Path) -> Path:
    """A pack of one's own in the current folder, as one would name it there."""
    return Path(own_pack.name)


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


# What `builder` exports


def test_importing_builder_imports_nothing_else() -> None:
    code = "import builder, sys, json; print(json.dumps([m for m in sys.modules if m.startswith('builder.')]))"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert json.loads(said) == []


def test_every_public_name_is_there() -> None:
    assert {*builder.__all__, "__version__"} == set(builder._MODULES)
    for name in builder.__all__:
        assert getattr(builder, name).__name__ == name
        assert getattr(builder, name).__module__.startswith(builder._MODULES[name])
    assert set(builder.__all__) <= set(dir(builder))
    with pytest.raises(AttributeError, match="no attribute 'Wrokspace'"):
        builder.Wrokspace  # noqa: B018


def test_the_packages_say_that_they_are_typed() -> None:
    assert (ROOT / "builder" / "py.typed").is_file()
    assert (ROOT / "renderers" / "py.typed").is_file()


# Games, cards, decks


def test_games(workspace: Workspace) -> None:
    ids = [game.id for game in workspace.games]
    assert ids == sorted(ids)
    assert len(ids) >= 5
    game = workspace.game("future-invaders")
    assert isinstance(game, Game)
    assert game.name == "Future Invaders"


@pytest.mark.parametrize(
    ("use", "said", "help_"),
    [
        (lambda it: it.game("future-invader"), 'no game "future-invader"', 'did you mean "future-invaders"'),
        (lambda it: it.search("type:ship", game="nim"), 'no game "nim"', ""),
        (lambda it: it.card("Knife Runer"), "no card", 'did you mean "Knife Runner"'),
        (lambda it: it.deck("earthwal"), 'no deck file and no sample deck "earthwal"', 'did you mean "earthwall"'),
        (lambda it: it.deck("earthwall", game="saucer-dice"), "is a deck of future-invaders", ""),
        (lambda it: it.judge("earthwall", format="prepred"), 'no format "prepred"', 'did you mean "prepared"'),
        (lambda it: it.judge(OpenedDeck("heap", Deck("Heap", "nim", {"main": {"match": 20}}))), 'no game "nim"', ""),
        (lambda it: it.judge("earthwall", previous="nothing"), "no sample deck", ""),
        (lambda it: it.judge("earthwall", date="2024-06-01"), "is not a day", "datetime.date"),
        (lambda it: it.judge("earthwall", date=datetime(2024, 6, 1, 12, 30)), "is not a day", ""),
        (lambda it: it.judge("table-for-four", players=0), "players can't be", ""),
        (lambda it: it.judge("table-for-four", players=101), "players can't be", ""),
        (lambda it: it.stats("earthwall", section="sdie"), 'has no section "sdie"', ""),
        (lambda it: it.export("earthwall", to="engin", path="x"), 'no export target "engin"', 'did you mean "engine"'),
        (lambda it: it.export("future-invaders", to="engine", path="x"), "takes a deck", ""),
        (lambda it: it.export("earthwall", to="text", path="x", date="2026-01-01"), "is not a day", ""),
        (lambda it: it.print("earthwall", "out.doc"), "neither a .pdf nor a .html file", ""),
        (lambda it: it.print("earthwall", "x.pdf", PrintOptions(words={"mraks": "lines"})), '"mraks" is not a key', ""),
        (lambda it: it.images("nothing", "x"), "no sample deck", ""),
        (lambda it: it.tabletop("nothing", "x"), "no sample deck", ""),
        (lambda it: it.validate("gone"), 'no file or folder "gone"', ""),
    ],
)
def test_what_is_refused(
    workspace: Workspace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    use: Callable[[Any], object],
    said: str,
    help_: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=said) as raised:
        use(workspace)
    assert help_ in raised.value.help
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("use", "codes"),
    [
        (lambda it: it.search("(type:ship"), ["bad-query"]),
        (lambda it: it.search("factoin:pirates", game="future-invaders"), ["unknown-field"]),
        (lambda it: it.deck("gone.yaml"), ["unreadable-file"]),
        (lambda it: it.export(LIST, to="text", path="gone.txt"), ["too-few-cards", "illegal-deck"]),
    ],
)
def test_what_is_faulty(workspace: Workspace, use: Callable[[Any], object], codes: list[str]) -> None:
    with pytest.raises(FindingsError) as raised:
        use(workspace)
    assert [fault.code for fault in raised.value.diagnostics] == codes


def test_search(workspace: Workspace) -> None:
    found = workspace.search("faction:pirates type:ship cost<=2", game="future-invaders")
    assert found
    assert {(card.word("faction"), card.type) for card in found} == {("pirates", "ship")}
    assert workspace.search("faction:pirates type:ship cost<=2")[: len(found)] == found
    strongest = workspace.search("type:ship", game="future-invaders", sort="-weapons", limit=3)
    weapons = [card.definition["weapons"] for card in strongest]
    assert weapons == sorted(weapons, reverse=True)  # type: ignore[type-var]  # numbers, as the schema says
    assert len(weapons) == 3
    assert len(workspace.search(game="saucer-dice")) == 26


def test_card(workspace: Workspace) -> None:
    card = workspace.card("Knife Runner")
    assert card == workspace.card("knife-runner", game="future-invaders")
    assert (card.id, card.game_id, card.name) == ("knife-runner", "future-invaders", "Knife Runner")
    assert card.place is not None
    place = Path(card.place.path).read_text("utf-8").splitlines()[card.place.line - 1]
    assert "knife-runner" in place


def test_a_deck_by_name_by_path_and_as_text(workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(DECK_FILE)
    assert workspace.deck("earthwall").deck.size == 40
    assert workspace.deck("future-invaders/earthwall").deck == workspace.deck("earthwall").deck
    for deck in (workspace.deck(file), workspace.deck(str(file)), workspace.deck(DECK_FILE)):
        assert deck.deck == Deck("Mine", "future-invaders", {"main": {"knife-runner": 2}})
    listed = workspace.deck(LIST)
    assert listed.deck.sections == {"main": {"knife-runner": 2, "gutter-wasp": 1}}
    assert workspace.deck(LIST, format="series").deck.format == "series"


def test_a_fault_of_a_deck_file_has_its_place(workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("name: Mine\ngame: nim\ncards: {knife-runner: 2}\n")
    with pytest.raises(FindingsError) as broken:
        workspace.deck(file)
    (fault,) = broken.value.diagnostics
    assert (fault.code, fault.span) == ("unknown-game", Span(str(file), 2, 7, 2, 10))


def test_lines_that_say_nothing_are_problems_of_the_deck(workspace: Workspace) -> None:
    deck = workspace.deck(LIST + "3 No Such Card At All\n")
    assert [fault.code for fault in deck.problems] == ["unknown-card"]
    assert "unknown-card" in [violation.code for violation in workspace.judge(deck).violations]


# Verdicts and statistics


def test_judge(workspace: Workspace, tmp_path: Path) -> None:
    assert workspace.judge("earthwall").legal
    assert workspace.judge(workspace.deck("earthwall")).format == "prepared"
    verdict = workspace.judge(LIST)
    assert not verdict.legal
    (fault,) = verdict.violations
    assert (fault.code, fault.limit, fault.actual) == ("too-few-cards", 40, 3)
    assert not workspace.judge("earthwall", format="singleton").legal
    by_hand = OpenedDeck("by hand", Deck("By Hand", "future-invaders", {"main": {"knife-runner": 2}}))
    assert [violation.code for violation in workspace.judge(by_hand).violations] == ["too-few-cards"]


def test_judge_as_of_a_day(pack: Path) -> None:
    replaced(pack / "formats" / "standard.yaml", "    min: 20\n", "    min: 10\n")
    grown = 'history: [{from: "2025-01-01", clauses: {size: {clause: size, min: 30}}}]\n'
    with (pack / "formats" / "standard.yaml").open("a") as file:
        file.write(grown)
    with Workspace([pack]) as workspace:
        assert not workspace.judge("first-deck").legal
        assert workspace.judge("first-deck", date=date(2024, 6, 1)).legal


def test_judge_after_a_game_that_was_lost_or_won(workspace: Workspace) -> None:
    before, after = (
        "".join(f"2 {card.name}\n" for card in workspace.search("-has:rarity", game="future-invaders")[a:b])
        for a, b in ((0, 20), (5, 25))
    )
    series = {"format": "series", "previous": before}
    assert workspace.judge(after, lost=True, **series).legal
    assert not workspace.judge(after, lost=False, **series).legal
    unsaid = workspace.judge(after, **series)
    assert (unsaid.legal, len(unsaid.notes)) == (True, 1)


def test_judge_for_players(workspace: Workspace) -> None:
    assert workspace.judge("table-for-four").legal
    verdict = workspace.judge("table-for-four", players=5)
    assert (verdict.legal, verdict.players) == (False, 5)


def test_stats(workspace: Workspace) -> None:
    found = workspace.stats("earthwall")
    assert (found.game, found.section, found.cards) == ("future-invaders", "main", 40)
    assert workspace.stats(LIST).cards == 3


# What is made


def test_print(workspace: Workspace, tmp_path: Path) -> None:
    notes: list[str] = []
    asked = Request("earthwall", where="type:ship", one_each=True)
    made = workspace.print(asked, tmp_path / "out.pdf", PrintOptions(words={"paper": "letter"}), notes.append)
    assert made.files == [tmp_path / "out.pdf"]
    assert made.files[0].read_bytes()[:5] == b"%PDF-"
    assert notes == []
    assert "cards on 1 page" in workspace.print(LIST, tmp_path / "list.html").lines[0]


def test_decks_and_games_are_taken_as_well_as_their_names(workspace: Workspace, tmp_path: Path) -> None:
    for name, deck in (("one.pdf", "earthwall"), ("two.pdf", workspace.deck("earthwall"))):
        workspace.print(Request(deck, where="type:ship cost<=1", one_each=True), tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    few = PictureOptions(kind="svg")
    game = workspace.game("saucer-dice")
    assert len(workspace.images(Request(game, where="type:planet"), tmp_path / "game", few).files) == len(
        workspace.search("type:planet", game="saucer-dice")
    )


def test_images_and_sheets_for_tables(workspace: Workspace, tmp_path: Path) -> None:
    options = PictureOptions(dpi=20)
    made = workspace.images(workspace.deck(LIST), tmp_path / "pictures", options)
    assert [file.name for file in made.files] == ["knife-runner.png", "gutter-wasp.png"]
    made = workspace.tabletop(LIST, tmp_path / "table", options)
    assert json.loads((tmp_path / "table" / "sheets.json").read_text())["copies"] == {
        "knife-runner": 2, "gutter-wasp": 1,
    }  # fmt: skip


def test_export(workspace: Workspace, tmp_path: Path) -> None:
    done = workspace.export("earthwall", to="csv", path=tmp_path / "deck.csv")
    assert (done.path, done.losses) == (tmp_path / "deck.csv", ())
    assert done.line.endswith("deck.csv: 40 cards as CSV, a row a card")
    game = workspace.game("future-invaders")
    workspace.export(game, to="json", path=tmp_path / "all.json", cards="type:reaction")
    cards = json.loads((tmp_path / "all.json").read_text())["cards"]
    assert {card["type"] for card in cards} == {"reaction"}
    workspace.export(LIST, to="text", path=tmp_path / "list.txt", force=True)
    assert "2 Knife Runner\n1 Gutter Wasp\n" in (tmp_path / "list.txt").read_text()


def test_an_export_leaves_the_deck_as_it_was(workspace: Workspace, tmp_path: Path) -> None:
    deck = workspace.deck(LIST)
    workspace.export(deck, to="engine", path=tmp_path / "deck.json", players=3, date=date(2026, 1, 1), force=True)
    bundle = json.loads((tmp_path / "deck.json").read_text())
    assert (bundle["deck"]["players"], bundle["verdict"]["date"]) == (3, "2026-01-01")
    assert deck.deck == workspace.deck(LIST).deck


# Packs and the database


def test_validate(pack: Path) -> None:
    workspace = Workspace()
    assert workspace.validate() == workspace.validate(pack) == workspace.validate([pack], faces=True) == []
    assert workspace.validate(str(pack / "game.yaml")) == []
    replaced(pack / "sets/core/cards.yaml", "type:", "tpye:")
    found = workspace.validate([pack])
    assert [(fault.code, fault.severity) for fault in found] == [("missing-key", "error"), ("unknown-key", "error")]
    assert found[1].span
    assert (Path(found[1].span.path), found[1].span.line) == (pack / "sets/core/cards.yaml", 6)


@pytest.mark.usefixtures("alone")
def test_build_says_what_it_did_and_reads_the_files_again(pack: Path) -> None:
    with Workspace(pack, database="cards.db") as workspace:
        assert "moon-duel" in workspace.build().built
        assert workspace.build().built == []
        assert "moon-duel" in workspace.build().current
        assert workspace.database == "sqlite:///cards.db"
        game = pack / "game.yaml"
        replaced(game, "Moon Duel", "Moon Battle")
        assert workspace.game("moon-duel").name == "Moon Duel"
        assert workspace.build().built == ["moon-duel"]
        assert workspace.game("moon-duel").name == "Moon Battle"
        replaced(game, "types:", "tpyes:")
        failed = workspace.build().failed
        assert "unknown-key" in [fault.code for fault in failed["moon-duel"]]
        assert workspace.game("moon-duel").name == "Moon Battle"  # as it last was


def test_folders_that_hold_no_pack(tmp_path: Path) -> None:
    for folder, said in ((tmp_path / "gone", "there is no folder"), (tmp_path, "there is no pack in")):
        with Workspace([folder]) as workspace, pytest.raises(UsageError, match=said):
            workspace.build()


def test_a_closed_workspace_stays_closed(pack: Path) -> None:
    with Workspace() as workspace:
        assert workspace.games
    for use in (lambda: workspace.games, lambda: workspace.card("knife-runner"), workspace.build):
        with pytest.raises(ValueError, match="this workspace is closed"):
            use()
    workspace.close()
    assert workspace.validate(pack) == []  # needs no database
    unused = Workspace()
    unused.close()
    with pytest.raises(ValueError, match="this workspace is closed"):
        unused.deck("earthwall")


@pytest.mark.long
def test_two_workspaces_at_once(pack: Path) -> None:
    with Workspace() as one, Workspace(pack) as two:
        assert one.database != two.database
        assert [game.id for game in two.games if game not in one.games] == ["moon-duel"]
        with Workspace(pack) as three:
            assert three.database == two.database
            replaced(pack / "game.yaml", "Moon Duel", "Moon Battle")
            three.build()
            assert three.game("moon-duel").name == "Moon Battle"
            assert two.deck("first-deck").deck == three.deck("first-deck").deck
        assert two.search(game="moon-duel")
        assert one.judge("earthwall").legal


@pytest.mark.usefixtures("alone")
def test_a_database_that_is_not_there_yet(pack: Path, tmp_path: Path) -> None:
    with Workspace(pack, tmp_path / "new.db") as workspace:
        assert not (tmp_path / "new.db").exists()
        assert workspace.card("flare").name == "Flare"
    assert (tmp_path / "new.db").is_file()
    with Workspace(pack, f"sqlite:///{tmp_path / 'new.db'}") as workspace:
        assert workspace.build().current == ["moon-duel"]
    with Workspace(pack, "sqlite://") as workspace:
        assert (workspace.database, workspace.build().built) == ("sqlite://", ["moon-duel"])
    with Workspace(pack, tmp_path / "gone/new.db") as workspace, pytest.raises(UsageError, match="can't be used"):
        assert workspace.games
    (tmp_path / "no.db").write_text("This is not a database, and long enough to be none. " * 20)
    with Workspace(pack, tmp_path / "no.db") as workspace, pytest.raises(UsageError, match="is not a card database"):
        assert workspace.games


@pytest.mark.long
def test_in_memory_all_is_as_in_a_file(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = workspace.games  # from a file
    (tmp_path / "file").touch()
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "file" / "cache"))  # where no folder can be
    with Workspace() as memory:
        assert memory.database == "sqlite://"
        assert memory.build().built == [game.id for game in games]
        assert memory.catalog.overview() == workspace.catalog.overview()
        assert memory.search("type:ship cost<=2") == workspace.search("type:ship cost<=2")
        assert memory.deck("earthwall") == workspace.deck("earthwall")
        assert memory.judge("table-for-four", players=5) == workspace.judge("table-for-four", players=5)
        assert memory.stats("table-for-four") == workspace.stats("table-for-four")
        assert [(game.id, game.fields) for game in memory.games] == [(game.id, game.fields) for game in games]
        memory.print("earthwall", tmp_path / "memory.pdf")
        workspace.print("earthwall", tmp_path / "file.pdf")
        assert (tmp_path / "memory.pdf").read_bytes() == (tmp_path / "file.pdf").read_bytes()
        assert memory.validate() == []


@pytest.mark.usefixtures("alone")
def test_places_are_shown_as_seen_from_the_folder_of_the_moment(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = pack.resolve()
    database = pack.parent / "cards.db"
    paths = []
    for folder in (pack.parent, pack, pack.parent):
        monkeypatch.chdir(folder)
        with Workspace(pack, database) as workspace:
            place = workspace.search(game="moon-duel")[0].place
            assert place is not None
            assert Path(place.path).is_file()
            paths.append(place.path)
    assert paths[0] == paths[2] != paths[1]


# How often files are parsed


class Parsed:
    """The texts that were parsed as YAML in this process: `all` of them, for places too, and those `read` for data."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.read: list[str] = []

    def clear(self) -> None:
        self.all.clear()
        self.read.clear()


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Parsed:
    """Counts what libyaml parses, whoever asks it, and what the reader of data reads."""
    found = Parsed()
    start, run = libyaml.Parser.__init__, events.DataBuilder.run

    def counted_start(self: object, text: str) -> None:
        found.all.append(text)
        start(self, text)

    def counted_run(self: events.DataBuilder, text: str) -> None:
        found.read.append(text)
        run(self, text)

    monkeypatch.setattr(libyaml.Parser, "__init__", counted_start)
    monkeypatch.setattr(events.DataBuilder, "run", counted_run)
    return found


@pytest.fixture(scope="module")
def sources() -> set[str]:
    """The YAML of the bundled packs."""
    found = {file.read_text("utf-8") for file in (ROOT / "cards").rglob("*.yaml")}
    assert len(found) > 20
    return found


COMMANDS = [
    "games",
    "search type:ship",
    "show knife-runner",
    "show knife-runner --lang fr",
    "check earthwall table-for-four --players 4",
    "stats earthwall",
    "export earthwall --to engine -o deck.json",
    "export future-invaders --to csv -o cards.csv",
    "print earthwall --lang fr --cards is:supreme -o out.pdf",
    "images earthwall -o pictures --dpi 20",
    "build",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_with_a_current_database_no_yaml_of_a_pack_is_parsed(
    command: str, arsenal: Arsenal, parsed: Parsed, sources: set[str]
) -> None:
    arsenal("build")
    parsed.clear()
    arsenal(*command.split())
    assert sources.intersection(parsed.all) == set()


def test_bundled_games_are_compiled_once_for_all_folders_and_databases(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = tmp_path / "cards"
    cards.mkdir()
    for name in ("Sun Duel", "Tide Duel"):
        new_game(name, cards)
    bundled = packs.bundled
    monkeypatch.setattr(packs, "bundled", lambda name: cards if name == "cards" else bundled(name))
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "cache"))
    with Workspace() as workspace:
        assert workspace.build().built == ["sun-duel", "tide-duel"]
    fork, copied, expansion = (tmp_path / name for name in ("fork", "copied", "expansion"))
    shutil.copytree(cards / "sun-duel", fork)
    replaced(fork / "game.yaml", "Sun Duel", "Sun War")
    shutil.copytree(cards / "sun-duel", copied)
    new_expansion("Expansion", read(cards / "tide-duel"), tmp_path)
    for folders, database, built in (
        (pack, "", ["moon-duel"]),
        (pack, "new.db", ["moon-duel"]),
        ((), "bundled.db", []),
        (fork, "", ["sun-duel"]),
        (expansion, "", ["tide-duel"]),
        (copied, "", ["sun-duel", "tide-duel"]),  # the same files have other places
    ):
        with Workspace(folders, database) as workspace:
            report = workspace.build()
            assert (report.built, report.failed, report.removed) == (built, {}, [])
            assert report.current == [one for one in ("sun-duel", "tide-duel") if one not in built]
            assert {game.root for game in workspace.games} == {found.root for found in workspace.packs}


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("command", ["games", "print moon-duel -o out.pdf", "validate", "build"])
def test_the_game_is_read_once_where_the_database_is_not_current(
    command: str, arsenal: Arsenal, pack: Path, parsed: Parsed
) -> None:
    for file in [*pack.rglob("sets/*/*.yaml"), pack / "game.yaml"]:
        file.write_text(f"# before {command}\n" + file.read_text("utf-8"), "utf-8")
    options = [] if command == "validate" else ["--database", "new.db"]
    arsenal(*command.split(), "--packs", "moon-duel", *options)
    for name in ("game.yaml", "sets/core/cards.yaml"):
        text = (pack / name).read_text("utf-8")
        assert parsed.read.count(text) == 1
        assert 1 <= parsed.all.count(text) <= 2  # once more for the places


def test_a_name_that_does_not_fit_costs_no_parses(pack: Path, parsed: Parsed) -> None:
    cards = pack / "sets/core/cards.yaml"
    with Workspace(pack) as workspace:
        workspace.print("moon-duel", "out.pdf")
        parsed.clear()
        workspace.print("moon-duel", "out.pdf")
        assert parsed.all == []
        replaced(cards, "name: Reef Warden", f"name: {'Warden of the Reefs ' * 5}")
        assert workspace.build().built == ["moon-duel"]
        parsed.clear()
        with pytest.raises(FindingsError) as raised:
            workspace.print("moon-duel", "out.pdf")
        assert parsed.all == []
    (fault,) = raised.value.diagnostics
    line = cards.read_text("utf-8").splitlines().index("- id: reef-warden") + 1
    assert (fault.code, fault.span) == ("text-overflow", Span(str(cards), line, 7, line, 18))


# Verdicts on packs that are taken from the cache


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A pack whose cards are written twice, so that a fault points at two places."""
    root = Path(shutil.copytree(ROOT / "cards" / "saucer-people", tmp_path / "pack"))
    first = min((root / "sets").rglob("*.yaml"))
    first.with_name("again.yaml").write_text(first.read_text("utf-8"), "utf-8")
    return root


def test_a_verdict_is_taken_from_the_cache_for_the_same_files_elsewhere_too(
    tmp_path: Path, faulty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = diagnose(read(faulty), tmp_path / "cache")
    assert any(diagnostic.related for diagnostic in first)
    monkeypatch.setattr("builder.workspace._checked", None)
    assert diagnose(read(faulty), tmp_path / "cache") == first
    moved = Path(shutil.move(faulty, tmp_path / "moved" / "pack"))
    again = diagnose(read(moved), tmp_path / "cache")
    assert [diagnostic.message for diagnostic in again] == [diagnostic.message for diagnostic in first]
    spans = [d.span for d in again if d.span] + [span for d in again for _, span in d.related]
    assert {Path(span.path).is_file() for span in spans} == {True}


def test_what_changed_or_can_not_be_read_is_checked_again(tmp_path: Path, faulty: Path) -> None:
    first = diagnose(read(faulty), tmp_path / "cache")
    for file in (tmp_path / "cache").rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes()[:-1])
    assert diagnose(read(faulty), tmp_path / "cache") == first
    next(faulty.rglob("again.yaml")).unlink()
    assert diagnose(read(faulty), tmp_path / "cache") == diagnose(read(faulty), None) == []


# The card database in the cache


@pytest.fixture
def cached(alone: None, started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The card database of the small game in a cache folder of its own, as a build leaves it."""
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ARSENAL_PACKS", str(started))
    with Workspace(started) as workspace:
        workspace.build()
    (path,) = (tmp_path / "cache").glob("cards-*.db")
    return path


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("PRAGMA application_id = 0; CREATE TABLE meta (name, value)")


@pytest.mark.long
@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"no database at all " * 999),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: path.write_bytes(path.read_bytes()[:100] + b"\xff" * 50_000),
        foreign,  # as an earlier version left it
    ],
    ids=["text", "cut", "overwritten", "unmarked"],
)
def test_a_damaged_database_in_the_cache_is_made_anew(
    cached: Path, started: Path, damage: Callable[[Path], object]
) -> None:
    damage(cached)
    with Workspace(started) as workspace:
        assert workspace.build().built == ["moon-duel"]
        assert workspace.database.endswith(cached.name)
    with Workspace(started) as workspace:
        assert workspace.build().built == []


def test_damage_that_shows_later_is_mended_by_asking_again(cached: Path, started: Path, arsenal: Arsenal) -> None:
    with closing(sqlite3.connect(cached)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'card'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(cached.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size

    sealing.unseal(cached)  # as a build leaves it that did not end
    cached.write_bytes(content)
    with Workspace(started) as workspace, pytest.raises(UsageError, match="was damaged, and was removed"):
        workspace.search("type:creature")
    assert not cached.exists()
    with Workspace(started) as workspace:
        assert workspace.search("type:creature")
    sealing.unseal(cached)
    cached.write_bytes(content)
    asked = arsenal("search", "type:creature")  # which asks again by itself
    assert (bool(asked.stdout), "was removed; it is made anew" in asked.stderr) == (True, True)


def changed(*statements: str) -> Callable[[Path], object]:
    """What another program does to a database."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(";".join(statements))

    return change


def another(path: Path) -> None:
    path.unlink()
    changed("CREATE TABLE notes (day, said)", "INSERT INTO notes VALUES (1, 'rain')")(path)


QUICK = ("another program's", "no rows")
CHANGES = {
    "empty": lambda path: (path.unlink(), changed("VACUUM")(path)),
    "another program's": another,
    "no rows": changed("DELETE FROM card"),
    "no table": changed("DROP TABLE printing"),
    "no mark": changed("DROP TABLE arsenal_meta"),
    "no texts": changed("DROP TABLE card_text"),
    "another column": changed("ALTER TABLE card RENAME COLUMN definition TO said"),
    "no JSON": changed("UPDATE card SET definition = '{'"),
    "other JSON": changed("UPDATE game SET definition = '{}'"),
    "other numbers": changed("UPDATE game SET pk = pk + 10"),
    "other words": changed("UPDATE card SET definition = json_set(definition, '$.name', 'Evil')"),
}


@pytest.mark.parametrize(
    "change",
    [pytest.param(one, marks=() if name in QUICK else pytest.mark.long, id=name) for name, one in CHANGES.items()],
)
def test_a_database_in_the_cache_that_others_changed_is_made_anew(
    cached: Path, arsenal: Arsenal, change: Callable[[Path], object]
) -> None:
    change(cached)
    said = arsenal("build")
    assert ("compiled" in said.stdout, "was not as Arsenal had left it" in said.stderr) == (True, True)
    again = arsenal("build")
    assert ("compiled" in again.stdout, again.stderr) == (False, "")
    assert "First Deck" in arsenal("check", "first-deck").stdout


@pytest.mark.long
def test_of_two_commands_one_makes_the_database_in_the_cache_and_the_other_finds_it(
    alone: None, started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path))
    script = (
        "import sys, builder.workspace; from pathlib import Path; print(flush=True);"
        "builder.workspace.find = lambda _: [(Path(sys.argv[1]), False)]; print(builder.Workspace().build().built)"
    )
    with changing(tmp_path):
        command = [sys.executable, "-c", script, str(started)]
        other = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert other.stdout
        other.stdout.readline()
        time.sleep(0.5)  # in which it would be made, if it did not wait
        with Workspace(started) as workspace:
            assert workspace.build().built == ["moon-duel"]
    assert other.communicate()[0] == "[]\n"


def test_a_seal_outlasts_copies_and_others_who_read(cached: Path, started: Path, pack: Path, tmp_path: Path) -> None:
    os.utime(cached, (1, 1))  # as one that was unpacked elsewhere
    with Workspace(started) as found:
        report = found.build()
        assert (report.mended, report.built) == (False, [])
    with Workspace([tmp_path]) as reading:
        reading.build()
        replaced(pack / "game.yaml", "Moon Duel", "Moon War")
        with Workspace([tmp_path]) as writing:  # what it writes stays in the log while another one reads
            assert writing.build().built == ["moon-duel"]
        with Workspace([tmp_path]) as found:
            assert (found.build().mended, found.game("moon-duel").name) == (False, "Moon War")
    with Workspace([tmp_path]) as found:
        assert (found.build().mended, found.build().built) == (False, [])


@pytest.mark.parametrize("name", [name for name in CHANGES if name != "empty"])  # which is filled
def test_a_database_of_the_users_own_stays_as_it_is(cached: Path, tmp_path: Path, name: str) -> None:
    path = Path(shutil.copy(cached, tmp_path / "own.db"))
    CHANGES[name](path)
    before = dumped(path)
    for line in ("search cost:3", "check first-deck", "build"):
        found = CliRunner().invoke(app, after_command([*line.split(), "--database", str(path)]))
        assert found.exit_code in (0, 1, 2), (line, found.output)
        assert found.exit_code != 2 or "--database" in found.stderr or "there is no" in found.stderr, found.stderr
        assert not (tmp_path / f"own.db{sealing.ENDING}").exists()
    assert dumped(path) == before


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="limits of files")
@pytest.mark.parametrize("size", [0, 4096])
def test_a_full_disk_under_the_cache_is_no_reason_to_fail(started: Path, tmp_path: Path, size: int) -> None:
    script = (
        f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}));"
        "import sys, builder.workspace; from pathlib import Path;"
        "builder.workspace.find = lambda _: [(Path(sys.argv[1]), False)]; found = builder.Workspace();"
        "print(len(found.search('flare')), found.database); found.build(); found.close()"
    )
    environment = {**os.environ, "ARSENAL_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", script, started], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("1 sqlite://\n", "")
