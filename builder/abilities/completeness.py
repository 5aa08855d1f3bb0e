"""Does a language say all that abilities of a game can mean? Judged from its phrases, for no card in particular."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import islice, product

from builder.abilities.abilities import Ability
from builder.abilities.lexicon import MAIN, Lexicon, Verb
from builder.abilities.phrases import Facts, NoPhraseError, Pattern, Phrases, Piece, Variant, fact, pattern
from builder.abilities.sentences import Speaker, lines_of
from builder.abilities.types import Flag, OneOf, Selectors, Type

_OPENINGS = {"at": "times", "use": "uses"}  # openings of abilities, and the lists of words that they need
_ONE = ("one", "one other", "one own", "one other own", "one enemy")  # forms that go with "up to 2"
OTHER = "any other"  # any value for which there is no variant of its own
MAX_CASES = 5_000  # of one verb; where phrases distinguish more cases, the others are not judged

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

Case = Mapping[str, str | None]  # facts of an effect, as far as phrases ask for them


@dataclass(frozen=True, slots=True)
class PhraseGap:
    """A phrase that a language lacks, or a phrase with a fault.

    `section` and `key` name the phrase. Where there is none, `case` says for which case. Otherwise `pattern` is the
    phrase, and `argument` what it leaves unsaid or, if `unfilled`, a slot in it that nothing fills.
    """

    section: str
    key: str
    argument: str = ""
    pattern: str = ""
    case: str = ""
    unfilled: bool = False


PLAYED = ("log", "choices", "asks", "shown", "shown-of-players", "drawings", "marks")  # used while a game is played


def lacks_in_play(phrases: Phrases, own: Phrases) -> Iterator[PhraseGap]:
    """Phrases for play that the game's `own` language has and this one lacks, and slots that only this one has."""
    for section in PLAYED:
        own_phrases = phrases.sections.get(section, {})
        for key in own.sections.get(section, {}):
            if key not in own_phrases:
                yield PhraseGap(section, key)
                continue
            known = {name for one in own.variants(section, key) for name in (*one.pattern.slots, *one.facts)}
            for variant in phrases.variants(section, key):
                for slot in sorted(variant.pattern.slots - known - phrases.symbols):
                    yield PhraseGap(section, key, slot, variant.pattern.source, unfilled=True)


CardAbilities = Iterable[tuple[tuple[Ability, ...], Speaker]]  # abilities of cards, each with the card


def lacks_on_cards(phrases: Phrases, own: Phrases, lexicon: Lexicon, cards: CardAbilities) -> Iterator[PhraseGap]:
    """As `lacks`, but only what these abilities need. `own` are the phrases of the game's language."""
    general = list(lacks(phrases, lexicon))
    if not general:
        return
    settings = {one.name: getattr(phrases, one.name) for one in fields(Phrases)}
    recording = _Recording(**settings, own=own)
    used: set[tuple[str, str]] = set()
    for abilities, speaker in cards:
        lines_of(abilities, recording, lexicon, speaker)
        effects = (effect for ability in abilities for effect in ability.all_effects)
        used.update((effect.op, argument) for effect in effects for argument in effect.values)
    yield from recording.missed
    for gap in general:
        is_picked = (gap.section, gap.key, gap.pattern) in recording.picked
        if gap.argument and is_picked and (gap.unfilled or gap.section != "effects" or (gap.key, gap.argument) in used):
            yield gap


@dataclass(frozen=True)
class _Recording(Phrases):
    """Phrases that note which ones are asked for and missing; they return those of the game's own language instead."""

    own: Phrases = field(default_factory=lambda: Phrases("", {}))
    missed: dict[PhraseGap, None] = field(default_factory=dict)
    picked: set[tuple[str, str, str]] = field(default_factory=set)

    def pick(self, section: str, key: str, facts: Facts | None = None) -> Pattern:
        try:
            found = super().pick(section, key, facts)
        except NoPhraseError as lack:
            self._miss(lack)
            return next((one.pattern for one in self.own.variants(section, key) if one.fits(facts or {})), pattern(""))
        self.picked.add((section, key, found.source))
        return found

    def noun(self, kind: str) -> Piece:
        try:
            return super().noun(kind)
        except NoPhraseError as lack:
            return self._miss(lack)

    def player(self, who: str) -> Piece:
        try:
            return super().player(who)
        except NoPhraseError as lack:
            return self._miss(lack)

    def _miss(self, lack: NoPhraseError) -> Piece:
        case = lack.where if self.variants(lack.section, lack.key) else ""
        self.missed[PhraseGap(lack.section, lack.key, case=case)] = None
        return Piece("")


def lacks(phrases: Phrases, lexicon: Lexicon) -> Iterator[PhraseGap]:
    """All phrases that are missing, that leave an argument unsaid, or that have a slot which nothing fills."""
    yield from _missing(phrases, lexicon)
    for verb in lexicon.verbs.values():
        if variants := phrases.variants("effects", verb.name):
            yield from dict.fromkeys(_lacks_of(verb, variants, phrases, lexicon))
    for event in lexicon.events.values():
        for variant in phrases.variants("events", event.id):
            for slot in event.slots.keys() - variant.pattern.slots - variant.facts.keys():
                if not event.slots[slot].constant:
                    yield PhraseGap("events", event.id, slot, variant.pattern.source)


