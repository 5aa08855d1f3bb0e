"""The table without rules, in Chromium: by mouse, keys, touch, in French, offline, and with links from strangers."""

import base64
import json
import time
import zlib
from pathlib import Path
from typing import Any

import pytest

from builder.web.site.writing import SiteOptions, write_site
from builder.workspace import Workspace
from tests.support.accessible import hindrances, needs_axe
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.sites import hosted

pytestmark = [pytest.mark.long, needs_chromium]

MODULE = """import(document.querySelector('script[src*="free/main.js"]').src.replace("free/main.js", "%s"))"""
STORE = MODULE % "table/store.js"
OWN = "document.querySelector('.t-own [data-area^=\"%s/\"]')"
TURNS = {"1": 49, "2": 50, "ArrowRight": 39, "ArrowLeft": 37, "Enter": 13, "Escape": 27}


def ready(tab: Tab) -> None:
    tab.until(lambda: tab.value("document.querySelector('#table[data-ready]') !== null"))


def opened(browser: Chromium, url: str, width: int = 1280, height: int = 900, network: bool = False) -> Tab:
    tab = browser.open("data:text/html,x", network=network)
    tab.looks(width, height)
    tab.go(url)
    ready(tab)
    return tab


def begun(browser: Chromium, url: str, **how: int) -> Tab:
    """A table at which the first player looks."""
    tab = opened(browser, url, **how)
    if tab.value("document.querySelector('#t-begin') !== null"):
        click(tab, "#t-begin")
    tab.until(lambda: tab.value("document.querySelector('#t-look, .t-game') !== null"))
    if tab.value("document.querySelector('#t-look') !== null"):
        click(tab, "#t-look")
    tab.until(lambda: tab.value("document.querySelector('.t-game') !== null"))
    return tab


def click(tab: Tab, selector: str) -> None:
    tab.value(f"document.querySelector({json.dumps(selector)}).click()")
    drawn(tab)


def drawn(tab: Tab) -> None:
    tab.value("new Promise((done) => setTimeout(done, 30))")


def choose(tab: Tab, selector: str, value: str) -> None:
    tab.value(
        f"(s => {{ s.value = {json.dumps(value)}; s.dispatchEvent(new Event('change', {{ bubbles: true }})); }})"
        f"(document.querySelector({json.dumps(selector)}))"
    )
    drawn(tab)


def option(tab: Tab, words: str) -> None:
    """Take an option of the open dialog, by what it says."""
    tab.value(
        f"[...document.querySelectorAll('dialog[open]')].at(-1).querySelectorAll('[data-option]').values()"
        f".find((one) => one.innerText.startsWith({json.dumps(words)})).click()"
    )
    drawn(tab)


def press(tab: Tab, *keys: str) -> None:
    for key in keys:
        tab.press(key, TURNS.get(key, ord(key.upper()) if len(key) == 1 else 0))
        drawn(tab)


def text(tab: Tab, selector: str) -> str:
    return str(tab.value(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))


def cards(tab: Tab, area: str, whose: str = ".t-own") -> int:
    where = f'{whose} [data-area^="{area}/"]'
    found: int = tab.value(f"document.querySelectorAll({json.dumps(where + ' .t-card')}).length")
    return found


def pile(tab: Tab, area: str, whose: str = ".t-own") -> int:
    return int(text(tab, f'{whose} [data-area^="{area}/"] b') or 0)


def position(tab: Tab) -> Any:
    """All that lies on the table, as data."""
    return tab.value(
        f"{STORE}.then(({{ state }}) => [[...state.at.zones], [...state.at.counts], state.at.turn, state.at.things])"
    )


def link_of(fields: Any) -> str:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = packed.compress(json.dumps(fields).encode()) + packed.flush()
    return "#f1." + base64.urlsafe_b64encode(content).decode().rstrip("=")


