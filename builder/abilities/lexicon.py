"""A game's lexicon: the verbs that its abilities are made of, and the words that go with them.

It is written in the pack's verbs.yaml. Verbs that games share stand in schemas/verbs.yaml; a pack names those that it
uses, and may narrow what they take.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import product
from math import prod

from builder.abilities.abilities import Event, Selector, Take, Value
from builder.abilities.types import Lists, Number, OneOf, Selectors, Tally, Type, type_from
from builder.documents.data import Data, mapping, text, texts

LISTS = (
    "players",
    "counters",
    "costs",
    "values",
    "fields",
    "zones",
    "times",
    "phases",
    "uses",
    "limits",
    "durations",
    "modes",
)
OPENINGS = ("when", "at", "during", "use", "cost", "limit", "mode")
LIST_OF = {"at": "times", "during": "phases", "use": "uses", "limit": "limits", "mode": "modes"}  # by the opening
WITH_EVERY_VERB = ("if", "may")
MAIN = "main"
IT = "it"
_FORMS = ("", "other", "own", "other own", "enemy")
SELECTOR_FORMS = (*_FORMS, *(f"each {form}".strip() for form in _FORMS))
_SLOT = re.compile(r"<([a-z]+)>")


@dataclass(frozen=True, slots=True)
class Verb:
    """What an effect can do. `main` is what stands after the verb, `takes` its other arguments.

    Arguments in `needs` must be there; `requires` names arguments that need another one. `types` are the card types
    that can have the verb, all where empty. `reason` says why there is a verb that only one card uses.
    """

    name: str
    means: str
    main: Type
    takes: Mapping[str, Type] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    requires: Mapping[str, str] = field(default_factory=dict)
    types: tuple[str, ...] = ()
    reason: str = ""

    def type_of(self, argument: str) -> Type:
        """The type of an argument, or of what stands after the verb (`main`)."""
        return self.main if argument == MAIN else self.takes[argument]


@dataclass(frozen=True, slots=True)
class EventForm:
    """An event as authors write it: `<card> destroyed`. `slots` are the types of what stands in it."""

    id: str
    form: str
    means: str = ""
    slots: Mapping[str, Type] = field(default_factory=dict)


@dataclass(frozen=True)
class Lexicon:
    """All that abilities of one game can be made of. Made by `lexicon_from`.

    `kinds` are what selectors select, by the words that authors write (`ship`, `ships`); `pairs` are either of two
    kinds (`ship or structure`); `refs` are single things with a name, such as `base`. `places` are where selected
    cards can be, other than in play, and the forms of selectors that go with each (`each other`). `once` are the card
    types that are played once, and not put into play. `card_words` are the fields of cards that phrases may say, such
    as a suit. `lists` are the other words of the game, by the names in `LISTS`. `version` are twelve hexadecimal digits
    that change with everything that abilities are made of, except words for people; "" where the game has no verbs.
    """

    verbs: Mapping[str, Verb] = field(default_factory=dict)
    events: Mapping[str, EventForm] = field(default_factory=dict)
    conditions: Mapping[str, tuple[str, Type | None]] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    pairs: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    once: frozenset[str] = frozenset()
    card_words: frozenset[str] = frozenset()
    lists: Lists = field(default_factory=dict)
    version: str = ""

    @cached_property
    def selectors(self) -> Mapping[str, Selector]:
        """Every selector without a number, by its short form."""
        found = {ref: Selector("ref", ref=ref) for ref in (IT, *self.refs)}
        placed = [(form, "") for form in SELECTOR_FORMS]
        placed += [(form, place) for place, forms in self.places.items() for form in forms]
        for (form, place), (words, kinds) in product(placed, self._kinds_or_pairs):
            parts = form.split()
            short = " ".join(word for word in (form, words, place) if word)
            side = "own" if "own" in parts else "enemy" if "enemy" in parts else ""
            take: Take = "each" if "each" in parts else "one"
            found[short] = Selector(take, "", kinds, side, "other" in parts, 0, place)
        return found

    @cached_property
    def countable(self) -> tuple[str, ...]:
        """The short forms of what can be counted, such as `other own ship`."""
        return tuple(form.removeprefix("each ") for form in self.selectors if form.startswith("each "))

    @cached_property
    def _kinds_or_pairs(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What can be selected: a kind, or one of two kinds."""
        single = {kind: word for word, kind in reversed(list(self.kinds.items()))}
        pairs = ((pair, tuple(self.kinds[word] for word in pair.split(" or "))) for pair in self.pairs)
        return (*((word, (kind,)) for kind, word in single.items()), *pairs)

    def selector(self, words: str) -> Selector | None:
        """The selector that a short form stands for: `each other own ship`, `up to 2 enemy ships`; None where none."""
        known = self.selectors.get(words)
        if known is not None:
            return known
        counted = re.fullmatch(r"up to ([1-9]\d?) (.+)", words)
        if counted is None:
            return None
        singular = " ".join(self.singular.get(word, word) for word in counted[2].split(" "))
        one = self.selectors.get(singular)
        if one is None or one.take != "one":
            return None
        return Selector("up-to", "", one.kinds, one.side, one.other, int(counted[1]), one.place)

    @cached_property
    def singular(self) -> Mapping[str, str]:
        """The word that authors write for one of a kind, by the word for several."""
        first: dict[str, str] = {}
        return {word: first.setdefault(kind, word) for word, kind in self.kinds.items()}

    def ways_of(self, event: EventForm) -> int:
        """In how many ways an event can be written."""
        return prod(sum(1 for _ in self._written(type_)) for type_ in event.slots.values())

    @cached_property
    def happenings(self) -> Mapping[str, Event]:
        """Every event that an ability can wait for, by its short form."""
        found: dict[str, Event] = {}
        for event in self.events.values():
            choices = [list(self._written(type_)) for type_ in event.slots.values()]
            for values in product(*choices):
                filled = dict(zip(event.slots, values, strict=True))
                short = event.form
                for name, (word, _) in filled.items():
                    short = short.replace(f"<{name}>", word)
                found[short] = Event(event.id, {name: value for name, (_, value) in filled.items()})
        return found

    def _written(self, type_: Type) -> Iterator[tuple[str, Value]]:
        """The values of a closed type, each with how it is written."""
        for one in type_.alternatives:
            if isinstance(one, Selectors):
                for form in one.forms or self.selectors:
                    selector = self.selector(form)
                    if selector is not None:
                        yield form, selector
            elif isinstance(one, OneOf):
                yield from ((word, word) for word in one.words)
            elif isinstance(one, Number):
                yield from ((str(n), n) for n in range(one.least, one.most + 1))

    @cached_property
    def tally(self) -> Tally:
        """What costs are counted in: what verbs.yaml names as `costs`, or otherwise all counters."""
        return Tally(self.lists.get("costs") or self.lists.get("counters", ()))


