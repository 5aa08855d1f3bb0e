"""What is wrong with a game's verbs.yaml, besides what its schema finds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from builder.abilities.lexicon import MAIN, OPENINGS, WITH_EVERY_VERB, Lexicon, lexicon_from
from builder.abilities.types import Selectors, Type
from builder.diagnostics import Diagnostic, KeyPath, suggestion
from builder.documents.data import Data, mapping, text, texts

MOST_EVENTS = 20_000  # ways to write events: the schema for editors lists each of them
_SLOT_NAME = re.compile("[a-z]+")
_SLOT = re.compile(r"<([^<>]*)>")
_OTHER_NAME = "give one of them another name"


def verb_faults(written: Mapping[str, Data], shared: Mapping[str, Data]) -> list[Diagnostic]:
    """The faults of a pack's verbs.yaml, each with its path there; `shared` is schemas/verbs.yaml.

    Where there are none, `lexicon_from` can make a lexicon of both.
    """
    common = mapping(shared.get("verbs"))
    found = [*_incomplete(written, common), *_pairs(written), *_events(written)]
    if found:
        return found
    lexicon = lexicon_from(written, shared)
    return [*_selectors(lexicon), *_clashes(lexicon), *_crowds(lexicon)]


def _fault(message: str, path: KeyPath, help_: str) -> Diagnostic:
    return Diagnostic("bad-verb", message, help=help_, path=path, at_key=True)


def _incomplete(written: Mapping[str, Data], common: Mapping[str, Data]) -> Iterator[Diagnostic]:
    """Verbs that are neither shared nor described, and needed arguments that a verb does not take."""
    for name, own in mapping(written.get("verbs")).items():
        verb: Mapping[str, Data] = {**mapping(common.get(name)), **mapping(own)}
        if MAIN not in verb:
            help_ = f"add what stands after it, such as `main: number`; {suggestion(name, common, 'shared verbs')}"
            yield _fault(f'"{name}" is no shared verb, and nothing says what stands after it', ("verbs", name), help_)
        takes = mapping(verb.get("takes"))
        requires = mapping(verb.get("requires"))
        for argument in (*texts(verb.get("needs")), *requires, *map(text, requires.values())):
            if argument not in takes:
                message = f'"{name}" needs "{argument}", and does not take it'
                yield _fault(message, ("verbs", name), f'add "{argument}" to its "takes", or change its "needs"')


def _pairs(written: Mapping[str, Data]) -> Iterator[Diagnostic]:
    kinds = [(texts(words) or (kind,))[0] for kind, words in mapping(written.get("kinds")).items()]
    for index, pair in enumerate(texts(written.get("pairs"))):
        one, _, other = pair.partition(" or ")
        for word in (one, other):
            if word not in kinds:
                help_ = f'a pair is "{" or ".join((*kinds, "this", "that")[:2])}"; {suggestion(word, kinds, "kinds")}'
                yield Diagnostic("bad-verb", f'"{pair}" is not two kinds', help=help_, path=("pairs", index))
                break


def _events(written: Mapping[str, Data]) -> Iterator[Diagnostic]:
    """Slots of events that nothing describes."""
    for name, event in mapping(written.get("events")).items():
        for slot in _SLOT.findall(text(mapping(event).get("form"))):
            if slot not in mapping(event) or not _SLOT_NAME.fullmatch(slot):
                help_ = f"add {slot}: and what can stand there, such as {{selector: [this]}}"
                yield _fault(f'nothing says what can stand for "<{slot}>"', ("events", name, "form"), help_)


def _selectors(lexicon: Lexicon) -> Iterator[Diagnostic]:
    """Short forms of selectors that select nothing."""
    for path, type_ in _types(lexicon):
        for one in (one for one in type_.alternatives if isinstance(one, Selectors)):
            known = lexicon.countable if one.each else lexicon.selectors
            for form in one.forms:
                if lexicon.selector(f"each {form}" if one.each else form) is None:
                    yield _fault(f'"{form}" is not a selector of this game', path, suggestion(form, known))


def _types(lexicon: Lexicon) -> Iterator[tuple[KeyPath, Type]]:
    for verb in lexicon.verbs.values():
        yield ("verbs", verb.name, MAIN), verb.main
        yield from ((("verbs", verb.name, "takes", name), type_) for name, type_ in verb.takes.items())
    for event in lexicon.events.values():
        yield from ((("events", event.id, slot), type_) for slot, type_ in event.slots.items())


def _crowds(lexicon: Lexicon) -> Iterator[Diagnostic]:
    """The event with which all events can be written in more than `MOST_EVENTS` ways."""
    left = MOST_EVENTS
    for event in lexicon.events.values():
        ways = lexicon.ways_of(event)
        left -= ways
        if left < 0:
            message = f'"{event.id}" can be written in {ways:,} ways, and all events in {MOST_EVENTS:,} at most'
            yield _fault(message, ("events", event.id), "name what can stand in it, such as {selector: [this]}")
            return


def _clashes(lexicon: Lexicon) -> Iterator[Diagnostic]:
    """Words with two meanings: each can only be a verb, an argument or an opening."""
    openings = {*OPENINGS, *WITH_EVERY_VERB, "do", MAIN, "op"}
    for verb in lexicon.verbs.values():
        if verb.name in openings:
            message = f'"{verb.name}" is a verb, and a word that every game has'
            yield _fault(message, ("verbs", verb.name), "give the verb another name")
        for argument in verb.takes:
            path = ("verbs", verb.name, "takes", argument)
            if argument in lexicon.verbs:
                yield _fault(f'"{argument}" is a verb, and an argument of "{verb.name}"', path, _OTHER_NAME)
            elif argument in openings:
                message = f'"{argument}" is an argument of "{verb.name}", and a word that every game has'
                yield _fault(message, path, "give the argument another name")
