"""The page that a game is played on, in Chromium: by mouse, by keys, by touch, in French, two people at one screen."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import saves
from tests.support.accessible import in_light_and_dark, needs_axe
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.commands import Arsenal
from tests.support.serving import PLAYED

pytestmark = [pytest.mark.long, needs_chromium]

IDLE = """(() => {
  const game = document.querySelector(".t-game");
  return Boolean(document.querySelector(".t-over") || (game && game.getAttribute("aria-busy") === "false"
    && document.querySelector(".t-options .t-option, .t-fixed .t-option:not(:disabled), .t-table .t-can")));
})()"""
# Takes something that may be done: the first of what is marked or listed, or goes on; never twice the same by chance.
# False where nothing may be done, as while the page goes on by itself.
MOVE = """(async (step) => {
  const marked = [...document.querySelectorAll(".t-table .t-can")], listed = [...document.querySelectorAll(".t-options .t-option")];
  const ready = document.querySelector(".t-together:not(:disabled)");
  const fixed = [...document.querySelectorAll(".t-fixed .t-option:not(:disabled)")];
  const all = [...(ready ? [ready] : []), ...listed, ...marked, ...fixed];
  if (!all.length) return false;
  const dice = marked.some((one) => one.getAttribute("aria-pressed") === "true");
  (dice && ready ? ready : all[(step * 7) % all.length]).click();
  await new Promise((done) => setTimeout(done));
  document.querySelector('.t-menu .t-option[data-option]')?.click();
  await new Promise((done) => setTimeout(done));
  return true;
})"""  # noqa: E501 - a script

STATE = """import(document.querySelector('script[src*="table/main.js"]').src.replace("main.js", "store.js"))"""


def state(tab: Tab, script: str) -> object:
    """What a script says of the page's `state`."""
    return tab.value(f"{STATE}.then(({{ state }}) => {script})")


