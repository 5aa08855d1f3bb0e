"""The limits of copies, judged together: for each card only the strictest broken limit is reported."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import gt
from typing import NamedTuple

from builder.decks import CardIndex
from builder.documents.data import Data, sequence, text, texts, whole
from builder.games import UNLIMITED, Card, Clause, Format, Game
from builder.legality.context import NO_CLAUSE, Check, Context, Counted
from builder.legality.kinds import MOST, ClauseKind, names, naming
from builder.legality.speech import Speech
from builder.legality.verdicts import Violation


def copies(clauses: Sequence[Clause], context: Context) -> Iterator[Check]:
    """All clauses are judged together: for each card only the strictest broken limit is reported.

    For a card with `deckbuilding: {copies: n}` only that counts, whatever the format says.
    """
    own = {card_id: card.copies for card_id, card in context.cards.cards.items() if card.copies is not None}
    longest = max((len(sequence(clause.parameters.get("max"))) for clause in clauses), default=0)

    @cache
    def limited(players: int) -> list[_Scope]:
        scopes: defaultdict[tuple[str, ...], list[_Limit]] = defaultdict(list)
        for clause in clauses:
            scope = texts(clause.parameters.get("across")) or ((clause.section,) if clause.section else ())
            ids = context.matching(clause.where) - own.keys()
            scopes[scope] += _limits(ids, _counted_by(clause), _most(clause, players), clause, context.cards)
        by = "name" if any(_counted_by(clause) == "name" for clause in clauses) else "id"
        for number in sorted({n for n in own.values() if n != UNLIMITED}):
            ids = frozenset(i for i, n in own.items() if n == number)
            scopes[()] += _limits(ids, by, number, NO_CLAUSE, context.cards)
        return [_Scope(scope, limits, context.cards) for scope, limits in scopes.items()]

    def check(deck: Counted) -> Iterable[Violation]:
        broken = [excess for scope in limited(min(deck.players, longest)) for excess in scope.broken(deck)]
        return [excess.violation(context, deck.players) for excess in _strictest(broken)] if broken else ()

    if limited(longest):
        yield check


class _Limit(NamedTuple):
    """At most `most` copies of some cards together; `clause` is NO_CLAUSE where the cards themselves say so."""

    cards: tuple[str, ...]
    most: int
    clause: Clause
    by: str
    value: str


class _Scope:
    """The limits that count the same sections together."""

    def __init__(self, sections: tuple[str, ...], limits: Sequence[_Limit], cards: CardIndex) -> None:
        self.sections = sections
        self._of_card: defaultdict[str, list[_Limit]] = defaultdict(list)
        for limit in limits:
            for card_id in limit.cards:
                self._of_card[card_id].append(limit)
        # Limits on a single card become one number for that card.
        alone: dict[str, int] = dict.fromkeys(cards.names, UNLIMITED)
        for limit in limits:
            if len(limit.cards) == 1:
                alone[limit.cards[0]] = min(alone[limit.cards[0]], limit.most)
        self._limit_of = alone.__getitem__
        self._sharing = frozenset(i for limit in limits if len(limit.cards) > 1 for i in limit.cards)

    def broken(self, deck: Counted) -> Iterable[_Excess]:
        """The limits that a deck breaks."""
        cards = deck.across(self.sections)
        if not any(map(gt, cards.values(), map(self._limit_of, cards))) and self._sharing.isdisjoint(cards):
            return ()
        suspects = [i for i, n in cards.items() if n > self._limit_of(i)]
        suspects += self._sharing.intersection(cards)
        limits = {id(limit): limit for i in suspects for limit in self._of_card[i]}
        counted = [(limit, sum(cards.get(i, 0) for i in limit.cards)) for limit in limits.values()]
        return [
            _Excess(limit, actual, tuple(i for i in limit.cards if i in cards), self.sections)
            for limit, actual in counted
            if actual > limit.most
        ]


class _Excess(NamedTuple):
    """A broken limit: `actual` copies of these cards in these sections."""

    limit: _Limit
    actual: int
    cards: tuple[str, ...]
    sections: tuple[str, ...]

    def violation(self, context: Context, players: int) -> Violation:
        """The violation, for a deck for that number of players."""
        (cards, most, clause, by, value), say = self.limit, context.say

        def message() -> str:
            if by in ("id", "name"):
                what = say("copies", self.actual, card=context.name(cards[0]))
            else:
                what = say("copies.with", self.actual, field=by, value=value)
            sections = say.listing([context.format.sections.get(one, one) for one in self.sections])
            return say(
                "copies.exceeded",
                what=what,
                place=say("in", section=sections) if sections else "",
                who=say("copies.card") if clause is NO_CLAUSE else context.format.name,
                limit=most,
                players=say("players.for", players) if _by_players(clause) else "",
                over=self.actual - most,
            )

        section = context.section(self.sections[0] if len(self.sections) == 1 else "")
        values: dict[str, Data] = {"by": by, "value": value, "across": [*self.sections]}
        code, counted = "too-many-copies", (most, self.actual)
        return context.violation(clause, code, message, *counted, cards=self.cards, section=section, values=values)


def _strictest(broken: Iterable[_Excess]) -> Iterator[_Excess]:
    """The broken limits from the strictest on, without those whose cards are all in earlier ones."""
    named: set[str] = set()
    for excess in sorted(broken, key=lambda one: (one.limit.most, one.limit.cards, one.sections)):
        if not named.issuperset(excess.cards):
            named.update(excess.cards)
            yield excess


def _most(clause: Clause, players: int) -> int:
    """A clause's limit for that number of players."""
    by_players = sequence(clause.parameters.get("max"))
    return whole(by_players[min(players, len(by_players)) - 1]) if by_players else clause.number("max")


