"""Rules about cards: ids, numbers and names of their own, faces of dice, pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from builder.checks.checked import CardSource, CheckedPack, ReprintSource
from builder.checks.rules.references import known_picture
from builder.diagnostics import Diagnostic, Fix, count_of
from builder.documents.data import Data, mapping, text, whole
from builder.games.fields import ABILITIES, FURTHER, ON_FACES
from builder.games.game import DEFAULT_FACES
from builder.naming import fold
from builder.schema import describe


def ids_are_unique(checked: CheckedPack) -> Iterator[Diagnostic]:
    """An id, current or former, names one card of the game."""
    first: dict[str, CardSource] = {}
    for card in checked.cards:
        if not card.id:
            continue
        other = first.setdefault(card.id, card)
        if other is not card:
            message = f'the id "{card.id}" is taken by {_called(other)}'
            related = (("first used here", other.span("id")),)
            help_ = "give each card an id of its own"
            yield Diagnostic("duplicate-id", message, card.span("id"), help_, related)
    taken: dict[str, CardSource] = {}
    for card in checked.cards:
        for index, alias in enumerate(card.former_ids):
            holder = first.get(alias) or taken.setdefault(alias, card)
            if holder is not card or alias == card.id:
                message = f'the alias "{alias}" is taken by {_called(holder)}'
                related = (("used here", holder.span("id")),)
                yield Diagnostic("duplicate-id", message, card.span("aliases", index), "remove it here", related)


def numbers_are_unique(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A collector number names one card of its set."""
    first: dict[tuple[str, int], CardSource | ReprintSource] = {}
    highest: dict[str, int] = {}
    for card in checked.in_sets:
        number = card.definition.get("number")
        if not isinstance(number, int):
            continue
        other = first.setdefault((card.set_id, number), card)
        if other is not card:
            highest = highest or _highest_numbers(checked)
            message = f"number {number} of this set is taken by {_called(other)}"
            help_ = f"the next free number is {highest[card.set_id] + 1}"
            related = (("first used here", other.span("number")),)
            yield Diagnostic("duplicate-number", message, card.span("number"), help_, related)


def _highest_numbers(checked: CheckedPack) -> dict[str, int]:
    """The highest number of each set."""
    highest: dict[str, int] = {}
    for card in checked.in_sets:
        number = whole(card.definition.get("number"))
        highest[card.set_id] = max(number, highest.get(card.set_id, number))
    return highest


def names_are_unique(checked: CheckedPack) -> Iterator[Diagnostic]:
    """No two cards have the same name: pasted deck lists could mean either."""
    first: dict[str, CardSource] = {}
    for card in checked.cards:
        name = card.definition.get("name")
        if not isinstance(name, str):
            continue
        other = first.setdefault(fold(name), card)
        if other is not card:
            message = f"another card is called {describe(name)}"
            help_ = "give it another name, unless the two should count as one card"
            related = (("first used here", other.span("name")),)
            yield Diagnostic("duplicate-name", message, card.span("name"), help_, related)


def names_have_no_quotes(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Quotes that a word processor has made curly are no quotes in YAML, and would be a part of the name."""
    for card in checked.cards:
        name = card.definition.get("name")
        if isinstance(name, str) and len(name) > 2 and name[0] in _OPENING and name[-1] in _CLOSING:
            message = f"the quotes around {name} are a part of the name"
            help_ = "YAML takes straight quotes alone: \" or ', or none"
            fix = Fix("source", name[1:-1]) if re.fullmatch(r"\w[\w ’'-]*", name[1:-1]) else None
            yield Diagnostic("quoted-name", message, card.span("name"), help_, fix=fix)


_OPENING, _CLOSING = "“‘„«‹", "”’“»›"


def lines_have_room(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Words of fields are short enough for the line in which Arsenal's own face prints them, by a rough count
    (`validate --faces` measures). Each field is reported once, at the card where it is longest.
    """
    words, files = checked.words, checked.pack.files
    if words.get("face") or f"templates/{DEFAULT_FACES['card']}.typ.j2" in files:
        return
    longest: dict[str, tuple[int, int, CardSource]] = {}
    number: Counter[str] = Counter()
    properties = mapping(checked.card_schema.get("properties"))
    shown = [name for name, schema in properties.items() if _is_in_line(name, mapping(schema))]
    for card in checked.cards if shown else ():
        kind = mapping(mapping(words.get("types")).get(text(card.definition.get("type"))))
        if (
            kind.get("face")
            or kind.get("form", "card") != "card"
            or kind.get("size", words.get("card-size")) not in _USUAL
        ):
            continue
        parts = {name: len(text(card.definition.get(name))) for name in shown}
        line = sum(length + len(_BETWEEN) for length in parts.values() if length)
        if line > _ROOM:
            name = max(parts, key=lambda one: parts[one])
            number[name] += 1
            longest[name] = max(longest.get(name, (0, 0, card)), (line, parts[name], card), key=lambda one: one[0])
    for name, (line, alone, card) in longest.items():
        others = f", and so it is on {count_of(number[name] - 1, 'other card')}" if number[name] > 1 else ""
        message = (
            f'{line} characters stand in one line, and about {_ROOM} have room: "{name}" alone has {alone}{others}'
        )
        help_ = (
            f'`"{ON_FACES}": false` at "{name}" in card.schema.json keeps it off the cards; `validate --faces` measures'
        )
        yield Diagnostic("long-line", message, card.span(name), help_)


_ROOM = 70  # characters in the line of type of a card of the usual size, at 5 pt
_BETWEEN = " · "
_USUAL = (None, "standard", "poker")


def _is_in_line(name: str, schema: Mapping[str, Data]) -> bool:
    """Whether a field's words are printed in the line of type."""
    own = name not in FURTHER and schema.get(ON_FACES) is not False and ABILITIES not in schema
    return own and schema.get("type") == "string" and "enum" not in schema and "x-vocabulary" not in schema


def dice_have_faces(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A card of a type that is printed as a die says what its faces show; a net has six."""
    dice = {name for name, described in checked.described("types") if described.get("form") == "die"}
    for card in checked.cards if dice else ():
        if text(card.definition.get("type")) in dice and not isinstance(card.definition.get("faces"), list):
            help_ = "write them as lists of symbols: faces: [[one], [two], ...]"
            yield Diagnostic("missing-key", f"{_called(card)} is a die without faces", card.span("type"), help_)


def art_is_there(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A card's picture is a file of the pack."""
    for card in checked.in_sets:
        art = card.definition.get("art")
        if isinstance(art, str):
            yield from known_picture(checked.member(card.pack), art, card.span("art"))


def _called(card: CardSource | ReprintSource) -> str:
    if isinstance(card, ReprintSource):
        return f'"{card.card}"'
    name = card.definition.get("name")
    return describe(name) if isinstance(name, str) else f'"{card.id}"'
