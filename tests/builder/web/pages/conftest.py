"""A server of the bundled games and a small one, for a browser, and the deck builder in it."""

import socket
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import uvicorn

from builder.authoring.new import new_game
from builder.web.server.app import create_app
from builder.web.server.library import Library
from builder.web.server.pictures import PictureRequest, Pictures
from builder.web.server.shelf import Shelf
from builder.web.site import writing
from builder.workspace import Workspace
from tests.support.chromium import Chromium
from tests.support.sites import Undrawn, gray


def undrawn(_: Pictures, batch: Sequence[PictureRequest]) -> list[bytes | Exception]:
    """A picture without anything on it for each that is asked for."""
    return [gray(one.width) for one in batch]


@pytest.fixture(autouse=True, scope="module")
def no_site_draws() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "SitePictures", Undrawn)
        yield


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the server keeps decks."""
    return tmp_path_factory.mktemp("decks")


@pytest.fixture(scope="module")
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
            patch.setattr(Pictures, "_drawn", undrawn)
            thread.start()
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(30)


@pytest.fixture
def browser() -> Iterator[Chromium]:
    """A browser with a fresh profile."""
    with Chromium() as found:
        yield found
