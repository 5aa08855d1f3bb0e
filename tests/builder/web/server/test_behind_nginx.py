"""The configuration for nginx in the page about hosting, tried: what passes, and who is closed or refused."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import ROOT
from tests.support.processes import until
from tests.support.serving import public

NGINX = os.environ.get("ARSENAL_NGINX") or shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or ""
NAME = "cards.example.org"
HOST = f"Host: {NAME}\r\n".encode()
HEALTH = b"GET /health HTTP/1.1\r\n" + HOST
DECK = b'{"name": "Ash", "game": "moon-duel", "cards": {}}'
HALF = b"POST /api/v1/judge HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\n{"
SOON = 1  # seconds, in place of those after which the page has slow clients closed

pytestmark = pytest.mark.skipif(not NGINX, reason="there is no nginx")


def configuration(port: int, server: int, folder: Path) -> str:
    """What the page says, within what Debian puts around it, at these ports and with less patience."""
    page = (ROOT / "docs/hosting.md").read_text("utf-8")
    written = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)[0]
    replaced = {"listen 80;": f"listen 127.0.0.1:{port};", "http://127.0.0.1:8080": f"http://127.0.0.1:{server}"}
    for said, meant in replaced.items():
        assert said in written
        written = written.replace(said, meant)
    written = re.sub(r"(client_header_timeout|client_body_timeout|send_timeout) \d+s", rf"\1 {SOON}s", written)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    return (
        f"daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 768; }}\nhttp {{ access_log off;\n{folders}lingering_timeout 10ms;{written}}}\n"
    )


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of nginx, in front of a server that keeps decks."""
    folder = tmp_path_factory.mktemp("nginx")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        chosen = int(free.getsockname()[1])
    with public(folder, NAME) as server:
        written = folder / "nginx.conf"
        written.write_text(configuration(chosen, server, folder), "utf-8")
        with subprocess.Popen(
            [NGINX, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(written)], stderr=subprocess.PIPE
        ) as process:
            try:
                until(lambda: process.poll() is not None or said(chosen, HEALTH).startswith(b"HTTP/1.1 200 "))
                assert process.poll() is None, process.stderr and process.stderr.read()
                yield chosen
            finally:
                process.terminate()


def said(port: int, head: bytes, body: bytes = b"") -> bytes:
    """All that is answered to one request until the connection is closed."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.sendall(head + b"Connection: close\r\n\r\n" + body)
            return b"".join(iter(lambda: connection.recv(65536), b""))
    except OSError:
        return b""


def test_pages_answers_and_decks_pass(port: int) -> None:
    page = said(port, b"GET /games/moon-duel HTTP/1.1\r\n" + HOST)
    assert page.startswith(b"HTTP/1.1 200 ")
    assert b"content-security-policy: default-src 'none'" in page
    tag = re.search(rb"etag: (\S+)", page)
    assert tag
    again = said(port, b"GET /games/moon-duel HTTP/1.1\r\n" + HOST + b"If-None-Match: " + tag[1] + b"\r\n")
    assert again.startswith(b"HTTP/1.1 304 ")
    for origin, status in ((NAME, b"200"), ("evil.example", b"403")):
        sent = f"Origin: http://{origin}\r\nContent-Length: {len(DECK)}\r\n".encode()
        answer = said(port, b"PUT /api/v1/decks/ash HTTP/1.1\r\n" + HOST + sent, DECK)
        assert answer.startswith(b"HTTP/1.1 %s " % status)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n", 421),
        (f"POST /api/v1/judge HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 1048577\r\n", 413),
        (f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX: {'x' * 40_000}\r\n", 400),
        (f"GET / HTTP/1.1\r\nHost: {NAME}\r\nHost: {NAME}\r\n", 400),
        (f"POST / HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400),
    ],
)
def test_what_is_odd_or_too_much_is_refused(port: int, head: str, status: int) -> None:
    assert said(port, head.encode()).startswith(f"HTTP/1.1 {status} ".encode())


@pytest.mark.long
def test_who_is_slow_is_closed_and_keeps_nobody_out(port: int) -> None:
    beginnings = (b"", b"GET / HTTP/1.1\r\nHost: loc", HALF)
    slow = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(30)]
    for number, connection in enumerate(slow):
        connection.sendall(beginnings[number % len(beginnings)])
    assert said(port, HEALTH).startswith(b"HTTP/1.1 200 ")
    for connection in slow:
        answer = connection.recv(65536)  # which would wait if it were not closed
        assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")
        connection.close()


@pytest.mark.long
def test_one_machine_gets_so_many_connections_and_all_others_are_answered(port: int) -> None:
    """With 300 of them the server by itself, which takes 256, would answer nobody for half a minute."""
    opened = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(300)]
    for connection in opened:
        connection.sendall(HALF)
    other = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=("127.0.0.2", 0))
    other.sendall(HEALTH + b"Connection: close\r\n\r\n")
    assert other.recv(65536).startswith(b"HTTP/1.1 200 ")
    other.close()
    refused = [connection.recv(65536).startswith(b"HTTP/1.1 503 ") for connection in opened]
    assert sum(refused) >= 300 - 40
    for connection in opened:
        connection.close()
