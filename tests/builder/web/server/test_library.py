"""The data of a server: replaced as a whole, and kept where packs have errors."""

import asyncio
import time
from datetime import date
from pathlib import Path

import pytest

from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.web.server.library import Held, Library
from builder.workspace import Workspace
from tests.support.serving import asked


def test_a_change_of_files_is_shown_without_a_restart_and_a_fault_keeps_the_last_good_data(tmp_path: Path) -> None:
    def name() -> str:
        return str(client.get("/api/v1/games/moon-duel").json()["name"])

    def until(true: object) -> None:
        late = time.monotonic() + 30
        while not (callable(true) and true()):
            assert time.monotonic() < late
            time.sleep(0.05)

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
        game.write_text(good, "utf-8")
        until(lambda: name() == "Moon Duel" and client.get("/health").json()["faulty"] == [])


def test_requests_at_once_are_all_answered(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with asked(tmp_path) as client, ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: client.get("/api/v1/games/moon-duel/cards?q=cost>=1"), range(40)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


def test_what_did_not_change_is_kept_until_the_day_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game("Moon Duel", tmp_path)
    library = Library(lambda: Workspace([tmp_path], tmp_path / "cards.db"))

    class Tomorrow(date):
        @classmethod
        def today(cls) -> date:
            return date(2999, 1, 1)

    async def looked() -> None:
        await library.load()
        held = library.held
        assert not await library.renew()
        assert library.held is held
        monkeypatch.setattr("builder.web.server.library.date", Tomorrow)
        assert await library.renew()
        assert library.held is not held
        assert (held.version, held.day) != (library.held.version, library.held.day)
        await library.close()

    asyncio.run(looked())


def test_a_judge_asks_its_queries_once_and_is_of_its_day(tmp_path: Path) -> None:
    new_game("Moon Duel", tmp_path)
    with Workspace([tmp_path], tmp_path / "cards.db") as workspace:
        held = Held(workspace, "")
        deck = workspace.deck("first-deck")
        judge = held.judge(deck, "standard", None)
        assert held.judge(deck, "standard", held.day) is judge
        assert held.judge(deck, "standard", date(2001, 1, 1)) is not judge
        assert held.formats("moon-duel") == list(workspace.catalog.formats("moon-duel"))
        with pytest.raises(UsageError, match="no format"):
            held.judge(deck, "nothing", None)
