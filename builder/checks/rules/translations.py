"""Rules about translations: they are up to date, and of what the pack has; files are named by languages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from builder.abilities.cards import places_of, text_key
from builder.checks.checked import CheckedPack
from builder.checks.rules.references import known_card, unknown_symbols
from builder.diagnostics import Diagnostic, Span, suggestion
from builder.documents.data import mapping, sequence
from builder.documents.document import Document
from builder.games.fields import off_faces
from builder.games.game import VOCABULARIES
from builder.games.markup import symbols_in
from builder.schema import describe, word_code
from builder.translations.localized import stale
from builder.translations.words import (
    DECK_WORDS,
    DECKS,
    FIELDS,
    FORMATS,
    RULEBOOK,
    RULINGS,
    SETUP,
    TRANSLATED,
    WORDS,
    WORDS_OF_LISTS,
    Entry,
    Place,
    shown,
    translated_words,
)

_SHAPES = {
    **WORDS_OF_LISTS,
    "glossary": ("name", "text"),
    WORDS: ("text",),
    FIELDS: ("title", "names"),
    DECKS: DECK_WORDS,
}
_WHERE = {
    FIELDS: "card.schema.json",
    FORMATS: "the pack",
    SETUP: "its formats",
    DECKS: "the pack",
    RULINGS: "rulings.yaml",
    RULEBOOK: "rulings.yaml",
}
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")


def translations_are_of_cards(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Translations name cards of the game and words of game.yaml."""
    for document in checked.locales.values():
        entries = mapping(document.data)
        for card_id in mapping(entries.get("cards")):
            yield from known_card(checked, card_id, document.key_span(("cards", card_id)))
        game = mapping(entries.get("game"))
        for name in TRANSLATED:
            where = _WHERE.get(name, "game.yaml")
            known: Collection[str] = _things(checked, name) if name in _WHERE else checked.vocabulary(name)
            for word in (word for word in mapping(game.get(name)) if word not in known):
                code = word_code(name) if name in VOCABULARIES else "unknown-value"
                message = f"{describe(word)} is not in the {name} of {where}"
                place = document.key_span(("game", name, word))
                yield Diagnostic(code, message, place, suggestion(word, known, name))


def translations_are_of_words(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A translation has only words that its source has too, uses symbols of the game, and is up to date."""
    for document in checked.locales.values():
        for entry in checked.translatable.entries(document.data):
            yield from _misplaced_words(checked, document, entry)
            if entry.stale:
                yield stale_translation(checked, document, entry)


def _misplaced_words(checked: CheckedPack, document: Document, entry: Entry) -> Iterator[Diagnostic]:
    symbols = checked.vocabulary("symbols")
    unseen = off_faces(checked.card_schema, checked.words)
    allowed = _SHAPES.get(str(entry.place[1])) if entry.place[0] == "game" and len(entry.place) > 1 else None
    for place, text in translated_words(entry.written).items():
        path = (*entry.place, *place)
        if (allowed and place[0] not in allowed) or (entry.place[0] == "cards" and place[0] in unseen):
            continue  # the schema says so
        if place in entry.words:
            yield from unknown_symbols(symbols, document, path, symbols_in(text))
        elif place[:1] not in entry.words or len(place) == 1:  # other faults are of shape: the schema reports them
            message = f'"{entry.id}" has no words at {describe(shown(place))}'
            known = suggestion(shown(place), [shown(there) for there in entry.words], "its words")
            if _is_made(checked, entry, place):
                known = f"its abilities make it, by phrases/{Path(document.path).stem}.yaml"
            yield Diagnostic("unknown-key", message, document.key_span(path), known)


def _is_made(checked: CheckedPack, entry: Entry, place: Place) -> bool:
    """Whether a text of a card is made from abilities."""
    card = checked.ids.get(entry.id) if entry.place[0] == "cards" else None
    found = places_of(card.definition, checked.abilities.patterns) if card else ()
    return place in {(*at[:-1], text_key(at[-1])) for at, _ in found}


def stale_translation(checked: CheckedPack, document: Document, entry: Entry) -> Diagnostic:
    """An entry of a translation whose source has changed, with the places of both."""
    card = checked.ids.get(entry.id) if entry.place[0] == "cards" else None
    source = card.span("name") if card else _source(checked, entry.place[1:])
    return stale(Path(document.path).stem, entry.id, document.key_span(entry.place), source)


def languages_are_named(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A file of locales/ is called by its language, which is not the game's own."""
    for language, document in checked.locales.items():
        help_ = "name the file by its language, such as locales/fr.yaml or locales/pt-br.yaml"
        if not _LANGUAGE.fullmatch(language):
            yield Diagnostic(
                "unknown-language", f"{describe(language)} is not the code of a language", Span(document.path), help_
            )
        elif language == checked.words.get("language", "en"):
            message = f"the game is written in {describe(language)} already"
            yield Diagnostic("unknown-language", message, Span(document.path), help_)


def _things(checked: CheckedPack, name: str) -> list[str]:
    """What has words in one of a translation's lists."""
    unseen = off_faces(checked.card_schema, checked.words) if name == FIELDS else ()
    return [*(str(place[1]) for place in checked.translatable.game if place[:1] == (name,)), *unseen]


def _source(checked: CheckedPack, place: Place) -> Span:
    """The place in game.yaml of the words that an entry translates."""
    if place[:1] == (FIELDS,):
        return Span(checked.pack.shown("card.schema.json"))
    if place[:1] in ((FORMATS,), (DECKS,)):
        return (checked.formats if place[0] == FORMATS else checked.decks)[str(place[1])].span()
    if place[:1] == (SETUP,):
        of_facts = (one for one in checked.formats.values() if place[1] in mapping(mapping(one.data).get("setup")))
        return next(one.key_span(("setup", place[1])) for one in of_facts)
    if place[:1] in ((RULINGS,), (RULEBOOK,)) and checked.rulings:
        key = "question" if place[0] == RULINGS else "section"
        values = [mapping(ruling).get(key) for ruling in sequence(checked.rulings.data)]
        return checked.rulings.span((values.index(str(place[1])), key))
    return checked.game.key_span(place)
