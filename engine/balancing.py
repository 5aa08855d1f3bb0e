"""Measures how balanced a game is: decks against decks, seats, game lengths, and the effect of each card.

All figures come from games between bots. Each has its 95 % confidence interval and its number of games. Each seed is
played in all rotations of the players around the table (common random numbers) and counts as one observation. So luck
and the first turn have little influence.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from engine.bundles import DeckBundle
from engine.faults import EngineError
from engine.running import Batch, Entry, Played, Run, Runner, batches, prepare
from engine.simulating import MOST_GAMES
from engine.tallies import Tally, Z

ENOUGH: Final = 20  # games or decisions before a card is reported as never playable, or chosen always or never
ROUNDS: Final = 500  # iterations for the strengths
EVEN: Final = 0.5
UNEVEN: Final = 0.1  # a deck whose share is surely at least this much above even is a finding
UNEVEN_SEAT: Final = 0.03  # the same for a seat


@dataclass(frozen=True, slots=True)
class Figure:
    """A share of what could be won, or a difference of two shares, with its interval and its number of games."""

    value: float
    low: float
    high: float
    games: int

    def to_json(self) -> dict[str, Any]:
        """As plain data, rounded to four decimal places."""
        interval = [round(self.low, 4), round(self.high, 4)]
        return {"value": round(self.value, 4), "interval": interval, "games": self.games}

    def excludes(self, value: float) -> bool:
        """Whether the value lies outside the interval, so that chance does not explain the difference."""
        return not self.low <= value <= self.high


def of_tally(tally: Tally) -> Figure | None:
    """The share of a tally; None without a game."""
    return Figure(tally.share, *tally.interval, tally.games) if tally.games else None


def difference(one: Tally, other: Tally) -> Figure | None:
    """The share of the first minus that of the second (two independent means); None if one of them has no game."""
    if not one.games or not other.games:
        return None
    a, b = of_tally(one), of_tally(other)
    assert a is not None  # noqa: S101 - they have games
    assert b is not None  # noqa: S101 - they have games
    value = a.value - b.value
    # Newcombe 1998, from the intervals of both.
    low = value - math.hypot(a.value - a.low, b.high - b.value)
    high = value + math.hypot(a.high - a.value, b.value - b.low)
    return Figure(value, low, high, one.games + other.games)


def mean_of(values: Sequence[float], each: int) -> Figure:
    """The mean result of seeds with `each` games, with an interval from their spread.

    The spread also counts one seed with the result 1 and one with 0, so that a few equal results are not certain.
    """
    number = len(values)
    mean = math.fsum(values) / number
    spread = math.fsum((value - mean) ** 2 for value in values)
    centre = mean if 0 <= mean <= 1 else 0.0
    variance = (spread + centre * centre + (1 - centre) * (1 - centre)) / (number + 1)
    reach = Z * math.sqrt(variance / number)
    return Figure(mean, mean - reach, mean + reach, number * each)


def games_within(points: float) -> int:
    """How many games are needed so that a share is known within this many percentage points.

    >>> games_within(3)
    1068
    """
    return math.ceil(0.25 * (Z * 100 / points) ** 2)


class Seeds:
    """The results of the first entry of a pairing, by seed: for each the mean over the table's rotations."""

    def __init__(self, rotations: int) -> None:
        self.rotations = rotations
        self.means = array("d")
        self._sum, self._games = 0.0, 0

    def add(self, result: float) -> None:
        """Counts the next game of the pairing."""
        self._sum += result
        self._games += 1
        if self._games == self.rotations:
            self.means.append(self._sum / self.rotations)
            self._sum, self._games = 0.0, 0

    @property
    def share(self) -> Figure:
        """The mean result of the first entry. A seed whose last rotations are missing does not count."""
        return mean_of(self.means, self.rotations)


class CardSums:
    """How the seats with a deck did in games in which they had a card in hand, played it, or did not see it."""

    def __init__(self) -> None:
        self.first, self.seen, self.unseen, self.played = Tally(), Tally(), Tally(), Tally()
        self.offered = self.taken = 0

    def to_json(self) -> dict[str, Any]:
        """As plain data, with the names that 17Lands uses where it has some; a figure without a game is null."""
        return {
            "first-hand": _json(of_tally(self.first)),
            "in-hand": _json(of_tally(self.seen)),
            "not-seen": _json(of_tally(self.unseen)),
            "improvement": _json(difference(self.seen, self.unseen)),
            "played": _json(of_tally(self.played)),
            "offered": self.offered,
            "taken": round(self.taken / self.offered, 4) if self.offered else None,
        }


