"""`arsenal watch` as a process: its page, its pictures, what it says of changes and faults, and what it refuses."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from builder.authoring.new import new_game
from builder.web.watch import Feed
from tests.support.commands import ROOT, Arsenal

ENDLESS = """
#{ let a = 0; while a < 9999 { a += 1; let b = 0; while b < 9999 { b += 1; let c = 0; while c < 9999 { c += 1 } } } }
"""

SECONDS = 60  # until a test gives up waiting


def card(number: int, **changes: object) -> dict[str, Any]:
    made = {"id": f"card-{number}", "number": number, "name": f"Card {number}", "faction": "ember", "type": "spell"}
    return {**made, "cost": number % 5, "text": f"{{spark}}: Draw {number} cards.", **changes}


def write(path: Path, cards: list[dict[str, Any]] | str) -> None:
    """Replaces a file as editors do."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(cards if isinstance(cards, str) else json.dumps(cards, indent=1), "utf-8")
    beside.replace(path)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of 30 cards in two files."""
    new_game("Moon Duel", tmp_path)
    root = tmp_path / "moon-duel"
    for unused in (root / "sets/core/cards.yaml", *root.glob("decks/*")):
        unused.unlink()
    for name, numbers in (("low", range(1, 16)), ("high", range(16, 31))):
        write(root / f"sets/core/{name}.yaml", [card(number) for number in numbers])
    return root


def low(pack: Path, **changes: object) -> None:
    """Writes the first file, its second card with these keys changed."""
    write(pack / "sets/core/low.yaml", [card(n, **(changes if n == 2 else {})) for n in range(1, 16)])


@dataclass
class Page:
    """The other side: a browser's."""

    process: subprocess.Popen[str]
    port: int

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            if value:
                connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask("/page.json")[1])
        return found

    def picture(self, name: str) -> bytes:
        status, body, _ = self.ask(f"/pictures/{name}")
        assert status == 200, body
        return body

    def events(self, after: int) -> Iterator[dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        connection.request("GET", f"/events?after={after}")
        stream = connection.getresponse()
        late = time.monotonic() + SECONDS

        def told() -> Iterator[dict[str, Any]]:
            while line := stream.readline():
                assert time.monotonic() < late, "nothing came"
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

        return told()

    def wait_for(self, after: int, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        return next(event for event in self.events(after) if fits(event))


Watch = Callable[..., Page]


@pytest.fixture
def watch(pack: Path) -> Iterator[Watch]:
    """Starts the command in a session of its own; it ends with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> Page:
        command = [sys.executable, "-m", "builder", "watch", str(pack), "--no-browser", "--port", "0", *arguments]
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        started.append(process)
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("watching moon-duel at http://127.0.0.1:"), line
        return Page(process, int(line.split(":")[2].split("/")[0]))

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


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


def french(pack: Path, **said: str) -> None:
    (pack / "locales").mkdir(exist_ok=True)
    write(pack / "locales/fr.yaml", json.dumps({"cards": {name: {"name": words} for name, words in said.items()}}))


def test_a_translation_is_followed(pack: Path, watch: Watch) -> None:
    french(pack, **{"card-2": "Carte deux", "card-3": "Carte trois"})
    page = watch("--lang", "fr")
    titles = {thing["name"]: thing["title"] for thing in page.state()["things"]}
    assert [titles[f"card-{n}"] for n in (1, 2, 3)] == ["Card 1", "Carte deux", "Carte trois"]
    before, count = page.picture("card-2"), page.state()["event"]
    french(pack, **{"card-2": "Carte numéro deux", "card-3": "Carte trois"})
    assert page.wait_for(count, lambda e: "changed" in e)["changed"] == ["card-2"]
    assert page.picture("card-2") != before
    mended, count = page.picture("card-2"), page.state()["event"]
    write(pack / "locales/fr.yaml", "cards: {card-2: [")
    assert page.wait_for(count, lambda e: e.get("findings"))["findings"][0]["code"] == "yaml-syntax"
    assert page.picture("card-2") == mended
    french(pack, **{"card-2": "Mot " * 29})
    page.picture("card-2")
    found = page.wait_for(count, lambda e: any(f["code"] == "text-overflow" for f in e.get("findings", ())))
    assert any("locales/fr.yaml:1:" in f["place"] for f in found["findings"] if f["code"] == "text-overflow")


def test_a_language_that_is_not_there_is_refused(pack: Path, arsenal: Arsenal) -> None:
    french(pack)
    said = arsenal("watch", str(pack), "--no-browser", "--lang", "fra", code=2).stderr
    assert 'Moon Duel has no words in "fra"' in said
    assert 'did you mean "fr"?' in said


def test_cards_come_and_go(pack: Path, watch: Watch) -> None:
    page = watch()
    write(pack / "sets/core/more.yaml", [card(31)])
    page.wait_for(0, lambda e: e.get("list"))
    assert "card-31" in [thing["name"] for thing in page.state()["things"]]
    assert page.picture("card-31").startswith(b"<svg")
    count = page.state()["event"]
    (pack / "sets/core/more.yaml").unlink()
    page.wait_for(count, lambda e: e.get("list"))
    assert "card-31" not in [thing["name"] for thing in page.state()["things"]]
    assert page.ask("/pictures/card-31")[0] == 404


def test_a_template_changes_everything_and_its_faults_stand_in_it(pack: Path, watch: Watch) -> None:
    page = watch()
    before = page.picture("card-2")
    face = pack / "templates/face.typ.j2"
    face.parent.mkdir()
    face.write_text("#text({{ card.name }})\n", "utf-8")
    game = (pack / "game.yaml").read_text("utf-8")
    write(pack / "game.yaml", game.replace("card-size:", "face: face\ncard-size:"))
    page.wait_for(0, lambda e: e.get("list"))
    drawn = page.picture("card-2")
    assert drawn != before
    write(face, "\n#text({{ card.nmae }})\n")
    count = page.state()["event"]
    page.wait_for(count, lambda e: e.get("list"))
    for name in ("card-2", "card-3"):
        page.ask(f"/pictures/{name}")
    found = page.wait_for(count, lambda e: " and " in str(e.get("findings")))["findings"]
    assert {f["code"] for f in found} == {"template-error"}
    assert len(found) == 1  # however many cards have it
    assert found[0]["place"].split("/")[-1].startswith("face.typ.j2:2:")
    assert page.picture("card-2") == drawn
    write(face, "#text({{ card.name }})\n")
    page.wait_for(count, lambda e: e.get("findings") == [])
    assert page.picture("card-2") == drawn


def test_a_template_without_end_is_stopped_and_the_next_is_drawn(pack: Path, watch: Watch) -> None:
    game = (pack / "game.yaml").read_text("utf-8")
    (pack / "templates").mkdir()
    write(pack / "templates/face.typ.j2", ENDLESS)
    write(pack / "game.yaml", game.replace("card-size:", "face: face\ncard-size:"))
    page = watch("--time-limit", "1", "--cards", "number=2")
    assert page.ask("/pictures/card-2")[0] == 503
    (found,) = page.wait_for(0, lambda e: e.get("findings"))["findings"]
    assert found["code"] == "template-limit"
    write(pack / "templates/face.typ.j2", "#text({{ card.name }})\n")
    page.wait_for(0, lambda e: e.get("findings") == [])
    assert page.picture("card-2").startswith(b"<svg")


def test_a_pack_that_begins_broken_and_one_that_goes_away(pack: Path, watch: Watch) -> None:
    game = (pack / "game.yaml").read_text("utf-8")
    write(pack / "game.yaml", "id: [moon\n")
    page = watch()
    state = page.state()
    assert state["things"] == []
    assert next(f["code"] for f in state["findings"]) == "yaml-syntax"
    write(pack / "game.yaml", game)
    page.wait_for(0, lambda e: e.get("list"))
    assert page.picture("card-1").startswith(b"<svg")
    count = page.state()["event"]
    pack.rename(pack.with_name("elsewhere"))
    (found,) = page.wait_for(count, lambda e: e.get("findings"))["findings"]
    assert found["place"].endswith("game.yaml:1:1")
    assert len(page.state()["things"]) == 31
    pack.with_name("elsewhere").rename(pack)
    page.wait_for(count, lambda e: e.get("findings") == [])


def test_only_the_cards_that_match(pack: Path, watch: Watch) -> None:
    page = watch("--cards", "cost>=4")
    assert [thing["name"] for thing in page.state()["things"]] == [f"card-{n}" for n in (4, 9, 14, 19, 24, 29)]
    low(pack, cost=9)
    assert page.wait_for(0, lambda e: e.get("list"))["changed"] == ["card-2"]
    assert next(thing["name"] for thing in page.state()["things"]) == "card-2"


def test_it_is_only_for_this_machine_and_only_for_its_own_pages(pack: Path, watch: Watch) -> None:
    page = watch()
    for host in (f"127.0.0.1:{page.port}", f"localhost:{page.port}"):
        assert page.ask("/", Host=host)[0] == 200
    for host in ("evil.example", f"evil.example:{page.port}", "127.0.0.1", f"127.0.0.1:{page.port + 1}", ""):
        for path in ("/", "/page.json", "/events?after=0", "/pictures/card-1"):
            assert page.ask(path, Host=host)[0] == 403
    for path in (
        "/pictures/..%2f..%2fgame.yaml",
        "/pictures/../game.yaml",
        "/pictures/%00",
        "/pictures/",
        "/../game.yaml",
        "/game.yaml",
        "//etc/passwd",
        "/page.html",
        "/serving.py",
    ):
        assert page.ask(path)[:2] in ((404, b"There is nothing here.\n"), (404, b"There is no such picture.\n")), path
    for after in ("-1", "x", "9" * 99, "%C2%B2"):
        assert page.ask(f"/events?after={after}")[0] == 400
    assert page.ask("/", "POST")[0] == 501
    policy = page.ask("/pictures/card-1")[2]
    assert policy["Content-Security-Policy"].startswith("default-src 'none'; style-src 'unsafe-inline'; ")
    assert policy["Content-Security-Policy"].endswith("; sandbox")
    assert policy["Content-Type"] == "image/svg+xml"
    for path in ("/", "/page.js", "/page.css", "/page.json", "/icon.svg", "/pictures/card-1"):
        _, body, headers = page.ask(path)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "unsafe" not in headers["Content-Security-Policy"] or path.startswith("/pictures/")
        assert "unsafe-eval" not in headers["Content-Security-Policy"]
        if path in ("/", "/page.js", "/page.css"):
            assert b"http" not in body  # nothing from elsewhere


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="Linux lists there who listens where")
def test_no_other_machine_can_reach_it(watch: Watch) -> None:
    port = f"{watch().port:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    assert {row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port}")} == {f"0100007F:{port}"}


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
    with pytest.raises(ProcessLookupError):  # the worker has gone with it
        os.killpg(page.process.pid, 0)


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


def test_a_feed_tells_each_page_what_it_has_missed() -> None:
    feed = Feed()
    for number in range(300):
        feed.publish({"number": number})
    assert feed.after(300, 0) == []
    assert feed.after(298, 0) == [(299, '{"number": 298}'), (300, '{"number": 299}')]
    assert feed.after(99, 0) is None  # forgotten
    assert len(feed.after(100, 0) or ()) == 200
    assert feed.after(301, 0) is None  # of another run
    feed.close()
    assert feed.after(300, SECONDS) == []
