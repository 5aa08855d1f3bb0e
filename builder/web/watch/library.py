"""The watched pack as all other pages show it: as it was last read, once one of them asks."""

from __future__ import annotations

from datetime import date
from functools import cached_property

from builder.checks import CheckedPack
from builder.library.checked import CheckedGame
from builder.library.opening import IN_MEMORY, Opened
from builder.library.store import BuildReport
from builder.packs.pack import Pack
from builder.web.server.library import Held, Library
from builder.web.watch.state import Watched
from builder.workspace import Workspace


class WatchedLibrary(Library):
    """The data of a watched pack alone. Where its newest state has errors, the last one that has none is shown."""

    def __init__(self, watched: Watched) -> None:
        super().__init__(self._open)
        self._watched = watched
        self._taken: CheckedPack | None = None

    def for_long_work(self) -> Library:
        """Itself: who asks has this machine alone."""
        return self

    def _newest(self) -> Held:
        if self._taken is not self._watched.checked or self.held.day != date.today():
            self._load()
        return self.held

    def _open(self) -> Workspace:
        self._taken = self._watched.checked
        return _Seen(self._watched.good, self._taken)


class _Seen(Workspace):
    """A pack that somebody else has read and checked: `good` is shown, and what is wrong with the `newest` is told."""

    def __init__(self, good: CheckedPack | None, newest: CheckedPack | None) -> None:
        super().__init__((), IN_MEMORY)
        self._good, self._last = good, newest

    @cached_property
    def packs(self) -> list[Pack]:
        """The pack that is shown, if there is one."""
        return [self._good.pack] if self._good else []

    def _open(self) -> Opened:
        shown = [self._good] if self._good else []
        failed = {} if self._last is None or self._last.ok else {self._last.id: self._last.diagnostics}
        report = BuildReport(built=[one.id for one in shown], failed=failed)
        return Opened([CheckedGame(one) for one in shown], self.packs, IN_MEMORY, report)
