"""Decks: how many copies of which card lie in which section. `builder.legality` says whether that is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from builder.documents.data import Data, mapping, sequence, text, texts, whole, wholes
from builder.games import MAIN
from builder.games.card import Faces

MAX_COPIES = 10_000  # of one card in one section, as in schemas/deck.schema.json

Dice = tuple[Faces, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: `sections` holds copies (1 or more) by card id, by section; `format` may be "".

    `players` is how many the deck is for, None where it does not say. `dice` are dice that a player made; a deck
    without any has those that the game starts with. `lost` is whether its player lost the game before, None where it
    does not say. `printings` are copies by card id and set, for cards that are in several sets; other copies are the
    newest printing.
    """

    name: str
    game: str
    sections: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    format: str = ""
    author: str = ""
    description: str = ""
    players: int | None = None
    dice: Dice = ()
    lost: bool | None = None
    printings: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many cards the deck has in all sections."""
        return sum(sum(cards.values()) for cards in self.sections.values())

    def renamed(self, aliases: Mapping[str, str]) -> Deck:
        """The deck with today's ids for former ones; `aliases` are former ids and those that they became."""
        sections: dict[str, dict[str, int]] = {}
        for section, cards in self.sections.items():
            into = sections.setdefault(section, {})
            for card_id, copies in cards.items():
                current = aliases.get(card_id, card_id)
                into[current] = into.get(current, 0) + copies
        printings: dict[str, dict[str, int]] = {}
        for card_id, by_set in self.printings.items():
            named = printings.setdefault(aliases.get(card_id, card_id), {})
            named |= {set_id: named.get(set_id, 0) + copies for set_id, copies in by_set.items()}
        return replace(self, sections=sections, printings=printings)

    @classmethod
    def from_document(cls, document: Mapping[str, Data]) -> Deck:
        """The deck that a deck file describes; the file has passed schemas/deck.schema.json."""
        sections = mapping(document.get("sections")) or {MAIN: document.get("cards")}
        return cls(
            name=text(document.get("name")),
            game=text(document.get("game")),
            sections={section: wholes(cards) for section, cards in sections.items()},
            format=text(document.get("format")),
            author=text(document.get("author")),
            description=text(document.get("description")),
            players=whole(document.get("players")) or None,
            dice=dice_from(document.get("dice")),
            lost=lost if isinstance(lost := document.get("lost"), bool) else None,
            printings={card_id: wholes(named) for card_id, named in mapping(document.get("printings")).items()},
        )

    def to_document(self) -> dict[str, Data]:
        """The deck as a deck file holds it."""
        values: dict[str, Data] = {
            "name": self.name,
            "game": self.game,
            "format": self.format,
            "author": self.author,
            "description": self.description,
            "players": self.players,
            "lost": self.lost,
            "dice": [[list(face) for face in die] for die in self.dice],
            "printings": {card_id: dict(named) for card_id, named in self.printings.items()},
        }
        document = {key: value for key, value in values.items() if value or value is False or key in ("name", "game")}
        if set(self.sections) <= {MAIN}:
            return {**document, "cards": dict(self.sections.get(MAIN, {}))}
        return {**document, "sections": {section: dict(cards) for section, cards in self.sections.items()}}


def dice_from(written: Data) -> Dice:
    """Dice as a deck file lists them: each a list of faces, each a list of symbols."""
    return tuple(tuple(texts(face) for face in sequence(die)) for die in sequence(written))


def sample_deck(document: Mapping[str, Data], aliases: Mapping[str, str]) -> Deck:
    """The deck that a deck file of a pack describes, with today's ids for former ones."""
    return Deck.from_document(document).renamed(aliases)
