"""A server of the bundled games and of a small one: asked without a network, or started for a browser."""

import re
import socket
import subprocess
import sys
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest
import uvicorn
from httpx2 import Response
from starlette.testclient import TestClient

from builder.authoring.new import new_game
from builder.web.api.endpoints import ENDPOINTS, PREFIX
from builder.web.pages.rendering import VIEWS
from builder.web.server import app
from builder.web.server.library import Library
from builder.web.server.pictures import PictureRequest, Pictures
from builder.web.server.running import serving
from builder.web.server.safety import LOCAL, names_for
from builder.web.server.shelf import Shelf
from builder.workspace import Workspace
from tests.support.commands import ROOT, of_every_game
from tests.support.outputs import fits
from tests.support.sites import gray

MOON_DUEL: Mapping[str, Sequence[str]] = {
    "game": ["moon-duel"], "set_id": ["core"], "card": ["flare"], "format_id": ["standard"], "deck": ["first-deck"]
}  # fmt: skip

PLAYED = of_every_game({  # the decks that are played on pages, and by how many
    "future-invaders": (["earthwall", "the-accord"], 2),
    "invasion-tcg": (["podfall", "high-water"], 2),
    "rone-invasion": (["one-at-the-gate"], 1),
    "saucer-dice": (["duel-of-fire-and-ice"], 2),
    "saucer-people": (["fifty-two"], 3),
})  # fmt: skip


def pages_of(**names: Sequence[str]) -> list[str]:
    """The addresses of all pages with each of these names; what is not named is of Moon Duel, the new game."""
    found = []
    for address, _ in VIEWS:
        keys = re.findall(r"{(\w+)}", address)
        every = product(*({**MOON_DUEL, **names}[key] for key in keys))
        found += [address.format(**dict(zip(keys, chosen, strict=True))) for chosen in every]
    return found


@contextmanager
def asked(
    folder: Path,
    host: str = "localhost",
    decks: Path | None = None,
    hosts: Collection[str] = LOCAL,
    database: str | Path = "",
    origins: Collection[str] = (),
    kind: type[Library] = Library,
) -> Iterator[TestClient]:
    """A client of a server of the packs in a folder, which has a new game if it had none. It keeps `decks`, and answers
    under the names in `hosts`; pages of `origins` may ask it. The cards are in the `database`, by default one in the
    cache, which begins with the bundled games that another test has compiled.
    """
    if not (folder / "moon-duel").exists():
        new_game("Moon Duel", folder)
    library = kind(lambda: Workspace([folder], database), Shelf(decks) if decks else None)
    served = app.create_app(library, hosts, origins)
    with TestClient(served, base_url=f"http://{host}", raise_server_exceptions=False) as client:
        yield client


def get(client: TestClient, path: str, **parameters: Any) -> Any:
    """What the API answers, which has the shape that its description says."""
    return _answered(client.get(PREFIX + path, params=parameters), path)


def post(client: TestClient, path: str, **body: Any) -> Any:
    """What the API answers to what is sent, which has the shape that its description says."""
    return _answered(client.post(PREFIX + path, json=body), path)


def _answered(response: Response, path: str) -> Any:
    assert response.status_code == 200, response.text
    method, answer = response.request.method, response.json()
    (schema,) = [one.answer for one in ENDPOINTS if one.method == method and one.pattern.fullmatch(path)]
    if isinstance(schema, str):
        fits(answer, schema)
    else:
        jsonschema.validate(answer, schema)
    return answer


@contextmanager
def undrawn(folder: Path, decks: Path | None = None) -> Iterator[str]:
    """The address of a server in this process, whose pictures are gray: to draw all takes most of the time of pages."""
    if not (folder / "moon-duel").exists():
        new_game("Moon Duel", folder)
    library = Library(lambda: Workspace([folder], folder / "cards.db"), Shelf(decks) if decks else None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "Pictures", _Gray)
        server = uvicorn.Server(uvicorn.Config(app.create_app(library), log_config=None))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # from now on a browser waits for the server
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(30)


class _Gray(Pictures):
    def _drawn(self, batch: Sequence[PictureRequest]) -> list[bytes | Exception]:
        return [gray(one.width) for one in batch]


@contextmanager
def public(folder: Path, *names: str) -> Iterator[int]:
    """The port of a server in this process that has a new game, answers under these names too, and keeps decks."""
    for name in ("packs", "decks"):
        (folder / name).mkdir()
    new_game("Moon Duel", folder / "packs")
    library = Library(lambda: Workspace([folder / "packs"], folder / "cards.db"), Shelf(folder / "decks"))
    with serving(app.create_app(library, names_for("127.0.0.1", names)), "127.0.0.1", [0], 1) as url:
        yield urlsplit(url).port or 0


@contextmanager
def started(folder: Path) -> Iterator[str]:
    """The address of a server as the command starts it, of the same packs."""
    if not (folder / "moon-duel").exists():
        new_game("Moon Duel", folder)
    command = [sys.executable, "-m", "builder", "serve", "--packs", str(folder), "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("serving at http://127.0.0.1:"), line
        try:
            yield line.split()[2].rstrip("/")
        finally:
            process.terminate()
