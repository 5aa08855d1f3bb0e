"""What a deck is made of: counts by closed word, curves and totals of amounts, chances to draw, odds of dice.

Every field comes from the game's card schema, by way of `builder.games.fields`. Nothing here prints or reads.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import comb

from builder.decks import CardIndex, Deck
from builder.decks import odds as _odds
from builder.decks.hands import drawn_each_turn, hand_size
from builder.documents.data import Data
from builder.games import Card, Field, Format, Game, Question
from builder.games.card import Faces
from builder.games.fields import IN_BOX, values_of
from builder.naming import fold

# A card's number in its set says nothing about a deck; the faces of dice have odds of their own.
NOT_COUNTED = frozenset({"number", "faces", IN_BOX})

TURNS = 10


@dataclass(frozen=True, slots=True)
class WordCount:
    """How many cards have which word in a field of closed words; `none` is how many have none."""

    field: str
    title: str
    counts: dict[str, int]
    none: int = 0


@dataclass(frozen=True, slots=True)
class Amounts:
    """A field of amounts: `curve` is how many cards have which amount, in ascending order.

    A card without a number is not in the curve, but counted in `none`; a missing tally (a cost by resource) is 0.
    `parts` are a tally's totals by name. `average` is over the cards of the curve. `by` splits each amount's cards by
    faction, or by type in a game without factions.
    """

    field: str
    title: str
    curve: dict[float, int]
    total: float
    average: float
    none: int = 0
    parts: dict[str, float] = dataclasses.field(default_factory=dict)
    by: dict[float, dict[str, int]] = dataclasses.field(default_factory=dict)

    def to_json(self) -> dict[str, Data]:
        """The amounts as JSON, with the curve as a list."""
        curve: list[Data] = [
            {"amount": amount, "cards": n, "by": {**self.by.get(amount, {})}} for amount, n in self.curve.items()
        ]
        fields = {name: value for name, value in dataclasses.asdict(self).items() if name != "by"}
        return {**fields, "curve": curve}


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance to see a card of a group: in the first hand, and after each turn's draw.

    `group` is a query such as `type:ship`, or `2 copies` for any single card of which the deck has two copies.
    """

    group: str
    copies: int
    opening: float
    by_turn: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class AskedChance:
    """A chance that was asked for, such as `Flare >= 1 by turn 3`, and how many cards each of its parts counts."""

    text: str
    chance: float
    copies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SymbolOdds:
    """The chance of a symbol on `one` die and on `any` of the dice of a sort, and how many they show on average."""

    symbol: str
    name: str
    one: float
    any: float
    expected: float


