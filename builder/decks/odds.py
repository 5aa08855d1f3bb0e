"""Odds of dice: what a die shows, and what several dice give with best play. Exact, then rounded; no I/O.

Rerolls are computed backwards from the last roll. It only matters how many dice show a face, not which dice, so a few
hundred states describe five dice. A state is a number of dice that lie there, with what they show. While dice are
rolled, a state's value is the average over what the next die may show; before a reroll, it is the best value of any
part of the dice that the player may leave lying. Equal faces are merged, and so are equal attacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from math import comb, prod
from operator import itemgetter, mul

from builder.diagnostics import UsageError
from builder.games import Question
from builder.games.card import Faces

MAX_DICE = 12  # in one throw
MAX_STATES = 20_000  # of the dice that may be rolled again
MAX_WORK = 4_000_000  # states, times rolls, times attacks: some seconds

Effect = tuple[int, ...]  # what a face is good for, in numbers
Sides = tuple[tuple[Effect, int], ...]  # what the faces of a die do, and how many faces do so
Kinds = tuple[tuple[Sides, int], ...]  # dice of one sort, and how many there are
Picked = Callable[[Sequence[float]], Sequence[float]]  # some of the values of all states


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: the chance (0 to 1), and for an attack the symbols that are left over on average."""

    name: str
    chance: float
    left: float | None = None


def chance_of(faces: Faces, symbol: str) -> Fraction:
    """The chance that one die shows a symbol, once or more.

    >>> chance_of([["hit"], ["hit", "hit"], [], []], "hit")
    Fraction(1, 2)
    """
    return Fraction(sum(symbol in face for face in faces), len(faces))


def expected(faces: Faces, symbol: str) -> Fraction:
    """How many of a symbol one die shows on average.

    >>> expected([["hit"], ["hit", "hit"], [], []], "hit")
    Fraction(3, 4)
    """
    return Fraction(sum(list(face).count(symbol) for face in faces), len(faces))


def chance_of_any(faces: Faces, symbol: str, dice: int) -> Fraction:
    """The chance that one or more of `dice` equal dice show a symbol."""
    return 1 - (1 - chance_of(faces, symbol)) ** dice


def distribution(faces: Faces, symbol: str, dice: int) -> dict[int, Fraction]:
    """The probabilities of the number of a symbol that `dice` equal dice show together.

    >>> distribution([["hit"], []], "hit", 2)
    {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    """
    one = Counter(list(face).count(symbol) for face in faces)
    found = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for (total, chance), (more, sides) in product(found.items(), one.items()):
            after[total + more] = after.get(total + more, Fraction(0)) + chance * Fraction(sides, len(faces))
        found = after
    return dict(sorted(found.items()))


def roll_chance(dice: Sequence[tuple[Faces, int]], want: Mapping[str, int], rerolls: int = 0) -> float:
    """The chance that a throw shows at least the wanted number of each symbol, with best play.

    `dice` are sorts of dice, with how many of each. After each roll any of them may be rolled again, all at once,
    up to `rerolls` times. Raises UsageError where that would take too long.
    """
    kinds = _wanting(dice, want)
    _refuse(_states(kinds), 1, rerolls)
    throw = _throw(kinds)
    enough = tuple(want.values())

    def value(shown: Sequence[tuple[int, ...]]) -> float:
        return float(all(sum(column) >= n for column, n in zip(zip(*shown, strict=True), enough, strict=True)))

    return _rounded(throw.best([value(shown) for shown in throw.shown], rerolls))


def defended(
    attack: Sequence[tuple[Faces, int]],
    defense: Sequence[tuple[Faces, int]],
    *,
    cancels: Mapping[str, str] | None = None,
    blocks: Iterable[str] = (),
    worth: int = 1,
    rerolls: int = 0,
) -> tuple[float, float]:
    """The chance that nothing of an attack is left over, and how many of its symbols are left on average.

    Attack dice are rolled once. After each roll any of the defense dice may be rolled again, all at once, up to
    `rerolls` times; then each is assigned to one attack die. There a symbol of `cancels` removes `worth` of the attack
    symbol that it names, and one of `blocks` stops the whole die. Each figure assumes the best play for that figure.
    Raises UsageError where that would take too long.
    """
    battle = _Battle(attack, defense, dict(cancels or {}), frozenset(blocks), worth)
    _refuse(_states(battle.defense), battle.outcomes, rerolls)
    chance = left = Fraction(0)
    for needs, likely in battle.attacks():
        nothing, average = battle.outcome(needs, rerolls)
        chance += likely * Fraction(nothing)
        left += likely * Fraction(average)
    return _rounded(float(chance)), _rounded(float(left))


