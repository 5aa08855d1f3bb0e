"""The page on the web: whom it answers, what it refuses, and that nobody waits for anybody else."""

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import pytest

from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.web.watch import Preview, Watched, served
from builder.web.watch.feed import REMEMBERED, Feed
from builder.web.watch.library import PAGES, on_the_web
from tests.support.processes import until
from tests.support.watching import SECONDS, Page

OWN = ("/", "/watch/state", "/static/watch/watch.js", "/static/watch/watch.css", "/static/icon.svg")


@pytest.fixture(scope="module")
def everyones(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("watched")
    new_game("Moon Duel", folder)
    with served(Watched(folder / "moon-duel"), 0) as (_, url):
        yield Page(urlsplit(url).port or 0)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", ""])
def test_it_is_only_for_this_machine(everyones: Page, host: str) -> None:
    for path in ("/", "/watch/state", "/watch/events?after=0", "/watch/pictures/flare", "/games/moon-duel"):
        assert everyones.ask(path, Host=host.format(port=everyones.port))[0] in (400, 421)
        if "events" not in path:
            assert everyones.ask(path, Host=f"localhost:{everyones.port}")[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/watch/pictures/..%2f..%2fgame.yaml", "/watch/pictures/../game.yaml", "/watch/pictures/%00",
        "/watch/pictures/%252e%252e%252fgame.yaml", "/watch/pictures/..%5c..%5cgame.yaml", "/watch/pictures/",
        "/watch/guides/..%2fgame.yaml", "/watch/guides/nobody", "/../game.yaml", "/game.yaml", "//etc/passwd",
        "/page.html", "/static/../templates/watch.html", "/serving.py",
    ],
)  # fmt: skip
def test_no_address_names_a_file(everyones: Page, path: str) -> None:
    status, body, _ = everyones.ask(path)
    assert (status, body[:1]) == (404, b"{")


@pytest.mark.parametrize("after", ["-1", "x", "9" * 99, "%C2%B2"])
def test_events_have_numbers(everyones: Page, after: str) -> None:
    assert everyones.ask(f"/watch/events?after={after}")[0] == 400


@pytest.mark.parametrize("path", [*OWN, "/watch/pictures/flare", "/watch/guides/flare", "/games/moon-duel/cards/flare"])
def test_every_answer_says_what_a_browser_may_do(everyones: Page, path: str) -> None:
    status, body, headers = everyones.ask(path)
    assert status == 200
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    policy = headers["content-security-policy"]
    if path.startswith(("/watch/pictures/", "/watch/guides/")):
        assert headers["content-type"] == "image/svg+xml"
        assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; ")
        assert policy.endswith("; sandbox")
    else:
        assert "unsafe" not in policy
    if path in OWN[:4]:
        assert b"http" not in body  # nothing from elsewhere


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="Linux lists there who listens where")
def test_no_other_machine_can_reach_it(everyones: Page) -> None:
    port = f"{everyones.port:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    assert {row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port}")} == {f"0100007F:{port}"}


@pytest.mark.parametrize(
    ("path", "method", "headers", "status"),
    [
        ("/", "DELETE", {}, 405),
        ("/", "POST", {}, 405),
        ("/watch/state", "POST", {}, 405),
        ("/", "OPTIONS", {"Origin": "http://evil.example"}, 403),
        ("/", "GET", {"Origin": "http://evil.example"}, 403),
        ("/", "GET", {"Origin": "null"}, 403),
        ("/watch/events", "GET", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("/games/moon-duel", "GET", {"Sec-Fetch-Site": "same-site"}, 403),
        ("/", "GET", {"Origin": "http://127.0.0.1:{port}"}, 200),
        ("/", "GET", {"Sec-Fetch-Site": "same-origin"}, 200),
        ("/", "GET", {"Sec-Fetch-Preview": "none"}, 200),
    ],
)
def test_only_its_own_pages_may_ask(
    everyones: Page, path: str, method: str, headers: dict[str, str], status: int
) -> None:
    sent = {name: value.format(port=everyones.port) for name, value in headers.items()}
    answered, _, said = everyones.ask(path, method, **sent)
    assert (answered, "access-control-allow-origin" in said) == (status, False)
    assert said["content-security-policy"].startswith("default-src 'none'")


def answer(url: str, path: str) -> HTTPResponse:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=SECONDS)
    connection.request("GET", path)
    return connection.getresponse()


def test_a_server_has_the_page_until_it_is_closed(preview: Preview) -> None:
    with on_the_web(preview, 0) as url:
        page = answer(url, "/")
        assert (page.status, page.getheader("Content-Type")) == (200, "text/html; charset=utf-8")
        assert b'<div id="grid"></div>' in page.read()
        assert json.load(answer(url, "/watch/state")) == preview.page()
        assert answer(url, "/watch/pictures/card-2").read().startswith(b"<svg")
        assert answer(url, "/watch/pictures/card-3").status == 404
    with pytest.raises(ConnectionRefusedError):
        answer(url, "/")


def test_a_port_that_is_taken_or_none_is_refused(preview: Preview) -> None:
    with on_the_web(preview, 0) as url:
        for port in (urlsplit(url).port, 70_000):
            with pytest.raises(UsageError, match=f"port {port} can't be used"), on_the_web(preview, port):
                pass


