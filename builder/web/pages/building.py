"""The page of the deck builder: what it shows is made in the browser, by the modules in static/builder."""

from __future__ import annotations

from pathlib import Path

from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.translations.localized import Localized
from builder.web.pages.addresses import ANY
from builder.web.pages.cards import picture_address
from builder.web.pages.views import Page, Visit
from builder.web.server.things import game_named
from renderers.outputs.images import pictures_of

MODULES = Path(__file__).parent / "static/builder"


def build_page(visit: Visit, game: str) -> Page:
    """The deck builder of a game."""
    words = visit.localized(game_named(visit.held, game))
    found = words.game
    places: dict[str, Data] = {
        "card": visit.url("games", found.id, "cards", ANY).replace(ANY, "{id}"),
        "picture": picture_address(visit, words, ANY, 0).replace(f"{ANY}.0.", "{id}.{width}."),
        "widths": [*visit.addresses.widths],
        "symbols": {symbol: visit.url("games", found.id, "symbols", symbol) for symbol in found.symbols},
    }
    carrier = visit.addresses.carrier(found.id)
    if carrier:
        places["sizes"] = _sizes(visit, words)
    shown = {
        "game": found,
        "modules": sorted(path.name for path in MODULES.glob("*.js")),
        "words": visit.words_for("builder").for_scripts(),
        "places": json_text(places, indent=None),
        "carrier": carrier,
    }
    return Page("builder.html", f"{visit.words('game.build')}: {found.name}", shown, found)


def _sizes(visit: Visit, words: Localized) -> dict[str, Data]:
    """Width and height in mm of the pictures of each type's cards; of dice, which differ, none."""
    found: dict[str, Data] = {}
    for card in visit.catalog.cards(words.game):
        if card.type not in found and not card.faces:
            page = next(iter(pictures_of(words.game, card))).page
            found[card.type] = [round(page.width, 3), round(page.height, 3)]
    return found
