"""What a deck builder asks of a game before its first card: formats with their sections, fields to filter by, names.

It is one answer, so that a page has all it needs after one request.
"""

from __future__ import annotations

from builder import legality
from builder.diagnostics import suggestion
from builder.documents.data import Data, mapping, text
from builder.games import Game
from builder.games.fields import Field
from builder.legality.judge import depends_on_players
from builder.library import Catalog
from builder.translations.localized import Localized
from builder.web.api.browsing import LANGUAGE, game_of
from builder.web.api.endpoints import Asked, Words, endpoint
from builder.web.api.judging import day_of
from builder.web.api.problems import NoSuchThing

_TEXTS: Words = {"type": "string"}
_NAMED: Words = {"type": "object", "required": ["id", "name"], "properties": {"id": _TEXTS, "name": _TEXTS}}


def _list_of(**properties: Words) -> Words:
    named = {**_NAMED, "properties": {"id": _TEXTS, "name": _TEXTS, **properties}}
    return {"type": "array", "items": named}


@endpoint(
    "GET",
    "/games/{game}/building",
    "What a deck builder needs of a game: its formats and their sections, the fields to filter by, its cards' names.",
    parameters={"lang": LANGUAGE},
    answer={
        "type": "object",
        "required": ["id", "name", "version", "formats", "fields", "cards", "decks", "symbols", "targets", "presets"],
        "properties": {
            "id": _TEXTS,
            "name": _TEXTS,
            "version": {**_TEXTS, "description": "Another one when any pack has changed."},
            "languages": {"type": "array", "items": _TEXTS},
            "formats": _list_of(
                description=_TEXTS,
                sections=_list_of(),
                players={"type": "object", "description": "How many can play, where that makes a difference."},
                dice={
                    "type": "object",
                    "description": "Dice that players make: how many, their faces, what is on them.",
                },
                counted={"type": "boolean", "description": "Whether what is legal depends on the players."},
            ),
            "fields": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["name", "title", "kind", "values"],
                    "properties": {
                        "name": _TEXTS,
                        "title": _TEXTS,
                        "kind": {"enum": ["number", "word", "text", "flag", "tally"]},
                        "values": _list_of(),
                    },
                },
            },
            "cards": {
                **_list_of(type=_TEXTS, color=_TEXTS),
                "description": "All cards in their order, with the color of their faction or type.",
            },
            "decks": {"type": "array", "items": _TEXTS},
            "symbols": _list_of(),
            "targets": {"type": "array", "items": _TEXTS, "description": "What POST /export can make."},
            "presets": {"type": "array", "items": _TEXTS, "description": "What POST /print knows."},
            "keeps": {"type": "boolean", "description": "Whether the server keeps decks, at /decks."},
        },
    },
)
def building(asked: Asked) -> Data:
    """A game for a deck builder."""
    catalog, game = asked.catalog, game_of(asked)
    localized = catalog.localized(game, asked.language(game))
    return {
        "id": game.id,
        "name": localized.game.name,
        "version": asked.held.version,
        "languages": [*catalog.languages(game)],
        "formats": _formats(catalog, localized),
        "fields": [_field(localized.game, field) for field in localized.game.fields.values()],
        "cards": [_card(game, {**localized.card(card).definition, "id": card.id}) for card in catalog.cards(game)],
        "decks": [*catalog.sample_decks(game.id)],
        "symbols": [{"id": symbol.id, "name": symbol.name} for symbol in localized.game.symbols.values()],
        "targets": [*asked.held.targets],
        "presets": [*asked.held.presets],
        "keeps": asked.shelf is not None,
    }


_COPIES: Words = {"type": "object", "additionalProperties": {"type": ["integer", "null"]}}


@endpoint(
    "GET",
    "/games/{game}/formats/{format}/copies",
    "How many copies of each card a format allows, by its rules alone, and why none of those that it keeps out.",
    parameters={
        "players": {"type": "integer", "minimum": 1, "maximum": 100, "description": "For so many players."},
        "date": {"type": "string", "description": "As of that day (2026-11-21); today otherwise."},
        "lang": LANGUAGE,
    },
    answer={
        "type": "object",
        "required": ["format", "sections", "deck", "out"],
        "properties": {
            "format": _TEXTS,
            "sections": {
                "type": "object",
                "additionalProperties": _COPIES,
                "description": "The cards that each section admits, with the most copies there; null: any number.",
            },
            "deck": {**_COPIES, "description": "The most copies of cards that are counted over several sections."},
            "out": {
                "type": "array",
                "description": "Cards that no section admits, with the code of the rule and what the format says.",
                "items": {
                    "type": "object",
                    "required": ["code", "help", "cards"],
                    "properties": {"code": _TEXTS, "help": _TEXTS, "cards": {"type": "array", "items": _TEXTS}},
                },
            },
        },
    },
)
def allowed_copies(asked: Asked) -> Data:
    """What a format allows."""
    game, name = game_of(asked), asked.path["format"]
    known = asked.held.formats(game.id)
    if name not in known:
        raise NoSuchThing(f'{game.name} has no format "{name}"', suggestion(name, known, "formats"))
    players = asked.number("players", 0) or None
    found = asked.held.allowed(game.id, name, players, day_of(asked.query.get("date", "")), asked.language(game))
    return {"format": name, **found.to_json()}


def _formats(catalog: Catalog, words: Localized) -> list[Data]:
    written = catalog.formats(words.game.id, words.language)
    found: list[Data] = []
    for name in written:
        made = legality.compose(name, written, catalog.today)
        made_dice = next((clause.parameters for clause in made.clauses if clause.kind == "dice"), None)
        found.append(
            {
                "id": made.id,
                "name": made.name,
                "description": made.description,
                "sections": [{"id": section, "name": title} for section, title in made.sections.items()],
                "players": made.players_of_deck.to_json(),
                "counted": depends_on_players(made),
                **({"dice": dict(made_dice)} if made_dice else {}),
            }
        )
    return found


def _field(game: Game, field: Field) -> Data:
    """A field with the names of its values, where the game's lists have some."""
    lists = [mapping(words) for words in game.definition.values() if isinstance(words, dict)]
    names = next((words for words in lists if field.values and all(value in words for value in field.values)), {})
    return {
        "name": field.name,
        "title": field.title,
        "kind": field.kind,
        "values": [
            {"id": value, "name": text(mapping(names.get(value)).get("name")) or value} for value in field.values
        ],
    }


def _card(game: Game, definition: dict[str, Data]) -> Data:
    said = {name: text(definition.get(name)) for name in ("id", "name", "type", "faction")}
    words = (mapping(mapping(game.definition.get(words)).get(said[one])) for one, words in _COLORED)
    color = next((color for word in words if (color := text(word.get("color")))), "")
    return {"id": said["id"], "name": said["name"], "type": said["type"], "color": color}


_COLORED = (("faction", "factions"), ("type", "types"))