def lexicon_from(written: Mapping[str, Data], shared: Mapping[str, Data]) -> Lexicon:
    """The lexicon that a pack's verbs.yaml describes, with the `shared` verbs of schemas/verbs.yaml.

    The shape of both must have been checked. Raises ValueError for an unknown type.
    """
    lists = {name: texts(written.get(name)) for name in LISTS}
    common = mapping(shared.get("verbs"))
    verbs = {name: {**mapping(common.get(name)), **mapping(own)} for name, own in mapping(written.get("verbs")).items()}
    return Lexicon(
        verbs={name: _verb(name, described, lists) for name, described in verbs.items()},
        events={i: _event(i, mapping(e), lists) for i, e in mapping(written.get("events")).items()},
        conditions=dict(_conditions(mapping(written.get("conditions")), lists)),
        kinds={word: kind for kind, words in mapping(written.get("kinds")).items() for word in _forms(kind, words)},
        pairs=texts(written.get("pairs")),
        refs=texts(written.get("refs")),
        places={place: texts(forms) for place, forms in mapping(written.get("places")).items()},
        once=frozenset(texts(written.get("played-once"))),
        card_words=frozenset(texts(written.get("card-words"))),
        lists=lists,
        version=_version({**written, "verbs": verbs}) if verbs else "",
    )


def _version(written: Mapping[str, Data]) -> str:
    described = {
        section: {
            name: {**mapping(one), "means": "", "reason": ""} for name, one in mapping(written.get(section)).items()
        }
        for section in ("verbs", "events", "conditions")
    }
    return sha256(json.dumps({**written, **described}, sort_keys=True).encode()).hexdigest()[:12]


def _forms(kind: str, words: Data) -> Iterable[str]:
    """The words for one and for several of a kind."""
    return texts(words) or (kind, f"{kind}s")


def _verb(name: str, d: Mapping[str, Data], lists: Lists) -> Verb:
    return Verb(
        name,
        text(d.get("means")),
        type_from(d.get(MAIN), lists),
        {argument: type_from(written, lists) for argument, written in mapping(d.get("takes")).items()},
        texts(d.get("needs")),
        {argument: text(other) for argument, other in mapping(d.get("requires")).items()},
        texts(d.get("types")),
        text(d.get("reason")),
    )


def _event(event_id: str, d: Mapping[str, Data], lists: Lists) -> EventForm:
    form = text(d.get("form"))
    slots = {slot: type_from(d.get(slot), lists) for slot in _SLOT.findall(form)}
    return EventForm(event_id, form, text(d.get("means")), slots)


def _conditions(written: Mapping[str, Data], lists: Lists) -> Iterator[tuple[str, tuple[str, Type | None]]]:
    for name, described in written.items():
        d = mapping(described)
        yield name, (text(d.get("means")), type_from(d["value"], lists) if "value" in d else None)


def words_of(lexicon: Lexicon) -> Iterator[str]:
    """Every word of the language that an author writes as a key or a value."""
    yield from lexicon.verbs
    for verb in lexicon.verbs.values():
        yield from verb.takes
        for type_ in (verb.main, *verb.takes.values()):
            yield from (word for one in type_.alternatives if isinstance(one, OneOf) for word in one.words)
    yield from lexicon.conditions
    yield from lexicon.happenings
    yield from lexicon.selectors
    for names in lexicon.lists.values():
        yield from names
