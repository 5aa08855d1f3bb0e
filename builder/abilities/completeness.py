"""Does a language say all that abilities of a game can mean? Judged from its phrases, for no card in particular."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.abilities.lexicon import MAIN, Lexicon, Verb
from builder.abilities.phrases import Phrases, Variant
from builder.abilities.types import Selectors, Type, Words

_LISTS = {
    "players": "players",
    "uses": "uses",
    "times": "times",
    "phases": "phases",
    "limits": "limits",
    "modes": "modes",
    "durations": "durations",
    "counters": "amounts",
    "costs": "costs",
    "values": "changes",
    "fields": "filters",
}  # sections of phrases by the lists of words that they say


@dataclass(frozen=True, slots=True)
class Lack:
    """A phrase that a language has not, or one that says less than what it is for.

    `section` and `key` name the phrase; `argument` is what it leaves unsaid, empty where there is no phrase at all;
    `pattern` is the phrase that does.
    """

    section: str
    key: str
    argument: str = ""
    pattern: str = ""


def lacks(phrases: Phrases, lexicon: Lexicon) -> Iterator[Lack]:
    """All phrases that are missing, and all that leave an argument unsaid."""
    yield from _missing(phrases, lexicon)
    for verb in lexicon.verbs.values():
        for variant in phrases.variants("effects", verb.name):
            for argument in _unsaid(verb, variant):
                yield Lack("effects", verb.name, argument, variant.pattern.source)
            for word in _words_said(verb, variant, phrases.variants("effects", verb.name)):
                if not _has(phrases, "words", word):
                    yield Lack("words", word)
    for event in lexicon.events.values():
        for variant in phrases.variants("events", event.id):
            for slot, type_ in event.slots.items():
                if not _says(variant, slot, type_):
                    yield Lack("events", event.id, slot, variant.pattern.source)


def _missing(phrases: Phrases, lexicon: Lexicon) -> Iterator[Lack]:
    wanted: dict[str, list[str]] = {
        "effects": [*lexicon.verbs, *(["may"] if lexicon.verbs else [])],
        "events": list(lexicon.events),
        "conditions": list(lexicon.conditions),
        "nouns": [*dict.fromkeys(lexicon.kinds.values()), *(ref for ref in lexicon.refs if ref != "this")],
        "selectors": sorted({selector.form for selector in lexicon.selectors.values()}),
    }
    wanted |= {section: list(lexicon.lists.get(name, ())) for name, section in _LISTS.items()}
    for section, keys in wanted.items():
        for key in keys:
            if not _has(phrases, section, key):
                yield Lack(section, key)


def _has(phrases: Phrases, section: str, key: str) -> bool:
    return key in phrases.sections.get(section, {})


def _unsaid(verb: Verb, variant: Variant) -> Iterator[str]:
    """The arguments that a variant of a verb's phrase does not say."""
    for argument in (MAIN, *verb.takes):
        if not _says(variant, argument, verb.type_of(argument)):
            yield argument


def _words_said(verb: Verb, variant: Variant, variants: tuple[Variant, ...]) -> Iterator[str]:
    """The words that a variant says by its slots, but for those that have a variant of their own."""
    for argument in (MAIN, *verb.takes):
        if argument in variant.pattern.slots and argument not in (*variant.facts, "who", "until"):
            own = {word for other in variants for word in other.facts.get(argument, ())}
            for one in verb.type_of(argument).alternatives:
                yield from (word for word in one.words if word not in own) if isinstance(one, Words) else ()


def _says(variant: Variant, name: str, type_: Type) -> bool:
    """Whether a phrase says a value: by a slot, because it is for that value alone, or because there is no other."""
    by_it = "it" in variant.facts and any(isinstance(one, Selectors) for one in type_.alternatives)
    return name in variant.pattern.slots or name in variant.facts or by_it or type_.constant


def unused_slots(phrases: Phrases, lexicon: Lexicon, symbols: frozenset[str]) -> Iterator[Lack]:
    """Slots in phrases that nothing fills, which would be printed as they stand; `symbols` are those of the game.

    Such a slot in an optional part is for games whose verb takes more.
    """
    common = symbols | {"type"} | lexicon.card_words
    for verb in lexicon.verbs.values():
        for variant in phrases.variants("effects", verb.name):
            for slot in sorted(variant.pattern.required - {MAIN, *verb.takes} - common):
                yield Lack("effects", verb.name, slot, variant.pattern.source)
