"""The faces of cards, dice and components: how each type is printed, which template draws it, and with which data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from builder.documents.data import Data, mapping
from builder.games import Card, Fact, Game, facts_of
from builder.games.fields import IN_BOX, ON_FACES
from builder.games.game import DEFAULT_BACK, DEFAULT_COMPONENT, DEFAULT_FACES, Form, Shape
from builder.games.reminders import with_reminders
from builder.games.sizes import Size, card_size

NO_BACK = "none"  # what game.yaml says where there is no back


@dataclass(frozen=True, slots=True)
class PrintSpec:
    """How things of one type are printed.

    `size` is the size of a card, or of one face of a die; `has_own_size` is true where the type itself names it. `face`
    and `back` are names of templates. `back` is "" where nothing is printed behind; `shares_back` is true where the
    type names no back, so that the game's is used.
    """

    form: Form
    size: Size
    has_own_size: bool
    shape: Shape
    face: str
    back: str
    shares_back: bool
    two_sided: bool


def print_spec(game: Game, type_id: str) -> PrintSpec:
    """How things of a type are printed. Raises UsageError for a size of game.yaml that does not exist."""
    described = game.type_of(type_id)
    form = described.form
    game_face = game.face if form in ("card", "board") else ""
    back = described.back or (shared_back(game) if form == "card" else NO_BACK)
    size = card_size(described.size or game.card_size)
    return PrintSpec(
        form=form,
        size=size if form == "card" else replace(size, radius=0.0),
        has_own_size=bool(described.size),
        shape=described.shape,
        face=described.face or game_face or DEFAULT_FACES[form],
        back=back if back != NO_BACK else "",
        shares_back=not described.back,
        two_sided=described.two_sided,
    )


def shared_back(game: Game) -> str:
    """The name of the template for the back that the game's cards share."""
    return game.back or DEFAULT_BACK


def context_of(game: Game, card: Card) -> dict[str, Data]:
    """The card as a template sees it: everything that was written, and always the keys below.

    Its texts have reminders where the game prints them. `original` holds name, text and flavour in the game's own
    language; `mark` is the collector's mark.
    """
    written = {**card.definition, "text": card.text}
    return {
        "original": {key: card.definition.get(key, "") for key in ("name", "text", "flavor")},  # unless translated
        **(with_reminders(written, game) if game.print_reminders else written),
        "id": card.id,
        "number": card.number,
        "name": card.name,
        "type": card.type,
        "set": card.set_id,
        **({"art": card.art} if card.art else {}),
        "mark": collector_mark(game, card),
    }


def collector_mark(game: Game, card: Card) -> str:
    """The set's code and the card's number as they are printed: `FL 012`."""
    return f"{game.set_of(card.set_id).code} {card.number:03}"


def printed_fields(game: Game, card: Card) -> list[Data]:
    """The card's own fields, for a template that knows nothing of the game: in the schema's order, with titles.

    Each is a dictionary with `id`, `title`, `kind` and `value`. A `number` has a number, `words` have a text, a `tally`
    has amounts by name and the `symbols` of these names. Left out are fields of other shapes, fields with `x-face:
    false` in the schema, and the number of copies in the box.
    """
    properties = mapping(game.card_schema.get("properties"))
    fields: list[Data] = []
    for fact in facts_of(card, game):
        schema = mapping(properties.get(fact.name))
        title = fact.title.rstrip(" ?\u00a0") or fact.title  # a column's "Wild?" is printed as "Wild"
        if fact.name == IN_BOX or schema.get(ON_FACES) is False:
            continue
        if printed := _printed(fact, title, schema, game):
            fields.append({"id": fact.name, "title": title, **printed})
    return fields


def _printed(fact: Fact, title: str, schema: Mapping[str, Data], game: Game) -> dict[str, Data]:
    """The `kind` and the `value` of a field; empty for a field that is not printed."""
    value = fact.value
    if isinstance(value, bool):
        return {"kind": "words", "value": title} if value else {}
    if isinstance(value, int | float):
        return {"kind": "number", "value": value}
    if isinstance(value, Mapping):
        amounts = {str(k): v for k, v in value.items() if isinstance(v, int | float)}
        symbols = {k: _symbol_of(game, k) for k in amounts}
        return {"kind": "tally", "value": amounts, "symbols": symbols} if amounts else {}
    items = value if isinstance(value, list) else [value]
    described = {**schema, **mapping(schema.get("items"))}
    words = (game.word(str(item), described) for item in items)
    return {"kind": "words", "value": ", ".join(words)}


def _symbol_of(game: Game, resource: str) -> str:
    """The id of the symbol that stands for a resource; the resource's own id where it has no symbol."""
    return (game.resources[resource].symbol if resource in game.resources else "") or resource


SHARED_BACK = "back"

Ink = Literal["full", "low"]  # "low": light grounds and black text


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """A face to draw: the name of its template and the data that the template receives.

    `id` is the id of the card or component, or `SHARED_BACK`. It seeds the random choices of drawings. `shape` is
    what the face is cut to.
    """

    id: str
    template: str
    context: Mapping[str, Data] = field(default_factory=dict)
    shape: Shape = "rectangle"

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
    spec = print_spec(game, card.type)
    context: dict[str, Data] = {"card": context_of(game, card), "fields": printed_fields(game, card)}
    return PrintedFace(card.id, spec.face, context, spec.shape)


def card_back(game: Game, card: Card) -> PrintedFace:
    """The back of a card whose type names a back of its own."""
    spec = print_spec(game, card.type)
    return PrintedFace(card.id, spec.back, {"card": context_of(game, card)}, spec.shape)


def die_faces(game: Game, card: Card) -> list[PrintedFace]:
    """The faces of a die in their order. A template also receives `side`, with the face's number and symbols."""
    spec, context = print_spec(game, card.type), context_of(game, card)
    return [
        PrintedFace(
            card.id, spec.face, {"card": context, "side": {"number": number, "symbols": list(symbols)}}, spec.shape
        )
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
