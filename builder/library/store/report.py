"""What a build of the card database did."""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.diagnostics import Diagnostic


@dataclass
class BuildReport:
    """Games compiled, games that were up to date, games that are gone, and packs left as they were for their errors.

    `failed` has the faults of such packs by the games' ids. `mended` says that the database in the cache was not as it
    was left, and was made anew.
    """

    built: list[str] = field(default_factory=list)
    current: list[str] = field(default_factory=list)
    failed: dict[str, list[Diagnostic]] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    mended: bool = False
