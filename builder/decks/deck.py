"""Decks: how many copies of which card lie in which section. `builder.legality` says whether that is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

MAIN = "main"  # the section that `cards:` fills; a format that has no section of this name means its first

MAX_PLAYERS = 100  # as in schemas/deck.schema.json
MAX_COPIES = 10_000  # of one card in one section, as in schemas/deck.schema.json

Dice = list[list[list[str]]]  # dice, each a list of faces, each a list of symbols


@dataclass
class DeckList:
    """A deck: `sections` holds copies (1 or more) by card id, by section; `format` may be "".

    `players` is how many the deck is for, None where it does not say. `dice` are dice that a player made; a deck
    without any has those that the game starts with.
    """

    name: str
    game: str
    sections: dict[str, dict[str, int]] = field(default_factory=dict)
    format: str = ""
    author: str = ""
    description: str = ""
    players: int | None = None
    dice: Dice = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many cards the deck has in all sections."""
        return sum(sum(cards.values()) for cards in self.sections.values())

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> DeckList:
        """The deck that a deck file describes; the file has passed schemas/deck.schema.json."""
        sections = document.get("sections") or {MAIN: document.get("cards") or {}}
        return cls(
            name=document["name"],
            game=document["game"],
            sections={section: dict(cards) for section, cards in sections.items()},
            format=document.get("format", ""),
            author=document.get("author", ""),
            description=document.get("description", ""),
            players=document.get("players"),
            dice=[[list(face) for face in die] for die in document.get("dice", ())],
        )

    def to_document(self) -> dict[str, Any]:
        """The deck as a deck file holds it."""
        document: dict[str, Any] = {"name": self.name, "game": self.game}
        document |= {k: v for k in ("format", "author", "description", "players") if (v := getattr(self, k))}
        document |= {"dice": [[list(face) for face in die] for die in self.dice]} if self.dice else {}
        if set(self.sections) <= {MAIN}:
            return {**document, "cards": dict(self.sections.get(MAIN, {}))}
        return {**document, "sections": {section: dict(cards) for section, cards in self.sections.items()}}


def sample_deck(document: Mapping[str, Any], aliases: Mapping[str, str]) -> DeckList:
    """The deck that a deck file of a pack describes, with today's ids for former ones."""
    deck = DeckList.from_document(document)
    sections: dict[str, dict[str, int]] = {}
    for section, cards in deck.sections.items():
        into = sections.setdefault(section, {})
        for card_id, count in cards.items():
            current = aliases.get(card_id, card_id)
            into[current] = into.get(current, 0) + count
    return replace(deck, sections=sections)
