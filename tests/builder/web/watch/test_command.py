"""A pack that is watched: its pictures, what is said of changes and faults, and the end of the command."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Arsenal
from tests.support.processes import lives, until
from tests.support.watching import ENDLESS, SECONDS, Page, Watch, card, face, low, write

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


Command = Callable[..., tuple[subprocess.Popen[str], Page]]


@pytest.fixture
def command(pack: Path) -> Iterator[Command]:
    """Starts the command in a session of its own; it ends with the test."""
    with ExitStack() as ending:

        def start(*arguments: str) -> tuple[subprocess.Popen[str], Page]:
            words = [sys.executable, "-m", "builder", "watch", str(pack), "--no-browser", "--port", "0", *arguments]
            streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            process = ending.enter_context(
                subprocess.Popen(words, cwd=ROOT, text=True, start_new_session=True, **streams)
            )
            ending.callback(process.kill)
            assert process.stdout
            return process, Page(int(process.stdout.readline().split(":")[2].split("/")[0]))

        yield start


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(how: signal.Signals, command: Command) -> None:
    process, page = command()
    page.picture("card-1")
    listening = page.events(0)
    process.send_signal(how) if how is signal.SIGTERM else os.killpg(process.pid, how)
    _, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, err.strip()) == (0, "stopped")
    assert list(listening) == []
    until(lambda: not lives(process.pid))  # the worker, which goes with it


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_the_end_waits_for_nobody(pack: Path, command: Command) -> None:
    face(pack, ENDLESS)
    process, page = command("--time-limit", str(SECONDS))
    with ThreadPoolExecutor(4) as many, ExitStack() as open_:
        for path in ("/watch/events", "/watch/pictures/card-2", "/games/moon-duel", "/watch/state"):
            slow = open_.enter_context(socket.create_connection(("127.0.0.1", page.port)))  # which reads nothing
            slow.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{page.port}\r\n\r\n".encode())
        waiting = [many.submit(page.ask, f"/watch/pictures/card-{n}") for n in range(1, 5)]
        assert page.ask("/watch/state")[0] == 200
        asked = time.monotonic()
        process.terminate()
        _, err = process.communicate(timeout=SECONDS)
        taken = time.monotonic() - asked
        assert (process.returncode, err.strip()) == (0, "stopped")
        assert taken < SECONDS / 4  # in less than a second where nothing else is done: it waits for none of these
        for each in waiting:
            assert isinstance(each.exception(SECONDS), OSError | HTTPException) or each.result()[0] == 503


def test_what_can_not_be_watched(arsenal: Arsenal) -> None:
    assert "several packs" in arsenal("watch", str(ROOT / "cards"), code=2).output
