"""Which cards are allowed, restricted, or cost points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.documents.data import mapping, text, texts, whole, wholes
from builder.games import Clause, Format, Game
from builder.legality.context import Check, Context, Copies, Counted
from builder.legality.kinds import SECTION, ClauseKind, label, names, naming, number, numbers, one_of, parts
from builder.legality.speech import Speech
from builder.legality.verdicts import Violation


def pool(clauses: Sequence[Clause], context: Context) -> Iterator[Check]:
    """Each part of each clause is judged by itself."""
    for clause in clauses:
        yield _admitted(clause, context)
        if "restricted" in clause.parameters:
            yield _restricted(clause, context)
        if "points" in clause.parameters:
            yield _points(clause, context)


def _admitted(clause: Clause, context: Context) -> Check:
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
        say("pool.sets", sets=say.listing(sets, "or")) if sets is not None else "",
        context.kind(where, text(clause.parameters.get("label"))) if where else "",
    ]
    admits = say("pool.admits", format=name, limits=say.listing([*filter(None, limits)])) if any(limits) else ""

    def violation(code: str, key: str, ids: Iterable[str], cards: Copies, help_: str = "") -> Violation:
        at_fault = sorted(ids)
        copies = sum(map(cards.__getitem__, at_fault))

        def message() -> str:
            return say(key, len(at_fault), cards=context.names(at_fault), format=name, remove=copies)

        return context.violation(clause, code, message, 0, copies, cards=at_fault, help=help_)

    def check(deck: Counted) -> Iterable[Violation]:
        cards = deck.cards(clause.section)
        if allowed.issuperset(cards):
            return ()
        out = cards.keys() - allowed
        found = []
        if outside := out - banned:
            found.append(violation("not-in-pool", "pool.outside", outside, cards, admits))
        if forbidden := out & banned:
            found.append(violation("banned-card", "pool.banned", forbidden, cards))
        return found

    return check


def _restricted(clause: Clause, context: Context) -> Check:
    restricted = mapping(clause.parameters["restricted"])
    listed = frozenset(context.ids(texts(restricted.get("cards"))).values())
    most = whole(restricted.get("max"))
    say = context.say

    def check(deck: Counted) -> tuple[Violation, ...]:
        found = sorted(listed.intersection(deck.cards(clause.section)))
        if len(found) <= most:
            return ()

        def message() -> str:
            keep = say("pool.keep.some", most) if most else say("pool.keep.none")
            by, cards = context.format.name, context.names(found)
            return say("pool.restricted", len(found), cards=cards, format=by, most=most, keep=keep)

        return (context.violation(clause, "too-many-restricted", message, most, len(found), cards=found),)

    return check


def _points(clause: Clause, context: Context) -> Check:
    parameters = mapping(clause.parameters["points"])
    field, stated = text(parameters.get("field")), wholes(parameters.get("cards"))
    points = {i: card.amount(field) for i, card in context.cards.cards.items()} if field else {}
    points |= {current: stated[i] for i, current in context.ids(stated).items()}
    limit, say = whole(parameters.get("limit")), context.say

    def check(deck: Counted) -> tuple[Violation, ...]:
        cards = deck.cards(clause.section)
        spent = {i: n for i in sorted(points.keys() & cards.keys()) if (n := points[i] * cards[i])}
        actual = sum(spent.values())
        if actual <= limit:
            return ()

        def message() -> str:
            shown = context.summed(spent)
            return say("pool.points", actual, parts=shown, format=context.format.name, limit=limit, over=actual - limit)

        values = {"points": {**spent}}
        return (context.violation(clause, "too-many-points", message, limit, actual, cards=spent, values=values),)

    return check


def sentence(clause: Clause, by: Format, game: Game, say: Speech) -> str:
    """The sets of the cards that may be played, where the clause names some."""
    sets = [game.set_of(one).name for one in texts(clause.parameters.get("sets"))]
    return say("pool.asks.sets", sets=", ".join(sets)) if sets else say("pool.asks")


KIND = ClauseKind(
    pool,
    description="Which cards are allowed.",
    parameters={
        "section": SECTION,
        "sets": names("set", "Cards of these sets are allowed; of all sets by default."),
        "where": naming("query", "Cards that match are allowed; all by default."),
        "label": label("the cards that match", "leaders"),
        "banned": names("card", "Ids of cards that are not allowed."),
        "restricted": parts(
            {
                "max": number("How many different cards, in any number of copies."),
                "cards": names("card", "Ids of the restricted cards."),
            },
            ["max", "cards"],
            description="How many different cards of a list a deck may have.",
        ),
        "points": parts(
            {
                "limit": number("How many points."),
                "field": naming("amount", "The field of a card with the points that a copy costs."),
                "cards": numbers(
                    "card",
                    "The points that a copy costs, by card id; in place of what the field says.",
                    number("What a copy costs.", title="Points"),
                ),
            },
            ["limit"],
            description="How many points a deck may spend: on the cards of a list, or by a field of every card.",
            **one_of("field", "cards"),
        ),
    },
    shape=one_of("sets", "where", "banned", "restricted", "points"),
    sentence=sentence,
    codes={
        "not-in-pool": "a deck holds cards that the format does not admit",
        "banned-card": "a deck holds a banned card",
        "too-many-restricted": "a deck holds too many different restricted cards",
        "too-many-points": "a deck spends more points than the format gives",
    },
)
