"""The page that a game is played on, in Chromium: by mouse, by keys, by touch, in French, two people at one screen."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from builder.web.site.writing import SiteOptions, write_site
from builder.workspace import Workspace
from engine import saves
from tests.support import pyodide
from tests.support.accessible import hindrances, needs_axe
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.commands import Arsenal
from tests.support.sites import hosted

pytestmark = [pytest.mark.long, needs_chromium]

IDLE = """(() => {
  const game = document.querySelector(".t-game");
  return Boolean(document.querySelector(".t-over") || (game && game.getAttribute("aria-busy") === "false"
    && document.querySelector(".t-options .t-option, .t-fixed .t-option:not(:disabled), .t-table .t-can")));
})()"""
# Takes something that may be done: the first of what is marked or listed, or goes on; never twice the same by chance.
MOVE = """(step) => {
  const marked = [...document.querySelectorAll(".t-table .t-can")], listed = [...document.querySelectorAll(".t-options .t-option")];
  const ready = document.querySelector(".t-together:not(:disabled)");
  const fixed = [...document.querySelectorAll(".t-fixed .t-option:not(:disabled)")];
  const all = [...(ready ? [ready] : []), ...listed, ...marked, ...fixed];
  const dice = marked.some((one) => one.getAttribute("aria-pressed") === "true");
  (dice && ready ? ready : all[(step * 7) % all.length]).click();
}"""  # noqa: E501 - a script

STATE = """import(document.querySelector('script[src*="table/main.js"]').src.replace("main.js", "store.js"))"""


# Marks the memory that is saved of Python: a start that can't use it saves another. The second asks for the mark.
MEMORY = "caches.open('arsenal-python').then(async (memories) => { const [place] = await memories.keys(); "
MARK = MEMORY + (
    "if (!place) return false; const found = await memories.match(place);"
    " await memories.put(place, new Response(await found.arrayBuffer(), { headers: { mark: 'yes' } })); return true; })"
)
MARKED = MEMORY + "return place && (await memories.match(place)).headers.get('mark') === 'yes'; })"


def opened(browser: Chromium, url: str, width: int = 1280, height: int = 900, chance: float = 0.5) -> Tab:
    tab = browser.open("data:text/html,x")
    script = f"Math.random = () => {chance}"  # always the same game
    tab.ask("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    tab.looks(width, height)
    tab.go(url)
    tab.until(lambda: tab.value("document.querySelector('#table[data-ready]') !== null"))
    return tab


def begun(browser: Chromium, url: str, **how: Any) -> Tab:
    tab = opened(browser, url, **how)
    if tab.value("document.querySelector('#t-begin') !== null"):
        tab.value("document.querySelector('#t-begin').click()")
    tab.value(f"{STATE}.then(({{ state }}) => {{ state.pause = 0; }})")
    idle(tab)
    return tab


def idle(tab: Tab) -> None:
    tab.until(lambda: tab.value(IDLE))


def text(tab: Tab, selector: str) -> str:
    return str(tab.value(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))


def options(tab: Tab) -> int:
    """How many options have been taken, by the address."""
    return int(tab.value(f"{STATE}.then(({{ state }}) => state.request.options.length)"))


def play(tab: Tab, most: int = 400) -> bool:
    """Play on until the game is over, or so many decisions are made; whether it is over."""
    for step in range(most):
        idle(tab)
        if tab.value("document.querySelector('.t-over') !== null"):
            return True
        tab.value(f"({MOVE})({step})")
        tab.value("new Promise((done) => setTimeout(done, 20))")
        tab.value("document.querySelector('.t-menu .t-option[data-option]')?.click()")
        tab.value("new Promise((done) => setTimeout(done, 20))")
    return False


MANY = 20  # decisions: games take a hundred, and are played to their ends over the API
GAMES = {
    "future-invaders": "earthwall",
    "invasion-tcg": "podfall",
    "saucer-people": "fifty-two",
    "saucer-dice": "duel-of-fire-and-ice",
    "rone-invasion": "one-at-the-gate",
}


@pytest.mark.parametrize("game", [game for game in GAMES if game != "saucer-people"])  # by keys, to its end
def test_a_game_is_played_by_mouse(browser: Chromium, address: str, game: str) -> None:
    tab = begun(browser, f"{address}/games/{game}/play?deck={GAMES[game]}")
    play(tab, MANY)
    idle(tab)
    assert not tab.refusals()
    assert text(tab, ".t-failed") == ""
    assert tab.value("document.querySelectorAll('.t-log li').length") > 10
    assert tab.value("document.documentElement.scrollWidth <= innerWidth")


def test_by_keys_alone(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/saucer-people/play")
    tab.value("document.querySelector('#t-begin').focus()")
    tab.press("Enter", 13)
    for _ in range(60):
        idle(tab)
        if tab.value("document.querySelector('.t-over') !== null"):
            break
        if tab.value("document.querySelector('.t-table .t-can') !== null"):
            tab.press("ArrowRight", 39)
            tab.until(lambda: tab.value("document.activeElement.classList.contains('t-can')"))
            tab.press("Enter", 13)
            tab.until(lambda: tab.value("document.querySelector('.t-menu[open]') !== null"))
        tab.press("1", 49)
        tab.until(lambda: tab.value("document.querySelector('.t-menu[open]') === null"))
    assert text(tab, ".t-over .t-who") in ("The game is over.", "You have won.")
    tab.press("?", 191, 8)
    tab.until(lambda: "take back" in text(tab, ".t-panel"))


def test_a_decision_is_taken_back_and_a_link_goes_on(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/invasion-tcg/play?deck=podfall")
    for step in range(40):
        idle(tab)
        if tab.value("!document.querySelector('#t-undo').disabled"):
            break
        tab.value(f"({MOVE})({step})")
        tab.value("new Promise((done) => setTimeout(done, 30))")
        tab.value("document.querySelector('.t-menu .t-option[data-option]')?.click()")
    taken, before = options(tab), tab.value("location.href")
    tab.press("u", 85)
    tab.until(lambda: options(tab) < taken)
    idle(tab)
    tab.until(lambda: tab.value("location.href") != before)
    assert "Taken back" in text(tab, ".t-said")
    link, log = tab.value("location.href"), text(tab, ".t-log ol")
    assert len(link) < 600
    tab.go("data:text/html,x")
    tab.go(link)
    idle(tab)
    assert text(tab, ".t-log ol") == log
    tab.value("document.querySelector('#t-back').click()")
    tab.until(lambda: tab.value("document.querySelector('#t-slider') !== null"))
    tab.value(
        "(s => { s.value = 0; s.dispatchEvent(new Event('input', { bubbles: true })); })"
        "(document.querySelector('#t-slider'))"
    )
    tab.until(lambda: "0 decisions" in text(tab, ".t-question"))
    tab.value("document.querySelector('#t-play-from').click()")
    tab.until(lambda: options(tab) == 0)


def test_two_people_take_turns_behind_a_curtain(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/play")
    change = "(s => { s.value = 'human'; s.dispatchEvent(new Event('change', { bubbles: true })); })"
    tab.value(f"{change}(document.querySelector('#t-who-1'))")
    tab.value("document.querySelector('#t-begin').click()")
    idle(tab)
    mine = tab.value("document.querySelector('.t-own').innerText")
    assert mine.startswith("You")
    tab.value("document.querySelector('.t-pass').click()")
    tab.until(lambda: tab.value("document.querySelector('.t-curtain') !== null"))
    assert tab.value("document.querySelector('.t-card') === null")  # nothing of a hand is there to be seen
    assert "player 2" in text(tab, ".t-curtain").lower()
    tab.press("Enter", 13)
    idle(tab)
    assert tab.value("document.querySelectorAll('.t-own').length") == 1
    assert tab.value(
        "[...document.querySelectorAll('.t-seat:not(.t-own) .t-fan .t-card')].every((one) => one.matches('.t-back'))"
    )


def test_on_a_phone_nothing_is_wider_than_the_screen(browser: Chromium, address: str) -> None:
    for game, deck in GAMES.items():
        tab = begun(browser, f"{address}/games/{game}/play?deck={deck}", width=360, height=740, chance=13 / 16)
        play(tab, 7)
        idle(tab)
        assert game != "saucer-dice" or tab.value("document.querySelector('.t-place.t-can') !== null")
        assert tab.value("document.documentElement.scrollWidth <= innerWidth"), game
        small = tab.value(
            "[...document.querySelectorAll('.t-option, .t-can')].map((one) => one.getBoundingClientRect())"
            ".filter((one) => one.width && (one.width < 24 || one.height < 24)).length"
        )
        assert small == 0, game
        tab.close()


def test_a_long_press_shows_a_card_where_a_tap_chooses(address: str) -> None:
    with Chromium(alone=True) as browser:  # a browser without windows has no long press
        tab = begun(browser, f"{address}/games/future-invaders/play?deck=earthwall", width=360, height=740)
        card = "document.querySelector('.t-own .t-fan .t-card')"
        tab.value(f"{card}.scrollIntoView({{ block: 'center' }})")
        box = tab.value(f"{card}.getBoundingClientRect().toJSON()")
        place = {"x": box["x"] + 10, "y": box["y"] + box["height"] / 2}
        tab.ask("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
        tab.until(lambda: tab.value("document.querySelector('.t-panel[open] .t-alone') !== null"))
        tab.ask("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert tab.value("document.querySelector('.t-menu[open]') === null")


def test_in_french_nothing_is_english(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/saucer-dice/play?lang=fr")
    said = text(tab, "#table")
    assert "Manche" in said
    assert "Relances restantes" in said
    assert "Garder tous les dés" in said
    assert "choisi" in text(tab, ".t-who").lower()
    for word in ("Hint", "Pass ", "Round", "Your"):
        assert word not in said


@needs_axe
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing(browser: Chromium, address: str, game: str) -> None:
    tab = opened(browser, f"{address}/games/{game}/play")

    def found(within: str = "") -> list[str]:
        light = hindrances(tab, within=within)
        tab.looks(1280, 900, scheme="dark")
        dark = hindrances(tab, colors=True, within=within)
        tab.looks(1280, 900)
        return light + dark

    assert found() == []
    tab.value(f"{STATE}.then(({{ state }}) => {{ state.pause = 0; }})")
    tab.value("document.querySelector('#t-begin').click()")
    idle(tab)
    play(tab, 3)
    idle(tab)
    time.sleep(0.4)  # until nothing moves
    assert found() == []
    if game != "saucer-dice":  # dice are chosen without a menu
        tab.value("document.querySelector('.t-table button[data-card]').click()")
        tab.until(lambda: tab.value("document.querySelector('.t-menu[open]') !== null"))
        assert found("dialog") == []


def test_bots_are_hurried_by_a_key(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/invasion-tcg/play?deck=podfall")
    tab.value(f"{STATE}.then(({{ state }}) => {{ state.pause = 1e9; }})")
    tab.value("document.querySelector('.t-next, .t-options .t-option').click()")
    tab.until(lambda: tab.value(f"{STATE}.then(({{ state }}) => !state.busy)"))
    for _ in range(200):  # decisions of one's own, until a bot is waited for
        if tab.value(f"{STATE}.then(({{ state }}) => !state.answer.person)"):
            break
        tab.value(f"({MOVE})(6)")
        tab.value("document.querySelector('.t-menu .t-option[data-option]')?.click()")
        tab.value("new Promise((done) => setTimeout(done, 30))")
    assert tab.value(f"{STATE}.then(({{ state }}) => !state.answer.person)")
    taken = options(tab)
    tab.press("s", 83)
    tab.until(lambda: options(tab) > taken)
    idle(tab)


def test_an_unreadable_link_says_so(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/saucer-dice/play#1.nonsense")
    tab.until(lambda: "no game that can be read" in text(tab, ".t-failed"))
    assert tab.value("document.querySelector('#t-begin') !== null")


@pytest.mark.skipif(not pyodide.is_there(), reason="Pyodide is not installed (npm install pyodide)")
def test_a_game_is_played_on_a_site_without_its_host(browser: Chromium, tmp_path: Path) -> None:
    folder: Any = tmp_path / "site"
    with Workspace() as workspace:
        write_site(workspace, folder, SiteOptions(games=["saucer-dice"], runtime=str(pyodide.FOLDER / "pyodide")))
    with hosted(folder) as host:
        url = f"{host.url}games/saucer-dice/play.html"
        tab = begun(browser, url)
        play(tab, 4)
        for name in ("static/worker/core.zip", "static/pyodide/pyodide.asm.wasm"):
            tab.until(lambda name=name: tab.value(f"caches.match({json.dumps(host.url + name)}).then(Boolean)"))
        tab.stored()
        tab.until(lambda: tab.value(MARK))
        host.off()
        tab.go("data:text/html,")
        tab.go(url)
        tab.until(lambda: tab.value("document.querySelector('#t-begin') !== null"))
        tab.value("document.querySelector('#t-begin').click()")
        idle(tab)
        assert tab.value(MARKED), "Python started anew, not from its saved memory"
        play(tab, 6)
        assert options(tab) >= 3
        assert text(tab, ".t-failed") == ""


def test_a_deck_of_the_builder_is_played(browser: Chromium, address: str) -> None:
    tab = browser.open("data:text/html,x")
    tab.go(f"{address}/games/invasion-tcg/build?deck=podfall")
    tab.until(lambda: tab.value("document.getElementById('builder')?.dataset.ready") == "")
    tab.value("document.querySelector('#b-sample').value = 'podfall'")
    tab.value("document.querySelector('#b-sample').dispatchEvent(new Event('change', {bubbles: true}))")
    tab.until(lambda: tab.value("document.querySelector('#b-play')?.disabled") is False)
    tab.value("document.querySelector('#b-play').click()")
    tab.until(lambda: tab.value("document.querySelector('#table[data-ready]') !== null"))
    idle(tab)
    assert text(tab, ".t-table")
    assert tab.value(f"{STATE}.then(({{ state }}) => state.request.decks[0].cards !== undefined)")
    assert not tab.refusals()


def test_a_deck_that_is_not_legal_leads_back_to_the_form(browser: Chromium, address: str) -> None:
    tab = browser.open("data:text/html,x")
    tab.go(f"{address}/games/invasion-tcg/build")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-found [data-card]').length"))
    assert tab.value("document.querySelector('#b-play').disabled") is True
    tab.value("document.querySelector('#b-found [data-card]').click()")
    tab.until(lambda: tab.value("document.querySelector('#b-play').disabled") is False)
    tab.value("document.querySelector('#b-play').click()")
    tab.until(lambda: tab.value("document.querySelector('.t-failed, .t-over, .t-options') !== null"))
    assert text(tab, ".t-failed")
    assert tab.value("document.querySelector('#t-begin') !== null")


def test_one_is_asked_to_answer_as_one_wishes(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/future-invaders/play?deck=earthwall")
    windows = f"{STATE}.then(({{ state }}) => state.answer.reason.about === 'window')"

    def wish(wanted: str) -> None:
        change = f"(s => {{ s.value = '{wanted}'; s.dispatchEvent(new Event('change', {{ bubbles: true }})); }})"
        tab.value(f"{change}(document.querySelector('#t-wish'))")
        tab.until(lambda: tab.value(f"{STATE}.then(({{ state }}) => !state.busy && state.wish === '{wanted}')"))

    wish("always")
    for step in range(100):
        idle(tab)
        if tab.value(windows) and "Whose turn you" not in text(tab, ".t-shared .t-words"):
            break  # in another's turn: in one's own, one is asked with any wish
        tab.value(f"({MOVE})({step})")
        tab.value("document.querySelector('.t-menu .t-option[data-option]')?.click()")
        tab.value("new Promise((done) => setTimeout(done, 20))")
    assert tab.value(windows)
    assert "Whose turn player 2" in text(tab, ".t-shared .t-words")
    taken = options(tab)
    stop = "for (const one of document.querySelectorAll('#t-stops input')) one.click()"
    tab.value(stop)
    wish("turn")
    assert tab.value(windows)
    assert options(tab) == taken  # it is another's turn, and all of its steps are named
    tab.value(stop)
    tab.until(lambda: options(tab) > taken)
    assert not tab.refusals()


def test_a_game_is_saved_as_a_file_that_the_command_goes_on_with_and_opened_again(
    browser: Chromium, address: str, tmp_path: Path, arsenal: Arsenal
) -> None:
    tab = begun(browser, f"{address}/games/invasion-tcg/play?deck=podfall")
    play(tab, 5)
    idle(tab)
    taken, log = options(tab), text(tab, ".t-log ol")
    saved = tab.value(f"{STATE.replace('store.js', 'state.js')}.then((it) => it.saved()).then((blob) => blob.text())")
    file = tmp_path / "game.json"
    file.write_text(saved)
    assert len(saves.read_file(file).options) == taken
    assert arsenal("replay", str(file)).stdout.strip()
    arsenal("play", "--load", str(file), "--save", str(file), typed="1\n")
    more = saves.read_file(file).options
    assert more[:taken] == saves.read(json.loads(saved), "").options
    assert len(more) > taken
    tab = opened(browser, f"{address}/games/invasion-tcg/play")
    document = tab.ask("DOM.getDocument")["root"]["nodeId"]
    node = tab.ask("DOM.querySelector", {"nodeId": document, "selector": "#t-file"})["nodeId"]
    tab.ask("DOM.setFileInputFiles", {"nodeId": node, "files": [str(file)]})
    idle(tab)
    assert options(tab) == len(more)
    assert text(tab, ".t-log ol").startswith(log)
    play(tab, 2)
    idle(tab)
    assert options(tab) > len(more)
    link = tab.value("location.href")
    tab.go("data:text/html,x")
    tab.go(link)
    idle(tab)
    assert options(tab) > len(more)
    tab = opened(browser, f"{address}/games/saucer-dice/play")
    document = tab.ask("DOM.getDocument")["root"]["nodeId"]
    node = tab.ask("DOM.querySelector", {"nodeId": document, "selector": "#t-file"})["nodeId"]
    tab.ask("DOM.setFileInputFiles", {"nodeId": node, "files": [str(file)]})
    tab.until(lambda: "the decks are not decks of" in text(tab, ".t-failed"))
    assert tab.value("document.querySelector('#t-begin') !== null")


def test_how_a_deck_does_is_counted_while_one_watches(browser: Chromium, address: str) -> None:
    tab = browser.open("data:text/html,x")
    tab.go(f"{address}/games/invasion-tcg/build")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-found [data-card]').length"))
    assert tab.value("document.querySelector('#b-trial').disabled") is True
    tab.value("document.querySelector('#b-sample').value = 'podfall'")
    tab.value("document.querySelector('#b-sample').dispatchEvent(new Event('change', {bubbles: true}))")
    tab.until(lambda: tab.value("document.querySelector('#b-trial').disabled") is False)
    tab.value("document.querySelector('#b-trial').click()")
    games = "[...document.querySelectorAll('.b-trial td:last-child')].reduce((all, one) => all + +one.innerText, 0)"
    tab.until(lambda: tab.value(games) >= 6)
    assert "%–" in text(tab, ".b-trial")
    tab.value("document.querySelector('#b-trial-stop').click()")
    tab.until(lambda: text(tab, "#b-trial-stop") == "Again")
    stopped = tab.value(games)
    time.sleep(1)
    assert tab.value(games) == stopped
    tab.value("document.querySelector('.b-close button').click()")
    tab.until(lambda: tab.value("document.querySelector('.b-trial') === null"))
