"""A server of the bundled games and a small one, for a browser, and the deck builder in it."""

import socket
import threading
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

import pytest
import uvicorn
from PIL import Image

from builder.authoring.new import new_game
from builder.web.server.app import create_app
from builder.web.server.library import Library
from builder.web.server.pictures import PictureRequest, Pictures
from builder.web.server.shelf import Shelf
from builder.workspace import Workspace
from tests.support.chromium import Chromium


def gray(_: Pictures, batch: Sequence[PictureRequest]) -> list[bytes | Exception]:
    """A picture without anything on it for each that is asked for."""
    made = BytesIO()
    Image.new("L", (batch[0].width, batch[0].width * 7 // 5), 128).save(made, "WEBP")
    return [made.getvalue()] * len(batch)


@pytest.fixture(scope="session")
def decks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the server keeps decks."""
    return tmp_path_factory.mktemp("decks")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, decks: Path) -> Iterator[str]:
    """The address of a server whose pictures are gray: to draw all would take most of the time that pages take."""
    folder = tmp_path_factory.mktemp("served")
    new_game("Moon Duel", folder)
    library = Library(lambda: Workspace([folder], folder / "cards.db"), Shelf(decks))
    server = uvicorn.Server(uvicorn.Config(create_app(library), log_config=None))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # from now on a browser waits for the server
        thread = threading.Thread(target=server.run, args=([listening],))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Pictures, "_drawn", gray)
            thread.start()
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(30)


@pytest.fixture
def browser() -> Iterator[Chromium]:
    """A browser with a fresh profile."""
    with Chromium() as found:
        yield found
