"""Made-up decks of Future Invaders' own cards, one in five of them illegal: the same from one seed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml  # decks are written alike for any checkout

from benchmarks.packs import GAME, ROOT, read

Deck = dict[str, int]  # copies by the card's id
SPOILT = 5  # the first of so many decks is spoilt


def own_cards(root: Path = ROOT) -> dict[str, dict[str, Any]]:
    """The game's cards by id, as they are written, each with its set."""
    files = sorted((root / "cards" / GAME / "sets").glob("*/*.yaml"))
    return {card["id"]: {**card, "set": file.parent.name} for file in files for card in read(file)}


def made_up_decks(cards: Mapping[str, Mapping[str, Any]], number: int, seed: int = 1) -> list[Deck]:
    """Decks of about 60 cards; the first of each five is spoilt in a way that players spoil decks."""
    draw = random.Random(seed)
    ids = sorted(cards)
    decks = []
    for place in range(number):
        deck: Deck = {}
        while sum(deck.values()) < 60:
            card_id = draw.choice(ids)
            deck[card_id] = 1 if "rarity" in cards[card_id] else draw.choice((1, 2, 2, 2))
        if is_spoilt(place):
            _spoil(deck, draw)
        decks.append(deck)
    # As decks that were read from files: strings of their own, not the cards'.
    return [json.loads(json.dumps(deck)) for deck in decks]


def is_spoilt(place: int) -> bool:
    """Whether the deck at this place, from 0, is illegal."""
    return place % SPOILT == 0


def deck_files(folder: Path, decks: list[Deck]) -> list[str]:
    """Writes decks as files in a folder; their names."""
    names = []
    for place, deck in enumerate(decks):
        names.append(f"{place}.yaml")
        written = {"name": f"Deck {place}", "game": GAME, "format": "prepared", "cards": deck}
        (folder / names[-1]).write_text(yaml.safe_dump(written, sort_keys=False), "utf-8")
    return names


def _spoil(deck: Deck, draw: random.Random) -> None:
    """Make a deck illegal: too many copies, too few cards, or a card that is spelt wrong."""
    card_id = draw.choice(sorted(deck))
    match draw.choice(("copies", "copies", "size", "unknown")):
        case "copies":
            deck[card_id] += 2
        case "size":
            while sum(deck.values()) >= 40:
                deck.popitem()
        case _:
            deck[card_id[:3] + card_id[4:]] = deck.pop(card_id)
