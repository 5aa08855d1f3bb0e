"""A pack as read: its documents, its cards and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from builder.abilities.cards import places_of, text_key
from builder.checks.abilities import Abilities
from builder.diagnostics import Diagnostic, KeyPath, KnownWords, Span, has_errors
from builder.documents.data import Data, mapping, sequence, text, texts, whole
from builder.documents.document import Document
from builder.games import Card, Expansion, Field, Game, card_from, game_from
from builder.games.fields import fields_of, off_faces
from builder.games.game import DEFAULT_LANGUAGE, VOCABULARIES
from builder.games.printing import Printing, day_from, in_order, printing_from
from builder.naming import fold, is_id
from builder.packs.pack import Pack, is_reprints
from builder.translations.localized import GAME, Translation
from builder.translations.words import FIELDS, CardWords, Source, entry_with, game_things, other_things

MAX_SUGGESTIONS = 50  # unknown ids that get near matches; looking for them takes milliseconds in a large game


@dataclass(slots=True)  # not frozen, since that takes three times as long and there are thousands
class _Entry:
    """An entry of a file of a set: item `index` of `document`."""

    definition: Mapping[str, Data]
    set_id: str
    document: Document
    index: int

    def span(self, *path: str | int) -> Span:
        """Where a part of the entry stands."""
        return self.document.span((self.index, *path))


@dataclass(slots=True)
class CardSource(_Entry):
    """A card as written."""

    id: str  # "" where the card has none that is text
    pack: str = ""  # the expansion that it is from, "" for the game's own

    @property
    def former_ids(self) -> list[str]:
        """The ids that the card had before."""
        return list(texts(self.definition["aliases"])) if "aliases" in self.definition else []


@dataclass(slots=True)
class ReprintSource(_Entry):
    """A card of another set as a set's reprints.yaml names it."""

    card: str  # the card's id, "" where none is written
    pack: str = ""  # as on a card