@dataclass(frozen=True, slots=True)
class DieOdds:
    """What a sort of dice shows; `die` is its card's id, "" for dice that a player made."""

    die: str
    name: str
    count: int
    symbols: tuple[SymbolOdds, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a section of a deck is made of. `hand` is None where the format does not say how large a hand is.

    `thing` is the word for one of its cards: `card`, or `component` where there are boards, tokens or dice. `asked`
    are chances that the user asked for.
    """

    deck: str
    game: str
    format: str
    section: str
    cards: int
    distinct: int
    words: tuple[WordCount, ...] = ()
    amounts: tuple[Amounts, ...] = ()
    hand: int | None = None
    draw: int = 1
    chances: tuple[Chance, ...] = ()
    dice: tuple[DieOdds, ...] = ()
    odds: tuple[_odds.Answer, ...] = ()
    asked: tuple[AskedChance, ...] = ()
    unknown: tuple[str, ...] = ()
    thing: str = "card"

    def to_json(self) -> dict[str, Data]:
        """The statistics as in schemas/stats-output.schema.json."""
        found = {name: value for name, value in dataclasses.asdict(self).items() if name != "thing"}
        return {**found, "amounts": [one.to_json() for one in self.amounts]}


def statistics(deck: Deck, cards: CardIndex, game: Game, format: Format, *, section: str = "") -> Statistics:  # noqa: A002 - the field's word
    """What a section of a deck is made of; by default the deck's first.

    The format's setup says how many cards the first hand has (`hand`, or `hand-3-players` for three players; without
    it there are no chances) and how many each turn adds (`draw`, by default 1). Its questions about dice are answered
    if the game has those dice. Cards that the game does not have are named and not counted.
    """
    section = section or next(iter(deck.sections), "")
    copies, unknown = copies_of(deck, cards, section)
    counts, amounts = counts_of({card_id: cards.cards[card_id] for card_id in copies}, copies, game.fields)
    hand, draw = hand_size(format, deck.players), drawn_each_turn(format)
    return Statistics(
        deck=deck.name,
        game=deck.game,
        format=deck.format,
        section=section,
        cards=copies.total(),
        distinct=len(copies),
        words=counts,
        amounts=amounts,
        hand=hand,
        draw=draw,
        chances=_chances(counts, copies, hand, draw) if hand and copies else (),
        unknown=tuple(sorted(unknown)),
        dice=tuple(_dice(deck, copies, cards, game)),
        odds=tuple(_answers(format.odds, cards)),
        thing="card" if all(game.type_of(cards.cards[i].type).form == "card" for i in copies) else "component",
    )


def counts_of(
    cards: Mapping[str, Card], copies: Mapping[str, int], fields: Mapping[str, Field]
) -> tuple[tuple[WordCount, ...], tuple[Amounts, ...]]:
    """Counts of cards by their closed words, and by their amounts; cards and copies by id."""
    values = {card_id: _values(card, fields) for card_id, card in cards.items()}
    groups = {card_id: card.word("faction") if "faction" in fields else card.type for card_id, card in cards.items()}
    return (
        tuple(_words(spec, copies, values) for spec in fields.values() if _is_counted(spec)),
        tuple(_amounts(spec, fields, copies, values, groups) for spec in fields.values() if _is_amount(spec, fields)),
    )


def copies_of(deck: Deck, cards: CardIndex, section: str) -> tuple[Counter[str], list[str]]:
    """The copies of a section's cards by today's ids, and the ids that name no card."""
    copies: Counter[str] = Counter()
    unknown = []
    for card_id, n in deck.sections.get(section, {}).items():
        current = cards.current(card_id)
        if current is None:
            unknown.append(card_id)
        else:
            copies[current] += n
    return copies, unknown


def chance_to_draw(deck: int, copies: int, drawn: int) -> float:
    """The chance that at least one of `copies` cards is among the `drawn` of a shuffled deck: exact, then
    rounded.

    >>> round(chance_to_draw(40, 2, 7), 4)
    0.3231
    """
    drawn = min(drawn, deck)
    ways = comb(deck, drawn)
    return (ways - comb(deck - min(copies, deck), drawn)) / ways


Values = Mapping[str, tuple[tuple[float, ...], tuple[str, ...]]]  # a card's numbers and folded words by field

_NO_VALUE: tuple[tuple[float, ...], tuple[str, ...]] = ((), ())


def _values(card: Card, fields: Mapping[str, Field]) -> Values:
    found: dict[str, tuple[tuple[float, ...], tuple[str, ...]]] = {"set": ((), (fold(card.set_id),))}
    for name, number, text in values_of(card.definition, fields):
        numbers, words = found.get(name, _NO_VALUE)
        found[name] = (numbers if number is None else (*numbers, number), words if text is None else (*words, text))
    return found


def _words(spec: Field, copies: Mapping[str, int], values: Mapping[str, Values]) -> WordCount:
    known = {fold(value): value for value in spec.values}
    counts = dict.fromkeys(spec.values, 0)
    none = 0
    for card_id, n in copies.items():
        found = {known[w] for w in values[card_id].get(spec.name, _NO_VALUE)[1] if w in known}
        none += 0 if found else n
        for value in found:
            counts[value] += n
    return WordCount(spec.name, spec.title, {value: n for value, n in counts.items() if n}, none)


def _is_counted(spec: Field) -> bool:
    """Whether a field has several closed words: cards of a game's only set are not worth counting."""
    return spec.name not in NOT_COUNTED and spec.kind == "word" and len(spec.values) > 1


def _is_amount(spec: Field, fields: Mapping[str, Field]) -> bool:
    return spec.name not in NOT_COUNTED and spec.kind in ("number", "tally") and not part_of(spec, fields)


