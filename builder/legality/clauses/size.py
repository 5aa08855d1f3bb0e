"""How many cards a section holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from operator import itemgetter

from builder.documents.data import Data, mapping, text, whole
from builder.games import Clause, Format, Game
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import BOUNDS, EACH_PLAYER, MAIN_SECTION, ClauseKind, naming, one_of, parts, true
from builder.legality.speech import Bounds, Speech
from builder.legality.verdicts import Violation


def size(clauses: Sequence[Clause], context: Context) -> Iterator[Check]:
    """All clauses about a section apply together. One with `stated-by` has no bounds where no card states a number."""
    by_section: defaultdict[str, list[Clause]] = defaultdict(list)
    for clause in clauses:
        by_section[clause.section or context.format.main].append(clause)
    for section, together in by_section.items():
        yield _size_of(section, together, context)


def _size_of(section: str, clauses: Sequence[Clause], context: Context) -> Check:
    say = context.say
    stated = [_Stated(clause, context) for clause in clauses]
    by_other_cards = any(one.section for one in stated)
    asked_of = cache(partial(_bounds, clauses))
    asked_of_nothing = cache(partial(_bounds, [clause for clause in clauses if "optional" not in clause.parameters]))

    def check(deck: Counted) -> tuple[Violation, ...]:
        actual = sum(deck.listed(section).values())
        if by_other_cards:
            of_deck = [one.clause_for(deck) for one in stated]
            applying = [clause for clause in of_deck if actual or "optional" not in clause.parameters]
            both, asks, allows = _bounds(applying, deck.players)
        else:
            both, asks, allows = asked_of(deck.players) if actual else asked_of_nothing(deck.players)
        if both.low <= actual <= both.high:
            return ()
        few = actual < both.low
        clause = asks if few else allows
        stating = {card_id for one in stated for card_id in one.stating(deck) if "stated-by" in clause.parameters}

        def message() -> str:
            what = say("count.cards", actual) + context.in_section(section)
            because = say("size.stated", cards=context.names(sorted(stating))) if stating else ""
            return context.bounded(what, actual, both, context.say.for_players(clause, deck.players), because)

        code, limit = "too-few-cards" if few else "too-many-cards", both.broken(actual)
        values: dict[str, Data] = {**both.to_json(), **({"stated-by": sorted(stating)} if stating else {})}
        return (context.violation(clause, code, message, limit, actual, section=section, values=values),)

    return check


def _bounds(clauses: Sequence[Clause], players: int) -> tuple[Bounds, Clause, Clause]:
    """The sizes that all clauses of a section allow, and the clauses that give the minimum and the maximum."""
    bounds = [(Bounds.of(clause.parameters, players), clause) for clause in clauses or [Clause("", "size")]]
    low, asks = max(((b.low, c) for b, c in bounds), key=itemgetter(0))
    high, allows = min(((b.high, c) for b, c in bounds), key=itemgetter(0))
    return Bounds(low, high), asks, allows


class _Stated:
    """A clause whose bounds grow by the numbers that cards of a section have in a field, as scenarios do."""

    def __init__(self, clause: Clause, context: Context) -> None:
        stated_by = mapping(clause.parameters.get("stated-by"))
        self.section, field = text(stated_by.get("section")), text(stated_by.get("field"))
        self._clause = clause
        numbers = {i: card.definition.get(field) for i, card in context.cards.cards.items()} if field else {}
        self._numbers = {card_id: n for card_id, n in numbers.items() if type(n) is int}

    def stating(self, deck: Counted) -> list[str]:
        """The deck's cards that state a number, by id."""
        return sorted(self._numbers.keys() & deck.cards(self.section).keys()) if self.section else []

    def clause_for(self, deck: Counted) -> Clause:
        """The clause for a deck; without bounds if no card of the deck states a number."""
        if not self.section:
            return self._clause
        there, stating = deck.cards(self.section), self.stating(deck)
        more = sum(self._numbers[card_id] * there[card_id] for card_id in stating)
        parameters = self._clause.parameters
        bounds = {bound: whole(parameters[bound]) + more for bound in BOUNDS if bound in parameters and stating}
        others = {name: value for name, value in parameters.items() if name not in BOUNDS}
        return Clause(self._clause.id, self._clause.kind, {**others, **bounds})


def sentence(clause: Clause, by: Format, game: Game, say: Speech) -> str:
    """The bounds, and whether there may be none."""
    asks = say("size.asks", number=say.bounds(clause))
    return f"{asks} {say('size.optional')}" if "optional" in clause.parameters else asks


KIND = ClauseKind(
    size,
    description="How many cards a section holds. Several clauses about a section apply together.",
    parameters={
        "section": MAIN_SECTION,
        **BOUNDS,
        "optional": true("The section may also be empty."),
        "per-player": EACH_PLAYER,
        "stated-by": parts(
            {
                "section": naming("section", "The section of the cards that say it."),
                "field": naming("amount", "The field with the number; cards without it say nothing."),
            },
            ["section", "field"],
            description="Added to each bound: a number that the cards of a section say in a field, such as a scenario "
            "that says how many protocols it has. Where none says it, the clause asks for nothing.",
        ),
    },
    shape=one_of("min", "max", "exactly"),
    sentence=sentence,
    codes={
        "too-few-cards": "a section holds fewer cards than the format asks for",
        "too-many-cards": "a section holds more cards than the format allows",
    },
)
