"""The table without rules, in Chromium: by mouse, keys, touch, in French, and with links from strangers."""

import base64
import json
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.accessible import in_light_and_dark, needs_axe
from tests.support.chromium import Chromium, Tab, needs_chromium

pytestmark = [pytest.mark.long, needs_chromium]

MODULE = """import(document.querySelector('script[src*="free/main.js"]').src.replace("free/main.js", "%s"))"""
STORE = MODULE % "table/store.js"
STATE = MODULE % "free/state.js"
OWN = "document.querySelector('.t-own [data-area^=\"%s/\"]')"


def opened(browser: Chromium, url: str, width: int = 1280, height: int = 900) -> Tab:
    tab = browser.open()
    tab.looks(width, height)
    tab.go(url)
    tab.until("#table[data-ready]")
    return tab


def begun(browser: Chromium, url: str, **how: int) -> Tab:
    """A table at which the first player looks."""
    tab = opened(browser, url, **how)
    begin(tab)
    return tab


def begin(tab: Tab) -> None:
    tab.until("#t-begin, #t-look, .t-game")
    if tab.has("#t-begin"):
        tab.click("#t-begin")
        tab.until("#t-look, .t-game")
    if tab.has("#t-look"):
        tab.click("#t-look")
    tab.until(".t-game")


@pytest.fixture(scope="module")
def form(address: str) -> Iterator[Tab]:
    """The form of a game that nothing plays."""
    with Chromium() as browser:
        yield opened(browser, f"{address}/games/moon-duel/table")


@pytest.fixture
def tab(form: Tab) -> Tab:
    """A new table of that game, at which the first player looks."""
    form.looks(1280, 900)
    anew(form)
    begin(form)
    return form


def anew(tab: Tab) -> None:
    """The form again."""
    tab.run(f"{STATE}.then((it) => it.newGame())")
    tab.until("#t-begin")


def option(tab: Tab, words: str) -> None:
    """Take an option of the open dialog, by what it says."""
    options = "[...[...document.querySelectorAll('dialog[open]')].at(-1).querySelectorAll('[data-option]')]"
    tab.value(f"{options}.find((one) => one.innerText.startsWith({json.dumps(words)})).click()")


def cards(tab: Tab, area: str, whose: str = ".t-own") -> int:
    return tab.count(f'{whose} [data-area^="{area}/"] .t-card')


def pile(tab: Tab, area: str, whose: str = ".t-own") -> int:
    return int(tab.seen(f'{whose} [data-area^="{area}/"] b') or 0)


def position(tab: Tab) -> Any:
    """All that lies on the table, as data."""
    found = "({ state: { at } }) => [[...at.zones], [...at.counts], at.turn, at.things]"
    return tab.value(f"{STORE}.then({found})")


def link_of(fields: Any) -> str:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = packed.compress(json.dumps(fields).encode()) + packed.flush()
    return "#f1." + base64.urlsafe_b64encode(content).decode().rstrip("=")


def test_a_game_that_nothing_plays_is_played_by_mouse(tab: Tab) -> None:
    hand, deck = cards(tab, "hand"), pile(tab, "deck")
    assert (hand, cards(tab, "hand", ".t-others")) == (4, 4)
    assert tab.count(".t-others .t-card img:not([src*=back])") == 0
    tab.click("#f-draw")
    assert (cards(tab, "hand"), pile(tab, "deck")) == (hand + 1, deck - 1)
    tab.click('.t-own [data-area^="hand/"] .t-card')
    name = tab.seen(".t-menu h2")
    option(tab, "To Field")
    assert (cards(tab, "hand"), cards(tab, "field")) == (hand, 1)
    assert tab.seen(".t-log li:last-child") == f"Player 1: {name} from “Hand” to “Field”."
    assert name in tab.seen(".t-said")
    tab.click('.t-own [data-area^="field/"] .t-card')
    option(tab, "Turn sideways")
    assert tab.count(".t-own .t-sideways-1") == 1
    tab.click('.t-own [data-area^="field/"] .t-card')
    tab.click("#f-more")
    tab.click("#f-more")
    assert tab.seen(".t-menu .f-count").startswith("Counters: 2")
    tab.value("document.querySelector('.t-menu input[name=note]').value = 'sleeps'")
    tab.click(".t-menu .f-note button")
    assert "sleeps" in tab.seen(".t-own .t-marks")
    tab.click('.t-own [data-area^="field/"] .t-card')
    option(tab, "Turn face down")
    assert cards(tab, "field") == 1
    assert tab.value("document.querySelector('.t-own [data-area^=\"field/\"] .t-card').matches('.t-back')")
    tab.click('.t-own [data-key="deck/0"]')
    tab.click("#f-search")
    assert tab.count(".f-found .t-card img") == deck - 1
    tab.click("#f-shuffle")
    assert "shuffles “Deck”" in tab.seen(".t-log")
    assert not tab.refusals()


