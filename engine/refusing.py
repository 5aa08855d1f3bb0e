"""What a player might want to do and can't now, and why: a card that costs too much, or whose time is another.

`Game.refused` gives it for the seat that decides, so that a table can show it next to what may be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.core import Choice

COST: Final = "cost"  # `lacks` says what of it is not there
LIMIT: Final = "limit"  # it has been done as often as the rules allow
TARGET: Final = "target"  # there is nothing that it could do something to
TIME: Final = "time"  # it is done at another time
MATCH: Final = "match"  # another card has to be played
WHYS: Final = (COST, LIMIT, TARGET, TIME, MATCH)


@dataclass(frozen=True)
class Refused:
    """A choice that is no option now, and why; `lacks` are amounts by name."""

    choice: Choice
    why: str
    lacks: Mapping[str, int] = field(default_factory=dict)