def test_without_a_port_another_is_taken_where_the_usual_one_is(
    preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr("builder.web.watch.library.PORT", taken.getsockname()[1])
        with on_the_web(preview) as url:
            assert urlsplit(url).port != taken.getsockname()[1]
            assert answer(url, "/health").status == 200


def test_a_page_that_has_missed_too_much_is_sent_to_the_list(preview: Preview) -> None:
    for number in range(REMEMBERED + 1):
        preview.feed.publish({"number": number})
    last = preview.feed.count
    with on_the_web(preview, 0) as url:
        stream = answer(url, "/watch/events?after=0")
        assert stream.getheader("Content-Type") == "text/event-stream; charset=utf-8"
        said = [stream.readline() for _ in range(4)]
        preview.close()
    assert said == [b"retry: 1000\n", b"\n", f"id: {last}\n".encode(), b'data: {"list": true}\n']


@pytest.fixture
def server(preview: Preview) -> Iterator[str]:
    with on_the_web(preview, 0) as url:
        yield url
        preview.close()  # as at the end of the command: who listens is let go


def events(stream: HTTPResponse, last: str) -> list[int]:
    """The numbers of the events of a stream until one says this."""
    found: list[int] = []
    for line in stream:
        if line.startswith(b"id: "):
            found.append(int(line[4:]))
        if last.encode() in line:
            break
    return found


def test_ten_pages_hear_of_everything_while_another_does_not_read(preview: Preview, server: str) -> None:
    before, port = preview.feed.count, urlsplit(server).port
    with socket.create_connection(("127.0.0.1", port)) as slow, ThreadPoolExecutor(10) as many:
        slow.sendall(f"GET /watch/events?after={before} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        pages = [answer(server, f"/watch/events?after={before}") for _ in range(10)]
        heard = [many.submit(events, page, "the last") for page in pages]
        for number in range(100):
            preview.feed.publish({"number": number, "much": "x" * 50_000})  # more than a socket holds
        assert answer(server, "/watch/pictures/card-2").read().startswith(b"<svg")
        preview.feed.publish({"is": "the last"})
        said = [each.result(SECONDS) for each in heard]
        assert said == [list(range(before + 1, preview.feed.count + 1))] * 10


def test_pages_that_listen_are_bounded_and_make_room_when_they_go(preview: Preview, server: str) -> None:
    pages = [answer(server, "/watch/events?after=0") for _ in range(PAGES)]
    assert [page.readline() for page in pages] == [b"retry: 1000\n"] * PAGES
    assert answer(server, "/watch/events?after=0").status == 503
    assert answer(server, "/watch/state").status == 200  # all else is answered
    pages.pop().close()
    until(lambda: answer(server, "/watch/events?after=0").status == 200)


def test_who_waits_for_a_picture_or_for_news_is_let_go_at_the_end(
    preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = Event()
    monkeypatch.setattr(preview.drawing, "_settled", lambda _: never.is_set())  # it is never drawn
    with ThreadPoolExecutor(9) as many, on_the_web(preview, 0) as url:
        waiting = [many.submit(lambda: answer(url, "/watch/pictures/card-2").status) for _ in range(8)]
        listening = answer(url, "/watch/events?after=0")
        until(lambda: len(preview.drawing._waiting.get("card-2", ())) == 8)
        began = time.monotonic()
        preview.close()
        assert {each.result(SECONDS) for each in waiting} <= {200, 503}
        assert b"data: " not in listening.read()
    assert time.monotonic() - began < SECONDS / 2


def test_what_is_sent_next_to_a_request_is_no_other_request(everyones: Page) -> None:
    host = f"Host: 127.0.0.1:{everyones.port}\r\nConnection: close\r\n"
    second = f"GET /watch/state HTTP/1.1\r\n{host}\r\n"
    with socket.create_connection(("127.0.0.1", everyones.port), timeout=SECONDS) as connection:
        connection.sendall(f"GET /health HTTP/1.1\r\n{host}Content-Length: {len(second)}\r\n\r\n{second}".encode())
        said = b"".join(iter(lambda: connection.recv(65536), b""))
    assert said.count(b"HTTP/1.1 ") == 1


# What is new, for every page that is open


def test_a_feed_says_each_page_what_it_has_missed() -> None:
    feed = Feed()
    for number in range(300):
        feed.publish({"number": number})
    assert feed.after(300) == []
    assert feed.after(298) == [(299, '{"number": 298}'), (300, '{"number": 299}')]
    assert feed.after(99) is None  # forgotten
    assert len(feed.after(100) or ()) == 200
    assert feed.after(301) is None  # of another run


def test_who_listens_hears_of_each_event_and_of_the_end() -> None:
    feed, heard = Feed(), list[int]()
    with feed.calling(lambda: heard.append(feed._count)):
        feed.publish({"list": True})
        feed.publish({"list": True})
        feed.close()
    feed.publish({"list": True})
    assert heard == [1, 2, 2]
    assert (feed.closed, feed.count) == (True, 3)
