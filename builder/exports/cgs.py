"""Card Game Simulator: a deck as text, a game as the folder of a custom game, with its decks and pictures.

Source of the format: finol-digital/Card-Game-Simulator, docs/schema (cgs.json, AllCards.json, AllSets.json),
docs/pages/custom.md for the folder, and UnityDeck.cs for what is read of a deck: `<Quantity> [Id] Name (Set)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from builder.diagnostics.harmless import json_text
from builder.documents.data import Data, text
from builder.exports import Bundle, Exported, Target
from builder.exports.columns import (
    Column,
    columns,
    decks_of,
    line,
    lost_of_deck,
    lost_of_game,
    plain,
    row,
    sections_of,
    title_of,
    told_of_lines,
    told_of_newest,
)
from builder.games import Card, Game, newest
from builder.games.sizes import MM, card_size

NEVER = -1  # days between looking for a newer game

_NOT_IN_FILES = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_LONGEST_FILE_NAME = 100  # characters
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)\b")  # of Windows


def export(bundle: Bundle) -> Exported:
    """The deck's text, or the files of the game."""
    if bundle.deck:
        losses = [*told_of_lines(bundle), *lost_of_deck(bundle), *_joined(bundle)]
        return Exported(_deck(bundle).encode(), losses)
    return _game(bundle)


def _joined(bundle: Bundle) -> list[str]:
    sections = sections_of(bundle)
    if len(sections) < 2:
        return []
    return ["the deck's sections are played as one: they are headings in its text"]


def _deck(bundle: Bundle) -> str:
    """A line for each printing of a card in the deck; what begins with # says nothing to the program."""
    deck, game = bundle.deck, bundle.game
    if deck is None:
        raise ValueError("a deck is asked for")
    cards = {card.id: card for card in bundle.cards}
    lines = [f"### {line(game.name)} Deck: {line(deck.name)}"]
    sections = sections_of(bundle)
    for section, copies in sections:
        if len(sections) > 1:
            lines.append(f"## {title_of(section)}")
        for card_id, count in copies.items():
            card = cards[card_id]
            lines.append(f"{count} [{card.id}] {line(card.name)} ({newest(card).set_id})")
    return "\n".join(lines) + "\n"


def _game(bundle: Bundle) -> Exported:
    game, of = bundle.game, columns(bundle, ("name", "id", "set", "text"))
    decks = _decks(bundle)
    files = {
        "cgs.json": _json(_definition(bundle, of, list(decks))),
        "AllSets.json": _json([{"code": one.id, "name": line(one.name)} for one in game.sets.values()]),
        "AllCards.json": _json([_card(newest(card), game, of) for card in bundle.cards]),
    }
    files |= {f"decks/{name}.txt": said.encode() for name, said in decks.items()}
    if bundle.drawing:
        files |= _pictures(bundle)
    return Exported(files=files, losses=_lost(bundle))


def _pictures(bundle: Bundle) -> dict[str, bytes]:
    """The fronts of cards in the folders of their sets, and the back that they share."""
    if bundle.drawing is None:
        return {}
    cards = [newest(card) for card in bundle.cards]
    sets = {card.picture: card.set_id for card in cards}
    drawn = [one for one in bundle.drawing.pictures(cards) if one.name in sets]
    found = {f"sets/{sets[one.name]}/{one.name}.png": one.data for one in drawn}
    for shared in bundle.drawing.shared():
        if shared.name == ":back":
            found["CardBack.png"] = shared.data
    return found


def _lost(bundle: Bundle) -> list[str]:
    """What a game's files do not have, in sentences."""
    game = bundle.game
    losses = [
        *told_of_lines(bundle),
        *lost_of_game(bundle),
        *told_of_newest(bundle),
    ]
    if any(game.type_of(card.type).two_sided for card in bundle.cards):
        losses.append("two-sided things show their fronts alone")
    if not bundle.drawing and not bundle.settings.base_url:
        losses.append("there are no pictures of cards")
    if any(len(copies) > 1 for copies in (deck.sections for deck in bundle.decks.values())):
        losses.append("sections of decks are played as one: they are headings in their texts")
    return losses


def _definition(bundle: Bundle, of: Sequence[Column], decks: Sequence[str]) -> dict[str, Data]:
    """cgs.json, whose schema is closed: nothing else may be in it."""
    game, base = bundle.game, bundle.settings.base_url.rstrip("/")
    size = card_size(game.card_size)
    properties: list[Data] = [{"name": column.id, "type": _type(column), "display": column.title} for column in of]
    enums: list[Data] = [
        {"property": column.id, "values": {key: line(name) for key, name in column.values.items()}}
        for column in of
        if _type(column) == "stringEnum"
    ]
    definition: dict[str, Data] = {
        "name": line(game.name),
        "autoUpdate": NEVER,
        "cardIdIdentifier": "id",
        "cardNameIsUnique": False,
        "cardPrimaryProperty": "text",
        "cardProperties": [*properties, {"name": "text", "type": "string", "display": "Text"}],
        "cardSize": {"x": round(size.width / MM["in"], 3), "y": round(size.height / MM["in"], 3)},
        "cardImageFileType": "png",
        "copyright": line(text(game.definition.get("credit"))),
        "deckFileTxtId": "id",
        "deckFileType": "txt",
        "enums": enums,
    }
    if base:
        definition |= {
            "autoUpdate": 1,
            "autoUpdateUrl": f"{base}/cgs.json",
            "allCardsUrl": f"{base}/AllCards.json",
            "allSetsUrl": f"{base}/AllSets.json",
            "cardBackImageUrl": f"{base}/CardBack.png",
            "cardImageUrl": base + "/sets/{cardSet}/{cardId}.{cardImageFileType}",
            "deckUrls": [{"name": name, "url": f"{base}/decks/{quote(name)}.txt"} for name in decks],
        }
    return definition


def _type(column: Column) -> str:
    if column.kind == "number":
        return "integer"
    return "stringEnum" if column.kind == "word" and column.values else "string"


def _card(card: Card, game: Game, of: Sequence[Column]) -> dict[str, Data]:
    said: dict[str, Data] = {"id": card.id, "name": line(card.name), "set": card.set_id}
    said |= row(card, game, of)
    return {**said, "text": plain(card.text, game)} if card.text else said


def _decks(bundle: Bundle) -> dict[str, str]:
    """The texts of the game's decks of cards that are exported, by names that files can have."""
    found: dict[str, str] = {}
    for deck_id, deck in decks_of(bundle).items():
        name = _NOT_IN_FILES.sub(" ", line(deck.name))[:_LONGEST_FILE_NAME].strip(" .")
        taken = {"", *map(str.casefold, found), *(bundle.decks.keys() - {deck_id})}
        if name.casefold() in taken or _RESERVED.match(name):
            name = deck_id
        found[name] = _deck(bundle.with_deck(deck))
    return found


def _json(value: Mapping[str, Data] | list[dict[str, Data]] | list[dict[str, str]]) -> bytes:
    return (json_text(value) + "\n").encode()


TARGET = Target("cgs", "data for Card Game Simulator", "", export, draws=True, deck_suffix=".txt")
