"""The one query language, used wherever a set of cards is named: to search, print, export, and judge decks.

`faction:pirates type:ship cost<=3 -is:pinnacle (text:/draw/ or has:income)`; see docs/queries.md. Nothing here needs a
database: `builder.library.search` finds the cards.
"""

from __future__ import annotations

from builder.query.language import Query, QueryError, parse, quoted
from builder.query.meaning import faults_in

__all__ = ["Query", "QueryError", "faults_in", "parse", "quoted"]
