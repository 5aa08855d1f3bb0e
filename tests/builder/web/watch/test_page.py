"""The page of `arsenal watch` in a browser: what it shows, and that the keyboard alone does all that the mouse does."""

from collections.abc import Iterator

import pytest

from builder.authoring.new import new_game
from builder.web.watch import Watched, served
from tests.support.attacks import cards, spell, spells
from tests.support.chromium import Chromium, Tab, needs_chromium

pytestmark = needs_chromium

KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "ArrowLeft": 37, "ArrowRight": 39, "PageDown": 34}
LIST = "document.getElementById('list')"
NAMED = {"searchbox", "slider", "list", "image", "region"}


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The page of a pack of 12 cards, of which 20 more have faults."""
    folder = tmp_path_factory.mktemp("page")
    new_game("Moon Duel", folder)
    cards(folder / "moon-duel", spells(12))
    faulty = "".join(spell(n, number=n, cost="much") for n in range(20, 40))
    (folder / "moon-duel/sets/core/more.yaml").write_text(faulty, "utf-8")
    with Chromium(folder / "browser") as browser, served(Watched(folder / "moon-duel"), 0) as (_, url):
        yield browser.open(url)


def press(tab: Tab, *keys: str) -> None:
    for key in keys:
        tab.press(key, KEYS.get(key, 0))


def focused(tab: Tab) -> str:
    return str(tab.value("document.activeElement.id"))


def test_pictures_and_faults_are_shown(tab: Tab) -> None:
    tab.until(lambda: tab.value("document.querySelectorAll('figure img').length") >= 3)  # those near the window
    assert tab.value("document.getElementById('count').textContent") == "13 pictures"
    assert tab.value("document.title") == "(20) Moon Duel"
    assert tab.value("[...document.images].every(image => image.naturalWidth > 100 && image.alt)")
    assert tab.value("document.querySelectorAll('#list li.error').length") == 20
    tab.until(lambda: tab.value("document.getElementById('state').className") == "live")
    assert tab.refusals() == []


def test_the_keyboard_finds_cards(tab: Tab) -> None:
    press(tab, "Tab")
    assert focused(tab) == "find"
    press(tab, *"card 1")
    assert tab.value("[...document.querySelectorAll('figure:not([hidden])')].map(f => f.dataset.title).join()") == (
        "Card 1,Card 10,Card 11"
    )
    assert tab.value("document.getElementById('count').textContent") == "3 of 13 pictures"
    press(tab, "Escape")
    assert tab.value("document.getElementById('count').textContent") == "13 pictures"


def test_the_keyboard_makes_cards_larger(tab: Tab) -> None:
    width = "document.querySelector('figure').getBoundingClientRect().width"
    before = tab.value(width)
    tab.value("document.getElementById('find').focus()")
    press(tab, "Tab")
    assert focused(tab) == "size"
    press(tab, "End")
    assert tab.value(width) > 1.5 * before


def test_the_keyboard_reads_all_faults(tab: Tab) -> None:
    assert tab.value(f"{LIST}.scrollHeight > {LIST}.clientHeight")
    tab.value("document.getElementById('size').focus()")
    press(tab, "Tab")
    assert focused(tab) == "list"
    press(tab, "End")
    tab.until(lambda: tab.value(f"{LIST}.scrollTop + {LIST}.clientHeight >= {LIST}.scrollHeight - 2"))


def test_what_has_the_keyboard_is_seen(tab: Tab) -> None:
    for name in ("find", "size", "list"):
        tab.value(f"document.getElementById('{name}').focus({{focusVisible: true}})")
        assert tab.value("getComputedStyle(document.activeElement).outlineStyle") != "none"
        assert tab.value("document.activeElement.matches(':focus-visible')")


def test_all_that_is_used_has_a_name(tab: Tab) -> None:
    tree = tab.ask("Accessibility.getFullAXTree")["nodes"]
    names = {(node["role"]["value"], node["name"]["value"]) for node in tree if node["role"]["value"] in NAMED}
    assert {role for role, _ in names} == NAMED
    assert "" not in {name.strip() for _, name in names}