def _missing(phrases: Phrases, lexicon: Lexicon) -> Iterator[PhraseGap]:
    wanted: dict[str, list[str]] = {
        "effects": [*lexicon.verbs, *(["may"] if lexicon.verbs else [])],
        "events": list(lexicon.events),
        "conditions": list(lexicon.conditions),
        "nouns": [
            *(["card"] if lexicon.verbs else []),
            *dict.fromkeys(lexicon.kinds.values()),
            *(ref for ref in lexicon.refs if ref != "this"),
        ],
        "selectors": sorted({*_forms(lexicon), *(_counted(form) for form in _forms(lexicon) if form in _ONE)}),
        "joins": ["and", "or"],
        "openings": [
            *(opening for opening, there in _OPENINGS.items() if lexicon.lists.get(there)),
            *(["when"] if lexicon.events else []),
            *(["if"] if lexicon.conditions else []),
        ],
    }
    wanted |= {section: list(lexicon.lists.get(name, ())) for name, section in _LISTS.items()}
    for section, keys in wanted.items():
        for key in dict.fromkeys(keys):
            if key not in phrases.sections.get(section, {}):
                yield PhraseGap(section, key)


def _forms(lexicon: Lexicon) -> set[str]:
    return {selector.form for selector in lexicon.selectors.values()}


def _counted(form: str) -> str:
    return form.replace("one", "up-to", 1)


def _lacks_of(verb: Verb, variants: tuple[Variant, ...], phrases: Phrases, lexicon: Lexicon) -> Iterator[PhraseGap]:
    filled = {MAIN, *verb.takes, "type"} | phrases.symbols | lexicon.card_words
    for case in islice(_cases(verb, variants, lexicon), MAX_CASES):
        found = next((one for one in variants if one.fits(case)), None)
        if found is not None:
            unfilled = sorted(found.pattern.required - filled)
            yield from (PhraseGap("effects", verb.name, slot, found.pattern.source, unfilled=True) for slot in unfilled)
            yield from _unsaid(verb, found, case)
            yield from (
                PhraseGap("words", word)
                for word in _words_said(verb, found, variants, case)
                if word not in phrases.sections.get("words", {})
            )
        else:
            shown = ", ".join(f"{name}: {value}" for name, value in case.items() if value is not None)
            yield PhraseGap("effects", verb.name, case=shown)


def _unsaid(verb: Verb, variant: Variant, case: Case) -> Iterator[PhraseGap]:
    """What a variant leaves unsaid of a case: an argument without a slot, unless the variant is for that one value."""
    for name in (MAIN, *verb.takes):
        type_ = verb.type_of(name)
        by_it = case.get("it") is not None and any(isinstance(one, Selectors) for one in type_.alternatives)
        if case[name] == OTHER and name not in variant.pattern.slots and not type_.constant and not by_it:
            yield PhraseGap("effects", verb.name, name, variant.pattern.source)


def _words_said(verb: Verb, variant: Variant, variants: tuple[Variant, ...], case: Case) -> Iterator[str]:
    """The words that a variant says by its slots in a case."""
    for name in (MAIN, *verb.takes):
        if case[name] is not None and name in variant.pattern.slots and name not in ("who", "until"):
            yield from _words(verb.type_of(name), case[name], variants, name)


def _cases(verb: Verb, variants: tuple[Variant, ...], lexicon: Lexicon) -> Iterator[Case]:
    """Every possible case that the variants of a verb's phrase distinguish."""
    named: dict[str, dict[str, None]] = {}
    for variant in variants:
        for name, wanted in variant.facts.items():
            named.setdefault(name, {}).update(dict.fromkeys(value for value in wanted if value is not None))
    domains: dict[str, list[str | None]] = {}
    for name in (MAIN, *verb.takes):
        own = list(named.pop(name, {}))
        possible = _closed(verb.type_of(name), lexicon)
        others = [OTHER] if possible is None or possible - set(own) else []
        domains[name] = [*own, *others, *([] if name in (MAIN, *verb.needs) else [None])]
    domains |= {name: [*values, None] for name, values in named.items()}
    for values in product(*domains.values()):
        case = dict(zip(domains, values, strict=True))
        if all(case[other] is not None for name, other in verb.requires.items() if case[name] is not None):
            yield case


def _closed(type_: Type, lexicon: Lexicon) -> set[str] | None:
    """All facts that a value of the type can be; None where they can't be listed, as with numbers."""
    found: set[str] = set()
    for one in type_.alternatives:
        if isinstance(one, OneOf):
            found.update(one.words)
        elif isinstance(one, Flag) and one.only is not None:
            found.add(fact(one.only))
        elif isinstance(one, Selectors) and one.forms and not one.each:
            found.update(selector.form for form in one.forms if (selector := lexicon.selector(form)) is not None)
        else:
            return None
    return found


def _words(type_: Type, value: str | None, variants: tuple[Variant, ...], name: str) -> Iterator[str]:
    """The words of a type that a slot says in a case."""
    known = [word for one in type_.alternatives if isinstance(one, OneOf) for word in one.words]
    own = {word for variant in variants for word in variant.facts.get(name, ())}
    yield from (word for word in known if word == value or (value == OTHER and word not in own))
