"""The language of verdicts and clauses: words for bounds and cards, which their sentences share.

Judging does not depend on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from builder.decks import CardIndex
from builder.documents.data import Data, whole
from builder.games import UNLIMITED, Clause
from builder.words import DEFAULT, Text, Words, words_of


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of a number: from `low` to `high`, both included."""

    low: int = 0
    high: int = UNLIMITED

    @classmethod
    def of(cls, parameters: Mapping[str, Data], players: int = 0) -> Bounds:
        """The bounds of the parameters `min`, `max`, `exactly` and `per-player`."""
        more = whole(parameters.get("per-player")) * players
        if "exactly" in parameters:
            exactly = whole(parameters["exactly"]) + more
            return cls(exactly, exactly)
        low = whole(parameters["min"]) + more if "min" in parameters else 0
        return cls(low, whole(parameters["max"]) + more if "max" in parameters else UNLIMITED)

    def broken(self, actual: int) -> int:
        """The bound that `actual` breaks."""
        return self.low if actual < self.low else self.high

    def to_json(self) -> dict[str, Data]:
        """The bounds as a violation's values have them; without a `max` where there is none."""
        return {"min": self.low, **({"max": self.high} if self.high != UNLIMITED else {})}


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
        """What the bounds ask for, in words.

        >>> [speech_of("en").asks(b) for b in (Bounds(40, 100), Bounds(40), Bounds(high=3), Bounds(30, 30))]
        ['asks for 40 to 100', 'asks for at least 40', 'allows at most 3', 'asks for exactly 30']
        """
        if bounds.low == bounds.high:
            return self("asks.exactly", bounds.low)
        if bounds.high == UNLIMITED:
            return self("asks.least", bounds.low)
        return self("asks.range", low=bounds.low, high=bounds.high) if bounds.low else self("asks.most", bounds.high)

    def mend(self, bounds: Bounds, actual: int) -> str:
        """What would bring `actual` within the bounds, in words.

        >>> speech_of("en").mend(Bounds(40, 100), 38), speech_of("en").mend(Bounds(40, 100), 103)
        ('add 2', 'remove 3')
        """
        few = actual < bounds.low
        return self("mend.add", bounds.low - actual) if few else self("mend.remove", actual - bounds.high)

    def for_players(self, clause: Clause, players: int) -> str:
        """` for 2 players`, if the clause's bounds grow with the number of players; else ""."""
        return self("players.for", players) if clause.per_player else ""

    def meant(self, card_id: str, cards: CardIndex) -> str:
        """Help with the cards that were probably meant by an unknown id."""
        ids = cards.likely(card_id)
        named = [f"{self('quoted', word=self.card(one, cards))} ({one})" for one in ids]
        return self("suggested", names=f" {self('or')} ".join(named)) if named else ""

    def adding(self, words: Mapping[str, Mapping[str, Text]]) -> Speech:
        """The same speech with more words, by language; where this language has none, those of the default one."""
        return replace(self, texts={**self.texts, **(words.get(self.language) or words.get(DEFAULT) or {})})

    def bounds(self, clause: Clause) -> str:
        """The bounds of a clause in words, for pages.

        >>> speech_of("en").bounds(Clause("", "", {"min": 2, "per-player": 1}))
        'at least 2, and 1 more for each player'
        """
        low, high, exactly = (clause.parameters.get(name) for name in ("min", "max", "exactly"))
        each = clause.number("per-player")
        if exactly is not None:
            made = self("bounds.exactly", number=exactly)
        elif low is not None and high is not None:
            made = self("bounds.range", low=low, high=high)
        elif high is not None:
            made = self("bounds.most", number=high)
        elif low or not each:
            made = self("bounds.least", number=low or 0)
        else:
            return self("bounds.each", number=each)
        return self("bounds.more", number=made, each=each) if each else made


def speech_of(language: str, names: Mapping[str, str] | None = None) -> Speech:
    """The words of verdicts in a language or in a variant of it; in English where there are none."""
    words, own = words_of(language, "verdicts"), words_of(language, "clauses")
    return Speech(words.language, words.counting, {**words.texts, **own.texts}, names or {})
