"""A server that judges: a process of its own, asked over loopback by several connections at once."""

from __future__ import annotations

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from benchmarks.measuring import main_of, require, table
from benchmarks.packs import ROOT

DECK = "future-invaders/decks/earthwall"  # 40 cards
CONNECTIONS = 16
REQUESTS = 100_000
WARM = 500
WANTED = 500  # judgements a second, each in all formats of its game


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    number = 300 if quick else REQUESTS
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name:
        command = [sys.executable, "-m", "builder", "serve", "--port", "0"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "ARSENAL_CACHE": name}
        with subprocess.Popen(command, cwd=name, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                found = re.search(r":(\d+)/", server.stdout.readline() if server.stdout else "")
                require(found is not None, "the server did not start")
                rows = _measured(int(found[1]) if found else 0, server.pid, number)
            finally:
                server.kill()
    return table(
        ["judging over HTTP", "a second", "at least", "p50", "p99", "slowest", "processor", "memory", "checked"], [rows]
    )


def _measured(port: int, pid: int, number: int) -> list[str]:
    deck = json.loads(urllib.request.urlopen(f"http://localhost:{port}/api/v1/games/{DECK}").read())
    body = json.dumps({"deck": deck, "all": True}).encode()
    request = b"POST /api/v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    asyncio.run(_ask(port, request, min(WARM, number)))
    before, worked = _memory(pid), _worked(pid)
    start = time.perf_counter()
    times, answers = asyncio.run(_ask(port, request, number))
    seconds = time.perf_counter() - start
    after = _memory(pid)
    require(len(times) == number and len(answers) == 1, f"{number} requests had {len(answers)} different answers")
    verdicts = json.loads(answers.pop())["decks"]
    require(verdicts[0]["legal"] and len(verdicts) > 1, "the deck was not judged in all formats")
    cards = sum(deck["cards"].values()) if "cards" in deck else 0
    cuts = statistics.quantiles(times, n=100)
    return [
        f"{number:,} x {cards} cards in {len(verdicts)} formats, {CONNECTIONS} connections",
        f"{number / seconds:.0f}",
        str(WANTED),
        *(f"{one * 1000:.0f} ms" for one in (cuts[49], cuts[98], max(times))),
        f"{(_worked(pid) - worked) / number * 1000:.2f} ms each",
        f"{before:.0f} MB, then {after:.0f} MB",
        "every answer 200 and the same",
    ]


async def _ask(port: int, request: bytes, number: int) -> tuple[list[float], set[bytes]]:
    """The seconds that each of so many requests took, and the different answers. Raises NotDoneError for others."""
    left = iter(range(number))
    times: list[float] = []
    answers: set[bytes] = set()

    async def connection() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in left:
            start = time.perf_counter()
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            require(head.startswith(b"HTTP/1.1 200") and length is not None, head.decode("latin-1"))
            answers.add(await reader.readexactly(int(length[1]) if length else 0))
            times.append(time.perf_counter() - start)
        writer.close()

    await asyncio.gather(*(connection() for _ in range(CONNECTIONS)))
    return times, answers


def _memory(pid: int) -> float:
    """How much of its memory a process has in use, in MB; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text() if status.exists() else "")
    return int(found[1]) / 1024 if found else 0


def _worked(pid: int) -> float:
    """The processor's seconds that a process has taken; 0 where the system does not say."""
    said = Path(f"/proc/{pid}/stat")
    if not said.exists():
        return 0.0
    fields = said.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main_of(main)
