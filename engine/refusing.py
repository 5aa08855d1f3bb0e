"""The reasons why a player can't do what they might want to: a card costs too much, or is not played at this time.

`Game.refused` lists them for the deciding seat, so that a table can show them next to the options.
"""

from __future__ import annotations

from typing import Final

COST: Final = "cost"  # it can't be paid: `Refused.lacks` are the missing amounts
LIMIT: Final = "limit"  # it was done as often as the rules allow
TARGET: Final = "target"  # there is no target
TIME: Final = "time"  # the rules allow it only at another time
MATCH: Final = "match"  # the rules require another card
WHYS: Final = (COST, LIMIT, TARGET, TIME, MATCH)
