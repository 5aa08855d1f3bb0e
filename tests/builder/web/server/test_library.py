"""The data of a server: replaced as a whole, and kept where packs have errors."""

import time
from pathlib import Path

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
