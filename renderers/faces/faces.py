"""Which faces a card has and what their templates are told: the card as it was written, with what its set adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from builder.games import Card, Game
from builder.games.fields import SET_APART
from builder.games.sizes import Size, card_size
from renderers.layout.geometry import Shape
from renderers.typst.typeset import Face

DEFAULT_FACES = {"card": "generic", "board": "generic", "token": "generic-token", "die": "generic-die"}


@dataclass(frozen=True, slots=True)
class Form:
    """How things of a type are printed: what game.yaml says of the type, completed by what it says of the game.

    `sized` means that the type has a size of its own; `back` is "" where there is none, and `shares_back` means that it
    is the game's. A die's size is that of a face.
    """

    kind: Literal["card", "board", "token", "die"]
    size: Size
    sized: bool
    shape: Shape
    face: str
    back: str
    shares_back: bool
    two_sided: bool


def form_of(game: Game, type_id: str) -> Form:
    """How things of a type are printed. Raises UsageError when a size of game.yaml is unknown."""
    described: Mapping[str, Any] = game.definition.get("types", {}).get(type_id, {})
    kind = described.get("form", "card")
    own = game.definition if kind in ("card", "board") else {}
    back = described.get("back") or (own.get("back", "generic-back") if kind == "card" else "none")
    size = card_size(described.get("size") or game.definition.get("card-size", "standard"))
    return Form(
        kind=kind,
        size=size if kind == "card" else replace(size, radius=0.0),
        sized="size" in described,
        shape=described.get("shape", "rectangle"),
        face=described.get("face") or own.get("face") or DEFAULT_FACES[kind],
        back=back if back != "none" else "",
        shares_back="back" not in described,
        two_sided=bool(described.get("two-sided")),
    )


def card_sides(game: Game, card: Card) -> list[Face]:
    """All that is printed of a card that is its own: its front and its own back, or a die's faces in their order."""
    form = form_of(game, card.type)
    if form.kind == "die":
        return die_faces(game, card)
    own_back = [card_back(game, card)] if form.back and not form.shares_back else []
    return [card_face(game, card), *own_back]


def card_face(game: Game, card: Card) -> Face:
    """The front of a card, by its type's template, the game's or a built-in one."""
    template = form_of(game, card.type).face
    return Face(card.id, template, {"card": _told(game, card), "fields": printed_fields(game, card)})


def card_back(game: Game, card: Card) -> Face:
    """The back that a card's type names for itself, which is told of the card."""
    return Face(card.id, form_of(game, card.type).back, {"card": _told(game, card)})


def die_faces(game: Game, card: Card) -> list[Face]:
    """A die's faces in the order of the card's `faces`; a template is told `side`: its number and symbols."""
    template, told = form_of(game, card.type).face, _told(game, card)
    sides: list[list[str]] = card.definition.get("faces", [])
    return [
        Face(card.id, template, {"card": told, "side": {"number": number, "symbols": symbols}})
        for number, symbols in enumerate(sides, start=1)
    ]


def back_face(game: Game) -> Face:
    """The back that the game's cards share."""
    return Face("back", game.definition.get("back", "generic-back"), {})


def component_face(game: Game, component: str) -> Face:
    """A tracker, reminder or other part that game.yaml describes under `components`.

    Raises KeyError for another name.
    """
    described = game.definition["components"][component]
    told = {"data": {}, "description": "", **described, "id": component}
    return Face(component, described.get("face", "generic-component"), {"component": told})


def _told(game: Game, card: Card) -> dict[str, Any]:
    return {
        "original": {key: card.definition.get(key, "") for key in ("name", "text", "flavor")},  # unless translated
        **card.definition,
        "id": card.id,
        "number": card.number,
        "name": card.name,
        "type": card.type,
        "text": card.text,
        "set": card.set_id,
        "mark": collector_mark(game, card),
    }


def collector_mark(game: Game, card: Card) -> str:
    """The set's code and the card's number, as printed: `FL 012`."""
    sets: Mapping[str, Any] = game.definition.get("sets", {})
    code = sets.get(card.set_id, {}).get("code", card.set_id.upper()[:4])
    return f"{code} {card.number:03}"


def printed_fields(game: Game, card: Card) -> list[dict[str, Any]]:
    """The card's own fields for a face that knows nothing of the game, in the schema's order, with their titles.

    A field is a `number`, `words` or a `tally` (amounts by name); what is longer is left out.
    """
    fields = []
    written, definition = card.definition, game.definition
    for name, schema in game.card_schema.get("properties", {}).items():
        value = written.get(name)
        if name in SET_APART or value in (None, "", [], {}):
            continue
        words_of = schema.get("x-vocabulary") or schema.get("items", {}).get("x-vocabulary", "")
        vocabulary = definition.get(words_of, {})
        described = {"id": name, "title": schema.get("title", name)}
        if isinstance(value, bool):
            if value:
                fields.append({**described, "kind": "words", "value": described["title"]})
        elif isinstance(value, int | float):
            fields.append({**described, "kind": "number", "value": value})
        elif isinstance(value, Mapping):
            amounts = {str(k): v for k, v in value.items() if isinstance(v, int | float)}
            if amounts:
                symbols = {k: definition.get("resources", {}).get(k, {}).get("symbol", k) for k in amounts}
                fields.append({**described, "kind": "tally", "value": amounts, "symbols": symbols})
        else:
            items = value if isinstance(value, list) else [value]
            shown = ", ".join(str(vocabulary.get(str(i), {}).get("name", i)) for i in items)
            fields.append({**described, "kind": "words", "value": shown})
    return fields
