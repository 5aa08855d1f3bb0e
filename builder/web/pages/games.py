"""The pages of games: all of them, one of them, a set, the rulings; the deck builder and the table to play on, which
the modules in static/builder and static/table make in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any  # Any: what templates take

from builder.decks import Deck
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data, mapping, sequence, whole
from builder.exports import names, target
from builder.games import Card, CardSet, Format, Game
from builder.playing.playable import is_played, is_tried, shares_deck
from builder.statistics.report import Shown
from builder.translations.localized import Localized
from builder.web.api.problems import NoSuchThing
from builder.web.pages.addresses import ANY
from builder.web.pages.cards import named, picture_address, shared_back, tile
from builder.web.pages.marks import Piece, symbol_piece
from builder.web.pages.searching import example
from builder.web.pages.views import STATIC, Page, Visit
from renderers.outputs.images import pictures_of

MOST_SYMBOLS = 12  # symbols next to a game's name
NEWEST = 10  # cards of the newest set that a game's page shows
MOST_SEATS = 8  # players at one table of a page
MOST_OF_A_SET = 120  # cards with their pictures; the search has pages for more


def home(visit: Visit) -> Page:
    """The first page: all games."""
    shown = []
    for game in visit.listed:
        words = visit.localized(game)
        cards = visit.catalog.cards(game)
        picks = [tile(visit, words, card) for card in spread(_of_the_usual_form(words.game, cards), 3)]
        shown.append({**_summary(visit, game), "game": words.game, "back": shared_back(visit, words), "cards": picks})
    failed = [game_id for game_id in visit.games.failed if game_id not in visit.catalog.game_ids]
    return Page(
        "home.html", visit.words("home.title"), {"games": shown, "missing": failed}, json=visit.addresses.data("games")
    )


def game_page(visit: Visit, game: str) -> Page:
    """The page of a game: a summary, with its sets, formats and decks."""
    found = visit.games.game(game)
    words = visit.localized(found)
    cards = visit.catalog.cards(found)
    newest = max(found.sets, key=lambda one: (str(found.sets[one].released or ""), one), default="")
    of_newest = [card for card in cards if card.set_id == newest]
    return Page(
        "game.html",
        words.game.name,
        {
            **_summary(visit, found),
            "back": shared_back(visit, words),
            "credit": words.game.definition.get("credit", ""),
            "sets": [(one, sum(card.set_id == one.id for card in cards)) for one in words.game.sets.values()],
            "formats": [(by, by.can_play.in_words(visit.words)) for by in formats_of(visit, words)],
            "decks": list(sample_decks_of(visit, words)),
            "rulings": len(visit.catalog.loaded(found.id).rulings),
            "newest": [tile(visit, words, card) for card in spread(of_newest, NEWEST)],
            "fan": [tile(visit, words, card) for card in spread(_of_the_usual_form(words.game, cards), 3)],
            "lists": list(_lists(words.game, visit)),
            "glossary": words.game.glossary,
        },
        found,
        visit.addresses.data("games", found.id),
    )


def set_page(visit: Visit, game: str, set_id: str) -> Page:
    """The page of a set with its cards."""
    found = visit.games.game(game)
    words = visit.localized(found)
    if set_id not in found.sets:
        raise NoSuchThing.of("api", "set", game=found.name, name=set_id)
    one: CardSet = words.game.sets[set_id]
    cards = [card for card in visit.catalog.cards(found) if card.set_id == set_id]
    return Page(
        "set.html",
        f"{one.name} · {words.game.name}",
        {
            "set": one,
            "total": len(cards),
            "tiles_shown": [tile(visit, words, card) for card in cards[:MOST_OF_A_SET]],
            "types": _counts(words.game, cards),
        },
        found,
    )


def rulings_page(visit: Visit, game: str) -> Page:
    """The page of a game's rulings, by the rulebook's sections."""
    found = visit.games.game(game)
    words = visit.localized(found)
    by_section: dict[str, list[Any]] = {}
    for ruling in visit.catalog.loaded(found.id).rulings:
        answered = (
            words.ruling(ruling),
            named(visit, words, ruling.cards),
            words.language_of("rulings", ruling.question),
        )
        by_section.setdefault(answered[0].section, []).append(answered)
    return Page("rulings.html", f"{visit.words('rulings')} · {words.game.name}", {"sections": by_section}, found)


def stats_page(visit: Visit, game: str) -> Page:
    """The page of what a game's data shows."""
    found = visit.games.game(game)
    words, say = visit.localized(found), visit.words_for("statistics")
    shown = Shown(
        visit.catalog.loaded(found.id).statistics(words.language),
        say,
        lambda card: visit.url("games", found.id, "cards", card),
    )
    title = say("title", game=words.game.name)
    return Page("stats.html", title, {"shown": shown}, found)


