"""Exports: one registry of targets, one module a target.

A plugin adds a target by an entry point of the group `arsenal.exports`, which leads to a `Target` of the same name:

    [project.entry-points."arsenal.exports"]
    tally = "my_package:TALLY"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, TypeGuard
from urllib.parse import quote

from builder import plugins
from builder.diagnostics import UsageError, suggestion
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.games import MAIN, Card, Clause, Game, Players
from builder.words import Words, words_here

if TYPE_CHECKING:
    from builder.decks import CardIndex, Deck
    from builder.printing.pictures import Drawing

GROUP = "arsenal.exports"

PLAIN = ("engine", "text", "csv", "json")  # texts, which a browser can make too
BUNDLED = (
    *PLAIN, "deck", "feed", "datasette", "tts", "playingcards", "playground",
    "cockatrice", "octgn", "lackey", "cgs", "dragncards",
)  # fmt: skip

MOST_OF_A_URL = 1000  # characters
_BASE_URL = re.compile(r"(?:https?://[A-Za-z0-9]|file:///)[A-Za-z0-9._~:/@!$&'()*+,;=%\[\]-]*")


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of an export. `base_url` is where the pictures will lie; "" means in the export itself.

    `dpi` is the resolution of pictures, `max_side` the longest side of sheets in pixels. Without `pictures`, nothing is
    drawn, unless the target needs it. `pcio_schema` is the version of PlayingCards.io's files. Raises UsageError for a
    base URL that no program could open.
    """

    base_url: str = ""
    dpi: float = 300.0
    max_side: int = 4096
    pictures: bool = True
    pcio_schema: int = 6

    def __post_init__(self) -> None:
        if self.base_url and not (_BASE_URL.fullmatch(self.base_url) and len(self.base_url) <= MOST_OF_A_URL):
            raise UsageError.of("exports", "address", address=self.base_url)

    def address(self, name: str) -> str:
        """Where the picture of that name will lie; its name alone without a base URL."""
        return f"{self.base_url.rstrip('/')}/{quote(name)}" if self.base_url else name


@dataclass(frozen=True)
class Bundle:
    """What is exported: a game's cards, or the cards of a deck. `cards` are in the order of their numbers.

    `language` is that of their words, empty for the game's own; `notes` are for the user. `drawing` draws them; None
    where nothing can be drawn.

    `verdict` is the deck's verdict in the shape of `arsenal check --output json`, as of the day `judged`;
    `can_play` is how many can play its format, `sections` the sections that a deck can have there, the main one first,
    and `clauses` what makes it legal. Of a game, these are who can play its default format and the sections of all
    formats, and `decks` are its sample decks by their ids. `formats` are the sections of each format of the game, the
    default one first. `entries` says what cards say in a language, by their ids. `extras` are what players need besides
    the cards, by count: cards of the game, and components of game.yaml by their ids.

    `index` has all cards of the game, in its own language; `is_whole` says that all of them are in `cards`.
    """

    game: Game
    cards: Sequence[Card]
    deck: Deck | None = None
    format_id: str = ""
    format_name: str = ""
    setup: Mapping[str, object] = field(default_factory=dict)
    verdict: Mapping[str, object] = field(default_factory=dict)
    judged: date | None = None
    can_play: Players | None = None
    sections: Sequence[str] = ()
    clauses: Sequence[Clause] = ()
    extras: Sequence[tuple[Card | str, int]] = ()
    decks: Mapping[str, Deck] = field(default_factory=dict)
    index: CardIndex | None = None
    is_whole: bool = False
    language: str = ""
    notes: Sequence[str] = ()
    settings: Settings = field(default_factory=Settings)
    drawing: Drawing | None = None
    formats: Mapping[str, Sequence[str]] = field(default_factory=dict)
    entries: Callable[[str], Mapping[str, Data]] = lambda _: {}

    @property
    def counts(self) -> dict[str, int]:
        """Copies of each card over all sections of the deck; for a whole game, those in its box."""
        if self.deck is None:
            return {card.id: card.in_box for card in self.cards}
        found: dict[str, int] = {}
        for cards in self.deck.sections.values():
            for card_id, count in cards.items():
                found[card_id] = found.get(card_id, 0) + count
        return found

    @property
    def first_section(self) -> str:
        """The section of a deck's `cards:`: the format's first one where it has none called main."""
        return self.sections[0] if self.sections and MAIN not in self.sections else MAIN

    @property
    def shared_pictures(self) -> dict[str, bytes]:
        """The pictures that belong to no card, by name, `:back` for the cards' back; none if nothing can be drawn."""
        return {picture.name: picture.data for picture in self.drawing.shared()} if self.drawing else {}

    def with_deck(self, deck: Deck) -> Bundle:
        """The same bundle for one deck: one of `decks`, or another deck of these cards."""
        own = self.formats.get(deck.format or next(iter(self.formats), ""), self.sections)
        return replace(self, deck=deck, sections=own)


