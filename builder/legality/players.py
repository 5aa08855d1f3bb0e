"""The number of players that a deck is for, held against those who can play."""

from __future__ import annotations

from builder.games import Clause, Format, Players
from builder.legality.speech import Speech
from builder.legality.verdicts import Violation


def wrong_player_count(
    players: int,
    can_play: Players,
    format: Format,  # noqa: A002
    say: Speech,
    clause: Clause | None = None,
) -> Violation:
    """The violation of a deck for a number of players that can't play; `clause` where it is one that says so."""
    said = say("players", players)

    def message() -> str:
        return say("players.wrong", players=said, format=format.name, can_play=say.can_play(can_play))

    help_ = clause.description if clause else ""
    return Violation(
        "wrong-player-count",
        message,
        can_play.nearest(players),
        players,
        help=help_ or say("players.help"),
        clause=clause.id if clause else "",
    )