@dataclass
class CheckedPack:
    """A pack as read, with the packs that extend it, and what is wrong with them. It is compiled only without errors.

    `game` is game.yaml with the sets of the expansions. `by_plugins` is True where there are rules of plugins, or
    formats with clauses of plugins.
    """

    pack: Pack
    game: Document
    card_schema: Mapping[str, Data] = field(default_factory=dict)
    cards: list[CardSource] = field(default_factory=list)
    reprints: list[ReprintSource] = field(default_factory=list)
    formats: dict[str, Document] = field(default_factory=dict)
    decks: dict[str, Document] = field(default_factory=dict)
    locales: dict[str, Document] = field(default_factory=dict)
    phrases: dict[str, Document] = field(default_factory=dict)
    rulings: Document | None = None
    verbs: Document | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    by_plugins: bool = False

    @property
    def id(self) -> str:
        """The game's id; the folder's name where game.yaml has none."""
        found = self.words.get("id")
        return found if isinstance(found, str) else self.pack.folder

    @cached_property
    def misses_cards(self) -> bool:
        """True when a file of cards could not be read, so that not all cards are known."""
        read = {card.document.path for card in self.cards}
        return any(
            any(member.shown(name) not in read for name in member.files if _holds_cards(name))
            or any(name == "sets" or name.startswith("sets/") for name in member.unread)
            for member in self.pack.members
        )

    def member(self, pack_id: str) -> Pack:
        """The pack itself, or the one that extends it by that id."""
        return next((one for one in self.pack.expansions if one.game_id == pack_id), self.pack)

    @property
    def ok(self) -> bool:
        """True when there is no error; warnings may remain."""
        return not has_errors(self.diagnostics)

    @cached_property
    def words(self) -> Mapping[str, Data]:
        """game.yaml as data; empty where it could not be read."""
        return mapping(self.game.data)

    def as_game(self, *, places: bool = True) -> Game:
        """The game; the pack must be `ok`. With `places`, it knows where the parts of game.yaml stand.

        The places are: `()` for the game itself, `("name",)` for its name, `("types", "ship")` for a word of any of its
        lists (also of its symbols, its glossary, its `words` and its components), `("symbols", id, "image")` for the
        path of a picture, `("fonts", role)` for a family of fonts. For `("fields", name)`, a field of the card schema,
        only the file is known.
        """
        return game_from(
            self.words,
            self.abilities.described(),
            root=self.pack.root,
            key=self.pack.key,
            bundled=self.pack.bundled,
            places=self.places_of_game() if places else None,
            expansions=self.expansions,
        )

    @property
    def expansions(self) -> list[Expansion]:
        """The packs that extend the game."""
        return [_expansion(pack) for pack in self.pack.expansions]

    def as_cards(self, *, places: bool = True) -> list[Card]:
        """The cards, by set in the order of game.yaml and by number; the pack must be `ok`.

        With `places`, each knows where its id and its name stand; that takes a second pass over their files.
        """
        position = {set_id: i for i, set_id in enumerate(self.vocabulary("sets"))}
        ordered = sorted(self.cards, key=lambda card: (position.get(card.set_id, 0), whole(card.definition["number"])))
        spans = {card.document.path: card.document.item_places() for card in self._first_of_files} if places else {}
        made = []
        for card in ordered:
            where = spans[card.document.path][card.index] if places else {}
            definition = self.abilities.compiled(card.definition, self.language)
            printings = self.printings.get(card.id, ())
            places_of_card = where.get("id"), where.get("name")
            made.append(card_from(definition, self.id, card.set_id, *places_of_card, printings, card.pack))
        return made

    @property
    def in_sets(self) -> list[CardSource | ReprintSource]:
        """All entries of the sets: the cards, then those that are printed again."""
        return [*self.cards, *self.reprints]

    @cached_property
    def printings(self) -> dict[str, tuple[Printing, ...]]:
        """All printings of those cards that are in several sets, from the oldest to the newest, by the cards' ids."""
        sets = self.vocabulary("sets")
        days = {set_id: day_from(mapping(described).get("released")) for set_id, described in sets.items()}
        found: dict[str, dict[str, Printing]] = {}
        for entry in self.reprints:
            card = self.ids.get(self.aliases.get(entry.card, entry.card))
            if card is None or entry.set_id not in sets or not whole(entry.definition.get("number")):
                continue
            own = Printing(card.set_id, whole(card.definition.get("number")), days.get(card.set_id), pack=card.pack)
            of_card = found.setdefault(card.id, {card.set_id: own})
            made = printing_from(entry.definition, entry.set_id, days[entry.set_id], entry.pack, entry.span("card"))
            of_card.setdefault(entry.set_id, made)
        return {card_id: in_order(list(each.values()), list(sets)) for card_id, each in found.items() if len(each) > 1}

    @property
    def language(self) -> str:
        """The game's own language."""
        return text(self.words.get("language")) or DEFAULT_LANGUAGE

    @cached_property
    def abilities(self) -> Abilities:
        """What abilities of the pack are made of, and the phrases that say them."""
        return Abilities(
            mapping(self.verbs.data) if self.verbs else {},
            {language: mapping(document.data) for language, document in self.phrases.items()},
            self.card_schema,
            frozenset({*self.vocabulary("symbols"), *self.vocabulary("resources")}),
        )

    @cached_property
    def stated(self) -> list[tuple[CardSource, KeyPath, Data]]:
        """The abilities of all cards, as written, each with its card and its place on it."""
        patterns = self.abilities.patterns
        cards = self.cards if patterns else ()
        return [(card, place, written) for card in cards for place, written in places_of(card.definition, patterns)]

    @property
    def _first_of_files(self) -> Iterable[CardSource]:
        """The first card of each file."""
        return {card.document.path: card for card in reversed(self.cards)}.values()

    def places_of_game(self) -> dict[KeyPath, Span]:
        """The places of those parts of game.yaml in which later steps can find faults."""
        lists = (*VOCABULARIES, "glossary", "words", "components", "fonts")
        found: dict[KeyPath, Span] = {(): self.game.span(), ("name",): self.game.span(("name",))}
        found |= {(name, word): self.game.key_span((name, word)) for name in lists for word in self.vocabulary(name)}
        for symbol, described in self.vocabulary("symbols").items():
            if "image" in mapping(described):
                found["symbols", symbol, "image"] = self.game.span(("symbols", symbol, "image"))
        schema = Span(self.pack.shown("card.schema.json"))
        return found | {place: schema for place in game_things(self.words, self.card_schema) if place[:1] == (FIELDS,)}

    def translation(self, language: str, *, places: bool = True) -> Translation:
        """The game's words in a language; without entries where the pack has no file of it.

        With `places`, it says where the entries begin.
        """
        document = self.locales.get(language)
        if document is None:
            return Translation(language)
        translated = [entry for entry in self.translatable.entries(document.data) if entry.written]
        entries = {entry.id: entry.written for entry in translated if entry.place[0] == "cards"}
        for card in self.ids.values() if language in self.phrases else ():
            if texts := self.abilities.texts(card.definition, language):
                words = {(*place[:-1], text_key(place[-1])): text for place, text in texts.items()}
                entries[card.id] = entry_with(entries.get(card.id), words)
        game = mapping(document.data).get("game")
        where: dict[KeyPath, Span] = {}
        cards = document.entry_places(("cards",)) if places else {}
        for entry in translated if places else ():
            if entry.place[0] == "cards":
                where["cards", entry.id] = cards[str(entry.place[1])]
            else:
                where[entry.place] = document.key_span(entry.place)
        return Translation(language, {GAME: game, **entries} if game is not None else entries, where)

    def vocabulary(self, name: str) -> Mapping[str, Data]:
        """One of game.yaml's word lists, or another of its mappings."""
        return mapping(self.words.get(name))

    def described(self, name: str) -> Iterator[tuple[str, Mapping[str, Data]]]:
        """The entries of one of game.yaml's word lists that are mappings, as all should be."""
        return ((word, entry) for word, entry in self.vocabulary(name).items() if isinstance(entry, dict))

    @cached_property
    def ids(self) -> dict[str, CardSource]:
        """The cards by id."""
        return {card.id: card for card in self.cards if card.id}

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Former ids and the ids that they became."""
        return {alias: card.id for card in self.cards for alias in card.former_ids}

    def meant(self, card_id: str) -> list[str]:
        """The ids that an unknown one was probably meant to be, best first; none after `MAX_SUGGESTIONS` calls."""
        if next(self._calls) >= MAX_SUGGESTIONS:
            return []
        named = self._ids_by_name.get(fold(card_id))
        return [one for one in ([named] if named else self._known.near(card_id)) if is_id(one)]

    @cached_property
    def _known(self) -> KnownWords:
        return KnownWords(self.ids)

    @cached_property
    def _calls(self) -> count[int]:
        return count()

    @cached_property
    def _ids_by_name(self) -> dict[str, str]:
        return {fold(str(card.definition.get("name", ""))): card.id for card in self.ids.values()}

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The game's searchable fields."""
        packs = (self.id, *(one.game_id for one in self.pack.expansions)) if self.pack.expansions else ()
        return fields_of(self.card_schema, self.words, packs)

    @cached_property
    def translatable(self) -> Source:
        """What there is to translate."""
        words = CardWords(self.card_schema, off_faces(self.card_schema, self.words))
        cards = {card.id: words.of(card.definition) for card in self.ids.values()}
        formats = {name: document.data for name, document in self.formats.items()}
        decks = {name: document.data for name, document in self.decks.items()}
        others = other_things(formats, decks, sequence(self.rulings.data) if self.rulings else ())
        return Source(game_things(self.words, self.card_schema) | others, cards, self.aliases)


def _holds_cards(name: str) -> bool:
    return name.startswith("sets/") and not is_reprints(name)


def _expansion(pack: Pack) -> Expansion:
    data = mapping(pack.game_document.data)
    words = (text(data.get(key)) for key in ("version", "credit", "description"))
    return Expansion(pack.game_id, text(data.get("name")) or pack.game_id, pack.root, *words)
