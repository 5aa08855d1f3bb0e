"""Sharing out cards among limited groups, exactly: a legal deck is never refused for the order of its cards.

A card may fit several groups, so filling them one card after another can fail where a better sharing exists.
What fails that way is decided by a maximum flow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Sort = tuple[int, ...]  # the groups that a card fits, by index; cards of one sort are interchangeable


@dataclass(frozen=True, slots=True)
class Sharing:
    """How cards were shared out: `used` holds (card, group index, copies).

    Where not every copy finds a place, `crowded` are the cards that compete for too few places, `wanted` how
    many copies those are and `places` how many there are for them; `homeless` are the cards that fit no group
    at all.
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
    """Give every copy of every card a place in a group (what fits, how many places), if possible."""
    sorts: defaultdict[Sort, list[str]] = defaultdict(list)
    for card in sorted(copies):
        sorts[tuple(g for g, (fitting, _) in enumerate(groups) if card in fitting)].append(card)
    homeless = tuple(sorts.pop((), ()))
    demand = {sort: sum(copies[card] for card in cards) for sort, cards in sorts.items()}
    places = [limit for _, limit in groups]
    flow = _greedy(demand, places) or _maximum_flow(demand, places)
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


def _greedy(demand: Mapping[Sort, int], places: Sequence[int]) -> Flow | None:
    """The sharing that serves the least flexible cards first; None where that leaves copies over."""
    left = list(places)
    flow: Flow = {}
    for sort in sorted(demand, key=lambda s: (len(s), s)):
        flow[sort] = {}
        need = demand[sort]
        for group in sorted(sort, key=lambda g: -left[g]):
            taken = min(need, left[group])
            left[group] -= taken
            need -= taken
            flow[sort][group] = taken
        if need:
            return None
    return flow


def _maximum_flow(demand: Mapping[Sort, int], places: Sequence[int]) -> Flow:
    """The sharing that gives a place to as many copies as possible."""
    import networkx as nx  # slow to import, and rarely needed
    from networkx.algorithms.flow import dinitz

    # Numbers for nodes, and an algorithm that walks them in order: one deck gets one answer everywhere.
    source, sink = 0, 1
    of_group = {group: 2 + group for group in range(len(places))}
    of_sort = {sort: 2 + len(places) + i for i, sort in enumerate(demand)}
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from((source, sink))
    for group, limit in enumerate(places):
        graph.add_edge(of_group[group], sink, capacity=limit)
    for sort, need in demand.items():
        graph.add_edge(source, of_sort[sort], capacity=need)
        for group in sort:
            graph.add_edge(of_sort[sort], of_group[group], capacity=need)
    flow = nx.maximum_flow(graph, source, sink, flow_func=dinitz)[1]
    return {sort: {group: flow[of_sort[sort]][of_group[group]] for group in sort} for sort in demand}


def _crowd(demand: Mapping[Sort, int], flow: Flow) -> set[Sort]:
    """The sorts that compete for too few places: those left over, and those in the places that they could use."""
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
