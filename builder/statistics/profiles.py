"""Sorts a card's data into costs, values, words and deeds, so that cards can be counted and compared."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from builder.abilities.cards import patterns_of, places_of, text_key
from builder.decks.statistics import NOT_COUNTED, part_of
from builder.documents.data import Data, mapping
from builder.games import Card, Field, Game
from builder.games.fields import FURTHER, OF_ABILITIES
from builder.naming import fold

LARGEST = 1e9  # a number that is larger counts as this
NO_WORD = ""  # stands for a missing word
_COSTS = frozenset(("cost", "costs", "price", "mana", "cout", "couts", "prix", "kosten", "preis", "coste"))
_LETTERS = re.compile(r"[^\W\d_]+")
_SYMBOL = re.compile(r"\{[^{}]*\}")
_MOST_GROUPS = 12  # words of a field that is used instead of factions


@dataclass(frozen=True, slots=True)
class Axes:
    """The roles of a game's fields.

    `group` is the field of the factions; in a game without factions, another closed word that most cards have, or None.
    `costs` are `cost` and fields with such a name; cards are judged by the first. `values` are all other amounts.
    `words` are the closed words except set and type, `others` the free fields that describe effects besides the text.
    """

    game: Game
    group: Field | None
    declared: bool
    costs: tuple[Field, ...]
    values: tuple[Field, ...]
    words: tuple[Field, ...]
    others: tuple[str, ...]

    @property
    def cost(self) -> Field | None:
        """The cost field by which cards are judged."""
        return self.costs[0] if self.costs else None

    def is_cost(self, amount: str) -> bool:
        """Whether an amount of a card, such as `cost.oil`, is a cost."""
        return any(amount == one.name or amount.startswith(f"{one.name}.") for one in self.costs)

    def title(self, field: str, word: str) -> str:
        """The name of a word of a field; the word itself where the game has no name for it."""
        vocabulary = "types" if field == "type" else self.game.fields[field].vocabulary
        return self.game.name_of(vocabulary, word) if word else word


@dataclass(frozen=True, slots=True)
class Profile:
    """A card's data, sorted.

    `amounts` has costs and values by field, a tally's amounts each by `field.name`; `costs` the total of each cost.
    `does` has the abilities in their canonical form, each with its place; `shape` the same with `#` for each number,
    and `numbers` those numbers. `verbs` are the amounts of verbs, `events` the events that abilities wait for. `text`
    is the text that is not made from abilities, `others` the values of `Axes.others`.
    """

    card: Card
    group: str
    amounts: Mapping[str, float]
    costs: Mapping[str, float]
    words: tuple[tuple[str, tuple[str, ...]], ...]
    does: Counter[str]
    shape: tuple[str, ...]
    numbers: tuple[float, ...]
    verbs: Mapping[str, float]
    events: frozenset[str]
    text: str
    others: str

    @property
    def is_blank(self) -> bool:
        """Whether the card has no abilities, texts or values."""
        return not (self.amounts or self.does or self.text)

    @property
    def text_words(self) -> list[str]:
        """The words of the text by hand, each once, without symbols."""
        return list(dict.fromkeys(_LETTERS.findall(fold(_SYMBOL.sub(" ", self.text)))))


def axes_of(game: Game, cards: Sequence[Card]) -> Axes:
    """The roles of the game's fields, found from its card schema and its cards."""
    amounts = [
        field
        for field in game.fields.values()
        if field.kind in ("number", "tally") and field.name not in NOT_COUNTED and not part_of(field, game.fields)
    ]
    costs = sorted((field for field in amounts if _is_cost(field)), key=lambda field: field.short != "c")
    words = [
        field
        for field in game.fields.values()
        if field.kind in ("word", "flag") and field.name not in ("set", "type", "pack", *OF_ABILITIES)
    ]
    properties = mapping(game.card_schema.get("properties"))
    declared = next((field for field in words if field.vocabulary == "factions"), None)
    others = [
        name for name, schema in properties.items()
        if name not in FURTHER and mapping(schema).get("x-face") is not False
        and (field := game.fields.get(name)) and field.kind == "text"
    ]  # fmt: skip
    return Axes(
        game, declared or _instead(words, cards), declared is not None, tuple(costs),
        tuple(field for field in amounts if field not in costs), tuple(words), tuple(others),
    )  # fmt: skip


def _is_cost(field: Field) -> bool:
    return field.short == "c" or not _COSTS.isdisjoint(_LETTERS.findall(fold(f"{field.name} {field.title}")))


