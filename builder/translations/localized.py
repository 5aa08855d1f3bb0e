"""A game and its cards in a language; what is not translated stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from builder.abilities.cards import patterns_of, places_of, text_key
from builder.diagnostics import Diagnostic, KeyPath, Span, UsageError, suggestion
from builder.documents.data import Data, mapping, text
from builder.games import Card, Game, Ruling, card_from, with_definition
from builder.games.fields import NAMES, off_faces
from builder.naming import fold, title_of
from builder.translations.words import (
    DECKS,
    FIELDS,
    FORMATS,
    OTHER,
    RULEBOOK,
    RULINGS,
    SETUP,
    SHOWN_BY_NAME,
    WORDS,
    CardWords,
    Entry,
    Place,
    Source,
    TextsByPlace,
    game_things,
    names_in,
    printed_words,
    translated_game,
    translated_words,
)
from builder.words import words_here

_FLAVOR: Place = ("flavor",)
_NAMED = 5  # cards that a note names


@dataclass(frozen=True)
class Localized:
    """A game in a language: `original` as written, and its translation (without entries in its own language)."""

    original: Game
    language: str
    translation: Translation = field(default_factory=lambda: Translation(""))
    _made: dict[str, tuple[Card, Card]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def is_translated(self) -> bool:
        """Whether the language is another than the game's own."""
        return self.language != self.original.language

    def has(self, card: Card) -> bool:
        """Whether the translation has words for a card."""
        return card.id in self.translation.entries

    @cached_property
    def game(self) -> Game:
        """The game with its words in the language."""
        if not self.is_translated:
            return self.original
        words = self.translation.entries.get(GAME)
        definition = game_with_words(self.original.definition, words, self.language)
        schema = schema_with_words(self.original.card_schema, words, self.original.definition)
        return with_definition(self.original, definition, schema)

    def card(self, card: Card) -> Card:
        """The card in the language; its place is that of its translation.

        `original` in its definition has its original words.
        """
        if not self.has(card):
            return card
        known = self._made.get(card.id)
        if known is None or (known[0] is not card and known[0] != card):
            known = self._made[card.id] = card, self._localized(card)
        return known[1]

    def _localized(self, card: Card) -> Card:
        definition = card_with_words(card.definition, self.translation.entries[card.id])
        place = self.translation.places.get(("cards", card.id), card.place)
        made = card_from(definition, card.game_id, card.set_id, place, card.name_place, card.printings, card.pack)
        return replace(made, art=card.art)

    def cards(self, counted: Iterable[tuple[Card, int]]) -> list[tuple[Card, int]]:
        """Cards with their counts, in the language."""
        return [(self.card(card), count) for card, count in counted]

    def formats(self, written: Mapping[str, Mapping[str, Data]]) -> Mapping[str, Mapping[str, Data]]:
        """Formats as written, by id, with their words in the language."""
        return self._in_words(FORMATS, written)

    def decks(self, written: Mapping[str, Mapping[str, Data]]) -> Mapping[str, Mapping[str, Data]]:
        """Sample decks as written, by id, with their words in the language."""
        return self._in_words(DECKS, written)

    def _in_words(self, name: str, written: Mapping[str, Mapping[str, Data]]) -> Mapping[str, Mapping[str, Data]]:
        entries = self._entries(name)
        return {key: with_words(one, entries[key]) if key in entries else one for key, one in written.items()}

    def fact(self, name: str) -> str:
        """The name of a fact of a format's setup."""
        return self._entries(SETUP).get(name, {}).get(("name",)) or title_of(name)

    def term(self, word: str) -> str:
        """The glossary's term for a word of abilities, by its reminder or its name; empty where there is none."""
        reminders = mapping(self.original.definition.get("reminders"))
        term = text(reminders.get(word)) or self._terms.get(fold(title_of(word)), "")
        return self._entries("glossary").get(term, {}).get(("name",)) or term

    @cached_property
    def _terms(self) -> Mapping[str, str]:
        """The glossary's terms by their folded names; of those that fold alike, the first."""
        return {fold(term): term for term in reversed([*mapping(self.original.definition.get("glossary"))])}

    def ruling(self, ruling: Ruling) -> Ruling:
        """A ruling in the language."""
        words = self._entries(RULINGS).get(ruling.question, {})
        section = self._entries(RULEBOOK).get(ruling.section, {}).get(("name",)) or ruling.section
        question, answer = words.get(("question",)) or ruling.question, words.get(("ruling",)) or ruling.answer
        return replace(ruling, question=question, answer=answer, section=section)

    def language_of(self, name: str, word: str) -> str:
        """The language of a word of one of the game's lists: the game's own if it is not translated."""
        return self.language if word in self._entries(name) else self.original.language

    def names(self) -> Mapping[str, str]:
        """The names of the cards that have one in the language, by their ids."""
        by_id = {card_id: text(mapping(entry).get("name")) for card_id, entry in self.translation.entries.items()}
        return {card_id: name for card_id, name in by_id.items() if card_id != GAME and name}

    def _entries(self, name: str) -> Mapping[str, TextsByPlace]:
        """The translation's entries of one list of the game, by word."""
        return self._others.get(name, {})

    @cached_property
    def _others(self) -> dict[str, dict[str, TextsByPlace]]:
        found: dict[str, dict[str, TextsByPlace]] = {}
        for place, words in translated_game(self.translation.entries.get(GAME)).items():
            if len(place) > 1:
                found.setdefault(str(place[0]), {})[str(place[1])] = words
        return found

    @cached_property
    def _things(self) -> dict[Place, TextsByPlace]:
        return game_things(self.original.definition, self.original.card_schema)

    def note(self, cards: Sequence[Card]) -> str:
        """A note on untranslated words of these cards and of faces, which are printed as written; empty if none."""
        if not self.is_translated:
            return ""
        words = printed_words(self._things, has_face=bool(self.original.face))
        translated = translated_game(self.translation.entries.get(GAME))
        own = {card.id: card for card in cards}
        left = {card_id: self._left(card) for card_id, card in own.items()}
        flavor = [card.id for card in own.values() if left[card.id] == {_FLAVOR}]
        lacking = sum(bool(words) for words in left.values()) - len(flavor)
        missing = sum(not inner.keys() <= translated.get(place, {}).keys() for place, inner in words.items())
        say = words_here("library")
        parts = [
            say("untranslated.cards", lacking, all=len(own)) if lacking else "",
            say("untranslated.flavor", len(flavor), cards=self._named([own[one] for one in flavor])) if flavor else "",
            say("untranslated.words", missing, all=len(words)) if missing else "",
        ]
        listed = say.listing([part for part in parts if part])
        return say("untranslated", language=self.language, own=self.original.language, left=listed) if listed else ""

    def _named(self, cards: Sequence[Card]) -> str:
        """The names of the first few cards, and the number of others."""
        say = words_here("library")
        names, more = ", ".join(self.card(card).name for card in cards[:_NAMED]), len(cards) - _NAMED
        return say("known.more", more, names=names) if more > 0 else names

    def _left(self, card: Card) -> set[Place]:
        """The places of a card's untranslated words; only that of its name if it has no entry."""
        if not self.has(card):
            return {("name",)}
        translated = translated_words(self.translation.entries[card.id]).keys()
        places = (place for place, _ in places_of(card.definition, patterns_of(self.original.card_schema)))
        made = ((*place[:-1], text_key(place[-1])) for place in places)
        return {*self._card_words.of(card.definition), *made} - translated

    @cached_property
    def _card_words(self) -> CardWords:
        schema = self.original.card_schema
        return CardWords(schema, off_faces(schema, self.original.definition))

    def stale_entries(self, cards: Iterable[Card]) -> list[Entry]:
        """The entries, of these cards and of the game, whose source has changed since they were translated."""
        source = Source(self._things, {card.id: self._card_words.of(card.definition) for card in cards})
        entries: dict[str, Data] = {"game": self.translation.entries.get(GAME, {}), "cards": self.translation.entries}
        return [entry for entry in source.entries(entries) if entry.stale]

    def warnings(self, cards: Iterable[Card]) -> list[Diagnostic]:
        """Warnings about entries that are out of date, at their places in the language's file."""
        if not self.is_translated:
            return []
        by_id = {card.id: card for card in cards}
        places = self.translation.places
        found = []
        for entry in self.stale_entries(by_id.values()):
            card = by_id.get(entry.id) if entry.place[0] == "cards" else None
            source = card.name_place if card else self.original.places.get(entry.place[1:])
            found.append(stale(self.language, entry.id, places.get(entry.place), source))
        return found


