"""The statistics of a game: counts, curves, what each faction does and lacks, power against cost, cards out of line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from builder.decks.statistics import Amounts, WordCount, counts_of
from builder.documents.data import Data
from builder.games import Card, Game
from builder.statistics.comparing import Budget, Dominated, Twins, dominated, twins
from builder.statistics.fitting import fit
from builder.statistics.profiles import NO_WORD, Axes, Profile, axes_of, profile_of

MOST_PAIRS = 500  # pairs of dominated cards, and of twins, that are named
MOST_WORDS = 40  # of texts by hand
SHORT_WORD = 3  # letters; shorter words say little
FEWEST = 12  # cards with a cost; fewer give no fit
EXPLAINED = 0.15  # share of the differences in cost; a fit that explains less names no outliers
FAR = 2.0  # scales; a card further away is out of line
LEAST_FAR = 0.75  # in costs; a card less far away is never out of line, however good the fit is


@dataclass(frozen=True, slots=True)
class Table:
    """How many cards have each pair of words or amounts: `counts` by row and column, both in order.

    `rows` and `columns` are names of fields; the words are given by their titles.
    """

    rows: str
    columns: str
    titles: tuple[str, str]
    row_names: Mapping[str, str]
    column_names: Mapping[str, str]
    counts: Mapping[str, Mapping[str, int]]

    def to_json(self) -> dict[str, Data]:
        """The table without titles."""
        counts: dict[str, Data] = {row: dict(columns) for row, columns in self.counts.items()}
        return {"rows": self.rows, "columns": self.columns, "counts": counts}


@dataclass(frozen=True, slots=True)
class Deeds:
    """What the cards of a faction (or of a type) do: how many have each verb, and wait for each event.

    `lacks` are verbs that it does not have, but at least half of the others.
    """

    word: str
    name: str
    cards: int
    verbs: Mapping[str, int]
    events: Mapping[str, int]
    lacks_verbs: tuple[str, ...]
    lacks_events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A card's cost, and the worth of its values and verbs in the same unit, computed from the other cards.

    `alone` has what only this card has, whose worth is unknown; a card with such a part is never far. `far` is whether
    the card is out of line.
    """

    card: str
    cost: float
    worth: float
    far: bool = False
    alone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Power:
    """Power against cost. `explained` is the share of the differences in cost that values and verbs explain.

    `worths` is what one of each part adds to a card's cost; `usual` is the usual distance between cost and worth.
    """

    field: str
    title: str
    explained: float
    usual: float
    worths: Mapping[str, float]
    points: tuple[Point, ...]

    @property
    def outliers(self) -> list[Point]:
        """The cards that are out of line, the furthest first."""
        return sorted((one for one in self.points if one.far), key=lambda one: (-abs(one.worth - one.cost), one.card))


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """What a game's data shows.

    `group` is the field of the factions, or the one used instead, `cost` the field of costs; both are empty if there is
    none. `deeds` are by the field `deeds_by`. `by_hand` are the cards with a text that is not made from abilities, and
    `hand_words` the words of these texts, each with its cards. `complete` is whether all pairs were compared.
    """

    game: str
    name: str
    names: Mapping[str, str]
    group: str
    cost: str
    titles: Mapping[str, str]
    tables: tuple[Table, ...]
    words: tuple[WordCount, ...]
    amounts: tuple[Amounts, ...]
    deeds_by: str
    deeds: tuple[Deeds, ...]
    power: Power | None
    dominated: tuple[Dominated, ...]
    twins: tuple[Twins, ...]
    by_hand: tuple[str, ...]
    hand_words: Mapping[str, int]
    complete: bool

    @property
    def cards(self) -> int:
        """How many cards the game has."""
        return len(self.names)

    def to_json(self) -> dict[str, Data]:
        """The statistics as in schemas/game-stats-output.schema.json."""
        power = self.power
        return {
            "game": self.game,
            "cards": self.cards,
            "group": self.group or None,
            "cost": self.cost or None,
            "tables": [table.to_json() for table in self.tables],
            "words": [asdict(one) for one in self.words],
            "amounts": [one.to_json() for one in self.amounts],
            "deeds": {"by": self.deeds_by, "words": [_without_name(one) for one in self.deeds]},
            "power": None if power is None else {
                "field": power.field,
                "explained": round(power.explained, 4),
                "usual": round(power.usual, 4),
                "worths": {part: round(worth, 4) for part, worth in power.worths.items()},
                "points": [
                    {"card": p.card, "cost": p.cost, "worth": round(p.worth, 4), "far": p.far, "alone": list(p.alone)}
                    for p in power.points
                ],
            },
            "dominated": [
                {"card": one.card, "by": one.by, "better": _pairs(one.better), "more": list(one.more)}
                for one in self.dominated
            ],
            "twins": [
                {"cards": list(one.cards), "differs": _pairs(one.differs), "distance": one.distance}
                for one in self.twins
            ],
            "by_hand": {"cards": list(self.by_hand), "words": dict(self.hand_words)},
            "complete": self.complete,
        }  # fmt: skip


