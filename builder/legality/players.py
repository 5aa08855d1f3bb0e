"""The number of players that a deck is for, held against those who can play."""

from __future__ import annotations

from builder.diagnostics import count_of
from builder.games import Clause, Format, Players
from builder.legality.verdicts import Violation


def wrong_player_count(players: int, can_play: Players, format: Format, clause: Clause | None = None) -> Violation:  # noqa: A002
    """The violation of a deck for a number of players that can't play; `clause` where it is one that says so."""
    message = f"{count_of(players, 'player')}, and {format.name} takes {can_play}"
    help_ = clause.description if clause else ""
    return Violation(
        "wrong-player-count",
        message,
        can_play.nearest(players),
        players,
        help=help_ or "the deck's `players`, or --players, says how many play",
        clause=clause.id if clause else "",
    )
