"""Endpoints that list and show games, cards, formats, rulings and sample decks; and one that gives a deck builder
all that it needs to start with a game.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from urllib.parse import quote, urlencode

from builder import legality
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data, mapping, text
from builder.games import Card, Game
from builder.games.fields import NAMES, OF_ABILITIES, Field
from builder.legality.kinds import depends_on_players
from builder.library import Catalog, OpenedDeck, card_json, ruling_json
from builder.library.remembering import remembered
from builder.naming import fold
from builder.translations.localized import Localized
from builder.web.api import shapes
from builder.web.api.endpoints import ENDPOINTS, PREFIX, ApiRequest, Endpoint, Reply
from builder.web.api.games import MOST_BUILT, Games
from builder.web.api.judging import day_of
from builder.words import DEFAULT, words_of

PAGE = 60  # cards on a page, unless another number is asked for
MOST = 500
PICTURE = 500  # pixels: the width of the pictures that are linked

LANGUAGE = shapes.text("A language that the game has, such as fr; the best of Accept-Language otherwise, or its own.")
CARD = shapes.thing(
    "id game set name type",
    "A card as its pack has it, with its game and set.",
    "_links",
    _links=shapes.by_name(
        shapes.text(), "Addresses on this server: of the card here (self), of its page and its picture."
    ),
)
RULING = shapes.thing(
    "question ruling date section", "A ruling as its pack has it.", cards=shapes.several(shapes.text())
)

PAGED = {
    "q": shapes.text("A query, as docs/queries.md describes; all cards without it."),
    "sort": shapes.text("A field to sort by; a - before it sorts from the highest down."),
    "page": shapes.whole("Which page, from 1.", 1, 100_000),
    "size": shapes.whole(f"Cards on a page; else {PAGE}.", 1, MOST),
    "lang": LANGUAGE,
}
FOUND = shapes.thing(
    "",
    "A page of the cards that a query finds.",
    "_links",
    cards=shapes.several(CARD),
    total=shapes.whole(),
    page=shapes.whole(),
    pages=shapes.whole(),
    meant=shapes.several(shapes.text(), "Where nothing was found: ids of cards that were probably meant."),
    _links=shapes.by_name(
        shapes.text(), "Addresses on this server: of the next page and of the previous one, where there are such."
    ),
)


@Endpoint(
    "GET",
    "What there is to ask for, and the games.",
    answer=shapes.thing(
        "name",
        description=shapes.text("The address of this description, in OpenAPI."),
        games=shapes.by_name(about="The address of each game, by its id."),
        endpoints=shapes.by_name(about="What each endpoint does, by method and address."),
    ),
)
def index(request: ApiRequest) -> Data:
    """The first page of the API, for whoever types its address."""
    return {
        "name": "Arsenal",
        "description": f"{PREFIX}/openapi.json",
        "games": {name: f"{PREFIX}/games/{name}" for name in request.catalog.game_ids},
        "endpoints": {f"{one.method} {PREFIX}{one.path}": one.summary for one in ENDPOINTS},
    }


@Endpoint("GET /games", "The games, with what each has.", answer="games-output")
def games(request: ApiRequest) -> Data:
    """All games, as `arsenal games --output json` lists them."""
    return {"games": [*request.catalog.overview()]}


@Endpoint(
    "GET /games/{game}",
    "A game as its pack describes it, its languages, and the faults that keep its newest state from being shown.",
    answer=shapes.thing(
        "id name",
        definition=shapes.by_name(about="What game.yaml says."),
        languages=shapes.several(shapes.text()),
        faults=shapes.whole("Faults that the pack has now; its last good data is shown."),
    ),
)
def game(request: ApiRequest) -> Data:
    """One game."""
    found = request.game
    return {
        "id": found.id,
        "name": found.name,
        "definition": dict(found.definition),
        "languages": [*request.catalog.languages(found)],
        "faults": len(request.games.failed.get(found.id, ())),
    }


@Endpoint(
    "GET /games/{game}/cards",
    "The cards of a game that match a query, a page at a time.",
    parameters=PAGED,
    answer=FOUND,
)
def cards(request: ApiRequest) -> Data:
    """The cards of a game that a query finds, a page of them."""
    return _found(request, request.game.id, request.language(request.game))


@Endpoint("GET /cards", "The cards of all games that match a query, a page at a time.", parameters=PAGED, answer=FOUND)
def all_cards(request: ApiRequest) -> Data:
    """The cards that a query finds in all games, a page of them; in a language, only of the games that have it."""
    return _found(request, "", request.query.get("lang", ""))


def _found(request: ApiRequest, game_id: str, lang: str) -> Data:
    words, page, size = request.query.get("q", ""), request.number("page", 1), request.number("size", PAGE)
    total, found = request.catalog.page(
        words, game_id, request.query.get("sort", ""), size, (page - 1) * size, language=lang
    )
    meant = [] if total or not words else request.catalog.meant(words, game_id, lang)
    pages = -(-total // size)
    answer: dict[str, Data] = {
        "cards": [_linked(request, card, lang) for card in found],
        "total": total,
        "page": page,
        "pages": pages,
        "meant": [card.id for card in meant],
    }
    if request.games.has_pages:
        path = f"{PREFIX}/games/{_quoted(game_id)}/cards" if game_id else f"{PREFIX}/cards"
        near = {"previous": min(page - 1, pages), "next": page + 1}
        answer["_links"] = {
            name: f"{path}?{urlencode({**request.query, 'page': number})}"
            for name, number in near.items()
            if 0 < number <= pages
        }
    return answer


@lru_cache(20_000)
def _quoted(part: str) -> str:
    """A part of an address. Cached, as it takes a fifth of a search's time."""
    return quote(part, safe="")


