"""Saucer Dice: what a position that is set up by hand may say. Its rules are scenarios."""

from typing import Any

import pytest

from engine import EngineError
from tests.engine.support import loaded


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"planets": 3}, "are lists"),
        ({"planets": [3]}, "core: damaged"),
        ({"planets": [{"moon": "damaged"}]}, 'there is no place "moon"'),
        ({"planets": [{"core": ["damaged"]}]}, "there is no token"),
        ({"invasion": "red-3"}, "are lists"),
        ({"invasion": ["red"]}, "is no Invasion die"),
        ({"defense": [None]}, "there is no die"),
        ({"round": 4}, "should be from 1 to 3"),
        ({"step": []}, "there is no step"),
        ({"moons": 1}, "has no moons"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(data: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineError, match=said):
        loaded("saucer-dice", ("table-for-four",)).position(data)
