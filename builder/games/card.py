"""A card: what cards of every game have as attributes, what only its game has as fields, by the game's card schema."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from builder.diagnostics import Span
from builder.documents.data import Data, mapping, sequence, text, texts, value_in, whole
from builder.games.fields import ABILITIES, FURTHER, IN_BOX, Field, for_readers
from builder.games.game import Game
from builder.games.markup import Paragraph, paragraphs
from builder.games.printing import OF_PRINTING, Erratum, Printing, errata_from
from builder.storage.listing import named_in

UNLIMITED = sys.maxsize  # copies

# The fields whose words say what kind of card it is, each with its list in game.yaml.
IN_KIND_LINE: Mapping[str, str] = {"faction": "factions", "type": "types", "rarity": "rarities"}

Faces = tuple[tuple[str, ...], ...]  # a die's faces, each the ids of its symbols; empty where it is blank


@dataclass(frozen=True, slots=True)
class Card:
    """A card. `definition` is the card as written, for templates and exports, which need all of it.

    `set_id` and `number` are those of the set in whose files the card is written. A card that was reprinted has all its
    `printings`, from the oldest to the newest; any other has none. `text` is as written, with its markup; `rules` is
    the parsed text. `copies` is how many copies a deck may hold if the card itself says so (UNLIMITED for any number),
    else None; `in_box` is how many the game's box holds. `errata` are its earlier words. `pack` is the id of the
    expansion that the card is from, empty for the game's own; `art` names a file of the game as
    `builder.storage.listing.named_in` does. `place` is the place of the card's id in its file, `name_place` that of its
    name; both are None for a card that came from no file.
    """

    game_id: str
    id: str
    set_id: str
    number: int
    name: str
    type: str
    text: str = ""
    flavor: str = ""
    art: str = ""
    artist: str = ""
    aliases: tuple[str, ...] = ()
    faces: Faces = ()
    copies: int | None = None
    in_box: int = 1
    printings: tuple[Printing, ...] = ()
    errata: tuple[Erratum, ...] = ()
    pack: str = ""
    definition: Mapping[str, Data] = field(default_factory=dict)
    place: Span | None = None
    name_place: Span | None = None

    @property
    def rules(self) -> tuple[Paragraph, ...]:
        """The card's text by paragraphs, read into words and symbols."""
        return paragraphs(self.text)

    @property
    def sets(self) -> tuple[str, ...]:
        """The ids of all sets that the card is in."""
        return tuple(printing.set_id for printing in self.printings) or (self.set_id,)

    @property
    def picture(self) -> str:
        """The name of the card's pictures: its id, with its set if that is not the newest."""
        is_older = bool(self.printings) and self.printings[-1].set_id != self.set_id
        return f"{self.id}.{self.set_id}" if is_older else self.id

    def word(self, name: str) -> str:
        """The card's word in a field, such as its faction; empty where it has none."""
        return text(self.definition.get(name))

    def values(self, name: str) -> tuple[Data, ...]:
        """The card's values in a field, such as `cost` or `cost.oil`: the items of a list, the keys of a mapping of
        amounts, none where the field is empty.
        """
        value = value_in(self.definition, name)
        if isinstance(value, list | dict):
            return tuple(value)
        return () if value is None else (value,)

    def amount(self, name: str) -> int:
        """The whole number that the card has in a field, the sum of a mapping of amounts; 0 where it has none."""
        value = value_in(self.definition, name)
        return sum(map(whole, value.values())) if isinstance(value, dict) else whole(value)


def card_from(
    definition: Mapping[str, Data],
    game_id: str,
    set_id: str,
    place: Span | None = None,
    name_place: Span | None = None,
    printings: tuple[Printing, ...] = (),
    pack: str = "",
) -> Card:
    """The card that an entry of a set describes, in a set of a game or of the expansion `pack`; it has been checked.

    `printings` are all printings, if there are several.
    """
    return Card(
        game_id=game_id,
        id=text(definition.get("id")),
        set_id=set_id,
        number=whole(definition.get("number")),
        name=text(definition.get("name")),
        type=text(definition.get("type")),
        text=text(definition.get("text")),
        flavor=text(definition.get("flavor")),
        art=named_in(pack, text(definition.get("art"))),
        artist=text(definition.get("artist")),
        aliases=texts(definition.get("aliases")),
        faces=tuple(texts(face) for face in sequence(definition.get("faces"))),
        copies=_copies(mapping(definition.get("deckbuilding")).get("copies")),
        in_box=whole(definition.get(IN_BOX), 1),
        printings=printings,
        pack=pack,
        errata=errata_from(definition.get("errata")) if "errata" in definition else (),
        definition=definition,
        place=place,
        name_place=name_place,
    )


def _copies(stated: Data) -> int | None:
    if stated == "unlimited":
        return UNLIMITED
    return whole(stated) if stated is not None else None


def as_printed(card: Card, printing: Printing) -> Card:
    """The card as it is in the set of one of its printings."""
    own = {key: getattr(printing, key) for key in OF_PRINTING if getattr(printing, key)}
    definition = {**card.definition, **own, "number": printing.number}
    if printing.art:
        own["art"] = named_in(printing.pack, printing.art)
    return replace(card, set_id=printing.set_id, number=printing.number, definition=definition, **own)


def newest(card: Card) -> Card:
    """The card as it is in the newest set that it is in."""
    return as_printed(card, card.printings[-1]) if card.printings else card


@dataclass(frozen=True, slots=True)
class Fact:
    """One of a card's own fields: its name and title, and the card's value as people read it."""

    name: str
    title: str
    field: Field | None
    value: Data


def facts_of(card: Card, game: Game) -> Iterator[Fact]:
    """A card's values in the fields that only its game has, in the order of the card schema."""
    for name, described in mapping(game.card_schema.get("properties")).items():
        value = card.definition.get(name)
        if name not in FURTHER and ABILITIES not in mapping(described) and value not in (None, "", [], {}):
            title = text(mapping(described).get("title")) or name
            yield Fact(name, title, game.fields.get(name), for_readers(value, described))


def kind_line(card: Card, game: Game) -> str:
    """The words that say what a card is: "Pirates Ship, Pinnacle"."""
    words = ((vocabulary, card.word(name)) for name, vocabulary in IN_KIND_LINE.items())
    parts = [game.name_of(vocabulary, word) for vocabulary, word in words if word]
    return ", ".join(filter(None, (" ".join(parts[:2]), *parts[2:])))
