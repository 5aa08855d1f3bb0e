"""The abilities of a pack's cards: read from YAML, and written as text in the pack's languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any  # Any: a JSON Schema

from builder.abilities import Ability, Lexicon, lexicon_from, read_abilities
from builder.abilities.cards import DO, MAIN, compiled, patterns_of, places_of
from builder.abilities.completeness import PLAYED, PhraseGap, lacks, lacks_on_cards
from builder.abilities.judging import verb_faults
from builder.abilities.lexicon import IT
from builder.abilities.phrases import NoPhraseError, Phrases, phrases_from
from builder.abilities.schema import schema_of
from builder.abilities.sentences import Speaker, line_on_copies, lines_of
from builder.diagnostics import Diagnostic, KeyPath
from builder.documents.data import Data, mapping, text, whole
from builder.documents.reading import own_data
from builder.games.fields import ABILITIES, OF_ABILITIES, VERSION
from builder.schema import Schema, SchemaError, bundled_schema
from builder.storage.resources import bundled

_ReadAbilities = tuple[tuple[Ability, ...], list[Diagnostic]]


@cache
def shared(file: str) -> Mapping[str, Data]:
    """What Arsenal ships for all games: schemas/`file`; empty where there is no such file."""
    path = bundled("schemas") / file
    return mapping(own_data(path)) if path.is_file() else {}


@dataclass(frozen=True)
class Abilities:
    """What abilities of a pack are made of, and the phrases that say them.

    `verbs` is the pack's verbs.yaml, `own` its phrases by language, `schema` the schema of one card.
    """

    verbs: Mapping[str, Data] = field(default_factory=dict)
    own: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)
    schema: Mapping[str, Data] = field(default_factory=dict)
    symbols: frozenset[str] = frozenset()

    @cached_property
    def lexicon(self) -> Lexicon:
        """The lexicon; empty where verbs.yaml has faults."""
        return lexicon_from(self.verbs, shared("verbs.yaml")) if self.has_verbs else Lexicon()

    @cached_property
    def has_verbs(self) -> bool:
        """Whether there are verbs, without faults: only then are abilities understood, and judged."""
        return bool(self.verbs) and bundled_schema("verbs").fits(self.verbs) and not self.verb_faults

    @cached_property
    def verb_faults(self) -> list[Diagnostic]:
        """The faults of verbs.yaml, by their paths; its shape has been judged."""
        return verb_faults(self.verbs, shared("verbs.yaml"))

    def has_phrases(self, language: str) -> bool:
        """Whether the pack has phrases of a language, in their right shape."""
        return language in self.own and bundled_schema("phrases").fits(self.own[language])

    def speaks_in_play(self, language: str) -> bool:
        """Whether the pack's phrases of a language include those for playing."""
        return bool(mapping(self.own.get(language)).keys() & set(PLAYED))

    def language_of_play(self, language: str, own: str) -> str:
        """The language to play in: this one, or the game's own where this one has no phrases for playing."""
        return language if self.speaks_in_play(language) or "log" in shared(f"phrases/{language}.yaml") else own

    @cached_property
    def patterns(self) -> tuple[tuple[str | int, ...], ...]:
        """Where cards can have abilities."""
        return patterns_of(self.schema)

    @cached_property
    def _phrases(self) -> dict[str, Phrases]:
        return {}

    def phrases(self, language: str) -> Phrases:
        """The phrases of a language: the shared ones, and the game's own where the pack has any."""
        if language not in self._phrases:
            common = shared(f"phrases/{language}.yaml")
            own = self.own[language] if self.has_phrases(language) else {}
            self._phrases[language] = phrases_from(language, common, own, self.symbols)
        return self._phrases[language]

    @cached_property
    def _read(self) -> dict[tuple[str, bool, str], _ReadAbilities]:
        return {}

    def of(self, definition: Mapping[str, Data]) -> Iterator[tuple[KeyPath, tuple[Ability, ...], list[Diagnostic]]]:
        """The abilities of a card by their places, with the faults of each. Equal abilities are read only once."""
        card_type = text(definition.get("type"))
        if not self.has_verbs:
            return
        for place, written in places_of(definition, self.patterns):
            of_entry = place[-1] == DO
            key = (card_type, of_entry, repr(written))
            known = self._read.get(key)
            if known is None:
                known = self._read[key] = read_abilities(written, self.lexicon, card_type, of_entry=of_entry)
            yield place, *known

    def all_plainly_right(self, written: Sequence[Data]) -> bool:
        """Whether these abilities fit the schema, and have nothing in them that a schema can't judge."""
        if not self.has_verbs or self._shape is None:
            return False
        source = repr(written)
        return not any(word in source for word in self._for_the_reader) and self._shape.fits(written)

    def faults_of(self, definition: Mapping[str, Data]) -> Iterator[tuple[KeyPath, list[Diagnostic]]]:
        """The faults in the abilities of a card by their places; abilities that fit the schema are not read."""
        places = dict(places_of(definition, self.patterns)) if self.has_verbs else {}
        if all(self.all_plainly_right([written]) for written in places.values()):
            yield from ((place, []) for place in places)
        else:
            yield from ((place, faults) for place, _, faults in self.of(definition))

    @cached_property
    def _for_the_reader(self) -> tuple[str, ...]:
        """What no schema can judge: `it`, verbs that only some types of cards have, and 1.0 (1 to a schema)."""
        narrow = (verb.name for verb in self.lexicon.verbs.values() if verb.types)
        return (".", *(repr(word) for word in (IT, *narrow)))

    @cached_property
    def _shape(self) -> Schema | None:
        """The schema of a list of abilities; None where the verbs make no valid schema."""
        each = schema_of(self.lexicon)
        shape = Schema({"$defs": each["$defs"], "type": "array", "items": {"anyOf": each["anyOf"]}})
        try:
            shape.fits([])
        except SchemaError:
            return None
        return shape

    def texts(self, definition: Mapping[str, Data], language: str) -> dict[KeyPath, str]:
        """The texts of a card's abilities in a language, by the places of the abilities.

        Where the language has no phrase for one of a card's abilities, that text is missing.
        """
        phrases, made, speaker = self.phrases(language), {}, self._speaker(definition)
        for place, abilities, _ in self.of(definition):
            try:
                made[place] = "\n".join(lines_of(abilities, phrases, self.lexicon, speaker))
            except NoPhraseError:
                continue
        if "deckbuilding" in phrases.sections and "copies" in (rule := mapping(definition.get("deckbuilding"))):
            copies = None if rule["copies"] == "unlimited" else whole(rule["copies"])
            made[MAIN] = "\n".join((*made.get(MAIN, "").splitlines(), line_on_copies(copies, phrases)))
        return made

    def gaps(self, language: str, own: str, cards: Iterable[Mapping[str, Data]]) -> Iterator[PhraseGap]:
        """The gaps of a language: in the game's `own`, of all that abilities can mean; in others, of what cards say."""
        if language == own:
            return lacks(self.phrases(language), self.lexicon)
        spoken = ((abilities, self._speaker(card)) for card in cards for _, abilities, _ in self.of(card))
        return lacks_on_cards(self.phrases(language), self.phrases(own), self.lexicon, spoken)

    def _speaker(self, definition: Mapping[str, Data]) -> Speaker:
        words = {name: self._word(name, definition) for name in self.lexicon.card_words if name in definition}
        return Speaker(text(definition.get("type")), words)

    def _word(self, name: str, definition: Mapping[str, Data]) -> str:
        """A word of a card as phrases write it: in braces if it is a symbol."""
        word = text(definition.get(name))
        return f"{{{word}}}" if word in self.symbols else word

    def compiled(self, definition: Mapping[str, Data], language: str) -> Mapping[str, Data]:
        """The card with its abilities in their canonical form and their text next to them."""
        if not self.patterns:
            return definition
        found = {place: abilities for place, abilities, _ in self.of(definition)}
        texts = self.texts(definition, language)
        return compiled(definition, found, texts) if found or texts else definition

    def described(self) -> dict[str, Data]:
        """The schema of one card, which says what queries can ask of abilities."""
        words: dict[str, Any] = {
            "op": sorted(self.lexicon.verbs),
            "when": list(self.lexicon.events),
            "ability": [
                "activated",
                "triggered",
                "response",
                "replacement",
                "played",
                "static",
                *self.lexicon.lists.get("uses", ()),
            ],
        }
        assert words.keys() == OF_ABILITIES.keys()  # noqa: S101 - both are written by hand
        words[VERSION] = self.lexicon.version
        return mapping_with(self.schema, words) if self.patterns else dict(self.schema)


def mapping_with(schema: Mapping[str, Data], words: Mapping[str, Any]) -> dict[str, Data]:
    """The schema with these words wherever abilities can stand."""
    made: dict[str, Any] = {}
    for key, value in schema.items():
        if key == ABILITIES:
            made[key] = words
        elif isinstance(value, dict):
            made[key] = mapping_with(value, words)
        else:
            made[key] = value
    return made
