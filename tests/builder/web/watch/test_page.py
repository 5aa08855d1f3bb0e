"""The page of `arsenal watch` in a browser: what it shows, and that the keyboard alone does all that the mouse does."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from builder.authoring.new import new_game
from builder.web.watch import Preview, Watched, editor_pattern, served
from tests.support.attacks import cards, spell, spells
from tests.support.chromium import Chromium, Tab, needs_chromium

pytestmark = [pytest.mark.long, needs_chromium]

LIST = "document.getElementById('list')"
NAMED = {"searchbox", "slider", "list", "button", "checkbox", "region"}


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The page of a pack of 12 cards, of which 20 more have faults."""
    folder = tmp_path_factory.mktemp("page")
    new_game("Moon Duel", folder)
    cards(folder / "moon-duel", spells(12))
    faulty = "".join(spell(n, number=n, cost="much") for n in range(20, 40))
    (folder / "moon-duel/sets/core/more.yaml").write_text(faulty, "utf-8")
    with Chromium() as browser, _served(folder) as (_, url):
        yield browser.open(url)


def _served(folder: Path) -> AbstractContextManager[tuple[Preview, str]]:
    return served(Watched(folder / "moon-duel"), 0, editor=editor_pattern("vscode"))


def focused(tab: Tab) -> str:
    return str(tab.value("document.activeElement.id"))


def test_pictures_and_faults_are_shown(tab: Tab) -> None:
    tab.until(lambda: tab.count("figure img") >= 3)  # those near the window
    assert tab.value("document.getElementById('count').textContent") == "13 pictures"
    assert tab.value("document.title") == "(20) Moon Duel"
    assert tab.value("[...document.images].every(image => image.naturalWidth > 100 && image.alt)")
    assert tab.count("#list li.error") == 20
    tab.until(lambda: tab.value("document.getElementById('state').className") == "live")
    assert tab.refusals() == []


def test_the_keyboard_finds_cards(tab: Tab) -> None:
    tab.value("document.querySelector('.skip').focus()")
    tab.press("Enter", "Tab")  # past the bar that every page has
    assert focused(tab) == "find"
    tab.press(*"card 1")
    shown = "[...document.querySelectorAll('figure:not([hidden])')].map(one => one.dataset.title)"
    assert tab.value(shown) == ["Card 1", "Card 10", "Card 11"]
    assert tab.value("document.getElementById('count').textContent") == "3 of 13 pictures"
    tab.press("Escape")
    assert tab.value("document.getElementById('count').textContent") == "13 pictures"


def test_the_keyboard_makes_cards_larger(tab: Tab) -> None:
    width = "document.querySelector('figure').getBoundingClientRect().width"
    before = tab.value(width)
    tab.value("document.getElementById('find').focus()")
    tab.press("Tab")
    assert focused(tab) == "size"
    tab.press("End")
    assert tab.value(width) > 1.5 * before


def test_the_keyboard_reads_all_faults(tab: Tab) -> None:
    assert tab.value(f"{LIST}.scrollHeight > {LIST}.clientHeight")
    tab.value("document.getElementById('guides').focus()")
    tab.press("Tab", "Tab")  # past what folds the list away
    assert focused(tab) == "list"
    tab.press("End")
    tab.until(lambda: tab.value(f"{LIST}.scrollTop + {LIST}.clientHeight >= {LIST}.scrollHeight - 2"))


def test_pictures_are_as_large_to_each_other_as_the_things_are(tab: Tab) -> None:
    ratio = "one => one.box.getBoundingClientRect().width / one.thing.width"
    ratios = tab.value(f"[...document.querySelectorAll('figure')].map({ratio})")
    assert len(ratios) == 13
    assert max(ratios) - min(ratios) < 0.01


def test_a_fault_opens_the_editor_at_its_place(tab: Tab) -> None:
    link = tab.value("document.querySelector('#list li a').href")
    assert link.startswith("vscode://file/")
    assert link.endswith("/moon-duel/sets/core/more.yaml:1:95")


def test_faults_are_folded_away_and_stay_so(tab: Tab) -> None:
    tab.value("document.querySelector('#fold > summary').focus()")
    tab.press("Enter")
    tab.until(lambda: not tab.value("document.getElementById('fold').open"))
    assert not tab.value(f"{LIST}.checkVisibility({{contentVisibilityAuto: true}})")
    assert str(tab.value("document.getElementById('summary').textContent")).startswith("20 errors")
    tab.until(lambda: tab.value("localStorage.getItem('arsenal-findings-folded')") == "")
    tab.go(tab.value("location.href"))
    tab.until(lambda: tab.count("#list li") == 20)
    assert not tab.value("document.getElementById('fold').open")
    tab.value("document.querySelector('#fold > summary').focus()")
    tab.press(" ")
    tab.until(lambda: tab.value("document.getElementById('fold').open"))
    tab.until(lambda: tab.count("figure img") >= 3)


def test_a_card_is_shown_large_by_the_keyboard_with_its_neighbours_and_its_file(tab: Tab) -> None:
    title = "document.getElementById('large-title').textContent"
    tab.value("document.querySelector('figure button').focus()")
    tab.press("Enter")
    assert tab.value("document.getElementById('large').open")
    assert tab.value(title) == "001 Card 0"
    tab.until(lambda: tab.value("document.querySelector('#large-picture img').naturalWidth") > 100)
    assert tab.value("document.getElementById('large-about').textContent").endswith("63 × 88 mm")
    tab.until(lambda: not tab.value("document.getElementById('edit').hidden"))
    assert tab.value("document.getElementById('edit').href").endswith("/moon-duel/sets/core/cards.yaml:1:10")
    tab.press("ArrowRight")
    assert tab.value(title) == "002 Card 1"
    tab.press("ArrowLeft", "ArrowLeft")
    assert tab.value(title) == "back"
    tab.press("Escape")
    assert not tab.value("document.getElementById('large').open")
    assert tab.value("document.activeElement.className") == "w-picture"
    assert tab.refusals() == []


def test_cut_and_safe_zone_lie_over_each_picture(tab: Tab) -> None:
    drawn = "[...document.querySelectorAll('img.guides')]"
    assert tab.value(f"{drawn}.length") == 0
    tab.value("document.getElementById('guides').focus()")
    tab.press(" ")
    tab.until(lambda: tab.value(f"{drawn}.length > 2 && {drawn}.every(image => image.naturalWidth > 0)"))
    width, below = "getBoundingClientRect().width", "parentElement.querySelector('img')"
    tab.until(lambda: tab.value(f"{drawn}.every(one => one.{width} === one.{below}.{width})"))  # pictures may come in
    tab.press(" ")
    tab.until(lambda: tab.value(f"{drawn}.length") == 0)
    assert not tab.value("document.getElementById('large').open")


def test_who_has_moved_on_when_the_large_picture_is_gone_stays_there(tab: Tab) -> None:
    tab.value("document.querySelector('figure button').click()")
    tab.value("(document.getElementById('large').close(), document.getElementById('size').focus())")  # in one step
    tab.value("new Promise(done => setTimeout(done, 100))")  # the event has come
    assert focused(tab) == "size"
    tab.value("document.querySelector('figure button').click()")
    third = "document.querySelector('figure:nth-child(3) button')"
    tab.value(f"(document.getElementById('large').close(), {third}.click())")
    tab.value("new Promise(done => setTimeout(done, 100))")
    tab.press("ArrowRight")
    assert tab.value("document.getElementById('large-title').textContent") == "004 Card 3"
    tab.press("Escape")


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
