"""The kinds of clauses about numbers of cards and about which cards: a function each, which makes checks.

A clause function takes clauses of its kind and returns checks; a check takes a deck and returns violations. What can be
worked out from the format and the cards is worked out once, when the checks are made: a legal deck costs a few
operations on sets and dicts. A function's docstring is what users read about the clause. `builder.legality.registry`
lists all kinds; those about copies and about tables and dice have modules of their own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from operator import itemgetter

from builder.documents.data import Data, mapping, sequence, text, texts, whole, wholes
from builder.games import Clause
from builder.legality.allowance import share_out
from builder.legality.bounds import Bounds
from builder.legality.context import Check, Context, Copies, Counted
from builder.legality.stated import Stated
from builder.legality.verdicts import Allowance, Violation


def size(clauses: Sequence[Clause], context: Context) -> Iterator[Check]:
    """How many cards a section holds: `min`, `max` or `exactly`, and more `per-player`; none at all, if `optional`.

    `stated-by` adds what the cards of another section state in a field; where none does, the clause says nothing.
    All clauses about a section apply together.
    """
    by_section: defaultdict[str, list[Clause]] = defaultdict(list)
    for clause in clauses:
        by_section[clause.section or context.format.main].append(clause)
    for section, together in by_section.items():
        yield _size_of(section, together, context)


def _size_of(section: str, clauses: Sequence[Clause], context: Context) -> Check:
    say = context.say
    stated = [Stated(clause, context) for clause in clauses]
    by_other_cards = any(one.section for one in stated)
    asked_of = cache(partial(_asked, clauses))
    asked_of_nothing = cache(partial(_asked, [clause for clause in clauses if "optional" not in clause.parameters]))

    def check(deck: Counted) -> tuple[Violation, ...]:
        actual = sum(deck.listed(section).values())
        if by_other_cards:
            of_deck = [one.clause_for(deck) for one in stated]
            applying = [clause for clause in of_deck if actual or "optional" not in clause.parameters]
            both, asks, allows = _asked(applying, deck.players)
        else:
            both, asks, allows = asked_of(deck.players) if actual else asked_of_nothing(deck.players)
        if both.low <= actual <= both.high:
            return ()
        few = actual < both.low
        clause = asks if few else allows
        stating = {card_id for one in stated for card_id in one.stating(deck) if "stated-by" in clause.parameters}

        def message() -> str:
            return say(
                "bounded",
                what=say("cards", actual),
                place=context.in_section(section),
                format=context.format.name,
                asks=say.asks(both),
                players=say.for_players(clause, deck.players),
                because=say("with", cards=context.names(sorted(stating))) if stating else "",
                mend=say.mend(both, actual),
            )

        code = "too-few-cards" if few else "too-many-cards"
        return (Violation(code, message, both.broken(actual), actual, (), section, clause.description, clause.id),)

    return check


def _asked(clauses: Sequence[Clause], players: int) -> tuple[Bounds, Clause, Clause]:
    """What sizes a section may have by all its clauses, and which of them say the least and the most."""
    bounds = [(Bounds.of(clause.parameters, players), clause) for clause in clauses or [Clause("", "size")]]
    low, asks = max(((b.low, c) for b, c in bounds), key=itemgetter(0))
    high, allows = min(((b.high, c) for b, c in bounds), key=itemgetter(0))
    return Bounds(low, high), asks, allows


def count(clause: Clause, context: Context) -> Check:
    """How many cards of some kind a deck holds: those that `where` matches; and more `per-player`."""
    for_all = Bounds.of(clause.parameters)
    matching = context.matching(clause.where)
    section = clause.section
    label = text(clause.parameters.get("label"))
    grows, say = clause.per_player, context.say

    def check(deck: Counted) -> tuple[Violation, ...]:
        cards = deck.cards(section)
        found = matching.intersection(cards)
        actual = sum(map(cards.__getitem__, found))
        bounds = Bounds.of(clause.parameters, deck.players) if grows else for_all
        if bounds.low <= actual <= bounds.high:
            return ()

        def message() -> str:
            return say(
                "bounded",
                what=context.counted(actual, clause.where or "", label),
                place=context.in_section(section),
                format=context.format.name,
                asks=say.asks(bounds),
                players=say.for_players(clause, deck.players),
                because="",
                mend=say.mend(bounds, actual),
            )

        few = actual < bounds.low
        code = "too-few-of-a-kind" if few else "too-many-of-a-kind"
        at_fault = () if few else tuple(sorted(found))
        place = context.section(section)
        limit = bounds.broken(actual)
        return (Violation(code, message, limit, actual, at_fault, place, clause.description, clause.id),)

    return check


def composition(clause: Clause, context: Context) -> Check:
    """Exactly which cards a section holds: `cards` by id, and `each` so many of those that `groups` match.

    Cards that `besides` matches may be there or not. `per-player` says that the numbers are one player's.
    """
    section = clause.section or context.format.main
    groups = [_group(group, "each") for group in sequence(clause.parameters.get("groups"))]
    exact = {i: group.number for group in groups for i in context.matching(group.where)}
    named = wholes(clause.parameters.get("cards"))
    exact |= {current: named[i] for i, current in context.ids(named).items()}
    besides = text(clause.parameters.get("besides"))
    ignored = context.matching(besides) if besides else frozenset()
    exact = {i: n for i, n in exact.items() if i not in ignored}
    place = context.in_section(section)
    grows, say = clause.per_player, context.say

    def violation(card_id: str, wanted: int, actual: int, players: int) -> Violation:
        code = "missing-card" if actual < wanted else "extra-card"

        def message() -> str:
            return say(
                "bounded",
                what=say("copies", actual, card=context.name(card_id)),
                place=place,
                format=context.format.name,
                asks=say("asks.number", wanted) if wanted else say("asks.none"),
                players=say.for_players(clause, players) if wanted else "",
                because="",
                mend=say.mend(Bounds(wanted, wanted), actual),
            )

        return Violation(code, message, wanted, actual, (card_id,), section, clause.description, clause.id)

    def check(deck: Counted) -> Iterable[Violation]:
        cards = deck.cards(section)
        times = deck.players if grows else 1
        if times == 1 and cards == exact:
            return ()
        judged = sorted((exact.keys() | cards.keys()) - ignored)
        pairs = ((i, exact.get(i, 0) * times, cards.get(i, 0)) for i in judged)
        return [violation(i, wanted, actual, deck.players) for i, wanted, actual in pairs if wanted != actual]

    return check


def pool(clauses: Sequence[Clause], context: Context) -> Iterator[Check]:
    """Which cards are allowed: those of `sets`, those that `where` matches, none that are `banned`.

    Of `restricted` cards a deck may hold `max` different ones. Cards with `points` cost so much a copy, and a
    deck may spend `limit`.
    """
    for clause in clauses:
        section = clause.section
        yield _admitted(clause, section, context)
        if "restricted" in clause.parameters:
            yield _restricted(clause, section, context)
        if "points" in clause.parameters:
            yield _points(clause, section, context)


def _admitted(clause: Clause, section: str, context: Context) -> Check:
    sets = texts(clause.parameters["sets"]) if "sets" in clause.parameters else None
    where = clause.where
    in_pool = context.matching(where)
    if sets is not None:
        named = frozenset(sets)
        in_pool &= {card_id for card_id, card in context.cards.cards.items() if not named.isdisjoint(card.sets)}
    banned = frozenset(context.ids(texts(clause.parameters.get("banned"))).values())
    allowed = in_pool - banned
    say, name = context.say, context.format.name
    limits = [
        say("cards.sets", sets=say.listing(sets, "or")) if sets is not None else "",
        context.kind(where, text(clause.parameters.get("label"))) if where else "",
    ]
    admits = say("admits", format=name, limits=f" {say('and')} ".join(filter(None, limits))) if any(limits) else ""

    def violation(code: str, key: str, ids: Iterable[str], cards: Copies, help_: str) -> Violation:
        at_fault = tuple(sorted(ids))
        copies = sum(map(cards.__getitem__, at_fault))

        def message() -> str:
            return say(key, len(at_fault), cards=context.names(at_fault), format=name, remove=copies)

        return Violation(code, message, 0, copies, at_fault, context.section(section), help_, clause.id)

    def check(deck: Counted) -> Iterable[Violation]:
        cards = deck.cards(section)
        if allowed.issuperset(cards):
            return ()
        out = cards.keys() - allowed
        found = []
        if outside := out - banned:
            found.append(violation("not-in-pool", "not-in-pool", outside, cards, clause.description or admits))
        if forbidden := out & banned:
            found.append(violation("banned-card", "banned", forbidden, cards, clause.description))
        return found

    return check


def _restricted(clause: Clause, section: str, context: Context) -> Check:
    restricted = mapping(clause.parameters["restricted"])
    listed = frozenset(context.ids(texts(restricted.get("cards"))).values())
    most = whole(restricted.get("max"))
    say = context.say

    def check(deck: Counted) -> tuple[Violation, ...]:
        found = listed.intersection(deck.cards(section))
        if len(found) <= most:
            return ()
        at_fault = tuple(sorted(found))
        keep = say("keep.some", most) if most else say("keep.none")
        names, by = context.names(at_fault), context.format.name

        def message() -> str:
            return say("restricted", len(found), cards=names, format=by, most=most, keep=keep)

        place, help_ = context.section(section), clause.description
        return (Violation("too-many-restricted", message, most, len(found), at_fault, place, help_, clause.id),)

    return check


def _points(clause: Clause, section: str, context: Context) -> Check:
    stated = wholes(mapping(clause.parameters["points"]).get("cards"))
    points = {current: stated[i] for i, current in context.ids(stated).items()}
    limit = whole(mapping(clause.parameters["points"]).get("limit"))
    say = context.say

    def check(deck: Counted) -> tuple[Violation, ...]:
        cards = deck.cards(section)
        spent = {i: points[i] * cards[i] for i in points.keys() & cards.keys()}
        actual = sum(spent.values())
        if actual <= limit:
            return ()
        at_fault = tuple(sorted(i for i, n in spent.items() if n))
        parts = say.listing([f"{context.name(i)} {spent[i]}" for i in at_fault[:6]])

        def message() -> str:
            return say("points", actual, parts=parts, format=context.format.name, limit=limit, over=actual - limit)

        place = context.section(section)
        return (Violation("too-many-points", message, limit, actual, at_fault, place, clause.description, clause.id),)

    return check


def allowance(clause: Clause, context: Context) -> Check:
    """How many cards of some kinds are let in: each copy that `where` matches uses up a place of a group.

    A card may fit several `groups`; a deck is legal when its cards can be shared out among them in any way at
    all.
    """
    section = clause.section
    applies = context.matching(clause.where)
    stated = [_group(group, "max") for group in sequence(clause.parameters.get("groups"))]
    groups = [(context.matching(group.where), group.number) for group in stated]
    kinds = [context.kind(group.where, group.label) for group in stated]
    called = [group.label or group.where for group in stated]
    place = context.section(section)
    say, name = context.say, context.format.name

    def crowded(ids: tuple[str, ...], limit: int, actual: int) -> Violation:
        fit = [kind for kind, (fitting, _) in zip(kinds, groups, strict=True) if not fitting.isdisjoint(ids)]

        def message() -> str:
            return say(
                "crowded",
                cards=say("cards", actual),
                names=context.names(ids),
                places=say("places", limit),
                fit=say.listing(fit),
                format=name,
                over=actual - limit,
            )

        return Violation("too-many-for-allowance", message, limit, actual, ids, place, clause.description, clause.id)

    def homeless(ids: tuple[str, ...], actual: int) -> Violation:
        message = say("homeless", len(ids), cards=context.names(ids), format=name, over=actual)
        help_ = clause.description or say("allowances", kinds=say.listing(kinds))
        return Violation("no-allowance", message, 0, actual, ids, place, help_, clause.id)

    def check(deck: Counted) -> Iterable[Violation]:
        cards = deck.cards(section)
        needing = applies.intersection(cards)
        if not needing:
            return ()
        sharing = share_out({i: cards[i] for i in needing}, groups)
        if sharing.complete:
            if deck.witness is not None:
                deck.witness += [Allowance(clause.id, called[group], i, n) for i, group, n in sharing.used]
            return ()
        found = []
        if sharing.homeless:
            found.append(homeless(sharing.homeless, sum(map(cards.__getitem__, sharing.homeless))))
        if sharing.crowded:
            found.append(crowded(sharing.crowded, sharing.places, sharing.wanted))
        return found

    return check


def exchange(clause: Clause, context: Context) -> Check:
    """How many cards may change between two games of a series: at most `max`, and a swap counts once.

    Silent where there is no previous deck. With `loser-only` a player who did not lose may change none.
    """
    section = clause.section or context.format.main
    most = clause.number("max")
    loser_only = bool(clause.parameters.get("loser-only"))
    say, name = context.say, context.format.name
    only_loser = say("changed.loser", format=name)

    def check(deck: Counted) -> tuple[Violation, ...]:
        if deck.previous is None:
            return ()
        now, before = Counter(deck.listed(section)), Counter(deck.previous.listed(section))
        came, went = now - before, before - now
        actual = max(came.total(), went.total())
        allowed = 0 if loser_only and deck.lost is False else most
        if actual <= allowed:
            if actual and loser_only and deck.lost is None:
                deck.notes += (say("changed.unsaid", actual, allows=only_loser),)
            return ()

        def message() -> str:
            return say(
                "changed",
                actual,
                place=context.in_section(section),
                came=came.total(),
                went=went.total(),
                allows=say("allows", most, format=name) if allowed == most else only_loser,
                over=actual - allowed,
            )

        at_fault = tuple(sorted(came.keys() | went.keys()))
        help_ = clause.description
        return (Violation("too-many-changes", message, allowed, actual, at_fault, section, help_, clause.id),)

    return check


def within(clause: Clause, context: Context) -> Check:
    """A section that comes out of another: no more copies of a card in `section` than there are in `of`."""
    section, source = clause.section, text(clause.parameters.get("of"))
    there, say = context.format.sections.get(source, source), context.say

    def violation(card_id: str, limit: int, actual: int) -> Violation:
        copies = say("copies", actual, card=context.name(card_id))
        place, over = context.in_section(section), actual - limit

        def message() -> str:
            return say("within" if limit else "within.none", limit, copies=copies, place=place, there=there, over=over)

        return Violation("not-in-section", message, limit, actual, (card_id,), section, clause.description, clause.id)

    def check(deck: Counted) -> Iterable[Violation]:
        cards, held = deck.cards(section), deck.cards(source)
        if cards.items() <= held.items():
            return ()
        return [violation(i, held.get(i, 0), n) for i, n in sorted(cards.items()) if n > held.get(i, 0)]

    return check


@dataclass(frozen=True, slots=True)
class _Group:
    """An entry of a clause's `groups`: the cards that a query matches, and a number for them."""

    where: str
    number: int
    label: str


def _group(written: Data, number: str) -> _Group:
    group: Mapping[str, Data] = mapping(written)
    return _Group(text(group.get("where")), whole(group.get(number)), text(group.get("label")))
