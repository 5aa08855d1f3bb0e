"""The terminal as rich writes to it: no markup is read in what packs say, and nothing of it can steer the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any  # Any: the options of rich's console

from rich.console import Console, ConsoleOptions, RenderableType  # noqa: TID251 - the one place
from rich.segment import Segment

from builder.diagnostics.harmless import printable


class PlainConsole(Console):
    """A console for the words of strangers: all of it is made harmless, and a text is a text: `[b]` is no markup."""

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of what is shown, of which only rich's own control the terminal."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)
