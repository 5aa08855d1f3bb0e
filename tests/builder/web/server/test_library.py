"""The data of a server: replaced as a whole, and kept where packs have errors."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from threading import Event

import pytest

from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.web.api.endpoints import ENDPOINTS
from builder.web.api.games import Games
from builder.web.api.judging import SHORT
from builder.web.api.problems import TooMuch
from builder.web.server.library import Library
from builder.web.server.shelf import Shelf
from builder.workspace import Workspace
from tests.support.processes import until
from tests.support.serving import asked

pytestmark = pytest.mark.usefixtures("alone")


def test_a_change_of_files_is_shown_without_a_restart_and_a_fault_keeps_the_last_good_data(tmp_path: Path) -> None:
    def name() -> str:
        return str(client.get("/api/v1/games/moon-duel").json()["name"])

    with asked(tmp_path) as client:
        game = tmp_path / "moon-duel/game.yaml"
        assert name() == "Moon Duel"
        good = game.read_text("utf-8")
        game.write_text(good.replace("Moon Duel", "Moon War", 1), "utf-8")
        until(lambda: name() == "Moon War")
        game.write_text(good.replace("types:", "tpyes:", 1), "utf-8")
        until(lambda: client.get("/health").json()["faulty"] == ["moon-duel"])
        assert name() == "Moon War"
        assert client.get("/api/v1/games/moon-duel").json()["faults"] > 0
        for page in ("/", "/games/moon-duel", "/games/moon-duel/cards", "/games/moon-duel/cards/flare"):
            assert "What you see is its last good state" in client.get(page).text
        game.write_text(good, "utf-8")
        until(lambda: name() == "Moon Duel" and client.get("/health").json()["faulty"] == [])


def test_while_packs_are_read_again_the_old_state_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that were not asked for before the change, too: the database has both states until the new one is shown."""

    def names() -> list[str]:
        found = client.get("/api/v1/games/moon-duel/cards?q=type:spell").json()["cards"]
        return [card["name"] for card in found]

    with asked(tmp_path) as client:
        written, may_go_on = Event(), Event()
        opened = Library._open

        def slow(self: Library) -> object:
            made = opened(self)
            written.set()
            assert may_go_on.wait(60)
            return made

        monkeypatch.setattr(Library, "_open", slow)
        cards = tmp_path / "moon-duel/sets/core/cards.yaml"
        cards.write_text(cards.read_text("utf-8").replace("name: Flare", "name: Blaze"), "utf-8")
        try:
            assert written.wait(60)
            assert "Flare" in names()
            assert client.get("/games/moon-duel/cards/flare").status_code == 200
        finally:
            may_go_on.set()
        until(lambda: "Blaze" in names())


def test_requests_at_once_are_all_answered(tmp_path: Path) -> None:
    with asked(tmp_path) as client, ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: client.get("/api/v1/games/moon-duel/cards?q=cost>=1"), range(40)))
    assert {(answer.status_code, answer.headers["content-encoding"]) for answer in answers} == {(200, "gzip")}
    assert len({answer.text for answer in answers}) == 1


@pytest.fixture
def library(own_pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setattr("builder.web.server.library.MOST_WAITING_LONG", 2)
    return Library(lambda: Workspace([own_pack], tmp_path / "cards.db"))


def test_what_did_not_change_stays_until_the_day_does(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    class Tomorrow(date):
        @classmethod
        def today(cls) -> date:
            return date(2999, 1, 1)

    async def looked() -> None:
        await library.load()
        games = library.games
        assert not await library.renew()
        assert library.games is games
        monkeypatch.setattr("builder.web.server.library.date", Tomorrow)
        assert await library.renew()
        assert library.games is not games
        assert (games.version, games.day) != (library.games.version, library.games.day)
        await library.close()

    asyncio.run(looked())


def test_what_takes_long_holds_up_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck that is being written, as long as it takes, while a page is asked for."""
    going, ended = Event(), Event()
    put = Shelf.put

    def slow(*given: object) -> object:
        going.set()
        assert ended.wait(60)
        return put(*given)  # type: ignore[arg-type]  # whatever it is given

    monkeypatch.setattr(Shelf, "put", slow)
    (tmp_path / "kept").mkdir()
    deck = {"name": "Ash", "game": "moon-duel", "cards": {}}
    with asked(tmp_path, decks=tmp_path / "kept") as client, ThreadPoolExecutor(1) as other:
        writing = other.submit(client.put, "/api/v1/decks/ash", json=deck)
        try:
            assert going.wait(30)
            assert client.get("/").status_code == client.get("/api/v1/games/moon-duel/cards").status_code == 200
            assert not writing.done()
        finally:
            ended.set()
        assert writing.result().status_code == 200


def test_all_that_is_sent_is_read_where_it_holds_up_nobody() -> None:
    at_once = {one.path: one.short for one in ENDPOINTS if not one.takes_long(10) and one.method != "GET"}
    assert at_once == {"/judge": SHORT}
    assert not any(one.body and not one.takes_long(SHORT + 1) for one in ENDPOINTS)
    assert [one.path for one in ENDPOINTS if one.takes_long(0) and one.method == "GET" and not one.private] == [
        "/games/{game}/decks/{deck}/sheets.pdf"
    ]


def test_of_what_takes_long_so_much_waits_and_it_follows_the_packs(
    own_pack: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end, every database that was opened is closed: for both threads, before the change and after it."""
    opened, closed = [], []
    made, ended_with = Workspace.build, Workspace.close
    monkeypatch.setattr(Workspace, "build", lambda self: (opened.append(self), made(self))[1])
    monkeypatch.setattr(Workspace, "close", lambda self: (closed.append(self), ended_with(self))[1])

    async def asking() -> None:
        ended = Event()
        await library.load()
        waiting = [
            asyncio.create_task(library.run_long(lambda games: (ended.wait(60), games.version)[1])) for _ in range(3)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch):
            await library.run_long(lambda games: games.version)
        before = library.games.version
        ended.set()
        assert await asyncio.gather(*waiting) == [before] * 3
        game = own_pack / "game.yaml"
        game.write_text(game.read_text("utf-8").replace("Moon Duel", "Moon War", 1), "utf-8")
        assert await library.renew()
        assert await library.run_long(lambda games: games.version) == library.games.version != before
        await library.close()

    asyncio.run(asking())
    assert len(opened) == 4
    assert all(one in closed for one in opened)


def test_a_judge_asks_its_queries_once_and_is_of_its_day(started: Path) -> None:
    with Workspace([started]) as workspace:
        games = Games(workspace.catalog)
        deck = workspace.deck("first-deck").deck
        judge = games.judge(deck, "standard")
        assert games.judge(deck, "standard", games.day) is judge
        assert games.judge(deck, "standard", date(2001, 1, 1)) is not judge
        with pytest.raises(UsageError, match="no format"):
            games.judge(deck, "nothing")


def test_an_address_names_a_card_by_its_id_though_another_has_that_name(tmp_path: Path) -> None:
    new_game("Moon Duel", tmp_path)
    [cards] = [file for file in tmp_path.rglob("*.yaml") if "name: Coal Sprite" in file.read_text("utf-8")]
    cards.write_text(cards.read_text("utf-8").replace("name: Coal Sprite", "name: flare"), "utf-8")
    with Workspace([tmp_path]) as workspace:
        games = Games(workspace.catalog)
        game = games.game("moon-duel")
        assert [games.card(game, name).id for name in ("flare", "coal-sprite")] == ["flare", "coal-sprite"]
