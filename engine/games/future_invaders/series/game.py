"""A series as the engine plays it: the methods of the engine's interface."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bundles import DeckBundle
from engine.core import begun
from engine.faults import EngineError
from engine.games.future_invaders.series import positions, rules, worth
from engine.games.future_invaders.series import view as views
from engine.games.future_invaders.series.table import Match, Reserves


class Series(Reserves):
    """A series of games between two players."""

    view = views.view
    determinize = views.determinize
    features = views.features
    evaluate = worth.evaluate
    position = positions.position
    leave = rules.leave

    def new(self, seed: int, *, log: bool = False) -> Match:
        """The first decision of the first game."""
        return begun(Match(self, seed, log=log), rules.SERIES, -1)

    def result(self, state: Match) -> tuple[float, ...]:
        """1 for the player with the most games won; several share it."""
        wins = state.wins
        most = [seat for seat, won in enumerate(wins) if won == max(wins)]
        return tuple(1 / len(most) if seat in most else 0.0 for seat in range(self.players))

    def remaining(self, state: Match) -> Sequence[int]:
        """Both players, since one who concedes a game may win the next."""
        return range(self.players)


def is_series(bundles: Sequence[DeckBundle]) -> bool:
    """Whether several games are played. Raises EngineError if there are not two players."""
    first = bundles[0]
    if not first.setup.has("best-of"):
        return False
    if len(bundles) != 2:
        raise EngineError(f"{first.format_name} is a series of duels, for 2 players, and there are {len(bundles)}")
    return True
