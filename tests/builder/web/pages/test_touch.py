"""A player with a phone builds a legal deck, by touch alone, and only from what the page offers."""

import time
from typing import Any

import pytest

from tests.support.chromium import Chromium, Tab, needs_chromium

pytestmark = [pytest.mark.long, needs_chromium, pytest.mark.bundled]

MENDS = "[...document.querySelectorAll('.b-faults button, #b-missing')]"
FREE = "[...document.querySelectorAll('#b-found .b-tile:not(.b-away)')].filter(one => !one.querySelector('.b-full'))"
OUTSIDE = """[...document.querySelectorAll('#builder :is(button, input, select)')].filter(one => {
    const {left, right, width} = one.getBoundingClientRect();
    return one.checkVisibility() && width && (left < -1 || right > innerWidth + 1);
}).map(one => one.outerHTML.slice(0, 200))"""
SEARCHES = "!document.querySelector('.b-finder').hidden"
MOST = 60  # taps until a deck is legal


def tap(tab: Tab, element: str) -> None:
    """Touch the middle of an element, on which nothing else may lie."""
    tab.until(lambda: tab.value(f"Boolean({element})"))
    middle: dict[str, Any] = {}

    def is_free() -> bool:
        tab.value(f"{element}.scrollIntoView({{block: 'center'}})")
        tab.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # it is drawn there
        middle.update(
            tab.value(f"""(() => {{
                const one = {element};
                const {{left, top, width, height}} = one.getBoundingClientRect();
                const [x, y] = [left + width / 2, top + height / 2];
                return {{x, y, free: one.contains(document.elementFromPoint(x, y))}};
            }})()""")
        )
        return bool(middle.pop("free"))

    tab.until(is_free)  # what has been judged meanwhile may have moved it
    tab.ask("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle]})
    tab.ask("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def side(tab: Tab, number: int) -> None:
    button = f"document.querySelector('.b-switch button:nth-child({number})')"
    tap(tab, button)
    tab.until(lambda: tab.value(f"{button}.ariaPressed === 'true'"))


def judged(tab: Tab) -> str:
    time.sleep(0.15)  # until the page has begun to judge
    tab.until(lambda: tab.value("document.querySelector('.b-judgement')?.ariaBusy") == "false")
    return str(tab.value("document.querySelector('#b-verdict').textContent"))


def offered(tab: Tab) -> str:
    """The verdict, and what mends its faults."""
    return judged(tab) + str(tab.value(f"{MENDS}.map(one => one.textContent).join()"))


def test_a_legal_deck_is_built_by_touch_alone(address: str) -> None:
    with Chromium() as browser:
        tab = browser.open("data:text/html,")
        tab.looks(360, 740)
        tab.go(f"{address}/games/rone-invasion/build")
        tab.until(lambda: tab.value("document.getElementById('builder')?.dataset.ready") == "")
        for _ in range(MOST):
            side(tab, 2)
            if "✓" in judged(tab):
                break
            mend = f"({MENDS}.find(one => one.textContent !== 'Show what fits') ?? {MENDS}[0])"
            before = offered(tab)
            tap(tab, mend)
            while not tab.value(SEARCHES) and offered(tab) == before:
                time.sleep(0.02)
            if tab.value(SEARCHES):
                tab.until(lambda: tab.value("document.getElementById('b-found').ariaBusy") == "false")
                tap(tab, f"{FREE}[0]?.querySelector('.b-card + .b-steps .b-step:nth-of-type(2)')")
            assert tab.value(OUTSIDE) == []
            assert tab.value("document.documentElement.scrollWidth") <= 360
        else:
            pytest.fail(f"not legal after {MOST} steps: {judged(tab)}")
