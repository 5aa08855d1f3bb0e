"""Searches: which cards a query finds, in which order. The values that are asked about come as columns from elsewhere.

`index` combines sets of cards in memory, `finding` does so for one game or several, `memory` makes columns of cards
that are in no database; `builder.library.store.columns` has those of the card database.
"""

from __future__ import annotations

from builder.library.search.finding import count, find, matching_ids
from builder.library.search.index import Columns, GameIndex
from builder.library.search.memory import MemoryColumns

__all__ = ["Columns", "GameIndex", "MemoryColumns", "count", "find", "matching_ids"]
