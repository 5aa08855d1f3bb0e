"""Reads abilities as authors write them into their canonical form, and finds what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from builder.abilities.abilities import Ability, Condition, Effect, Event, Kind, Range, Selector, Value
from builder.abilities.lexicon import IT, MAIN, OPENINGS, WITH_EVERY_VERB, Lexicon, Verb
from builder.abilities.types import (
    Amount,
    Change,
    Effects,
    Either,
    Filter,
    Flag,
    Number,
    Selectors,
    Tally,
    Type,
    Words,
    alternatives,
)
from builder.diagnostics import Diagnostic, KeyPath, suggestion
from builder.documents.data import Data

PAY = "pay"  # the op of a cost in counters
_LIST_OF = {"at": "times", "during": "phases", "use": "uses", "limit": "limits", "mode": "modes"}
_RANGE = re.compile(r"(\d{1,2})([+-]?)")
_BOUNDS = {"+": "least", "-": "most", "": "exactly"}


def read_abilities(
    written: Data, lexicon: Lexicon, card_type: str, path: KeyPath = ()
) -> tuple[tuple[Ability, ...], list[Diagnostic]]:
    """The abilities that a card of `card_type` has, and all faults in them; `path` leads to them in their document.

    An ability with a fault is left out.
    """
    found: list[Ability] = []
    faults: list[Diagnostic] = []
    several = isinstance(written, list)
    for index, one in enumerate(written if isinstance(written, list) else [written]):
        reading = _Reading(lexicon, card_type)
        ability = reading.ability(one, (*path, index) if several else path)
        faults += reading.faults
        if ability is not None and not reading.faults:
            found.append(ability)
    if several and not written:
        faults.append(Diagnostic("bad-length", "there is no ability in this list", help="write one, or delete the key", path=path))
    return tuple(found), faults


class _Reading:
    """The reading of one ability: its faults, and what `it` stands for at each point."""

    def __init__(self, lexicon: Lexicon, card_type: str) -> None:
        self.lexicon = lexicon
        self.card_type = card_type
        self.faults: list[Diagnostic] = []
        self.it: tuple[str, ...] | None = None  # kinds

    def fault(self, code: str, message: str, path: KeyPath, help_: str = "", *, at_key: bool = False) -> None:
        self.faults.append(Diagnostic(code, message, help=help_, path=path, at_key=at_key))

    def ability(self, written: Data, path: KeyPath) -> Ability | None:
        if not isinstance(written, Mapping):
            self.fault("wrong-type", f"an ability is a mapping such as {{draw: 1}}, not {_told(written)}", path)
            return None
        words = {name: self.opening(name, written[name], (*path, name)) for name in _LIST_OF if name in written}
        when = self.event(written["when"], (*path, "when")) if "when" in written else None
        cost = tuple(self.cost(written["cost"], (*path, "cost"))) if "cost" in written else ()
        effects = tuple(self.done(written, path))
        self.openings_fit(written, path)
        if self.faults:
            return None
        return Ability(self.kind(written, effects), effects, when, cost=cost, **words)

    def opening(self, name: str, value: Data, path: KeyPath) -> str:
        known = self.lexicon.lists[_LIST_OF[name]]
        if isinstance(value, str) and value in known:
            return value
        self.fault("unknown-value", f"{_told(value)} can't stand after {name}", path, suggestion(str(value), known))
        return ""

    def openings_fit(self, written: Mapping[str, Data], path: KeyPath) -> None:
        if "limit" in written and "use" not in written:
            self.fault("missing-key", "a limit needs a use that it limits", (*path, "limit"), 'add "use"', at_key=True)
        if "cost" in written and not {"use", "when", "during"} & written.keys():
            self.fault("missing-key", "a cost needs something it pays for", (*path, "cost"), 'add "use" or "when"', at_key=True)

    def kind(self, written: Mapping[str, Data], effects: tuple[Effect, ...]) -> Kind:
        once = self.card_type in self.lexicon.once
        if "use" in written:
            return "activated"
        if any(effect.op == "instead" for effect in effects):
            return "replacement"
        if "when" in written:
            return "response" if once else "triggered"
        if "at" in written:
            return "triggered"
        if "cost" in written:
            return "activated"
        return "played" if once else "static"

    # What happens

    def event(self, written: Data, path: KeyPath) -> Event | None:
        event = self.lexicon.happenings.get(written) if isinstance(written, str) else None
        if event is None:
            known = self.lexicon.happenings
            self.fault("unknown-event", f"{_told(written)} is not an event of this game", path, suggestion(str(written), known))
            return None
        subject = next((v for v in event.values.values() if isinstance(v, Selector)), None)
        if subject is not None:
            self.it = subject.kinds if subject.ref != "this" else (self.card_type,)
        return event

    def cost(self, written: Data, path: KeyPath) -> Iterator[Effect]:
        for index, one in enumerate(written if isinstance(written, list) else [written]):
            here = (*path, index) if isinstance(written, list) else path
            if isinstance(one, dict) and one and not any(key in self.lexicon.verbs for key in one):
                amounts = self.value(self.lexicon.tally, one, here)
                if amounts is not None:
                    yield Effect(PAY, {MAIN: amounts})
            else:
                yield from self.effect(one, here)

    def done(self, written: Mapping[str, Data], path: KeyPath) -> Iterator[Effect]:
        """The effects of an ability: those under `do`, or the one whose keys stand beside the openings."""
        if "do" not in written:
            yield from self.effect({k: v for k, v in written.items() if k not in OPENINGS}, path)
            return
        for key in written:
            if key not in OPENINGS and key != "do":
                help_ = 'write it within "do"' if key in self.lexicon.verbs else suggestion(key, OPENINGS)
                self.fault("unknown-key", f'"{key}" can\'t stand beside "do"', (*path, key), help_, at_key=True)
        yield from self.effects(written["do"], (*path, "do"))

    def effects(self, written: Data, path: KeyPath, *, within: bool = False) -> Iterator[Effect]:
        if isinstance(written, list):
            if not written:
                self.fault("bad-length", "there is no effect in this list", path)
            for index, one in enumerate(written):
                yield from self.effect(one, (*path, index), within=within)
        else:
            yield from self.effect(written, path, within=within)

    def effect(self, written: Data, path: KeyPath, *, within: bool = False) -> Iterator[Effect]:
        """The effect, if it is one; none after a fault."""
        if not isinstance(written, Mapping):
            self.fault("wrong-type", f"an effect is a mapping such as {{draw: 1}}, not {_told(written)}", path)
            return
        verb = self.verb(written, path)
        if verb is None:
            return
        faults = len(self.faults)
        values: dict[str, Value] = {}
        for key, value in written.items():
            if key == verb.name:
                values = {MAIN: self.value(verb.main, value, (*path, key), within=within), **values}
            elif key in verb.takes:
                values[key] = self.value(verb.takes[key], value, (*path, key), within=within)
            elif key not in WITH_EVERY_VERB:
                takes = list(verb.takes)
                help_ = suggestion(key, [*takes, *WITH_EVERY_VERB], "it takes")
                self.fault("unknown-argument", f'"{verb.name}" takes no "{key}"', (*path, key), help_, at_key=True)
        for missing in (name for name in verb.needs if name not in written):
            self.fault("missing-argument", f'"{verb.name}" needs "{missing}"', (*path, verb.name), at_key=True)
        condition = self.condition(written["if"], (*path, "if")) if "if" in written else None
        may = written.get("may", False)
        if may is not True and "may" in written:
            self.fault("wrong-type", "only true can stand after may", (*path, "may"), "delete it where the effect must be done")
        if len(self.faults) == faults:
            ordered = {name: values[name] for name in (MAIN, *verb.takes) if name in values}
            yield Effect(verb.name, ordered, condition, may is True)

    def verb(self, written: Mapping[str, Data], path: KeyPath) -> Verb | None:
        known = self.lexicon.verbs
        found = [key for key in written if key in known]
        if len(found) == 1:
            verb = known[found[0]]
            if verb.types and self.card_type not in verb.types:
                message = f'a card of type "{self.card_type}" can\'t have "{verb.name}"'
                self.fault("verb-not-allowed", message, (*path, verb.name), f"types that can: {', '.join(verb.types)}", at_key=True)
                return None
            return verb
        if found:
            both = " and ".join(f'"{name}"' for name in found[:2])
            help_ = 'an effect has one verb; write several effects as a list under "do"'
            self.fault("several-verbs", f"{both} stand in one effect", (*path, found[1]), help_, at_key=True)
            return None
        others = [key for key in written if key not in WITH_EVERY_VERB and key not in OPENINGS]
        if others:
            best = others[0]
            self.fault("unknown-verb", f'"{best}" is not a verb of this game', (*path, best), suggestion(best, known), at_key=True)
        else:
            self.fault("missing-key", "this says nothing that is done", path, f"verbs: {', '.join(sorted(known)[:12])} ...")
        return None

    # Values

    def value(self, type_: Type, written: Data, path: KeyPath, *, within: bool = False) -> Value:
        """The value, of the first type that it fits; None after a fault."""
        fitting = [one for one in alternatives(type_) if _looks_like(one, written)]
        exact = [one for one in fitting if isinstance(one, Words) and str(written) in one.words]
        for one in (*exact, *(one for one in fitting if not isinstance(one, Words)), *fitting):
            return self.read(one, written, path, within=within)
        self.fault("wrong-type", f"{_told(written)} can't stand here", path, f"what can: {_wanted(type_)}")
        return None

    def read(self, type_: Type, written: Data, path: KeyPath, *, within: bool) -> Value:
        match type_, written:
            case Selectors(forms, each), str():
                return self.selector(written, forms, path, each=each)
            case Words(words), _:
                if str(written) in words:
                    return str(written)
                self.fault("unknown-value", f"{_told(written)} can't stand here", path, suggestion(str(written), words))
            case Number(least, most), int():
                if least <= written <= most:
                    return written
                self.fault("out-of-range", f"{written} is not from {least} to {most}", path)
            case (Tally(names) | Change(names)), dict():
                return self.amounts(written, names, path, signed=isinstance(type_, Change))
            case Filter(fields), dict():
                return self.filter(written, fields, path)
            case Amount(), _:
                return self.range(written, path)
            case Flag(only), bool():
                if only is None or only is written:
                    return written
                self.fault("unknown-value", f"only {_told(only)} says anything here", path, "delete the key")
            case Effects(), _:
                if not within:
                    return tuple(self.effects(written, path, within=True))
                self.fault("too-deep", "effects within effects hold no further ones", path)
        return None

    def selector(self, written: str, forms: tuple[str, ...], path: KeyPath, *, each: bool) -> Selector | None:
        known = forms or (self.lexicon.countable if each else self.lexicon.selectors)
        selector = self.lexicon.selector(f"each {written}" if each else written)
        if selector is None or (forms and written not in forms):
            self.fault("unknown-selector", f'"{written}" selects nothing', path, suggestion(written, known))
            return None
        if selector.ref == IT:
            if self.it is None:
                help_ = 'write "this" for the card itself, or name what is meant'
                self.fault("no-antecedent", '"it" stands for nothing: no event or sentence before names a card', path, help_)
                return None
            return replace(selector, kinds=self.it)
        if selector.take != "ref":
            self.it = selector.kinds
        return selector

    def amounts(self, written: Mapping[str, Data], names: tuple[str, ...], path: KeyPath, *, signed: bool) -> Value:
        if not written:
            self.fault("bad-length", "there is no amount", path)
        for name, n in written.items():
            if name not in names:
                self.fault("unknown-key", f'"{name}" is not counted here', (*path, name), suggestion(name, names), at_key=True)
            elif not _is_whole(n) or not 1 <= abs(n) <= 99 or (n < 0 and not signed):
                self.fault("out-of-range", f"{_told(n)} is not an amount", (*path, name), "amounts are from 1 to 99")
        return {name: n for name, n in written.items() if _is_whole(n)}

    def filter(self, written: Mapping[str, Data], fields: tuple[str, ...], path: KeyPath) -> Value:
        ranges: dict[str, Range] = {}
        if not written:
            self.fault("bad-length", "there is no field", path)
        for name, bound in written.items():
            if name not in fields:
                self.fault("unknown-key", f'"{name}" can\'t be compared here', (*path, name), suggestion(name, fields), at_key=True)
            elif (found := self.range(bound, (*path, name))) is not None:
                ranges[name] = found
        return ranges

    def range(self, written: Data, path: KeyPath) -> Range | None:
        found = _RANGE.fullmatch(str(written)) if isinstance(written, str) or _is_whole(written) else None
        if found is None:
            self.fault("bad-format", f"{_told(written)} is not a range", path, "4 is exactly 4, 4- is 4 or less, 4+ is 4 or more")
            return None
        return Range(_BOUNDS[found[2]], int(found[1]))  # type: ignore[arg-type] # one of the three bounds

    def condition(self, written: Data, path: KeyPath) -> Condition | None:
        known = self.lexicon.conditions
        name, value = next(iter(written.items())) if isinstance(written, dict) and len(written) == 1 else (written, None)
        if not isinstance(name, str) or name not in known:
            self.fault("unknown-condition", f"{_told(name)} is not a condition of this game", path, suggestion(str(name), known))
            return None
        _, type_ = known[name]
        if type_ is None:
            if isinstance(written, str):
                return Condition(name)
            self.fault("wrong-type", f'nothing can stand after the condition "{name}"', path)
            return None
        if not isinstance(written, dict):
            self.fault("missing-key", f'the condition "{name}" needs a value', path, f"what can stand there: {_wanted(type_)}")
            return None
        return Condition(name, self.value(type_, value, (*path, name)))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _looks_like(type_: Type, written: Data) -> bool:
    """Whether a value is of the right kind for a type, so that its faults are told in terms of it."""
    match type_:
        case Number():
            return _is_whole(written)
        case Selectors():
            return isinstance(written, str)
        case Words(words):
            return isinstance(written, str) or (_is_whole(written) and str(written) in words)
        case Tally() | Change() | Filter():
            return isinstance(written, dict)
        case Amount():
            return isinstance(written, str) or _is_whole(written)
        case Flag():
            return isinstance(written, bool)
        case Effects():
            return isinstance(written, dict | list)
        case Either():
            return any(_looks_like(one, written) for one in type_.types)


def _wanted(type_: Type) -> str:
    """What a type wants, in words."""
    match type_:
        case Number(least, most):
            return f"a number from {least} to {most}"
        case Selectors(forms, _):
            return ", ".join(forms) if forms else 'a selector such as "own ship"'
        case Words(words):
            return ", ".join(words)
        case Tally(names) | Change(names):
            return f"amounts such as {{{names[0] if names else 'life'}: 1}}"
        case Filter(fields):
            return f"ranges such as {{{fields[0] if fields else 'cost'}: 3-}}"
        case Amount():
            return "a range such as 3+"
        case Flag(only):
            return "true or false" if only is None else str(only).lower()
        case Effects():
            return "effects"
        case Either(types):
            return ", or ".join(map(_wanted, types))


def _told(value: object) -> str:
    """A value as its author wrote it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value[:60]}"'
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return "nothing" if value is None else str(value)[:60]
