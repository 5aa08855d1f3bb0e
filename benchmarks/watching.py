"""Watch 900 cards: from the moment a changed file is in place until its card's new picture has been fetched.

`arsenal watch` runs as a process of its own; the other side is a page's: it hears of the change, and fetches the
picture. Every save changes another card's text.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from itertools import count
from pathlib import Path

from benchmarks.measuring import Done, NotDoneError, Side, main_of, require, table
from benchmarks.packs import cards, cards_file, printable_pack, yaml_of

NUMBER = 900
SAVES = 60
UNCOUNTED = 3
PICTURES = 24
PATIENCE = 60.0  # seconds after which a picture or a change is no longer waited for
PAUSE = 0.3  # seconds that an author takes between two saves, at least


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    number, saves = (45, 3) if quick else (NUMBER, SAVES)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name, watched(Side(Path(name)), number) as watch:
        first = watch.first_pictures()
        taken = [watch.save() for _ in range(UNCOUNTED + saves)][UNCOUNTED:]
    ordered = sorted(save.seconds for save in taken)
    ends = {"median": 0.5, "95th percentile": 0.95, "worst": 1.0}
    checked = f"{len(taken)} saves: each time the picture of the changed card became another"
    rows = [
        [f"from save to picture, {what}", f"{ordered[max(0, int(len(ordered) * part) - 1)]:.3f}", checked]
        for what, part in ends.items()
    ]
    rows.append([f"from starting to the first {PICTURES} pictures", f"{first.seconds:.2f}", first.checked])
    return table([f"{number} cards, {len(taken)} saves", "seconds", "checked"], rows)


@contextmanager
def watched(side: Side, number: int = NUMBER) -> Iterator[Watch]:
    """A pack of so many cards, watched by a process that begins with an empty cache and ends with this context."""
    pack = printable_pack(side.new_folder("watched"), list(cards(number)), side.root)
    cache = side.new_folder("cache")
    require(not any(cache.iterdir()), "the cache holds files before anything was drawn")
    start = time.perf_counter()
    command = [sys.executable, "-m", "builder", "watch", str(pack), "--no-browser"]
    errors = cache.with_suffix(".errors")
    with errors.open("w") as written, subprocess.Popen(
        command, cwd=side.folder, env=side.environment(cache), stdout=subprocess.PIPE, stderr=written, text=True
    ) as process:  # fmt: skip
        try:
            assert process.stdout
            line = process.stdout.readline()
            if "http://" not in line:  # an older commit may need libraries that are not here: it says which
                process.wait(PATIENCE)
                raise NotDoneError(f"`arsenal watch` of {side.root} gives no address: {line}{errors.read_text()}")
            yield Watch(line.split("http://")[1].split("/")[0], pack, number, start)
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate()


class Watch:
    """A page that shows a watched pack, and the author who changes it. `start` is when the command was started."""

    def __init__(self, address: str, pack: Path, number: int, start: float) -> None:
        self._address, self._file, self._start = address, cards_file(pack), start
        self._cards = list(cards(number))
        self._saves = count()
        self._pictures = http.client.HTTPConnection(address, timeout=PATIENCE)
        is_new = self._ask("/watch/state")[0] == HTTPStatus.OK
        self._state, self._at = ("/watch/state", "/watch") if is_new else ("/page.json", "")  # as in older commits
        stream = http.client.HTTPConnection(address, timeout=PATIENCE)
        stream.request("GET", f"{self._at}/events?after=0")
        self._events = stream.getresponse()

    def first_pictures(self) -> Done:
        """How long it took from the start of the command until the page's first pictures were there."""
        listed = json.loads(self._get(self._state))["things"]
        pictures = [self._picture(thing["name"]) for thing in listed[:PICTURES]]
        seconds = time.perf_counter() - self._start
        different = len(set(pictures))
        require(len(listed) >= len(self._cards), f"the page shows {len(listed)} of {len(self._cards)} cards")
        require(different == min(PICTURES, len(listed)), f"of the first pictures only {different} differ")
        return Done(seconds, f"cache empty before, {different} pictures, {sum(map(len, pictures)) / 1e3:.0f} kB")

    def save(self) -> Done:
        """Change the next card, and say how long it took until the page had its new picture."""
        number = next(self._saves)
        card = self._cards[number * 37 % len(self._cards)]
        before = self._picture(card["id"])
        card["flavor"] = f"Changed for the {number}th time."
        new_file = self._file.with_name(".cards.new")
        new_file.write_text(yaml_of(self._cards), "utf-8")
        time.sleep(PAUSE)
        start = time.perf_counter()
        os.replace(new_file, self._file)  # noqa: PTH105 - what the clock is for
        self._hear_of(card["id"])
        picture = self._picture(card["id"])
        seconds = time.perf_counter() - start
        require(picture != before, f"the picture of {card['id']} is as it was before its text changed")
        return Done(seconds, "the picture of the changed card became another", picture)

    def _hear_of(self, card: str) -> None:
        """Read the stream until it says that this card has changed."""
        while line := self._events.readline():
            if line.startswith(b"data: ") and card in json.loads(line[6:]).get("changed", ()):
                return
        require(False, "the stream has ended")

    def _picture(self, name: str) -> bytes:
        picture = self._get(f"{self._at}/pictures/{name}")
        require(picture.startswith(b"<svg"), f"what came as the picture of {name} is no SVG")
        return picture

    def _get(self, path: str) -> bytes:
        status, read = self._ask(path)
        require(status == HTTPStatus.OK, f"{path} was answered with {status}")
        return read

    def _ask(self, path: str) -> tuple[int, bytes]:
        self._pictures.request("GET", path)
        answer = self._pictures.getresponse()
        return answer.status, answer.read()


if __name__ == "__main__":
    main_of(main)