def build_page(visit: Visit, game: str) -> Page:
    """The page of a game's deck builder."""
    words = visit.localized(visit.games.game(game))
    found, places = words.game, places_of_scripts(visit, words)
    say = visit.words_for("exports")
    deck_targets = [target(name).for_deck for name in visit.games.targets]
    places["targets"] = [
        {"id": one.name, "name": one.called(say), "title": one.title_in(say), "suffix": one.suffix or ".zip"}
        for one in deck_targets
    ]
    others = [target(name).called(say) for name in names() if name not in visit.games.targets]
    places["elsewhere"] = visit.words.listing(others, "and") if others else ""
    places["play"] = visit.url("games", found.id, "play") if is_played(found.id) else ""
    places["trials"] = _trials(visit, words) if is_played(found.id) and is_tried(found.id) else {}
    places["table"] = visit.url("games", found.id, "table")
    if visit.addresses.carrier(found.id):
        places["sizes"] = _sizes(visit, words)
    return scripted(visit, "builder", "game.build", found, places, example=example(found, visit.catalog.cards(found)))


def play_page(visit: Visit, game: str) -> Page:
    """The page on which a game is played, against bots or with others at the same screen."""
    words = visit.localized(visit.games.game(game))
    found, places = words.game, places_of_scripts(visit, words)
    if not is_played(found.id):
        raise NoSuchThing.of("api", "not-played", game=found.name)
    shared = shares_deck(found.id)
    places["back"] = back_address(visit, words)
    places["formats"] = {by.id: seating(by, shared) for by in formats_of(visit, words)}
    places["decks"] = [deck_named(name, deck, found) for name, deck in sample_decks_of(visit, words)]
    places["names"] = {symbol.id: symbol.name for symbol in found.symbols.values()}
    places["table"] = visit.url("games", found.id, "table")
    return scripted(visit, "table", "game.play", found, places)


def scripted(visit: Visit, script: str, title: str, game: Game, places: dict[str, Data], **more: Any) -> Page:
    """A page that the modules in static/`script` make in the browser, of these places and the words of that group."""
    modules = sorted(path.relative_to(STATIC).as_posix() for path in (STATIC / script).glob("*.js"))
    shown = {
        "script": script,
        "modules": modules,
        "words": visit.words_for(script).for_scripts(),
        "places": json_text(places, indent=None),
        "carrier": visit.addresses.carrier(game.id),
    }
    template = "builder.html" if script == "builder" else "play.html"
    return Page(template, f"{visit.words(title)} · {game.name}", {**shown, **more}, game)


def back_address(visit: Visit, words: Localized) -> str:
    """The address of the back that a game's cards share; "" where they share none."""
    back = shared_back(visit, words)
    return back.src if back else ""


def formats_of(visit: Visit, words: Localized) -> Iterator[Format]:
    """A game's formats in its language."""
    game = words.game.id
    for name in visit.catalog.formats(game):
        yield visit.catalog.format(Deck("", game), name, language=words.language)


def seating(by: Format, shared: bool) -> dict[str, Data]:
    """How many can sit at a table of a format, and whether all play with `one` deck."""
    return {
        "name": by.name,
        "low": by.can_play.fewest,
        "high": min(by.can_play.most, MOST_SEATS),
        "step": by.can_play.teams,
        "one": shared or by.can_play.deck_for_table,
    }


def sample_decks_of(visit: Visit, words: Localized) -> Iterator[tuple[str, Deck]]:
    """A game's sample decks by id."""
    loaded = visit.catalog.loaded(words.game.id)
    for name in loaded.sample_decks:
        yield name, loaded.sample_deck(name, words.language)


def deck_named(name: str, deck: Deck, game: Game) -> dict[str, Data]:
    """A sample deck as an entry of a form."""
    return {"id": name, "name": deck.name, "format": deck.format or game.default_format, "players": deck.players or 0}


def _trials(visit: Visit, words: Localized) -> dict[str, Data]:
    """By format, the sample decks that a deck is tried against; none if one deck is for the whole table."""
    decks = [deck_named(name, deck, words.game) for name, deck in sample_decks_of(visit, words)]
    shared = shares_deck(words.game.id)
    found: dict[str, Data] = {}
    for by in formats_of(visit, words):
        if shared or by.can_play.deck_for_table:
            found[by.id] = {"players": by.can_play.fewest, "decks": []}
        elif by.can_play.fewest <= 2 <= by.can_play.most:
            found[by.id] = {"players": 2, "decks": [deck for deck in decks if deck["format"] == by.id]}
    return found