class Totals:
    """What came of the games so far."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.pairings = [Seeds(run.rotations(seats)) for seats in run.pairings]
        self.seats = [Tally() for _ in range(max(map(len, run.pairings)))]
        self.decks = [Tally(entry.label) for entry in run.entries]
        self.cards: list[dict[str, CardSums]] = [
            {card: CardSums() for card in dict.fromkeys(entry.deck.copies())} for entry in run.entries
        ]
        self.turns: Counter[int] = Counter()
        self.limits: Counter[str] = Counter()
        self.games = self.decisions = self.forced = self.leads = 0

    def add(self, pairing: int, played: Played) -> None:
        """Counts a game."""
        self.games += 1
        self.turns[played.turns] += 1
        self.decisions += played.decisions
        self.forced += played.forced
        self.leads += played.leads
        self.limits.update(played.limits)
        first = self.run.pairings[pairing][0]
        own = [result for seat, result in zip(played.seats, played.result, strict=True) if seat == first]
        self.pairings[pairing].add(sum(own) / len(own))
        for tally, result in zip(self.seats, played.in_turn_order, strict=False):
            tally.add(result, won=result == 1)
        for place, (entry, result) in enumerate(zip(played.seats, played.result, strict=True)):
            self.decks[entry].add(result, won=result == 1)
            self._add_cards(entry, played.cards[place] if played.cards else {}, result)

    def _add_cards(self, entry: int, counted: Mapping[str, Any], result: float) -> None:
        won = result == 1
        for card, sums in self.cards[entry].items():
            counts = counted.get(card)
            if counts is None or not (counts.drawn or counts.played):
                sums.unseen.add(result, won=won)
            else:
                sums.seen.add(result, won=won)
                if counts.first:
                    sums.first.add(result, won=won)
                if counts.played:
                    sums.played.add(result, won=won)
            if counts is not None:
                sums.offered += counts.offered
                sums.taken += counts.taken


@dataclass(frozen=True)
class Worth:
    """The share that a deck wins against the same deck that never plays a card; 0.5 if the card makes no difference."""

    deck: str
    card: str
    share: Figure


@dataclass(frozen=True)
class Strengths:
    """A ranking of the decks (Bradley and Terry 1952), and what no ranking can express.

    `strengths` are log odds against an average deck, each with its standard error. `cyclic` is the share of the squared
    log odds that such a ranking leaves unexplained (the residue of Jiang and others 2011). `cycles` are three decks of
    which each beats the next, more often than chance explains.
    """

    strengths: tuple[tuple[float, float], ...]
    cyclic: float
    cycles: tuple[tuple[int, int, int], ...]


def strengths(shares: Mapping[tuple[int, int], Figure], decks: int) -> Strengths:
    """The strengths of decks. `shares` are by two decks: what the first wins against the second."""
    games = {(a, b): figure.games for (a, b), figure in shares.items()}
    worth = [1.0] * decks
    won = [EVEN] * decks  # half a game against an average deck, so that a deck that wins all is not infinitely strong
    for (a, b), figure in shares.items():
        won[a] += figure.value * figure.games
        won[b] += (1 - figure.value) * figure.games
    for _ in range(ROUNDS):
        met = [1 / (1 + one) for one in worth]
        for (a, b), number in games.items():
            each = number / (worth[a] + worth[b])
            met[a] += each
            met[b] += each
        worth = [one / each for one, each in zip(won, met, strict=True)]
        mean = math.exp(math.fsum(map(math.log, worth)) / decks)
        worth = [one / mean for one in worth]
    known = [0.25] * decks
    for (a, b), number in games.items():
        chance = worth[a] / (worth[a] + worth[b])
        for deck in (a, b):
            known[deck] += number * chance * (1 - chance)
    found = tuple((math.log(one), 1 / math.sqrt(each)) for one, each in zip(worth, known, strict=True))
    return Strengths(found, _cyclic(shares, decks), tuple(_cycles(shares, decks)))


def _log_odds(figure: Figure) -> float:
    share = (figure.value * figure.games + EVEN) / (figure.games + 1)
    return math.log(share / (1 - share))


def _cyclic(shares: Mapping[tuple[int, int], Figure], decks: int) -> float:
    """The share of the squared log odds that differences of the decks' strengths do not explain."""
    if decks < 3 or len(shares) < decks * (decks - 1) / 2:
        return 0.0
    odds = {pair: _log_odds(figure) for pair, figure in shares.items()}
    mean = [0.0] * decks
    for (a, b), value in odds.items():
        mean[a] += value / decks
        mean[b] -= value / decks
    whole = math.fsum(value * value for value in odds.values())
    left = math.fsum((value - mean[a] + mean[b]) ** 2 for (a, b), value in odds.items())
    return left / whole if whole else 0.0


