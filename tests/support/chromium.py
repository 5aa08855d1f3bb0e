"""Chromium without a window, spoken to by its DevTools protocol: what a page asks for, runs, shows and does at keys."""

from __future__ import annotations

import atexit
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

PROGRAM = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), "")
# The same engine without the windows, profiles and services around it, which take more time than pages do.
SHELL = shutil.which("chromium-headless-shell") or PROGRAM
SECONDS = 60  # until a test gives up waiting
needs_chromium = pytest.mark.skipif(
    not SHELL and not os.environ.get("ARSENAL_REQUIRE_CHROMIUM"),
    reason="no Chromium is installed (Debian: apt-get install chromium)",
)
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)  # fmt: skip
# The browser reads commands from descriptor 3 and answers on 4. Both are first moved out of the way of these numbers.
_START = """
import fcntl, os, sys
read, write = (fcntl.fcntl(int(word), fcntl.F_DUPFD, 10) for word in sys.argv[1:3])
os.dup2(read, 3), os.dup2(write, 4), os.close(read), os.close(write)
os.execv(sys.argv[3], sys.argv[3:])
"""
# Whether the service worker has saved the page and its files.
_STORED = """
Promise.all([location.href, ...performance.getEntriesByType("resource").map((one) => one.name)]
    .filter((one) => one.startsWith("http")).map((one) => new URL(one)).map(({ origin, pathname }) =>
        caches.match(origin + pathname.replace(/\\/$/, "/index.html")))).then((all) => all.every(Boolean))
"""


