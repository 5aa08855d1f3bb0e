"""A server of the bundled games and of a small one, asked without a network."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient

from builder.authoring.new import new_game
from builder.web.server.app import create_app
from builder.web.server.library import Library
from builder.web.server.shelf import Shelf
from builder.workspace import Workspace


@contextmanager
def asked(folder: Path, host: str = "localhost", decks: Path | None = None) -> Iterator[TestClient]:
    """A client of a server of the packs in a folder, which has a new game if it had none. It keeps `decks`."""
    if not (folder / "moon-duel").exists():
        new_game("Moon Duel", folder)
    app = create_app(Library(lambda: Workspace([folder], folder / "cards.db")), shelf=Shelf(decks) if decks else None)
    with TestClient(app, base_url=f"http://{host}", raise_server_exceptions=False) as client:
        yield client
