"""Ids for programs that want GUIDs: the same for ever for the same thing, wherever and whenever it is exported.

Source: UUID version 5, RFC 9562, section 5.5.
"""

from __future__ import annotations

from functools import lru_cache
from uuid import NAMESPACE_URL, uuid5


# To change what is hashed makes every deck that somebody saved in another program a deck of unknown cards.
@lru_cache(20_000)
def guid(game_id: str, kind: str = "game", *parts: str) -> str:
    """The GUID of a game, or of a thing of a `kind` in it. Its `parts` are its id, and the set of a printing that is
    not the card's first home; empty ones count for nothing.

    >>> guid("moon-duel") == guid("moon-duel"), guid("moon-duel") == guid("moon-duel", "card", "flare")
    (True, False)
    """
    return str(uuid5(NAMESPACE_URL, "/".join(("arsenal:", game_id, *filter(None, (kind, *parts))))))
