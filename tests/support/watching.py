"""A pack that is watched, changed as its author would change it, and the browser of its page."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.web.watch.state import Snapshot, Watched

SECONDS = 60  # until a test gives up waiting
ENDLESS = """
#{ let a = 0; while a < 9999 { a += 1; let b = 0; while b < 9999 { b += 1; let c = 0; while c < 9999 { c += 1 } } } }
"""


def card(number: int, **changes: object) -> dict[str, Any]:
    made = {"id": f"card-{number}", "number": number, "name": f"Card {number}", "faction": "ember", "type": "spell"}
    return {**made, "cost": number % 5, "text": f"{{spark}}: Draw {number} cards.", **changes}


def write(path: Path, cards: list[dict[str, Any]] | str) -> None:
    """Replaces a file as editors do."""
    new_file = path.with_name(f".{path.name}.new")
    new_file.write_text(cards if isinstance(cards, str) else json.dumps(cards, indent=1), "utf-8")
    new_file.replace(path)


def low(pack: Path, **changes: object) -> None:
    """Writes the pack's first file of cards, with these keys of the second card changed."""
    write(pack / "sets/core/low.yaml", [card(n, **(changes if n == 2 else {})) for n in range(1, 16)])


def french(pack: Path, **said: str) -> None:
    (pack / "locales").mkdir(exist_ok=True)
    write(pack / "locales/fr.yaml", json.dumps({"cards": {name: {"name": words} for name, words in said.items()}}))


def face(pack: Path, template: str) -> None:
    """Has the pack's cards drawn by a template of its own."""
    (pack / "templates").mkdir(exist_ok=True)
    write(pack / "templates/face.typ.j2", template)
    game = (pack / "game.yaml").read_text("utf-8")
    if "face: face" not in game:
        write(pack / "game.yaml", game.replace("card-size:", "face: face\ncard-size:"))


def shown(watched: Watched) -> Snapshot:
    """What a watched pack shows, read again."""
    watched.refresh()
    assert watched.snapshot
    return watched.snapshot


@dataclass
class Page:
    """The browser's side of the connection."""

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
        found: dict[str, Any] = json.loads(self.ask("/watch/state")[1])
        return found

    def picture(self, name: str) -> bytes:
        status, body, _ = self.ask(f"/watch/pictures/{name}")
        assert status == 200, body
        return body

    def events(self, after: int) -> Iterator[dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        connection.request("GET", f"/watch/events?after={after}")
        stream = connection.getresponse()
        late = time.monotonic() + SECONDS

        def events() -> Iterator[dict[str, Any]]:
            while line := stream.readline():
                assert time.monotonic() < late, "nothing came"
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

        return events()

    def wait_for(self, after: int, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        return next(event for event in self.events(after) if fits(event))


Watch = Callable[..., Page]