@dataclass(frozen=True)
class Exported:
    """A file's content, and what the target could not carry, in sentences for the user.

    Of a target that makes a folder, `files` are the contents by their paths in it, with `/`.
    """

    content: bytes = b""
    losses: Sequence[str] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Target:
    """A program or a format that Arsenal exports to. `suffix` is the ending of its file, empty where it makes a folder.

    `title` says what a plugin's target makes; `title_in` says it of all.

    `deck_suffix` is that of a deck's file where it is another than a game's. `needs_deck` where a whole game makes no
    sense, `draws` where it needs the bundle's drawing.
    """

    name: str
    title: str
    suffix: str
    export: Callable[[Bundle], Exported]
    needs_deck: bool = False
    draws: bool = False
    deck_suffix: str | None = None

    @property
    def for_deck(self) -> Target:
        """The target as it is for decks: where decks have a file of their own, it has no pictures."""
        if self.deck_suffix is None:
            return self
        return replace(self, suffix=self.deck_suffix, deck_suffix=None, draws=False)

    def title_in(self, say: Words) -> str:
        """What it makes, by the words of the group `exports`."""
        return self.title or say(f"title.{self.name}")

    def called(self, say: Words) -> str:
        """The program's name, or the format's, by the words of the group `exports`."""
        return say(f"name.{self.name}") if self.name in BUNDLED else self.name

    @property
    def makes_folder(self) -> bool:
        """Whether it makes several files, in a folder."""
        return not self.suffix


def json_file(document: Mapping[str, Data] | Sequence[Data]) -> bytes:
    """A document as a file of JSON."""
    return (json_text(document) + "\n").encode()


def lost(what: str, n: int | None = None, **parts: object) -> str:
    """What a target can't carry, in a sentence in the user's language."""
    return words_here("exports")(f"lost.{what}", n, **parts)


def lost_of_lists(bundle: Bundle, to: str) -> list[str]:
    """What a list of a deck's cards does not say, in sentences; `to` is the target."""
    several = bundle.deck and len(bundle.deck.sections) > 1
    sections = [lost(f"sections.{to}")] if several else []
    return [*sections, *([lost("dice")] if bundle.deck and bundle.deck.dice else [])]


def target(name: str) -> Target:
    """The target of that name. Raises UsageError with near matches for an unknown one, and for a broken plugin."""
    if name in BUNDLED:
        found: Target = import_module(f"builder.exports.{name}").TARGET
        return found
    if added := plugins.load(GROUP, name, _is_target, "a Target"):
        return added
    raise no_target(name, names())


def no_target(name: str, known: Sequence[str]) -> UsageError:
    """The error that there is no target of that name; it lists all targets."""
    help_ = suggestion(name, known, "targets", words_here(), most=len(known))
    return UsageError.of("exports", "target", name=name, help_=help_)


def names() -> list[str]:
    """All targets, the bundled ones first."""
    return [*BUNDLED, *(name for name in plugins.names(GROUP) if name not in BUNDLED)]


def undrawn() -> list[str]:
    """The targets that make decks without pictures, and so are fast.

    Raises UsageError for a broken plugin.
    """
    return [name for name in names() if not target(name).for_deck.draws]


def _is_target(found: object) -> TypeGuard[Target]:
    return isinstance(found, Target)