def _linked(request: ApiRequest, card: Card, lang: str) -> dict[str, Data]:
    """A card with its addresses, where there is a server that has its page and its picture."""
    data = card_json(card)
    if not request.games.has_pages:
        return data
    game, own, picture = map(_quoted, (card.game_id, card.id, card.picture))
    chosen = f"lang={_quoted(lang)}" if lang else ""
    version = "&".join(filter(None, (f"v={request.games.version}", chosen)))
    data["_links"] = {
        "self": f"{PREFIX}/cards/{game}/{own}" + (f"?{chosen}" if chosen else ""),
        "page": f"/games/{game}/cards/{own}" + (f"?{chosen}" if chosen else ""),
        "picture": f"/pictures/{game}/{picture}.{PICTURE}.webp?{version}",
    }
    return data


@Endpoint(
    "GET /games/{game}/sets",
    "The sets of a game, with how many cards each has.",
    parameters={"lang": LANGUAGE},
    answer=shapes.thing(
        sets=shapes.things("id name code released description", "", "released description", cards=shapes.whole())
    ),
)
def sets(request: ApiRequest) -> Data:
    """The sets of a game."""
    counts = Counter(card.set_id for card in request.catalog.cards(request.game))
    return {
        "sets": [
            {
                "id": one.id,
                "name": one.name,
                "code": one.code,
                **({"released": one.released.isoformat()} if one.released else {}),
                **({"description": one.description} if one.description else {}),
                "cards": counts[one.id],
            }
            for one in request.localized.game.sets.values()
        ]
    }


@Endpoint(
    "GET /games/{game}/rulings",
    "The rulings of a game.",
    parameters={"lang": LANGUAGE},
    answer=shapes.thing(rulings=shapes.several(RULING)),
)
def rulings(request: ApiRequest) -> Data:
    """All rulings of a game, in the order of its file."""
    words = request.localized
    return {"rulings": [ruling_json(words.ruling(one)) for one in request.catalog.loaded(words.original.id).rulings]}


@Endpoint(
    "GET /cards/{game}/{card}",
    "A card with its rulings.",
    parameters={"lang": LANGUAGE},
    answer=shapes.thing(card=CARD, rulings=shapes.several(RULING)),
)
def card(request: ApiRequest) -> Data:
    """One card."""
    found, words = request.games.card(request.game, request.path["card"]), request.localized
    return {
        "card": _linked(request, words.card(found), words.language if words.is_translated else ""),
        "rulings": [ruling_json(words.ruling(ruling)) for ruling in request.catalog.rulings(found)],
    }


