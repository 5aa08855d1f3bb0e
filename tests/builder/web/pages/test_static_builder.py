"""The deck builder of a site of files, without a server: Python in the browser answers."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import pyodide, statics
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.sites import Host, hosted

pytestmark = [
    pytest.mark.long,
    needs_chromium,
    pytest.mark.skipif(not pyodide.is_there(), reason="npm's pyodide is not there: see tests/support/pyodide.py"),
]
SPOIL = """
caches.open('arsenal-python').then(async (one) => one.put((await one.keys())[0], new Response(new Uint8Array(1 << 20))))
"""
SIZE = """
caches.open('arsenal-python').then(async (one) => (await (await one.match((await one.keys())[0]))?.blob())?.size ?? 0)
"""
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
    return statics.write(tmp_path_factory.mktemp("static"))


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


@dataclass
class Started:
    """A builder in which Python has started."""

    host: Host
    browser: Chromium
    tab: Tab
    noted: list[str]


@pytest.fixture(scope="module")
def started(site: Path) -> Iterator[Started]:
    with hosted(site) as host, Chromium() as browser:
        tab = browser.open(f"{host.url}games/moon-duel/build.html?deck=first-deck")
        noted = tab.value(NOTED)
        yield Started(host, browser, opened(tab), noted)


@pytest.fixture
def tab(started: Started) -> Tab:
    """The page anew, with an empty deck: Python begins with what it remembers."""
    started.tab.go("data:text/html,")
    started.tab.go(f"{started.host.url}games/moon-duel/build.html")
    return opened(started.tab)


def opened(tab: Tab) -> Tab:
    tab.until(lambda: tab.value("document.getElementById('builder')?.dataset.ready") == "")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-found [data-card]').length"))
    return tab


def click(tab: Tab, where: str) -> None:
    tab.value(f"document.querySelector({json.dumps(where)}).click()")
    if where.startswith("#b-tab-"):  # some are loaded when they are first opened
        tab.until(lambda: tab.value("document.querySelector('#b-tab > *') !== null"))


def type_into(tab: Tab, where: str, value: str, event: str = "input") -> None:
    field = f"document.querySelector({json.dumps(where)})"
    tab.value(f"{field}.value = {json.dumps(value)}; {field}.dispatchEvent(new Event('{event}', {{bubbles: true}}))")


def text(tab: Tab, where: str) -> str:
    return str(tab.value(f"document.querySelector({json.dumps(where)})?.textContent ?? ''"))


def verdict(tab: Tab) -> str:
    tab.until(lambda: tab.value("document.querySelector('.b-judgement')?.getAttribute('aria-busy')") == "false")
    return text(tab, "#b-verdict")


def test_a_line_says_how_far_the_start_is(started: Started) -> None:
    assert started.noted[-3:] == ["2 of 3", "3 of 3", "Legal"]


def test_a_deck_is_built_without_a_server(tab: Tab) -> None:
    click(tab, "#b-found [data-card]")
    assert re.search(r"…1 card$", text(tab, "#b-verdict"))  # a count, and no guess
    assert verdict(tab).startswith("○")

    type_into(tab, "#b-sample", "first-deck", "change")
    tab.until(lambda: "✓" in text(tab, "#b-verdict"))
    click(tab, "#b-found [data-card]")
    tab.until(lambda: "✗" in text(tab, "#b-verdict"))
    click(tab, "#b-undo")
    tab.until(lambda: "✓" in text(tab, "#b-verdict"))

    tab.ask("Network.enable")
    conditions = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    tab.ask("Network.emulateNetworkConditions", {"offline": True, **conditions})
    click(tab, "#b-open-paste")
    type_into(tab, "#b-paste", "2 Coal Sprite\n1 Coal Spryte\n")
    click(tab, "#b-paste-do")
    tab.until(lambda: "Coal Spryte" in text(tab, ".b-problems"))
    assert verdict(tab).startswith("○")
    type_into(tab, "#b-query", "name:/^coal/ -is:nothing")
    tab.until(lambda: "neither a flag" in text(tab, "#b-search-said"))
    type_into(tab, "#b-query", "name:/^coal/")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-found [data-card]').length") == 1)
    click(tab, "#b-tab-out")
    click(tab, "[data-target=text]")
    tab.until(lambda: "2 Coal Sprite" in str(tab.value("document.querySelector('#b-text')?.value")))
    assert tab.value("document.querySelector('#b-print')") is None
    assert not tab.refusals()
    tab.ask("Network.emulateNetworkConditions", {"offline": False, **conditions})


def test_cards_are_printed_at_their_true_size(tab: Tab) -> None:
    type_into(tab, "#b-sample", "first-deck", "change")
    verdict(tab)
    tab.value("window.print = () => { window.printed = true }")
    tab.ask("Emulation.setEmulatedMedia", {"media": "print"})
    click(tab, "#b-tab-out")
    tab.until(lambda: tab.value("document.getElementById('b-print-here')?.disabled") is False)
    click(tab, "#b-print-here")
    tab.until(lambda: tab.value("window.printed"))
    sizes = tab.value(
        "[...document.querySelectorAll('#b-sheets img')].map((one) => one.getBoundingClientRect())"
        ".map(({width, height}) => [width, height].map((side) => Math.round(side / 96 * 254) / 10))"
    )
    count = int(text(tab, ".b-switch").split("Deck")[1].split()[0])
    assert len(sizes) == count
    assert set(map(tuple, sizes)) == {(63.0, 88.0)}
    pages = tab.value("[...document.querySelectorAll('#b-sheets > div')].map((one) => one.children.length)")
    assert sum(pages) == count
    assert set(pages[:-1]) <= {9}
    assert tab.value("[...document.querySelectorAll('#b-sheets img')].every((one) => one.naturalWidth > 300)")
    tab.ask("Emulation.setEmulatedMedia", {"media": ""})


def test_a_worker_that_hangs_is_ended_and_another_begun(site: Path, started: Started) -> None:
    page = site / "games/moon-duel/build.html"
    impatient = page.with_name("impatient.html")
    limit = f'id="builder" data-limit="{LIMIT}"'
    impatient.write_text(page.read_text("utf-8").replace('id="builder"', limit), "utf-8")
    tab = started.browser.open("data:text/html,")
    tab.ask("Page.addScriptToEvaluateOnNewDocument", {"source": HANGS})
    tab.go(f"{started.host.url}games/moon-duel/impatient.html")
    verdict(opened(tab))
    type_into(tab, "#b-query", "forever")
    tab.until(lambda: "too long" in text(tab, "#b-search-said"))
    click(tab, "#b-found [data-card]")
    assert verdict(tab).startswith("○")
    tab.close()


def test_the_next_start_needs_no_host_and_begins_with_the_memory_of_this_one(started: Started, tab: Tab) -> None:
    host = started.host
    for name in ("static/worker/core.zip", "v1/games/moon-duel/catalog.json", "static/pyodide/pyodide.asm.wasm"):
        tab.until(lambda name=name: tab.value(f"caches.match({json.dumps(host.url + name)}).then(Boolean)"))
    tab.stored()
    tab.until(lambda: tab.value(SIZE) > 1 << 20)
    host.off()
    for spoilt in (False, True):  # what can't be read is dropped, and the start is a plain one
        if spoilt:
            tab.value(SPOIL)
            assert tab.value(SIZE) == 1 << 20
        tab.go("data:text/html,")
        tab.go(f"{host.url}games/moon-duel/build.html")
        opened(tab)
        tab.until(lambda: tab.value("document.querySelectorAll('.b-tile img').length") == 8)
        type_into(tab, "#b-sample", "first-deck", "change")
        tab.until(lambda: "✓" in text(tab, "#b-verdict"))
    tab.until(lambda: tab.value(SIZE) > 1 << 20)
    host.on()
