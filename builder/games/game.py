"""A game: its words, its card types, its fields, as types. Made from game.yaml and the card schema; nothing is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Literal

from builder.diagnostics import KeyPath, Span
from builder.documents.data import Data, mapping, text, texts, whole
from builder.games.fields import NAMES, Field, fields_of
from builder.games.printing import day_from

Form = Literal["card", "board", "token", "die"]
Shape = Literal["rectangle", "circle", "hexagon"]

DEFAULT_LANGUAGE = "en"
DEFAULT_SIZE = "standard"
FORMS: Mapping[str, Form] = {"card": "card", "board": "board", "token": "token", "die": "die"}
SHAPES: Mapping[str, Shape] = {"rectangle": "rectangle", "circle": "circle", "hexagon": "hexagon"}


# The faces that come with Arsenal: templates that any game.yaml may name, and those that are used if it names none.
BUILT_IN_FACES = ("blank", "generic", "generic-back", "generic-component", "generic-die", "generic-token")
OWN_PAGES = ("arsenal-deck-sheet",)  # templates of whole pages, which are no faces: no game names them

DEFAULT_FACES: Mapping[Form, str] = {
    "card": "generic",
    "board": "generic",
    "token": "generic-token",
    "die": "generic-die",
}
DEFAULT_BACK = "generic-back"
DEFAULT_COMPONENT = "generic-component"

VOCABULARIES: Mapping[str, str] = {
    "sets": "set",
    "types": "type",
    "factions": "faction",
    "resources": "resource",
    "rarities": "rarity",
    "keywords": "keyword",
    "symbols": "symbol",
}
"""The noun for a word of each list."""

PRINTED = tuple(name for name in VOCABULARIES if name not in ("sets", "symbols"))
"""The lists whose words are printed on cards. Of a symbol, cards print the picture and other places the name."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of one of the game's lists (a faction, a resource, a rarity, a keyword), and how it is shown.

    `color` and `accent` are `#rrggbb`, or empty; `symbol` is a symbol's id, or empty.
    """

    id: str
    name: str
    plural: str = ""
    description: str = ""
    color: str = ""
    accent: str = ""
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Faction(Word):
    """A faction, and the id of the resource that pays for its cards (empty where it has none)."""

    resource: str = ""


@dataclass(frozen=True, slots=True)
class Resource(Word):
    """A resource; `paid_with` are the ids of the others that pay for it where a cost asks for it."""

    paid_with: tuple[str, ...] = ()

    @property
    def payers(self) -> tuple[str, ...]:
        """The ids of all resources that pay for it, itself first."""
        return (self.id, *(other for other in self.paid_with if other != self.id))


@dataclass(frozen=True, slots=True)
class Keyword(Word):
    """A keyword, and its reminder: the explanation in brackets that cards print, if the user wants reminders."""

    reminder: str = ""


@dataclass(frozen=True, slots=True)
class CardType(Word):
    """A type of cards, and how things of that type are printed.

    `size`, `face` and `back` are empty where the type leaves them to the game; a `back` of "none" means that there is
    no back.
    """

    form: Form = "card"
    size: str = ""
    shape: Shape = "rectangle"
    face: str = ""
    back: str = ""
    two_sided: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """An icon that `{id}` prints: a file of the pack (`image`), or else letters in a disc."""

    id: str
    name: str
    image: str = ""
    letters: str = ""
    color: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards; `code` is the mark that is printed next to a card's number."""

    id: str
    name: str
    code: str
    released: date | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class Component:
    """What a player needs besides the cards. It is the card of that id, or else drawn by the template `face`.

    `definition` is the component as game.yaml has it, for its template.
    """

    id: str
    name: str
    card: str = ""
    face: str = ""
    per_player: int = 1
    definition: Mapping[str, Data] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expansion:
    """A pack that extends a game; `root` is its folder."""

    id: str
    name: str
    root: Path = Path()
    version: str = ""
    credit: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A game.

    `face` and `back` name templates, empty for the built-in ones. `fonts` are families of fonts by their use,
    `glossary` has meanings by terms, `words` are words that only templates print. `reminders` are terms of the glossary
    by the verbs of abilities that they explain, and `print_reminders` says whether cards print those and the reminders
    of keywords. `definition` is game.yaml as data and `card_schema` the JSON Schema of one card, for templates and
    exports, which need all of it. `places` are the places of parts of game.yaml, by their key paths, for later
    findings. `key` is a hash of the pack's files, `root` the pack's folder. `expansions` are the packs that extend the
    game, by their ids; their sets are among the game's.
    """

    id: str
    name: str
    edition: str = ""
    language: str = DEFAULT_LANGUAGE
    default_format: str = ""
    card_size: str = DEFAULT_SIZE
    face: str = ""
    back: str = ""
    fonts: Mapping[str, str] = field(default_factory=dict)
    sets: Mapping[str, CardSet] = field(default_factory=dict)
    types: Mapping[str, CardType] = field(default_factory=dict)
    factions: Mapping[str, Faction] = field(default_factory=dict)
    resources: Mapping[str, Resource] = field(default_factory=dict)
    rarities: Mapping[str, Word] = field(default_factory=dict)
    keywords: Mapping[str, Keyword] = field(default_factory=dict)
    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    glossary: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    reminders: Mapping[str, str] = field(default_factory=dict)
    print_reminders: bool = False
    components: Mapping[str, Component] = field(default_factory=dict)
    fields: Mapping[str, Field] = field(default_factory=dict)
    definition: Mapping[str, Data] = field(default_factory=dict)
    card_schema: Mapping[str, Data] = field(default_factory=dict)
    places: Mapping[KeyPath, Span] = field(default_factory=dict)
    expansions: Mapping[str, Expansion] = field(default_factory=dict)
    root: Path = Path()
    key: str = ""
    bundled: bool = False

    def type_of(self, type_id: str) -> CardType:
        """The type of that id; a type without properties where the game has no such type."""
        return self.types.get(type_id) or CardType(type_id, type_id)

    def set_of(self, set_id: str) -> CardSet:
        """The set of that id; where the game has no such set, one with the id as its name."""
        return self.sets.get(set_id) or CardSet(set_id, set_id, set_id.upper()[:4])

    def name_of(self, vocabulary: str, word: str) -> str:
        """The name of a word of one of game.yaml's lists; the word itself where the list does not have it."""
        described = mapping(mapping(self.definition.get(vocabulary)).get(word))
        return str(described.get("name", word))

    def word(self, word: str, schema: Mapping[str, Data]) -> str:
        """The name of a word in a field of this schema: its own there, or that of game.yaml's entry of this id."""
        if named := text(mapping(schema.get(NAMES)).get(word)):
            return named
        if vocabulary := text(schema.get("x-vocabulary")):
            return self.name_of(vocabulary, word)
        known = self.resources.get(word) or self.symbols.get(word)
        return known.name if known else word

    def symbol_name(self, symbol: str) -> str:
        """The name of a symbol; its id where the game has no such symbol."""
        return self.name_of("symbols", symbol)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question and its answer; `cards` are the ids of the cards that it is about, `section` is the rulebook's."""

    question: str
    answer: str
    decided: date
    section: str = ""
    cards: tuple[str, ...] = ()


