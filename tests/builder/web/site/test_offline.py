"""A site in a browser, from a plain host under a prefix: followed, kept, and read again when the host is gone."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import statics
from tests.support.accessible import hindrances, needs_axe
from tests.support.chromium import SECONDS, Chromium, Tab, needs_chromium
from tests.support.sites import Host, hosted

pytestmark = [pytest.mark.long, needs_chromium]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return statics.write(tmp_path_factory.mktemp("site")).parent


@pytest.fixture(scope="module")
def shown(written: Path) -> Iterator[tuple[Host, Tab]]:
    with hosted(written / "site") as host, Chromium() as browser:
        yield host, browser.open(host.url)


@pytest.fixture
def at(written: Path) -> Iterator[tuple[Host, Tab]]:
    with hosted(written / "site") as host, Chromium() as browser:
        yield host, browser.open(host.url)


def is_saved(tab: Tab) -> None:
    """Wait until the browser keeps what was opened."""
    tab.until(lambda: tab.value("navigator.serviceWorker.controller !== null"))
    tab.stored()


def follow(tab: Tab, words: str) -> str:
    """Click on a link by its words; the heading of the page that it leads to."""
    before = tab.value("location.href")
    tab.click("main a, header a", words)
    tab.until(lambda: tab.value("location.href") != before and tab.value("document.readyState") == "complete")
    return str(tab.value("document.querySelector('h1').textContent"))


def test_pages_are_followed_and_open_again_without_a_host(at: tuple[Host, Tab]) -> None:
    host, tab = at
    is_saved(tab)
    assert follow(tab, "Moon Duel") == "Moon Duel"
    assert follow(tab, "Browse the cards") == "The cards of Moon Duel"
    assert follow(tab, "Flare") == "Flare"
    card = tab.value("location.href")
    tab.until(lambda: tab.value("[...document.images].every(one => one.complete && one.naturalWidth > 0)"))
    assert follow(tab, "fr") == "Flare"
    assert tab.value("document.documentElement.lang") == "fr"
    is_saved(tab)
    host.off()
    tab.go(card)
    assert tab.value("document.querySelector('h1').textContent") == "Flare"
    assert tab.value("getComputedStyle(document.querySelector('header.site')).display") != "block"  # it has its style
    tab.until(lambda: tab.value("[...document.images].every(one => one.complete && one.naturalWidth > 0)"))
    assert follow(tab, "Cards") == "The cards of Moon Duel"
    tab.go(host.url + "games/moon-duel/rulings.html")
    assert tab.value("document.querySelector('h1').textContent") == "This page is not saved on this device"
    assert follow(tab, "All games") == "Games"
    tab.go(host.url + "fr/games/moon-duel/rulings.html")
    assert tab.value("document.documentElement.lang") == "fr"
    assert tab.refusals() == []


def test_all_of_it_is_saved_at_once(at: tuple[Host, Tab]) -> None:
    host, tab = at
    is_saved(tab)
    tab.until("#offline button")
    tab.click("#offline button")
    tab.until(lambda: "All of it is saved here" in tab.text("#offline"))
    host.off()
    for page in (
        "games/moon-duel/rulings.html",
        "fr/games/moon-duel/decks/first-deck.html",
        "games/moon-duel/cards/flare.html",
    ):
        tab.go(host.url + page)
        assert tab.value("location.href") == host.url + page
        tab.value("for (const one of document.images) one.loading = 'eager'")
        tab.until(lambda: tab.value("[...document.images].every(one => one.complete && one.naturalWidth > 0)"))


def test_a_newer_state_takes_the_place_of_the_old_one_whole(written: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(written, folder)
    with hosted(folder / "site") as host, Chromium() as browser:
        tab = browser.open(host.url)
        is_saved(tab)
        for page in ("games/moon-duel/cards/flare.html", "games/moon-duel/cards/undertow.html"):
            tab.go(host.url + page)
            is_saved(tab)
        [old] = [name for name in tab.value("caches.keys()") if "runtime" not in name]
        cards = next((folder / "moon-duel/sets").rglob("*.yaml"))
        cards.write_text(cards.read_text("utf-8").replace("name: Flare", "name: Flash"), "utf-8")
        statics.write(folder)
        # A browser looks by itself whether there is a newer state, some seconds after a page of it was opened.
        tab.value("navigator.serviceWorker.ready.then((one) => one.update())")
        tab.until(lambda: tab.value("navigator.serviceWorker.ready.then((one) => Boolean(one.waiting))"))
        late = time.monotonic() + SECONDS
        while old in tab.value("caches.keys()") and time.monotonic() < late:
            tab.go(host.url)  # which shows it, as soon as the worker of the old one has done all that it was asked for
            time.sleep(0.3)  # a browser that is sent on at once puts that off
        host.off()
        tab.go(host.url + "games/moon-duel/cards/flare.html")
        assert tab.value("document.querySelector('h1').textContent") == "Flash"
        tab.go(host.url + "games/moon-duel/cards/undertow.html")
        assert tab.value("document.querySelector('h1').textContent") == "Undertow"
        assert len([name for name in tab.value("caches.keys()") if "runtime" not in name]) == 1


def test_what_is_not_there_has_a_page(shown: tuple[Host, Tab]) -> None:
    host, tab = shown
    tab.go(host.url + "nothing.html")
    assert tab.value("document.querySelector('h1').textContent") == "There is nothing here"


@needs_axe
@pytest.mark.parametrize(
    "page",
    [
        "",
        "games/moon-duel/cards.html",
        "games/moon-duel/cards.rows.html",
        "games/moon-duel/lists/type.spell.html",
        "offline.html",
        "fr/games/moon-duel/decks/first-deck.html",
    ],
)
def test_everybody_can_use_the_pages(shown: tuple[Host, Tab], page: str) -> None:
    host, tab = shown
    tab.go(host.url + page)
    assert hindrances(tab) == []
    assert tab.refusals() == []


def test_pages_can_be_read_from_a_folder(written: Path) -> None:
    with Chromium() as browser:
        tab = browser.open((written / "site/index.html").as_uri())
        assert follow(tab, "Moon Duel") == "Moon Duel"
        assert follow(tab, "Browse the cards") == "The cards of Moon Duel"
        tab.until(lambda: tab.value("[...document.images].some(one => one.complete && one.naturalWidth > 0)"))
        assert follow(tab, "Build a deck").startswith("Build a deck")
        assert "a web server" in tab.value("document.querySelector('main').innerText")
