"""Searches: which cards a query finds, in which order. The values that are asked about come as columns from elsewhere.

`index` combines sets of cards in memory, `finding` does so for one game or several, `memory` makes columns of cards
that are in no database; `builder.database.columns` has those of the card database.
"""

from __future__ import annotations

from builder.search.finding import count, find, matching_ids
from builder.search.index import Columns, GameIndex
from builder.search.memory import MemoryColumns

__all__ = ["Columns", "GameIndex", "MemoryColumns", "count", "find", "matching_ids"]
