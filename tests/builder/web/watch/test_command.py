"""`arsenal watch` as a process: its page, its pictures, and what it says of changes and faults."""

import os
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Arsenal
from tests.support.processes import lives
from tests.support.watching import ENDLESS, SECONDS, Watch, card, low, write

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.long
def test_a_changed_card_is_drawn_and_marked_and_no_other(pack: Path, watch: Watch) -> None:
    page = watch()
    state = page.state()
    names = [thing["name"] for thing in state["things"]]
    assert names == [*(f"card-{n}" for n in range(1, 31)), ":back"]
    assert (state["title"], state["findings"]) == ("Moon Duel", [])
    before = {name: page.picture(name) for name in names}
    assert all(picture.startswith(b"<svg") for picture in before.values())
    low(pack, text="Draw no cards at all.")
    event = page.wait_for(state["event"], lambda e: "changed" in e)
    assert event["changed"] == ["card-2"]
    assert list(event["versions"]) == ["card-2"]
    after = {name: page.picture(name) for name in names}
    assert [name for name in names if after[name] != before[name]] == ["card-2"]


@pytest.mark.long
def test_a_broken_file_is_reported_and_keeps_its_last_good_pictures(pack: Path, watch: Watch) -> None:
    page = watch()
    before, other = page.picture("card-2"), page.picture("card-20")
    write(pack / "sets/core/low.yaml", "- id: card-1\n  name: [Card\n  number: 1\n")
    (found,) = page.wait_for(0, lambda e: e.get("findings"))["findings"]
    assert found["severity"] == "error"
    assert found["code"] == "yaml-syntax"
    assert found["place"].endswith("moon-duel/sets/core/low.yaml:3:9")
    assert page.picture("card-2") == before
    count = page.state()["event"]
    write(pack / "sets/core/high.yaml", [card(n, text="Another text.") for n in range(16, 31)])
    assert "card-20" in page.wait_for(count, lambda e: "changed" in e)["changed"]  # the other files are followed
    assert page.picture("card-20") != other
    count = page.state()["event"]
    low(pack, text="Mended, with another text.")
    assert page.wait_for(count, lambda e: "changed" in e)["changed"] == ["card-2"]
    assert page.wait_for(count, lambda e: "findings" in e)["findings"] == []
    assert page.picture("card-2") != before


@pytest.mark.long
def test_faults_of_words_and_of_space_have_their_place(pack: Path, watch: Watch) -> None:
    page = watch()
    low(pack, text="Draw {nothing}.")
    (found,) = page.wait_for(0, lambda e: e.get("findings"))["findings"]
    assert found["code"] == "unknown-symbol"
    assert found["place"].split("/")[-1].startswith("low.yaml:")
    count = page.state()["event"]
    low(pack, text="word " * 300)
    page.picture("card-2")
    found = page.wait_for(count, lambda e: any(f["code"] == "text-overflow" for f in e.get("findings", ())))
    (place,) = {f["place"].split("/")[-1] for f in found["findings"]}
    text = (pack / "sets/core/low.yaml").read_text("utf-8").splitlines()
    assert '"card-2"' in text[int(place.split(":")[1]) - 1]


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(how: signal.Signals, watch: Watch) -> None:
    page = watch()
    page.picture("card-1")
    listening = page.events(0)
    page.process.send_signal(how) if how is signal.SIGTERM else os.killpg(page.process.pid, how)
    _, err = page.process.communicate(timeout=SECONDS)
    assert (page.process.returncode, err.strip()) == (0, "stopped")
    assert list(listening) == []
    late = time.monotonic() + SECONDS
    while lives(page.process.pid):  # the worker, which goes with it
        assert time.monotonic() < late


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_the_end_waits_for_nobody(pack: Path, watch: Watch) -> None:
    game = (pack / "game.yaml").read_text("utf-8")
    (pack / "templates").mkdir()
    write(pack / "templates/face.typ.j2", ENDLESS)
    write(pack / "game.yaml", game.replace("card-size:", "face: face\ncard-size:"))
    page = watch("--time-limit", str(SECONDS))
    with ThreadPoolExecutor(4) as many, ExitStack() as open_:
        for path in ("/watch/events", "/watch/pictures/card-2", "/games/moon-duel", "/watch/state"):
            slow = open_.enter_context(socket.create_connection(("127.0.0.1", page.port)))  # which reads nothing
            slow.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{page.port}\r\n\r\n".encode())
        waiting = [many.submit(page.ask, f"/watch/pictures/card-{n}") for n in range(1, 5)]
        assert page.ask("/watch/state")[0] == 200
        asked = time.monotonic()
        page.process.terminate()
        _, err = page.process.communicate(timeout=SECONDS)
        taken = time.monotonic() - asked
        assert (page.process.returncode, err.strip()) == (0, "stopped")
        assert taken < SECONDS / 4  # in less than a second where nothing else is done: it waits for none of these
        for each in waiting:
            assert isinstance(each.exception(SECONDS), OSError | HTTPException) or each.result()[0] == 503


@pytest.mark.bundled
def test_what_can_not_be_watched(arsenal: Arsenal, pack: Path) -> None:
    assert "no pack is around this folder" in arsenal("watch", code=2).output
    assert 'there is no folder and no game "moon-dual"' in arsenal("watch", "moon-dual", code=2).output
    assert "several packs" in arsenal("watch", str(ROOT / "cards"), code=2).output
    assert "unknown-field" in arsenal("watch", str(pack), "--no-browser", "--cards", "costt>=4", code=1).output
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert (
            f"port {port} can't be used" in arsenal("watch", str(pack), "--no-browser", "--port", port, code=2).output
        )
