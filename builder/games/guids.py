"""Ids for programs that need GUIDs: always the same for the same thing, wherever and whenever it is exported.

Source: UUID version 5, RFC 9562, section 5.5.
"""

from __future__ import annotations

from functools import lru_cache
from uuid import NAMESPACE_URL, uuid5


# If what is hashed were changed, decks saved in other programs would be decks of unknown cards.
@lru_cache(20_000)
def guid(game_id: str, kind: str = "game", *parts: str) -> str:
    """The GUID of a game, or of a thing of a `kind` in it. Its `parts` are its id, and the set of a printing that is
    not in the set where the card is written; empty parts are ignored.

    >>> guid("moon-duel") == guid("moon-duel"), guid("moon-duel") == guid("moon-duel", "card", "flare")
    (True, False)
    """
    return str(uuid5(NAMESPACE_URL, "/".join(("arsenal:", game_id, *filter(None, (kind, *parts))))))