def answer(question: Question, faces: Mapping[str, Faces]) -> Answer:
    """The answer to a question, which is cached; `faces` are those of its dice, by card id.

    Raises UsageError where that would take too long.
    """
    return _computed(_Question((repr(question), repr(sorted(faces.items()))), question, faces))


@dataclass(frozen=True, slots=True)
class _Question:
    """A question about dice with these faces; `key` distinguishes them."""

    key: tuple[str, str]
    question: Question = field(compare=False)
    faces: Mapping[str, Faces] = field(compare=False)


@lru_cache(maxsize=512)
def _computed(asked: _Question) -> Answer:
    question, faces = asked.question, asked.faces
    if question.roll:
        chance = roll_chance(_named(question.roll, faces), question.want, question.rerolls)
        return Answer(question.name, chance)
    chance, left = defended(
        _named(question.attack, faces),
        _named(question.defense, faces),
        cancels=question.cancels,
        blocks=question.blocks,
        worth=question.worth,
        rerolls=question.rerolls,
    )
    return Answer(question.name, chance, left)


def too_large(question: Question, faces: Mapping[str, Faces]) -> str:
    """Why a question would take too long; "" where it would not."""
    for dice in question.dice.values():
        number = sum(dice.values())
        if number > MAX_DICE:
            return f"{number} dice are rolled at once, and {MAX_DICE} is the most that is worked out"
    try:
        if question.roll:
            _refuse(_states(_wanting(_named(question.roll, faces), question.want)), 1, question.rerolls)
        else:
            attack, defense = _named(question.attack, faces), _named(question.defense, faces)
            battle = _Battle(attack, defense, question.cancels, frozenset(question.blocks), question.worth)
            _refuse(_states(battle.defense), battle.outcomes, question.rerolls)
    except UsageError as error:
        return str(error)
    return ""


def _named(dice: Mapping[str, int], faces: Mapping[str, Faces]) -> list[tuple[Faces, int]]:
    return [(faces[card_id], n) for card_id, n in dice.items()]


def _rounded(value: float) -> float:
    return round(value, 12) + 0.0  # no -0.0


def _refuse(states: int, attacks: int, rerolls: int) -> None:
    if states > MAX_STATES or states * attacks * (rerolls + 1) > MAX_WORK:
        raise UsageError.of("library", "many-dice", states * attacks)


# Throws ---------------------------------------------------------------------------------------------------


def _kinds(dice: Iterable[tuple[Faces, int]], does: Callable[[Sequence[str]], Effect]) -> Kinds:
    """Dice by what their faces do, in a fixed order; equal sorts are merged."""
    return _merged((((does(face), 1) for face in faces), n) for faces, n in dice)


def _merged(kinds: Iterable[tuple[Iterable[tuple[Effect, int]], int]]) -> Kinds:
    """The dice in a fixed order; equal effects and equal sorts are one."""
    found: Counter[Sides] = Counter()
    for sides, n in kinds:
        weights: Counter[Effect] = Counter()
        for effect, weight in sides:
            weights[effect] += weight
        found[tuple(sorted(weights.items(), key=repr))] += n
    return tuple(sorted(((sides, n) for sides, n in found.items() if n), key=repr))


def _wanting(dice: Iterable[tuple[Faces, int]], want: Mapping[str, int]) -> Kinds:
    return _kinds(dice, lambda face: tuple(min(list(face).count(symbol), n) for symbol, n in want.items()))


def _states(kinds: Kinds) -> int:
    """How many states these dice have; in a state some of them lie there and show something."""
    return prod(comb(n + len(sides), n) for sides, n in kinds)