def _counted_by(clause: Clause) -> str:
    """What decides which cards count as the same: the id, the name or a field."""
    return text(clause.parameters.get("by")) or "id"


def _limits(ids: Iterable[str], by: str, most: int, clause: Clause, cards: CardIndex) -> Iterator[_Limit]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for card_id in sorted(ids):
        for value in _values(cards.cards[card_id], by):
            groups[value].append(card_id)
    for value, members in groups.items():
        yield _Limit(tuple(members), most, clause, by, value)


def _values(card: Card, by: str) -> tuple[str, ...]:
    """A card's values in the field by which copies are counted; several where it holds a list."""
    if by == "id":
        return (card.id,)
    if by == "name":
        return (card.name,)
    if by == "set":
        return card.sets
    return tuple(dict.fromkeys(map(str, card.values(by))))


def _by_players(clause: Clause) -> bool:
    """Whether there is a limit for each number of players."""
    return bool(sequence(clause.parameters.get("max")))


def sentence(clause: Clause, by: Format, game: Game, say: Speech) -> str:
    """The limit, for each number of players where it depends on that, and what counts as the same card."""
    most, field = clause.parameters.get("max"), _counted_by(clause)
    known = field in ("id", "name")
    title = "" if known or field not in game.fields else game.fields[field].title
    same = say(f"copies.by.{field}") if known else say("copies.by.field", title=title or field)
    if isinstance(most, list):
        return say("copies.asks.players", number=", ".join(map(str, most)), of=same)
    return say("copies.asks", number=clause.number("max"), of=same)


_LIMIT: dict[str, Data] = {"type": "integer", "minimum": 0, "maximum": MOST}
KIND = ClauseKind(
    copies,
    description="How many copies of one card a deck holds. The strictest clause that matches a card wins; a card's own "
    "`deckbuilding: copies` replaces them all.",
    parameters={
        "max": {
            "description": "How many copies at most. A list of numbers is for one player, for two and so on; the last "
            "one is for all more.",
            "anyOf": [_LIMIT, {"type": "array", "items": _LIMIT, "minItems": 2, "maxItems": 100}],
        },
        "by": naming("by", "What counts as the same card: its `id` (the default), its `name`, or a field of the game."),
        "where": naming("query", "The cards that the limit is for; all of them by default."),
        "section": naming("section", "The one section that is counted; all of them by default."),
        "across": names("section", "The sections that are counted together; all of them by default."),
    },
    required=("max",),
    by_players=_by_players,
    sentence=sentence,
    codes={"too-many-copies": "a deck holds more copies of a card than are allowed"},
)