@Endpoint(
    "GET /games/{game}/formats",
    "The formats of a game as its pack writes them, by id, the default one first.",
    parameters={"lang": LANGUAGE},
    answer=shapes.by_name(shapes.by_name()),
)
def formats(request: ApiRequest) -> Data:
    """All formats of a game."""
    found = request.catalog.formats(request.game.id, request.language(request.game))
    return {name: dict(data) for name, data in found.items()}


@Endpoint(
    "GET /games/{game}/decks/{deck}",
    "A sample deck as a deck file has it (schemas/deck.schema.json).",
    parameters={"lang": LANGUAGE},
    answer={"type": "object", "required": ["name", "game"]},
)
def deck(request: ApiRequest) -> Data:
    """One sample deck."""
    return sample_deck(request).deck.to_document()


def sample_deck(request: ApiRequest) -> OpenedDeck:
    """The sample deck that the address names. Raises NoSuchThing."""
    return request.games.sample_deck(request.game, request.path["deck"], request.language(request.game))


_COST = shapes.things("name symbol", "", "name symbol", amount=shapes.number())
_NAMED = shapes.things("id name")


@Endpoint(
    "GET /games/{game}/building",
    "What a deck builder needs of a game: its formats and their sections, the fields to filter by, its cards' names.",
    parameters={"lang": LANGUAGE},
    answer=shapes.thing(
        "id name",
        "",
        "languages keeps",
        version=shapes.text("Another one when any pack has changed."),
        languages=shapes.several(shapes.text()),
        formats=shapes.things(
            "id name description",
            "",
            "description sections players dice counted",
            sections=_NAMED,
            players=shapes.by_name(about="How many can play, where that makes a difference."),
            dice=shapes.by_name(about="Dice that players make: how many, their faces, what is on them."),
            counted=shapes.flag("Whether what is legal depends on the players."),
        ),
        fields=shapes.things("name title", kind={"enum": ["number", "word", "text", "flag", "tally"]}, values=_NAMED),
        cards=shapes.things(
            "id name type faction color",
            "All cards in their order, with the color of their faction or type.",
            "type faction color cost",
            cost=_COST,
        ),
        decks=shapes.things("id name description", "", "description"),
        symbols=_NAMED,
        targets=shapes.several(shapes.text(), "What POST /export can make."),
        presets=shapes.several(shapes.text(), "What POST /print knows."),
        keeps=shapes.flag("Whether the server keeps decks, at /decks."),
    ),
)
def building(request: ApiRequest) -> Reply:
    """All that a deck builder needs to start with a game, made once for each language."""
    words = request.localized
    key = words.original.id, words.language
    content = remembered(request.games.built, key, MOST_BUILT, lambda: _built(request.games, words))
    return Reply(content, "application/json")


def _built(games: Games, localized: Localized) -> bytes:
    catalog, game = games.catalog, localized.original
    data: Data = {
        "id": game.id,
        "name": localized.game.name,
        "version": games.version,
        "languages": [*catalog.languages(game)],
        "formats": _formats(catalog, localized),
        "fields": [_field(games, localized, field) for field in localized.game.fields.values()],
        "cards": [_card(game, {**localized.card(card).definition, "id": card.id}) for card in catalog.cards(game)],
        "decks": [_deck(catalog, localized, name) for name in catalog.sample_decks(game.id)],
        "symbols": [{"id": symbol.id, "name": symbol.name} for symbol in localized.game.symbols.values()],
        "targets": [*games.targets],
        "presets": [*games.presets],
        "keeps": games.saves_decks,
    }
    return json_text(data, indent=None).encode()


_COPIES = shapes.by_name(shapes.or_null(shapes.whole()))