class _Throw:
    """Dice that may be rolled again. A state has the number of dice that lie there and show each face.

    `shown` is all that the dice may show together; `best` takes values in the same order.
    """

    def __init__(self, kinds: Kinds) -> None:
        parts = [
            [
                Counter(lying)
                for size in range(n + 1)
                for lying in combinations_with_replacement(range(len(sides)), size)
            ]
            for sides, n in kinds
        ]
        states = [
            tuple(lying[side] for lying, (sides, _) in zip(state, kinds, strict=True) for side in range(len(sides)))
            for state in product(*parts)
        ]
        states.sort(key=sum)
        self._number = {state: i for i, state in enumerate(states)}
        self._empty = len(states) * [0.0]
        dice = sum(n for _, n in kinds)
        does = [effect for sides, _ in kinds for effect, _ in sides]
        whole = [state for state in states if sum(state) == dice]
        self._whole = [self._number[state] for state in whole]
        self.shown = [tuple(effect for effect, n in zip(does, state, strict=True) for _ in range(n)) for state in whole]
        self._rolled = [self._next(state, kinds) for state in reversed(states) if sum(state) < dice]
        self._rerolled = [self._fewer(state) for state in states if sum(state)]

    def _next(self, state: tuple[int, ...], kinds: Kinds) -> tuple[int, tuple[float, ...], Picked]:
        """The number of a state, the chances of what one more die shows, and the states after that."""
        start = 0
        for sides, n in kinds:
            if sum(state[start : start + len(sides)]) < n:
                break
            start += len(sides)
        after = [self._number[_changed(state, start + side, 1)] for side in range(len(sides))]
        of = sum(weight for _, weight in sides)
        return self._number[state], tuple(weight / of for _, weight in sides), _getter(after)

    def _fewer(self, state: tuple[int, ...]) -> tuple[int, Picked]:
        """The number of a state, and the states with one die less."""
        return self._number[state], _getter([self._number[_changed(state, i, -1)] for i, n in enumerate(state) if n])

    def best(self, worth: Sequence[float], rerolls: int) -> float:
        """The average value of a throw with best play; `worth` has the value of each of `shown` at the end."""
        values = self._empty[:]
        for i, value in zip(self._whole, worth, strict=True):
            values[i] = value
        for left in range(rerolls, -1, -1):
            for i, likely, after in self._rolled:
                values[i] = sum(map(mul, likely, after(values)))
            if left:
                best = values[:]
                for i, fewer in self._rerolled:
                    best[i] = max(best[i], *fewer(best))
                for i in self._whole:
                    values[i] = best[i]
        return values[0]


@lru_cache(maxsize=128)
def _throw(kinds: Kinds) -> _Throw:
    return _Throw(kinds)


def _changed(state: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*state[:at], state[at] + by, *state[at + 1 :])


def _getter(places: Sequence[int]) -> Picked:
    return itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))


# Attacks --------------------------------------------------------------------------------------------------

Need = tuple[int, ...]  # how many of each attack symbol an attack die shows
Needs = tuple[Need, ...]  # of the attack dice that show any

# The effect of a defense die is how many of each attack symbol it takes, () where it stops the whole attack die.


class _Battle:
    """Attack dice against defense dice. An attack symbol's number is its place in `symbols`."""

    def __init__(
        self,
        attack: Sequence[tuple[Faces, int]],
        defense: Sequence[tuple[Faces, int]],
        cancels: Mapping[str, str],
        blocks: frozenset[str],
        worth: int,
    ) -> None:
        self.symbols = sorted({symbol for faces, _ in attack for face in faces for symbol in face})
        self._attack = _kinds(attack, lambda face: tuple(list(face).count(symbol) for symbol in self.symbols))
        most = max((n for sides, _ in self._attack for need, _ in sides for n in need), default=0)

        def does(face: Sequence[str]) -> Effect:
            if not blocks.isdisjoint(face):
                return ()
            taken = Counter(cancels.get(symbol, "") for symbol in face)
            return tuple(min(worth * taken[symbol], most) for symbol in self.symbols)

        self.defense = _kinds(defense, does)
        orders = permutations(self._places) if len(self.symbols) <= 5 else [tuple(self._places)]
        self._orders = [order for order in orders if self._alike(order)][:24]
        self._assigned = _Assigned()

    @property
    def _places(self) -> range:
        return range(len(self.symbols))

    @property
    def outcomes(self) -> int:
        """How many results the attack's roll can have, at most."""
        return prod(comb(n + len(sides) - 1, n) for sides, n in self._attack)

    def attacks(self) -> Iterator[tuple[Needs, Fraction]]:
        """What attacks need, and how likely that is. Attacks that differ only in the names of symbols are merged."""
        ways: dict[Needs, int] = {(): 1}
        for sides, n in self._attack:
            for _ in range(n):
                after: dict[Needs, int] = {}
                for (needs, many), (need, weight) in product(ways.items(), sides):
                    grown = tuple(sorted((*needs, need))) if any(need) else needs
                    after[grown] = after.get(grown, 0) + many * weight
                ways = after
        alike: Counter[Needs] = Counter()
        for needs, many in ways.items():
            alike[min(self._renamed(needs, order) for order in self._orders)] += many
        of = sum(alike.values())
        return ((needs, Fraction(many, of)) for needs, many in alike.items())

    def outcome(self, needs: Needs, rerolls: int) -> tuple[float, float]:
        """The chance that nothing is left of an attack, and how much is left on average."""
        if not needs:
            return 1.0, 0.0
        throw = _throw(self._against(needs))
        left = self._assigned.left(needs, throw)
        average = -throw.best([-float(n) for n in left], rerolls)
        nothing = throw.best([float(not n) for n in left], rerolls) if 0 in left else 0.0
        return nothing, average

    def _against(self, needs: Needs) -> Kinds:
        """The defense dice against an attack: effects are reduced to what the attack needs."""
        most = tuple(max(column) for column in zip(*needs, strict=True))

        def matters(effect: Effect) -> Effect:
            return tuple(map(min, effect, most)) if effect else ()

        return _merged((((matters(effect), weight) for effect, weight in sides), n) for sides, n in self.defense)

    def _alike(self, order: Sequence[int]) -> bool:
        """Whether the defense dice are the same with the attack symbols in another order."""

        def renamed(effect: Effect) -> Effect:
            return tuple(effect[i] for i in order) if effect else ()

        other = ((((renamed(effect), weight) for effect, weight in sides), n) for sides, n in self.defense)
        return _merged(other) == self.defense

    @staticmethod
    def _renamed(needs: Needs, order: Sequence[int]) -> Needs:
        return tuple(sorted(tuple(need[i] for i in order) for need in needs))


