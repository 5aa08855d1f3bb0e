"""The deck builder in Chromium, served with 10,000 made-up cards: how soon a click has its verdict, a key its cards.

The clock is the page's own: from the event until its result is in the page. Pictures are not fetched: drawing thousands
of cards is another benchmark's.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring import main_of, require, served, table
from benchmarks.packs import GAME, ROOT, cards, printable_pack
from tests.support.chromium import PROGRAM, Chromium, Tab

CARDS = 10_000
CLICKS = 60
WANTED = 50  # ms, 95 of 100
WORDS = (
    "beacon", "silver", "tower", "cost>=3", "type:ship", "solar ref", "winter", "weapons>2", "draw", "faction:pirates",
)  # fmt: skip

# Resolves to the milliseconds until `shown()` returns another value than now; to null where nothing changes.
_UNTIL = """
const until = (act, shown) => new Promise((resolve) => {
  const start = performance.now();
  const done = (value) => (watcher.disconnect(), clearTimeout(late), resolve(value));
  const late = setTimeout(() => done(null), 3000);
  const watcher = new MutationObserver(() => shown() && done(performance.now() - start));
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  act();
});
"""
_CLICK = f"""(async () => {{ {_UNTIL}
  const all = document.querySelectorAll("#b-found [data-card]"), chosen = all[NUMBER % all.length];
  const line = () => document.getElementById("b-verdict");
  let waited = false;
  return until(() => chosen.click(), () => {{
    const checking = line().classList.contains("b-checking");
    waited ||= checking;
    return waited && !checking;
  }});
}})()"""
_KEY = f"""(async () => {{ {_UNTIL}
  const field = document.getElementById("b-query"), said = () => document.getElementById("b-search-said").textContent;
  const before = said();
  return until(() => {{
    field.value = QUERY;
    field.dispatchEvent(new Event("input", {{ bubbles: true }}));
  }}, () => said() !== before);
}})()"""


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    if not PROGRAM:
        return "There is no Chromium (Debian: apt-get install chromium)."
    letters = [word[:end] for word in WORDS for end in range(3, len(word) + 1)]
    clicks, typed = (5, WORDS[3:6]) if quick else (CLICKS, letters)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name:
        folder = Path(name)
        printable_pack(folder / "packs", list(cards(100 if quick else CARDS)))
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "ARSENAL_CACHE": str(folder / "cache")}
        packs = "--packs", str(folder / "packs")
        with served(folder, environment, *packs) as (port, _), Chromium(alone=True) as browser:
            rows = _measured(browser, f"http://127.0.0.1:{port}/", clicks, typed)
    return table(["deck builder, served", "median", "95 of 100", "at most", "slowest", "checked"], rows)


def _measured(browser: Chromium, address: str, number: int, typed: Sequence[str]) -> list[list[str]]:
    tab = browser.open("data:text/html,", network=True)
    tab.ask("Network.setBlockedURLs", {"urls": ["*/pictures/*"]})
    tab.go(f"{address}games/{GAME}/build")
    tab.until(lambda: tab.value("document.querySelectorAll('#b-found [data-card]').length"))
    tab.until(lambda: not tab.value("document.getElementById('b-verdict').classList.contains('b-checking')"))
    clicks = _times(tab, [_CLICK.replace("NUMBER", str(i)) for i in range(number)])
    copies = tab.value("document.querySelectorAll('.b-row').length")
    require(copies == min(number, 60), f"{number} clicks put {copies} different cards into the deck")
    keys = _times(tab, [_KEY.replace("QUERY", repr(word)) for word in typed], all_of_them=False)
    return [
        _row("a card clicked until the verdict stands there", clicks, f"{len(clicks)} clicks, as many cards"),
        _row("a key pressed until the found cards stand there", keys, f"{len(keys)} of {len(typed)} found others"),
    ]


def _times(tab: Tab, scripts: list[str], *, all_of_them: bool = True) -> list[float]:
    found: list[Any] = [tab.value(script) for script in scripts]
    times = [float(one) for one in found if one is not None]
    require(len(times) == len(found) or not all_of_them, f"{len(found) - len(times)} of {len(found)} led to nothing")
    require(len(times) > len(found) // 3, "hardly any key found other cards")
    return times


def _row(what: str, times: list[float], checked: str) -> list[str]:
    cuts = statistics.quantiles(times, n=20)
    figures = (statistics.median(times), cuts[18])
    return [what, *(f"{one:.0f} ms" for one in figures), f"{WANTED} ms", f"{max(times):.0f} ms", checked]


if __name__ == "__main__":
    main_of(main)
