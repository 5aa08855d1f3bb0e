"""The page on the web: whom it answers, and what it refuses."""

import json
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.web.watch import Server, Site
from builder.web.watch.feed import REMEMBERED
from builder.web.watch.serving import OWN
from tests.support.watching import SECONDS, Watch


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


def answer(server: Server, path: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    connection.request("GET", path)
    return connection.getresponse()


def test_a_server_has_the_page_until_it_is_closed(site: Site) -> None:
    server = Server(site, 0)
    assert server.url == f"http://127.0.0.1:{server.port}/"
    page = answer(server, "/")
    assert (page.status, page.getheader("Content-Type")) == (200, "text/html; charset=utf-8")
    assert page.read() == (OWN / "page.html").read_bytes()
    assert json.load(answer(server, "/page.json")) == site.page()
    assert answer(server, "/pictures/card-2").read().startswith(b"<svg")
    assert answer(server, "/pictures/card-3").status == 404
    server.close()
    with pytest.raises(ConnectionRefusedError):
        answer(server, "/")


def test_a_port_that_is_taken_or_none_is_refused(site: Site) -> None:
    server = Server(site, 0)
    for port in (server.port, 70_000):
        with pytest.raises(UsageError, match=f"port {port} can't be used"):
            Server(site, port)
    server.close()


def test_a_page_that_has_missed_too_much_is_sent_to_the_list(site: Site) -> None:
    for number in range(REMEMBERED + 1):
        site.feed.publish({"number": number})
    server = Server(site, 0)
    stream = answer(server, "/events?after=0")
    assert stream.getheader("Content-Type") == "text/event-stream"
    said = [stream.readline() for _ in range(4)]
    assert said == [b"retry: 1000\n", b"\n", f"id: {REMEMBERED + 1}\n".encode(), b'data: {"list": true}\n']
    server.close()
