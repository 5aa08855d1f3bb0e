"""Conceding in Future Invaders with every card of the pack: whoever leaves, nothing of theirs stays or is lost."""

from random import Random

import pytest

import engine
from tests.engine.games.future_invaders.test_game import keen
from tests.engine.support import POOL, bundle, with_cards


@pytest.mark.long
def test_players_leave_games_with_every_card() -> None:
    """Nothing waits to be played for ever, no grid has what its owner took along, and what is left can be described."""
    every_card = bundle("future-invaders", POOL)
    cards = every_card.cards
    free = [card for card, data in cards.items() if data.get("income") and not data.get("cost")]
    about = set()
    for seed in range(15):
        chance = Random(seed)
        few = [[*chance.sample(sorted(cards), 14), *chance.sample(free, 4)] for _ in range(3 + seed % 3)]
        game = engine.load([with_cards(every_card, deck) for deck in few])
        state = game.new(seed)
        everything = game.instances(state)
        while not state.over and state.decisions < 400:
            if state.about == "deployment" or not state.turn:
                state.resources = [[0 if state.out >> n & 1 else 12] * game.kinds for n in range(game.players)]
            if chance.random() < (0.2 if state.about not in about else 0.004):
                about.add(state.about)
                state.concede(chance.choice(state.remaining))
            else:
                state.apply(keen(state, chance))
            assert game.instances(state) == everything
            out = [seat for seat in range(game.players) if state.out >> seat & 1]
            assert not any(state.hand[seat] or state.arsenal[seat] or state.scrap[seat] for seat in out)
            assert not {game.owner[card] for card in state.grid if card >= 0} & set(out)
            assert all(str(state.describe(option)) for option in state.opts)
            if len(state.stack) == 1:
                assert not state.played
    assert about >= {"window", "react", "deployment", "slot", "bury", "target"}
