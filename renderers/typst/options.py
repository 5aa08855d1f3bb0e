"""How things are rendered, whatever they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.storage.cache import DiskCache

if TYPE_CHECKING:
    from renderers.typst.processes import RunJob

OnProgress = Callable[[int, int], None]  # how many more are done, of how many in all; called from any thread


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How things are rendered.

    What `cache` has is not drawn again, and what is drawn is put there. `progress` hears how far a large job is.
    `time_limit` is how many seconds a process may take; by default it grows with the number of faces. `run` does the
    jobs, such as `RenderWorker.run`; by default each is done in a process of its own.
    """

    cache: DiskCache | None = None
    progress: OnProgress | None = None
    time_limit: float | None = None
    run: RunJob | None = None

    def advance(self, done: int, of: int) -> None:
        """Tell who listens how far it is."""
        if self.progress:
            self.progress(done, of)


DEFAULTS = RenderOptions()