def game_statistics(game: Game, cards: Sequence[Card]) -> GameStatistics:
    """The statistics of a game, from its cards alone."""
    axes = axes_of(game, cards)
    profiles = [profile_of(card, axes) for card in cards]
    words, amounts = counts_of({card.id: card for card in cards}, dict.fromkeys((c.id for c in cards), 1), game.fields)
    budget, other_budget = Budget(), Budget()
    worse = sorted(dominated(profiles, axes, budget), key=lambda one: (len(one.more) > 0, one.card, one.by))
    alike = sorted(twins(profiles, axes, other_budget), key=lambda one: (one.distance, one.cards))
    by_hand = [profile for profile in profiles if profile.text]
    hand_words = Counter(word for one in by_hand for word in one.text_words if len(word) > SHORT_WORD)
    by = axes.group if axes.group and axes.declared else None
    return GameStatistics(
        game=game.id,
        name=game.name,
        names={card.id: card.name for card in cards},
        group=axes.group.name if axes.group else "",
        cost=axes.cost.name if axes.cost else "",
        titles={name: field.title for name, field in game.fields.items()},
        tables=tuple(_tables(axes, profiles)),
        words=words,
        amounts=amounts,
        deeds_by=by.name if by else "type",
        deeds=tuple(_deeds(axes, profiles, by.name if by else "type")),
        power=_power(axes, profiles),
        dominated=tuple(worse[:MOST_PAIRS]),
        twins=tuple(alike[:MOST_PAIRS]),
        by_hand=tuple(one.card.id for one in by_hand),
        hand_words=dict(sorted(hand_words.items(), key=lambda one: (-one[1], one[0]))[:MOST_WORDS]),
        complete=budget.complete and other_budget.complete and max(len(worse), len(alike)) <= MOST_PAIRS,
    )


def _pairs(differing: Mapping[str, tuple[float, float]]) -> dict[str, Data]:
    return {name: list(pair) for name, pair in differing.items()}


def _without_name(deeds: Deeds) -> dict[str, Data]:
    data: dict[str, Data] = asdict(deeds)
    del data["name"]
    return {**data, "lacks_verbs": list(deeds.lacks_verbs), "lacks_events": list(deeds.lacks_events)}


def _tables(axes: Axes, profiles: Sequence[Profile]) -> Iterable[Table]:
    """A table for each two of types, factions and costs that the game has."""
    cost, group = axes.cost, axes.group

    def by_type(profile: Profile) -> str:
        return profile.card.type

    def by_group(profile: Profile) -> str:
        return profile.group

    def by_cost(profile: Profile) -> str | None:
        found = profile.costs.get(cost.name) if cost else None
        return None if found is None else f"{found:g}"

    known = {"type": list(axes.game.types), group.name if group else "": list(group.values) if group else []}
    title = {name: field.title for name, field in axes.game.fields.items()}

    def table(
        rows: str, columns: str, row: Callable[[Profile], str | None], column: Callable[[Profile], str | None]
    ) -> Table:
        counted = Counter((a, b) for one in profiles if (a := row(one)) is not None and (b := column(one)) is not None)
        across = _in_order({b for _, b in counted}, known.get(columns))
        down = _in_order({a for a, _ in counted}, known.get(rows))
        return Table(
            rows, columns, (title.get(rows, rows), title.get(columns, columns)),
            {one: axes.title(rows, one) for one in down}, {one: axes.title(columns, one) for one in across},
            {a: {b: counted[a, b] for b in across} for a in down},
        )  # fmt: skip

    priced = _priced(axes, profiles)
    if group:
        yield table(group.name, "type", by_group, by_type)
    if cost:
        profiles = priced  # of types that have costs
        if group:
            yield table(group.name, cost.name, by_group, by_cost)
        yield table("type", cost.name, by_type, by_cost)


