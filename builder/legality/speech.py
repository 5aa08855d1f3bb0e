"""How verdicts are said in a language: what their sentences share, and the names of the cards that these speak of.

What is judged does not depend on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.decks import CardIndex
from builder.games import UNLIMITED, Clause
from builder.legality.bounds import Bounds
from builder.words import Words, words_of


@dataclass(frozen=True)
class Speech(Words):
    """The words of verdicts in a language.

    `names` are the cards' in the language by id; those that are missing have the names that they were written with.
    """

    names: Mapping[str, str] = field(default_factory=dict, repr=False)

    def card(self, card_id: str, cards: CardIndex) -> str:
        """A card in a message: its name, or its id where it is unknown."""
        return self.names.get(card_id) or cards.describe(card_id)

    def asks(self, bounds: Bounds) -> str:
        """What bounds ask for.

        >>> [speech_of("en").asks(b) for b in (Bounds(40, 100), Bounds(40), Bounds(high=3), Bounds(30, 30))]
        ['asks for 40 to 100', 'asks for at least 40', 'allows at most 3', 'asks for exactly 30']
        """
        if bounds.low == bounds.high:
            return self("asks.exactly", bounds.low)
        if bounds.high == UNLIMITED:
            return self("asks.least", bounds.low)
        return self("asks.range", low=bounds.low, high=bounds.high) if bounds.low else self("asks.most", bounds.high)

    def mend(self, bounds: Bounds, actual: int) -> str:
        """What would bring `actual` within the bounds.

        >>> speech_of("en").mend(Bounds(40, 100), 38), speech_of("en").mend(Bounds(40, 100), 103)
        ('add 2', 'remove 3')
        """
        few = actual < bounds.low
        return self("mend.add", bounds.low - actual) if few else self("mend.remove", actual - bounds.high)

    def for_players(self, clause: Clause, players: int) -> str:
        """` for 2 players`, where the clause depends on their number."""
        return self("players.for", players) if clause.per_player else ""

    def meant(self, card_id: str, cards: CardIndex) -> str:
        """The cards that were probably meant by what names none."""
        ids = cards.likely(card_id)
        named = [f"{self('quoted', word=self.card(one, cards))} ({one})" for one in ids]
        return self("suggested", names=f" {self('or')} ".join(named)) if named else ""


def speech_of(language: str, names: Mapping[str, str] | None = None) -> Speech:
    """How verdicts are said in a language, or in a variant of it; in English where nobody has written that."""
    words = words_of(language, "verdicts")
    return Speech(words.language, words.counting, words.texts, names or {})
