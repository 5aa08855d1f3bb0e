"""The small game with two sets more, in which some of its cards are printed again."""

from typing import Any

from builder.games import Card, Game
from builder.library import Catalog
from builder.library.checked import CheckedGame
from tests.support.catalogs import JUDGED
from tests.support.packs import checked, game

CORE = {"name": "Core", "code": "C", "released": "2025-01-01"}
LATER = {"name": "Second Wave", "code": "SW", "released": "2026-01-01"}
PROMOS = {"name": "Promos", "code": "P"}
SETS = {"core": CORE, "later": LATER, "promos": PROMOS}


def reprinted(**files: Any) -> dict[str, Any]:
    """Flare is in all three sets, Undertow in the first and, without a day, in the last."""
    return {
        "game_yaml": game(sets=SETS),
        "sets__later__reprints_yaml": [
            {"card": "flare", "number": 7, "flavor": "Twice as bright.", "artist": "A. Painter"}
        ],
        "sets__promos__reprints_yaml": [
            {"card": "undertow", "number": 1},
            {"card": "flare", "number": 2, "released": "2025-06-01"},
        ],
        **files,
    }


def reprinted_flare() -> tuple[Game, Card]:
    """That game, and Flare."""
    catalog = reprinted_catalog()
    made = catalog.game("my-game")
    return made, next(card for card in catalog.cards(made) if card.id == "flare")


def reprinted_catalog(**files: Any) -> Catalog:
    """The catalog of that game."""
    return Catalog([CheckedGame(checked(**reprinted(**files)))], JUDGED)
