"""Cards compared with each other: cards that another one makes pointless, and cards that do almost the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from builder.statistics.profiles import Axes, Profile

MOST_COMPARED = 200_000  # pairs of cards; further pairs are not compared
ABILITY = "ability"  # stands for a number in abilities where fields are named
MOST_DISTANCE = 3.0  # the highest sum of differences of twins' numbers; half of it for cards without abilities


@dataclass(frozen=True, slots=True)
class Dominated:
    """A card that is not cheaper than another one, `by`, and better in nothing.

    `better` has the fields in which the other is better, each with both numbers. `more` are verbs of abilities, or
    `text`, that only the other has: only a reader can say whether they are an advantage.
    """

    card: str
    by: str
    better: Mapping[str, tuple[float, float]]
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Twins:
    """Two cards that differ only in a few numbers, or several cards that differ in nothing but the faction.

    `differs` has the fields, each with both numbers; `ability` is a number within their abilities. `distance` is the
    sum of the differences.
    """

    cards: tuple[str, ...]
    differs: Mapping[str, tuple[float, float]]
    distance: float


@dataclass
class Budget:
    """How many more pairs may be compared, and whether that was enough."""

    left: int = MOST_COMPARED
    complete: bool = True

    def pairs(self, profiles: Sequence[Profile]) -> Iterator[tuple[Profile, Profile]]:
        """The pairs of these, as long as the budget lasts."""
        for pair in combinations(profiles, 2):
            if self.left <= 0:
                self.complete = False
                return
            self.left -= 1
            yield pair


def dominated(profiles: Iterable[Profile], axes: Axes, budget: Budget) -> Iterator[Dominated]:
    """Cards that another one makes pointless: it has the same type and closed words (so faction and rarity), no higher
    cost in any resource, no lower number, all keywords and all abilities of the card.
    """
    lists = {one.name for one in axes.words if _is_list(one.name, axes)}
    keys: dict[Hashable, list[Profile]] = {}
    for profile in profiles:
        if not profile.is_blank:
            words = tuple(pair for pair in profile.words if pair[0] not in lists)
            keys.setdefault((profile.card.type, words, profile.others, tuple(profile.costs)), []).append(profile)
    for alike in keys.values():
        for one, other in budget.pairs(alike):
            found = _dominates(one, other, axes, lists) or _dominates(other, one, axes, lists)
            if found:
                yield found


def twins(profiles: Iterable[Profile], axes: Axes, budget: Budget) -> Iterator[Twins]:
    """Cards of the same type and closed words that differ only in a few numbers; factions may differ."""
    faction = axes.group.name if axes.group and axes.declared else ""
    keys: dict[Hashable, list[Profile]] = {}
    for profile in profiles:
        if not profile.is_blank:
            words = tuple(pair for pair in profile.words if pair[0] != faction)
            key = (profile.card.type, words, profile.shape, profile.text, profile.others)
            keys.setdefault(key, []).append(profile)
    for alike in keys.values():
        same: dict[Hashable, list[Profile]] = {}
        for profile in alike:
            same.setdefault((*profile.costs.items(), *_values(profile, axes).items(), profile.numbers), []).append(
                profile
            )
        yield from (Twins(tuple(one.card.id for one in equal), {}, 0) for equal in same.values() if len(equal) > 1)
        for one, other in budget.pairs([equal[0] for equal in same.values()]):
            differs = dict(_differences(one, other, axes))
            distance = sum(abs(a - b) for a, b in differs.values())
            if distance <= (MOST_DISTANCE if one.shape or one.text else MOST_DISTANCE / 2):
                yield Twins((one.card.id, other.card.id), differs, distance)


def _dominates(better: Profile, worse: Profile, axes: Axes, lists: Iterable[str]) -> Dominated | None:
    gained: dict[str, tuple[float, float]] = {}
    for name in dict.fromkeys((*worse.amounts, *better.amounts)):
        ours, theirs = better.amounts.get(name, 0), worse.amounts.get(name, 0)
        if (theirs < ours) if axes.is_cost(name) else (ours < theirs):
            return None
        if ours != theirs:
            gained[name] = (theirs, ours)
    words, theirs_ = dict(better.words), dict(worse.words)
    if any(not set(theirs_.get(name, ())) <= set(words.get(name, ())) for name in lists):
        return None
    if not worse.does <= better.does or worse.text not in ("", better.text):
        return None
    more = [verb for verb in better.verbs if better.verbs[verb] > worse.verbs.get(verb, 0)]
    more += [word for name in lists for word in words.get(name, ()) if word not in theirs_.get(name, ())]
    more += ["text"] if better.text != worse.text else []
    if better.does != worse.does and not more:
        more = ["abilities"]
    return Dominated(worse.card.id, better.card.id, gained, tuple(more)) if gained or more else None


def _differences(one: Profile, other: Profile, axes: Axes) -> Iterator[tuple[str, tuple[float, float]]]:
    """The numbers in which two cards of one shape differ; costs are compared by their totals."""
    ours, theirs = ({**profile.costs, **_values(profile, axes)} for profile in (one, other))
    for name in dict.fromkeys((*ours, *theirs)):
        if ours.get(name, 0) != theirs.get(name, 0):
            yield name, (ours.get(name, 0), theirs.get(name, 0))
    changed = [(a, b) for a, b in zip(one.numbers, other.numbers, strict=True) if a != b]
    for number, pair in enumerate(changed, 1):
        yield ABILITY if len(changed) == 1 else f"{ABILITY} {number}", pair


def _values(profile: Profile, axes: Axes) -> dict[str, float]:
    """The card's amounts without costs."""
    return {name: amount for name, amount in profile.amounts.items() if not axes.is_cost(name)}


def _is_list(name: str, axes: Axes) -> bool:
    """Whether a card may have several words in the field, such as keywords: more words are not worse."""
    schema = axes.game.card_schema.get("properties")
    described = schema.get(name) if isinstance(schema, dict) else None
    return isinstance(described, dict) and described.get("type") == "array"
