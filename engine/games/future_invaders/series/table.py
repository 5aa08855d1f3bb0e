"""What the players of a series bring, and a position.

An arsenal and a collection are sorted lists of cards' numbers. The state has the changes of an exchange so far, so that
a card that went out does not come in again, and the other way round: each is a change of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.bundles import DeckBundle
from engine.core import PLAYER, Module
from engine.faults import EngineError
from engine.games.future_invaders.nested import Nesting, Outer
from engine.games.future_invaders.table import Card
from engine.state import by_seat, instances, listing, listings, plain

MOST_GAMES: Final = 15  # that a format may ask for
MOST_CHANGES: Final = 100


class Match(Outer):
    """A position of a series: a game that is played, or an exchange after it."""

    game: Reserves
    number: int = plain()  # of the game, from 1
    wins: list[int] = by_seat(0)
    arsenals: list[list[int]] = listings(lambda game: [cards[:] for cards in game.arsenals])
    collections: list[list[int]] = listings(lambda game: [cards[:] for cards in game.collections])
    exchanges: list[int] = by_seat(0)  # the number that each seat was allowed so far
    taken: list[int] = listing()  # cards that went out in the current exchange
    put: list[int] = listing()  # and that came in


class Reserves(Nesting[Match]):
    """The arsenals and collections of a series."""

    kinds = ("take-out", "put-in")

    def __init__(self, module: Module, bundles: Sequence[DeckBundle]) -> None:
        self.bundles: Sequence[DeckBundle] = tuple(bundles)
        self.players = len(bundles)
        first = bundles[0]
        rules = first.rules("series")
        rules.word("exchanges", ["loser"])
        rules.number("swap-counts", 1, 1)
        rules.word("initiative", ["each-game"])
        collection = rules.word("from")
        self.best_of = first.setup.number("best-of", 1, MOST_GAMES)
        self.needed = self.best_of // 2 + 1
        self.changes = min((clause.number("max", 0, MOST_CHANGES) for clause in first.clauses("exchange")), default=0)
        self.low, self.high = first.size(players=self.players)
        main = [_main(bundle, collection) for bundle in bundles]
        self.lay_table(module, bundles)
        self.arsenals = [self._copies(bundle, *sections) for bundle, sections in zip(bundles, main, strict=True)]
        self.collections = [self._copies(bundle, collection) for bundle in bundles]
        for bundle, cards in zip(bundles, self.arsenals, strict=True):
            if not cards:
                raise EngineError(f"{bundle.where}: the arsenal has no cards")
        self.number_options(sum(len(cards) + self.changes * self.best_of for cards in self.arsenals))

    def _copies(self, bundle: DeckBundle, *sections: str) -> list[int]:
        return sorted(self.table.known[card_id].number for card_id in bundle.copies(*sections))

    def exchanging(self, state: Match) -> int:
        """The seat that makes an exchange now, -1 where a game is played."""
        return state.stack[0][PLAYER] if state.stack and not state.over else -1

    def decks(self, state: Match) -> list[list[Card]]:
        """The cards of the arsenals, as games know them."""
        return [[self.definitions[n] for n in cards] for cards in state.arsenals]

    def instances(self, state: Match) -> list[int]:
        """Every card of the arsenals and collections, by seat; in a game, the arsenal's cards are those in it."""
        found = []
        play = state.inner
        playing = self.exchanging(state) < 0 and not state.conceded  # that is between games
        for seat in range(self.players):
            arsenal = state.arsenals[seat]
            if playing:
                known = play.game
                arsenal = [known.cards[i].number for i in instances(play) if known.owner[i] == seat]
            found += [seat * len(self.ids) + n for n in (*arsenal, *state.collections[seat])]
        counts = Counter(found)  # of each copy the card's number * 1000, and how many copies came before
        return [card * 1000 + before for card in sorted(counts) for before in range(counts[card])]


def _main(bundle: DeckBundle, collection: str) -> list[str]:
    """The sections of the arsenal: all but the collection. Raises EngineError where there are none."""
    found = [section for section in bundle.sections if section != collection]
    if not found:
        raise EngineError(f"{bundle.where}: the deck has only a {collection}, and no arsenal")
    return found
