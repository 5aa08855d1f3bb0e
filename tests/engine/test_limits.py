"""Limits of the engine: a game that meets one says so, and they stand in the documentation."""

from random import Random
from typing import Any

import pytest

from engine.games.future_invaders import chains
from engine.games.future_invaders import rules as future
from engine.games.future_invaders.series import rules as series
from engine.games.invasion_tcg import events
from engine.games.invasion_tcg import rules as invasion
from engine.games.saucer_dice import rules as saucer_dice
from tests.engine.support import finish, loaded, log_lines, played, set_up
from tests.support.commands import ROOT

FUTURE = ("future-invaders", ("faction=terrans", "faction=organics"))
INVASION = ("invasion-tcg", ("faction=skew", "faction=march"))


@pytest.mark.parametrize(
    ("game", "module", "name", "most", "said"),
    [
        (FUTURE, future, "MOST_TURNS", 2, "limit limit=turns most=4"),
        (FUTURE, chains, "MOST_EVENTS", 1, "limit limit=events most=1"),
        (INVASION, invasion, "MOST_TURNS", 3, "limit limit=turns most=3"),
        (INVASION, events, "MOST_ACTS", 1, "limit limit=acts most=1"),
        (INVASION, events, "MOST_ROLLS", 0, "limit limit=rolls most=0"),
    ],
)
def test_a_game_that_meets_a_limit_says_so(
    monkeypatch: pytest.MonkeyPatch, game: Any, module: Any, name: str, most: int, said: str
) -> None:
    monkeypatch.setattr(module, name, most)
    if name == "MOST_EVENTS":
        monkeypatch.setattr(future, name, most)
    assert said in log_lines(played(loaded(*game), 2, log=True))


def test_a_thousand_shootouts_are_reported() -> None:
    data = {"round": 3, "player": 1, "step": "rebuild", "shootouts": 1000}
    state = finish(set_up(loaded("saucer-dice", ("duel-of-fire-and-ice",)), data), Random(1))
    assert log_lines(state)[-3:] == ["limit limit=shootouts most=1000", "win player=0", "win player=1"]


@pytest.mark.parametrize("game", [FUTURE, INVASION, ("saucer-dice", ("whole-box",))], ids=lambda game: game[0])
def test_games_below_the_limits_say_nothing_of_them(game: Any) -> None:
    assert not any(line.startswith("limit") for line in log_lines(played(loaded(*game), 3, log=True)))


def test_the_documents_have_the_figures_of_the_code() -> None:
    text = (ROOT / "docs" / "engine.md").read_text("utf-8")
    for row in (
        f"| Future Invaders | `turns` | {future.MOST_TURNS} for each player |",
        f"| Future Invaders | `events` | {chains.MOST_EVENTS} in one turn |",
        f"| Invasion TCG | `turns` | {invasion.MOST_TURNS} of both players |",
        f"| Invasion TCG | `acts` | {events.MOST_ACTS} plays and effects in one turn |",
        f"| Invasion TCG | `rolls` | {events.MOST_ROLLS:,} rolls that are equal |",
        f"| Saucer Dice | `shootouts` | {saucer_dice.SHOOTOUTS:,} attacks of the tied |",
    ):
        assert row in text
    assert series.DRAWN == 3
    assert "three times as many as it has" in text
