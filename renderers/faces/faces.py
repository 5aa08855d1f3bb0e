"""The faces of cards, dice and components: which template draws each, and with which data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.documents.data import Data
from builder.games import Card, Game
from builder.games.faces import DEFAULT_COMPONENT
from renderers.faces.context import context_of, printed_fields
from renderers.faces.specs import print_spec, shared_back

SHARED_BACK = "back"


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """A face to draw: the name of its template and the data that the template receives.

    `id` is the id of the card or component, or `SHARED_BACK`. Drawings take their random choices from it.
    """

    id: str
    template: str
    context: Mapping[str, Data] = field(default_factory=dict)

    @property
    def card(self) -> Mapping[str, Data]:
        """The part of the template's data that describes the card; empty where the face is not a card's."""
        card = self.context.get("card")
        return card if isinstance(card, Mapping) else {}

    @property
    def art(self) -> str:
        """The path of the card's picture in its pack; empty where it has none."""
        return str(self.card.get("art") or "")


def card_sides(game: Game, card: Card) -> list[PrintedFace]:
    """The faces that only this card has: its front, and its back unless that is shared; for a die all its faces."""
    spec = print_spec(game, card.type)
    if spec.form == "die":
        return die_faces(game, card)
    own_back = [card_back(game, card)] if spec.back and not spec.shares_back else []
    return [card_face(game, card), *own_back]


def card_face(game: Game, card: Card) -> PrintedFace:
    """The front of a card."""
    template = print_spec(game, card.type).face
    return PrintedFace(card.id, template, {"card": context_of(game, card), "fields": printed_fields(game, card)})


def card_back(game: Game, card: Card) -> PrintedFace:
    """The back of a card whose type names a back of its own."""
    return PrintedFace(card.id, print_spec(game, card.type).back, {"card": context_of(game, card)})


def die_faces(game: Game, card: Card) -> list[PrintedFace]:
    """The faces of a die in their order. A template also receives `side`, with the face's number and symbols."""
    template, context = print_spec(game, card.type).face, context_of(game, card)
    return [
        PrintedFace(card.id, template, {"card": context, "side": {"number": number, "symbols": list(symbols)}})
        for number, symbols in enumerate(card.faces, start=1)
    ]


def back_face(game: Game) -> PrintedFace:
    """The back that all cards of the game share."""
    return PrintedFace(SHARED_BACK, shared_back(game))


def component_face(game: Game, component_id: str) -> PrintedFace:
    """The face of a component of game.yaml, such as a tracker or a reminder.

    Raises KeyError for an unknown id.
    """
    component = game.components[component_id]
    context = {"data": {}, "description": "", **component.definition, "id": component_id}
    return PrintedFace(component_id, component.face or DEFAULT_COMPONENT, {"component": context})


def drawn_components(game: Game) -> list[PrintedFace]:
    """The faces of all components that are not cards of the pack."""
    return [component_face(game, name) for name, component in game.components.items() if not component.card]
