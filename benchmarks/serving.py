"""A server that judges: a process of its own, asked over loopback by several connections at once.

wrk asks, where it is installed (Debian: apt-get install wrk), as it takes hardly any of the two cores; else a loop of
our own. Either way every answer has to be 200, and ours has to be the same each time.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import main_of, require, served, table
from benchmarks.packs import ROOT

DECK = "future-invaders/decks/earthwall"  # 40 cards
CONNECTIONS = 16
REQUESTS = 100_000
LOOKS = (10_000, 50_000, 100_000)  # requests after which the server's memory is looked at
WARM = 500
SECONDS = 5  # that wrk asks without a pause
WANTED = 500  # judgements a second, each in all formats of its game


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    number, seconds = (100, 1) if quick else (REQUESTS, SECONDS)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "ARSENAL_CACHE": name}
        with served(Path(name), environment) as (port, pid):
            rows = _measured(port, pid, number, seconds)
    return table(
        ["judging over HTTP", "a second", "at least", "p50", "p99", "slowest", "processor", "memory", "checked"], [rows]
    )


def _measured(port: int, pid: int, number: int, wrk_seconds: int) -> list[str]:
    deck = json.loads(urllib.request.urlopen(f"http://localhost:{port}/api/v1/games/{DECK}").read())
    body = json.dumps({"deck": deck, "all": True}).encode()
    request = b"POST /api/v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    _, answers = asyncio.run(_ask(port, request, min(WARM, number)))
    verdicts = json.loads(answers.copy().pop())["decks"]
    require(verdicts[0]["legal"] and len(verdicts) > 1, "the deck was not judged in all formats")
    worked, done = _worked(pid), 0
    memory: dict[int, float] = {}
    rounds: list[Round] = []
    while done < number:
        rounds.append(
            _with_wrk(port, body, wrk_seconds) if shutil.which("wrk") else _alone(port, request, number - done)
        )
        done += rounds[-1].requests
        memory |= {look: _memory(pid) for look in LOOKS if look <= done and look not in memory}
    answered, after = asyncio.run(_ask(port, request, CONNECTIONS))
    require(len(answered) == CONNECTIONS and answers == after, "the answer has changed")
    seconds = sum(one.seconds for one in rounds)
    cards = sum(deck["cards"].values()) if "cards" in deck else 0
    return [
        f"{done:,} x {cards} cards in {len(verdicts)} formats, {CONNECTIONS} connections",
        f"{done / seconds:.0f}",
        str(WANTED),
        f"{statistics.median(one.half for one in rounds):.0f} ms",
        f"{statistics.median(one.last for one in rounds):.0f} ms",
        f"{max(one.slowest for one in rounds):.0f} ms",
        f"{(_worked(pid) - worked) / done * 1000:.2f} ms each",
        ", ".join(f"{megabytes:.0f} MB after {look:,}" for look, megabytes in memory.items()),
        f"every answer 200; load average {os.getloadavg()[0]:.0f}",
    ]


@dataclass(frozen=True, slots=True)
class Round:
    """So many requests and how long they took, in seconds; half of them, 99% and the slowest, in milliseconds each."""

    requests: int
    seconds: float
    half: float
    last: float
    slowest: float


_SCRIPT = """
wrk.method = "POST"
wrk.body = [=[{body}]=]
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("\\n{mark} %d %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), latency.max, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
"""


def _with_wrk(port: int, body: bytes, seconds: int) -> Round:
    """A round of wrk's. Raises NotDoneError for errors."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua", encoding="utf-8") as script:
        script.write(_SCRIPT.replace("{body}", body.decode()).replace("{mark}", "counts"))
        script.flush()
        address = f"http://localhost:{port}/api/v1/judge"
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", script.name, address]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    counts = re.search(r"^counts (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)$", said, re.MULTILINE)
    require(counts is not None, f"wrk said nothing: {said}")
    requests, duration, half, last, slowest, errors = map(int, counts.groups() if counts else ())
    require(errors == 0, f"{errors} of {requests} requests were not answered")
    return Round(requests, duration / 1e6, half / 1000, last / 1000, slowest / 1000)


def _alone(port: int, request: bytes, left: int) -> Round:
    start = time.perf_counter()
    times, _ = asyncio.run(_ask(port, request, min(left, LOOKS[0])))
    cuts = statistics.quantiles(times, n=100)
    return Round(len(times), time.perf_counter() - start, cuts[49] * 1000, cuts[98] * 1000, max(times) * 1000)


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
    """The memory that a process has in use, in MB; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text() if status.exists() else "")
    return int(found[1]) / 1024 if found else 0


def _worked(pid: int) -> float:
    """The processor seconds that a process has taken; 0 where the system does not say."""
    said = Path(f"/proc/{pid}/stat")
    if not said.exists():
        return 0.0
    fields = said.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main_of(main)
