"""A language's phrases for one game: patterns with slots that agree with what fills them.

This is the whole pattern language: `{slot}`, `{slot+}` for the plural, `{slot.dat}` for a case, `{slot:a/b}` for
forms of which one is chosen to agree with the slot, `{slot:der}` for the forms that the language has under that name,
and `[optional part]`, which is left out where a slot in it is empty. Where the `axis` of the language is gender and it
has n genders, n forms are chosen by gender; n + 1 forms are those and one plural; 2n forms are the singulars, then the
plurals. Otherwise, and for numbers, singular or plural decides. `{id}` that is no slot is a symbol of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from textwrap import shorten
from typing import Literal

from builder.documents.data import Data, mapping, sequence, text, texts
from builder.schema.resolving import regex

_SLOT = re.compile(r"\{([a-z][a-z0-9-]*)(?:\.([a-z]+))?(\+?)(?::([^{}]*))?\}")
_GROUP = re.compile(r"\\([1-9])")  # in what a rule of orthography puts there
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_LONGER = 200  # characters by which contractions and elisions may make a short line longer
_OUTLINE = 64  # characters of an outline
_NO_PHRASES = ("orthography", "style", "nouns", "players", "forms")  # sections that hold no phrases
_NUMBERS = ("one", "other")
_WORD = re.compile(r"\w+")
GENDERS = ("m", "f")  # of a language that lists none
VOWELS = "aeiouyàâéèêëîïôûùœæ"


class NoPhraseError(KeyError):
    """A language has no phrase for something; the message says for what."""

    def __init__(self, language: str, section: str, key: str, facts: Mapping[str, object] | None = None) -> None:
        known = {name: fact for name, fact in (facts or {}).items() if fact is not None}
        where = "".join(f", {name}: {fact}" for name, fact in known.items() if name not in ("event", "type"))
        super().__init__(f'{language} has no phrase for "{key}" in {section}{where}')
        self.section = section
        self.key = key
        self.where = where.removeprefix(", ")

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text with its grammar. `amount` is set for a number, which has only singular and plural.

    `cases` has the text and its plural in each case of the language but the first.
    """

    text: str
    plural: str = ""
    many: bool = False
    gender: str = ""
    amount: bool = False
    cases: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def form(self, case: str, *, plural: bool = False) -> str:
        """The text, or its plural, in a case; where it has no form for the case, that of the first case."""
        one, several = self.cases.get(case, (self.text, self.plural))
        return several if plural else one

    @property
    def begins_with_vowel(self) -> bool:
        """Whether it begins with a vowel, which changes an article before it."""
        return self.text[:1].lower() in VOWELS


EMPTY = Piece("")
Slots = Mapping[str, Piece]
Facts = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class SlotUse:
    """A slot in a pattern. `forms` are alternatives that agree with the slot; where empty, what fills it is printed.

    A single form names forms of the language. Without a `case`, the slot has that of the whole phrase.
    """

    name: str
    plural: bool = False
    forms: tuple[str, ...] = ()
    case: str = ""


Part = str | SlotUse


@dataclass(frozen=True)
class Pattern:
    """A phrase in parts: required and optional parts, in their order."""

    source: str
    parts: tuple[tuple[bool, tuple[Part, ...]], ...]  # (optional, its parts)

    @cached_property
    def slots(self) -> frozenset[str]:
        """The names of its slots, and of the symbols in it."""
        return frozenset(part.name for _, parts in self.parts for part in parts if isinstance(part, SlotUse))

    @property
    def required(self) -> frozenset[str]:
        """The names of the slots that are not in an optional part."""
        uses = (part for optional, parts in self.parts for part in parts if not optional)
        return frozenset(part.name for part in uses if isinstance(part, SlotUse))

    @cached_property
    def by_kind(self) -> bool:
        """Whether it is said once for each of several kinds."""
        return "kind" in self.slots


@lru_cache(maxsize=4096)
def pattern(source: str) -> Pattern:
    """The pattern that a phrase's text describes."""
    pieces = _OPTIONAL.split(source)
    return Pattern(source, tuple((bool(i % 2), tuple(_parts(piece))) for i, piece in enumerate(pieces) if piece))


