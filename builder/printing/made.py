"""What printing made, and what the user should know about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from builder.diagnostics import Diagnostic

Note = Callable[[str], None]  # hears at once what the user should know and what stops nothing


def ignore(_: str) -> None:
    """Hears nothing."""


@dataclass(slots=True)
class Made:
    """The files that were made, with a line about each for the user, and what was not quite as asked.

    `report` is what preflight says, `warnings` are findings that stopped nothing, `hints` are about options without
    effect.
    """

    files: list[Path] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    report: str = ""
    warnings: list[Diagnostic] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
