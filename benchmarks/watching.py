"""Watch 900 cards: from the moment a changed file is in place until its card's new picture has been fetched.

`arsenal watch` runs as a process of its own; the other side is a page's: it hears of the change, and fetches the
picture. Every save changes another card's text.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.common import ARSENAL, cards, empty_cache, table, yaml_of
from benchmarks.printing import NUMBER, _pack

SAVES = 60
WARM_UP = 3


def main() -> str:
    """The table of this benchmark, as Markdown."""
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name, empty_cache() as environment:
        pack = _pack(Path(name))
        start = time.perf_counter()
        command = [ARSENAL, "watch", str(pack), "--no-browser"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            address = process.stdout.readline().split("http://")[1].split("/")[0]
            try:
                first = _first_page(address) - start
                taken = _saves(address, pack)
            finally:
                process.send_signal(signal.SIGINT)
                process.communicate()
    ordered = sorted(taken)
    rows = [
        ["from save to picture, median", f"{statistics.median(ordered):.3f}"],
        ["from save to picture, 95th percentile", f"{ordered[int(len(ordered) * 0.95) - 1]:.3f}"],
        ["from save to picture, worst", f"{ordered[-1]:.3f}"],
        ["from starting to the first 24 pictures, nothing kept", f"{first:.2f}"],
    ]
    return table(rows, [f"{NUMBER} cards, {len(taken)} saves", "seconds"])


def _first_page(address: str) -> float:
    """When the first pictures of the page have been fetched."""
    page = _get(address, "/page.json")
    for thing in json.loads(page)["things"][:24]:
        _get(address, f"/pictures/{thing['name']}")
    return time.perf_counter()


def _saves(address: str, pack: Path) -> list[float]:
    """The seconds that each save took."""
    made = list(cards(NUMBER))
    file = pack / "sets/first-light/cards.yaml"
    stream = http.client.HTTPConnection(address)
    stream.request("GET", "/events?after=0")
    events = stream.getresponse()
    pictures = http.client.HTTPConnection(address)
    taken = []
    for number in range(SAVES + WARM_UP):
        card = made[number * 37 % NUMBER]
        card["flavor"] = f"Changed for the {number}th time."
        beside = file.with_name(".cards.new")
        beside.write_text(yaml_of(made), "utf-8")
        time.sleep(0.3)  # an author pauses between two saves
        start = time.perf_counter()
        os.replace(beside, file)  # noqa: PTH105 - what the clock is for
        _wait_for(events, card["id"])
        pictures.request("GET", f"/pictures/{card['id']}")
        picture = pictures.getresponse().read()
        taken.append(time.perf_counter() - start)
        assert picture.startswith(b"<svg")
    return taken[WARM_UP:]


def _wait_for(events: Any, card: str) -> None:
    """Read the stream until it says that this card has changed."""
    while line := events.readline():
        if line.startswith(b"data: ") and card in json.loads(line[6:]).get("changed", ()):
            return
    raise RuntimeError("the stream has ended")


def _get(address: str, path: str) -> bytes:
    connection = http.client.HTTPConnection(address)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200, (path, answer.status)
    return answer.read()


if __name__ == "__main__":
    print(main())
