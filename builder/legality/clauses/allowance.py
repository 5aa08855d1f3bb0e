"""How many cards of some kinds a deck may have, in groups with a number of places each.

A card may fit several groups, so filling them one card after another can fail where a better distribution exists.
Then a maximum flow decides, so that no legal deck is refused for the order of its cards.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from builder.documents.data import mapping, sequence, text, whole
from builder.games import Clause
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import SECTION, ClauseKind, label, naming, number, one_by_one, parts, several
from builder.legality.verdicts import Allowance, Violation


def allowance(clause: Clause, context: Context) -> Check:
    """A deck is legal if there is any way to distribute its cards among the groups."""
    applies = context.matching(clause.where)
    stated = [mapping(group) for group in sequence(clause.parameters.get("groups"))]
    queries, labels = [[text(group.get(key)) for group in stated] for key in ("where", "label")]
    kinds = list(map(context.kind, queries, labels))
    called = [called or where for called, where in zip(labels, queries, strict=True)]
    groups = [(context.matching(where), whole(group.get("max"))) for where, group in zip(queries, stated, strict=True)]
    say, name = context.say, context.format.name

    def crowded(ids: tuple[str, ...], limit: int, actual: int) -> Violation:
        fit = [place for place, (fitting, _) in enumerate(groups) if not fitting.isdisjoint(ids)]

        def message() -> str:
            return say(
                "allowance.crowded",
                cards=say("count.cards", actual),
                names=context.names(ids),
                places=say("allowance.places", limit),
                fit=say.listing([kinds[place] for place in fit]),
                format=name,
                over=actual - limit,
            )

        values = {"groups": [called[place] for place in fit]}
        return context.violation(clause, "too-many-for-allowance", message, limit, actual, cards=ids, values=values)

    def homeless(ids: tuple[str, ...], actual: int) -> Violation:
        def message() -> str:
            return say("allowance.homeless", len(ids), cards=context.names(ids), format=name, over=actual)

        help_ = say("allowance.groups", kinds=say.listing(kinds))
        values = {"groups": [*called]}
        return context.violation(clause, "no-allowance", message, 0, actual, cards=ids, help=help_, values=values)

    def check(deck: Counted) -> Iterable[Violation]:
        cards = deck.cards(clause.section)
        needing = applies.intersection(cards)
        if not needing:
            return ()
        sharing = share_out({i: cards[i] for i in needing}, groups)
        if sharing.complete:
            deck.uses(Allowance(clause.id, called[group], i, n) for i, group, n in sharing.used)
            return ()
        found = [homeless(sharing.homeless, sum(map(cards.__getitem__, sharing.homeless)))] if sharing.homeless else []
        return [*found, crowded(sharing.crowded, sharing.places, sharing.wanted)] if sharing.crowded else found

    return check


KIND = ClauseKind(
    one_by_one(allowance),
    description="How many cards of some kinds are allowed. A card that fits several groups counts in the one that "
    "suits the deck.",
    parameters={
        "section": SECTION,
        "where": naming("query", "The cards that need an allowance; all by default."),
        "groups": several(
            "The allowances.",
            parts(
                {
                    "where": naming("query", "The cards that may use this allowance."),
                    "max": number("How many copies in all."),
                    "label": label(),
                },
                ["where", "max"],
            ),
            maxItems=50,
        ),
    },
    required=("groups",),
    codes={
        "no-allowance": "a deck holds cards that need an allowance and have none",
        "too-many-for-allowance": "a deck holds more cards than its allowances let in",
    },
)


Sort = tuple[int, ...]  # the groups that a card fits, by index; cards of one sort are interchangeable


@dataclass(frozen=True, slots=True)
class Sharing:
    """How cards were distributed: `used` holds (card, group index, copies).

    Where not every copy has a place, `crowded` are the cards that compete for too few places, `wanted` is the number of
    their copies and `places` the number of their places; `homeless` are the cards that fit no group at all.
    """

    used: list[tuple[str, int, int]] = field(default_factory=list)
    homeless: tuple[str, ...] = ()
    crowded: tuple[str, ...] = ()
    wanted: int = 0
    places: int = 0

    @property
    def complete(self) -> bool:
        """True when every copy has a place."""
        return not self.homeless and not self.crowded


def share_out(copies: Mapping[str, int], groups: Sequence[tuple[frozenset[str], int]]) -> Sharing:
    """Give every copy of every card a place, if possible; a group is (cards that fit, number of places)."""
    sorts: defaultdict[Sort, list[str]] = defaultdict(list)
    for card in sorted(copies):
        sorts[tuple(g for g, (fitting, _) in enumerate(groups) if card in fitting)].append(card)
    homeless = tuple(sorts.pop((), ()))
    demand = {sort: sum(copies[card] for card in cards) for sort, cards in sorts.items()}
    places = [limit for _, limit in groups]
    flow = _flow(demand, places)
    crowd = _crowd(demand, flow)
    if crowd or homeless:
        return Sharing(
            homeless=homeless,
            crowded=tuple(sorted(card for sort in crowd for card in sorts[sort])),
            wanted=sum(demand[sort] for sort in crowd),
            places=sum(places[g] for g in {g for sort in crowd for g in sort}),
        )
    return Sharing(used=[part for sort, cards in sorts.items() for part in _hand_out(cards, copies, flow[sort])])


Flow = dict[Sort, dict[int, int]]  # how many copies of each sort go to each group


def _flow(demand: Mapping[Sort, int], places: Sequence[int]) -> Flow:
    """A flow that gives a place to as many copies as possible, always the same for the same deck.

    The least flexible cards come first, each in the group with the most room. For those left over, room is made by
    moving others, as long as any move helps (a maximum flow, by the shortest augmenting paths).
    """
    left = list(places)
    flow: Flow = {}
    order = sorted(demand, key=lambda s: (len(s), s))
    for sort in order:
        flow[sort] = {}
        need = demand[sort]
        for group in sorted(sort, key=lambda g: -left[g]):
            taken = min(need, left[group])
            left[group] -= taken
            need -= taken
            flow[sort][group] = taken
    for sort in order:
        need = demand[sort] - sum(flow[sort].values())
        while need and (moved := _make_room(sort, need, flow, left)):
            need -= moved
    return flow


def _make_room(sort: Sort, need: int, flow: Flow, left: list[int]) -> int:
    """Give places to up to `need` copies of a sort by moving others, each to another group that it fits.

    Returns how many copies got a place; 0 where no chain of moves ends at a free place.
    """
    moves: dict[int, tuple[Sort, int | None]] = dict.fromkeys(sort, (sort, None))  # what comes to it, from where
    queue = deque(sort)
    while queue:
        group = queue.popleft()
        if left[group]:
            return _move_on(group, need, moves, flow, left)
        for other, given in flow.items():
            if given.get(group):
                for further in other:
                    if further not in moves:
                        moves[further] = other, group
                        queue.append(further)
    return 0


def _move_on(free: int, need: int, moves: Mapping[int, tuple[Sort, int | None]], flow: Flow, left: list[int]) -> int:
    """Do the moves that end at group `free`, with as many copies as all of them allow; returns how many."""
    chain: list[tuple[Sort, int | None, int]] = []
    to: int | None = free
    while to is not None:
        sort, start = moves[to]
        chain.append((sort, start, to))
        to = start
    number = min([need, left[free], *(flow[sort][start] for sort, start, _ in chain if start is not None)])
    for sort, start, end in chain:
        flow[sort][end] += number
        if start is not None:
            flow[sort][start] -= number
    left[free] -= number
    return number


def _crowd(demand: Mapping[Sort, int], flow: Flow) -> set[Sort]:
    """The sorts that compete for too few places: those without a place, and those whose places they could use."""
    crowd = {sort for sort, need in demand.items() if sum(flow[sort].values()) < need}
    while True:
        wanted = {group for sort in crowd for group in sort}
        grown = crowd | {sort for sort, given in flow.items() if any(given.get(g) for g in wanted)}
        if grown == crowd:
            return crowd
        crowd = grown


def _hand_out(cards: Iterable[str], copies: Mapping[str, int], given: Mapping[int, int]) -> list[tuple[str, int, int]]:
    """The places of one sort, card by card."""
    used: list[tuple[str, int, int]] = []
    left = {group: n for group, n in given.items() if n}
    for card in cards:
        need = copies[card]
        for group in list(left):
            taken = min(need, left[group])
            if taken:
                used.append((card, group, taken))
                left[group] -= taken
                need -= taken
    return used
