"""Card Game Simulator: a deck as text, a game as the folder of a custom game, with its decks and pictures.

Source of the format: finol-digital/Card-Game-Simulator, docs/schema (cgs.json, AllCards.json, AllSets.json),
docs/pages/custom.md for the folder, UnityCardGame.cs for cards (the id of one with a back of its own is joined to the
back's by a full stop), and UnityDeck.cs for decks: `<Quantity> [Id] Name (Set)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from builder.decks import Deck
from builder.documents.data import Data, text
from builder.exports import Bundle, Exported, Target, json_file, lost
from builder.exports.columns import (
    Column,
    columns,
    decks_of,
    has_own_back,
    line,
    lost_of_deck,
    lost_of_game,
    lost_of_lines,
    lost_of_newest,
    plain,
    row,
    sections_of,
)
from builder.games import Card, Game, newest
from builder.games.sizes import MM, card_size
from builder.naming import title_of
from builder.printing.pictures import Drawing

BACKS = "backs"  # the key of a card's own backs, and the folder of their pictures
NEVER = -1  # days between looking for a newer game

_NOT_IN_FILES = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_LONGEST_FILE_NAME = 100  # characters
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)\b")  # of Windows


def export(bundle: Bundle) -> Exported:
    """The deck's text, or the files of the game."""
    if bundle.deck:
        losses = [*lost_of_lines(bundle), *lost_of_deck(bundle)]
        losses += [lost("sections.deck")] if len(sections_of(bundle)) > 1 else []
        return Exported(_deck(bundle, bundle.deck).encode(), losses)
    return _game(bundle)


def _deck(bundle: Bundle, deck: Deck) -> str:
    """A line for each printing of a card in the deck; the program ignores lines that begin with #."""
    game = bundle.game
    cards = {card.id: card for card in bundle.cards}
    lines = [f"### {line(game.name)} Deck: {line(deck.name)}"]
    sections = sections_of(bundle)
    for section, copies in sections:
        if len(sections) > 1:
            lines.append(f"## {title_of(section)}")
        for card_id, count in copies.items():
            card = cards[card_id]
            back = _back(card, game)
            known = f"{card.id}.{back}" if back else card.id
            lines.append(f"{count} [{known}] {line(card.name)} ({newest(card).set_id})")
    return "\n".join(lines) + "\n"


def _game(bundle: Bundle) -> Exported:
    game, of = bundle.game, [one for one in columns(bundle, ("name", "id", "set", "text")) if one.id != BACKS]
    decks = _decks(bundle)
    files = {
        "cgs.json": json_file(_definition(bundle, of, list(decks))),
        "AllSets.json": json_file([{"code": one.id, "name": line(one.name)} for one in game.sets.values()]),
        "AllCards.json": json_file([_card(newest(card), game, of) for card in bundle.cards]),
    }
    files |= {f"decks/{name}.txt": deck.encode() for name, deck in decks.items()}
    if bundle.drawing:
        files |= _pictures(bundle, bundle.drawing)
    return Exported(files=files, losses=_lost(bundle))


def _pictures(bundle: Bundle, drawing: Drawing) -> dict[str, bytes]:
    """The fronts of cards in the folders of their sets, their own backs, and the back that the others share."""
    cards = {card.picture: card for card in map(newest, bundle.cards)}
    found: dict[str, bytes] = {}
    for picture in drawing.pictures(list(cards.values())):
        card = cards[picture.name.removesuffix(".back")]
        file = f"{BACKS}/{_back(card, bundle.game)}" if picture.is_back else f"sets/{card.set_id}/{picture.name}"
        found.setdefault(f"{file}.png", picture.data)
    found["CardBack.png"] = bundle.shared_pictures[":back"]
    return found


def _lost(bundle: Bundle) -> list[str]:
    """What a game's files do not have, in sentences."""
    losses = [*lost_of_lines(bundle), *lost_of_game(bundle), *lost_of_newest(bundle)]
    if any(BACKS in card.definition for card in bundle.cards):
        losses.append(lost("backs-word", word=BACKS))
    if not bundle.drawing and not bundle.settings.base_url:
        losses.append(lost("no-pictures"))
    if any(len(deck.sections) > 1 for deck in bundle.decks.values()):
        losses.append(lost("sections.decks"))
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
        backs = filter(None, dict.fromkeys(_back(card, game) for card in bundle.cards))
        definition |= {
            "autoUpdate": 1,
            "autoUpdateUrl": f"{base}/cgs.json",
            "allCardsUrl": f"{base}/AllCards.json",
            "allSetsUrl": f"{base}/AllSets.json",
            "cardBackImageUrl": f"{base}/CardBack.png",
            "cardBackFaceImageUrls": [{"id": back, "url": f"{base}/{BACKS}/{back}.png"} for back in backs],
            "cardImageUrl": base + "/sets/{cardSet}/{cardId}.{cardImageFileType}",
            "deckUrls": [{"name": name, "url": f"{base}/decks/{quote(name)}.txt"} for name in decks],
        }
    return definition


def _type(column: Column) -> str:
    if column.kind == "number":
        return "integer"
    return "stringEnum" if column.kind == "word" and column.values else "string"


def _card(card: Card, game: Game, of: Sequence[Column]) -> dict[str, Data]:
    result: dict[str, Data] = {"id": card.id, "name": line(card.name), "set": card.set_id}
    result |= row(card, game, of)
    if card.text:
        result["text"] = plain(card.text, game)
    if back := _back(card, game):
        result[BACKS] = [back]
    return result


def _back(card: Card, game: Game) -> str:
    """The id of the card's back: its own for a two-sided card, otherwise its type's; empty for the shared one."""
    if not has_own_back(card, game):
        return ""
    return f"{card.id}_back" if game.type_of(card.type).two_sided else card.type


def _decks(bundle: Bundle) -> dict[str, str]:
    """The texts of the game's decks whose cards are all exported, by names that are safe for files."""
    found: dict[str, str] = {}
    for deck_id, deck in decks_of(bundle).items():
        name = _NOT_IN_FILES.sub(" ", line(deck.name))[:_LONGEST_FILE_NAME].strip(" .")
        taken = {"", *map(str.casefold, found), *(bundle.decks.keys() - {deck_id})}
        if name.casefold() in taken or _RESERVED.match(name):
            name = deck_id
        found[name] = _deck(bundle.with_deck(deck), deck)
    return found


TARGET = Target("cgs", "", "", export, draws=True, deck_suffix=".txt")
