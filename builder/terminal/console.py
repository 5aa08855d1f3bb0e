"""A rich console that is safe for texts from packs: no markup is read, and no control characters get through."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any  # Any: the options of rich's console

from rich.console import Console, ConsoleOptions, RenderableType  # noqa: TID251 - the one place
from rich.segment import Segment

from builder.diagnostics.harmless import printable


class PlainConsole(Console):
    """A console for texts from packs: control characters are removed, and `[b]` is shown, not read as markup."""

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments to show; only rich's own may have control codes."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)
