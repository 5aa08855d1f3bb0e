"""The pages in a browser: what keys do, that nothing is wider than a phone, and that everybody can use them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.accessible import hindrances, needs_axe
from tests.support.chromium import Chromium, Tab, needs_chromium

pytestmark = [pytest.mark.long, needs_chromium]

PAGES = [
    "/",
    "/games/future-invaders",
    "/games/saucer-dice",
    "/games/rone-invasion/sets/rust-season",
    "/games/future-invaders/cards",
    "/games/rone-invasion/cards?view=rows&q=type:recruit",
    "/games/invasion-tcg/cards?view=text",
    "/games/future-invaders/cards?q=faction:pirats",
    "/games/future-invaders/cards?q=patrl",
    "/games/future-invaders/cards/the-gilded-exile?lang=fr",
    "/games/saucer-dice/cards/red-invasion-die",
    "/games/saucer-people/cards/ace-of-spades",
    "/games/rone-invasion/formats/campaign",
    "/games/saucer-dice/rulings",
    "/games/future-invaders/stats",
    "/games/future-invaders/decks/earthwall",
    "/games/nothing",
]


@pytest.fixture(scope="module")
def tab(address: str) -> Iterator[Tab]:
    with Chromium() as browser:
        yield browser.open(address)


def path(tab: Tab) -> str:
    return str(tab.value("location.pathname + location.search"))


@needs_axe
@pytest.mark.parametrize("page", PAGES)
def test_everybody_can_use_the_pages_also_on_a_phone_in_the_dark(address: str, tab: Tab, page: str) -> None:
    tab.looks(1200, 800)
    tab.go(address + page)
    assert hindrances(tab) == []
    tab.looks(360, 800, scheme="dark")
    assert tab.value("document.documentElement.scrollWidth") == 360
    assert hindrances(tab, colors=True) == []
    assert tab.value("[...document.images].every(image => image.getAttribute('width') && image.hasAttribute('alt'))")
    assert tab.refusals() == []


def test_a_card_is_found_and_left_by_keys_alone(address: str, tab: Tab) -> None:
    tab.looks(1200, 800)
    tab.go(address + "/games/future-invaders")
    tab.press("/")
    tab.until(lambda: tab.value("document.activeElement.name") == "q")
    tab.press(*"patrol cutter", "Enter")
    tab.until(lambda: path(tab) == "/games/future-invaders/cards?q=patrol+cutter")
    tab.until(lambda: tab.count(".tile") == 1)
    tab.value("document.querySelector('.tile a').focus()")
    tab.press("Enter")
    tab.until(lambda: path(tab) == "/games/future-invaders/cards/patrol-cutter")
    tab.until(lambda: tab.value("document.readyState") == "complete")
    after = str(tab.value("document.querySelector('link[rel=next]').getAttribute('href')"))
    tab.press("ArrowRight")
    tab.until(lambda: path(tab) == after)
    tab.until(lambda: tab.value("document.readyState") == "complete")
    tab.press("ArrowLeft")
    tab.until(lambda: path(tab) == "/games/future-invaders/cards/patrol-cutter")


def test_keys_that_are_written_are_written(address: str, tab: Tab) -> None:
    tab.go(address + "/games/future-invaders/cards/patrol-cutter")
    tab.press("/", *"a/b", "ArrowLeft")
    assert tab.value("document.activeElement.value") == "a/b"
    assert path(tab) == "/games/future-invaders/cards/patrol-cutter"
    tab.press("Escape")
    assert tab.value("document.activeElement.tagName") == "BODY"


def test_the_last_word_of_a_query_is_completed(address: str, tab: Tab) -> None:
    tab.go(address + "/games/future-invaders/cards")
    tab.press("/", *"cost<=3 -fac")
    offered = "[...document.getElementById('terms').options].map(option => option.value)"
    assert "cost<=3 -faction:pirates" in tab.value(offered)
    tab.press(*"tion:o")
    assert tab.value(offered) == ["cost<=3 -faction:organics"]


def test_the_first_key_leads_to_the_content(address: str, tab: Tab) -> None:
    tab.go(address + "/games/future-invaders")
    tab.press("Tab")
    assert tab.value("document.activeElement.getAttribute('href')") == "#main"


def test_an_order_is_taken_as_soon_as_it_is_chosen(address: str, tab: Tab) -> None:
    tab.go(address + "/games/future-invaders/cards?q=type:ship")
    tab.value("{const s = document.querySelector('select'); s.value = '-cost'; s.dispatchEvent(new Event('change'))}")
    tab.until(lambda: "sort=-cost" in path(tab) and "q=type" in path(tab))


def test_pictures_take_their_place_before_they_are_there(address: str, tab: Tab) -> None:
    tab.looks(1200, 800)
    tab.go(address + "/games/future-invaders/cards")
    tab.until(lambda: tab.value("document.images[0].complete && document.images[0].naturalWidth > 0"))
    shifts = tab.value(
        "new Promise(done => new PerformanceObserver(list => done(list.getEntries().reduce((n, e) => n + e.value, 0)))"
        ".observe({type: 'layout-shift', buffered: true}) ?? setTimeout(() => done(0), 300))"
    )
    assert shifts < 0.02


def test_a_card_prints_without_what_only_screens_can_do(address: str, tab: Tab, tmp_path: Path) -> None:
    tab.go(address + "/games/future-invaders/cards/the-gilded-exile")
    tab.ask("Emulation.setEmulatedMedia", {"media": "print"})
    for part in ("header.site", "footer.site", ".neighbours"):
        assert tab.value(f"getComputedStyle(document.querySelector('{part}')).display") == "none"
    assert tab.value("getComputedStyle(document.querySelector('article.card h1')).display") == "block"
    tab.ask("Emulation.setEmulatedMedia", {"media": ""})