class _Assigned:
    """The best use of rolled defense dice. Needs and effects are replaced by numbers, which compare quickly."""

    def __init__(self) -> None:
        self._needs: dict[Need, int] = {}
        self._effects: dict[Effect, int] = {}
        self._sums: list[int] = []
        self._shown: dict[_Throw, list[tuple[tuple[int, ...], int]]] = {}
        self._then: dict[tuple[int, int], int] = {}
        self._found: dict[tuple[tuple[int, ...], tuple[int, ...], int], int] = {}

    def left(self, needs: Needs, throw: _Throw) -> list[int]:
        """The fewest attack symbols that can be left, for each result of the defense dice (`throw.shown`)."""
        if throw not in self._shown:
            self._shown[throw] = [
                (tuple(self._number(effect, self._effects) for effect in shown if any(effect)), shown.count(()))
                for shown in throw.shown
            ]
        needing = tuple(sorted(self._number(need, self._needs) for need in needs))
        self._sums = list(map(sum, self._needs))
        return [self._left(needing, effects, stops) for effects, stops in self._shown[throw]]

    def _left(self, needs: tuple[int, ...], effects: tuple[int, ...], stops: int) -> int:
        if not effects or len(needs) <= stops:  # dice that stop others come last; they stop what has most left
            left = sorted([self._sums[need] for need in needs])
            return sum(left[: len(left) - stops]) if stops < len(left) else 0
        found = self._found.get((needs, effects, stops))
        if found is None:
            first, rest = effects[0], effects[1:]
            found = min((self._left(after, rest, stops) for after in self._after(needs, first)), default=-1)
            if found < 0:  # this die is of no use
                found = self._left(needs, rest, stops)
            self._found[needs, effects, stops] = found
        return found

    def _after(self, needs: tuple[int, ...], effect: int) -> Iterator[tuple[int, ...]]:
        """What is needed after a defense die is assigned, for each attack die on which it has an effect."""
        before = -1
        for at, need in enumerate(needs):
            if need == before:
                continue
            before = need
            then = self._then.get((need, effect))
            if then is None:
                then = self._then[need, effect] = self._taken(need, effect)
            rest = needs[:at] + needs[at + 1 :]
            if then < 0:
                yield rest
            elif then != need:
                yield tuple(sorted((*rest, then)))

    def _taken(self, need: int, effect: int) -> int:
        """What an attack die needs after a defense die; -1 where that is nothing."""
        pairs = zip(list(self._needs)[need], list(self._effects)[effect], strict=True)
        left = tuple(max(n - taken, 0) for n, taken in pairs)
        if not any(left):
            return -1
        number = self._number(left, self._needs)
        self._sums = list(map(sum, self._needs))
        return number

    @staticmethod
    def _number(item: tuple[int, ...], known: dict[tuple[int, ...], int]) -> int:
        """An item's number; a new one where it has none."""
        return known.setdefault(item, len(known))
