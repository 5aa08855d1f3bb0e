"""Dates are days of the calendar."""

from __future__ import annotations

from tests.support.packs import codes, game


def test_a_day_that_is_none() -> None:
    sets = {"core": {"name": "Core", "released": "2026-02-30"}}
    assert codes(game_yaml=game(sets=sets)) == ["bad-date"]
