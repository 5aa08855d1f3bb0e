"""Rules about abilities: they are made of the game's verbs, and each of the pack's languages can say them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from builder.abilities.abilities import IN_ORDER
from builder.abilities.cards import text_key
from builder.abilities.completeness import PhraseGap, lacks_in_play
from builder.abilities.phrases import Phrases
from builder.abilities.schema import schema_of, schema_text
from builder.checks.checked import CardSource, CheckedPack
from builder.diagnostics import Diagnostic, KeyPath, Span, suggestion
from builder.documents.data import mapping, texts, value_at
from builder.documents.document import Document
from builder.schema import SchemaError, bundled_schema

SCHEMA = "abilities.schema.json"  # a pack's own, next to card.schema.json, which refers to it
_OPENINGS = {"at", "use", "when", "if"}  # their gaps are found with those of other phrases
_ENOUGH = 100  # faults of one kind in a file; more of them say nothing new


def verbs_make_sense(checked: CheckedPack) -> Iterator[Diagnostic]:
    """verbs.yaml does not contradict itself, nor game.yaml; it is there where cards have abilities."""
    if checked.verbs is None:
        yield from islice(_without_verbs(checked), 1)
        return
    written = mapping(checked.verbs.data)
    if not bundled_schema("verbs").fits(written):
        return
    yield from (checked.verbs.located(fault) for fault in checked.abilities.verb_faults)
    types = checked.vocabulary("types")
    places = [("played-once",), *(("verbs", name, "types") for name in mapping(written.get("verbs")))]
    for place in places:
        for index, word in enumerate(texts(value_at(written, place))):
            if word not in types:
                message = f'"{word}" is not a type of game.yaml'
                where = checked.verbs.span((*place, index))
                yield Diagnostic("unknown-type", message, where, suggestion(word, types, "types"))


def _without_verbs(checked: CheckedPack) -> Iterator[Diagnostic]:
    for card, place, _ in checked.stated:
        message = "there are abilities, and no verbs.yaml, which says what they are made of"
        where = card.document.key_span((card.index, *place))
        yield Diagnostic("bad-verb", message, where, "write verbs.yaml; docs/abilities.md shows how")


def schema_is_current(checked: CheckedPack) -> Iterator[Diagnostic]:
    """The pack's schema of abilities, which editors use, fits its verbs."""
    if SCHEMA in checked.pack.files and checked.abilities.lexicon.verbs and schema_to_write(checked) is not None:
        message = "this schema does not fit verbs.yaml any more, so editors complete and underline by old words"
        help_ = "`arsenal sync`, run in this folder, writes it anew"
        yield Diagnostic("stale-schema", message, Span(checked.pack.shown(SCHEMA)), help_)


def schema_to_write(checked: CheckedPack) -> str | None:
    """The schema of abilities that a pack should have; None where it is up to date, in whatever layout."""
    with suppress(ValueError, RecursionError):
        if json.loads(checked.pack.files.get(SCHEMA, b"")) == schema_of(checked.abilities.lexicon):
            return None
    return schema_text(checked.abilities.lexicon)


