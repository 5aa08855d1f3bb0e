"""The deck builder and the tables of a site of files, without a server: Python in the browser answers."""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.builder.web.pages import test_free_table as free
from tests.builder.web.pages import test_table as played
from tests.support import pyodide, statics
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.renders import page_count
from tests.support.sites import Host, hosted

pytestmark = [
    pytest.mark.long,
    needs_chromium,
    pytest.mark.skipif(not pyodide.is_there(), reason="npm's pyodide is not there: see tests/support/pyodide.py"),
]
# The memory of Python that is saved, of which there is one.
MEMORY = "caches.open('arsenal-python').then(async (memories) => { const [place] = await memories.keys(); "
SPOIL = MEMORY + "await memories.put(place, new Response(new Uint8Array(1 << 20))); })"
SIZE = MEMORY + "return place ? (await (await memories.match(place)).blob()).size : 0; })"
# Marks that memory: a start that can't use it saves another. The second asks for the mark.
MARK = MEMORY + (
    "if (!place) return false; const found = await memories.match(place);"
    " await memories.put(place, new Response(await found.arrayBuffer(), { headers: { mark: 'yes' } })); return true; })"
)
MARKED = MEMORY + "return place && (await memories.match(place)).headers.get('mark') === 'yes'; })"
# A worker that never answers one question, which it is not given; the time that it may take for it is over at once.
LIMIT = 54_321
HANGS = f"""
const set = window.setTimeout.bind(window);
let late;
window.setTimeout = (what, after, ...more) => {{
  if (after === {LIMIT}) late = what;
  return set(what, after, ...more);
}};
window.Worker = class extends Worker {{
  postMessage(asked, ...more) {{
    if (JSON.stringify(asked).includes("forever")) set(late);
    else super.postMessage(asked, ...more);
  }}
}};
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return statics.write(tmp_path_factory.mktemp("static"), ["moon-duel", "saucer-dice"])


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[Host]:
    with hosted(site) as found:
        yield found


RUNTIME = re.compile(r'data-runtime="[^"]*"')

# What the line below the deck says, from the start on.
NOTED = """new Promise((then) => {
  const seen = new Set(), look = () => {
    const line = document.querySelector("#b-verdict")?.textContent ?? "";
    seen.add(/\\d of 3|Legal/.exec(line)?.[0]);
    if (seen.has("Legal")) then([...seen].filter(Boolean));
  };
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
})"""

FULL = """1 + [...document.querySelectorAll('#b-found .b-tile')]
    .findIndex((tile) => tile.textContent.includes('3/3'))"""  # the number of one that has as many as may be there


@dataclass
class Started:
    """A builder in which Python has started."""

    browser: Chromium
    tab: Tab
    noted: list[str]


@pytest.fixture(scope="module")
def running(host: Host) -> Iterator[Started]:
    with Chromium() as browser:
        tab = browser.open(f"{host.url}games/moon-duel/build.html?deck=first-deck")
        noted = tab.value(NOTED)
        tab.until(lambda: tab.value(MARK))
        yield Started(browser, opened(tab), noted)


@pytest.fixture
def tab(running: Started) -> Tab:
    """That page, with an empty deck."""
    running.tab.click("#b-tab-deck")
    running.tab.click(".b-tools button", "New")
    running.tab.until(lambda: "0 cards" in running.tab.text("#b-verdict"))
    return running.tab


def opened(tab: Tab) -> Tab:
    tab.until("#builder[data-ready]")
    tab.until("#b-found [data-card]")
    return tab


def verdict(tab: Tab) -> str:
    tab.until(".b-judgement[aria-busy=false]")
    return tab.text("#b-verdict")


def rows(tab: Tab) -> dict[str, int]:
    """The deck as it is shown: copies by card."""
    script = "[...document.querySelectorAll('.b-row')].map(row => [row.querySelector('[data-card]').dataset.card, "
    return dict(tab.value(f"{script} Number(row.querySelector('.b-number').value)])"))


def test_a_line_says_how_far_the_start_is(running: Started) -> None:
    assert running.noted[-3:] == ["2 of 3", "3 of 3", "Legal"]


def test_a_deck_is_built_without_a_server(tab: Tab) -> None:
    said = "Promise.resolve().then(() => document.querySelector('#b-verdict').textContent)"
    at_once = tab.value(f"document.querySelector('#b-found [data-card]').click(); {said}")
    assert re.search(r"…1 card$", at_once)  # a count, and no guess
    assert verdict(tab).startswith("○")

    tab.choose("#b-sample", "first-deck")
    tab.until(lambda: "✓" in tab.text("#b-verdict"))
    tab.click("#b-found [data-card]")
    tab.until(lambda: "✗" in tab.text("#b-verdict"))
    tab.click("#b-undo")
    tab.until(lambda: "✓" in tab.text("#b-verdict"))

    tab.ask("Network.enable")
    conditions = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    tab.ask("Network.emulateNetworkConditions", {"offline": True, **conditions})
    tab.click("#b-open-paste")
    tab.write("#b-paste", "2 Coal Sprite\n1 Coal Spryte\n")
    tab.click("#b-paste-do")
    tab.until(lambda: "Coal Spryte" in tab.text(".b-problems"))
    assert verdict(tab).startswith("○")
    tab.write("#b-query", "name:/^coal/ -is:nothing")
    tab.until(lambda: "neither a flag" in tab.text("#b-search-said"))
    tab.write("#b-query", "name:/^coal/")
    tab.until(lambda: tab.count("#b-found [data-card]") == 1)
    tab.click("#b-tab-out")
    tab.until("[data-target=text]")
    tab.click("[data-target=text]")
    tab.until(lambda: "2 Coal Sprite" in str(tab.value("document.querySelector('#b-text')?.value")))
    assert not tab.has("#b-print")
    assert not tab.refusals()
    tab.ask("Network.emulateNetworkConditions", {"offline": False, **conditions})
    tab.write("#b-query", "")
    tab.until(lambda: tab.count("#b-found [data-card]") == 8)


def test_on_a_phone_a_deck_is_changed_by_touch_printed_and_linked(tab: Tab) -> None:
    tab.looks(360, 740)
    tab.choose("#b-sample", "first-deck")
    assert "✓" in verdict(tab)
    count = sum(rows(tab).values())
    full = tab.value(FULL)
    for step, copies, mark in ((2, count + 1, "✗"), (1, count, "✓")):
        tab.touch(f"#b-found .b-tile:nth-child({full}) .b-step:nth-of-type({step})")
        tab.until(lambda copies=copies: f"Deck {copies}" in tab.text(".b-switch"))  # type: ignore[misc]
        tab.until(lambda mark=mark: mark in tab.text("#b-verdict"))  # type: ignore[misc]
    assert tab.value("document.documentElement.scrollWidth") <= 360

    built = rows(tab)
    tab.touch(".b-switch button:nth-child(2)")
    tab.touch("#b-tab-out")
    tab.until(lambda: tab.value("document.getElementById('b-link')?.value"))
    link = str(tab.value("document.getElementById('b-link').value"))
    with Chromium() as browser:
        other = opened(browser.open(link))
        assert rows(other) == built

    tab.value("window.print = () => { window.printed = true }")
    tab.ask("Emulation.setEmulatedMedia", {"media": "print"})
    tab.until("#b-print-here:not(:disabled)")
    tab.touch("#b-print-here")
    tab.until(lambda: tab.value("window.printed"))
    sizes = tab.value(
        "[...document.querySelectorAll('#b-sheets img')].map((one) => one.getBoundingClientRect())"
        ".map(({width, height}) => [width, height].map((side) => Math.round(side / 96 * 254) / 10))"
    )
    assert len(sizes) == count
    assert set(map(tuple, sizes)) == {(63.0, 88.0)}
    pages = tab.value("[...document.querySelectorAll('#b-sheets > div')].map((one) => one.children.length)")
    assert sum(pages) == count
    assert set(pages[:-1]) <= {9}
    assert tab.value("[...document.querySelectorAll('#b-sheets img')].every((one) => one.naturalWidth > 300)")
    pdf = base64.b64decode(tab.ask("Page.printToPDF", {"preferCSSPageSize": True})["data"])
    assert page_count(pdf) == len(pages)
    assert tab.refusals() == []
    tab.ask("Emulation.setEmulatedMedia", {"media": ""})


def test_a_worker_that_hangs_is_ended_and_another_begun(site: Path, host: Host, running: Started) -> None:
    page = site / "games/moon-duel/build.html"
    impatient = page.with_name("impatient.html")
    limit = f'id="builder" data-limit="{LIMIT}"'
    impatient.write_text(page.read_text("utf-8").replace('id="builder"', limit), "utf-8")
    tab = running.browser.open()
    tab.ask("Page.addScriptToEvaluateOnNewDocument", {"source": HANGS})
    tab.go(f"{host.url}games/moon-duel/impatient.html")
    verdict(opened(tab))
    assert tab.value(MARKED), "Python started anew, not from its saved memory"
    tab.write("#b-query", "forever")
    tab.until(lambda: "no answer within" in tab.text("#b-search-said"))
    tab.click("#b-found [data-card]")
    assert verdict(tab).startswith("○")
    tab.close()


def test_a_start_that_fails_says_what_is_missing(site: Path, host: Host, browser: Chromium) -> None:
    page = site / "fr/games/moon-duel/build.html"
    page.with_name("nowhere.html").write_text(
        RUNTIME.sub('data-runtime="https://localhost:1/"', page.read_text("utf-8"))
    )
    tab = browser.open(f"{host.url}fr/games/moon-duel/nowhere.html?deck=first-deck")
    tab.until(lambda: "Cela vient de localhost:1\u00a0: vérifiez le réseau" in tab.text("#b-verdict"))


def test_the_next_start_needs_no_host_nor_the_memory_of_this_one(host: Host, running: Started) -> None:
    tab = running.tab
    for name in ("static/worker/core.zip", "v1/games/moon-duel/catalog.json", "static/pyodide/pyodide.asm.wasm"):
        tab.until(lambda name=name: tab.value(f"caches.match({json.dumps(host.url + name)}).then(Boolean)"))
    tab.stored()
    tab.value(SPOIL)  # what can't be read is dropped, and the start is a plain one
    assert tab.value(SIZE) == 1 << 20
    host.off()
    tab.go("data:text/html,")
    tab.go(f"{host.url}games/moon-duel/build.html")
    opened(tab)
    tab.until(lambda: tab.count(".b-tile img") == 8)
    tab.choose("#b-sample", "first-deck")
    tab.until(lambda: "✓" in tab.text("#b-verdict"))
    tab.until(lambda: tab.value(SIZE) > 1 << 20)
    host.on()


def test_a_game_is_played_without_its_host(browser: Chromium, host: Host) -> None:
    url = f"{host.url}games/saucer-dice/play.html"
    tab = played.begun(browser, url)
    played.play(tab, 4)
    for name in ("static/worker/core.zip", "static/pyodide/pyodide.asm.wasm"):
        tab.until(lambda name=name: tab.value(f"caches.match({json.dumps(host.url + name)}).then(Boolean)"))
    tab.stored()
    tab.until(lambda: tab.value(MARK))
    host.off()
    tab.go("data:text/html,")
    tab.go(url)
    tab.until("#t-begin")
    tab.click("#t-begin")
    played.idle(tab)
    assert tab.value(MARKED), "Python started anew, not from its saved memory"
    played.play(tab, 6)
    assert played.options(tab) >= 3
    assert tab.seen(".t-failed") == ""
    host.on()


def test_a_table_without_rules_needs_neither_its_host_nor_python(browser: Chromium, host: Host) -> None:
    url = f"{host.url}games/moon-duel/table.html"
    tab = browser.open(url, network=True)
    free.begin(tab)
    assert not [one for one in tab.asked_for() if "pyodide" in one or "core.zip" in one]
    tab.stored()
    host.off()
    tab.go("data:text/html,")
    tab.go(url)
    free.begin(tab)
    tab.click("#f-draw")
    assert "draws" in tab.seen(".t-log")
    assert not tab.refusals()
    host.on()
