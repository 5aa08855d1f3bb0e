"""Endpoints for what there is: games, cards, formats, rulings, sample decks."""

from __future__ import annotations

from builder.documents.data import Data
from builder.games import Card, Game
from builder.library import OpenedDeck, card_json, ruling_json
from builder.web.api.endpoints import Asked, Words, endpoint
from builder.web.api.problems import NoSuchThing
from builder.web.server.things import card_named, game_named

PAGE = 60  # cards on a page, unless another number is asked for
MOST = 500

LANGUAGE: Words = {
    "type": "string",
    "description": "A language that the game has, such as fr; the best of Accept-Language otherwise, or its own.",
}
CARD: Words = {
    "type": "object",
    "description": "A card as its pack has it, with its game and set.",
    "required": ["id", "game", "set", "name", "type"],
    "properties": {name: {"type": "string"} for name in ("id", "game", "set", "name", "type")},
}
RULING: Words = {
    "type": "object",
    "description": "A ruling as its pack has it.",
    "required": ["question", "ruling", "date", "section", "cards"],
    "properties": {
        **{name: {"type": "string"} for name in ("question", "ruling", "date", "section")},
        "cards": {"type": "array", "items": {"type": "string"}},
    },
}


@endpoint("GET", "/games", "The games, with what each has.", answer="games-output")
def games(asked: Asked) -> Data:
    """All games, as `arsenal games --output json` lists them."""
    return {"games": [*asked.catalog.overview()]}


@endpoint(
    "GET",
    "/games/{game}",
    "A game as its pack describes it, its languages, and the faults that keep its newest state from being shown.",
    answer={
        "type": "object",
        "required": ["id", "name", "definition", "languages", "faults"],
        "properties": {
            "id": {"type": "string"},
            "name": {"type": "string"},
            "definition": {"type": "object", "description": "What game.yaml says."},
            "languages": {"type": "array", "items": {"type": "string"}},
            "faults": {
                "type": "integer",
                "description": "Faults that the pack has now; its last good data is shown.",
            },
        },
    },
)
def game(asked: Asked) -> Data:
    """One game."""
    found = game_of(asked)
    return {
        "id": found.id,
        "name": found.name,
        "definition": dict(found.definition),
        "languages": [*asked.catalog.languages(found)],
        "faults": len(asked.held.failed.get(found.id, ())),
    }


@endpoint(
    "GET",
    "/games/{game}/cards",
    "The cards of a game that match a query, a page at a time.",
    parameters={
        "q": {
            "type": "string",
            "description": "A query, as docs/queries.md describes; all cards without it.",
        },
        "sort": {"type": "string", "description": "A field to sort by; a - before it sorts from the highest down."},
        "page": {"type": "integer", "minimum": 1, "maximum": 100_000, "description": "Which page, from 1."},
        "size": {
            "type": "integer",
            "minimum": 1,
            "maximum": MOST,
            "description": f"Cards on a page; else {PAGE}.",
        },
        "lang": LANGUAGE,
    },
    answer={
        "type": "object",
        "required": ["cards", "total", "page", "pages", "meant"],
        "properties": {
            "cards": {"type": "array", "items": CARD},
            "total": {"type": "integer"},
            "page": {"type": "integer"},
            "pages": {"type": "integer"},
            "meant": {
                "type": "array",
                "description": "Where nothing was found: ids of cards that were probably meant.",
                "items": {"type": "string"},
            },
        },
    },
)
def cards(asked: Asked) -> Data:
    """Search."""
    found_game = game_of(asked)
    words, lang = asked.query.get("q", ""), asked.language(found_game)
    page, size = asked.number("page", 1), asked.number("size", PAGE)
    sort, first = asked.query.get("sort", ""), (page - 1) * size
    total, found = asked.catalog.page(words, found_game.id, sort, size, first, language=lang)
    meant = [] if total or not words else asked.catalog.meant(words, found_game.id, lang)
    return {
        "cards": [card_json(card) for card in found],
        "total": total,
        "page": page,
        "pages": -(-total // size),
        "meant": [card.id for card in meant],
    }


@endpoint(
    "GET",
    "/cards/{game}/{card}",
    "A card with its rulings.",
    parameters={"lang": LANGUAGE},
    answer={
        "type": "object",
        "required": ["card", "rulings"],
        "properties": {"card": CARD, "rulings": {"type": "array", "items": RULING}},
    },
)
def card(asked: Asked) -> Data:
    """One card."""
    found = card_of(asked)
    game = game_of(asked)
    words = asked.held.localized(game, asked.language(game))
    return {
        "card": card_json(words.card(found)),
        "rulings": [ruling_json(words.ruling(ruling)) for ruling in asked.catalog.rulings(found)],
    }


@endpoint(
    "GET",
    "/games/{game}/formats",
    "The formats of a game as its pack writes them, by id, the default one first.",
    parameters={"lang": LANGUAGE},
    answer={"type": "object", "additionalProperties": {"type": "object"}},
)
def formats(asked: Asked) -> Data:
    """All formats of a game."""
    found = game_of(asked)
    return {name: dict(said) for name, said in asked.catalog.formats(found.id, asked.language(found)).items()}


@endpoint(
    "GET",
    "/games/{game}/decks/{deck}",
    "A sample deck as a deck file has it (schemas/deck.schema.json).",
    answer={"type": "object", "required": ["name", "game"]},
)
def deck(asked: Asked) -> Data:
    """One sample deck."""
    return sample_deck(asked).deck.to_document()


def sample_deck(asked: Asked) -> OpenedDeck:
    """The sample deck that the address names. Raises NoSuchThing."""
    found, name = game_of(asked), asked.path["deck"]
    if name not in asked.catalog.sample_decks(found.id):
        raise NoSuchThing(f'{found.id} has no sample deck "{name}"')
    return asked.catalog.open_deck(f"{found.id}/{name}")


def game_of(asked: Asked) -> Game:
    """The game that the address names. Raises NoSuchThing."""
    return game_named(asked.held, asked.path["game"])


def card_of(asked: Asked) -> Card:
    """The card that the address names by its id, or by one that it had before. Raises NoSuchThing."""
    return card_named(asked.held, game_of(asked), asked.path["card"])