def abilities_are_understood(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Abilities are made of what the game knows, and have no text next to them."""
    if checked.abilities.all_plainly_right([written for _, _, written in checked.stated]):
        for card, place, _ in checked.stated:
            if len(place) > 1 or text_key(place[0]) in card.definition:
                yield from _with_text(card, place)
        return
    for card in checked.cards:
        for place, faults in checked.abilities.faults_of(card.definition):
            yield from (card.document.located(fault, (card.index, *place)) for fault in faults)
            yield from _with_text(card, place)


def _with_text(card: CardSource, place: KeyPath) -> Iterator[Diagnostic]:
    entry, key = value_at(card.definition, place[:-1]), text_key(place[-1])
    if key in mapping(entry):
        message = f'"{place[-1]}" and "{key}" stand {"in one entry" if len(place) > 1 else "on one card"}'
        where = card.document.key_span((card.index, *place[:-1], key))
        help_ = f'delete "{key}": the abilities say it in every language'
        yield Diagnostic("text-and-abilities", message, where, help_)


def abilities_can_be_said(checked: CheckedPack) -> Iterator[Diagnostic]:
    """The game's own language has phrases for all that abilities can mean, other languages for what its cards say."""
    abilities = checked.abilities
    if checked.verbs is None or not abilities.lexicon.verbs:
        return
    if checked.language not in checked.phrases:
        message = f'there are no phrases of the language "{checked.language}", which the game is written in'
        help_ = f"write phrases/{checked.language}.yaml; docs/abilities.md shows how"
        yield Diagnostic("no-phrase", message, checked.verbs.span(), help_)
    openings = _openings(checked)
    for language, document in checked.phrases.items():
        if not abilities.has_phrases(language):
            continue
        phrases = abilities.phrases(language)
        try:
            swells = phrases.swells
        except SchemaError as error:
            yield Diagnostic("bad-phrase", f"{error}", document.span(("orthography", "rules")))
            continue
        if swells:
            message = "these rules make a line more than twice as long"
            yield Diagnostic("bad-phrase", message, document.span(("orthography", "rules")))
            continue
        code = "no-phrase" if language == checked.language else "untranslated-phrase"
        if faults := list(islice(_of_grammar(phrases, document), _ENOUGH)):
            yield from faults
            continue
        gaps = abilities.gaps(language, checked.language, (card.definition for card in checked.cards))
        for lack in islice((lack for lack in gaps if lack.section != "openings" or lack.key in _OPENINGS), _ENOUGH):
            yield _lacking(lack, language, code, document.key_span((lack.section, lack.key)))
        yield from _unopened(openings, phrases, code)


def _of_grammar(phrases: Phrases, document: Document) -> Iterator[Diagnostic]:
    """Cases, genders and forms that the language does not have."""
    for fault in phrases.faults_of_grammar():
        help_ = suggestion(fault.word, fault.known) if fault.known else 'a language names its cases in "cases"'
        yield Diagnostic("bad-phrase", fault.message, document.key_span((fault.section, fault.key)), help_)


def played_games_have_phrases(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Languages with phrases for playing have all the phrases for playing that the game's own language has."""
    abilities = checked.abilities
    if not abilities.has_phrases(checked.language):
        return
    own = abilities.phrases(checked.language)
    for language, document in checked.phrases.items():
        if language != checked.language and abilities.has_phrases(language) and abilities.speaks_in_play(language):
            for lack in islice(lacks_in_play(abilities.phrases(language), own), _ENOUGH):
                place = document.key_span((lack.section, lack.key))
                found = _lacking(lack, language, "untranslated-phrase", place)
                help_ = f"slots are those of the phrase in phrases/{checked.language}.yaml"
                yield replace(found, help=help_) if lack.unfilled else found


def _openings(checked: CheckedPack) -> dict[str, tuple[CardSource, KeyPath]]:
    """The ways in which abilities begin, each with the first such ability. Raw data is searched, which is faster."""
    found: dict[frozenset[str], tuple[CardSource, KeyPath]] = {}
    openings = frozenset(IN_ORDER)
    for card, place, written in checked.stated:
        for ability in written if isinstance(written, list) else (written,):
            words = openings.intersection(mapping(ability))
            if words not in found:
                found[words] = card, place
    return {" ".join(word for word in IN_ORDER if word in words): where for words, where in found.items()}


def _unopened(openings: Mapping[str, tuple[CardSource, KeyPath]], phrases: Phrases, code: str) -> Iterator[Diagnostic]:
    """Abilities that begin in a way that a language has no phrase for."""
    known = phrases.sections.get("openings", {}).keys() | _OPENINGS | {""}
    for words, (card, place) in openings.items():
        if words not in known:
            message = f'"{phrases.language}" has no phrase for an ability that begins with "{words}"'
            help_ = f'add "{words}" to openings of phrases/{phrases.language}.yaml'
            yield Diagnostic(code, message, card.document.key_span((card.index, *place)), help_)


def _lacking(lack: PhraseGap, language: str, code: str, place: Span) -> Diagnostic:
    if lack.unfilled:
        message = f'nothing fills "{{{lack.argument}}}" in the phrase "{lack.pattern}"'
        return Diagnostic("says-less", message, place, "slots are the verb's arguments, and {main}")
    if lack.argument:
        message = f'the phrase "{lack.pattern}" says nothing of "{lack.argument}"'
        return Diagnostic("says-less", message, place, f"add {{{lack.argument}}}, or a variant for each value of it")
    when = f" where {lack.case}" if lack.case else ""
    message = f'"{language}" has no phrase for "{lack.key}" in {lack.section}{when}'
    return Diagnostic(code, message, place, f'add "{lack.key}" to {lack.section}')