def game_from(
    definition: Mapping[str, Data],
    card_schema: Mapping[str, Data],
    *,
    root: Path = Path(),
    key: str = "",
    bundled: bool = False,
    places: Mapping[KeyPath, Span] | None = None,
    expansions: Iterable[Expansion] = (),
) -> Game:
    """The game that game.yaml and the JSON Schema of one card describe; both have been checked.

    `definition` has the sets of the `expansions`, too.
    """
    extending = {one.id: one for one in expansions}
    return Game(
        id=text(definition.get("id")),
        name=text(definition.get("name")),
        edition=text(definition.get("edition")),
        language=text(definition.get("language")) or DEFAULT_LANGUAGE,
        default_format=text(definition.get("default-format")),
        card_size=text(definition.get("card-size")) or DEFAULT_SIZE,
        face=text(definition.get("face")),
        back=text(definition.get("back")),
        fonts={role: text(family) for role, family in mapping(definition.get("fonts")).items()},
        sets={i: _set(i, mapping(d)) for i, d in mapping(definition.get("sets")).items()},
        types={i: _type(i, mapping(d)) for i, d in mapping(definition.get("types")).items()},
        factions={i: _faction(i, mapping(d)) for i, d in mapping(definition.get("factions")).items()},
        resources={i: _resource(i, mapping(d)) for i, d in mapping(definition.get("resources")).items()},
        rarities=_words(definition.get("rarities")),
        keywords={i: _keyword(i, mapping(d)) for i, d in mapping(definition.get("keywords")).items()},
        symbols={i: _symbol(i, mapping(d)) for i, d in mapping(definition.get("symbols")).items()},
        glossary={term: text(meaning) for term, meaning in mapping(definition.get("glossary")).items()},
        words={word: text(value) for word, value in mapping(definition.get("words")).items()},
        reminders={verb: text(term) for verb, term in mapping(definition.get("reminders")).items()},
        print_reminders=definition.get("print-reminders") is True,
        components={i: _component(i, mapping(d)) for i, d in mapping(definition.get("components")).items()},
        fields=fields_of(card_schema, definition, _packs(definition, extending)),
        definition=definition,
        card_schema=card_schema,
        places=places or {},
        expansions=extending,
        root=root,
        key=key,
        bundled=bundled,
    )


