"""A game's statistics for people: names instead of ids, sentences, drawings; and the report as a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from builder.diagnostics import UsageError
from builder.reports import html
from builder.statistics.comparing import ABILITY
from builder.statistics.findings import EXPLAINED, GameStatistics, Table
from builder.words import Words

TEMPLATES: Final = Path(__file__).parent / "templates"
STEPS: Final = 10  # shades of a heat map
MOST_BARS: Final = 24  # of a curve
MOST_CURVES: Final = 12
NEAR: Final = (0.25, 0.04)  # shares of the scatter's sides; names nearer than this would cover each other
MOST_NAMED: Final = 12  # cards of a point
MOST_PARTS: Final = 16  # parts of the fit that are shown

Row = tuple[str, str, str, str]


def file_kind(path: Path) -> str:
    """The kind of report for a file, by the ending of its name. Raises UsageError for other endings."""
    kind = path.suffix.lower()
    if kind not in (".html", ".json"):
        raise UsageError.of("statistics", "kind", path=path, kinds=".html, .json")
    return kind


def written(found: GameStatistics, kind: str, words: Words) -> bytes:
    """The report as a file of that kind."""
    if kind == ".json":
        return (json.dumps(found.to_json(), indent=2, ensure_ascii=False) + "\n").encode()
    shown = Shown(found, words)
    title = words("title", game=found.name)
    return html(TEMPLATES / "report-of-game.html", title, words, shown=shown).encode("utf-8", "replace")


@dataclass(frozen=True)
class Shown:
    """A game's statistics in a language. `address` returns the address of a card's page, if there is one."""

    found: GameStatistics
    words: Words
    address: Callable[[str], str] | None = None

    @property
    def lead(self) -> str:
        """The first line: the game and its number of cards."""
        return self.words("lead", cards=self._cards(self.found.cards))

    def link(self, card: str) -> str:
        """The address of a card's page; empty where there is none."""
        return self.address(card) if self.address else ""

    def name(self, card: str) -> str:
        """The name of a card."""
        return self.found.names.get(card, card)

    def title(self, field: str) -> str:
        """The title of a field, such as `cost.oil`; the name itself where there is no such field."""
        return self.found.titles.get(field, field)

    def word(self, name: str) -> str:
        """A word, or the text for a missing one."""
        return name or self.words("none")

    def table_title(self, table: Table) -> str:
        """What a table counts."""
        return self.words("counts", rows=table.titles[0], columns=table.titles[1])

    def step(self, count: int, counts: Mapping[str, Mapping[str, int]]) -> int:
        """The shade of a count among those of its table, from 0 to `STEPS`."""
        most = max((n for row in counts.values() for n in row.values()), default=0)
        return -(-count * STEPS // most) if most else 0

    @cached_property
    def curves(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """The curves of amounts that vary, each with its sentence and the cards by amount."""
        found = []
        for amounts in self.found.amounts:
            if len(amounts.curve) > 1:
                cards, average = self._cards(sum(amounts.curve.values())), self._decimal(amounts.average)
                text = self.words("curve", title=amounts.title, average=average, cards=cards)
                found.append((text, list(_drawn(amounts.curve, self._decimal))))
        return found[:MOST_CURVES]

    @property
    def deeds_by(self) -> str:
        """The title of the field by which deeds are counted."""
        return self.title(self.found.deeds_by)

    @property
    def deeds_tables(self) -> list[tuple[str, list[str], dict[str, dict[str, int]]]]:
        """Verbs and events by faction: a title, the factions' names, the counts by verb and faction's place."""
        made = []
        names = [self.word(deeds.name) for deeds in self.found.deeds]
        for title in ("verbs", "events"):
            each: list[Mapping[str, int]] = [getattr(deeds, title) for deeds in self.found.deeds]
            if rows := sorted({one for counted in each for one in counted}):
                counts = {row: {str(at): counted.get(row, 0) for at, counted in enumerate(each)} for row in rows}
                made.append((self.words(title), names, counts))
        return made

    @property
    def lacks(self) -> list[str]:
        """What each faction lacks, a sentence each."""
        return [
            self.words("lacks", word=self.word(deeds.name), verbs=", ".join((*deeds.lacks_verbs, *deeds.lacks_events)))
            for deeds in self.found.deeds
            if deeds.lacks_verbs or deeds.lacks_events
        ]

    @property
    def nothing_lacks(self) -> str:
        """Why `lacks` is empty."""
        return self.words("lacks.nothing" if self.found.deeds else "no-deeds")

    @property
    def power_text(self) -> str:
        """How well values and verbs explain costs, or why that is not known."""
        power = self.found.power
        if power is None:
            return self.words("power.few" if self.found.cost else "power.no-cost")
        share = self.words.percent(max(0.0, power.explained))
        if power.explained < EXPLAINED:
            return self.words("power.little", share=share)
        return self.words("power.lead", share=share, usual=self._decimal(power.usual))

    @property
    def alone_text(self) -> str:
        """How many cards are not judged; empty for none."""
        alone = sum(bool(point.alone) for point in self.found.power.points) if self.found.power else 0
        return self.words("power.alone", cards=self._cards(alone)) if alone else ""

    @property
    def outliers(self) -> list[tuple[str, str, str, str, str]]:
        """The cards that are out of line: name, description, cost, worth, id."""
        power = self.found.power
        return [
            (
                self.name(one.card), self.words("power.strong" if one.worth > one.cost else "power.weak"),
                self._decimal(one.cost), self._decimal(one.worth), one.card,
            )
            for one in (power.outliers if power else ())
        ]  # fmt: skip

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The worth of parts of cards, the largest first."""
        power = self.found.power
        worths = sorted(power.worths.items(), key=lambda one: (-abs(one[1]), one[0])) if power else []
        return [(self._part(part), self._decimal(worth, "+.2f")) for part, worth in worths[:MOST_PARTS]]

    @property
    def points(self) -> list[tuple[float, float, str, bool]]:
        """The cards of the scatter, for `drawn.html`; names that would cover each other are joined."""
        power = self.found.power
        low, high = self._bounds
        placed = [
            ((one.cost - low) / (high - low), max(0.0, (one.worth - low) / (high - low)), one)
            for one in (power.points if power else ())
        ]
        named: list[tuple[float, float, list[str]]] = []
        for x, y, one in placed:
            if one.far:
                near = next((names for a, b, names in named if abs(a - x) < NEAR[0] and abs(b - y) < NEAR[1]), None)
                if near is None:
                    named.append((x, y, [self.name(one.card)]))
                else:
                    near.append(self.name(one.card))
        labels = {(x, y): ", ".join(names) for x, y, names in named}
        far = [(x, y, labels.pop((x, y), ""), True) for x, y, one in placed if one.far]
        together: dict[tuple[float, float], list[str]] = {}
        for x, y, one in placed:
            if not one.far:
                together.setdefault((x, round(y, 2)), []).append(self.name(one.card))
        usual = [(x, y, ", ".join(names[:MOST_NAMED]), False) for (x, y), names in together.items()]
        return [*usual, *far]

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """The ticks of both axes of the scatter."""
        low, high = self._bounds
        each = max(1, round((high - low) / 8))
        return [((at - low) / (high - low), self._decimal(at)) for at in range(int(low), int(high) + 1, each)]

    @cached_property
    def _bounds(self) -> tuple[float, float]:
        points = self.found.power.points if self.found.power else ()
        values = [value for one in points for value in (one.cost, one.worth)]
        low, high = min((0.0, *values)), max((1.0, *values))
        low = low if low < -0.5 else 0.0
        return float(int(low) - (low < int(low))), float(int(high) + (high > int(high)))

    @cached_property
    def dominated(self) -> list[Row]:
        """The dominated cards: name, the better card, where that is better, what that does more."""
        return [
            (
                self.name(one.card), self.words("dominated.by") + " " + self.name(one.by), self._differing(one.better),
                self.words("dominated.judge", more=", ".join(one.more)) if one.more else "",
            )
            for one in self.found.dominated
        ]  # fmt: skip

    @cached_property
    def twins(self) -> list[tuple[str, str]]:
        """Near twins: their names and their differences."""
        return [
            (self.words.listing([self.name(card) for card in one.cards]), self._differing(one.differs))
            for one in self.found.twins
        ]

    @property
    def by_hand_text(self) -> str:
        """How many texts are still by hand."""
        n = len(self.found.by_hand)
        return self.words("by-hand.lead", cards=self._cards(n)) if n else self.words("by-hand.none")

    @property
    def hand_words(self) -> list[str]:
        """The words of texts by hand, each with its cards."""
        return [f"{word} {n}" for word, n in self.found.hand_words.items()]

    def _differing(self, differs: Mapping[str, tuple[float, float]]) -> str:
        return ", ".join(
            self.words("pair", name=self._different(name), first=self._decimal(a), second=self._decimal(b))
            for name, (a, b) in differs.items()
        )

    def _different(self, name: str) -> str:
        """What differs: a field, or a number in abilities (`ability`, or `ability 2` if several do)."""
        field, _, at = name.partition(" ")
        if field != ABILITY:
            return self.title(name)
        return self.words("number.at", at=at) if at else self.words("number")

    def _part(self, part: str) -> str:
        """A part of the fit: `weapons`, `op:draw`, `type:ship`."""
        field, _, word = part.partition(":")
        title = self.words("verbs") if field == "op" else self.title(field)
        return self.words("said-of", name=title, text=word) if word else title

    def _cards(self, n: int) -> str:
        return self.words("count.cards", n)

    def _decimal(self, value: float, form: str = "") -> str:
        return self.words.decimal(value, form or ("g" if float(value).is_integer() else ".1f"))


def _drawn(curve: Mapping[float, int], shown_as: Callable[[float], str]) -> Sequence[tuple[str, int]]:
    """The bars of a curve: every whole amount from the least to the most, or only the amounts that occur, if these are
    far apart; if there are too many, the last bar stands for all higher amounts.
    """
    amounts = sorted(curve)
    whole = all(float(amount).is_integer() for amount in amounts)
    if whole and amounts[-1] - amounts[0] < MOST_BARS:
        return [(shown_as(at), curve.get(at, 0)) for at in range(int(amounts[0]), int(amounts[-1]) + 1)]
    first, rest = amounts[: MOST_BARS - 1], amounts[MOST_BARS - 1 :]
    shown = [(shown_as(amount), curve[amount]) for amount in first]
    return [*shown, (f"{shown_as(rest[0])}+", sum(curve[amount] for amount in rest))] if rest else shown
