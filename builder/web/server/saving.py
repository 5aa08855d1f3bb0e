"""The endpoints of saved decks, where `arsenal serve --decks` names a folder for them."""

from __future__ import annotations

from dataclasses import asdict

from builder.diagnostics import FindingsError
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.storage.archives import zipped
from builder.web.api import shapes
from builder.web.api.endpoints import ApiRequest, Endpoint, Reply
from builder.web.api.judging import DECK, NAMED_DECK, size_of
from builder.web.api.problems import NoSuchThing
from builder.web.server.library import Served
from builder.web.server.shelf import Shelf


@Endpoint(
    "GET /decks",
    "The decks that the server keeps.",
    answer=shapes.thing(
        decks=shapes.things(
            "etag name game format",
            id=shapes.text("Its file's name, without .yaml."),
            cards=shapes.whole(),
            faults=shapes.whole("What is wrong with the file."),
        )
    ),
    private=True,
)
def decks(request: ApiRequest) -> Data:
    """The saved decks, in the order of their file names."""
    return {"decks": [asdict(one) for one in _shelf(request).decks()]}


@Endpoint(
    "GET /decks/{name}",
    "A deck that the server keeps; its ETag changes with each change of it.",
    answer=DECK,
    private=True,
)
def saved_deck(request: ApiRequest) -> Reply:
    """A saved deck as its file has it. Raises FindingsError for a file that holds no deck."""
    saved = _shelf(request).deck(request.path["name"])
    if saved.faults:
        raise FindingsError(saved.faults)
    return Reply(json_text(dict(saved.document), indent=None).encode(), "application/json", headers={"etag": saved.tag})


@Endpoint(
    "PUT /decks/{name}",
    "Keep a deck: a new one, or with If-Match in the place of the one with that ETag. 412 with both where it changed.",
    body=NAMED_DECK,
    answer=shapes.thing("id etag"),
    private=True,
)
def put_deck(request: ApiRequest) -> Data:
    """Save a deck; answers with what is saved now. Raises UsageError for a deck with too many cards."""
    size_of(request.body)
    saved = _shelf(request).put(request.path["name"], request.body, request.if_match)
    return {"id": saved.name, "etag": saved.tag}


@Endpoint("DELETE /decks/{name}", "Remove the deck whose ETag is in If-Match.", answer=shapes.thing("id"), private=True)
def remove_deck(request: ApiRequest) -> Data:
    """Remove a saved deck; answers with what was removed."""
    _shelf(request).remove(request.path["name"], request.if_match)
    return {"id": request.path["name"]}


@Endpoint(
    "GET /decks.zip",
    "All decks that the server keeps, as their files, in one archive.",
    parameters={"game": shapes.text("Those of one game.")},
    media_type="application/zip",
    private=True,
)
def decks_zip(request: ApiRequest) -> Reply:
    """A zip of the deck files as they are: of all, also those with faults, or of one game's."""
    files = _shelf(request).files(request.query.get("game", ""))
    return Reply(zipped(files), "application/zip", "decks.zip")


def _shelf(request: ApiRequest) -> Shelf:
    if isinstance(request.games, Served) and request.games.shelf:
        return request.games.shelf
    raise NoSuchThing.of("api", "no-shelf")