def with_definition(game: Game, definition: Mapping[str, Data], card_schema: Mapping[str, Data]) -> Game:
    """The same game with other words, such as those of another language."""
    made = game_from(
        definition, card_schema, root=game.root, key=game.key, bundled=game.bundled, places=game.places,
        expansions=game.expansions.values(),
    )  # fmt: skip
    return replace(made, name=made.name or game.name, print_reminders=game.print_reminders)


def _packs(definition: Mapping[str, Data], expansions: Mapping[str, Expansion]) -> tuple[str, ...]:
    """The ids of the packs that cards can be from; none where all are the game's own."""
    return (text(definition.get("id")), *expansions) if expansions else ()


def _word(word_id: str, d: Mapping[str, Data]) -> Word:
    return Word(
        word_id,
        text(d.get("name")) or word_id,
        text(d.get("plural")),
        text(d.get("description")),
        text(d.get("color")),
        text(d.get("accent")),
        text(d.get("symbol")),
    )


def _words(described: Data) -> dict[str, Word]:
    return {word_id: _word(word_id, mapping(d)) for word_id, d in mapping(described).items()}


def _keyword(keyword_id: str, d: Mapping[str, Data]) -> Keyword:
    w = _word(keyword_id, d)
    return Keyword(w.id, w.name, w.plural, w.description, w.color, w.accent, w.symbol, text(d.get("reminder")))


def _faction(faction_id: str, d: Mapping[str, Data]) -> Faction:
    w = _word(faction_id, d)
    return Faction(w.id, w.name, w.plural, w.description, w.color, w.accent, w.symbol, text(d.get("resource")))


def _resource(resource_id: str, d: Mapping[str, Data]) -> Resource:
    w = _word(resource_id, d)
    return Resource(w.id, w.name, w.plural, w.description, w.color, w.accent, w.symbol, texts(d.get("paid-with")))


def _type(type_id: str, d: Mapping[str, Data]) -> CardType:
    w = _word(type_id, d)
    return CardType(
        w.id,
        w.name,
        w.plural,
        w.description,
        w.color,
        w.accent,
        w.symbol,
        form=FORMS.get(text(d.get("form")), "card"),
        size=text(d.get("size")),
        shape=SHAPES.get(text(d.get("shape")), "rectangle"),
        face=text(d.get("face")),
        back=text(d.get("back")),
        two_sided=d.get("two-sided") is True,
    )


def _symbol(symbol_id: str, d: Mapping[str, Data]) -> Symbol:
    return Symbol(
        symbol_id,
        text(d.get("name")) or symbol_id,
        text(d.get("image")),
        text(d.get("letters")),
        text(d.get("color")),
        text(d.get("description")),
    )


def _set(set_id: str, d: Mapping[str, Data]) -> CardSet:
    return CardSet(
        set_id,
        text(d.get("name")) or set_id,
        text(d.get("code")) or set_id.upper()[:4],
        day_from(d.get("released")),
        text(d.get("description")),
    )


def _component(component_id: str, d: Mapping[str, Data]) -> Component:
    return Component(
        component_id,
        text(d.get("name")) or component_id,
        text(d.get("card")),
        text(d.get("face")),
        whole(d.get("per-player"), 1),
        d,
    )
