"""Answers requests of the API without HTTP, from published data. The deck builder runs it where there is no server.

It shares the server's code, so the answers are the same. Printing and decks saved in a folder need a server.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from datetime import date
from http import HTTPStatus
from importlib import invalidate_caches
from urllib.parse import unquote

from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.library import Catalog
from builder.library.published import PublishedGame
from builder.web.api import browsing, judging  # noqa: F401 - they register their endpoints
from builder.web.api.endpoints import ENDPOINTS, ApiRequest, Later, Reply, language_asked, reply_of
from builder.web.api.games import Games
from builder.web.api.problems import MEDIA_TYPE, error_data, problem_data
from builder.words import speaking, words_here

PLAYS = ("/table", "/trial")  # the ends of addresses whose answers need what plays games
GameData = tuple[Mapping[str, Data], Mapping[str, Data]]  # of a game: the contents of its judge.json and catalog.json


def opened(games: Iterable[GameData], version: str = "", day: date | None = None) -> Games:
    """Published games, ready to answer requests. Formats are read as of `day`, by default today."""
    day = day or date.today()
    return Games(Catalog((PublishedGame(*game) for game in games), day), version, day=day)


def answer(
    games: Games,
    method: str,
    path: str,
    query: Mapping[str, str] | None = None,
    body: str | None = None,
    language: str = "",
) -> tuple[int, dict[str, str], bytes]:
    """What the API answers: status, headers and content. `path` is the part after /api/v1, `body` is JSON.

    Errors are written in the language that the query asks for, or else in `language`.
    """
    with speaking(language_asked(query or {}, [language])):
        try:
            if reply := _reply(games, method, path, query or {}, body):
                return int(HTTPStatus.OK), {"content-type": reply.media_type, **reply.headers}, reply.content
            status = HTTPStatus.NOT_FOUND
            problem = problem_data(status, words_here("api")("no-address"))
        except Exception as error:  # noqa: BLE001 - whoever asks gets an answer, as from a server
            status, problem = error_data(error)
    return int(status), {"content-type": MEDIA_TYPE}, json_text(problem, indent=None).encode()


def _reply(games: Games, method: str, path: str, query: Mapping[str, str], body: str | None) -> Reply | None:
    """The endpoint's answer; None where the address has no endpoint, or only one that needs a server."""
    if path.endswith(PLAYS):  # the engine is imported for those who play
        import_player()
    for one in ENDPOINTS:
        if one.method == method and (match := one.pattern.fullmatch(path)):
            named = {name: unquote(value) for name, value in match.groupdict().items()}
            one.check_query(query)
            made = reply_of(one, ApiRequest(games, named, query, one.read_body(body or "")))
            return None if isinstance(made, Later) else made
    return None


def extend(place: str) -> None:
    """Has packages that are imported find further modules in another zip, or in a folder."""
    import engine

    sys.path.append(place)
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in ("builder", engine.__name__) and hasattr(module, "__path__"):
            module.__path__.append(f"{place}/{name.replace('.', '/')}")
    invalidate_caches()


def import_player() -> None:
    """Registers the endpoints that play games, with the games that the engine has: a browser keeps what is imported."""
    from builder.web.api import playing, trying  # noqa: F401 - they register their endpoints
    from engine.modules import SHIPPED, find

    for game in SHIPPED:
        find(game)


def answers_ahead(judge: bytes, more: bytes, day: date) -> dict[str, bytes]:
    """The first answers that a deck builder needs, made in advance for a site without a server, as of a day.

    Their keys are paths relative to the folder of the game's files. `judge` and `more` are the contents of the game's
    judge.json and catalog.json.
    """
    games = opened([(json.loads(judge), json.loads(more))], day=day)
    [game] = games.catalog.games
    made = {}
    for language in games.catalog.languages(game):
        own = language == game.language
        query = {} if own else {"lang": language}
        _, _, content = answer(games, "GET", f"/games/{game.id}/building", query)
        made["building.json" if own else f"locales/{language}/building.json"] = content
    return made


class Worker:
    """The API in a browser's worker. Requests and answers are passed as text, which both JavaScript and Python read."""

    def __init__(self, games: Iterable[tuple[str, str]], version: str) -> None:
        self._games = opened(((json.loads(judge), json.loads(catalog)) for judge, catalog in games), version)

    def answer(
        self, method: str, path: str, query: str, body: str | None, language: str = ""
    ) -> tuple[int, str, bytes]:
        """Like the function `answer`, with the query and the headers as JSON."""
        status, headers, content = answer(self._games, method, path, json.loads(query), body, language)
        return status, json.dumps(headers), content
