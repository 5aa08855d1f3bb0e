"""The page of the deck builder: what it shows is made in the browser, by the modules in static/builder."""

from __future__ import annotations

from pathlib import Path

from builder.web.pages.views import Page, Visit
from builder.web.pages.wording import builder_words
from builder.web.server.things import game_named

MODULES = Path(__file__).parent / "static/builder"


def build_page(visit: Visit, game: str) -> Page:
    """The deck builder of a game."""
    found = visit.localized(game_named(visit.held, game)).game
    modules = sorted(path.name for path in MODULES.glob("*.js"))
    shown = {"game": found, "modules": modules, "words": builder_words(visit.words.language)}
    return Page("builder.html", f"{visit.words('game.build')}: {found.name}", shown, found)
