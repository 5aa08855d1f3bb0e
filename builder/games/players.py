"""How many people can play a game, alone or in teams."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.diagnostics import count_of
from builder.documents.data import Data, whole
from builder.games.card import UNLIMITED

MAX_PLAYERS = 100  # as in schemas/deck.schema.json


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play: from `low` to `high`, in so many `teams` of as many players each.

    `deck_for_team` says that a deck is one team's; otherwise what a format asks for each player is counted for all.
    `deck_for_table` says that all play with one deck.
    """

    low: int = 0
    high: int = UNLIMITED
    teams: int = 1
    deck_for_team: bool = False
    deck_for_table: bool = False

    @property
    def anybody(self) -> bool:
        """Whether any number can play."""
        return self.low <= 1 and self.high == UNLIMITED and self.teams == 1

    @property
    def fewest(self) -> int:
        """The smallest number that can play."""
        return -(-max(self.low, 1) // self.teams) * self.teams

    @property
    def most(self) -> int:
        """The largest number that can play; UNLIMITED where there is none."""
        return self.high if self.high == UNLIMITED else self.high // self.teams * self.teams

    @property
    def of_deck(self) -> Players:
        """How many players a deck can be for: those who can play, or those of a team where it is one team's."""
        if not self.deck_for_team:
            return self
        high = UNLIMITED if self.high == UNLIMITED else self.most // self.teams
        return Players(self.fewest // self.teams, high)

    def nearest(self, number: int) -> int:
        """The number that can play which is nearest to this one, the larger of two."""
        up = -(-number // self.teams) * self.teams
        down = up - self.teams
        near = up if up - number <= number - down else down
        return min(max(near, self.fewest), self.most)

    def to_json(self) -> dict[str, Data]:
        """The numbers as exports and `arsenal games` have them."""
        return {
            "min": self.fewest,
            **({"max": self.most} if self.high != UNLIMITED else {}),
            **({"teams": self.teams} if self.teams > 1 else {}),
        }

    def __str__(self) -> str:
        """How many can play, in words.

        >>> str(Players(2, 6)), str(Players(2, 2)), str(Players(high=4))
        ('2 to 6 players', 'exactly 2 players', 'at most 4 players')
        >>> str(Players(3)), str(Players(4, teams=2))
        ('at least 3 players', 'at least 4 players in 2 equal teams')
        """
        low, high = self.fewest, self.most
        if self.high == UNLIMITED:
            words = f"at least {count_of(low, 'player')}"
        elif not self.low:
            words = f"at most {count_of(high, 'player')}"
        else:
            words = f"exactly {count_of(low, 'player')}" if low == high else f"{low} to {high} players"
        return f"{words} in {self.teams} equal teams" if self.teams > 1 else words


def players_from(written: Mapping[str, Data]) -> Players:
    """How many can play, as a format file says it; its shape has been checked."""
    exactly = whole(written.get("exactly"))
    return Players(
        low=exactly or whole(written.get("min")),
        high=exactly or whole(written.get("max"), UNLIMITED),
        teams=whole(written.get("teams"), 1),
        deck_for_team=written.get("deck") == "team",
        deck_for_table=written.get("deck") == "table",
    )
