"""A page of another site that searches and judges over HTTP, in a browser, which is what asks before it sends."""

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.serving import public

pytestmark = [pytest.mark.long, needs_chromium]

NAME = "cards.localhost"  # which browsers find at this machine, and which is no name of it for the server
DECK = {"game": "moon-duel", "cards": {"flare": 3}}


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A page of another site."""
    folder = tmp_path_factory.mktemp("foreign")
    (folder / "index.html").write_text("<!doctype html><title>Decks</title><p>Mine", "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    with Chromium() as browser:
        yield browser.open(f"http://decks.localhost:{server.server_port}/")
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("public")


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """A public server that keeps decks."""
    with public(folder, NAME) as found:
        yield found


def fetched(page: Tab, url: str, **options: Any) -> Any:
    """The status of the answer, what it says and as which file, as the page's script gets them; or why it gets none."""
    script = f"""fetch({json.dumps(url)}, {json.dumps(options)})
        .then(async (a) => [a.status, await a.text(), a.headers.get("content-disposition")])
        .catch((error) => error.message)"""
    return page.value(script)


def post(page: Tab, url: str, body: Any, kind: str = "application/json") -> Any:
    return fetched(page, url, method="POST", body=json.dumps(body), headers={"content-type": kind})


def test_it_finds_cards_shows_them_and_judges_decks(page: Tab, port: int) -> None:
    server = f"http://{NAME}:{port}"
    status, index, _ = fetched(page, f"{server}/api/v1")
    assert (status, "moon-duel" in json.loads(index)["games"]) == (200, True)
    status, found, _ = fetched(page, f"{server}/api/v1/cards?q=flare")
    (card,) = json.loads(found)["cards"]
    picture = server + card["_links"]["picture"]
    shown = f"""new Promise((then) => {{
        const image = new Image(); image.onload = () => then(image.naturalWidth); image.onerror = () => then(0);
        image.src = {json.dumps(picture)}; }})"""
    assert page.value(shown) == 500
    for kind in ("application/json", "text/plain"):  # the browser asks first, and does not
        status, verdict, _ = post(page, f"{server}/api/v1/judge", {"deck": DECK}, kind)
        assert (status, json.loads(verdict)["decks"][0]["legal"]) == (200, False)
    status, refused, _ = post(page, f"{server}/api/v1/judge", {"deck": {**DECK, "game": "moon-dual"}})
    assert (status, "moon-duel" in json.loads(refused)["findings"][0]["help"]) == (422, True)
    exported = post(page, f"{server}/api/v1/export", {"deck": {**DECK, "name": "Ash"}, "to": "text", "force": True})
    assert exported[2] == 'attachment; filename="ash.txt"'


def test_it_neither_reads_nor_changes_what_is_not_for_everybody(page: Tab, port: int, folder: Path) -> None:
    server = f"http://{NAME}:{port}"
    for path in ("/api/v1/decks", "/api/v1/decks.zip", "/health", "/games/moon-duel"):
        assert fetched(page, server + path) == "Failed to fetch"
    sent = {"method": "PUT", "body": json.dumps({**DECK, "name": "Ash"})}
    assert fetched(page, f"{server}/api/v1/decks/ash", **sent) == "Failed to fetch"
    assert "is unsupported in no-cors mode" in fetched(page, f"{server}/api/v1/decks/ash", **sent, mode="no-cors")
    assert not list((folder / "decks").iterdir())


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_it_gets_nothing_from_a_server_by_the_names_of_this_machine(page: Tab, port: int, host: str) -> None:
    assert fetched(page, f"http://{host}:{port}/api/v1/games") == "Failed to fetch"
    assert post(page, f"http://{host}:{port}/api/v1/judge", {"deck": DECK}) == "Failed to fetch"
    assert post(page, f"http://{host}:{port}/api/v1/judge", {"deck": DECK}, "text/plain") == "Failed to fetch"
