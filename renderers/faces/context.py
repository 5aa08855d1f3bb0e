"""The data that a template receives about a card: the card as written, with what its set and its game add."""

from __future__ import annotations

from collections.abc import Mapping

from builder.documents.data import Data, mapping, text
from builder.games import Card, Fact, Game, facts_of
from builder.games.fields import IN_BOX, NAMES
from builder.games.reminders import with_reminders

ON_FACES = "x-face"  # what a card schema says of a property that no face for any game shows: false


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
    has amounts by name and the `symbols` of these names. Fields of other shapes are left out, those that the schema
    keeps off faces, and how many of the card are in the box.
    """
    properties = mapping(game.card_schema.get("properties"))
    facts = (
        fact
        for fact in facts_of(card, game)
        if fact.name != IN_BOX and mapping(properties.get(fact.name)).get(ON_FACES) is not False
    )
    shown = ((fact, _printed(fact, mapping(properties.get(fact.name)), game)) for fact in facts)
    return [{"id": fact.name, "title": fact.title, **printed} for fact, printed in shown if printed]


def _printed(fact: Fact, schema: Mapping[str, Data], game: Game) -> dict[str, Data]:
    """The `kind` and the `value` of a field; empty for a field that is not printed."""
    value = fact.value
    if isinstance(value, bool):
        return {"kind": "words", "value": fact.title} if value else {}
    if isinstance(value, int | float):
        return {"kind": "number", "value": value}
    if isinstance(value, Mapping):
        amounts = {str(k): v for k, v in value.items() if isinstance(v, int | float)}
        symbols = {k: _symbol_of(game, k) for k in amounts}
        return {"kind": "tally", "value": amounts, "symbols": symbols} if amounts else {}
    vocabulary = text(schema.get("x-vocabulary")) or text(mapping(schema.get("items")).get("x-vocabulary"))
    items = value if isinstance(value, list) else [value]
    names = mapping(schema.get(NAMES)) or mapping(mapping(schema.get("items")).get(NAMES))
    words = (text(names.get(str(item))) or game.name_of(vocabulary, str(item)) for item in items)
    return {"kind": "words", "value": ", ".join(words)}


def _symbol_of(game: Game, resource: str) -> str:
    """The id of the symbol that stands for a resource; the resource's own id where it has no symbol."""
    return (game.resources[resource].symbol if resource in game.resources else "") or resource
