"""The faces of a card, a die or a component: which templates draw them, and what these are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.documents.data import Data
from builder.games import Card, Game
from builder.games.faces import DEFAULT_COMPONENT
from renderers.faces.context import context_of, printed_fields
from renderers.faces.specs import print_spec, shared_back


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """A picture of a thing's size: the template that draws it and what the template is told.

    `id` is the card's, or another word that names the face; it seeds drawn art.
    """

    id: str
    template: str
    context: Mapping[str, Data] = field(default_factory=dict)

    @property
    def card(self) -> Mapping[str, Data]:
        """What the template is told of the card; empty where the face is not a card's."""
        card = self.context.get("card")
        return card if isinstance(card, Mapping) else {}

    @property
    def art(self) -> str:
        """The path of the card's picture within its pack; empty where it has none."""
        return str(self.card.get("art") or "")


def card_sides(game: Game, card: Card) -> list[PrintedFace]:
    """All that is printed of a card that is its own: its front and its own back, or a die's faces in their order."""
    spec = print_spec(game, card.type)
    if spec.form == "die":
        return die_faces(game, card)
    own_back = [card_back(game, card)] if spec.back and not spec.shares_back else []
    return [card_face(game, card), *own_back]


def card_face(game: Game, card: Card) -> PrintedFace:
    """The front of a card, by its type's template, the game's or a built-in one."""
    template = print_spec(game, card.type).face
    return PrintedFace(card.id, template, {"card": context_of(game, card), "fields": printed_fields(game, card)})


def card_back(game: Game, card: Card) -> PrintedFace:
    """The back that a card's type names for itself, which is told of the card."""
    return PrintedFace(card.id, print_spec(game, card.type).back, {"card": context_of(game, card)})


def die_faces(game: Game, card: Card) -> list[PrintedFace]:
    """A die's faces in the order of the card's `faces`; a template is told `side`: its number and symbols."""
    template, context = print_spec(game, card.type).face, context_of(game, card)
    return [
        PrintedFace(card.id, template, {"card": context, "side": {"number": number, "symbols": list(symbols)}})
        for number, symbols in enumerate(card.faces, start=1)
    ]


def back_face(game: Game) -> PrintedFace:
    """The back that the game's cards share."""
    return PrintedFace("back", shared_back(game))


def component_face(game: Game, component_id: str) -> PrintedFace:
    """A tracker, reminder or other part that game.yaml describes under `components`.

    Raises KeyError for another name.
    """
    component = game.components[component_id]
    context = {"data": {}, "description": "", **component.definition, "id": component_id}
    return PrintedFace(component_id, component.face or DEFAULT_COMPONENT, {"component": context})


def drawn_components(game: Game) -> list[PrintedFace]:
    """The components that are no cards of the pack, and so are drawn by templates."""
    return [component_face(game, name) for name, component in game.components.items() if not component.card]
