"""A real server in a process of its own: stopped while it answers, reloaded while it is asked, attacked by sockets."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from builder.web.server.running import Logged, _bound
from tests.support.commands import ROOT, Arsenal
from tests.support.processes import until
from tests.support.serving import public

DECK = {"name": "Ash", "game": "moon-duel", "cards": {"coal-sprite": 3}}


def ask(port: int, method: str, path: str, body: object = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, json.dumps(body) if body else None)
    answer = connection.getresponse()
    return answer.status, answer.read().decode("latin-1")


def raw(port: int, sent: bytes) -> bytes:
    """What a connection answers to these bytes, until it is closed or is quiet: at first for 2 s, then for 0.1 s."""
    with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
        connection.sendall(sent)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
                connection.settimeout(0.1)
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def test_answers_are_sent_without_waiting_for_the_other_side() -> None:
    """Without TCP_NODELAY the second part of an answer waits up to 40 ms for the first to be acknowledged."""

    async def accepted() -> int:
        said = asyncio.get_running_loop().create_future()

        def made(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            said.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with _bound("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(made, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                found = await said
                writer.close()
        return int(found)

    assert asyncio.run(accepted()) != 0


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="there is no SIGTERM elsewhere")
def test_a_server_that_is_stopped_answers_what_has_begun(own_pack: Path) -> None:
    command = [sys.executable, "-m", "builder", "serve", "--port", "0", "--packs", str(own_pack), "--log"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with (
        subprocess.Popen(command, cwd=ROOT, text=True, **streams) as process,
        ThreadPoolExecutor(4) as many,
        ExitStack() as ending,
    ):
        ending.callback(process.kill)
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found
        port = int(found[1])
        prints = [
            many.submit(ask, port, "POST", "/api/v1/print", {"deck": DECK, "words": {"margin": f"{n} mm"}})
            for n in (7, 8)
        ]
        slow = socket.create_connection(("127.0.0.1", port), timeout=30)
        body = json.dumps({"deck": DECK}).encode()
        slow.sendall(b"POST /api/v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body))
        slow.sendall(body[:20])
        time.sleep(0.5)  # they have begun
        process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        slow.sendall(body[20:])
        assert slow.recv(65536).startswith(b"HTTP/1.1 200")
        slow.close()
        answers = [each.result() for each in prints]
        assert [(status, text[:5]) for status, text in answers] == [(200, "%PDF-")] * 2
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert [line["status"] for line in lines if line["path"] == "/api/v1/print"] == [200, 200]
    assert all(line["ms"] >= 0 and line["time"].endswith("Z") for line in lines)


@pytest.mark.usefixtures("alone")
def test_packs_that_change_while_they_are_asked_for_lose_no_request(tmp_path: Path) -> None:
    with public(tmp_path) as port, ThreadPoolExecutor(4) as many:
        game = tmp_path / "packs/moon-duel/game.yaml"
        good = game.read_text("utf-8")
        done = Event()

        def asking() -> list[int]:
            found = []
            while not done.wait(0.01):  # or nothing else is done
                found.append(ask(port, "POST", "/api/v1/judge", {"deck": DECK, "all": True})[0])
            return found

        asked = [many.submit(asking) for _ in range(3)]
        for name in ("Moon 0", "Moon 1"):
            game.write_text(good.replace("Moon Duel", name, 1), "utf-8")
            until(lambda name=name: name in ask(port, "GET", "/api/v1/games/moon-duel")[1])  # type: ignore[misc]
        done.set()
        statuses = [status for each in asked for status in each.result()]
    assert len(statuses) > 10
    assert set(statuses) == {200}


@pytest.mark.parametrize("every", [True, False])
def test_a_fault_of_its_own_is_written_without_what_was_sent(every: bool, capsys: pytest.CaptureFixture[str]) -> None:
    def index(request: Request) -> Response:
        if request.query_params:
            raise KeyError(request.query_params["q"])
        return Response("fine")

    client = TestClient(Logged(Starlette(routes=[Route("/", index)]), every=every), raise_server_exceptions=False)
    assert [client.get("/").status_code, client.get("/?q=secret").status_code] == [200, 500]
    written = capsys.readouterr().err
    lines = [json.loads(line) for line in written.splitlines()]
    assert [line["status"] for line in lines] == ([200, 500] if every else [500])
    assert (lines[-1]["path"], lines[-1]["error"], "secret" in written) == ("/", "KeyError", False)
    assert any("test_running.py:" in place for place in lines[-1]["at"])


HEAD = b"Host: localhost\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /static/../../app.py HTTP/1.1\r\n" + HEAD + b"\r\n", b"404"),
        (b"GET /static/%2e%2e/routes.py HTTP/1.1\r\n" + HEAD + b"\r\n", b"404"),
        (b"GET /static//etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n", b"404"),
        (b"GET /api/v1/games/..%2f..%2fetc HTTP/1.1\r\n" + HEAD + b"\r\n", b"404"),
        (b"GET /%00 HTTP/1.1\r\n" + HEAD + b"\r\n", b"404"),
        (b"GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"421"),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", b"400"),
        (b"GET http://evil.example/health HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"421"),
        (b"GET http://[bad HTTP/1.1\r\n" + HEAD + b"\r\n", b"404"),
        (b"GET /health HTTP/1.0\r\n\r\n", b"421"),
        (b"TRACE /health HTTP/1.1\r\n" + HEAD + b"\r\n", b"405"),
        (b"OPTIONS /api/v1/judge HTTP/1.1\r\n" + HEAD + b"\r\n", b"405"),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n", b"4"),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"X: " + b"a" * 2_000_000 + b"\r\n\r\n", b"4"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"400"),
        (b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"4"),
        (b"POST /api/v1/judge HTTP/1.1\r\n" + HEAD + b"Content-Length: 99999999999999999999\r\n\r\n", b"4"),
        (b"POST /api/v1/judge HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", b"4"),
        (b"GET /health HTTP/1.1\r\n" + HEAD + b"X: a\rb\r\n\r\n", b"400"),
        (b"GET /health HTTP/1.1\r\n" + HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n", b"200"),
    ],
)
def test_bytes_that_no_browser_sends_are_answered(port: int, sent: bytes, status: bytes) -> None:
    answer = raw(port, sent)
    assert answer.startswith(b"HTTP/1.1 " + status), answer[:300]
    assert b"root:" not in answer
    assert raw(port, b"GET /health HTTP/1.1\r\n" + HEAD + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 200 ")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with pytest.MonkeyPatch.context() as patch, public(tmp_path_factory.mktemp("attacked")) as found:
        patch.setattr("builder.web.server.app.LATE", 0.2)
        yield found


def test_what_is_sent_must_be_there_in_time(port: int) -> None:
    sent = b"POST /api/v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
    assert raw(port, sent).startswith(b"HTTP/1.1 408 ")


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("host", "wanted"), [("0.0.0.0", True), ("127.0.0.1", False)])  # noqa: S104 - it is the point
def test_on_an_address_of_the_network_it_says_that_it_wants_a_proxy(
    arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch, host: str, wanted: bool
) -> None:
    monkeypatch.setattr("builder.web.server.running.wait", Mock(side_effect=KeyboardInterrupt))
    said = arsenal("serve", "--packs", str(own_pack), "--host", host, "--port", "0")
    assert said.stdout.startswith("serving at ")
    assert ("put nginx or Caddy in front" in said.stderr) is wanted