def _parts(source: str) -> Iterator[Part]:
    at = 0
    for found in _SLOT.finditer(source):
        if found.start() > at:
            yield source[at : found.start()]
        forms = tuple(found[4].split("/")) if found[4] is not None else ()
        yield SlotUse(found[1], bool(found[3]), forms, found[2] or "")
        at = found.end()
    if at < len(source):
        yield source[at:]


@dataclass(frozen=True, slots=True)
class Variant:
    """A phrase and the facts it is for. Without facts, it is for everything that earlier variants are not for."""

    pattern: Pattern
    facts: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)

    def fits(self, facts: Facts) -> bool:
        """Whether it is for these facts."""
        return all(facts.get(name) in wanted for name, wanted in self.facts.items())


@dataclass(frozen=True, slots=True)
class GrammarFault:
    """A phrase at `key` of a section names a `word` that is not one of the `known` words."""

    section: str
    key: str
    message: str
    word: str
    known: tuple[str, ...]


@dataclass(frozen=True)
class Phrases:
    """All phrases of one language for one game: `sections` by name, with a game's own over those that games share."""

    language: str
    sections: Mapping[str, Mapping[str, Data]]
    axis: Literal["number", "gender"] = "number"
    symbols: frozenset[str] = frozenset()  # ids of the game's symbols
    plural_from: int | None = None  # the number from which the plural begins; None: every number but 1
    genders: tuple[str, ...] = GENDERS
    cases: tuple[str, ...] = ()  # the first is that of subjects

    def variants(self, section: str, key: str) -> tuple[Variant, ...]:
        """The variants of a phrase; none where the language lacks it."""
        known = self._variants.get((section, key))
        if known is None:
            found = self.sections.get(section, {}).get(key)
            known = () if found is None else tuple(map(_variant, found if isinstance(found, list) else [found]))
            self._variants[section, key] = known
        return known

    @cached_property
    def _variants(self) -> dict[tuple[str, str], tuple[Variant, ...]]:
        return {}

    def pick(self, section: str, key: str, facts: Facts | None = None) -> Pattern:
        """The first variant that is for these facts. Raises NoPhraseError where there is none."""
        for variant in self.variants(section, key):
            if variant.fits(facts or {}):
                return variant.pattern
        raise NoPhraseError(self.language, section, key, facts)

    def say(self, section: str, key: str, slots: Slots | None = None, facts: Facts | None = None) -> str:
        """A phrase, filled. Raises NoPhraseError."""
        return self.fill(self.pick(section, key, facts), slots or {})

    def outline(self, section: str, key: str, symbols: Mapping[str, str]) -> str:
        """A short text of what a phrase says without its slots, such as "Draw … cards"; empty where that is nothing.

        `symbols` are the names of the game's symbols.
        """
        variants = self.variants(section, key)
        plain = (variant for variant in variants if variant.fits({}))
        if not variants:
            return ""
        found = next(plain, variants[0]).pattern
        slots = {name: Piece("…", "…", many=name == "main", amount=name == "main") for name in found.required}
        named = {name: Piece(symbols[name]) for name in found.required & symbols.keys()}
        text = self.written(self.fill(found, dict.fromkeys(found.slots, EMPTY) | slots | named))
        return shorten(capital(text.replace("… …", "…")), _OUTLINE, placeholder=" …") if _WORD.search(text) else ""

    def fill(self, filled: Pattern, slots: Slots, case: str = "") -> str:
        """The text of a pattern in a case, with its slots filled; what fills a slot is never read as a pattern."""
        out: list[str] = []
        for optional, parts in filled.parts:
            uses = [part.name for part in parts if isinstance(part, SlotUse)]
            if optional and not all(slots[name].text if name in slots else name in self.symbols for name in uses):
                continue
            out += (part if isinstance(part, str) else self._slot(part, slots, case) for part in parts)
        return "".join(out)

    def _slot(self, use: SlotUse, slots: Slots, case: str) -> str:
        piece = slots.get(use.name)
        if piece is None:
            return f"{{{use.name}}}"  # a symbol
        if use.forms:
            forms = self._forms(use.forms, use.case or case)
            return forms[self._form(piece, len(forms))]
        return piece.form(use.case or case, plural=use.plural)

    def _forms(self, written: tuple[str, ...], case: str) -> Sequence[str]:
        """The alternatives of a slot: as written there, or those of the language by their name and the case."""
        named = mapping(self.sections.get("forms", {}).get(written[0])) if len(written) == 1 else {}
        return text(named.get(case or self.cases[0])).split("/") if named and self.cases else written

    def _form(self, piece: Piece, count: int) -> int:
        genders, many = len(self.genders), int(piece.many)
        gender = self.genders.index(piece.gender) if piece.gender in self.genders else 0
        if count >= 2 * genders:
            return genders * many + gender
        if piece.amount or self.axis == "number" or count < genders:
            return min(many, count - 1)
        return genders if many and count > genders else gender

    def number(self, n: int) -> Piece:
        """A number in digits."""
        return Piece(str(n), many=self.is_plural(n), amount=True)

    def is_plural(self, n: int) -> bool:
        """Whether `n` things take the plural."""
        return abs(n) != 1 if self.plural_from is None else abs(n) >= self.plural_from

    def noun(self, kind: str) -> Piece:
        """A noun. Raises NoPhraseError."""
        words = mapping(self.sections.get("nouns", {}).get(kind))
        if not words:
            raise NoPhraseError(self.language, "nouns", kind)
        one, other, by_case = text(words.get("one")), text(words.get("other")), mapping(words.get("cases"))
        cases = {
            case: (text(forms.get("one")) or one, text(forms.get("other")) or other)
            for case, forms in ((case, mapping(forms)) for case, forms in by_case.items())
        }
        return Piece(one, other, gender=text(words.get("gender")), cases=cases)

    def player(self, who: str) -> Piece:
        """Players as the game's list names them. Raises NoPhraseError."""
        words = mapping(self.sections.get("players", {}).get(who))
        if not words:
            raise NoPhraseError(self.language, "players", who)
        cases = {case: (text(form), "") for case, form in mapping(words.get("cases")).items()}
        return Piece(
            text(words.get("say")),
            many=words.get("many") is True,
            gender=text(words.get("gender")) or self.genders[0],
            cases=cases,
        )

    def word(self, word: str) -> Piece:
        """A word of arguments, with its plural where the language has one. Raises NoPhraseError."""
        words = mapping(self.sections.get("words", {}).get(word))
        if "one" in words:
            return Piece(text(words["one"]), text(words.get("other")))
        form = self.say("words", word)
        return Piece(form, form)

    @cached_property
    def subjects(self) -> frozenset[str]:
        """First words that show that a sentence has a subject: those listed in the language's style, and its nouns."""
        style = mapping(self.sections.get("style"))
        nouns = (text(mapping(noun).get(form)) for noun in self.sections.get("nouns", {}).values() for form in _NUMBERS)
        return frozenset(first_word(word) for word in (*texts(style.get("subjects")), *nouns)) - {""}

    def joined(self, how: Literal["and", "or"], parts: Sequence[str]) -> str:
        """Parts of a sentence, joined. Raises NoPhraseError."""
        return parts[0] if len(parts) == 1 else self.say("joins", how).join(parts)

    def written(self, line: str) -> str:
        """A finished line with the language's contractions and elisions, except those that make it much longer."""
        return _spelled(self._orthography, line)[0]

    def faults_of_grammar(self) -> Iterator[GrammarFault]:
        """Phrases that name cases, genders and forms that the language does not have."""
        forms = self.sections.get("forms", {})
        for section, key, use in self._slots_of_phrases():
            if use.case:
                yield from self._unknown_cases(section, key, {use.case})
            if forms and len(use.forms) == 1 and use.forms[0] not in forms:
                yield GrammarFault(section, key, f'no forms are called "{use.forms[0]}"', use.forms[0], tuple(forms))
        for section in ("nouns", "players"):
            for key, described in self.sections.get(section, {}).items():
                word = mapping(described)
                if (gender := text(word.get("gender"))) and gender not in self.genders:
                    message = f'"{gender}" is no gender of "{self.language}"'
                    yield GrammarFault(section, key, message, gender, self.genders)
                yield from self._unknown_cases(section, key, mapping(word.get("cases")).keys())
        counts = (len(self.genders), len(self.genders) + 1, 2 * len(self.genders))
        for key, by_case in forms.items():
            yield from self._unknown_cases("forms", key, mapping(by_case).keys())
            for case in self.cases:
                if len(text(mapping(by_case).get(case)).split("/")) not in counts:
                    message = f'"{case}" needs a form for each gender, and may have one for the plural'
                    yield GrammarFault("forms", key, message, "", self.genders)

    def _unknown_cases(self, section: str, key: str, cases: Iterable[str]) -> Iterator[GrammarFault]:
        for case in cases:
            if case not in self.cases:
                yield GrammarFault(section, key, f'"{case}" is no case of "{self.language}"', case, self.cases)

    def _slots_of_phrases(self) -> Iterator[tuple[str, str, SlotUse]]:
        """The slots of all phrases, each with its section and its key."""
        for section in self.sections.keys() - set(_NO_PHRASES):
            for key in self.sections[section]:
                for variant in self.variants(section, key):
                    uses = (use for _, parts in variant.pattern.parts for use in parts if isinstance(use, SlotUse))
                    yield from ((section, key, use) for use in uses)

    @cached_property
    def swells(self) -> bool:
        """Whether its contractions and elisions make phrases much longer: twenty that double a text make it 30 MB."""
        sources = (variant.pattern.source for name, section in self.sections.items() if name not in _NO_PHRASES
                for key in section for variant in self.variants(name, key))  # fmt: skip
        return _any_swells(self._orthography, tuple(sources))

    @cached_property
    def _orthography(self) -> tuple[tuple[str, str], ...]:
        rules = mapping(self.sections.get("orthography"))
        pairs = [texts(pair) for pair in sequence(rules.get("rules"))]
        return tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2)


