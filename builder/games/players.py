"""How many people can play a game, alone or in teams."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.documents.data import Data, whole
from builder.games.card import UNLIMITED
from builder.words import Words

MAX_PLAYERS = 100  # as in schemas/deck.schema.json


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play: from `low` to `high`, in `teams` teams of equal size.

    With `deck_for_team`, each team has a deck. With `deck_for_table`, all play with one deck.
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
        """The smallest number of players."""
        return -(-max(self.low, 1) // self.teams) * self.teams

    @property
    def most(self) -> int:
        """The largest number of players; UNLIMITED where there is none."""
        return self.high if self.high == UNLIMITED else self.high // self.teams * self.teams

    @property
    def of_deck(self) -> Players:
        """How many players a deck can be for: those who can play, or those of a team where it is one team's."""
        if not self.deck_for_team:
            return self
        high = UNLIMITED if self.high == UNLIMITED else self.most // self.teams
        return Players(self.fewest // self.teams, high)

    def nearest(self, number: int) -> int:
        """The allowed number of players that is nearest to this one; of two, the larger."""
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

    def in_words(self, words: Words) -> str:
        """How many can play, in the words of a language; empty where any number can.

        >>> from builder.words import words_of
        >>> english, french = words_of("en"), words_of("fr")
        >>> Players(2, 6).in_words(english), Players(2, 2).in_words(english), Players(high=4).in_words(french)
        ('2 to 6 players', 'exactly 2 players', 'au plus 4 joueurs')
        >>> Players(3).in_words(french), Players(4, teams=2).in_words(english)
        ('au moins 3 joueurs', 'at least 4 players in 2 equal teams')
        """
        if self.anybody:
            return ""
        low, high = self.fewest, self.most
        if self.high == UNLIMITED:
            text = words("players.least", low)
        elif not self.low:
            text = words("players.most", high)
        elif low == high:
            text = words("players.exactly", low)
        else:
            text = words("players.range", low=low, high=high)
        return words("players.teams", players=text, teams=self.teams) if self.teams > 1 else text


def players_from(written: Mapping[str, Data]) -> Players:
    """How many can play, from a format file; its shape has been checked."""
    exactly = whole(written.get("exactly"))
    return Players(
        low=exactly or whole(written.get("min")),
        high=exactly or whole(written.get("max"), UNLIMITED),
        teams=whole(written.get("teams"), 1),
        deck_for_team=written.get("deck") == "team",
        deck_for_table=written.get("deck") == "table",
    )
