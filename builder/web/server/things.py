"""What an address names: games and cards by their ids. Nothing else is looked at, no file and no folder."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from builder.diagnostics import UsageError, suggestion
from builder.games import Card, Game
from builder.web.api.held import Games
from builder.web.api.problems import NoSuchThing

T = TypeVar("T")


def game_named(held: Games, game_id: str) -> Game:
    """A game by its id. Raises NoSuchThing, with what was probably meant."""
    known = held.catalog.game_ids
    if game_id in known:
        return held.catalog.game(game_id)
    raise NoSuchThing(f'there is no game "{game_id}"', suggestion(game_id, known, "games"))


def card_named(held: Games, game: Game, card_id: str) -> Card:
    """A card by its id, or one that it had before. Raises NoSuchThing, with what was probably meant."""
    catalog = held.catalog
    current = catalog.index(game.id).current(card_id)
    if current is None:
        help_ = ""
        try:
            catalog.card(card_id, game.id)
        except UsageError as error:
            help_ = error.help
        raise NoSuchThing(f'{game.name} has no card "{card_id}"', help_)
    return there(lambda: catalog.card(current, game.id))


def there(find: Callable[[], T]) -> T:
    """What is found. Raises NoSuchThing where it is not."""
    try:
        return find()
    except UsageError as error:
        raise NoSuchThing(str(error), error.help) from None
