"""The endpoint that says how a deck does: win rates with quick bots, from more games each time."""

from __future__ import annotations

from typing import Final

from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, sequence, text, whole
from builder.playing.trying import play_on
from builder.web.api.endpoints import Asked, SchemaPart, endpoint
from builder.web.api.judging import FORMAT, LANGUAGE, body_of
from builder.web.api.playing import MOST_SEATS, SEED, decks_of, seated_of
from engine.tallies import Tally

SECONDS: Final = 0.5  # of games in one request; one game is always played to its end
MOST_GAMES: Final = 1_000_000

_COUNT: SchemaPart = {"type": "integer", "minimum": 0, "maximum": MOST_GAMES}
_TALLY: SchemaPart = {
    "type": "array",
    "minItems": 4,
    "maxItems": 4,
    "items": {"type": "number", "minimum": 0, "maximum": MOST_GAMES},
}


@endpoint(
    "POST",
    "/games/{game}/trial",
    "How a deck does against another, or alone: games between quick bots for half a second, added to those before.",
    parameters={"lang": LANGUAGE},
    body=body_of(
        ["decks", "seed"],
        decks=decks_of(2, "The deck, and the one it plays against, if each player has one."),
        format=FORMAT,
        players={"type": "integer", "minimum": 1, "maximum": MOST_SEATS, "description": "How many play; usually 2."},
        seed=SEED,
        tally={**_TALLY, "description": "What an answer before this had as `tally`."},
    ),
    answer={
        "type": "object",
        "required": ["games", "share", "interval", "tally"],
        "properties": {
            "games": {**_COUNT, "description": "How many games there were by now."},
            "share": {"type": "number", "description": "What the deck reached of all that could be won, 0 to 1."},
            "interval": {
                "type": "array",
                "items": {"type": "number"},
                "description": "Where that lies with a certainty of 95 %.",
            },
            "tally": {**_TALLY, "description": "Games, victories, results added up, and their squares."},
        },
    },
)
def trial(asked: Asked) -> Data:
    """The tally so far with more games. Raises UsageError for decks that can't be played with each other."""
    body, game = asked.body, asked.games.game(asked.path["game"])
    tally = _read(sequence(body.get("tally")))
    decks = [one if isinstance(one, str) else mapping(one) for one in sequence(body["decks"])]
    players = whole(body.get("players")) or len(decks)
    play_on(seated_of(asked, game, decks, text(body.get("format"))), tally, players, whole(body["seed"]), SECONDS)
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
