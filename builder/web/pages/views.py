"""What pages show: plain data for templates, from a workspace. Nothing here knows of requests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any  # Any: what templates take

from builder.games import Card, Game
from builder.web.server.library import Held
from builder.web.server.problems import NoSuchThing

BUILDER = Path(__file__).parent / "static/builder"


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its template, its title, and what the template shows."""

    template: str
    title: str
    shown: dict[str, Any]


def home(held: Held) -> Page:
    """All games."""
    return Page("home.html", "Games", {"games": held.workspace.catalog.overview(), "failed": held.failed})


def build(held: Held, game: str) -> Page:
    """The deck builder of a game; what it shows is made in the browser."""
    found = game_named(held, game)
    modules = sorted(path.name for path in BUILDER.glob("*.js"))
    return Page("builder.html", f"Build a deck for {found.name}", {"game": found, "modules": modules})


def game_named(held: Held, game_id: str) -> Game:
    """A game by its id. Raises NoSuchThing."""
    if game_id not in held.workspace.catalog.game_ids:
        raise NoSuchThing(f'there is no game "{game_id}"')
    return held.workspace.game(game_id)


def card_named(held: Held, game: Game, card_id: str) -> Card:
    """A card by its id, or one that it had before. Raises NoSuchThing."""
    catalog = held.workspace.catalog
    current = catalog.index(game.id).current(card_id)
    if current is None:
        raise NoSuchThing(f'{game.name} has no card "{card_id}"')
    return catalog.card(current, game.id)
