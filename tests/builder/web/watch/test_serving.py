"""The page on the web: whom it answers, what it refuses, and that nobody waits for anybody else."""

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import pytest

from builder.diagnostics import UsageError
from builder.web.watch import Preview
from builder.web.watch.feed import REMEMBERED, Feed
from builder.web.watch.library import PAGES, on_the_web
from tests.support.watching import SECONDS, Watch

OWN = ("/", "/watch/state", "/static/watch/watch.js", "/static/watch/watch.css", "/static/icon.svg")


@pytest.mark.long
def test_it_is_only_for_this_machine_and_only_for_its_own_pages(pack: Path, watch: Watch) -> None:
    page = watch()
    for host in (f"127.0.0.1:{page.port}", f"localhost:{page.port}"):
        assert page.ask("/", Host=host)[0] == 200
    for host in ("evil.example", f"evil.example:{page.port}", "127.0.0.1", f"127.0.0.1:{page.port + 1}", ""):
        for path in ("/", "/watch/state", "/watch/events?after=0", "/watch/pictures/card-1", "/games/moon-duel"):
            assert page.ask(path, Host=host)[0] in (400, 421)
    for path in (
        "/watch/pictures/..%2f..%2fgame.yaml",
        "/watch/pictures/../game.yaml",
        "/watch/pictures/%00",
        "/watch/pictures/",
        "/watch/guides/..%2fgame.yaml",
        "/../game.yaml",
        "/game.yaml",
        "//etc/passwd",
        "/static/../templates/watch.html",
        "/page.html",
        "/serving.py",
    ):
        status, body, _ = page.ask(path)
        assert (status, body[:1]) == (404, b"{"), path
    for after in ("-1", "x", "9" * 99, "%C2%B2"):
        assert page.ask(f"/watch/events?after={after}")[0] == 400
    assert page.ask("/", "POST")[0] == 405
    policy = page.ask("/watch/pictures/card-1")[2]
    assert policy["content-security-policy"].startswith("default-src 'none'; style-src 'unsafe-inline'; ")
    assert policy["content-security-policy"].endswith("; sandbox")
    assert policy["content-type"] == "image/svg+xml"
    for path in (*OWN, "/watch/pictures/card-1", "/games/moon-duel/cards/card-1"):
        status, body, headers = page.ask(path)
        assert status == 200
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
        assert "unsafe" not in headers["content-security-policy"] or path.startswith("/watch/pictures/")
        assert "unsafe-eval" not in headers["content-security-policy"]
        if path in OWN[:4]:
            assert b"http" not in body  # nothing from elsewhere


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="Linux lists there who listens where")
def test_no_other_machine_can_reach_it(watch: Watch) -> None:
    port = f"{watch().port:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    assert {row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port}")} == {f"0100007F:{port}"}


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
    late = time.monotonic() + SECONDS
    while answer(server, "/watch/events?after=0").status != 200:
        assert time.monotonic() < late


def test_who_waits_for_a_picture_or_for_news_is_let_go_at_the_end(
    preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = Event()
    monkeypatch.setattr(preview.drawing, "_settled", lambda _: never.is_set())  # it is never drawn
    with ThreadPoolExecutor(9) as many, on_the_web(preview, 0) as url:
        waiting = [many.submit(lambda: answer(url, "/watch/pictures/card-2").status) for _ in range(8)]
        listening = answer(url, "/watch/events?after=0")
        late = time.monotonic() + SECONDS
        while len(preview.drawing._waiting.get("card-2", ())) < 8:
            assert time.monotonic() < late
        began = time.monotonic()
        preview.close()
        assert {each.result(SECONDS) for each in waiting} <= {200, 503}
        assert b"data: " not in listening.read()
    assert time.monotonic() - began < SECONDS / 2


def sent(url: str, request: bytes) -> bytes:
    """All that comes back for these bytes until the server closes."""
    with socket.create_connection(("127.0.0.1", urlsplit(url).port or 0), timeout=SECONDS) as connection:
        connection.sendall(request)
        with suppress(ConnectionError):  # closed before all of it was read
            return b"".join(iter(lambda: connection.recv(65536), b""))
        return b""


TOO_MUCH = 32 * 1024 + 1  # bytes of a head that is not complete


@pytest.mark.long
@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("DELETE / HTTP/1.1\r\nHost: {host}\r\n\r\n", 405),
        ("POST /watch/state HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\n\r\nabc", 405),
        ("OPTIONS / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\n\r\n", 403),
        ("<script> / HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        ("GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: null\r\n\r\n", 403),
        ("GET /watch/events HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\n\r\n", 403),
        ("GET /games/moon-duel HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: same-site\r\n\r\n", 403),
        ("GET /watch/pictures/%2e%2e%2f%2e%2e%2fgame.yaml HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET /watch/pictures/..%5c..%5cgame.yaml HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET /watch/pictures/%252e%252e%252fgame.yaml HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET http://evil.example/x HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET http://[bad HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET /".ljust(TOO_MUCH, "x"), 400),
        ("GET / HTTP/1.1\r\nX: ".ljust(TOO_MUCH, "x"), 400),
        (("GET / HTTP/1.1\r\n" + "X: y\r\n" * 9_000)[:TOO_MUCH], 400),
        ("GET / HTTP/9\r\n\r\n", 400),
        ("GET / HTTP/1.1 more\r\n\r\n", 400),
    ],
)
def test_odd_requests_are_refused(server: str, request_: str, status: int) -> None:
    host = urlsplit(server).netloc
    last = "Connection: close\r\n\r\n"
    written = request_.format(host=host)
    written = written.replace("\r\n\r\n", "\r\n" + last, 1)
    said = sent(server, written.encode())
    assert said.startswith(f"HTTP/1.1 {status} ".encode())
    head = said.partition(b"\r\n\r\n")[0]
    if b"application/problem+json" in head:
        assert b"content-security-policy: default-src 'none'" in head
    else:  # what is no request never reaches the app
        assert (status, b"text/plain" in head) == (400, True)
    assert b"access-control" not in head
    assert b"script>" not in said


def test_what_is_sent_next_to_a_request_is_no_other_request(server: str) -> None:
    host = f"Host: {urlsplit(server).netloc}\r\nConnection: close\r\n"
    second = f"GET /watch/state HTTP/1.1\r\n{host}\r\n"
    said = sent(server, f"GET /health HTTP/1.1\r\n{host}Content-Length: {len(second)}\r\n\r\n{second}".encode())
    assert said.count(b"HTTP/1.1 ") == 1


def test_its_own_pages_may_ask(server: str) -> None:
    for more in (f"Origin: {server.rstrip('/')}", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Preview: none"):
        request = f"GET / HTTP/1.1\r\nHost: {urlsplit(server).netloc}\r\nConnection: close\r\n{more}\r\n\r\n"
        assert sent(server, request.encode()).startswith(b"HTTP/1.1 200 ")


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
