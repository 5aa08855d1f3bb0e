"""Abilities as sentences: each part picks a phrase by its facts; pieces that agree with each other fill its slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from builder.abilities.abilities import Ability, Condition, Effect, Event, Range, Selector, Value
from builder.abilities.lexicon import IT, MAIN, Lexicon
from builder.abilities.phrases import EMPTY, Pattern, Phrases, Piece, SlotUse, capital, fact, first_word
from builder.abilities.reading import PAY
from builder.abilities.types import Tally, Type

CARD_WORDS = "card-words"  # the section that names the words of a card which a phrase may say: its suit, its rank


@dataclass(frozen=True, slots=True)
class Speaker:
    """What sentences of an ability may say of the card that it is on: its type, and words such as its suit."""

    type: str
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Context:
    """What the line that is being written has mentioned so far."""

    it: tuple[str, ...] = ()
    event: str | None = None


def lines_of(abilities: tuple[Ability, ...], phrases: Phrases, lexicon: Lexicon, speaker: Speaker) -> list[str]:
    """One line of text for each ability. Raises NoPhraseError where the language has no phrase for a part of one."""
    sentences = Sentences(phrases, lexicon, speaker)
    return [sentences.line(ability) for ability in abilities]


def line_on_copies(copies: int | None, phrases: Phrases) -> str:
    """What a card says about the copies of it that a deck may hold; None for any number. Raises NoPhraseError."""
    if copies is None:
        return f"{phrases.say('deckbuilding', 'unlimited')}."
    return f"{phrases.say('deckbuilding', 'copies', {'n': phrases.number(copies)}, {'n': str(copies)})}."


class Sentences:
    """The sentences of one card in one language."""

    def __init__(self, phrases: Phrases, lexicon: Lexicon, speaker: Speaker) -> None:
        self.phrases = phrases
        self.lexicon = lexicon
        self.speaker = speaker
        self._context = _Context()

    def line(self, ability: Ability) -> str:
        """The line that an ability is printed as. Raises NoPhraseError."""
        self._context = _Context()
        opening = self._opening(ability)
        goes_on = bool(opening) and not opening.endswith(": ")
        sentences = [self._effect(effect, opened=goes_on and not at) for at, effect in enumerate(ability.effects)]
        first = capital(sentences[0]) if not opening or opening.endswith(": ") else sentences[0]
        text = opening + ". ".join([first, *map(capital, sentences[1:])]) + "."
        if ability.limit:
            text += f" {self.phrases.say('limits', ability.limit)}."
        return capital(self.phrases.written(text))

    # How a line begins

    def _opening(self, a: Ability) -> str:
        """What stands before the first effect; a new sentence begins after a colon."""
        p = self.phrases
        slots: dict[str, Piece] = {}
        if a.mode:
            slots["mode"] = Piece(p.say("modes", a.mode))
        if a.use:
            slots["use"] = Piece(p.say("uses", a.use))
        if a.at:
            slots["at"] = Piece(p.say("times", a.at))
        if a.during:
            slots["during"] = Piece(p.say("phases", a.during, facts={"use": a.use or None}))
        if a.when is not None:
            slots["when"] = Piece(self._event(a.when))
        if a.cost:
            slots["cost"] = Piece(self._costs(a.cost))
        if not slots:
            return ""
        facts = {name: fact(value) for name, value in (("use", a.use), ("at", a.at), ("during", a.during)) if value}
        facts |= {"when": a.when.id} if a.when else {}
        return p.say("openings", a.opening, slots, facts)

    def _event(self, event: Event) -> str:
        form = self.lexicon.events[event.id]
        slots = {name: self._piece(form.slots[name], value, name) for name, value in event.values.items()}
        slots["type"] = self.phrases.noun(self._own_kind)
        if (kinds := event.kinds(self.speaker.type)) is not None:
            self._context.it = kinds
        self._context.event = event.id
        return self.phrases.say("events", event.id, slots, {"type": self.speaker.type, **self._facts(event.values)})

    def _costs(self, costs: tuple[Effect, ...]) -> str:
        parts = []
        for cost in costs:
            if cost.op == PAY:
                amounts = cost.values[MAIN]
                parts.append("".join(self._amounts(amounts, "costs", "")) if isinstance(amounts, Mapping) else "")
            else:
                parts.append(self._effect(cost))
        text = self.phrases.joined("and", parts)
        return capital(text) if self.phrases.sections.get("style", {}).get("cost-capital") else text

    # What is done

    def _effect(self, effect: Effect, *, opened: bool = False) -> str:
        """What an effect says. `opened` where something stands before it in its sentence."""
        p = self.phrases
        after = opened or effect.may or effect.condition is not None
        facts = self._facts(effect.values)
        facts |= {"event": self._context.event, "type": self.speaker.type, "it": self._mixed(effect)}
        facts |= {"opened": _true(after), "may": _true(effect.may)}
        verb = self.lexicon.verbs[effect.op]
        phrase = p.pick("effects", effect.op, facts)
        slots = dict.fromkeys(verb.takes, EMPTY) | self._words_of_card()
        for name, value in effect.values.items():
            if name in phrase.slots:
                slots[name] = self._piece(verb.type_of(name), value, name)
        if "until" in effect.values and "until" in phrase.slots:  # "until it ...": the duration may speak of the card
            about = {
                name: self._piece(verb.type_of(name), value, name)
                for name, value in effect.values.items()
                if isinstance(value, Selector)
            }
            slots["until"] = Piece(p.say("durations", str(effect.values["until"]), about))
        text = p.fill(phrase, slots)
        for value in effect.values.values():
            if isinstance(value, Selector) and value.take != "ref":
                self._context.it = value.kinds
        if effect.may:
            subject = _true(_has_subject(text, phrase, effect, p))
            text = p.say("effects", "may", {"do": Piece(text)}, {"opened": _true(opened), "subject": subject})
        if effect.condition is not None:
            begun = p.sections.get("style", {}).get("if-capital")
            done = Piece(capital(text) if begun else text)
            slots = {"condition": Piece(self._condition(effect.condition)), "do": done}
            text = p.say("openings", "if", slots, {"opened": _true(opened)})
        return text

    def _condition(self, condition: Condition) -> str:
        _, type_ = self.lexicon.conditions[condition.id]
        if type_ is None:
            return self.phrases.say("conditions", condition.id)
        value = condition.value
        facts = {"value": fact(value), **self._facts({"value": value})}
        return self.phrases.say("conditions", condition.id, {"value": self._piece(type_, value, "value")}, facts)

    def _mixed(self, effect: Effect) -> str | None:
        """`mixed` where the effect speaks of `it`, and that may be of different genders."""
        speaks = any(isinstance(value, Selector) and value.ref == IT for value in effect.values.values())
        return "mixed" if speaks and len({self.phrases.noun(kind).gender for kind in self._context.it}) > 1 else None

    def _words_of_card(self) -> dict[str, Piece]:
        words = self.phrases.sections.get(CARD_WORDS, {})
        return {name: Piece(str(words.get(word, word))) for name, word in self.speaker.words.items()}

    def _facts(self, values: Mapping[str, Value]) -> dict[str, str | None]:
        """What phrases ask of values: words and numbers as they are, selectors by their form and their kinds."""
        facts: dict[str, str | None] = {}
        for name, value in values.items():
            if isinstance(value, Selector):
                facts[name] = value.form
                facts[f"{name}-kinds"] = " or ".join(value.kinds)
            elif isinstance(value, Range):
                facts[name] = value.bound
            elif isinstance(value, Mapping):
                facts[name] = " ".join(value)
            elif not isinstance(value, tuple):
                facts[name] = fact(value)
        return facts

    # Pieces

    def _piece(self, type_: Type, value: Value, name: str) -> Piece:
        if isinstance(value, bool) or value is None:
            return Piece(fact(value)) if value is not None else EMPTY
        if isinstance(value, int):
            return self.phrases.number(value)
        if isinstance(value, Selector):
            return self._selected(value)
        if isinstance(value, Range):
            return self.phrases.number(value.n)
        if isinstance(value, tuple):
            return Piece(self.phrases.joined("or", [self._effect(effect) for effect in value]))
        if isinstance(value, Mapping):
            return self._mapping(type_, value)
        return self._word(value, name)

    def _word(self, word: str, name: str) -> Piece:
        if name == "who":
            return self.phrases.player(word)
        return Piece(word) if name == "until" else self.phrases.word(word)

    def _mapping(self, type_: Type, value: Mapping[str, int] | Mapping[str, Range]) -> Piece:
        p = self.phrases
        ranges = {name: bound for name, bound in value.items() if isinstance(bound, Range)}
        if ranges:
            parts = [p.say("filters", f, {"n": p.number(r.n)}, {"bound": r.bound}) for f, r in ranges.items()]
            return Piece(p.joined("and", parts))
        changes = any(isinstance(one, Tally) and one.signed for one in type_.alternatives)
        parts = self._amounts(value, "changes", "+") if changes else self._amounts(value, "amounts", "")
        total = p.number(sum(n for n in value.values() if isinstance(n, int)))
        return Piece(p.joined("and", parts), many=total.many, amount=True)

    @property
    def _own_kind(self) -> str:
        """The noun by which the card calls itself: its type, or `card` where the language has no noun for the type."""
        return self.speaker.type if self.speaker.type in self.phrases.sections.get("nouns", {}) else "card"

    def _amounts(self, value: Mapping[str, int] | Mapping[str, Range], section: str, sign: str) -> list[str]:
        p = self.phrases
        parts = []
        for name, n in value.items():
            if isinstance(n, int):
                symbol = f"{{{name}}}"
                number = Piece(f"{n:+d}", many=p.is_plural(n), amount=True) if sign else p.number(n)
                slots = {"n": number, "symbol": Piece(symbol), "symbols": Piece(symbol * abs(n))}
                parts.append(p.say(section, name, slots, {"n": str(n)}))
        return parts

    def _selected(self, selector: Selector) -> Piece:
        """What a selector selects, in each case of the language."""
        p = self.phrases
        if selector.take == "ref":
            kind = selector.ref
            if kind == IT:
                kind = self._context.it[0] if self._context.it else self.speaker.type
            elif kind == "this":
                kind = self._own_kind
            noun = p.noun(kind)
            forms = {case: (self._reference(selector.ref, noun, case), "") for case in p.cases or ("",)}
            return self._declined(forms, many=False, gender=noun.gender)
        nouns = [p.noun(kind) for kind in selector.kinds]
        forms = {case: self._selection(selector, nouns, case) for case in p.cases or ("",)}
        return self._declined(forms, many=selector.take == "up-to", gender=nouns[0].gender)

    def _reference(self, ref: str, noun: Piece, case: str) -> str:
        return self.phrases.fill(self.phrases.pick("selectors", ref, {"case": case or None}), {"kind": noun}, case)

    def _selection(self, selector: Selector, nouns: list[Piece], case: str) -> tuple[str, str]:
        """What the phrase for a selector says in a case, with these nouns in the singular and in the plural."""
        p = self.phrases
        facts = {"kinds": " or ".join(selector.kinds), "case": case or None}
        found = p.pick("selectors", selector.form, facts)
        how: Literal["and", "or"] = "and" if selector.take == "each" else "or"
        number = p.number(selector.n)
        plural = p.joined("and", [noun.form(case, plural=True) for noun in nouns])
        if found.by_kind:
            return p.joined(how, [p.fill(found, {"kind": noun, "n": number}, case) for noun in nouns]), plural
        forms = {one: [p.joined(how, [n.form(one, plural=many) for n in nouns]) for many in (False, True)]
                 for one in p.cases or ("",)}  # fmt: skip
        kinds = self._declined({one: (single, several) for one, (single, several) in forms.items()})
        article = Piece("", gender="f" if kinds.begins_with_vowel else "m", many=kinds.begins_with_vowel)
        return p.fill(found, {"kinds": kinds, "n": number, "vowel": article}, case), plural

    def _declined(self, forms: Mapping[str, tuple[str, str]], *, many: bool = False, gender: str = "") -> Piece:
        """A piece of what is said in each case."""
        text, plural = next(iter(forms.values()))
        return Piece(text, plural, many, gender, cases=forms if self.phrases.cases else {})


def _true(value: bool) -> str | None:
    """The fact that something is so; none where it is not."""
    return "true" if value else None


def _has_subject(text: str, phrase: Pattern, effect: Effect, phrases: Phrases) -> bool:
    """Whether an effect's text has a subject, as "one of your ships gets +1" has, and is not a request."""
    word = first_word(text)
    if word in phrases.subjects or word[:1].isdigit():
        return True
    first = phrase.parts[0][1][0] if phrase.parts else ""
    if not isinstance(first, SlotUse) or first.forms:
        return False
    return first.name == "who" or isinstance(effect.values.get(first.name), Selector)
