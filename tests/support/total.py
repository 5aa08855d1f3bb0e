"""A kind of clause as one file: what cards say in a field adds up to so much at most."""

from collections.abc import Iterator

from builder.diagnostics import Diagnostic
from builder.documents.data import text, texts, whole
from builder.games import Clause, Players
from builder.legality import Check, ClauseKind, Context, Counted, Violation, one_by_one
from builder.legality.kinds import SECTION, names, naming, number


def total(clause: Clause, context: Context) -> Check:
    """The sum of what a section's cards say in `field` is at most `max`, without those of `but`."""
    field, most = text(clause.parameters.get("field")), clause.number("max")
    free = context.ids(texts(clause.parameters.get("but"))).values()
    worth = {i: whole(card.definition.get(field)) for i, card in context.cards.cards.items() if i not in free}

    def check(deck: Counted) -> Iterator[Violation]:
        cards = deck.cards(clause.section)
        paid = {i: worth[i] * cards[i] for i in sorted(cards) if worth.get(i)}
        if (actual := sum(paid.values())) > most:
            message = context.say("total.exceeded", actual, field=field, most=most)
            yield context.violation(clause, "too-much-in-all", message, most, actual, cards=paid, values={"paid": paid})

    return check


def faults(clause: Clause, can_play: Players) -> Iterator[Diagnostic]:
    """A clause that allows nothing at all is contradictory."""
    if not clause.number("max"):
        help_ = "let the pool admit cards without it"
        yield Diagnostic("contradictory-clause", "nothing may be paid", help=help_, path=("max",))


KIND = ClauseKind(
    one_by_one(total),
    description="How much the cards of a deck cost together. A card counts as often as it is there.",
    parameters={
        "field": naming("amount", "The field that is added up."),
        "max": number("At most so much."),
        "but": names("card", "Cards that are not counted."),
        "section": SECTION,
    },
    required=("field", "max"),
    faults=faults,
    codes={"too-much-in-all": "the cards of a deck cost too much together"},
    sentence=lambda clause, by, game, say: say("total.asks", number=clause.number("max")),
    words={
        "en": {"total.asks": "At most {number} in all.", "total.exceeded": "{n} {field}, and {most} may be"},
        "fr": {"total.asks": "En tout, au plus {number}.", "total.exceeded": "{n} {field}, et {most} sont admis"},
    },
)
