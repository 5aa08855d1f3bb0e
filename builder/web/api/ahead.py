"""What a deck builder asks before all else, answered ahead: files for a site without a server."""

from __future__ import annotations

from collections.abc import Iterable

from builder.web.api.answering import answer
from builder.web.api.held import Games


def answers_ahead(games: Games, game_id: str, languages: Iterable[str]) -> dict[str, bytes]:
    """The answers by their paths from the folder of the game's files, the own language's first."""
    made = {}
    for language in languages:
        own = language == games.catalog.game(game_id).language
        asked = {} if own else {"lang": language}
        _, _, content = answer(games, "GET", f"/games/{game_id}/building", asked)
        made["building.json" if own else f"locales/{language}/building.json"] = content
    return made
