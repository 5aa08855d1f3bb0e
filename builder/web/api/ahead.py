"""What a deck builder asks before all else, answered ahead: files for a site without a server."""

from __future__ import annotations

import json
from datetime import date

from builder.web.api.answering import answer, opened


def answers_ahead(judge: bytes, beside: bytes, day: date) -> dict[str, bytes]:
    """The answers by their paths from the folder of a game's files, as of a day.

    `judge` and `beside` are the game's judge.json and catalog.json.
    """
    games = opened([(json.loads(judge), json.loads(beside))], day=day)
    [game] = games.catalog.games
    made = {}
    for language in games.catalog.languages(game):
        own = language == game.language
        asked = {} if own else {"lang": language}
        _, _, content = answer(games, "GET", f"/games/{game.id}/building", asked)
        made["building.json" if own else f"locales/{language}/building.json"] = content
    return made
