"""A folder of files in which the deck builder answers itself: pages, what is published, Python. And a web server."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from urllib.parse import urlsplit

from builder.publishing.core import core
from builder.web.api.ahead import answers_ahead
from builder.web.api.answering import PreparedGames, opened
from builder.web.pages.building import MODULES
from builder.workspace import Workspace
from tests.support import pyodide, serving

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def prepared(folder: Path) -> PreparedGames:
    """All games that were published to a folder."""
    games = sorted((folder / "games").iterdir())
    return opened([(_data(game / "judge.json"), _data(game / "catalog.json")) for game in games])


def publish(folder: Path) -> PreparedGames:
    """Publish the bundled games to a folder, with what is answered ahead."""
    with Workspace() as workspace:
        workspace.publish(folder)
    games = prepared(folder)
    for game in games.catalog.games:
        for path, content in answers_ahead(games, game.id, games.catalog.languages(game)).items():
            (folder / "games" / game.id / path).write_bytes(content)
    return games


def build(folder: Path) -> None:
    """Write the builder's pages of the bundled games, and all that they need."""
    games = publish(folder / "v1")
    shutil.copytree(MODULES.parent, folder / "static", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "static/worker").mkdir()
    (folder / "static/worker/core.zip").write_bytes(core())
    (folder / "runtime").mkdir()
    for name in RUNTIME:
        shutil.copyfile(pyodide.FOLDER / "pyodide" / name, folder / "runtime" / name)
    with TemporaryDirectory() as packs, serving.asked(Path(packs)) as client:
        for game in games.catalog.game_ids:
            page = client.get(f"/games/{game}/build").text
            told = {"carrier": "worker", "runtime": "/runtime/", "core": "/static/worker/core.zip"}
            told["data"] = f"/v1/games/{game}/"
            said = " ".join(f'data-{name}="{value}"' for name, value in told.items())
            file = folder / "games" / game / "build" / "index.html"
            file.parent.mkdir(parents=True)
            file.write_text(page.replace('<div id="builder"', f'<div id="builder" {said}'), "utf-8")
        (folder / "colors.css").write_bytes(client.get("/colors.css").content)


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - as http.server has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        pass

    def translate_path(self, path: str) -> str:
        return super().translate_path(urlsplit(path).path)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a web server that knows nothing but the folder's files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def _data(file: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(file.read_text("utf-8"))
    return found
