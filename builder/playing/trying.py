"""How a deck does against another: games between quick bots, some at a time, for a page to show."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from builder.playing.session import Session
from builder.playing.tables import Seated, in_words
from engine import seed_of
from engine.modules import one_deck
from engine.tallies import Tally

BOT: Final = "greedy"


def play_on(seated: Seated, tally: Tally, players: int, seed: int, seconds: float) -> None:
    """Plays games for so long, but at least one, and counts in the tally what the first deck reaches.

    The deck takes each seat in turn. A game's seed depends on `seed` and its number alone.
    """
    shared = one_deck(seated.bundles[0])
    start = time.monotonic()
    while True:
        turned = 0 if shared else tally.games % len(seated.bundles)
        table = replace(seated, bundles=seated.bundles[turned:] + seated.bundles[:turned])
        with in_words():
            session = Session(table.table(players), seed_of("trial", seed, tally.games), [BOT] * players)
            while session.state.options:
                session.play_bot()
        result = session.state.result or ()
        reached = result[-turned % players]
        tally.add(reached, won=reached == 1)
        if time.monotonic() - start >= seconds:
            return