def _instead(words: Sequence[Field], cards: Sequence[Card]) -> Field | None:
    """The field that is used instead of factions: the first closed one with few words that most cards have."""
    for field in words:
        used = Counter(word for card in cards if (word := card.word(field.name)))
        if field.kind == "word" and 2 <= len(used) <= _MOST_GROUPS and 2 * used.total() >= len(cards):
            return field
    return None


def profile_of(card: Card, axes: Axes) -> Profile:
    """The card, sorted."""
    written = card.definition
    amounts: dict[str, float] = {}
    costs: dict[str, float] = {}
    for field in (*axes.costs, *axes.values):
        value: Data = written
        for part in field.name.split("."):
            value = mapping(value).get(part)
        found = dict(_amounts(field.name, value))
        amounts |= found
        if field in axes.costs and (found or field.kind == "tally"):
            costs[field.name] = sum(found.values())
    does: list[tuple[str, Data]] = []
    for place, abilities in places_of(written, patterns_of(axes.game.card_schema)):
        where = "/".join(key for key in place if isinstance(key, str))
        does += ((where, ability) for ability in (abilities if isinstance(abilities, list) else [abilities]))
    numbers: list[float] = []
    shape = [f"{where} {json.dumps(_shape(one, numbers), sort_keys=True)}" for where, one in does]
    verbs: dict[str, float] = {}
    for _, one in does:
        _count_verbs(one, verbs)
    words = ((field.name, tuple(sorted(map(str, card.values(field.name))))) for field in axes.words)
    return Profile(
        card,
        card.word(axes.group.name) if axes.group else NO_WORD,
        amounts,
        costs,
        tuple((name, values) for name, values in words if values),
        Counter(f"{where} {json.dumps(one, sort_keys=True)}" for where, one in does),
        tuple(shape),
        tuple(numbers),
        verbs,
        frozenset(event for _, one in does for event in _events(one)),
        " \n ".join(_by_hand(written)),
        json.dumps([written.get(name) for name in axes.others], sort_keys=True, default=str),
    )


def number(value: Data) -> float | None:
    """A number within bounds; None for a value that is no number."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    if isinstance(value, float) and not isfinite(value):
        return None
    return float(max(-LARGEST, min(LARGEST, value)))


def _amounts(name: str, value: Data) -> Iterator[tuple[str, float]]:
    if (found := number(value)) is not None:
        yield name, found
    for part, inner in mapping(value).items():
        if (found := number(inner)) is not None:
            yield f"{name}.{part}", found


def _shape(value: Data, numbers: list[float]) -> Data:
    """The value with `#` for each number in it; the numbers are added to the list."""
    if isinstance(value, dict):
        return {key: _shape(inner, numbers) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        return [_shape(inner, numbers) for inner in value]
    if (found := number(value)) is None:
        return value
    numbers.append(found)
    return "#"


def _count_verbs(value: Data, verbs: dict[str, float], paid: str = "") -> None:
    """Add the amounts of verbs in effects, 1 for a verb without an amount. Verbs in costs are counted separately."""
    if isinstance(value, list):
        for inner in value:
            _count_verbs(inner, verbs, paid)
    elif isinstance(value, dict):
        if isinstance(value.get("op"), str):
            amount_ = sum(amount for _, amount in _amounts("", value.get("main")))
            verb = f"{paid}{value['op']}"
            verbs[verb] = verbs.get(verb, 0) + max(1, abs(amount_))
        for key, inner in value.items():
            _count_verbs(inner, verbs, "- " if key == "cost" else paid)


def _events(value: Data) -> Iterator[str]:
    if isinstance(value, list):
        for inner in value:
            yield from _events(inner)
    elif isinstance(value, dict):
        if isinstance(value.get("event"), str):
            yield str(value["event"])
        for inner in value.values():
            yield from _events(inner)


def _by_hand(written: Mapping[str, Data]) -> Iterator[str]:
    """The texts without abilities next to them: of the card, and of entries of its own fields."""
    own = {name: value for name, value in written.items() if name not in FURTHER or name in ("text", "abilities")}
    yield from _texts(own)


def _texts(value: Data) -> Iterator[str]:
    if isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, dict):
        made = {text_key(key) for key in value if key in ("abilities", "do") or key.endswith("-abilities")}
        for key, inner in value.items():
            if isinstance(inner, str) and (key == "text" or key.endswith("-text")) and key not in made:
                yield inner
            elif not isinstance(inner, str):
                yield from _texts(inner)
