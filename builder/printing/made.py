"""What printing made, and what the user should know about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from builder.diagnostics import Diagnostic, count_of

Note = Callable[[str], None]  # hears at once what the user should know and what stops nothing


def ignore(_: str) -> None:
    """Hears nothing."""


def finished(number: int, where: Path) -> list[str]:
    """What the user should know where so many files that a killed run had left were moved to their places first."""
    what = f"an earlier run was killed while it wrote to {where}"
    return [f"{what}: first, {count_of(number, 'file')} that it had ready went to their places"] if number else []


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