def places_of_scripts(visit: Visit, words: Localized) -> dict[str, Data]:
    """The addresses of a game's cards, pictures and symbols, for scripts."""
    game = words.game
    return {
        "card": visit.url("games", game.id, "cards", ANY).replace(ANY, "{id}"),
        "picture": picture_address(visit, words, ANY, 0).replace(f"{ANY}.0.", "{id}.{width}."),
        "widths": [*visit.addresses.widths],
        "symbols": {symbol: visit.url("games", game.id, "symbols", symbol) for symbol in game.symbols},
    }


def spread(cards: Sequence[Card], most: int) -> list[Card]:
    """At most `most` of the cards, evenly spread from the first to the last."""
    if len(cards) <= most:
        return list(cards)
    return [cards[i * (len(cards) - 1) // max(most - 1, 1)] for i in range(most)]


def _of_the_usual_form(game: Game, cards: Sequence[Card]) -> list[Card]:
    """The cards that represent a game: those of its usual size and face, or of its first type where these are few."""
    usual = [c for c in cards if (t := game.type_of(c.type)).form == "card" and not t.size and not t.face]
    return usual if len(usual) * 4 > len(cards) else [c for c in cards if c.type == cards[0].type]


def _summary(visit: Visit, game: Game) -> dict[str, Any]:
    """A game in a line: how many can play, how long it takes, how many cards and decks there are."""
    words, localized = visit.words, visit.localized(game)
    deck_formats = list(formats_of(visit, localized))
    players = deck_formats[0].can_play.in_words(words) if deck_formats else ""
    times = [
        words("time.more", low=time["min"], high=time["max"], players=time["players"])
        if number
        else words("time", low=time["min"], high=time["max"])
        for number, time in enumerate(mapping(one) for one in sequence(game.definition.get("playing-time")))
    ]
    age = whole(game.definition.get("age"))
    played = words("game.played") if is_played(game.id) else ""
    facts = [players, ", ".join(times), words("age", age=age) if age else "", played]
    return {
        "description": localized.game.definition.get("description", ""),
        "facts": [fact for fact in facts if fact],
        "total": visit.catalog.loaded(game.id).count,
        "deck_count": len(visit.catalog.sample_decks(game.id)),
        "format_count": len(deck_formats),
        "symbols": _symbols(localized.game),
        "faults": len(visit.games.failed.get(game.id, ())),
    }


def _symbols(game: Game) -> list[Piece]:
    """The symbols that represent a game: those of its factions, else of its types, else its first ones."""
    of_words = [word.symbol for words in (game.factions, game.types) for word in words.values() if word.symbol]
    chosen = dict.fromkeys(symbol for symbol in of_words or game.symbols if symbol in game.symbols)
    return [symbol_piece(symbol, game) for symbol in list(chosen)[:MOST_SYMBOLS]]


def _lists(game: Game, visit: Visit) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The game's lists of words (such as factions): each word with its meaning and the address of its cards."""
    for field in game.fields.values():
        name = field.vocabulary
        listed = {"factions": game.factions, "types": game.types, "keywords": game.keywords}.get(name)
        if listed and field.kind == "word":
            rows = [
                {
                    "name": word.plural or word.name,
                    "symbol": symbol_piece(word.symbol, game) if word.symbol in game.symbols else None,
                    "description": word.description,
                    "own": f"w-{name}-{word.id}",
                    "url": visit.url("games", game.id, "cards", q=f"{field.name}:{word.id}"),
                }
                for word in listed.values()
            ]
            yield field.title, rows


def _counts(game: Game, cards: Sequence[Card]) -> list[tuple[str, str, int]]:
    """How many cards there are of each type: the type's id, its name, the number."""
    found = [
        (one.id, one.plural or one.name, sum(card.type == one.id for card in cards)) for one in game.types.values()
    ]
    return [one for one in found if one[2]]


def _sizes(visit: Visit, words: Localized) -> dict[str, Data]:
    """Width and height in mm of the pictures of each type's cards; without dice, whose sizes differ."""
    found: dict[str, Data] = {}
    for card in visit.catalog.cards(words.game):
        if card.type not in found and not card.faces:
            page = next(iter(pictures_of(words.game, card))).page
            found[card.type] = [round(page.width, 3), round(page.height, 3)]
    return found