def opened(browser: Chromium, url: str, width: int = 1280, chance: float = 0.5, *, moves: bool = False) -> Tab:
    tab = browser.open()
    script = f"Math.random = () => {chance}"  # always the same game
    tab.ask("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    tab.looks(width, 900 if width > 500 else 740, moves=moves)
    tab.go(url)
    tab.until("#table[data-ready]")
    return tab


def begun(browser: Chromium, url: str, width: int = 1280, chance: float = 0.5, *, moves: bool = False) -> Tab:
    tab = opened(browser, url, width, chance, moves=moves)
    if tab.has("#t-begin"):
        tab.click("#t-begin")
    state(tab, "{ state.pause = 0; }")
    idle(tab)
    return tab


def idle(tab: Tab) -> None:
    tab.until(lambda: tab.value(IDLE))


def options(tab: Tab) -> int:
    """How many options have been taken, by the address."""
    return int(str(state(tab, "state.request.options.length")))


def play(tab: Tab, decisions: int) -> None:
    """Make so many decisions, or as many as there are until the game is over."""
    for step in range(decisions):
        idle(tab)
        tab.until(lambda step=step: tab.has(".t-over") or tab.value(f"{MOVE}({step})"))  # type: ignore[misc]
    idle(tab)


@pytest.fixture(scope="module", params=PLAYED)
def played(address: str, request: pytest.FixtureRequest) -> Iterator[tuple[str, Tab]]:
    """A game after seven decisions. The tests below look at it, one after the other, and the last ends it."""
    game = request.param
    with Chromium() as browser:
        tab = begun(browser, f"{address}/games/{game}/play?deck={PLAYED[game][0][0]}", chance=13 / 16)
        play(tab, 7)
        yield game, tab


def test_on_a_phone_nothing_is_wider_than_the_screen(played: tuple[str, Tab]) -> None:
    game, tab = played
    tab.looks(360, 740)
    assert game != "saucer-dice" or tab.has(".t-place.t-can")
    assert tab.value("document.documentElement.scrollWidth <= innerWidth")
    assert tab.too_small(".t-option, .t-can") == 0


@needs_axe
def test_axe_finds_nothing(played: tuple[str, Tab]) -> None:
    game, tab = played
    assert in_light_and_dark(tab) == []
    if game != "saucer-dice":  # dice are chosen without a menu
        tab.click(".t-table button[data-card]")
        tab.until(".t-menu[open]")
        assert in_light_and_dark(tab, "dialog") == []
        tab.press("Escape")


def test_a_game_is_played_by_mouse(played: tuple[str, Tab]) -> None:
    _, tab = played
    tab.looks(1280, 900)
    play(tab, 8)  # games take a hundred, and are played to their ends over the API
    assert not tab.refusals()
    assert tab.seen(".t-failed") == ""
    assert tab.count(".t-log li") > 10
    assert tab.value("document.documentElement.scrollWidth <= innerWidth")


@needs_axe
def test_axe_finds_nothing_in_the_form(played: tuple[str, Tab]) -> None:
    _, tab = played
    tab.click("#t-new")
    tab.until("#t-begin")
    assert in_light_and_dark(tab) == []


def test_what_happens_is_shown_by_what_moves(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/future-invaders/play?deck=earthwall", moves=True)
    tab.value("""window.moved = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); }; 0""")
    play(tab, 5)
    assert tab.value("window.moved") > 5
    assert tab.seen(".t-failed") == ""


def test_by_keys_alone(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/saucer-people/play")
    tab.value("document.querySelector('#t-begin').focus()")
    tab.press("Enter")
    for _ in range(60):
        idle(tab)
        if tab.has(".t-over"):
            break
        if tab.has(".t-table .t-can"):
            tab.press("ArrowRight")
            tab.until(".t-can:focus")
            tab.press("Enter")
            tab.until(".t-menu[open]")
        tab.press("1")
        tab.until(lambda: not tab.has(".t-menu[open]"))
    assert tab.seen(".t-over .t-who") in ("The game is over.", "You have won.")
    tab.press("?")
    tab.until(lambda: "take back" in tab.seen(".t-panel"))


def test_a_decision_is_taken_back_and_a_link_goes_on(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/invasion-tcg/play?deck=podfall")
    for step in range(40):
        idle(tab)
        if tab.has("#t-undo:not(:disabled)"):
            break
        tab.value(f"{MOVE}({step})")
    taken, before = options(tab), tab.value("location.href")
    tab.press("u")
    tab.until(lambda: options(tab) < taken)
    idle(tab)
    tab.until(lambda: tab.value("location.href") != before)
    assert "Taken back" in tab.seen(".t-said")
    link, log = tab.value("location.href"), tab.seen(".t-log ol")
    assert len(link) < 600
    tab.go("data:text/html,x")
    tab.go(link)
    idle(tab)
    assert tab.seen(".t-log ol") == log
    tab.click("#t-back")
    tab.until("#t-slider")
    tab.write("#t-slider", "0")
    tab.until(lambda: "0 decisions" in tab.seen(".t-question"))
    tab.click("#t-play-from")
    tab.until(lambda: options(tab) == 0)


def test_two_people_take_turns_behind_a_curtain(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/future-invaders/play")
    tab.choose("#t-who-1", "human")
    tab.click("#t-begin")
    idle(tab)
    assert tab.seen(".t-own").startswith("You")
    tab.click(".t-pass")
    tab.until(".t-curtain")
    assert not tab.has(".t-card")  # nothing of a hand is there to be seen
    assert "player 2" in tab.seen(".t-curtain").lower()
    tab.press("Enter")
    idle(tab)
    assert tab.count(".t-own") == 1
    assert not tab.has(".t-seat:not(.t-own) .t-fan .t-card:not(.t-back)")


def test_a_long_press_shows_a_card_where_a_tap_chooses(address: str) -> None:
    with Chromium(alone=True) as browser:  # a browser without windows has no long press
        tab = begun(browser, f"{address}/games/future-invaders/play?deck=earthwall", width=360)
        card = "document.querySelector('.t-own .t-fan .t-card')"
        tab.value(f"{card}.scrollIntoView({{ block: 'center' }})")
        box = tab.value(f"{card}.getBoundingClientRect().toJSON()")
        place = {"x": box["x"] + 10, "y": box["y"] + box["height"] / 2}
        tab.ask("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
        tab.until(".t-panel[open] .t-alone")
        tab.ask("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert not tab.has(".t-menu[open]")


def test_in_french_nothing_is_english(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/saucer-dice/play?lang=fr")
    said = tab.seen("#table")
    for word in ("Manche", "Relances restantes", "Garder tous les dés"):
        assert word in said
    for word in ("Hint", "Pass ", "Round", "Your"):
        assert word not in said
    assert "choisi" in tab.seen(".t-who").lower()


def test_bots_are_hurried_by_a_key(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/invasion-tcg/play?deck=podfall")
    state(tab, "{ state.pause = 1e9; }")
    tab.click(".t-next, .t-options .t-option")
    for _ in range(200):  # decisions of one's own, until a bot is waited for
        tab.until(lambda: state(tab, "!state.busy"))
        if state(tab, "!state.answer.person"):
            break
        tab.value(f"{MOVE}(6)")
    assert state(tab, "!state.answer.person")
    taken = options(tab)
    tab.press("s")
    tab.until(lambda: options(tab) > taken)
    idle(tab)


def test_an_unreadable_link_says_so(browser: Chromium, address: str) -> None:
    tab = opened(browser, f"{address}/games/saucer-dice/play#1.nonsense")
    tab.until(lambda: "no game that can be read" in tab.seen(".t-failed"))
    assert tab.has("#t-begin")


def test_how_a_deck_of_the_builder_does_is_counted_while_one_watches_and_it_is_played(
    browser: Chromium, address: str
) -> None:
    tab = browser.open(f"{address}/games/invasion-tcg/build")
    tab.until("#b-found [data-card]")
    assert tab.has("#b-trial:disabled")
    tab.choose("#b-sample", "podfall")
    tab.until("#b-trial:not(:disabled)")
    tab.click("#b-trial")
    games = "[...document.querySelectorAll('.b-trial td:last-child')].reduce((all, one) => all + +one.innerText, 0)"
    tab.until(lambda: tab.value(games) >= 6)
    assert "%–" in tab.seen(".b-trial")
    tab.click("#b-trial-stop")
    tab.until(lambda: tab.seen("#b-trial-stop") == "Again")
    stopped = tab.value(games)
    time.sleep(1)
    assert tab.value(games) == stopped
    tab.click(".b-close button")
    tab.until(lambda: not tab.has(".b-trial"))
    tab.click("#b-play")
    tab.until("#table[data-ready]")
    idle(tab)
    assert tab.seen(".t-table")
    assert state(tab, "state.request.decks[0].cards !== undefined")
    assert not tab.refusals()


def test_a_deck_that_is_not_legal_leads_back_to_the_form(browser: Chromium, address: str) -> None:
    tab = browser.open(f"{address}/games/invasion-tcg/build")
    tab.until("#b-found [data-card]")
    assert tab.has("#b-play:disabled")
    tab.click("#b-found [data-card]")
    tab.until("#b-play:not(:disabled)")
    tab.click("#b-play")
    tab.until(".t-failed, .t-over, .t-options")
    assert tab.seen(".t-failed")
    assert tab.has("#t-begin")


def test_one_is_asked_to_answer_as_one_wishes(browser: Chromium, address: str) -> None:
    tab = begun(browser, f"{address}/games/future-invaders/play?deck=earthwall")
    windows = "state.answer.reason.about === 'window'"

    def wish(wanted: str) -> None:
        tab.choose("#t-wish", wanted)
        tab.until(lambda: state(tab, f"!state.busy && state.wish === '{wanted}'"))

    wish("always")
    for step in range(100):
        idle(tab)
        if state(tab, windows) and "Whose turn you" not in tab.seen(".t-shared .t-words"):
            break  # in another's turn: in one's own, one is asked with any wish
        tab.value(f"{MOVE}({step})")
    assert state(tab, windows)
    assert "Whose turn player 2" in tab.seen(".t-shared .t-words")
    taken = options(tab)
    stop = "for (const one of document.querySelectorAll('#t-stops input')) one.click()"
    tab.value(stop)
    wish("turn")
    assert state(tab, windows)
    assert options(tab) == taken  # it is another's turn, and all of its steps are named
    tab.value(stop)
    tab.until(lambda: options(tab) > taken)
    assert not tab.refusals()


def test_a_game_is_saved_as_a_file_that_the_command_goes_on_with_and_opened_again(
    browser: Chromium, address: str, tmp_path: Path, arsenal: Arsenal
) -> None:
    tab = begun(browser, f"{address}/games/invasion-tcg/play?deck=podfall")
    play(tab, 5)
    taken, log = options(tab), tab.seen(".t-log ol")
    saved = tab.value(f"{STATE.replace('store.js', 'state.js')}.then((it) => it.saved()).then((blob) => blob.text())")
    file = tmp_path / "game.json"
    file.write_text(saved)
    assert len(saves.read_file(file).options) == taken
    assert arsenal("replay", str(file)).stdout.strip()
    arsenal("play", "--load", str(file), "--save", str(file), typed="1\n")
    more = saves.read_file(file).options
    assert more[:taken] == saves.read(json.loads(saved), "").options
    assert len(more) > taken
    tab.click("#t-new")
    tab.upload("#t-file", file)
    idle(tab)
    assert options(tab) == len(more)
    assert tab.seen(".t-log ol").startswith(log)
    play(tab, 2)
    assert options(tab) > len(more)
    link = tab.value("location.href")
    tab.go("data:text/html,x")
    tab.go(link)
    idle(tab)
    assert options(tab) > len(more)
    tab = opened(browser, f"{address}/games/saucer-dice/play")
    tab.upload("#t-file", file)
    tab.until(lambda: "the decks are not decks of" in tab.seen(".t-failed"))
    assert tab.has("#t-begin")