def no_words(game: str, language: str, known: Sequence[str]) -> UsageError:
    """The error that a game does not have a language, with the languages that it has."""
    say = words_here("library")
    return UsageError(say("no-words", game=game, language=language), suggestion(language, known, "languages", say))


GAME = ""  # stands for the game among the ids of cards


@dataclass(frozen=True, slots=True)
class Translation:
    """The content of a language's file: `entries` by the ids of cards, those of the game under `GAME`.

    `places` are the places where entries begin: of `("cards", id)`, `("game", "types", "ship")`, `("game",)`.
    """

    language: str
    entries: Mapping[str, Data] = field(default_factory=dict)
    places: Mapping[KeyPath, Span] = field(default_factory=dict)


def stale(language: str, entry: str, place: Span | None, source: Span | None) -> Diagnostic:
    """The fault that the source of an entry has changed since it was translated, with the places of both."""
    return Diagnostic(
        "stale-translation",
        f'the words of "{entry}" have changed since they were translated',
        place,
        f"translate them anew, then `arsenal translate {language} --confirm {entry}`",
        related=(("they stand here", source),) if source else (),
    )


# Replacing words by translated ones. These functions take data and return data.


def with_words(thing: Mapping[str, Data], words: TextsByPlace) -> dict[str, Data]:
    """The thing with other texts at places where it has texts; words for other places are ignored."""
    made: Data = dict(thing)
    for place, words_there in words.items():
        made = _changed(made, place, words_there)
    return dict(mapping(made))


