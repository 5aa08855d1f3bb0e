"""How verdicts are said in a language: their sentences, and the names of the cards that these speak of.

`words` has the texts of each language. What is judged does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from builder.decks import CardIndex
from builder.diagnostics import likely_among
from builder.games import UNLIMITED, Clause, Players
from builder.legality.bounds import Bounds

LANGUAGES = ("en", "fr")
DEFAULT = "en"


@dataclass(frozen=True)
class Speech:
    """A language: its texts by key, of which some have a form for one and one for other numbers.

    `names` are the cards' in the language by id; those that are missing have the names that they were written with.
    """

    language: str
    texts: Mapping[str, str | tuple[str, str]] = field(repr=False)
    zero_is_one: bool = False
    names: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __call__(self, key: str, n: int | None = None, **parts: object) -> str:
        """The text of that key with its {parts} filled in. Raises KeyError for a key that there is not.

        >>> speech_of("en")("cards", 1), speech_of("en")("cards", 0), speech_of("fr")("cards", 0)
        ('1 card', '0 cards', '0 carte')
        """
        found = self.texts[key]
        if not isinstance(found, str):
            found = found[0 if n == 1 or (n == 0 and self.zero_is_one) else 1]
        parts["n"] = n
        return found.format_map(parts)

    def card(self, card_id: str, cards: CardIndex) -> str:
        """A card in a message: its name, or its id where it is unknown."""
        return self.names.get(card_id) or cards.describe(card_id)

    def listing(self, words: Sequence[str], last: str = "and") -> str:
        """`one, two and three`.

        >>> speech_of("en").listing(["one", "two", "three"]), speech_of("fr").listing(["un", "deux"], "or")
        ('one, two and three', 'un ou deux')
        """
        return f" {self(last)} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

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

    def can_play(self, players: Players) -> str:
        """How many can play.

        >>> speech_of("en").can_play(Players(4, 6, teams=2)), speech_of("en").can_play(Players(2, 2))
        ('4 to 6 players in 2 equal teams', 'exactly 2 players')
        """
        low, high = players.fewest, players.most
        if players.high == UNLIMITED:
            said = self("players.least", players=self("players", low))
        elif not players.low:
            said = self("players.most", players=self("players", high))
        elif low == high:
            said = self("players.exactly", players=self("players", low))
        else:
            said = self("players.range", low=low, high=high)
        return self("players.teams", players=said, teams=players.teams) if players.teams > 1 else said

    def suggestion(self, word: str, known: Iterable[str], what: str) -> str:
        """What was probably meant, then what there is: see `builder.diagnostics.suggestion`.

        >>> speech_of("en").suggestion("Mian", ["Main", "Side"], "sections")
        'did you mean "Main"? sections: Main, Side'
        """
        words, called = list(known), self(f"known.{what}")
        if not words:
            return self("known", what=called, names=self("known.none"))
        found = likely_among(word, words)
        if found is None:
            return ""
        meant, shown, more = found
        names = self("known.more", more, names=", ".join(shown)) if more else ", ".join(shown)
        listed = self("known", what=called, names=names)
        return f"{self('meant', names=self('quoted', word=meant))} {listed}" if meant else listed

    def meant(self, card_id: str, cards: CardIndex) -> str:
        """The cards that were probably meant by what names none."""
        ids = cards.likely(card_id)
        named = [f"{self('quoted', word=self.card(one, cards))} ({one})" for one in ids]
        return self("meant", names=f" {self('or')} ".join(named)) if named else ""


@cache
def speech_of(language: str) -> Speech:
    """How verdicts are said in a language, or in a variant of it; in English where nobody has written that."""
    known = next((one for one in (language.lower(), language.lower().partition("-")[0]) if one in LANGUAGES), DEFAULT)
    words = import_module(f"builder.legality.words.{known}")
    return Speech(known, words.TEXTS, words.ZERO_IS_ONE)
