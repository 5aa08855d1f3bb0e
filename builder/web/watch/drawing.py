"""Draws the pictures that a page shows, in batches: what has just changed first, then what was asked for.

One thread does the drawing. Pictures stay in memory up to a limit; others come from the cache or are drawn again.
Where a picture can't be drawn, the last good one is shown.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from threading import Condition, Thread

from builder.diagnostics import Diagnostic
from builder.storage.cache import DiskCache
from builder.web.watch.state import Snapshot
from renderers.typst.jobs import RenderOptions, TypesetFiles
from renderers.typst.processes import ClosedError, RenderWorker
from renderers.typst.typesetting import typeset_each

BATCH = 24
AHEAD = 3  # neighbours drawn along with each picture asked for; more would hold up what is saved meanwhile
LIMIT = 128 * 1024 * 1024  # bytes of all pictures in memory
SECONDS = 10.0  # that a batch may take: less than for a print, since an author waits for it
LONG = 1.0  # seconds after which a batch is stopped if what it draws has changed


class WatchedPictures:
    """The pictures of a snapshot as SVG, by name. `on_change` is called when their findings may have changed."""

    def __init__(
        self, worker: RenderWorker, cache: DiskCache | None, time_limit: float | None, on_change: Callable[[], None]
    ) -> None:
        self._worker, self._cache, self._on_change = worker, cache, on_change
        # Pruned only at the end: doing it after each batch would take longer than drawing a card.
        unpruned = replace(cache, limit=None) if cache else None
        self._rendering = RenderOptions(unpruned, time_limit=time_limit or SECONDS, run=worker.run)
        self._news = Condition()
        self._snapshot: Snapshot | None = None
        self._made: OrderedDict[str, tuple[int, bytes]] = OrderedDict()  # version and picture by name
        self._bytes = 0
        self._failed: dict[str, int] = {}  # by name, the version that can't be drawn
        self._alone: set[str] = set()  # names to draw alone, as their batch failed for an unknown one of them
        self._findings: dict[str, tuple[int, list[Diagnostic]]] = {}
        self._waiting: dict[str, list[Future[bytes | None]]] = {}  # requests that wait for a picture
        self._first: dict[str, None] = {}  # names that have changed, to be drawn first
        self._asked: dict[str, None] = {}
        self._drawn: tuple[list[str], float] = [], 0.0  # names being drawn, and since when
        self._closed = False
        self._thread = Thread(target=self._work, name="drawing", daemon=True)

    def start(self) -> None:
        """Start to draw."""
        self._thread.start()

    def close(self) -> None:
        """Stop drawing, also what is being drawn, and answer all requests that wait."""
        with self._news:
            self._closed = True
            self._announce()
        self._worker.close()
        if self._thread.is_alive():
            self._thread.join(5)
        if self._cache:
            self._cache.prune()

    def show(self, snapshot: Snapshot, first: Iterable[str], seconds: float) -> None:
        """Draw this snapshot from now on, beginning with the names in `first`; wait for these, at most `seconds`."""
        with self._news:
            versions = self._snapshot.versions if self._snapshot else {}
            self._snapshot = snapshot
            for faults in (self._failed, self._findings):
                for name in faults.keys() - snapshot.things.keys():
                    del faults[name]
            self._first = dict.fromkeys(first)
            self._asked = {name: None for name in self._asked if name in snapshot.things}
            names = list(self._first)
            now, since = self._drawn
            outdated = any(versions.get(name) != snapshot.versions.get(name) for name in now)
            if outdated and time.monotonic() - since > LONG:
                self._worker.interrupt()  # perhaps an endless loop in a template, fixed by this change
            self._announce()
            self._news.wait_for(lambda: self._closed or all(map(self._settled, names)), seconds)

    def ask(self, name: str) -> Future[bytes | None]:
        """The picture of that name once it is drawn; the last good one where it can't be, None where there is none."""
        future: Future[bytes | None] = Future()
        with self._news:
            if self._snapshot and name in self._snapshot.things and not self._settled(name) and not self._closed:
                self._asked[name] = None
                self._waiting.setdefault(name, []).append(future)
                self._news.notify_all()
            else:
                future.set_result(self._found(name))
        return future

    def get(self, name: str, seconds: float) -> bytes | None:
        """The result of `ask`; where that takes more than `seconds`, the last good picture."""
        with suppress(TimeoutError):
            return self.ask(name).result(seconds)
        with self._news:
            return self._found(name)

    def findings(self) -> list[Diagnostic]:
        """What is wrong with the pictures that are up to date, in the order of the things."""
        with self._news:
            if self._snapshot is None:
                return []
            versions = self._snapshot.versions
            found = [self._findings.get(name, (0, [])) for name in versions]
            return [f for name, (v, own) in zip(versions, found, strict=True) if v == versions[name] for f in own]

    def _found(self, name: str) -> bytes | None:
        """The last good picture of a thing of the snapshot; None where there is none."""
        if self._snapshot is None or name not in self._snapshot.things or name not in self._made:
            return None
        self._made.move_to_end(name)
        return self._made[name][1]

    def _announce(self) -> None:
        """Answer the requests whose picture is drawn by now, or can't be."""
        for name in [name for name in self._waiting if self._closed or self._settled(name)]:
            for future in self._waiting.pop(name):
                if future.set_running_or_notify_cancel():
                    future.set_result(self._found(name))
        self._news.notify_all()

    def _settled(self, name: str) -> bool:
        """Whether nothing is to be drawn for this name: it is up to date, unknown, or can't be drawn."""
        version = self._snapshot.versions.get(name) if self._snapshot else None
        made = self._made.get(name)
        return version is None or (made is not None and made[0] == version) or self._failed.get(name) == version

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or self._first or self._asked)
                if self._closed or self._snapshot is None:
                    return
                snapshot, names = self._snapshot, self._batch(self._snapshot)
                self._drawn = names, time.monotonic()
            if not names:
                continue
            try:
                self._draw(snapshot, names)
            except ClosedError:
                return

    def _batch(self, snapshot: Snapshot) -> list[str]:
        """Take the names to draw next from the queue, with neighbours of those that were asked for."""
        asked = self._first or self._asked
        found = [name for name in asked if not self._settled(name)]
        if alone := [name for name in found if name in self._alone]:
            del asked[alone[0]]
            return alone[:1]
        names = found[:BATCH]
        if asked is self._asked and names and len(found) < BATCH and not self._failed:
            order = list(snapshot.things)
            after = order[order.index(names[-1]) + 1 :][: AHEAD * len(names)]
            names += [n for n in after if n not in names and n not in self._alone and not self._settled(n)]
            names = names[:BATCH]
        for name in list(asked):
            if name in names or self._settled(name):
                del asked[name]
        return names

    def _draw(self, snapshot: Snapshot, names: Sequence[str]) -> None:
        """Draw a batch and store its pictures and findings."""
        try:
            pictures = [snapshot.picture(name) for name in names]
            made = typeset_each([picture.job(snapshot.game, "svg") for picture in pictures], self._rendering)
        except ClosedError:
            raise
        except Exception as error:  # noqa: BLE001 - a file that went away meanwhile, or a fault of ours: nothing ends it
            finding = Diagnostic("renderer-crash", f"the picture can't be drawn: {error}")
            made = [TypesetFiles([], [finding], failed=True) for _ in names]
        with self._news:
            failed = {name: drawn for name, drawn in zip(names, made, strict=True) if drawn.failed}
            for name, drawn in zip(names, made, strict=True):
                if name not in failed:
                    self._put(snapshot, name, drawn)
            self._fail(snapshot, failed)
            self._drawn = [], 0.0
            for name in names:
                if not self._settled(name):  # it changed meanwhile, or is to be drawn again alone
                    self._asked.setdefault(name)
            self._announce()
        self._on_change()

    def _put(self, snapshot: Snapshot, name: str, drawn: TypesetFiles) -> None:
        version = snapshot.versions[name]
        _, old = self._made.pop(name, (0, b""))
        self._made[name] = (version, drawn.files[0])
        self._bytes += len(drawn.files[0]) - len(old)
        self._findings[name] = (version, drawn.findings)
        self._failed.pop(name, None)
        self._alone.discard(name)
        while self._bytes > LIMIT and len(self._made) > 1:
            _, (_, data) = self._made.popitem(last=False)
            self._bytes -= len(data)

    def _fail(self, snapshot: Snapshot, failed: Mapping[str, TypesetFiles]) -> None:
        """Mark the pictures that made the batch fail; the others are queued again without them."""
        guilty = (
            set(failed) if len(failed) == 1 else {n for n, drawn in failed.items() if _is_blamed(snapshot, n, drawn)}
        )
        for name, drawn in failed.items():
            if name in guilty:
                self._failed[name] = snapshot.versions[name]
                self._findings[name] = (snapshot.versions[name], drawn.findings)
                self._alone.discard(name)
            else:
                self._asked.setdefault(name)
        if not guilty:
            self._alone.update(failed)


def _is_blamed(snapshot: Snapshot, name: str, drawn: TypesetFiles) -> bool:
    face = snapshot.things[name].card or name.removeprefix(":")
    return face in {finding.subject for finding in drawn.findings}