def test_a_game_that_nothing_plays_is_played_by_mouse(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/moon-duel/table")
    hand, deck = cards(tab, "hand"), pile(tab, "deck")
    assert (hand, cards(tab, "hand", ".t-others")) == (4, 4)
    assert tab.value("document.querySelectorAll('.t-others .t-card img:not([src*=back])').length") == 0
    click(tab, "#f-draw")
    assert (cards(tab, "hand"), pile(tab, "deck")) == (hand + 1, deck - 1)
    click(tab, '.t-own [data-area^="hand/"] .t-card')
    name = text(tab, ".t-menu h2")
    option(tab, "To Field")
    assert (cards(tab, "hand"), cards(tab, "field")) == (hand, 1)
    assert text(tab, ".t-log li:last-child") == f"Player 1: {name} from “Hand” to “Field”."
    assert name in text(tab, ".t-said")
    click(tab, '.t-own [data-area^="field/"] .t-card')
    option(tab, "Turn sideways")
    assert tab.value("document.querySelectorAll('.t-own .t-sideways-1').length") == 1
    click(tab, '.t-own [data-area^="field/"] .t-card')
    click(tab, "#f-more")
    click(tab, "#f-more")
    assert text(tab, ".t-menu .f-count").startswith("Counters: 2")
    tab.value("document.querySelector('.t-menu input[name=note]').value = 'sleeps'")
    click(tab, ".t-menu .f-note button")
    assert "sleeps" in text(tab, ".t-own .t-marks")
    click(tab, '.t-own [data-area^="field/"] .t-card')
    option(tab, "Turn face down")
    assert cards(tab, "field") == 1
    assert tab.value("document.querySelector('.t-own [data-area^=\"field/\"] .t-card').matches('.t-back')")
    click(tab, '.t-own [data-key="deck/0"]')
    click(tab, "#f-search")
    assert tab.value("document.querySelectorAll('.f-found .t-card img').length") == deck - 1
    click(tab, "#f-shuffle")
    assert "shuffles “Deck”" in text(tab, ".t-log")
    assert not tab.refusals()


def test_things_are_dragged(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/moon-duel/table")

    def at(script: str) -> dict[str, float]:
        box = tab.value(f"{script}.getBoundingClientRect().toJSON()")
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def drag(script: str, to: str) -> None:
        start, end = at(script), at(to)
        for kind, place in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
            tab.ask(
                "Input.dispatchMouseEvent", {"type": kind, **place, "button": "left", "buttons": 1, "clickCount": 1}
            )
        drawn(tab)

    first = "document.querySelector('.t-own [data-area^=\"hand/\"] .t-card')"
    drag(first, OWN % "field")
    tab.until(lambda: (cards(tab, "hand"), cards(tab, "field")) == (3, 1))
    assert tab.value("document.querySelector('dialog[open]')") is None
    drag("document.querySelector('.t-own [data-key=\"deck/0\"]')", OWN % "field")
    tab.until(lambda: cards(tab, "field") == 2)
    click(tab, "#f-several")
    for n in range(2):
        tab.value(f"document.querySelectorAll('.t-own [data-area^=\"hand/\"] .t-card')[{n}].click()")
        drawn(tab)
    drag(first, OWN % "discard")
    tab.until(lambda: cards(tab, "hand") == 1)
    assert "2 cards" in text(tab, ".t-log") or ", " in text(tab, ".t-log li:last-child")
    tab = begun(browser, f"{address}/games/moon-duel/table", width=360, height=740)

    def touch(kind: str, *places: dict[str, float]) -> None:
        tab.ask("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    for seconds in (0.3, 0):  # until the finger moves; at once it is a swipe, which scrolls
        tab.value(f"{first}.scrollIntoView({{ block: 'center' }})")
        drawn(tab)
        start, end = at(first), at(OWN % "field")
        touch("touchStart", start)
        time.sleep(seconds)
        menu = "dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true }))"
        assert tab.value(f"{first}.{menu}") is False
        touch("touchMove", end)
        touch("touchEnd")
        drawn(tab)
        assert (cards(tab, "hand"), cards(tab, "field")) == (3, 1)


def test_by_keys_alone(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/moon-duel/table")
    tab.value("document.querySelector('#t-begin').focus()")
    press(tab, "Enter")
    tab.until(lambda: tab.value("document.activeElement.id === 't-look'"))
    press(tab, "Enter")
    tab.until(lambda: cards(tab, "hand") == 4)
    press(tab, "d")
    assert cards(tab, "hand") == 5
    tab.value("document.activeElement.blur()")
    while not tab.value("document.activeElement.closest('.t-own [data-area^=\"hand/\"]') !== null"):
        press(tab, "ArrowRight")
    press(tab, "Enter", "1")  # to the field
    assert (cards(tab, "hand"), cards(tab, "field")) == (4, 1)
    tab.until(lambda: tab.value("document.activeElement.closest('[data-area^=\"field/\"]') !== null"))
    press(tab, "t", "+", "+", "-")
    assert "●" in text(tab, ".t-own .t-marks")
    assert tab.value("document.querySelector('.t-sideways-1') !== null")
    press(tab, "f")
    assert "flips" in text(tab, ".t-log li:last-child")
    press(tab, "u", "u", "u", "u", "u")
    assert tab.value("document.querySelector('.t-sideways-1')") is None
    press(tab, "s")
    assert "shuffles" in text(tab, ".t-said")
    while not tab.value("document.activeElement.closest('.t-own [data-area^=\"hand/\"]') !== null"):
        press(tab, "ArrowRight")
    press(tab, "x", "ArrowRight", "x", "Enter")
    assert tab.value("document.querySelectorAll('[aria-pressed=\"true\"].t-card').length") == 1
    press(tab, "x", "f")
    assert "2 cards" in text(tab, ".t-said") or ", " in text(tab, ".t-said")
    press(tab, "r")
    tab.until(lambda: tab.value("document.querySelector('#f-roll') !== null"))
    press(tab, "Escape", "n")
    tab.until(lambda: tab.value("document.querySelector('.t-curtain') !== null"))
    press(tab, "Enter")
    assert "Player 2" in text(tab, ".t-own .t-player")
    press(tab, "?")
    assert "shuffle the pile" in text(tab, ".t-panel")


def test_dice_tokens_and_counters(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/saucer-dice/table?deck=duel-of-fire-and-ice")
    assert "× 12" in text(tab, ".t-shared")
    click(tab, "#f-dice")
    click(tab, "#f-roll-all")
    assert "rolls the dice" in text(tab, ".t-log") or "rolls" in text(tab, ".t-log")
    click(tab, "#f-dice")
    choose(tab, ".t-panel select", "20")
    tab.value("document.querySelector('.t-panel [name=number]').value = 3")
    click(tab, "#f-roll")
    rolled = [int(one) for one in text(tab, ".t-log li:last-child").removesuffix(".").split("rolls ")[1].split(", ")]
    assert len(rolled) == 3
    assert all(1 <= one <= 20 for one in rolled)
    click(tab, "#f-token")
    tab.value("document.querySelector('#f-token-name').value = 'Moon'")
    click(tab, "#f-put")
    assert "Moon" in text(tab, ".t-table")
    click(tab, '.t-own .f-counter [data-key$="+"]')
    assert text(tab, ".t-own .f-counter b") == "1"
    assert "Points is now 1" in text(tab, ".t-log")


def test_two_people_have_hands_behind_a_curtain(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/moon-duel/table")
    mine = tab.value("[...document.querySelectorAll('.t-own .t-card img')].map((one) => one.src)")
    choose(tab, "#f-seat", "1")
    assert tab.value("document.querySelector('.t-curtain') !== null")
    assert tab.value("document.querySelector('.t-card')") is None
    click(tab, "#t-look")
    theirs = tab.value("[...document.querySelectorAll('.t-card img:not([src*=back])')].map((one) => one.src)")
    assert len(mine) == len(theirs) == 4
    click(tab, "#f-draw")
    choose(tab, "#f-seat", "0")
    click(tab, "#t-look")
    assert text(tab, ".t-log ol").endswith("Player 2 draws 1 card.")


def test_undo_reset_and_links_give_the_same_table(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/invasion-tcg/table?deck=podfall")
    click(tab, "#f-draw")
    before = position(tab)
    click(tab, '.t-own [data-key="deck/0"]')
    click(tab, "#f-shuffle")
    shuffled = position(tab)
    assert shuffled != before
    click(tab, "#f-undo")
    assert position(tab) == before
    click(tab, '.t-own [data-key="deck/0"]')
    click(tab, "#f-shuffle")
    assert position(tab) == shuffled  # chance is that of the move
    tab.until(lambda: tab.value("location.hash.length") > 40)
    time.sleep(0.1)
    url, log = tab.value("location.href"), text(tab, ".t-log ol")
    tab.go("data:text/html,x")
    tab.go(url)
    ready(tab)
    click(tab, "#t-look")
    assert position(tab) == shuffled
    assert text(tab, ".t-log ol") == log
    click(tab, "#f-reset")
    click(tab, "#f-reset-game")
    assert position(tab)[0] != shuffled[0]
    assert cards(tab, "hand") == 5
    click(tab, "#f-undo")
    assert position(tab) == shuffled


def test_a_first_hand_is_drawn_anew(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/future-invaders/table?deck=earthwall")
    assert cards(tab, "hand") == 6
    click(tab, "#f-redraw")
    assert cards(tab, "hand") == 6
    assert "1 left" in text(tab, "#f-redraw")
    click(tab, "#f-draw")
    assert tab.value("document.querySelector('#f-redraw')") is None


def test_on_a_phone_a_card_is_played_by_touch(browser: Chromium, address: str) -> None:
    for game in ("moon-duel", "future-invaders", "rone-invasion", "saucer-dice"):
        tab = begun(browser, f"{address}/games/{game}/table", width=360, height=740)
        first = "document.querySelector('.t-own .t-fan .t-card, .t-shared .t-card')"
        tab.value(f"{first}.scrollIntoView({{ block: 'center' }})")
        drawn(tab)
        box = tab.value(f"{first}.getBoundingClientRect().toJSON()")
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        tab.ask("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
        tab.ask("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        tab.until(lambda tab=tab: tab.value("document.querySelector('.t-menu[open]') !== null"))
        assert tab.value("document.querySelector('.t-menu').getBoundingClientRect().width") <= 360
        option(tab, "To ")
        assert tab.value("document.documentElement.scrollWidth <= innerWidth"), game
        small = tab.value(
            "[...document.querySelectorAll('#table button')].map((one) => one.getBoundingClientRect())"
            ".filter((one) => one.width && (one.width < 24 || one.height < 24)).length"
        )
        assert small == 0, game
        tab.close()


def test_in_french_nothing_is_english(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/moon-duel/table?lang=fr")
    click(tab, "#f-draw")
    said = text(tab, "#table")
    for words in ("Table libre", "Joueur 1", "Pioche", "Main", "Défausse", "Terrain", "Tour suivant", "pioche"):
        assert words in said
    for words in ("Player", "Deck", "Hand", "Draw", "Next", "Round"):
        assert words not in said


@needs_axe
@pytest.mark.parametrize("game", ["moon-duel", "future-invaders", "saucer-dice"])
def test_axe_finds_nothing(browser: Chromium, address: str, game: str) -> None:
    tab = opened(browser, f"{address}/games/{game}/table")

    def found() -> list[str]:
        light = hindrances(tab)
        tab.looks(1280, 900, scheme="dark")
        dark = hindrances(tab, colors=True)
        tab.looks(1280, 900)
        return light + dark

    assert found() == []
    click(tab, "#t-begin")
    click(tab, "#t-look")
    assert found() == []
    tab.value("document.querySelector('.t-own .t-fan .t-card, .t-shared .t-card').click()")
    drawn(tab)
    assert found() == []
    option(tab, "To ")
    if game != "moon-duel":
        return  # what follows is the same for every game
    click(tab, ".t-own .f-pile[data-key]")
    assert found() == []
    press(tab, "Escape")
    for name in ("dice", "token", "reset", "keys"):
        click(tab, f"#f-{name}")
        assert found() == []
        press(tab, "Escape")


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


def test_a_link_of_a_stranger_ends_in_a_message(browser: Chromium, address: str) -> None:
    tab = browser.open("data:text/html,x")
    tab.looks(1280, 900)
    for name, link in STRANGE.items():
        tab.go("data:text/html,x")
        tab.go(f"{address}/games/moon-duel/table{link}")
        ready(tab)
        tab.until(lambda: "no game that can be read" in text(tab, ".t-failed"))
        click(tab, "#t-begin")
        click(tab, "#t-look")
        assert cards(tab, "hand") == 4, name
        assert tab.value("document.querySelector('.t-failed')") is None, name


def test_a_link_of_many_moves_and_markup_is_shown_as_text(browser: Chromium, address: str) -> None:
    notes = [[0, "note", 0, "<img src=x onerror=alert(1)>"], *[[0, "shuffle", "deck/0"]] * 1_500]
    tab = opened(browser, f"{address}/games/moon-duel/table{link_of([*GOOD, notes])}")
    assert tab.value("document.querySelectorAll('.t-log li').length") == 1_501
    assert tab.value("document.querySelector('.t-log img')") is None
    assert "<img" in text(tab, ".t-log")


def test_a_game_is_saved_in_a_file_and_opened(browser: Chromium, address: str, tmp_path: Path) -> None:
    tab = begun(browser, f"{address}/games/moon-duel/table")
    click(tab, "#f-draw")
    before = position(tab)
    browser.download_to(tmp_path)
    click(tab, "#f-save")
    file = tmp_path / "moon-duel-table.json"
    tab.until(file.is_file)
    tab.go("data:text/html,x")
    tab.go(f"{address}/games/moon-duel/table")
    ready(tab)
    tab.ask("DOM.enable")
    document = tab.ask("DOM.getDocument")["root"]["nodeId"]
    node = tab.ask("DOM.querySelector", {"nodeId": document, "selector": "#f-file"})["nodeId"]
    tab.ask("DOM.setFileInputFiles", {"nodeId": node, "files": [str(file)]})
    tab.until(lambda: tab.value("document.querySelector('#t-look') !== null"))
    click(tab, "#t-look")
    assert position(tab) == before


def test_the_table_of_a_site_needs_neither_its_host_nor_python(browser: Chromium, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    with Workspace() as workspace:
        write_site(workspace, folder, SiteOptions(games=["saucer-people"]))
    with hosted(folder) as host:
        url = f"{host.url}games/saucer-people/table.html"
        tab = begun(browser, url, network=True)
        assert not [one for one in tab.asked_for() if "pyodide" in one or "core.zip" in one]
        tab.stored()
        host.off()
        tab.go("data:text/html,")
        tab.go(url)
        ready(tab)
        click(tab, "#t-begin")
        click(tab, "#t-look")
        click(tab, "#f-draw")
        assert "draws" in text(tab, ".t-log")
        assert not tab.refusals()


def test_a_deck_of_the_builder_is_tried(browser: Chromium, address: str) -> None:
    tab = browser.open("data:text/html,x")
    tab.go(f"{address}/games/moon-duel/build?deck=first-deck")
    tab.until(lambda: tab.value("document.getElementById('builder')?.dataset.ready") == "")
    tab.until(lambda: tab.value("document.querySelector('#b-table')?.disabled") is False)
    tab.value("document.querySelector('#b-table').click()")
    tab.until(lambda: tab.value("document.querySelector('#table[data-ready]') !== null"))
    tab.until(lambda: tab.value("document.querySelector('#t-look') !== null"))
    click(tab, "#t-look")
    assert cards(tab, "hand") == 4