class _Process:
    """A browser that runs, with no page open."""

    def __init__(self, program: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="arsenal-chromium-", ignore_cleanup_errors=True)
        theirs_in, self._to = os.pipe()
        self._from, theirs_out = os.pipe()
        command = [program, *_FLAGS, f"--user-data-dir={self._folder.name}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, str(theirs_in), str(theirs_out), *command],
            pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self._folder.name}, start_new_session=True,
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self._unread = b""
        self._last = 0
        self.events: list[dict[str, Any]] = []

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        os.close(self._to)  # a browser that can get no more orders ends
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._from)
        self._folder.cleanup()

    def ask(self, method: str, params: Any = None, session: str | None = None) -> Any:
        """Call a method of the DevTools protocol; returns its result. Fails where the browser reports an error."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": params or {}}
        os.write(self._to, json.dumps({**message, "sessionId": session} if session else message).encode() + b"\0")
        late = time.monotonic() + SECONDS
        while (answer := self._next(late)).get("id") != self._last:
            self.events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self, late: float) -> dict[str, Any]:
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._from], [], [], max(0, late - time.monotonic()))
            assert ready, "the browser says nothing"
            more = os.read(self._from, 1 << 20)
            assert more, "the browser has ended"
            self._unread += more
        message, _, self._unread = self._unread.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found


_DRAWN = "new Promise((done) => setTimeout(done))"
_SHIFT = 8
# What the browser says of a script whose page is left, and of a promise that nothing will fulfil or that it collects.
_GONE = ("navigated or closed", "Cannot find context", "Promise was collected")
# The codes of keys that write nothing; letters and digits have their own.
_CODES = {
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageDown": 34, "End": 35,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip

_running: list[_Process] = []


def end_browser() -> None:
    """End the browser of this process, where one runs."""
    while _running:
        _running.pop().end()


class Chromium:
    """A fresh profile, which ends with its tabs. All are of one browser, which starts with the first of them.

    `alone` is a whole browser of its own, which caches on disk as people's do.
    """

    def __init__(self, *, alone: bool = False) -> None:
        self._alone = alone
        self._profile: dict[str, str] = {}
        self._sessions: set[str] = set()

    def __enter__(self) -> Chromium:
        if self._alone:
            self._process = _Process(PROGRAM)
            return self
        if _running and not _running[0].runs:
            end_browser()
        if not _running:
            _running.append(_Process(SHELL))
            atexit.register(end_browser)
        self._process = _running[0]
        self._profile = {"browserContextId": self._process.ask("Target.createBrowserContext")["browserContextId"]}
        return self

    def __exit__(self, *_: object) -> None:
        if self._alone:
            self._process.end()
        elif self._process.runs:
            self._process.ask("Target.disposeBrowserContext", self._profile)
        self._process.events[:] = [one for one in self._process.events if one.get("sessionId") not in self._sessions]

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the tabs of this profile have reported."""
        return [one for one in self._process.events if one.get("sessionId") in self._sessions]

    def open(self, url: str = "", *, network: bool = False) -> Tab:
        """A new tab that shows this page, or none; of `network`, all that it asks for is known from the beginning."""
        target = self.ask("Target.createTarget", {"url": "about:blank", **self._profile})["targetId"]
        session = self.ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self._sessions.add(session)
        tab = Tab(self, target, session)
        for domain in ("Page", "Log", *(["Network"] if network else [])):
            tab.ask(f"{domain}.enable")
        if url:
            tab.go(url)
        return tab

    def ask(self, method: str, params: Any = None, session: str | None = None) -> Any:
        """Call a method of the DevTools protocol; returns its result. Fails where the browser reports an error."""
        return self._process.ask(method, params, session)

    def download_to(self, folder: Path) -> None:
        """Save what is downloaded in this folder."""
        self.ask("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder), **self._profile})


class Tab:
    """One page."""

    def __init__(self, browser: Chromium, target: str, session: str) -> None:
        self._browser, self._target, self._session = browser, target, session

    def ask(self, method: str, params: Any = None) -> Any:
        """Have something done with this page."""
        return self._browser.ask(method, params, self._session)

    def go(self, url: str) -> None:
        """Show this page; it is there once its document is loaded."""
        self.ask("Page.navigate", {"url": url})
        self.until(
            lambda: self.value("document.readyState") == "complete" and self.value("location.href") != "about:blank"
        )

    def value(self, script: str) -> Any:
        """The value of a script in this page, whatever the page's security policy allows."""
        answer = self.ask("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def run(self, script: str) -> None:
        """Run a script; what it promises is waited for, unless the page goes or the browser collects the promise."""
        self._is(lambda: self.value(script))

    def has(self, where: str) -> bool:
        """Whether a selector finds something in this page."""
        return self.count(where) > 0

    def count(self, where: str) -> int:
        """How many elements a selector finds."""
        return int(self.value(f"document.querySelectorAll({json.dumps(where)}).length"))

    def text(self, where: str) -> str:
        """The text of the first element that a selector finds; "" where there is none."""
        return str(self.value(f"document.querySelector({json.dumps(where)})?.textContent ?? ''"))

    def seen(self, where: str) -> str:
        """That text as people see it: without what is hidden, and in lines."""
        return str(self.value(f"document.querySelector({json.dumps(where)})?.innerText ?? ''"))

    def until(self, true: Callable[[], object] | str) -> None:
        """Wait until the function returns something true, or until a selector finds something."""
        late = time.monotonic() + SECONDS
        while not self._is((lambda: self.has(true)) if isinstance(true, str) else true):
            assert time.monotonic() < late, self.value("document.body.innerText")
            time.sleep(0.02)

    def click(self, where: str, words: str = "") -> None:
        """Click on the first element that a selector finds and that begins with these words.

        What follows at once is drawn then, if the page stays.
        """
        said = f"(one) => one.textContent.trim().startsWith({json.dumps(words)})"
        found = f"[...document.querySelectorAll({json.dumps(where)})].find({said})"
        self.run(f"{found}.click(); {_DRAWN}")

    def write(self, where: str, value: str, event: str = "input") -> None:
        """Give a field this value, and say so to the page."""
        field = f"document.querySelector({json.dumps(where)})"
        said = f"new Event({json.dumps(event)}, {{ bubbles: true }})"
        self.run(f"{field}.value = {json.dumps(value)}; {field}.dispatchEvent({said}); {_DRAWN}")

    def choose(self, where: str, value: str) -> None:
        """Choose from the options of a field."""
        self.write(where, value, "change")

    def upload(self, where: str, file: Path) -> None:
        """Choose a file in a field for files."""
        document = self.ask("DOM.getDocument")["root"]["nodeId"]
        field = self.ask("DOM.querySelector", {"nodeId": document, "selector": where})["nodeId"]
        self.ask("DOM.setFileInputFiles", {"nodeId": field, "files": [str(file)]})

    def too_small(self, where: str) -> int:
        """How many of the elements that a selector finds are seen, and too small for a finger."""
        boxes = f"[...document.querySelectorAll({json.dumps(where)})].map((one) => one.getBoundingClientRect())"
        small = "(one) => one.width && (one.width < 24 || one.height < 24)"
        return int(self.value(f"{boxes}.filter({small}).length"))

    def touch(self, element: str) -> None:
        """Touch the middle of what a script or a selector finds, with one finger."""
        found = element if element.startswith("document.") else f"document.querySelector({json.dumps(element)})"
        box = self.value(f"({found}.scrollIntoView({{block: 'center'}}), {found}.getBoundingClientRect().toJSON())")
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.ask("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle]})
        self.ask("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _is(self, true: Callable[[], object]) -> bool:
        """Whether the function returns something true; false while another page is being loaded."""
        try:
            return bool(true())
        except AssertionError as error:
            if not any(said in str(error) for said in _GONE):
                raise
            return False

    def stored(self) -> None:
        """Wait until the browser has this page of a site, and all that it has loaded, for use without a network."""
        self.until(lambda: self.value(_STORED))

    def press(self, *keys: str) -> None:
        """Press these keys, one after the other, by their names."""
        for key in keys:
            text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
            code = _CODES.get(key, ord(key.upper()) if len(key) == 1 and key.isalnum() else 0)
            said = {"key": key, "windowsVirtualKeyCode": code, "modifiers": _SHIFT if key == "?" else 0}
            self.ask("Input.dispatchKeyEvent", {"type": "keyDown", **said, **text})
            self.ask("Input.dispatchKeyEvent", {"type": "keyUp", **said})

    def asked_for(self) -> list[str]:
        """The addresses that a page with `network` has asked for, without those that its security policy refused."""
        refused = {e["requestId"] for e in self._heard("Network.loadingFailed") if e.get("blockedReason") == "csp"}
        asked = self._heard("Network.requestWillBeSent")
        assert asked, "the tab was opened without `network`"
        return [event["request"]["url"] for event in asked if event["requestId"] not in refused]

    def refusals(self) -> list[str]:
        """What the browser says that the page's security policy forbade."""
        said = [event["entry"]["text"] for event in self._heard("Log.entryAdded")]
        return [text for text in said if "Content Security Policy" in text]

    def _heard(self, method: str) -> list[dict[str, Any]]:
        self.value("0")  # what came before it is heard by then
        heard = [event for event in self._browser.events if event.get("sessionId") == self._session]
        return [event["params"] for event in heard if event["method"] == method]

    def looks(self, width: int, height: int, density: float = 1, scheme: str = "light", *, moves: bool = False) -> None:
        """Show the page as a screen of this size does, with so many points to a pixel, light or dark.

        It does so as to people who want nothing to move, for what `moves` takes most of the time.
        """
        phone = width < 500
        size = {"width": width, "height": height, "deviceScaleFactor": density, "mobile": phone}
        self.ask("Emulation.setDeviceMetricsOverride", size)
        self.ask("Emulation.setScrollbarsHidden", {"hidden": True})
        self.ask("Emulation.setTouchEmulationEnabled", {"enabled": phone})
        wanted = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "no-preference" if moves else "reduce"}
        features = [{"name": name, "value": value} for name, value in wanted.items()]
        self.ask("Emulation.setEmulatedMedia", {"features": features})

    def picture(self) -> bytes:
        """What is seen, as PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", {"format": "png"})["data"])

    def close(self) -> None:
        """Close the tab."""
        self._browser.ask("Target.closeTarget", {"targetId": self._target})