def _changed(value: Data, place: Place, text: str) -> Data:
    """The value with another text at a place, if it has a text there; the original value is not changed."""
    if not place:
        return text if isinstance(value, str) else value
    key, rest = place[0], place[1:]
    if isinstance(value, dict) and key in value:
        return {**value, key: _changed(value[key], rest, text)}
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return [*value[:key], _changed(value[key], rest, text), *value[key + 1 :]]
    return value


def card_with_words(card: Mapping[str, Data], entry: Data) -> dict[str, Data]:
    """A card in another language: `entry` is the translation's. Its `original` has its original words."""
    words = translated_words(entry)
    if not words:
        return dict(card)
    made = with_words(card, words)
    made.setdefault("original", {key: card.get(key, "") for key in ("name", "text", "flavor")})
    return made


def game_with_words(game: Mapping[str, Data], translation: Data, language: str) -> dict[str, Data]:
    """game.yaml in another language: `translation` is the part about the game. The order of game.yaml stays."""
    words = {
        (*place, *inner): words_there
        for place, own in translated_game(translation).items()
        if place[:1] not in (("glossary",), (WORDS,), *((name,) for name in OTHER))
        for inner, words_there in own.items()
    }
    made = with_words(game, words)
    if isinstance(terms := made.get("glossary"), dict):
        others = mapping(mapping(translation).get("glossary"))
        names = {term: text(mapping(others.get(term)).get("name")) or term for term in terms}
        made["glossary"] = {
            names[term]: mapping(others.get(term)).get("text", meaning) for term, meaning in terms.items()
        }
        if isinstance(verbs := made.get("reminders"), dict):
            made["reminders"] = {verb: names.get(text(term), term) for verb, term in verbs.items()}
    if isinstance(own := made.get(WORDS), dict):
        others = mapping(mapping(translation).get(WORDS))
        made[WORDS] = {word: text(mapping(others.get(word)).get("text")) or printed for word, printed in own.items()}
    made["language"] = language
    return made


def schema_with_words(schema: Mapping[str, Data], translation: Data, game: Mapping[str, Data]) -> dict[str, Data]:
    """The schema of one card in another language: `translation` is the part about the game.

    A title that is the name of a resource or a symbol of the `game` (game.yaml as written) is translated like that.
    """
    titles = {
        text(place[1]): own[("title",)]
        for place, own in translated_game(translation).items()
        if place[:1] == (FIELDS,) and ("title",) in own
    }
    named = {
        (key, name): text(mapping(mapping(mapping(translation).get(list_)).get(key)).get("name"))
        for list_ in SHOWN_BY_NAME
        for key, name in names_in(game, list_)
    }
    titled = mapping(_retitled(schema, "", titles, {at: name for at, name in named.items() if name}))
    return with_words(titled, _names_of_words(translation))


def _names_of_words(translation: Data) -> TextsByPlace:
    """A translation's names for words of fields, by their places in the schema."""
    return {
        ("properties", place[1], NAMES, inner[1]): name
        for place, own in translated_game(translation).items()
        if place[:1] == (FIELDS,)
        for inner, name in own.items()
        if inner[0] == "names"
    }


def _retitled(schema: Data, path: str, titles: Mapping[str, str], named: Mapping[tuple[str, str], str]) -> Data:
    """A schema with other titles for its properties, by their paths or by their old titles."""
    made = dict(mapping(schema))
    if isinstance(made.get("items"), dict):
        made["items"] = _retitled(made["items"], path, titles, named)
    if isinstance(properties := made.get("properties"), dict):
        made["properties"] = {
            key: _titled(key, described, f"{path}.{key}".removeprefix("."), titles, named)
            for key, described in properties.items()
        }
    return made


def _titled(
    key: str, described: Data, path: str, titles: Mapping[str, str], named: Mapping[tuple[str, str], str]
) -> Data:
    if not isinstance(described, dict):
        return described
    made = dict(mapping(_retitled(described, path, titles, named)))
    own = text(made.get("title"))
    if title := titles.get(path) or (named.get((key, own), "") if "." in path else ""):
        made["title"] = title
    return made
