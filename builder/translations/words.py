"""Words of cards and games in other languages: which words a thing has, a digest of them, and what is translated.

A *thing* is a card, or a part of game.yaml that has words of its own (a type, a faction, a component...). Its words are
texts by their place in it: `("name",)`, `("actions", 0, "text")`. All functions take data and return data.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any  # Any: a mapping, a list or a text

from builder.abilities.cards import patterns_of, places_of, text_key
from builder.documents.data import Data, mapping, sequence, text
from builder.games.fields import ABILITIES, FURTHER, NAMES, off_faces
from builder.games.game import PRINTED, VOCABULARIES
from builder.naming import title_of

Place = tuple[str | int, ...]
TextsByPlace = dict[Place, str]

ORIGIN = "of"  # the key of an entry for the digest of the words that it translates
LETTERS = "bcdfghjklmnpqrstvwxz"  # without vowels and digits, a digest is no word and no number of YAML
DIGEST_LETTERS = 6  # enough to distinguish texts: 64 million

# The lists of game.yaml with words, and the keys of these words.
GAME_WORDS = ("name", "description", "credit")
LIST_WORDS = ("name", "plural", "description")
WORDS_OF_LISTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(VOCABULARIES, LIST_WORDS),
    "keywords": (*LIST_WORDS, "reminder"),
    "symbols": (*LIST_WORDS, "letters"),  # which are printed where there is no image
}
WORDS = "words"  # words that templates print; each is a text, which a translation has under `text`
FORMAT_WORDS = ("name", "description", "label", "note")  # also of its sections, clauses, questions and history
COMPONENT_WORDS = ("name", "text", "title")  # also inside its `data`
DECKS, DECK_WORDS = "decks", ("name", "description")  # words of sample decks, by id
FORMATS, SETUP = "formats", "setup"  # words of formats, by id; names of the facts of their setups
RULINGS, RULEBOOK = "rulings", "rulebook"  # rulings by their questions; the rulebook's sections that they name
FIELDS = "fields"  # the fields of card.schema.json: their titles, and the names of their words
SHOWN_BY_NAME = ("resources", "symbols")  # lists whose words cards show as amounts
OTHER = (FORMATS, SETUP, DECKS, RULINGS, RULEBOOK)  # lists of words from other files of the pack
TRANSLATED = (*WORDS_OF_LISTS, "glossary", WORDS, "components", FIELDS, *OTHER)  # of a translation's part on the game

_SHOWN = ("name", "title", "names", "text")  # keys of words that cards show
_NO_WORDS = {"id", "art", "artist", "aliases", "deckbuilding", "errata"}  # of a card
_CODED = ("x-vocabulary", "enum", "const", "pattern", "format")  # a text whose schema has one of these is no words
_PARTS = ("allOf", "anyOf", "oneOf")
_MAX_DEPTH = 32


class CardWords:
    """Finds the words of cards: their texts, except codes by the schema (of one card, without references).

    `without` are fields that are not translated, since no card shows them.
    """

    def __init__(self, schema: Mapping[str, Data], without: Collection[str] = ()) -> None:
        self.schema, self.without = [schema], {*_NO_WORDS, *without}
        self.abilities = patterns_of(schema)
        self.below: dict[str, list[Data]] = {}  # the schemas of each key of a card
        self.free: dict[str, bool] = {}  # whether a text under that key is words

    def of(self, definition: Mapping[str, Data]) -> TextsByPlace:
        """The words of a card."""
        found: TextsByPlace = {}
        for key, value in definition.items():
            if key in self.without or not isinstance(value, str | list | dict):
                continue
            if key not in self.below:
                self.below[key] = list(_every([_below(part, key) for part in _every(self.schema)]))
                self.free[key] = not _is_coded(self.below[key])
            if not isinstance(value, str):
                found.update(_free_texts(value, self.below[key], (key,)))
            elif self.free[key]:
                found[(key,)] = value
        for place, _ in places_of(definition, self.abilities):  # texts of abilities are made in every language
            found = {at: words for at, words in found.items() if at[: len(place)] != place}
            found.pop((*place[:-1], text_key(place[-1])), None)
        return found


def other_things(
    formats: Mapping[str, Data], decks: Mapping[str, Data], rulings: Sequence[Data]
) -> dict[Place, TextsByPlace]:
    """The words of a pack's formats and sample decks (as written, by id) and of its rulings, by their places in a
    translation.

    `("formats", "standard")` is a format, `("setup", "base-durability")` a fact of a setup, `("decks", "earthwall")` a
    sample deck, `("rulings", question)` a ruling, `("rulebook", section)` a section of the rulebook.
    """
    things: dict[Place, TextsByPlace] = {(FORMATS, name): dict(_format_words(one)) for name, one in formats.items()}
    for written in formats.values():
        things |= {(SETUP, fact): {("name",): title_of(fact)} for fact in mapping(mapping(written).get("setup"))}
    things |= {(DECKS, name): _texts_at(mapping(one), DECK_WORDS) for name, one in decks.items()}
    for ruling in map(mapping, rulings):
        question, section = text(ruling.get("question")), text(ruling.get("section"))
        things[RULINGS, question] = _texts_at(ruling, ("question", "ruling"))
        if section:
            things[RULEBOOK, section] = {("name",): section}
    return {place: words for place, words in things.items() if words}


def _format_words(written: Data, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """The words of a format file by their places: also those of its clauses, of its questions and of its history."""
    for key, inner in _items(written):
        if isinstance(inner, str):
            if key in FORMAT_WORDS or place[-1:] in (("labels",), ("setup",)):
                yield (*place, key), inner
        elif len(place) < _MAX_DEPTH and key != "cancels":  # whose keys are symbols
            yield from _format_words(inner, (*place, key))


def game_things(game: Mapping[str, Data], schema: Mapping[str, Data] | None = None) -> dict[Place, TextsByPlace]:
    """The words of game.yaml, by the places of things in it: `()` is the game, `("types", "ship")` a type.

    With the schema of one card, also the game's own fields, whose titles cards show: `("fields", "cost")`, and fields
    within them: `("fields", "events.round")`.
    """
    things: dict[Place, TextsByPlace] = {(): _texts_at(game, GAME_WORDS)}
    for name, keys in WORDS_OF_LISTS.items():
        for word, described in mapping(game.get(name)).items():
            entry = mapping(described)
            things[name, word] = _texts_at(entry, tuple(k for k in keys if k != "letters" or "image" not in entry))
    for term, meaning in mapping(game.get("glossary")).items():
        if isinstance(meaning, str):
            things["glossary", term] = {("name",): str(term), ("text",): meaning}
    for word, text_ in mapping(game.get(WORDS)).items():
        if isinstance(text_, str):
            things[WORDS, word] = {("text",): text_}
    for name, described in mapping(game.get("components")).items():
        things["components", name] = dict(_texts_below(described, ()))
    unseen = FURTHER | off_faces(mapping(schema), game)
    for name, described in mapping(mapping(schema).get("properties")).items():
        if name not in unseen:
            titled, called = mapping(described), mapping(mapping(described).get(NAMES))
            names: TextsByPlace = {("names", word): text_ for word, text_ in called.items() if isinstance(text_, str)}
            things[FIELDS, name] = {**_texts_at(titled, ("title",)), **names}
            things |= {(FIELDS, path): {("title",): title} for path, title in _inner_titles(described, name, game)}
    return {place: words for place, words in things.items() if words}


def printed_words(things: Mapping[Place, TextsByPlace], *, has_face: bool) -> dict[Place, TextsByPlace]:
    """The words of a game that cards show: names and titles, no descriptions; `words` only with a face of its own."""
    lists = (*PRINTED, WORDS if has_face else FIELDS)
    found = {
        place: {at: text_ for at, text_ in words.items() if at[0] in _SHOWN}
        for place, words in things.items()
        if place and place[0] in lists
    }
    return {place: words for place, words in found.items() if words}


def translated_words(entry: Data) -> TextsByPlace:
    """The words of an entry of a translation, by the places that they are for."""
    found: TextsByPlace = {}

    def walk(value: Data, place: Place) -> None:
        if isinstance(value, str):
            found[place] = value
        elif len(place) < _MAX_DEPTH:
            for key, inner in _items(value):
                walk(inner, (*place, key))
        else:
            found[place] = ""  # deeper than any words are

    for key, value in mapping(entry).items():
        if key != ORIGIN:
            walk(value, (key,))
    return found


def translated_game(part: Data) -> dict[Place, TextsByPlace]:
    """A translation's part about the game, split into the same things as in `game_things`."""
    found: dict[Place, TextsByPlace] = {(): translated_words({key: mapping(part).get(key) for key in GAME_WORDS})}
    for name in TRANSLATED:
        for word, entry in mapping(mapping(part).get(name)).items():
            found[name, word] = translated_words(entry)
    return {place: words for place, words in found.items() if words}