def test_things_are_dragged(tab: Tab) -> None:
    def at(script: str) -> dict[str, float]:
        box = tab.value(f"{script}.getBoundingClientRect().toJSON()")
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def drag(script: str, to: str) -> None:
        start, end = at(script), at(to)
        for kind, place in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
            pressed = {"type": kind, **place, "button": "left", "buttons": 1, "clickCount": 1}
            tab.ask("Input.dispatchMouseEvent", pressed)

    first = "document.querySelector('.t-own [data-area^=\"hand/\"] .t-card')"
    drag(first, OWN % "field")
    tab.until(lambda: (cards(tab, "hand"), cards(tab, "field")) == (3, 1))
    assert not tab.has("dialog[open]")
    drag("document.querySelector('.t-own [data-key=\"deck/0\"]')", OWN % "field")
    tab.until(lambda: cards(tab, "field") == 2)
    tab.click("#f-several")
    for n in range(2):
        tab.value(f"document.querySelectorAll('.t-own [data-area^=\"hand/\"] .t-card')[{n}].click()")
    drag(first, OWN % "discard")
    tab.until(lambda: cards(tab, "hand") == 1)
    assert "2 cards" in tab.seen(".t-log") or ", " in tab.seen(".t-log li:last-child")

    tab.looks(360, 740)
    anew(tab)
    begin(tab)

    def touch(kind: str, *places: dict[str, float]) -> None:
        tab.ask("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    for seconds in (0.3, 0):  # until the finger moves; at once it is a swipe, which scrolls
        tab.value(f"{first}.scrollIntoView({{ block: 'center' }})")
        start, end = at(first), at(OWN % "field")
        touch("touchStart", start)
        time.sleep(seconds)
        menu = "dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true }))"
        assert tab.value(f"{first}.{menu}") is False
        touch("touchMove", end)
        touch("touchEnd")
        assert (cards(tab, "hand"), cards(tab, "field")) == (3, 1)


def test_by_keys_alone(form: Tab) -> None:
    tab = form
    anew(tab)
    tab.value("document.querySelector('#t-begin').focus()")
    tab.press("Enter")
    tab.until(lambda: tab.value("document.activeElement.id === 't-look'"))
    tab.press("Enter")
    tab.until(lambda: cards(tab, "hand") == 4)
    tab.press("d")
    assert cards(tab, "hand") == 5
    tab.value("document.activeElement.blur()")
    while not tab.value("document.activeElement.closest('.t-own [data-area^=\"hand/\"]') !== null"):
        tab.press("ArrowRight")
    tab.press("Enter", "1")  # to the field
    assert (cards(tab, "hand"), cards(tab, "field")) == (4, 1)
    tab.until(lambda: tab.value("document.activeElement.closest('[data-area^=\"field/\"]') !== null"))
    tab.press("t", "+", "+", "-")
    assert "●" in tab.seen(".t-own .t-marks")
    assert tab.has(".t-sideways-1")
    tab.press("f")
    assert "flips" in tab.seen(".t-log li:last-child")
    tab.press("u", "u", "u", "u", "u")
    assert not tab.has(".t-sideways-1")
    tab.press("s")
    assert "shuffles" in tab.seen(".t-said")
    while not tab.value("document.activeElement.closest('.t-own [data-area^=\"hand/\"]') !== null"):
        tab.press("ArrowRight")
    tab.press("x", "ArrowRight", "x", "Enter")
    assert tab.count('[aria-pressed="true"].t-card') == 1
    tab.press("x", "f")
    assert "2 cards" in tab.seen(".t-said") or ", " in tab.seen(".t-said")
    tab.press("r")
    tab.until("#f-roll")
    tab.press("Escape", "n")
    tab.until(".t-curtain")
    tab.press("Enter")
    assert "Player 2" in tab.seen(".t-own .t-player")
    tab.press("?")
    assert "shuffle the pile" in tab.seen(".t-panel")


def test_dice_tokens_and_counters(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/saucer-dice/table?deck=duel-of-fire-and-ice")
    assert "× 12" in tab.seen(".t-shared")
    tab.click("#f-dice")
    tab.click("#f-roll-all")
    assert "rolls the dice" in tab.seen(".t-log") or "rolls" in tab.seen(".t-log")
    tab.click("#f-dice")
    tab.choose(".t-panel select", "20")
    tab.value("document.querySelector('.t-panel [name=number]').value = 3")
    tab.click("#f-roll")
    rolled = [int(one) for one in tab.seen(".t-log li:last-child").removesuffix(".").split("rolls ")[1].split(", ")]
    assert len(rolled) == 3
    assert all(1 <= one <= 20 for one in rolled)
    tab.click("#f-token")
    tab.value("document.querySelector('#f-token-name').value = 'Moon'")
    tab.click("#f-put")
    assert "Moon" in tab.seen(".t-table")
    tab.click('.t-own .f-counter [data-key$="+"]')
    assert tab.seen(".t-own .f-counter b") == "1"
    assert "Points is now 1" in tab.seen(".t-log")


def test_two_people_have_hands_behind_a_curtain(tab: Tab) -> None:
    mine = tab.value("[...document.querySelectorAll('.t-own .t-card img')].map((one) => one.src)")
    tab.choose("#f-seat", "1")
    assert tab.has(".t-curtain")
    assert not tab.has(".t-card")
    tab.click("#t-look")
    theirs = tab.value("[...document.querySelectorAll('.t-card img:not([src*=back])')].map((one) => one.src)")
    assert len(mine) == len(theirs) == 4
    tab.click("#f-draw")
    tab.choose("#f-seat", "0")
    tab.click("#t-look")
    assert tab.seen(".t-log ol").endswith("Player 2 draws 1 card.")


def test_undo_reset_and_links_give_the_same_table(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/invasion-tcg/table?deck=podfall")
    tab.click("#f-draw")
    before = position(tab)
    tab.click('.t-own [data-key="deck/0"]')
    tab.click("#f-shuffle")
    shuffled = position(tab)
    assert shuffled != before
    tab.click("#f-undo")
    assert position(tab) == before
    tab.click('.t-own [data-key="deck/0"]')
    tab.click("#f-shuffle")
    assert position(tab) == shuffled  # chance is that of the move
    tab.until(lambda: tab.value("location.hash.length") > 40)
    time.sleep(0.1)
    url, log = tab.value("location.href"), tab.seen(".t-log ol")
    tab.go("data:text/html,x")
    tab.go(url)
    tab.until("#table[data-ready]")
    tab.click("#t-look")
    assert position(tab) == shuffled
    assert tab.seen(".t-log ol") == log
    tab.click("#f-reset")
    tab.click("#f-reset-game")
    assert position(tab)[0] != shuffled[0]
    assert cards(tab, "hand") == 5
    tab.click("#f-undo")
    assert position(tab) == shuffled


def test_a_first_hand_is_drawn_anew(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/future-invaders/table?deck=earthwall")
    assert cards(tab, "hand") == 6
    tab.click("#f-redraw")
    assert cards(tab, "hand") == 6
    assert "1 left" in tab.seen("#f-redraw")
    tab.click("#f-draw")
    assert not tab.has("#f-redraw")


def test_on_a_phone_a_card_is_played_by_touch(browser: Chromium, address: str) -> None:
    for game in ("moon-duel", "future-invaders", "rone-invasion", "saucer-dice"):
        tab = begun(browser, f"{address}/games/{game}/table", width=360, height=740)
        tab.touch(".t-own .t-fan .t-card, .t-shared .t-card")
        tab.until(".t-menu[open]")
        assert tab.value("document.querySelector('.t-menu').getBoundingClientRect().width") <= 360
        option(tab, "To ")
        assert tab.value("document.documentElement.scrollWidth <= innerWidth"), game
        assert tab.too_small("#table button") == 0, game
        tab.close()


def test_in_french_nothing_is_english(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/moon-duel/table?lang=fr")
    tab.click("#f-draw")
    said = tab.seen("#table")
    for words in ("Table libre", "Joueur 1", "Pioche", "Main", "Défausse", "Terrain", "Tour suivant", "pioche"):
        assert words in said
    for words in ("Player", "Deck", "Hand", "Draw", "Next", "Round"):
        assert words not in said


def test_a_dialog_that_is_opened_as_another_closes_stays(tab: Tab) -> None:
    tab.click("#f-dice")
    at_once = "document.querySelector('#f-token').click()"
    tab.value(f"document.querySelector('dialog').requestClose(); Promise.resolve().then(() => {at_once})")
    tab.value("new Promise((done) => setTimeout(done, 100))")  # the first one's event has come
    assert tab.text("dialog[open] h2") == "Token"


@needs_axe
@pytest.mark.parametrize("game", ["moon-duel", "future-invaders", "saucer-dice"])
def test_axe_finds_nothing(browser: Chromium, address: str, game: str) -> None:
    tab = opened(browser, f"{address}/games/{game}/table")
    assert game != "moon-duel" or in_light_and_dark(tab) == []  # the form is the same for every game
    begin(tab)
    assert in_light_and_dark(tab) == []
    several = [".t-own .f-pile[data-key]", "#f-dice", "#f-token", "#f-reset", "#f-keys"]  # the same for every game
    for where in (".t-own .t-fan .t-card, .t-shared .t-card", *(several if game == "moon-duel" else ())):
        tab.click(where)
        tab.until("dialog[open]")
        assert in_light_and_dark(tab, "dialog") == []
        tab.press("Escape")
        tab.until(lambda: not tab.has("dialog[open]"))


GOOD = ["moon-duel", "standard", 1, 7, [["Mine", {"main": {"coal-sprite": 10}}]], False]
STRANGE: dict[str, str] = {
    "nonsense": "#f1.nonsense",
    "of another version": "#f9.AAAA",
    "no letters": "#f1.%00%ff",
    "of another game": link_of(["saucer-dice", *GOOD[1:], []]),
    "no list": link_of({"a": 1}),
    "nothing": link_of(None),
    "deep": "#f1." + "W" * 50_000,
    "a thousand million cards": link_of([*GOOD[:4], [["Mine", {"main": {"coal-sprite": 10**9}}]], False, []]),
    "a thousand players": link_of([*GOOD[:2], 1000, *GOOD[3:], []]),
    "a format of nobody": link_of([GOOD[0], "__proto__", *GOOD[2:], []]),
    "too many moves": link_of([*GOOD, [[0, "draw", 1]] * 5_000]),
    "large": link_of([*GOOD, [[0, "note", 0, "x" * 2_000_000]]]),
    "a move of nobody": link_of([*GOOD, [[5, "draw", 1]]]),
    "a move that there is not": link_of([*GOOD, [[0, "constructor", 1]]]),
    "a thing that there is not": link_of([*GOOD, [[0, "move", [99], "field/0"]]]),
    "a place that there is not": link_of([*GOOD, [[0, "move", [1], "__proto__"]]]),
    "a long roll": link_of([*GOOD, [[0, "throw", 10**12, 10**12]]]),
    "a turn that there is not": link_of([*GOOD, [[0, "turn", [1], 1e308]]]),
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_link_of_a_stranger_ends_in_a_message(form: Tab, name: str) -> None:
    tab = form
    anew(tab)
    tab.value(f"location.hash = {json.dumps(STRANGE[name])}")
    tab.value(f"{STATE}.then(async (it) => {{ const found = await it.linked(); if (found) it.show(found); }})")
    tab.until(lambda: "no game that can be read" in tab.seen(".t-failed"))
    begin(tab)
    assert cards(tab, "hand") == 4
    assert not tab.has(".t-failed")


def test_a_page_with_such_a_link_is_a_form(browser: Chromium, address: str) -> None:
    for name in ("nonsense", "a move of nobody"):  # it can't be read, or not be played
        tab = opened(browser, f"{address}/games/moon-duel/table{STRANGE[name]}")
        tab.until(lambda tab=tab: "no game that can be read" in tab.seen(".t-failed"))  # type: ignore[misc]
        assert tab.has("#t-begin"), name


def test_a_link_of_many_moves_and_markup_is_shown_as_text(browser: Chromium, address: str) -> None:
    notes = [[0, "note", 0, "<img src=x onerror=alert(1)>"], *[[0, "shuffle", "deck/0"]] * 1_500]
    tab = opened(browser, f"{address}/games/moon-duel/table{link_of([*GOOD, notes])}")
    assert tab.count(".t-log li") == 1_501
    assert not tab.has(".t-log img")
    assert "<img" in tab.seen(".t-log")


def test_a_game_is_saved_in_a_file_and_opened(browser: Chromium, address: str, tmp_path: Path) -> None:
    tab = begun(browser, f"{address}/games/moon-duel/table")
    tab.click("#f-draw")
    before = position(tab)
    browser.download_to(tmp_path)
    tab.click("#f-save")
    file = tmp_path / "moon-duel-table.json"
    tab.until(file.is_file)
    anew(tab)
    tab.upload("#f-file", file)
    tab.until("#t-look")
    tab.click("#t-look")
    assert position(tab) == before


def test_a_deck_of_the_builder_is_tried(browser: Chromium, address: str) -> None:
    tab = browser.open(f"{address}/games/moon-duel/build?deck=first-deck")
    tab.until("#b-table:not(:disabled)")
    tab.click("#b-table")
    tab.until("#table[data-ready]")
    tab.until("#t-look")
    tab.click("#t-look")
    assert cards(tab, "hand") == 4
