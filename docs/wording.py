"""The pages of wording: how each game's abilities are written and said, from its verbs, its phrases and its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.abilities import Ability, Verb
from builder.abilities.abilities import Effect
from builder.checks import CheckedPack, check_pack
from builder.documents.data import Data
from builder.documents.editing import to_yaml
from builder.packs.pack import find, read

_TOP = """\
# Wording

What cards say is made from their abilities, by the phrases of each game's `phrases/`. This page shows each verb
on a card, with what is printed there, and each game's events and conditions. `arsenal show CARD --lang fr` shows it in
French. [Abilities](abilities.md) explains how abilities are written.

<!-- written by docs/generate.py from the verbs, the phrases and the cards of the packs -->
"""


@dataclass(frozen=True)
class Example:
    """A line of a card: the ability as written, and what is printed."""

    card: str
    written: Data
    line: str


class Wording:
    """How the abilities of one game are said."""

    def __init__(self, checked: CheckedPack) -> None:
        self.checked = checked
        self.abilities = checked.abilities

    def page(self, shared: Iterable[str]) -> Iterator[str]:
        """The game's part of the page, but for the verbs of several games."""
        yield f"\n## {self.checked.words['name']}\n"
        lexicon = self.abilities.lexicon
        verbs = [self.verb(name) for name in lexicon.verbs if name not in shared]
        if verbs:
            yield from _table(["Verb", "Means", "Takes", "On a card", "Printed"], verbs)
        events = [
            [f"`{event.form}`", event.means, self._phrases("events", event.id)] for event in lexicon.events.values()
        ]
        if events:
            yield from _table(["Event", "Means", "Printed"], events)
        if lexicon.conditions:
            yield from _table(["Condition", "Means", "Printed"], self._conditions())

    def verb(self, name: str) -> list[str]:
        """A verb's row."""
        verb, example = self.abilities.lexicon.verbs[name], self.examples.get(name)
        shown = [f"{example.card}: `{_short(example.written)}`", example.line] if example else ["", ""]
        return [f"`{name}`", verb.means, _takes(verb), *shown]

    def _conditions(self) -> Iterator[list[str]]:
        for name, (means, type_) in self.abilities.lexicon.conditions.items():
            form = f"`{name}`" if type_ is None else f"`{name}: {type_.wanted.rpartition(' ')[2]}`"
            yield [form, means, self._phrases("conditions", name)]

    def _phrases(self, section: str, key: str) -> str:
        """The last of a word's phrases, which is the plainest."""
        return [variant.pattern.source for variant in self.abilities.phrases("en").variants(section, key)][-1]

    @cached_property
    def examples(self) -> dict[str, Example]:
        """The shortest line that uses each verb, by the verb."""
        found: dict[str, Example] = {}
        for card in self.checked.cards:
            texts = self.abilities.texts(card.definition, "en")
            for place, abilities, _ in self.abilities.of(card.definition):
                written = _written(card.definition, place)
                for index, (one, ability) in enumerate(zip(written, abilities, strict=True)):
                    example = Example(str(card.definition["name"]), one, texts[place].splitlines()[index])
                    for op in dict.fromkeys(_ops(ability)):
                        if op not in found or len(example.line) < len(found[op].line):
                            found[op] = example
        return found


def wording() -> str:
    """The page of wording."""
    games = [Wording(check_pack(read(root, is_bundled=bundled))) for root, bundled in find()]
    games = [game for game in games if game.abilities.lexicon.verbs]
    meanings = Counter((verb.name, verb.means) for game in games for verb in game.abilities.lexicon.verbs.values())
    shared = sorted(name for (name, _), count in meanings.items() if count > 1)
    parts = [_TOP, "\n## Verbs of several games\n"]
    first = [next(game for game in games if name in game.examples).verb(name) for name in shared]
    parts += _table(["Verb", "Means", "Takes", "On a card", "Printed"], first)
    for game in games:
        parts += game.page(shared)
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


def _table(heads: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield f"\n| {' | '.join(heads)} |\n|{' --- |' * len(heads)}\n"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n"
