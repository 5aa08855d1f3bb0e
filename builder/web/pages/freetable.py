"""The page of a table without rules, on which any game can be played: static/free makes it in the browser."""

from __future__ import annotations

from collections.abc import Callable

from builder.abilities.phrases import Phrases
from builder.decks.hands import drawn_each_turn, hand_size, redraws_of
from builder.documents.data import Data
from builder.games import MAIN, Card, Format, Game
from builder.playing.freetable import OWN, free_table
from builder.playing.playable import is_played, shares_deck
from builder.playing.telling import OF_PLAYERS, SHOWN, Teller
from builder.translations.localized import Localized
from builder.web.pages.games import (
    MOST_SEATS,
    back_address,
    deck_named,
    formats_of,
    places_of_scripts,
    sample_decks_of,
    scripted,
    seating,
)
from builder.web.pages.views import Page, Visit

MODULES = [  # of the deck builder and the other table, which this one uses
    *(f"builder/{name}.js" for name in ("dom", "shelf")),
    *(f"table/{name}.js" for name in ("areas", "link", "motion", "parts", "start", "store")),
]


def free_page(visit: Visit, game: str) -> Page:
    """The page. It has all that the scripts need: nothing is fetched during play."""
    words = visit.localized(visit.games.game(game))
    found, places = words.game, places_of_scripts(visit, words)
    cards = [words.card(card) for card in visit.catalog.cards(found)]
    formats = list(formats_of(visit, words))
    sections = list(dict.fromkeys(section for by in formats for section in by.sections)) or [MAIN]
    places["back"] = back_address(visit, words)
    places["names"] = {symbol.id: symbol.name for symbol in found.symbols.values()}
    shared = is_played(found.id) and shares_deck(found.id)
    places["formats"] = {by.id: {**seating(by, shared), **_opening(found, by)} for by in formats}
    places["decks"] = [
        {**deck_named(name, deck, found), "sections": {key: dict(part) for key, part in deck.sections.items()}}
        for name, deck in sample_decks_of(visit, words)
    ]
    places["cards"] = {card.id: _thing(card, found) for card in cards}
    title = _titles(visit, visit.games.phrases(found, words.language), words)
    places["build"] = visit.url("games", found.id, "build")
    places["free"] = free_table(found, sections, cards, title)
    page = scripted(visit, "free", "game.table", found, places, carrier={})
    shown, of_table = page.shown, visit.words_for("table").for_scripts()
    shown["modules"] = [*MODULES, *shown["modules"]]
    shown["words"] = {**of_table, "texts": {**of_table["texts"], **shown["words"]["texts"]}}
    return page


def _opening(game: Game, by: Format) -> dict[str, Data]:
    """A format's facts about the first hand: its size by players, redraws, and how many cards each turn draws."""
    rule = redraws_of(game, by)
    return {
        "hand": {str(n): hand_size(by, n) or 0 for n in range(1, MOST_SEATS + 1)},
        "draw": drawn_each_turn(by) if "draw" in by.setup else 0,
        "redraws": rule.most,
        "redrawn": rule.back,
        "main": by.main,
    }


def _thing(card: Card, game: Game) -> Data:
    """A card's name; for other things also the form, and for a die its faces."""
    form = game.type_of(card.type).form
    if form == "card" and not card.faces:
        return card.name
    return [card.name, form, ["".join(f"{{{symbol}}}" for symbol in face) or "–" for face in card.faces]]


def _titles(visit: Visit, phrases: Phrases, words: Localized) -> Callable[[str], str]:
    """The titles of areas: from the phrases of the game, or the page's own words."""
    teller, say = Teller(phrases, words.game, ()), visit.words_for("free")
    phrased = {*teller.keys(SHOWN), *teller.keys(OF_PLAYERS)}

    def title(area: str) -> str:
        return (teller.title(area) if area in phrased else "") or (say(f"area-{area}") if area in OWN else "")

    return title
