"""How many copies of each card a format allows, in each section and in the whole deck; for cards with none, why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from builder.decks import MAX_COPIES
from builder.documents.data import Data
from builder.legality.judge import Judge
from builder.legality.verdicts import Violation

MOST_FAULTS = 2_000_000  # up to which each card is judged alone; beyond that, all cards are judged together

_OTHER_CARDS = "not-in-section"  # no limit here: it depends on the deck's other section


@dataclass(frozen=True, slots=True)
class Allowed:
    """`sections` has the cards that each section admits, with the most copies of each (None: any number); `deck` has
    the limits that count several sections together. `out` are cards that no section admits, each with the code of the
    rule that forbids it and the format's words about that rule.
    """

    sections: dict[str, dict[str, int | None]]
    deck: dict[str, int] = field(default_factory=dict)
    out: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Data]:
        """The same as data."""
        return {
            "sections": {section: {**cards} for section, cards in self.sections.items()},
            "deck": {**self.deck},
            "out": [{"code": code, "help": help_, "cards": [*cards]} for (code, help_), cards in self.out.items()],
        }


def allowed(judge: Judge, players: int | None = None, cards: Collection[str] | None = None) -> Allowed:
    """What a judge's format allows of these cards, by default all, for this number of players.

    Each card is judged alone, as if a deck had no other cards.
    """
    format_, asked = judge.format, judge.cards.cards if cards is None else cards
    found = Allowed({section: {} for section in format_.sections})
    why: dict[str, tuple[str, str]] = {}
    for section, copies in found.sections.items():
        for card_id, limits in _limits(judge, section, players, asked):
            if none := next((one for most, one in limits if most == 0), None):
                before = why.get(card_id)
                if before is None or (none.code == "banned-card" != before[0]):
                    why[card_id] = none.code, none.help
                continue
            here = [most for most, one in limits if one.section == section or len(format_.sections) == 1]
            copies[card_id] = min(here, default=None)
            if over := [most for most, one in limits if one.section != section and len(format_.sections) > 1]:
                found.deck[card_id] = min(over)
    inside = set().union(*found.sections.values())
    out: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for card_id in asked:
        if card_id in why and card_id not in inside:
            out[why[card_id]].append(card_id)
    found.out.update(out)
    return found


def _limits(
    judge: Judge, section: str, players: int | None, cards: Collection[str]
) -> Iterator[tuple[str, list[tuple[int, Violation]]]]:
    """The limits on each card's copies in a section: the most copies, and the violation that one more would make."""
    alone = len(judge.judge({}, players=players).violations) + 1
    if len(cards) * alone <= MOST_FAULTS:
        for card_id in cards:
            about = _limiting(judge.judge({section: {card_id: MAX_COPIES}}, players=players).violations, section)
            yield card_id, [(limit * MAX_COPIES // actual, one) for limit, actual, one in about]
        return
    by_card: defaultdict[str, list[tuple[int, Violation]]] = defaultdict(list)
    found = judge.judge({section: dict.fromkeys(cards, MAX_COPIES)}, players=players).violations
    for limit, actual, one in _limiting(found, section):
        at_fault = one.cards or cards
        if actual == MAX_COPIES * len(at_fault):  # only if it counts copies
            for card_id in at_fault:
                by_card[card_id].append((limit, one))
    yield from ((card_id, by_card[card_id]) for card_id in cards)


def _limiting(violations: Iterable[Violation], section: str) -> Iterator[tuple[int, int, Violation]]:
    """Limit, number and violation, for those violations that say that a section has too many cards."""
    for one in violations:
        limit, actual = one.limit, one.actual or 0
        if limit is not None and actual > limit and one.code != _OTHER_CARDS and (one.cards or one.section == section):
            yield limit, actual, one