@lru_cache(maxsize=8)  # a pack that is watched is checked again with each change, mostly with the same phrases
def _any_swells(rules: tuple[tuple[str, str], ...], lines: tuple[str, ...]) -> bool:
    return any(_spelled(rules, line)[1] for line in lines)


def _spelled(rules: tuple[tuple[str, str], ...], line: str) -> tuple[str, bool]:
    """The line with the contractions and elisions, and whether one was left out that made it too long."""
    longest, swells = 2 * len(line) + _LONGER, False
    for rule, right in rules:
        spelled = regex(rule).sub(
            lambda found, right=right: _GROUP.sub(lambda group: found.group(int(group[1])), right), line
        )
        swells = swells or len(spelled) > longest
        line = line if len(spelled) > longest else spelled
    return line, swells


def _variant(written: Data) -> Variant:
    if isinstance(written, Mapping):
        facts = {name: _facts(wanted) for name, wanted in written.items() if name != "say"}
        return Variant(pattern(text(written.get("say"))), facts)
    return Variant(pattern(str(written)))


def _facts(wanted: Data) -> tuple[str | None, ...]:
    several = wanted if isinstance(wanted, list) else [wanted]
    return tuple(None if one is None else fact(one) for one in several)


def first_word(text: str) -> str:
    """The first word of a text, in small letters; "" where it begins with none."""
    found = _WORD.match(text)
    return found[0].lower() if found else ""


def fact(value: object) -> str:
    """A value as phrases ask for it: `true`, `1`, `scrap pile`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def phrases_from(
    language: str, shared: Mapping[str, Data], own: Mapping[str, Data], symbols: frozenset[str] = frozenset()
) -> Phrases:
    """The phrases of a language: those of the game, whose symbols' ids are given, over those that games share."""
    names = [name for name in {**shared, **own} if isinstance(shared.get(name, own.get(name)), dict)]
    sections = {name: {**mapping(shared.get(name)), **mapping(own.get(name))} for name in names}
    first = {**own, **shared}
    begin = own.get("plural-from", shared.get("plural-from"))
    axis: Literal["number", "gender"] = "gender" if first.get("axis") == "gender" else "number"
    genders = texts(first.get("genders")) or GENDERS
    plural_from = begin if isinstance(begin, int) else None
    return Phrases(language, sections, axis, symbols, plural_from, genders, texts(first.get("cases")))


def capital(sentence: str) -> str:
    """The sentence with a capital; one that begins with a symbol stays as it is."""
    return sentence[:1].upper() + sentence[1:]
