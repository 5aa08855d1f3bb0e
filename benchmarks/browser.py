"""The deck builder of a site of files, in Chromium: when the first verdict is there, how soon each further one is, and
how much is loaded for it. It needs Chromium, and npm's package pyodide (ARSENAL_PYODIDE: see tests/support/pyodide.py).
"""

from __future__ import annotations

import gzip
import re
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.measuring import main_of, require, table
from tests.support import pyodide, statics
from tests.support.chromium import PROGRAM, Chromium, Tab
from tests.support.sites import hosted

GAME = "future-invaders"
STARTS = 9
CLICKS = 300
SLOWER = 4  # times
FORGET = "caches.delete('arsenal-python')"
# Each click adds a card or takes it back; the verdict is there when the page shows it.
CLICK = """
(async () => {
  const judged = () => new Promise((resolve) => {
    const part = document.querySelector('.b-judgement');
    const seen = new MutationObserver(() => {
      if (part.getAttribute('aria-busy') === 'false') seen.disconnect(), resolve();
    });
    seen.observe(part, {attributes: true, subtree: true, childList: true, characterData: true});
  });
  const times = [];
  for (let at = 0; at < COUNT; at++) {
    const start = performance.now(), shown = judged();
    document.querySelector(at % 2 ? '#b-undo' : '#b-found [data-card]').click();
    await shown;
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
})()
"""


def main(quick: bool = False) -> str:
    """The tables of this benchmark, as Markdown."""
    if not PROGRAM or not (pyodide.FOLDER / "pyodide").is_dir():
        return "left out: Chromium or npm's pyodide is not there"
    starts, clicks = (1, 20) if quick else (STARTS, CLICKS)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name:
        site = statics.write(Path(name), ["moon-duel"] if quick else [GAME])
        page = f"games/{'moon-duel' if quick else GAME}/build.html"
        with hosted(site) as host, Chromium(alone=True) as browser:
            rows = [["with nothing cached", *_row([_first(browser, host.url + page)])]]
            plain, cached, slow = [], [], []
            for _ in range(starts):
                cached.append(_first(browser, host.url + page))
                if not quick:
                    slow.append(_first(browser, host.url + page, SLOWER))
                plain.append(_first(browser, host.url + page, forget=True))
            rows.append(["the files cached", *_row(plain)])
            rows.append(["the files and Python's memory cached", *_row(cached)])
            if slow:
                rows.append([f"the same, a processor {SLOWER} times as slow", *_row(slow)])
            tab = _opened(browser, host.url + page)
            _until_judged(tab)
            times = [float(one) for one in tab.value(CLICK.replace("COUNT", str(clicks)))]
        loaded = _loaded(site, page)
    cuts = statistics.quantiles(times, n=20)
    return "\n\n".join(
        [
            table(["first verdict, from opening the page", "median", "best", "worst", "checked"], rows),
            table(
                ["card added, verdict shown", "median", "95th percentile", "worst"],
                [[f"{clicks} cards", *(f"{one:.1f} ms" for one in (cuts[9], cuts[18], max(times)))]],
            ),
            table(["loaded before first use, gzipped", "kB"], [[name, f"{size / 1000:.1f}"] for name, size in loaded]),
        ]
    )


def _row(times: list[float]) -> list[str]:
    return [*(f"{one:.2f} s" for one in (statistics.median(times), min(times), max(times))), "a verdict was shown"]


def _first(browser: Chromium, url: str, slower: float = 1, *, forget: bool = False) -> float:
    """Seconds from opening the page to the first verdict that it shows."""
    if forget:
        tab = browser.open(url.rpartition("games/")[0] + "index.html")
        tab.value(FORGET)
        tab.close()
    start = time.perf_counter()
    tab = _opened(browser, url, slower)
    _until_judged(tab)
    seconds = time.perf_counter() - start
    tab.until(lambda: tab.value("caches.has('arsenal-python')"))
    tab.close()
    return seconds


def _opened(browser: Chromium, url: str, slower: float = 1) -> Tab:
    tab = browser.open("data:text/html,")
    tab.ask("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True})
    tab.ask("Emulation.setCPUThrottlingRate", {"rate": slower})
    tab.go(url)
    return tab


def _until_judged(tab: Tab) -> None:
    tab.until(lambda: tab.value("document.querySelector('.b-judgement')?.getAttribute('aria-busy')") == "false")
    said = str(tab.value("document.querySelector('#b-verdict').textContent"))
    require(any(sign in said for sign in "✗✓○"), f"no verdict but {said}")


def _loaded(site: Path, page: str) -> list[tuple[str, int]]:
    """What the page names and its scripts need at once, and what Python needs."""
    text = (site / page).read_text("utf-8")
    folder = (site / page).parent
    named = {*re.findall(r'(?:href|src)="([^"]+\.(?:css|m?js))"', text)}
    files = {(folder / one.partition("?")[0]).resolve() for one in named}
    files |= {site.resolve() / "static/builder/carriers/worker.js"}
    data = [site / "v1/games" / page.split("/")[1] / f"{name}.json" for name in ("building", "judge", "catalog")]
    runtime = sorted((site / "static/pyodide").iterdir())
    parts = [
        ("scripts and styles", files),
        ("the game's data", data),
        ("Arsenal's modules", [site / "static/worker/core.zip"]),
        ("Pyodide", [one for one in runtime if one.suffix != ".json"]),
    ]
    return [(name, sum(len(gzip.compress(one.read_bytes(), 9)) for one in files)) for name, files in parts]


if __name__ == "__main__":
    main_of(main)
