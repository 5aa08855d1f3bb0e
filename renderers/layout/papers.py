"""Sizes of paper, by name or as width and height. All lengths are mm."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builder.diagnostics import UsageError, suggestion
from builder.games.sizes import size_in_mm, size_table

WRITTEN = "WIDTHxHEIGHT in mm or in, such as 210x297mm"
PAPERS = Path(__file__).with_name("data") / "papers.yaml"


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet's width and height in mm."""

    width: float
    height: float


def paper_size(name: str) -> Paper:
    """The paper of that name (in any case), or of a size such as `210x297mm` or `8.5x11in`.

    Raises UsageError for anything else.
    """
    custom = size_in_mm(name)
    if custom:
        return Paper(*custom)
    known = size_table(PAPERS)
    if name.lower() not in known:
        raise UsageError(f'no paper "{name}"', help=f"{suggestion(name.lower(), known)}; or {WRITTEN}")
    return Paper(**known[name.lower()])


def paper_names() -> list[str]:
    """The names of all papers."""
    return list(size_table(PAPERS))
