"""The report of a balance run as a file: HTML to read, Markdown for a pull request, CSV and JSON for programs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, Final  # Any: plain data

from builder.diagnostics import UsageError
from builder.playing.balance import Balance
from builder.reports import html
from builder.words import Words, words_here
from engine.balancing import Change, Figure, Report, difference, of_tally

TEMPLATE: Final = Path(__file__).parent / "templates" / "balance.html"
LABELS: Final = 24  # of lengths, on the axis
_COLUMNS: Final = ("what", "deck", "against", "card", "value", "low", "high", "games")
_MARKS: Final = re.compile(r"([\\`*_{}\[\]#!~|])")


def file_kind(path: Path) -> str:
    """The kind of report for a file, by the ending of its name. Raises UsageError for other endings."""
    kind = path.suffix.lower()
    if kind not in _KINDS:
        raise UsageError.of("play", "balance.kind", path=path, kinds=", ".join(_KINDS))
    return kind


def written(found: Balance, kind: str) -> bytes:
    """The report as a file of that kind, in the language of the command."""
    return _KINDS[kind](found).encode("utf-8")


@dataclass(frozen=True)
class CardEffect:
    """The effect of a card in a deck. Figures without a game are None."""

    deck: str
    name: str
    first: Figure | None
    seen: Figure | None
    improvement: Figure | None
    played: Figure | None
    offered: int
    taken: float | None


@dataclass(frozen=True)
class Shown:
    """A report as people read it: names for ids, numbers in the language's signs, decks in the order of strength."""

    balance: Balance

    @property
    def report(self) -> Report:
        """The results of the games."""
        return self.balance.report

    @cached_property
    def words(self) -> Words:
        """The texts, in the language of the command."""
        return words_here("terminal")

    @property
    def names(self) -> Mapping[str, str]:
        """The names of the decks' cards, by their ids."""
        return self.balance.names

    @property
    def game(self) -> str:
        """The game's name."""
        return self.report.plan.main.entries[0].deck.game_name

    @cached_property
    def order(self) -> list[int]:
        """The decks, the strongest first where their strengths are known."""
        ranking = self.report.ranking
        order = range(len(self.report.labels))
        return sorted(order, key=lambda deck: -ranking.strengths[deck][0]) if ranking else list(order)

    def against(self, deck: int, other: int) -> Figure | None:
        """What a deck reached against another; None where they have not met."""
        shares = self.report.shares
        if (deck, other) in shares:
            return shares[deck, other]
        back = shares.get((other, deck))
        return Figure(1 - back.value, 1 - back.high, 1 - back.low, back.games) if back else None

    @property
    def cards(self) -> Iterator[CardEffect]:
        """All cards of all decks, each deck's best first: by how much better the deck does when the card is drawn."""
        for label, cards in zip(self.report.labels, self.report.main.cards, strict=True):
            found = [
                CardEffect(
                    label, self.names[card], of_tally(sums.first), of_tally(sums.seen),
                    difference(sums.seen, sums.unseen), of_tally(sums.played), sums.offered,
                    sums.taken / sums.offered if sums.offered else None,
                )
                for card, sums in cards.items()
            ]  # fmt: skip
            yield from sorted(found, key=lambda card: -card.improvement.value if card.improvement else 1)

    @property
    def findings(self) -> list[str]:
        """The findings, in sentences."""
        sentences = []
        for finding in self.report.findings():
            values = {name: value for name, value in finding.items() if name not in ("code", "interval", "value")}
            if "value" in finding:
                low, high = finding["interval"]
                values["share"] = self.share(Figure(finding["value"], low, high, finding["games"]))
            if "card" in finding:
                values["card"] = self.names[finding["card"]]
            if "decks" in finding:
                values["decks"] = " > ".join((*finding["decks"], finding["decks"][0]))
            sentences.append(self.words(f"balance.{finding['code']}", **values))
        return sentences

    @property
    def played(self) -> str:
        """How many games were played, and their lengths and ends."""
        main, words = self.report.main, self.words
        turns = sum(turn * n for turn, n in main.turns.items()) / main.games
        return words(
            "balance.played", main.games, games=words.number(main.games), turns=words.decimal(turns, ".1f"),
            decisions=words.decimal(main.decisions / main.games, ".1f"),
            leads=words.decimal(main.leads / main.games, ".1f"),
            forced=words.percent(main.forced / max(1, main.forced + main.decisions)),
        )  # fmt: skip

    @property
    def bots(self) -> str:
        """The bots that played."""
        return ", ".join(dict.fromkeys(entry.bot for entry in self.report.plan.main.entries))

    @property
    def moved(self) -> list[Change]:
        """The changes since an earlier revision: first those larger than chance, the largest first."""
        return sorted(self.balance.changes, key=lambda one: (not one.by.excludes(0), -abs(one.by.value)))

    @property
    def lengths(self) -> list[tuple[int, int]]:
        """(turns, number of games), from the shortest to the longest."""
        turns = self.report.main.turns
        return [(turn, turns[turn]) for turn in range(min(turns), max(turns) + 1)]

    @property
    def every(self) -> int:
        """The axis names every so many lengths: this number."""
        return max(1, -(-len(self.lengths) // LABELS))

    def percent(self, share: float) -> str:
        """A share in the language's signs."""
        return self.words.percent(share)

    def range(self, figure: Figure) -> str:
        """The interval of a share."""
        low, high = self.percent(max(0.0, figure.low)), self.percent(min(1.0, figure.high))
        return self.words("simulate.range", low=low, high=high)

    def share(self, figure: Figure | None) -> str:
        """A share with its interval; nothing where there is none."""
        return f"{self.percent(figure.value)} ({self.range(figure)})" if figure else ""

    def points(self, figure: Figure) -> str:
        """A difference in points of a hundred, with its interval."""
        if figure.low == figure.high:
            return self.words("balance.same-cards")
        value, low, high = (
            self.words.decimal(100 * one, "+.1f")
            for one in (figure.value, max(-1.0, figure.low), min(1.0, figure.high))
        )  # fmt: skip
        return f"{value} ({self.words('simulate.range', low=low, high=high)})"


def _html(found: Balance) -> str:
    shown = Shown(found)
    words = shown.words
    return html(TEMPLATE, words("balance.title", game=shown.game), words, shown=shown, report=found.report, of=of_tally)


def _markdown(found: Balance) -> str:
    """For a comment at a pull request: what has moved, then everything else, folded."""
    shown = Shown(found)
    words = shown.words
    lines = [f"### {_plain(words('balance.title', game=shown.game))}", ""]
    if found.before:
        moved = [change for change in shown.moved if change.by.excludes(0)]
        since = _plain(found.since)
        lines += [
            words("balance.moved", len(moved), since=since) if moved else words("balance.unmoved", since=since),
            "",
        ]
        heads = ("", words("balance.before"), words("balance.after"), words("balance.change"))
        rows = [[c.what, *map(words.percent, (c.before, c.after)), shown.points(c.by)] for c in shown.moved]
        if moved:
            lines += [*_rows(heads, rows[: len(moved)]), ""]
        if rows[len(moved) :]:
            lines += _folded(words("balance.not-moved"), _rows(heads, rows[len(moved) :]))
    if found.report.shares:
        decks = [found.report.labels[deck] for deck in shown.order]
        matrix = [
            [label, *("" if a == b else shown.share(shown.against(a, b)) for b in shown.order)]
            for label, a in zip(decks, shown.order, strict=True)
        ]
        lines += _folded(words("balance.decks"), _rows(("", *decks), matrix))
    if findings := shown.findings:
        lines += _folded(words("balance.findings"), [f"- {_plain(finding)}" for finding in findings])
    lead = words("balance.lead", bots=shown.bots, seed=str(found.report.plan.main.seed))
    return "\n".join([*lines, _plain(f"{shown.played}. {lead}"), ""])


def _rows(heads: tuple[str, ...], rows: list[list[str]]) -> list[str]:
    """A table of Markdown."""
    return [
        f"| {' | '.join(map(_plain, heads))} |",
        f"|{' --- |' * len(heads)}",
        *(f"| {' | '.join(map(_plain, row))} |" for row in rows),
    ]


def _folded(title: str, lines: list[str]) -> list[str]:
    return [f"<details><summary>{escape(title)}</summary>", "", *lines, "", "</details>", ""]


def _plain(text: str) -> str:
    """A text without anything that has a meaning in Markdown, in HTML or on a forge, such as @somebody."""
    return escape(_MARKS.sub(r"\\\1", " ".join(text.split())), quote=False).replace("@", "&#64;")


def _csv(found: Balance) -> str:
    """Every figure in a row of its own, for pivot tables and data frames."""
    file = io.StringIO()
    out = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
    out.writeheader()
    for row, figure in _figures(found.to_json()):
        if figure:
            low, high = figure["interval"]
            out.writerow(
                {**row, "value": figure["value"], "low": low, "high": high, "games": figure.get("games")}
            )  # fmt: skip
    return file.getvalue()


def _figures(data: Mapping[str, Any]) -> Iterator[tuple[dict[str, object], Mapping[str, Any] | None]]:
    """Each figure of a report, with the keys that say what it is about."""
    for pair in data["pairings"]:
        yield {"what": "pairing", "deck": pair["deck"], "against": pair["against"]}, pair
    for number, seat in enumerate(data["seats"], 1):
        yield {"what": f"seat-{number}"}, seat
    for deck in data["decks"]:
        yield {"what": "deck", "deck": deck["deck"]}, deck["share"]
        yield {"what": "strength", "deck": deck["deck"]}, deck.get("strength")
        for card, sums in deck["cards"].items():
            for what in ("first-hand", "in-hand", "not-seen", "improvement", "played"):
                yield {"what": what, "deck": deck["deck"], "card": card}, sums[what]
    for worth in data["without"]:
        yield {"what": "without", "deck": worth["deck"], "card": worth["card"]}, worth
    for change in data.get("changes", ()):
        yield {"what": "change", "deck": change["what"]}, change["change"]


def _json(found: Balance) -> str:
    return json.dumps(found.to_json(), indent=2, ensure_ascii=False) + "\n"


_KINDS: Final[Mapping[str, Callable[[Balance], str]]] = {".html": _html, ".md": _markdown, ".csv": _csv, ".json": _json}
