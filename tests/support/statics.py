"""A site of files with the deck builder and Python in it, and a web server that knows nothing but the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from builder.authoring.new import new_game
from builder.web.site.writing import Wishes, write_site
from builder.workspace import Workspace
from tests.support import pyodide


def write(folder: Path, games: Sequence[str] = ("moon-duel",)) -> Path:
    """Write a site of these games, of which a small one is made here; where it is."""
    new_game("Moon Duel", folder)
    site = folder / "site"
    with Workspace([folder], folder / "cards.db") as workspace:
        write_site(workspace, site, Wishes(games, runtime=str(pyodide.FOLDER / "pyodide")))
    return site


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - as http.server has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the web server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
