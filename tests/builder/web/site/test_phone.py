"""A Future Invaders arsenal on a phone's width: changed, judged, printed, and its link opened elsewhere."""

import base64
from pathlib import Path

import pytest

from builder.web.site import writing
from builder.web.site.writing import SiteOptions, write_site
from builder.workspace import Workspace
from tests.support import pyodide
from tests.support.chromium import Chromium, Tab, needs_chromium
from tests.support.sites import Undrawn, hosted

pytestmark = [
    pytest.mark.long,
    needs_chromium,
    pytest.mark.skipif(not pyodide.is_there(), reason="Pyodide is not installed (npm install pyodide)"),
]
WIDTH = 360
SWITCH = "document.querySelector('.b-switch').textContent"
FULL = """1 + [...document.querySelectorAll('#b-found .b-tile')]
    .findIndex((tile) => tile.textContent.includes('2/2'))"""  # the number of one that has as many as may be there
ROWS = """[...document.querySelectorAll('.b-row')].map((row) =>
    [row.querySelector('[data-card]').dataset.card, Number(row.querySelector('.b-number').value)])"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("phone")
    with Workspace(database=folder / "cards.db") as workspace, pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "SitePictures", Undrawn)
        runtime = str(pyodide.FOLDER / "pyodide")
        write_site(workspace, folder / "site", SiteOptions(["future-invaders"], ["en"], runtime=runtime))
    return folder / "site"


def on_a_phone(browser: Chromium, address: str) -> Tab:
    """A tab of a phone's width, with the builder ready to judge."""
    tab = browser.open("data:text/html,")
    metrics = {"width": WIDTH, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    tab.ask("Emulation.setDeviceMetricsOverride", metrics)
    tab.ask("Emulation.setTouchEmulationEnabled", {"enabled": True})
    tab.go(address)
    tab.until(lambda: tab.value("document.getElementById('builder')?.dataset.ready") == "")
    tab.until(lambda: tab.value("document.querySelector('.b-judgement')?.getAttribute('aria-busy')") == "false")
    return tab


def touch(tab: Tab, where: str) -> None:
    """Tap on what a selector finds."""
    found = f"document.querySelector({where!r})"
    box = tab.value(f"({found}.scrollIntoView({{block: 'center'}}), {found}.getBoundingClientRect().toJSON())")
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    tab.ask("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    tab.ask("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def verdict(tab: Tab) -> str:
    return str(tab.value("document.querySelector('#b-verdict').textContent"))


def test_an_arsenal_is_changed_printed_and_linked(site: Path, tmp_path: Path) -> None:
    with hosted(site) as host:
        address = host.url + "games/future-invaders/build.html"
        with Chromium() as browser:
            tab = on_a_phone(browser, address + "?deck=earthwall")
            tab.until(lambda: tab.value(FULL))
            number = tab.value(FULL)
            for step, count in ((1, 39), (2, 40)):
                touch(tab, f"#b-found .b-tile:nth-child({number}) .b-step:nth-of-type({step})")
                tab.until(lambda count=count: f"Deck {count}" in tab.value(SWITCH))  # type: ignore[misc]
                tab.until(lambda count=count: ("✓" in verdict(tab)) == (count == 40))  # type: ignore[misc]
            assert tab.value("document.documentElement.scrollWidth") <= WIDTH

            built = dict(tab.value(ROWS))
            assert sum(built.values()) == 40
            touch(tab, ".b-switch button:nth-child(2)")
            touch(tab, "#b-tab-out")
            tab.until(lambda: tab.value("document.getElementById('b-link')?.value"))
            link = str(tab.value("document.getElementById('b-link').value"))
            tab.value("window.print = () => { window.printed = true }")
            tab.until(lambda: tab.value("document.getElementById('b-print-here')?.disabled") is False)
            touch(tab, "#b-print-here")
            tab.until(lambda: tab.value("window.printed"))
            assert tab.value("document.querySelectorAll('#b-sheets img').length") == 40
            pdf = base64.b64decode(tab.ask("Page.printToPDF", {"preferCSSPageSize": True})["data"])
            assert pdf.startswith(b"%PDF-")
            assert tab.refusals() == []

        with Chromium() as browser:
            other = on_a_phone(browser, link)
            assert dict(other.value(ROWS)) == built
            assert "✓" in verdict(other)