@Endpoint(
    "GET /games/{game}/formats/{format}/copies",
    "How many copies of each card a format allows, by its rules alone, and why none of those that it keeps out.",
    parameters={
        "players": shapes.whole("For so many players.", 1, 100),
        "date": shapes.text("As of that day (2026-11-21); today otherwise."),
        "lang": LANGUAGE,
    },
    answer=shapes.thing(
        "format",
        sections=shapes.by_name(
            _COPIES, "The cards that each section admits, with the most copies there; null: any number."
        ),
        deck={**_COPIES, "description": "The most copies of cards that are counted over several sections."},
        out=shapes.things(
            "code help",
            "Cards that no section admits, with the code of the rule and what the format says.",
            cards=shapes.several(shapes.text()),
        ),
    ),
)
def allowed_copies(request: ApiRequest) -> Data:
    """How many copies of each card a format allows."""
    game, name = request.game, request.path["format"]
    request.games.check_format(game, name)
    players = request.number("players", 0) or None
    found = request.games.allowed(game.id, name, players, day_of(request.query.get("date", "")), request.language(game))
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
                "counted": any(map(depends_on_players, made.clauses)),
                **({"dice": dict(made_dice)} if made_dice else {}),
            }
        )
    return found


def _deck(catalog: Catalog, words: Localized, name: str) -> Data:
    deck = catalog.loaded(words.game.id).sample_deck(name, words.language)
    return {"id": name, "name": deck.name, **({"description": deck.description} if deck.description else {})}


def title_in(language: str, field: Field) -> str:
    """The title of a field; in the words of a language where it is not the game's own."""
    key = f"field.{field.name}"
    is_usual = words_of(DEFAULT, "api").texts.get(key) == field.title
    return words_of(language, "api")(key) if is_usual else field.title


def names_in(games: Games, localized: Localized, field: Field) -> dict[str, str]:
    """The names of a field's values, from the card schema, game.yaml or the game's phrases, or else the values
    themselves; verbs are in the order of their names.
    """
    if field.name in OF_ABILITIES:
        return _names_of_abilities(games, localized, field)
    schema = mapping(mapping(localized.game.card_schema.get("properties")).get(field.name))
    lists = [mapping(words) for words in localized.game.definition.values() if isinstance(words, dict)]
    listed = next((words for words in lists if field.values and all(value in words for value in field.values)), {})
    names = {value: text(mapping(listed.get(value)).get("name")) for value in field.values}
    titled = mapping(schema.get("properties"))
    called = mapping(schema.get(NAMES))
    return {
        value: text(called.get(value)) or name or text(mapping(titled.get(value)).get("title")) or value
        for value, name in names.items()
    }


def _names_of_abilities(games: Games, localized: Localized, field: Field) -> dict[str, str]:
    """The names of verbs (from the glossary or cards' texts), events, uses, and kinds of ability."""
    phrases = games.phrases(localized.original, localized.language)
    symbols = {symbol.id: symbol.name for symbol in localized.game.symbols.values()}
    section = {"op": "effects", "when": "events"}.get(field.name, "uses")
    kinds = words_of(localized.language, "api")
    found = {}
    for value in field.values:
        kind = f"ability.{value}"
        term = kinds(kind) if kind in kinds.texts else localized.term(value) if section == "effects" else ""
        found[value] = term or phrases.outline(section, value, symbols) or value
    if section == "effects":
        return dict(sorted(found.items(), key=lambda one: fold(one[1]).lstrip("… ")))
    return found


def _field(games: Games, localized: Localized, field: Field) -> Data:
    """A field, with the names of its values."""
    return {
        "name": field.name,
        "title": title_in(localized.language, field),
        "kind": field.kind,
        "values": [{"id": value, "name": name} for value, name in names_in(games, localized, field).items()],
    }


def _card(game: Game, definition: dict[str, Data]) -> Data:
    texts = {name: text(definition.get(name)) for name in ("id", "name", "type", "faction")}
    words = (mapping(mapping(game.definition.get(words)).get(texts[one])) for one, words in _COLORED)
    color = next((color for word in words if (color := text(word.get("color")))), "")
    return {**texts, "color": color, "cost": _cost(game, definition.get("cost"))}


def _cost(game: Game, cost: Data) -> Data:
    """What a card costs: amounts, each with the symbol of its resource where it has one."""
    if isinstance(cost, int):
        return [{"amount": cost}]
    found: list[Data] = []
    for name, amount in mapping(cost).items():
        resource = mapping(mapping(game.definition.get("resources")).get(name))
        symbol = text(resource.get("symbol"))
        found.append({"amount": amount, "name": text(resource.get("name")) or name, "symbol": symbol})
    return found


_COLORED = (("faction", "factions"), ("type", "types"))
