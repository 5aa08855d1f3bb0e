"""Reads abilities as authors write them into their canonical form, and finds what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from builder.abilities.abilities import Ability, Bound, Condition, Effect, Event, Kind, Range, Selector, Value
from builder.abilities.lexicon import IT, LIST_OF, MAIN, OPENINGS, WITH_EVERY_VERB, Lexicon, Verb
from builder.abilities.types import (
    LARGEST,
    Bounds,
    Effects,
    Filter,
    Flag,
    Number,
    OneOf,
    Selectors,
    Tally,
    Type,
    is_whole,
)
from builder.diagnostics import Diagnostic, KeyPath, near, suggestion
from builder.documents.data import Data
from builder.schema.wording import describe

PAY = "pay"  # the op of a cost in counters
_RANGE = re.compile(r"(\d{1,2})([+-]?)")
_BOUNDS: Mapping[str, Bound] = {"+": "least", "-": "most", "": "exactly"}
_RANGE_HELP = "4 is exactly 4, 4- is 4 or less, 4+ is 4 or more"
_NO_ANTECEDENT = '"it" stands for nothing: no event or sentence before names a card'


def read_abilities(
    written: Data, lexicon: Lexicon, card_type: str, path: KeyPath = (), *, of_entry: bool = False
) -> tuple[tuple[Ability, ...], list[Diagnostic]]:
    """The abilities that a card of `card_type` has, and all faults in them; `path` leads to them in their document.

    With `of_entry`, they are those of an entry of the card, such as an action or an event; the entry says when they
    are done. An ability with a fault is left out.
    """
    if isinstance(written, list) and not written:
        return (), [Diagnostic("bad-length", "no ability stands in this list", help="delete the key", path=path)]
    found: list[Ability] = []
    faults: list[Diagnostic] = []
    for here, one in _items(written, path):
        reading = _Reading(lexicon, card_type, of_entry=of_entry)
        ability = reading.ability(one, here)
        faults += reading.faults
        if ability is not None:
            found.append(ability)
    return tuple(found), faults


class _Reading:
    """Reads one ability, and collects its faults. `it` are the kinds that the word "it" may stand for at this point."""

    def __init__(self, lexicon: Lexicon, card_type: str, *, of_entry: bool = False) -> None:
        self.lexicon = lexicon
        self.card_type = card_type
        self.of_entry = of_entry
        self.faults: list[Diagnostic] = []
        self.it: tuple[str, ...] | None = None  # kinds

    def fault(self, code: str, message: str, path: KeyPath, help_: str = "", *, at_key: bool = False) -> None:
        self.faults.append(Diagnostic(code, message, help=help_, path=path, at_key=at_key))

    def unknown(
        self, code: str, what: str, written: Data, known: Iterable[str], path: KeyPath, *, at_key: bool = False
    ) -> None:
        """The fault of a word that is not one of those that can stand here."""
        message = f"{describe(written)} is not {what} of this game"
        self.fault(code, message, path, suggestion(str(written), known), at_key=at_key)

    def ability(self, written: Data, path: KeyPath) -> Ability | None:
        if not isinstance(written, dict):
            self.fault("wrong-type", f"an ability is a mapping such as {{draw: 1}}, not {describe(written)}", path)
            return None
        words = {name: self.opening(name, written[name], (*path, name)) for name in LIST_OF if name in written}
        when = self.event(written["when"], (*path, "when")) if "when" in written else None
        cost = tuple(self.cost(written["cost"], (*path, "cost"))) if "cost" in written else ()
        effects = tuple(self.done(written, path))
        self.judge_openings(written, path)
        if self.faults:
            return None
        return Ability(self.kind(written, effects), effects, when, cost=cost, **words)

    def opening(self, name: str, value: Data, path: KeyPath) -> str:
        known = self.lexicon.lists.get(LIST_OF[name], ())
        if isinstance(value, str) and value in known:
            return value
        help_ = suggestion(str(value), known) if known else f'name it in "{LIST_OF[name]}" of verbs.yaml'
        self.fault("unknown-value", f'{describe(value)} can\'t stand after "{name}"', path, help_)
        return ""

    def judge_openings(self, written: Mapping[str, Data], path: KeyPath) -> None:
        if "limit" in written and "use" not in written:
            self.fault("missing-key", "a limit needs a use that it limits", (*path, "limit"), 'add "use"', at_key=True)
        if "cost" in written and not {"use", "when", "during"} & written.keys():
            message = "a cost needs to say when it is paid"
            self.fault("missing-key", message, (*path, "cost"), 'add "use", "when" or "during"', at_key=True)

    def kind(self, written: Mapping[str, Data], effects: tuple[Effect, ...]) -> Kind:
        once = self.card_type in self.lexicon.once
        if "use" in written or ("cost" in written and "when" not in written):
            return "activated"
        if any(effect.op == "instead" for effect in effects):
            return "replacement"
        if "when" in written and once:
            return "response"
        if "when" in written or "at" in written:
            return "triggered"
        return "played" if once or self.of_entry else "static"

    # What happens, what it costs, what is done

    def event(self, written: Data, path: KeyPath) -> Event | None:
        event = self.lexicon.happenings.get(written) if isinstance(written, str) else None
        if event is None:
            self.unknown("unknown-event", "an event", written, self.lexicon.happenings, path)
            return None
        if (kinds := event.kinds(self.card_type)) is not None:
            self.it = kinds
        return event

    def cost(self, written: Data, path: KeyPath) -> Iterator[Effect]:
        if isinstance(written, list) and not written:
            self.fault("bad-length", "no cost stands in this list", path)
        for here, one in _items(written, path):
            if isinstance(one, dict) and one and not any(key in self.lexicon.verbs for key in one):
                amounts = self.value(self.lexicon.tally, one, here)
                if amounts is not None:
                    yield Effect(PAY, {MAIN: amounts})
            else:
                yield from self.effect(one, here)

    def done(self, written: Mapping[str, Data], path: KeyPath) -> Iterator[Effect]:
        """The effects of an ability: those under `do`, or the one effect written next to the openings."""
        if "do" not in written:
            yield from self.effect({key: value for key, value in written.items() if key not in OPENINGS}, path)
            return
        for key in written:
            if key not in OPENINGS and key != "do":
                help_ = 'write it within "do"' if key in self.lexicon.verbs else suggestion(key, OPENINGS)
                self.fault("unknown-key", f'"{key}" can\'t stand next to "do"', (*path, key), help_, at_key=True)
        yield from self.effects(written["do"], (*path, "do"))

    def effects(self, written: Data, path: KeyPath, *, within: bool = False) -> Iterator[Effect]:
        if isinstance(written, list) and not written:
            self.fault("bad-length", "no effect stands in this list", path)
        for here, one in _items(written, path):
            yield from self.effect(one, here, within=within)

    def effect(self, written: Data, path: KeyPath, *, within: bool = False) -> Iterator[Effect]:
        """The effect; none after a fault."""
        if not isinstance(written, dict):
            self.fault("wrong-type", f"an effect is a mapping such as {{draw: 1}}, not {describe(written)}", path)
            return
        verb = self.verb(written, path)
        if verb is None:
            return
        before = len(self.faults)
        values: dict[str, Value] = {}
        for name in (verb.name, *verb.takes):
            if name in written:
                here = MAIN if name == verb.name else name
                values[here] = self.value(verb.type_of(here), written[name], (*path, name), within=within)
        self.judge_arguments(verb, written, path)
        condition = self.condition(written["if"], (*path, "if")) if "if" in written else None
        if written.get("may", True) is not True:
            self.fault(
                "wrong-type", 'only true can stand after "may"', (*path, "may"), "delete it where it must be done"
            )
        if len(self.faults) == before:
            yield Effect(verb.name, values, condition, "may" in written)

    def judge_arguments(self, verb: Verb, written: Mapping[str, Data], path: KeyPath) -> None:
        allowed = (*verb.takes, *WITH_EVERY_VERB)
        for key in written:
            if key != verb.name and key not in allowed:
                help_ = suggestion(key, allowed, "it takes")
                self.fault("unknown-argument", f'"{verb.name}" takes no "{key}"', (*path, key), help_, at_key=True)
        needed = dict.fromkeys(verb.needs, verb.name)
        needed |= {other: argument for argument, other in verb.requires.items() if argument in written}
        for missing, needing in needed.items():
            if missing not in written:
                help_ = f"what can stand after it: {verb.takes[missing].wanted}"
                message = f'"{needing}" needs "{missing}"'
                self.fault("missing-argument", message, (*path, needing), help_, at_key=True)

    def verb(self, written: Mapping[str, Data], path: KeyPath) -> Verb | None:
        known = self.lexicon.verbs
        found = [key for key in written if key in known]
        others = [key for key in written if key not in WITH_EVERY_VERB and key not in OPENINGS]
        if len(found) > 1:
            message = f'"{found[0]}" and "{found[1]}" stand in one effect'
            help_ = 'an effect has one verb; write several effects as a list after "do"'
            self.fault("several-verbs", message, (*path, found[1]), help_, at_key=True)
        elif not found and others:
            self.unknown("unknown-verb", "a verb", others[0], known, (*path, others[0]), at_key=True)
        elif not found:
            self.fault("missing-key", "nothing is done here", path, suggestion("", known, "verbs"))
        elif known[found[0]].types and self.card_type not in known[found[0]].types:
            message = f'a card of type "{self.card_type}" can\'t have "{found[0]}"'
            help_ = f"types that can: {', '.join(known[found[0]].types)}"
            self.fault("verb-not-allowed", message, (*path, found[0]), help_, at_key=True)
        else:
            return known[found[0]]
        return None

    # Values

    def value(self, type_: Type, written: Data, path: KeyPath, *, within: bool = False) -> Value:
        """The value; None after a fault."""
        fitting = [one for one in type_.alternatives if one.takes(written)]
        if not fitting:
            self.fault("wrong-type", f"{describe(written)} can't stand here", path, f"what can: {type_.wanted}")
            return None
        exact = (one for one in fitting if isinstance(one, OneOf) and str(written) in one.words)
        other = (one for one in fitting if not isinstance(one, OneOf))
        return self.read(next(exact, None) or next(other, fitting[0]), written, path, within=within)

    def read(self, type_: Type, written: Data, path: KeyPath, *, within: bool) -> Value:  # noqa: C901 - a case a type
        if isinstance(type_, Effects):
            if not within:
                return tuple(self.effects(written, path, within=True))
            self.fault("too-deep", "effects within effects hold no further ones", path)
        elif isinstance(written, dict):
            return self.filter(written, type_, path) if isinstance(type_, Filter) else self.tally(written, type_, path)
        elif isinstance(type_, Bounds):
            return self.range(written, path)
        elif isinstance(type_, Selectors):
            return self.selector(str(written), type_, path)
        elif isinstance(type_, Number) and isinstance(written, int):
            if type_.least <= written <= type_.most:
                return written
            self.fault("out-of-range", f"{written} can't stand here", path, f"what can: {type_.wanted}")
        elif isinstance(type_, Flag):
            if type_.only is None or type_.only is written:
                return written is True
            self.fault("unknown-value", f"{describe(written)} says nothing here", path, "delete the key")
        elif isinstance(type_, OneOf):
            if str(written) in type_.words:
                return str(written)
            help_ = suggestion(str(written), type_.words)
            self.fault("unknown-value", f"{describe(written)} can't stand here", path, help_)
        return None

    def selector(self, written: str, type_: Selectors, path: KeyPath) -> Selector | None:
        known = type_.forms or (self.lexicon.countable if type_.each else self.lexicon.selectors)
        selector = self.lexicon.selector(f"each {written}" if type_.each else written)
        if selector is None or (type_.forms and written not in type_.forms):
            self.unknown_selector(written, type_, known, path)
            return None
        if selector.ref == IT:
            if self.it is None:
                help_ = 'write "this" for the card itself, or name what is meant'
                self.fault("no-antecedent", _NO_ANTECEDENT, path, help_)
                return None
            return replace(selector, kinds=self.it)
        if selector.take != "ref":
            self.it = selector.kinds
        return selector

    def unknown_selector(self, written: str, type_: Selectors, known: Iterable[str], path: KeyPath) -> None:
        if type_.forms:
            message = f"{describe(written)} can't stand here"
            self.fault("unknown-selector", message, path, suggestion(written, known, "what can"))
            return
        kinds = ", ".join(dict.fromkeys(self.lexicon.singular.values()))
        meant = near(written, known, n=1)
        help_ = f'did you mean "{meant[0]}"? ' if meant else ""
        help_ += f"a selector is [each] [other] [own or enemy] and a kind: {kinds}"
        self.fault("unknown-selector", f"{describe(written)} is not a selector of this game", path, help_)

    def tally(self, written: Mapping[str, Data], type_: Type, path: KeyPath) -> Mapping[str, int]:
        names = type_.names if isinstance(type_, Tally) else ()
        least = -LARGEST if isinstance(type_, Tally) and type_.signed else 1
        amounts: dict[str, int] = {}
        if not written:
            self.fault("bad-length", "no amount stands here", path, f"what can: {type_.wanted}")
        for name, n in written.items():
            if name not in names:
                message = f'"{name}" is not counted here'
                self.fault("unknown-key", message, (*path, name), suggestion(name, names), at_key=True)
            elif isinstance(n, int) and is_whole(n) and n and least <= n <= LARGEST:
                amounts[name] = n
            else:
                help_ = f"amounts are from {least} to {LARGEST}" + ", and not 0" * (least < 0)
                self.fault("out-of-range", f"{describe(n)} is not an amount", (*path, name), help_)
        return amounts

    def filter(self, written: Mapping[str, Data], type_: Filter, path: KeyPath) -> Mapping[str, Range]:
        ranges: dict[str, Range] = {}
        if not written:
            self.fault("bad-length", "no field stands here", path, f"what can: {type_.wanted}")
        for name, bound in written.items():
            if name not in type_.fields:
                message = f'"{name}" can\'t be compared here'
                self.fault("unknown-key", message, (*path, name), suggestion(name, type_.fields), at_key=True)
            elif (found := self.range(bound, (*path, name))) is not None:
                ranges[name] = found
        return ranges

    def range(self, written: Data, path: KeyPath) -> Range | None:
        found = _RANGE.fullmatch(str(written)) if isinstance(written, str) or is_whole(written) else None
        if found is None:
            self.fault("bad-format", f"{describe(written)} is not a range", path, _RANGE_HELP)
            return None
        return Range(_BOUNDS[found[2]], int(found[1]))

    def condition(self, written: Data, path: KeyPath) -> Condition | None:
        known = self.lexicon.conditions
        alone = isinstance(written, dict) and len(written) == 1
        name, value = next(iter(written.items())) if isinstance(written, dict) and alone else (written, None)
        if not isinstance(name, str) or name not in known:
            self.unknown("unknown-condition", "a condition", name, known, path)
            return None
        _, type_ = known[name]
        if type_ is not None and alone:
            return Condition(name, self.value(type_, value, (*path, name)))
        if type_ is None and not alone:
            return Condition(name)
        if type_ is None:
            self.fault("wrong-type", f'nothing can stand after the condition "{name}"', path)
        else:
            message = f'the condition "{name}" needs a value'
            self.fault("missing-key", message, path, f"what can stand after it: {type_.wanted}")
        return None


def _items(written: Data, path: KeyPath) -> Iterator[tuple[KeyPath, Data]]:
    """The items of a list, each with its place; a value that is no list is the only one."""
    if isinstance(written, list):
        yield from (((*path, index), one) for index, one in enumerate(written))
    else:
        yield path, written
