"""Why a player can't do what they might want to: a card costs too much, say, or its time is another.

`Game.refused` gives that for the seat that decides, so that a table can show it next to what may be done.
"""

from __future__ import annotations

from typing import Final

COST: Final = "cost"  # `Refused.lacks` says what of it is not there
LIMIT: Final = "limit"  # it has been done as often as the rules allow
TARGET: Final = "target"  # there is nothing that it could do something to
TIME: Final = "time"  # it is done at another time
MATCH: Final = "match"  # another card has to be played
WHYS: Final = (COST, LIMIT, TARGET, TIME, MATCH)