def digest(words: TextsByPlace) -> str:
    """Six letters that change when the words do, though not with the space around their lines."""
    digested = [[list(place), _tidied(text)] for place, text in sorted(words.items(), key=lambda item: str(item[0]))]
    made = hashlib.blake2b(json.dumps(digested, ensure_ascii=False).encode("utf-8", "replace"), digest_size=8).digest()
    number, letters = int.from_bytes(made, "big"), ""
    for _ in range(DIGEST_LETTERS):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return letters


def is_stale(entry: Data, words: TextsByPlace) -> bool:
    """Whether an entry has the digest of other words than these; an entry without a digest is not stale."""
    made_from = mapping(entry).get(ORIGIN)
    return is_digest(made_from) and made_from != digest(words)


def is_digest(value: Data) -> bool:
    """Whether this could be a digest."""
    return isinstance(value, str) and len(value) == DIGEST_LETTERS and set(value) <= set(LETTERS)


def _inner_titles(schema: Data, path: str, game: Mapping[str, Data]) -> Iterator[tuple[str, str]]:
    """The titles of fields within a field, by their paths, if cards show them. Left out are fields of words and codes,
    which need no title, and those with the name of a resource or a symbol of the game.
    """
    described = mapping(schema)
    if "items" in described:
        yield from _inner_titles(described["items"], path, game)
    for key, inner in mapping(described.get("properties")).items():
        there, inside, title = f"{path}.{key}", mapping(inner), text(mapping(inner).get("title"))
        if ABILITIES in inside:
            continue
        is_words = inside.get("type") == "string" or any(code in inside for code in _CODED)
        is_named = any((key, title) in names_in(game, list_) for list_ in SHOWN_BY_NAME)
        if title and not is_words and not is_named:
            yield there, title
        yield from _inner_titles(inner, there, game)