def _in_order(words: Iterable[str], known: Sequence[str] | None) -> list[str]:
    """The words in the game's order, unknown ones last; amounts by size."""
    if known is None:
        return sorted(words, key=float)
    places = {word: place for place, word in enumerate(known)}
    return sorted(words, key=lambda word: (places.get(word, len(places)), word))


def _priced(axes: Axes, profiles: Sequence[Profile]) -> list[Profile]:
    """The cards with a cost. A missing tally is a cost of 0, if another card of the type has one."""
    if axes.cost is None:
        return []
    name = axes.cost.name
    types = {one.card.type for one in profiles if one.card.values(name)}
    return [one for one in profiles if one.card.type in types and name in one.costs]


def _deeds(axes: Axes, profiles: Sequence[Profile], by: str) -> Iterable[Deeds]:
    words = _in_order(
        {one.card.word(by) for one in profiles}, axes.game.fields[by].values if by in axes.game.fields else []
    )
    of = {word: [one for one in profiles if one.card.word(by) == word] for word in words}
    verbs = {word: Counter(v for one in of[word] for v in one.verbs if not v.startswith("-")) for word in words}
    events = {word: Counter(event for one in of[word] for event in one.events) for word in words}
    if not any((*verbs.values(), *events.values())):
        return
    for word in words:
        yield Deeds(
            word, axes.title(by, word) if word != NO_WORD else word, len(of[word]),
            dict(sorted(verbs[word].items(), key=_most_first)), dict(sorted(events[word].items(), key=_most_first)),
            _lacks(word, verbs), _lacks(word, events),
        )  # fmt: skip


def _most_first(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]


def _lacks(word: str, counted: Mapping[str, Counter[str]]) -> tuple[str, ...]:
    """What no card of a word has, but cards of at least half of the other words, two or more."""
    others = [found for other, found in counted.items() if other != word and found]
    having = Counter(one for found in others for one in found)
    return tuple(
        sorted(one for one, n in having.items() if n > 1 and 2 * n >= len(others) and one not in counted[word])
    )


def _power(axes: Axes, profiles: Sequence[Profile]) -> Power | None:
    """The fit of cards' costs by their parts; None for a game without costs, or with too few cards that have one.

    Parts are each value, keyword and flag, the amount of each verb (those in costs of abilities are parts of their
    own), the number of words of a text by hand, and the type.
    """
    cost, priced = axes.cost, _priced(axes, profiles)
    if cost is None or len(priced) < FEWEST:
        return None
    rows = [_parts(one, axes) for one in priced]
    found = fit(rows, [one.costs[cost.name] for one in priced])
    if found is None:
        return None
    often = Counter(part for row in rows for part, amount in row.items() if amount)
    far = max(FAR * found.scale, LEAST_FAR)
    points = []
    for one, row, worth in zip(priced, rows, found.predicted, strict=True):
        paid = one.costs[cost.name]
        alone = tuple(part for part, amount in row.items() if amount and often[part] == 1)
        is_far = found.explained >= EXPLAINED and not alone and abs(paid - worth) > far
        points.append(Point(one.card.id, paid, worth, is_far, alone))
    return Power(cost.name, cost.title, found.explained, found.scale, found.worths, tuple(points))


def _parts(profile: Profile, axes: Axes) -> dict[str, float]:
    group = axes.group.name if axes.group else ""
    parts = {name: amount for name, amount in profile.amounts.items() if not axes.is_cost(name)}
    parts |= {f"{name}:{word}": 1.0 for name, words in profile.words if name != group for word in words}
    parts |= {f"op:{verb}": amount for verb, amount in profile.verbs.items()}
    if profile.text:
        parts["text"] = float(len(profile.text.split()))
    return {**parts, f"type:{profile.card.type}": 1.0}
