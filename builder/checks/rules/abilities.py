"""Rules about abilities: they are made of the game's verbs, and each of the pack's languages can say them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from builder.abilities.cards import text_key
from builder.abilities.completeness import Lack, lacks
from builder.abilities.lexicon import clashes, lexicon_from
from builder.checks.abilities import shared
from builder.checks.checked import CardSource, CheckedPack
from builder.diagnostics import Diagnostic, KeyPath, Span
from builder.documents.data import Data, mapping
from builder.schema import SchemaError

_ENOUGH = 100  # faults of one kind in a file; more of them say nothing new


def verbs_make_sense(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Types in verbs.yaml are types, and no word in it is two things at once."""
    if checked.verbs is None or not isinstance(checked.verbs.data, dict):
        return
    try:
        lexicon_from(checked.verbs.data, shared("verbs.yaml"))
    except ValueError as error:
        yield Diagnostic("bad-verb", f"{error}", checked.verbs.span(("verbs",)), "see docs/abilities.md for the types")
        return
    for word in clashes(checked.abilities.lexicon):
        message = f'"{word}" is both a verb and an argument, or a word that abilities begin with'
        yield Diagnostic("bad-verb", message, checked.verbs.key_span(("verbs", word)), "give one of them another name")


def abilities_are_understood(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Abilities say what the game knows, and stand where no text does."""
    if not checked.abilities.patterns:
        return
    for card in checked.cards:
        for place, faults in checked.abilities.faults_of(card.definition):
            yield from (card.document.located(fault, (card.index, *place)) for fault in faults)
            yield from _beside_text(card, place)


def _beside_text(card: CardSource, place: KeyPath) -> Iterator[Diagnostic]:
    beside: Data = card.definition
    for key in place[:-1]:
        beside = beside[key] if isinstance(beside, list) and isinstance(key, int) else mapping(beside).get(str(key))
    key = text_key(place[-1])
    if key in mapping(beside):
        message = f'"{place[-1]}" and "{key}" stand {"in one entry" if len(place) > 1 else "on one card"}'
        where = card.document.key_span((card.index, *place[:-1], key))
        yield Diagnostic(
            "text-and-abilities", message, where, f'delete "{key}": the abilities say it in every language'
        )


def abilities_can_be_said(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every language that the pack has says all that its abilities can mean."""
    if checked.verbs is None or not checked.abilities.lexicon.verbs:
        return
    for language in dict.fromkeys((checked.language, *checked.locales)):
        document = checked.phrases.get(language)
        if document is None:
            where = checked.verbs.span() if language == checked.language else Span(checked.locales[language].path)
            message = f'there are no phrases of the language "{language}"'
            help_ = f"write phrases/{language}.yaml; docs/abilities.md shows how"
            yield Diagnostic("no-phrase", message, where, help_)
        elif isinstance(document.data, dict):
            try:
                phrases = checked.abilities.phrases(language)
                phrases.written("")
            except SchemaError as error:
                yield Diagnostic("bad-phrase", f"{error}", document.span(("orthography",)))
                continue
            for lack in islice(lacks(phrases, checked.abilities.lexicon), _ENOUGH):
                place = document.key_span((lack.section, lack.key))
                yield _lacking(lack, language, place)


def _lacking(lack: Lack, language: str, place: Span) -> Diagnostic:
    if lack.argument:
        message = f'the phrase "{lack.pattern}" says nothing of "{lack.argument}"'
        return Diagnostic("says-less", message, place, f"add {{{lack.argument}}}, or a variant for each value of it")
    when = f" where {lack.case}" if lack.case else ""
    message = f'"{language}" has no phrase for "{lack.key}" in {lack.section}{when}'
    return Diagnostic("no-phrase", message, place, f'add "{lack.key}" to {lack.section}')
