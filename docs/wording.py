"""The pages of wording: how each game's abilities are written and said, from its verbs, its phrases and its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.abilities import Ability, Verb
from builder.abilities.abilities import Effect
from builder.checks import CheckedPack, check_pack
from builder.documents.data import Data
from builder.documents.editing import to_yaml
from builder.packs.pack import find, read

LANGUAGES = {"en": "English", "fr": "French"}

_TOP = """\
# Wording

What cards say is made of the abilities that they have, by the phrases of each game's `phrases/`. A phrase means the
same on every card. This page shows each verb and each event once, with its meaning, a card that uses it and what is
printed there; [abilities.md](abilities.md) explains how abilities are written.

<!-- written by docs/generate.py from the verbs, the phrases and the cards of the packs -->
"""


@dataclass(frozen=True)
class Example:
    """A line of a card: the ability as written, and what is printed in each language."""

    card: str
    written: Data
    lines: Mapping[str, str]


class Wording:
    """How the abilities of one game are said."""

    def __init__(self, checked: CheckedPack) -> None:
        self.checked = checked
        self.abilities = checked.abilities

    def page(self) -> Iterator[str]:
        """The game's part of the page."""
        yield f"\n## {self.checked.words['name']}\n"
        yield from _table(["Verb", "Means", "Takes", "On a card", "Printed"], self._verbs())
        if self.abilities.lexicon.events:
            yield from _table(["Event", "Means", "English", "French"], self._events())
        if self.abilities.lexicon.conditions:
            yield from _table(["Condition", "Means", "English", "French"], self._conditions())

    def _verbs(self) -> Iterator[list[str]]:
        for verb in self.abilities.lexicon.verbs.values():
            example = self.examples.get(verb.name)
            shown = [f"{example.card}: `{_short(example.written)}`", _printed(example)] if example else ["", ""]
            yield [f"`{verb.name}`", verb.means, _takes(verb), *shown]

    def _events(self) -> Iterator[list[str]]:
        for event in self.abilities.lexicon.events.values():
            yield [f"`{event.form}`", event.means, *(self._phrases("events", event.id, code) for code in LANGUAGES)]

    def _conditions(self) -> Iterator[list[str]]:
        for name, (means, type_) in self.abilities.lexicon.conditions.items():
            form = f"`{name}`" if type_ is None else f"`{name}: {type_.wanted.rpartition(' ')[2]}`"
            yield [form, means, *(self._phrases("conditions", name, code) for code in LANGUAGES)]

    def _phrases(self, section: str, key: str, language: str) -> str:
        variants = self.abilities.phrases(language).variants(section, key)
        return "<br>".join(dict.fromkeys(variant.pattern.source for variant in variants))

    @cached_property
    def examples(self) -> dict[str, Example]:
        """The shortest line that uses each verb, by the verb."""
        found: dict[str, Example] = {}
        for card in self.checked.cards:
            texts = {code: self.abilities.texts(card.definition, code) for code in LANGUAGES}
            for place, abilities, _ in self.abilities.of(card.definition):
                written = _written(card.definition, place)
                for index, (one, ability) in enumerate(zip(written, abilities, strict=True)):
                    lines = {code: said[place].splitlines()[index] for code, said in texts.items() if place in said}
                    example = Example(str(card.definition["name"]), one, lines)
                    for op in dict.fromkeys(_ops(ability)):
                        if op not in found or len(lines["en"]) < len(found[op].lines["en"]):
                            found[op] = example
        return found


def wording() -> str:
    """The page of wording."""
    parts = [_TOP]
    for root, bundled in find():
        checked = check_pack(read(root, is_bundled=bundled))
        if checked.abilities.lexicon.verbs:
            parts += Wording(checked).page()
    return "".join(parts)


def _written(definition: Mapping[str, Data], place: tuple[str | int, ...]) -> list[Data]:
    value: Data = definition
    for key in place:
        value = value[key]  # type: ignore[index, call-overload] # the place was found in this very card
    return list(value) if isinstance(value, list) else [value]


def _ops(ability: Ability) -> Iterator[str]:
    effects: Iterator[Effect] = ability.all_effects
    yield from (effect.op for effect in effects)


def _takes(verb: Verb) -> str:
    return ", ".join(f"`{name}`" + ("" if name in verb.needs else "?") for name in verb.takes)


def _short(written: Data) -> str:
    """An ability in one line."""
    return " ".join(to_yaml(written, flow=True).split())


def _printed(example: Example) -> str:
    return "<br>".join(example.lines[code] for code in LANGUAGES if code in example.lines)


def _table(heads: list[str], rows: Iterator[list[str]]) -> Iterator[str]:
    yield f"\n| {' | '.join(heads)} |\n|{' --- |' * len(heads)}\n"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n"
