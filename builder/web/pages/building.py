"""The page of the deck builder: what it shows is made in the browser, by the modules in static/builder."""

from __future__ import annotations

from pathlib import Path

from builder.diagnostics.harmless import json_text
from builder.web.pages.addresses import ANY
from builder.web.pages.cards import picture_address
from builder.web.pages.views import Page, Visit
from builder.web.pages.wording import builder_words
from builder.web.server.things import game_named

MODULES = Path(__file__).parent / "static/builder"


def build_page(visit: Visit, game: str) -> Page:
    """The deck builder of a game."""
    words = visit.localized(game_named(visit.held, game))
    found = words.game
    places = {
        "card": visit.url("games", found.id, "cards", ANY).replace(ANY, "{id}"),
        "picture": picture_address(visit, words, ANY, 0).replace(f"{ANY}.0.", "{id}.{width}."),
        "widths": [*visit.addresses.widths],
        "symbols": {symbol: visit.url("games", found.id, "symbols", symbol) for symbol in found.symbols},
    }
    shown = {
        "game": found,
        "modules": sorted(path.name for path in MODULES.glob("*.js")),
        "words": builder_words(visit.words.language),
        "places": json_text(places, indent=None),
        "carrier": visit.addresses.carrier(found.id),
    }
    return Page("builder.html", f"{visit.words('game.build')}: {found.name}", shown, found)
