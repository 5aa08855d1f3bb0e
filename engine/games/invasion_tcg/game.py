"""Invasion TCG as the engine plays it: prepares two decks, and has the methods of the engine's interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bundles import DeckBundle
from engine.core import Module, begun, shuffle
from engine.faults import EngineError
from engine.games.invasion_tcg import events, positions, refusing, worth
from engine.games.invasion_tcg import view as views
from engine.games.invasion_tcg.cards import compiled
from engine.games.invasion_tcg.rules import SET_UP
from engine.games.invasion_tcg.table import PLAY, Card, Setting, Table
from engine.games.invasion_tcg.verbs import KNOWN

MOST_CARDS: Final = 2_000  # in both decks together


class InvasionTcg(Setting):
    """A duel: the cards of both decks by instance, those of seat 0 first."""

    samples = 3

    def __init__(self, bundles: Sequence[DeckBundle]) -> None:
        super().__init__(bundles)
        self.module = MODULE
        ids = [card_id for bundle in bundles for card_id in bundle.copies()]
        if len(ids) > MOST_CARDS:
            raise EngineError(f"the decks have {len(ids)} cards, and the engine plays at most {MOST_CARDS}")
        self.count = len(ids)
        self.owner = [seat for seat, bundle in enumerate(bundles) for _ in bundle.copies()]
        protos: dict[str, Card] = {}
        for bundle in bundles:
            for card_id in bundle.copies():
                if card_id not in protos:
                    protos[card_id] = compiled(card_id, bundle.card(card_id))
        self.protos = list(protos.values())
        self.cards = [protos[card_id] for card_id in ids]
        self.quality = [worth.quality(card) for card in self.cards]
        index = {card_id: n for n, card_id in enumerate(protos)}
        self.which = [index[card_id] for card_id in ids]
        self.own_uses = [self._uses(seat, own_turn=True) for seat in (0, 1)]
        self.other_uses = [self._uses(seat, own_turn=False) for seat in (0, 1)]
        most_uses = max((len(card.uses) for card in self.cards), default=0)
        self.use = PLAY + self.count
        self.trade = self.use + self.count * max(1, most_uses)
        self.pick = self.trade + self.count
        self.actions = self.pick + self.count

    def _uses(self, seat: int, *, own_turn: bool) -> int:
        """The moments in which some card of a seat's deck could be used, one bit each."""
        moments = 0
        for card, owner in zip(self.cards, self.owner, strict=True):
            if owner == seat:
                for line in card.uses:
                    moments |= line.moments if line.own_turn == own_turn else 0
        return moments

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        state = Table(self, seed, log=log)
        for card, owner in enumerate(self.owner):
            state.deck[owner].append(card)
        for deck in state.deck:
            shuffle(state, deck)
        return begun(state, SET_UP)

    view = views.view

    def step(self, state: Table) -> str:
        """Which of the game's `steps` is under way."""
        return self.steps[state.attack]

    determinize = views.determinize
    describe = views.describe
    refused = refusing.refused
    hides = views.hides
    features = views.features
    evaluate = worth.evaluate
    position = positions.position

    def result(self, state: Table) -> tuple[float, ...]:
        """1 for the winner; half for each in a draw."""
        winner = state.winner
        return (0.5, 0.5) if winner < 0 else (1.0, 0.0) if winner == 0 else (0.0, 1.0)

    def remaining(self, state: Table) -> Sequence[int]:
        """Both, until the game is over."""
        return (0, 1)

    def leave(self, state: Table, seat: int) -> None:
        """Ends the game: a player who concedes has lost."""
        events.end(state, 1 - seat)


def _load(bundles: Sequence[DeckBundle], players: int) -> InvasionTcg:
    """Prepares the two decks. Raises EngineError, with the reason, if they can't be played."""
    if players != InvasionTcg.players:
        raise EngineError(f"Invasion TCG is for 2 players, not {players}")
    return InvasionTcg(bundles)


MODULE: Final = Module("invasion-tcg", _load, KNOWN)
