"""Exactly which cards a section has."""

from __future__ import annotations

from collections.abc import Iterable

from builder.documents.data import mapping, sequence, text, whole, wholes
from builder.games import Clause
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import (
    MAIN_SECTION,
    ClauseKind,
    naming,
    number,
    numbers,
    one_by_one,
    one_of,
    parts,
    several,
    true,
)
from builder.legality.speech import Bounds
from builder.legality.verdicts import Violation


def composition(clause: Clause, context: Context) -> Check:
    """Each card has the number that the last of `groups` with the card gives; `cards` overrule groups."""
    section = clause.section or context.format.main
    groups = [mapping(group) for group in sequence(clause.parameters.get("groups"))]
    exact = {i: whole(group.get("each")) for group in groups for i in context.matching(text(group.get("where")))}
    named = wholes(clause.parameters.get("cards"))
    exact |= {current: named[i] for i, current in context.ids(named).items()}
    besides = text(clause.parameters.get("besides"))
    ignored = context.matching(besides) if besides else frozenset()
    exact = {i: n for i, n in exact.items() if i not in ignored}
    grows, say = clause.per_player, context.say

    def violation(card_id: str, wanted: int, actual: int, players: int) -> Violation:
        def message() -> str:
            what, bounds = context.copies(actual, card_id, section), Bounds(wanted, wanted)
            if not wanted:
                return context.bounded(what, actual, bounds, asks=say("composition.none"))
            asks = say("composition.number", wanted)
            return context.bounded(what, actual, bounds, context.say.for_players(clause, players), asks=asks)

        code = "missing-card" if actual < wanted else "extra-card"
        return context.violation(clause, code, message, wanted, actual, cards=[card_id], section=section)

    def check(deck: Counted) -> Iterable[Violation]:
        cards = deck.cards(section)
        times = deck.players if grows else 1
        if times == 1 and cards == exact:
            return ()
        judged = sorted((exact.keys() | cards.keys()) - ignored)
        pairs = ((i, exact.get(i, 0) * times, cards.get(i, 0)) for i in judged)
        return [violation(i, wanted, actual, deck.players) for i, wanted, actual in pairs if wanted != actual]

    return check


KIND = ClauseKind(
    one_by_one(composition),
    description="Exactly which cards a section holds.",
    parameters={
        "section": MAIN_SECTION,
        "cards": numbers(
            "card", "Copies by card id; they overrule `groups`.", number("How many copies, exactly.", title="Copies")
        ),
        "groups": several(
            "How many copies of each card that a query matches; a later group overrules an earlier one.",
            parts(
                {
                    "where": naming("query", "The cards of the group."),
                    "each": number("How many copies of each card of the group."),
                },
                ["where", "each"],
            ),
        ),
        "besides": naming("query", "Cards that may be there or not; another clause may count them."),
        "per-player": true("The numbers are for one player: a deck for two holds twice as many."),
    },
    shape=one_of("cards", "groups"),
    codes={
        "missing-card": "a card is missing that the format asks for",
        "extra-card": "a card is there that the format has no place for",
    },
)
