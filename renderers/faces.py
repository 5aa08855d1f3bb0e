"""What a template is told of a card: the card as it was written, with what its set adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.models import Card, Game
from renderers.typeset import Face

HIDDEN = {
    "id",
    "number",
    "name",
    "type",
    "text",
    "flavor",
    "art",
    "artist",
    "aliases",
    "deckbuilding",
}  # set apart on a face


def card_face(game: Game, card: Card) -> Face:
    """The front of a card, by the game's own template or the generic one."""
    told = {
        **card.definition,
        "id": card.id,
        "number": card.number,
        "name": card.name,
        "type": card.type,
        "text": card.text,
        "set": card.set_id,
        "mark": collector_mark(game, card),
    }
    template = game.definition.get("face", "generic")
    context: dict[str, Any] = {"card": told}
    if template == "generic":
        context["fields"] = printed_fields(game, card)
    return Face(card.id, template, context)


def back_face(game: Game) -> Face:
    """The back that the game's cards share."""
    return Face("back", game.definition.get("back", "generic-back"), {})


def component_face(game: Game, component: str) -> Face:
    """A tracker, reminder or other part that game.yaml names under `components`. Raises KeyError for another name."""
    described = game.definition["components"][component]
    told = {"data": {}, "description": "", **described, "id": component}
    return Face(component, described.get("face", "generic-component"), {"component": told})


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
    for name, schema in game.card_schema.get("properties", {}).items():
        value = card.definition.get(name)
        if name in HIDDEN or value in (None, "", [], {}):
            continue
        vocabulary = game.definition.get(schema.get("x-vocabulary", ""), {})
        described = {"id": name, "title": schema.get("title", name)}
        if isinstance(value, bool):
            if value:
                fields.append({**described, "kind": "words", "value": described["title"]})
        elif isinstance(value, int | float):
            fields.append({**described, "kind": "number", "value": value})
        elif isinstance(value, Mapping):
            amounts = {str(k): v for k, v in value.items() if isinstance(v, int | float)}
            if amounts:
                symbols = {k: game.definition.get("resources", {}).get(k, {}).get("symbol", k) for k in amounts}
                fields.append({**described, "kind": "tally", "value": amounts, "symbols": symbols})
        else:
            items = value if isinstance(value, list) else [value]
            words = ", ".join(str(vocabulary.get(str(i), {}).get("name", i)) for i in items)
            fields.append({**described, "kind": "words", "value": words})
    return fields
