"""Decks that are JSON: Tabletop Simulator's saved objects, and what Arsenal exports as `engine` and `json`.

Source of the formats: jeandeaual/tts-deckconverter `tts/structs.go`; schemas/engine-deck.schema.json.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping

from builder.decks.deck import dice_from
from builder.decks.foreign.entries import MOST_TEXT, Entry, Foreign, NotReadable, bounded
from builder.documents.data import Data, mapping, sequence, text, whole

_DEEPEST = 20  # containers in one another


def read_json(written: str) -> Foreign:
    """The deck. Raises NotReadable for JSON of another kind, and for what is no JSON."""
    if len(written) > MOST_TEXT:
        raise NotReadable(f"it has more than {MOST_TEXT:,} characters")
    try:
        data = mapping(json.loads(written.removeprefix("\ufeff")))
    except RecursionError:
        raise NotReadable("its lists lie too deep in one another") from None
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        raise NotReadable(f"it is no JSON: {getattr(error, 'msg', error)}", line) from None
    if text(data.get("schema")) == "arsenal/engine-deck":
        return _of_bundle(data)
    if "ObjectStates" in data or "ContainedObjects" in data or "DeckIDs" in data:
        return Foreign("Tabletop Simulator", bounded(_of_table(data)), _headers_of_table(data))
    if "cards" in data:
        return Foreign("Arsenal", bounded(_of_cards(data)), {"game": _game_of(data)})
    raise NotReadable("it is no saved object of Tabletop Simulator, and no deck that Arsenal exported")


def _of_bundle(data: Mapping[str, Data]) -> Foreign:
    deck, headers = mapping(data.get("deck")), {}
    for name in ("name", "author", "description"):
        headers[name] = text(deck.get(name))
    headers["players"] = str(whole(deck.get("players")) or "")
    headers["game"] = text(mapping(data.get("game")).get("id"))
    headers["format"] = text(mapping(data.get("format")).get("id"))

    def entries() -> Iterator[Entry]:
        for section, cards in mapping(data.get("sections")).items():
            for card in map(mapping, sequence(cards)):
                yield Entry(0, _count(card), (text(card.get("id")),), section)

    return Foreign("Arsenal", bounded(entries()), headers, dice_from(deck.get("dice")))


def _of_cards(data: Mapping[str, Data]) -> Iterator[Entry]:
    for card in map(mapping, sequence(data.get("cards"))):
        yield Entry(0, _count(card), (text(card.get("id")), text(card.get("name"))))


def _game_of(data: Mapping[str, Data]) -> str:
    return next((text(mapping(card).get("game")) for card in sequence(data.get("cards"))), "")


def _of_table(data: Mapping[str, Data]) -> Iterator[Entry]:
    """A card for each object that says it is one, by the id in its notes or by its name; copies together.

    What its memo says is the section.
    """
    found: Counter[tuple[str, str, str]] = Counter()
    for thing in _things(data, 0):
        pile = text(thing.get("Memo")).strip()
        if not pile.startswith(":"):  # what is no part of the deck
            found[pile, text(thing.get("GMNotes")).strip(), text(thing.get("Nickname")).strip()] += 1
    for (section, known, name), count in found.items():
        yield Entry(0, count, (known, name), section)


def _things(container: Mapping[str, Data], depth: int) -> Iterator[Mapping[str, Data]]:
    """The cards, and what else has a card's id, in a container."""
    if depth > _DEEPEST:
        raise NotReadable("its containers lie too deep in one another")
    for thing in map(mapping, (*sequence(container.get("ObjectStates")), *sequence(container.get("ContainedObjects")))):
        if "ContainedObjects" in thing:
            yield from _things(thing, depth + 1)
        elif text(thing.get("GMNotes")) or text(thing.get("Name")) in ("Card", "CardCustom"):
            yield thing


def _headers_of_table(data: Mapping[str, Data]) -> dict[str, str]:
    objects = [mapping(one) for one in sequence(data.get("ObjectStates"))]
    first = data if "ContainedObjects" in data else objects[0] if len(objects) == 1 else {}
    return {"name": text(data.get("SaveName")) or text(first.get("Nickname"))}


def _count(card: Mapping[str, Data]) -> int:
    """How many copies; what is no number is reported as senseless."""
    return whole(card["count"]) if "count" in card else 1