def _cycles(shares: Mapping[tuple[int, int], Figure], decks: int) -> Iterable[tuple[int, int, int]]:
    """Three decks of which each beats the next, more often than chance explains."""

    def beats(a: int, b: int) -> bool:
        figure = shares.get((a, b)) or shares.get((b, a))
        if figure is None or not figure.excludes(EVEN):
            return False
        return (figure.value > EVEN) == ((a, b) in shares)

    for a, b, c in combinations(range(decks), 3):
        for ring in ((a, b, c), (a, c, b)):
            if all(beats(ring[n], ring[(n + 1) % 3]) for n in range(3)):
                yield ring


Note = Callable[[int, Batch, list[Played]], None]  # called with the number of the run, a batch, and its games


@dataclass(frozen=True)
class Plan:
    """What is to be played: the decks against each other, then decks against themselves without a card."""

    main: Run
    without: tuple[Run, ...]
    games: int  # of each pairing

    @property
    def runs(self) -> tuple[Run, ...]:
        """All runs, in the order in which they are played."""
        return (self.main, *self.without)

    def only_where_other(self, now: Plan) -> Plan:
        """The plan with only the pairings whose games differ from those of `now`, and without the runs of cards."""
        main, other = copy(self.main), now.main
        if main.pairings == other.pairings:
            changed = [a.deck.data != b.deck.data for a, b in zip(main.entries, other.entries, strict=True)]
            main.wanted = [n for n, seats in enumerate(main.pairings) if any(changed[entry] for entry in seats)]
        return Plan(main, (), self.games)

    @property
    def all_games(self) -> int:
        """The number of games of all runs."""
        return sum(self.games * len(run.wanted) for run in self.runs)


