"""The options that commands share: their defaults, their limits, and the environment in their place."""

from pathlib import Path
from typing import Any

import pytest

from builder.cli.options import MAX_PLAYERS
from builder.schema import bundled_schema
from tests.support.commands import Arsenal, InJson

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.bundled
def test_as_many_players_as_a_deck_may_name(arsenal: Arsenal) -> None:
    schema: Any = bundled_schema("deck").schema
    assert schema["properties"]["players"]["maximum"] == MAX_PLAYERS
    said = arsenal("check", "earthwall", "--players", str(MAX_PLAYERS + 1), code=2).stderr
    assert "--players" in said
    assert str(MAX_PLAYERS) in said


def test_packs_and_the_database_may_be_named_by_the_environment(
    in_json: InJson, own_pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ids() -> list[str]:
        return [game["id"] for game in in_json("games")["games"]]

    assert "moon-duel" not in ids()
    monkeypatch.setenv("ARSENAL_PACKS", str(own_pack))
    monkeypatch.setenv("ARSENAL_DATABASE", str(tmp_path / "own.db"))
    assert "moon-duel" in ids()
    assert (tmp_path / "own.db").is_file()


@pytest.mark.bundled
def test_a_time_limit_is_a_second_or_more(arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--time-limit" in arsenal("images", "earthwall", "-o", "out", "--time-limit", "0.5", code=2).stderr
    monkeypatch.setenv("ARSENAL_TIME_LIMIT", "soon")
    assert "soon" in arsenal("images", "earthwall", "-o", "out", code=2).stderr
    assert not Path("out").exists()
