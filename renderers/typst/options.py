"""Options for rendering, whatever is rendered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.storage.cache import DiskCache
from renderers.jobs import Ink

if TYPE_CHECKING:
    from renderers.typst.processes import RunJob

OnProgress = Callable[[int, int], None]  # how many more are done, of how many in all; called from any thread


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How things are rendered.

    `cache` holds results of earlier runs, and receives new ones. `progress` is called from any thread as work goes on.
    `time_limit` is the seconds that one process may take; by default it grows with the number of faces. `run` does a
    job; by default each job gets a process of its own. With low `ink`, grounds are light and text is black.
    """

    cache: DiskCache | None = None
    progress: OnProgress | None = None
    time_limit: float | None = None
    run: RunJob | None = None
    ink: Ink = "full"

    def advance(self, done: int, of: int) -> None:
        """Report progress: `done` more faces or pictures, `of` in all."""
        if self.progress:
            self.progress(done, of)


DEFAULTS = RenderOptions()