def plan(
    decks: Sequence[DeckBundle],
    games: int,
    *,
    bots: Sequence[str] = ("greedy",),
    players: int = 0,
    seed: int = 0,
    labels: Sequence[str] = (),
    without: Sequence[str] = (),
) -> Plan:
    """What is to be played for a report: `games` of every pairing, and of every deck that has a card of `without`.

    Decks meet in pairs where a format allows that, else at tables of the fewest players. An odd number of games is made
    even, and so on for larger tables: every seed is played in all rotations.

    Raises EngineError for what can't be played together, and for cards that are in none of the decks.
    """
    if not 1 <= games <= MOST_GAMES:
        raise EngineError(f"{games} games can't be played; the number is from 1 to {MOST_GAMES:,}")
    several = len(decks) > 1
    can = decks[0].players if decks else None
    fewest = next((n for n in range(2, len(decks) + 1) if can.allows(n)), 0) if several and can else 0
    count = players or (0 if can is not None and can.team_deck else fewest)
    main = prepare(decks, bots, count, seed, labels)
    main.watched = True
    restricted = tuple(_restricted(main, card) for card in without)
    rotations = max(run.rotations(run.pairings[0]) for run in (main, *restricted))
    return Plan(main, restricted, -(-games // rotations) * rotations)


def _restricted(main: Run, card: str) -> Run:
    """Each deck that has the card, against the same deck that does not play it."""
    having = [entry for entry in main.entries if card in entry.deck.copies()]
    if not having:
        raise EngineError(f'no deck has the card "{card}"', "cards are named by their ids")
    if len(main.pairings[0]) != 2 or main.shared:
        raise EngineError("a card's worth is measured between two decks, and this table is another")
    entries = [side for one in having for side in (one, Entry(one.deck, one.bot, one.label, card))]
    pairings = [(2 * n, 2 * n + 1) for n in range(len(having))]
    return Run(entries, pairings, main.seed, shared=False)


def measure(
    wanted: Plan,
    runner: Runner,
    *,
    before: Iterable[tuple[int, int, Played]] = (),
    after: int = 0,
    note: Note | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Plays the plan `wanted`, and sums it up. `before` are its first `after` games, which were played earlier, each
    with the number of its run and its pairing.
    """
    totals = [Totals(run) for run in wanted.runs]
    for number, pairing, played in before:
        totals[number].add(pairing, played)
    if progress is not None and after:
        progress(after, wanted.all_games)
    for number, run in enumerate(wanted.runs):
        mine = wanted.games * len(run.wanted)
        done, after = min(after, mine), max(0, after - mine)
        for batch, found in _played(run, runner, wanted.games, done):
            for played in found:
                totals[number].add(batch[0], played)
            if note is not None:
                note(number, batch, found)
            if progress is not None:
                progress(len(found), wanted.all_games)
    return Report(wanted, tuple(totals))


def _played(run: Run, runner: Runner, games: int, after: int) -> Iterable[tuple[Batch, list[Played]]]:
    return zip(batches(run, games, after), runner.play(run, batches(run, games, after)), strict=True)


@dataclass(frozen=True)
class Report:
    """What came of all games."""

    plan: Plan
    totals: tuple[Totals, ...]

    @property
    def main(self) -> Totals:
        """What came of the games between the decks."""
        return self.totals[0]

    @property
    def labels(self) -> list[str]:
        """The names of the decks."""
        return [entry.label for entry in self.plan.main.entries]

    @property
    def shares(self) -> dict[tuple[int, int], Figure]:
        """By two decks, the share of the first against the second; empty if more than two sit at a table."""
        found = {}
        for seats, seeds in zip(self.plan.main.pairings, self.main.pairings, strict=True):
            pair = tuple(dict.fromkeys(seats))
            if len(pair) == 2:
                found[pair[0], pair[1]] = seeds.share
        return found

    @property
    def ranking(self) -> Strengths | None:
        """The strengths of the decks; None for fewer than three, since the matrix already shows them."""
        shares = self.shares
        return strengths(shares, len(self.labels)) if len(self.labels) > 2 and shares else None

    @property
    def worths(self) -> list[Worth]:
        """What cards are worth to the decks that were played without them."""
        return [
            Worth(run.entries[seats[0]].label, run.entries[seats[1]].without, seeds.share)
            for run, totals in zip(self.plan.without, self.totals[1:], strict=True)
            for seats, seeds in zip(run.pairings, totals.pairings, strict=True)
        ]

    @property
    def together(self) -> bool:
        """Whether all seats win or lose together, so that there is nothing to compare."""
        run = self.plan.main
        return run.game(run.pairings[0]).module.cooperative

    def findings(self) -> list[dict[str, Any]]:
        """What a designer should look at: decks and seats that surely win too often, decks that beat each other in a
        circle, cards that nobody could play, and cards that bots never or always chose.
        """
        rings = self.ranking.cycles if self.ranking else ()
        return [
            *self._uneven(),
            *({"code": "cycle", "decks": [self.labels[deck] for deck in ring]} for ring in rings),
            *self._idle(),
            *({"code": "limit", "limit": limit, "games": n} for limit, n in sorted(self.main.limits.items())),
        ]

    def _uneven(self) -> Iterable[dict[str, Any]]:
        """Pairings and seats in which one surely wins too often."""
        for (a, b), figure in self.shares.items():
            if figure.low > EVEN + UNEVEN or figure.high < EVEN - UNEVEN:
                yield {"code": "uneven", "deck": self.labels[a], "against": self.labels[b], **figure.to_json()}
        for seat, tally in enumerate([] if self.together else self.main.seats, 1):
            even, (low, high) = 1 / len(self.main.seats), tally.interval
            if low > even + UNEVEN_SEAT or high < even - UNEVEN_SEAT:
                yield {"code": "uneven-seat", "seat": seat, **(_json(of_tally(tally)) or {})}

    def _idle(self) -> Iterable[dict[str, Any]]:
        """Cards that nobody could play, or that bots never or always chose."""
        for label, cards in zip(self.labels, self.main.cards, strict=True):
            for card, sums in cards.items():
                if sums.seen.games >= ENOUGH and not sums.offered and not sums.played.games:
                    yield {"code": "never-playable", "deck": label, "card": card}
                elif sums.offered >= ENOUGH and sums.taken in (0, sums.offered):
                    yield {"code": f"{'always' if sums.taken else 'never'}-chosen", "deck": label, "card": card}

    def to_json(self) -> dict[str, Any]:
        """The report as plain data; the same for the same decks, bots, seed and number of games."""
        main, ranking = self.main, self.ranking
        turns = sorted(main.turns.items())
        strong = ranking.strengths if ranking else ()
        return {
            "games": main.games,
            "seed": self.plan.main.seed,
            "bots": [entry.bot for entry in self.plan.main.entries],
            "decks": [
                {
                    "deck": tally.label,
                    "share": _json(of_tally(tally)),
                    **({"strength": _strength(*strong[n])} if strong else {}),
                    "cards": {card: sums.to_json() for card, sums in main.cards[n].items()},
                }
                for n, tally in enumerate(main.decks)
            ],
            "pairings": [
                {"deck": self.labels[a], "against": self.labels[b], **figure.to_json()}
                for (a, b), figure in self.shares.items()
            ],
            "cyclic": round(ranking.cyclic, 4) if ranking else None,
            "cycles": [[self.labels[deck] for deck in ring] for ring in ranking.cycles] if ranking else [],
            "seats": [_json(of_tally(tally)) for tally in main.seats],
            "turns": {
                "least": turns[0][0],
                "mean": round(sum(turn * n for turn, n in turns) / main.games, 2),
                "most": turns[-1][0],
                "games": {str(turn): n for turn, n in turns},
            },
            "lead-changes": round(main.leads / main.games, 2),
            "decisions": round(main.decisions / main.games, 2),
            "forced": round(main.forced / max(1, main.forced + main.decisions), 4),
            "without": [{"deck": w.deck, "card": w.card, **w.share.to_json()} for w in self.worths],
            "findings": self.findings(),
        }


def _json(figure: Figure | None) -> dict[str, Any] | None:
    return figure.to_json() if figure else None


def _strength(value: float, error: float) -> dict[str, Any]:
    """A strength as the share of games that such a deck wins against an average one."""

    def share(odds: float) -> float:
        return round(1 / (1 + math.exp(-odds)), 4)

    return {"value": share(value), "interval": [share(value - Z * error), share(value + Z * error)]}


@dataclass(frozen=True)
class Change:
    """What a change has done to a pairing or a deck, by the same seeds before and after."""

    what: str
    before: float
    after: float
    by: Figure


Moves = Counter[tuple[float, float]]  # how many seeds had this result before and this one now


def changes(before: Report, after: Report) -> list[Change]:
    """What changed between two reports of the same decks with the same seeds, by pairing, then by deck.

    The difference is taken seed by seed, so that luck, which is the same in both, cancels out. A pairing that `before`
    did not play, because none of its decks has changed, has not moved.
    """
    found = []
    decks: dict[str, Moves] = {}
    touched: set[str] = set()
    labels = after.labels
    for seats, old, new in zip(after.plan.main.pairings, before.main.pairings, after.main.pairings, strict=True):
        pair = list(dict.fromkeys(seats))
        seeds = Counter(zip(old.means or new.means, new.means, strict=True))
        if len(pair) > 1:
            found.append(_moved(" - ".join(labels[entry] for entry in pair), seeds, new.rotations, sure=not old.means))
        if old.means:
            touched.update(labels[entry] for entry in pair)
        if len(pair) == 2:
            decks.setdefault(labels[pair[0]], Counter()).update(seeds)
            decks.setdefault(labels[pair[1]], Counter()).update(
                {(1 - was, 1 - now): n for (was, now), n in seeds.items()}
            )
    found += [_moved(label, seeds, 2, sure=label not in touched) for label, seeds in decks.items()]
    return found


def _moved(what: str, seeds: Moves, each: int, *, sure: bool) -> Change:
    """The mean of the differences, with an interval from their spread; a difference of half a game is added to that.

    If nothing can have changed (`sure`), the interval has no width.
    """
    number = seeds.total()
    before = math.fsum(was * n for (was, _), n in seeds.items()) / number
    mean = math.fsum((now - was) * n for (was, now), n in seeds.items()) / number
    spread = 0.0 if sure else math.fsum((now - was - mean) ** 2 * n for (was, now), n in seeds.items()) + 0.25
    reach = Z * math.sqrt(spread / number / number)
    return Change(what, before, before + mean, Figure(mean, mean - reach, mean + reach, number * each))