def names_in(game: Mapping[str, Data], list_: str) -> set[tuple[str, str]]:
    """The ids and names of the words of one of game.yaml's lists."""
    return {(key, text(mapping(described).get("name"))) for key, described in mapping(game.get(list_)).items()}


def entry_with(entry: Data, words: TextsByPlace) -> dict[str, Data]:
    """A translation's entry with more words in it."""
    made: dict[str, Data] = {ORIGIN: mapping(entry)[ORIGIN]} if ORIGIN in mapping(entry) else {}
    for place, words_there in {**translated_words(entry), **words}.items():
        made = _entered(made, place, words_there)
    return made


def _entered(value: Data, place: Place, words: str) -> Any:
    """The value with words at a place; lists are filled up with empty entries."""
    if not place:
        return words
    key, rest = place[0], place[1:]
    if isinstance(key, int):
        items = list(sequence(value))
        items += [{} for _ in range(len(items), key + 1)]
        return [*items[:key], _entered(items[key], rest, words), *items[key + 1 :]]
    return {**mapping(value), key: _entered(mapping(value).get(key), rest, words)}


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing that can be translated: its id for the user, its place in the file, its words and their translation.

    `words` are the source's; `written` is the entry in the translation, None where there is none.
    """

    id: str
    place: Place
    words: TextsByPlace
    written: Data

    @property
    def missing(self) -> list[Place]:
        """The places of the words that are not translated."""
        return [place for place in self.words if place not in translated_words(self.written)]

    @property
    def stale(self) -> bool:
        """Whether the words have changed since they were translated."""
        return is_stale(self.written, self.words)

    @property
    def unconfirmed(self) -> bool:
        """Whether the entry has no digest of the words that it translates."""
        return isinstance(self.written, dict) and not is_digest(self.written.get(ORIGIN))


@dataclass(frozen=True, slots=True)
class Source:
    """All words that can be translated: those of the game's things, and of its cards by id."""

    game: dict[Place, TextsByPlace] = field(default_factory=dict)
    cards: dict[str, TextsByPlace] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)  # former ids of cards

    def entries(self, translation: Data) -> list[Entry]:
        """An entry for each thing with words, with its translation. Cards are also found by former ids."""
        named = mapping(mapping(translation).get("cards"))
        known = {self.aliases[key]: key for key in named if key in self.aliases} | {key: key for key in named}
        found = []
        for place, words in self.game.items():
            there = ("game", *place)
            inner: Data = translation
            for key in there:
                inner = _at(inner, key)
            if not place and not translated_words({key: mapping(inner).get(key) for key in GAME_WORDS}):
                inner = None  # the part about the game has no words of the game itself
            elif not place:
                inner = {key: mapping(inner)[key] for key in (ORIGIN, *GAME_WORDS) if key in mapping(inner)}
            found.append(Entry("/".join(map(str, place)) or "game", there, words, inner))
        for card_id, words in self.cards.items():
            key = known.get(card_id, card_id)
            found.append(Entry(card_id, ("cards", key), words, _at(_at(translation, "cards"), key)))
        return found


