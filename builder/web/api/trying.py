"""The endpoint that says how a deck does: win rates with quick bots, from more games each time."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from builder.diagnostics import UsageError
from builder.documents.data import Data, sequence, whole
from builder.playing.session import Session
from builder.playing.tables import Seated, in_words
from builder.web.api import shapes
from builder.web.api.endpoints import ApiRequest, Endpoint
from builder.web.api.judging import FORMAT, LANGUAGE
from builder.web.api.playing import MOST_SEATS, SEED, decks_of, seated_of
from engine import seed_of
from engine.modules import one_deck
from engine.tallies import Tally

SECONDS: Final = 0.5  # of games in one request; one game is always played to its end
MOST_GAMES: Final = 1_000_000

_COUNT = shapes.number("", 0, MOST_GAMES)


@Endpoint(
    "POST /games/{game}/trial",
    "How a deck does against another, or alone: games between quick bots for half a second, added to those before.",
    parameters={"lang": LANGUAGE},
    body=shapes.body(
        "decks seed",
        decks=decks_of(2, "The deck, and the one it plays against, if each player has one."),
        format=FORMAT,
        players=shapes.whole("How many play; usually 2.", 1, MOST_SEATS),
        seed=SEED,
        tally=shapes.several(_COUNT, "What an answer before this had as `tally`.", 4, 4),
    ),
    answer=shapes.thing(
        games=shapes.whole("How many games there were by now.", 0, MOST_GAMES),
        share=shapes.number("What the deck reached of all that could be won, 0 to 1."),
        interval=shapes.several(shapes.number(), "Where that lies with a certainty of 95 %."),
        tally=shapes.several(_COUNT, "Games, victories, results added up, and their squares.", 4, 4),
    ),
)
def trial(request: ApiRequest) -> Data:
    """The tally so far with more games. Raises UsageError for decks that can't be played with each other."""
    body = request.body
    tally = _read(sequence(body.get("tally")))
    players = whole(body.get("players")) or len(sequence(body["decks"]))
    play_on(seated_of(request), tally, players, whole(body["seed"]), SECONDS)
    return {
        "games": tally.games,
        "share": round(tally.share, 4),
        "interval": [round(end, 4) for end in tally.interval],
        "tally": [tally.games, tally.wins, tally.total, tally.squared],
    }


def _read(sent: object) -> Tally:
    """A tally that was sent. Raises UsageError for one that no games can have."""
    numbers = [one for one in sequence(sent) if isinstance(one, (int, float))] or [0, 0, 0, 0]
    games, wins, total, squared = numbers
    if not wins <= squared <= total <= games or games != int(games) or wins != int(wins):
        raise UsageError.of("api", "trial.tally")
    return Tally("", int(games), int(wins), total, squared, plain=total == wins)


BOT: Final = "greedy"


def play_on(seated: Seated, tally: Tally, players: int, seed: int, seconds: float) -> None:
    """Plays games for `seconds`, but at least one, and counts in the tally what the first deck reaches.

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
