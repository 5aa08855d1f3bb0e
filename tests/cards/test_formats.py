"""The bundled formats, judged as their rulebooks say: who can play, and decks at the edge of what is legal."""

from __future__ import annotations

from functools import cache

import pytest

from builder.catalog import Catalog, CheckedSource
from builder.checks import check_pack
from builder.games import MAX_PLAYERS, UNLIMITED, Format
from builder.legality import Judge, compose
from builder.packs.pack import read
from tests.support.commands import ROOT

FORMATS = sorted((path.parent.parent.name, path.stem) for path in (ROOT / "cards").glob("*/formats/*.yaml"))
CAN_PLAY = {
    ("future-invaders", "prepared"): "2 to 6 players",
    ("future-invaders", "standard-rarity"): "2 to 6 players",
    ("future-invaders", "singleton"): "2 to 6 players",
    ("future-invaders", "architect"): "2 to 6 players",
    ("future-invaders", "series"): "exactly 2 players",  # it is a series of duels
    ("future-invaders", "rivals"): "4 to 6 players in 2 equal teams",
    ("invasion-tcg", "standard"): "exactly 2 players",
    ("saucer-people", "standard"): "2 to 4 players",
    ("saucer-people", "major-invasion"): "2 to 4 players",
    ("saucer-people", "origins-2008"): "2 to 4 players",
    ("saucer-dice", "standard"): "2 to 6 players",
    ("rone-invasion", "competitive"): "exactly 2 players",
    ("rone-invasion", "speed-training"): "exactly 2 players",
    ("rone-invasion", "cooperative"): "1 to 4 players",
    ("rone-invasion", "equal-chances"): "1 to 4 players",
    ("rone-invasion", "team-fight"): "at least 4 players in 2 equal teams",
}


@cache
def catalog(game: str) -> Catalog:
    """One game."""
    checked = check_pack(read(ROOT / "cards" / game))
    assert checked.ok, checked.diagnostics
    return Catalog(CheckedSource([checked]))


@cache
def format_of(game: str, format_id: str) -> Format:
    """A bundled format, as in force today."""
    return compose(format_id, catalog(game).formats(game), catalog(game).today)


@cache
def judge_of(game: str, format_id: str) -> Judge:
    """The judge by a bundled format."""
    return catalog(game).judge(game, format_of(game, format_id))


def players_told(game: str, format_id: str, players: int) -> list[str]:
    """What is said about the number of players of a deck without cards."""
    found = judge_of(game, format_id).judge({}, players=players).violations
    return [violation.message for violation in found if violation.code == "wrong-player-count"]


@pytest.mark.parametrize(("game", "format_id"), FORMATS)
def test_a_bundled_format_says_how_many_can_play(game: str, format_id: str) -> None:
    by = format_of(game, format_id)
    can_play = by.can_play
    assert not can_play.anybody
    assert can_play.nearest(by.players) == by.players
    allowed = range(can_play.fewest, min(can_play.most, MAX_PLAYERS) + 1, can_play.teams)
    refused = {n for n in range(1, 20) if n not in allowed}
    assert refused >= {can_play.fewest - 1} - {0}
    assert can_play.most == UNLIMITED or can_play.most + 1 in refused
    for players in range(1, 20):
        said = f"{players} player{'s' * (players != 1)}, and {by.name} takes {can_play}"
        assert players_told(game, format_id, players) == ([said] if players in refused else [])


def test_the_rulebooks_say_how_many_can_play() -> None:
    assert {key: str(format_of(*key).can_play) for key in CAN_PLAY} == CAN_PLAY