def part_of(spec: Field, fields: Mapping[str, Field]) -> str:
    """The tally that a field is a part of: `cost` for `cost.oil`."""
    parent = spec.name.rpartition(".")[0]
    return parent if parent in fields and fields[parent].kind == "tally" else ""


def _amounts(
    spec: Field,
    fields: Mapping[str, Field],
    copies: Mapping[str, int],
    values: Mapping[str, Values],
    groups: Mapping[str, str],
) -> Amounts:
    curve: Counter[float] = Counter()
    by: dict[float, Counter[str]] = {}
    for card_id, n in copies.items():
        numbers = values[card_id].get(spec.name, _NO_VALUE)[0]
        if numbers or spec.kind == "tally":
            amount = sum(numbers)
            curve[amount] += n
            by.setdefault(_plain(amount), Counter())[groups[card_id]] += n
    total = sum(amount * n for amount, n in curve.items())
    parts: dict[str, float] = {}
    for part in fields.values():
        if part_of(part, fields) == spec.name:
            amount = sum(n * sum(values[i].get(part.name, _NO_VALUE)[0]) for i, n in copies.items())
            parts |= {part.name.rpartition(".")[2]: _plain(amount)} if amount else {}
    return Amounts(
        field=spec.name,
        title=spec.title,
        curve={_plain(amount): curve[amount] for amount in sorted(curve)},
        total=_plain(total),
        average=round(total / curve.total(), 4) if curve else 0,
        none=sum(copies.values()) - curve.total(),
        parts=parts,
        by={amount: dict(sorted(found.items())) for amount, found in by.items()},
    )


def _chances(words: tuple[WordCount, ...], copies: Mapping[str, int], hand: int, draw: int) -> tuple[Chance, ...]:
    size = sum(copies.values())
    groups = {f"{w.field}:{value}": n for w in words for value, n in w.counts.items() if n < size}
    groups |= {"1 copy" if n == 1 else f"{n} copies": n for n in sorted(set(copies.values()))}
    seen = {n: [chance_to_draw(size, n, hand + turn * draw) for turn in range(TURNS + 1)] for n in groups.values()}
    return tuple(Chance(group, n, seen[n][0], tuple(seen[n][1:])) for group, n in groups.items())


def _dice(deck: Deck, copies: Mapping[str, int], cards: CardIndex, game: Game) -> Iterator[DieOdds]:
    """What the deck's dice show: those that are cards, then those that a player made, equal ones together."""
    for card_id, n in copies.items():
        card = cards.cards[card_id]
        if card.faces:
            yield _die(card_id, card.name, n, card.faces, game)
    made: dict[Faces, list[int]] = {}
    for number, die in enumerate(deck.dice, 1):
        made.setdefault(tuple(sorted(tuple(sorted(face)) for face in die)), []).append(number)
    for numbers in made.values():
        name = f"Die {numbers[0]}" if len(numbers) == 1 else f"Dice {', '.join(map(str, numbers))}"
        yield _die("", name, len(numbers), deck.dice[numbers[0] - 1], game)


def _die(card_id: str, name: str, n: int, faces: Faces, game: Game) -> DieOdds:
    shown = dict.fromkeys(symbol for face in faces for symbol in face)
    symbols = (
        SymbolOdds(
            symbol,
            game.name_of("symbols", symbol),
            float(_odds.chance_of(faces, symbol)),
            float(_odds.chance_of_any(faces, symbol, n)),
            float(n * _odds.expected(faces, symbol)),
        )
        for symbol in shown
    )
    return DieOdds(card_id, name, n, tuple(symbols))


def _answers(questions: Iterable[Question], cards: CardIndex) -> Iterator[_odds.Answer]:
    """The answers to the questions whose dice the game has."""
    for question in questions:
        rolled = {card_id: cards.card(card_id) for dice in question.dice.values() for card_id in dice}
        faces = {card_id: card.faces for card_id, card in rolled.items() if card and card.faces}
        if len(faces) == len(rolled):
            yield _odds.answer(question, faces)


def _plain(number: float) -> float:
    return int(number) if float(number).is_integer() else number
