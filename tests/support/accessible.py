"""axe-core, which finds faults of accessibility in a page. Only tests run it, in a browser."""

import os
from pathlib import Path

import pytest

from tests.support.chromium import Tab

SCRIPT = Path(os.environ.get("ARSENAL_AXE", "node_modules")) / "axe-core" / "axe.min.js"  # where npm has installed it
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
needs_axe = pytest.mark.skipif(not SCRIPT.is_file(), reason="axe-core is not installed (npm install axe-core)")


def in_light_and_dark(tab: Tab, within: str = "") -> list[str]:
    """What axe finds on a wide screen; of the colours also in the dark."""
    tab.looks(1280, 900)
    light = hindrances(tab, within=within)
    tab.looks(1280, 900, scheme="dark")
    dark = hindrances(tab, colors=True, within=within)
    tab.looks(1280, 900)
    return light + dark


def hindrances(tab: Tab, *, colors: bool = False, within: str = "") -> list[str]:
    """What axe finds on the page, each with where it is; only of `colors` and sizes, where all else was looked at.

    `within` selects a part, where the rest is as it was.
    """
    if tab.value("typeof axe") == "undefined":
        tab.value(SCRIPT.read_text("utf-8") + "; 0")
    wanted = ["color-contrast", "target-size"] if colors else TAGS
    how = {"runOnly": wanted, "resultTypes": ["violations"]}  # or it also describes all that is as it should be
    found = tab.value(f"axe.run({within!r} || document, {how}).then(done => done.violations)")
    return [f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:200]})" for one in found]
