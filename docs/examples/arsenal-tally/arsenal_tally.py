"""Tallies for Arsenal: an export target, a check, a kind of clause and a preset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.checks import CheckedPack
from builder.diagnostics import Diagnostic
from builder.diagnostics.codes import register
from builder.documents.data import texts
from builder.exports import Bundle, Exported, Target
from builder.games import Clause
from builder.legality import Check, ClauseKind, Context, Counted, Violation, one_by_one
from builder.legality.kinds import SECTION, number

register("unused-keyword", "warning", "no card has a keyword of the game")


def tally(bundle: Bundle) -> Exported:
    """How many cards of each type there are, a line a type."""
    counts, types = bundle.counts, Counter[str]()
    for card in bundle.cards:
        types[bundle.game.type_of(card.type).name] += counts[card.id]
    lines = [f"{number} {name}\n" for name, number in types.most_common()]
    return Exported("".join(lines).encode(), ["the cards' names are left out"])


TALLY = Target("tally", "a tally of types", ".txt", tally)


def keywords_are_used(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every keyword of game.yaml is on a card."""
    used = {word for card in checked.cards for word in texts(card.definition.get("keywords"))}
    for word in checked.vocabulary("keywords"):
        if word not in used:
            place = checked.game.key_span(("keywords", word))
            yield Diagnostic("unused-keyword", f'no card has the keyword "{word}"', place, "use it, or take it out")


def share(clause: Clause, context: Context) -> Check:
    """No type is more than `percent` of the cards."""
    percent = clause.number("percent")

    def check(deck: Counted) -> Iterator[Violation]:
        cards = deck.cards(clause.section)
        types = Counter[str]()
        for card_id, copies in cards.items():
            types[context.cards.cards[card_id].type] += copies
        most = types.total() * percent // 100
        for type_id, cards_of in types.items():
            if cards_of > most:
                message = context.say(
                    "x-share.exceeded", cards_of, all=types.total(), type=type_id, percent=percent, most=most
                )
                values = {"type": type_id}
                yield context.violation(clause, "too-much-of-a-type", message, most, cards_of, values=values)

    return check


SHARE = ClauseKind(
    one_by_one(share),
    description="How much of a deck may be of one type.",
    parameters={"percent": number("At most so much of the cards.", 1, 100), "section": SECTION},
    required=("percent",),
    codes={"too-much-of-a-type": "too much of a deck is of one type"},
    words={
        "en": {
            "x-share.asks": "No type may be too much of the deck.",
            "x-share.exceeded": "{n} of {all} cards are of the type {type}, and {percent} % may be: {most}",
        },
    },
)

PROOFS = {
    "name": "Proofs",
    "description": "Cards at half their size, to read and to mark up.",
    "extends": "home",
    "size": "31.5x44mm",
    "bleed": "0 mm",
    "marks": "lines",
}