def shown(place: Place) -> str:
    """A place for people: `actions.1.text`, where items of lists count from 1."""
    return ".".join(str(key + 1) if isinstance(key, int) else key for key in place)


def _free_texts(value: Data, schemas: Sequence[Data], place: Place) -> Iterator[tuple[Place, str]]:
    every = list(_every(schemas))
    if isinstance(value, str):
        if not _is_coded(every):
            yield place, value
    elif len(place) < _MAX_DEPTH:
        for key, inner in _items(value):
            if isinstance(inner, str | list | dict):
                yield from _free_texts(inner, [_below(part, key) for part in every], (*place, key))


def _is_coded(schemas: Sequence[Data]) -> bool:
    return any(key in mapping(part) for part in schemas for key in _CODED)


def _every(schemas: Sequence[Data]) -> Iterator[Mapping[str, Data]]:
    """The schemas and those that they combine."""
    todo = [schema for schema in schemas if isinstance(schema, dict)]
    while todo:
        schema = todo.pop()
        yield schema
        parts = [part for name in _PARTS for part in sequence(schema.get(name))]
        todo += [part for part in (*parts, schema.get("then"), schema.get("else")) if isinstance(part, dict)]


def _below(schema: Mapping[str, Data], key: str | int) -> Data:
    if isinstance(key, int):
        return schema.get("items")
    return mapping(schema.get("properties")).get(key, schema.get("additionalProperties"))


def _texts_at(thing: Mapping[str, Data], keys: tuple[str, ...]) -> TextsByPlace:
    return {(key,): text(thing[key]) for key in keys if isinstance(thing.get(key), str)}


def _texts_below(value: Data, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(value, str):
        if place and (place[-1] in COMPONENT_WORDS or str(place[-1]).endswith("-text")):
            yield place, value
    elif len(place) < _MAX_DEPTH:
        for key, inner in _items(value):
            yield from _texts_below(inner, (*place, key))


def _items(value: Data) -> Iterator[tuple[str | int, Data]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _at(value: Data, key: str | int) -> Data:
    """The value at a key or an index; None where there is none."""
    if isinstance(value, dict):
        return value.get(key)
    return value[key] if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value) else None


def _tidied(text: str) -> str:
    return "\n".join(line.strip() for line in unicodedata.normalize("NFC", text).strip().splitlines())
