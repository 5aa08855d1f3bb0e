"""Writes an export to a file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from builder import plugins
from builder.diagnostics import count_of
from builder.exports import BUNDLED, Bundle, Exported, Target, target
from builder.exports.bundling import bundle
from builder.packs.sparing import spare
from builder.storage.files import write_output

if TYPE_CHECKING:
    from builder.catalog import Catalog, OpenedDeck
    from builder.games import Game


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written, a line about it for the user, and what the target could not carry, in sentences."""

    path: Path
    line: str
    losses: tuple[str, ...] = ()


def export_to(
    catalog: Catalog,
    what: str | OpenedDeck | Game,
    to: str,
    path: Path,
    *,
    where: str = "",
    format_id: str = "",
    on: date | None = None,
    players: int | None = None,
    force: bool = False,
    one_each: bool = False,
) -> Written:
    """Write a deck or a game, or what is called so, to `path` as the target `to` wants it: see `bundle`."""
    chosen = target(to)
    gathered = bundle(catalog, what, chosen, format_id, on, where, players=players, force=force, one_each=one_each)
    spare([path], what if isinstance(what, str) else "")
    exported = _exported(chosen, gathered)
    write_output(path, exported.content)
    counts = gathered.counts if gathered.deck else {}
    size = sum(counts.get(card.id, 1) for card in gathered.cards)
    line = f"{path}: {count_of(size, 'card')} as {chosen.title}"
    return Written(path, line, tuple(f"{chosen.name}: {loss}" for loss in exported.losses))


def _exported(chosen: Target, gathered: Bundle) -> Exported:
    """What the target makes. Raises UsageError, which names it, for what a target of a plugin raises."""
    if chosen.name in BUNDLED:
        return chosen.export(gathered)
    with plugins.running(chosen.name):
        exported: object = chosen.export(gathered)
        if not isinstance(exported, Exported):
            raise plugins.unusable(chosen.name, f"it makes {type(exported).__name__}, not Exported")
        return exported
