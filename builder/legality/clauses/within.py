"""A section whose cards are taken from another section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.diagnostics import Diagnostic
from builder.documents.data import text
from builder.games import Clause, Format, Game, Players
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import ClauseKind, naming, one_by_one
from builder.legality.speech import Speech
from builder.legality.verdicts import Violation


def within(clause: Clause, context: Context) -> Check:
    """No more copies of a card in `section` than there are in `of`."""
    section, source = clause.section, text(clause.parameters.get("of"))
    there, say = context.format.sections.get(source, source), context.say

    def violation(card_id: str, limit: int, actual: int) -> Violation:
        def message() -> str:
            copies, over = context.copies(actual, card_id, section), actual - limit
            return say("within.more" if limit else "within.none", limit, copies=copies, there=there, over=over)

        values = {"of": source}
        return context.violation(clause, "not-in-section", message, limit, actual, cards=[card_id], values=values)

    def check(deck: Counted) -> Iterable[Violation]:
        cards, source_cards = deck.cards(section), deck.cards(source)
        if cards.items() <= source_cards.items():
            return ()
        return [violation(i, source_cards.get(i, 0), n) for i, n in sorted(cards.items()) if n > source_cards.get(i, 0)]

    return check


def faults(clause: Clause, can_play: Players) -> Iterator[Diagnostic]:
    """The two sections differ."""
    if clause.section == clause.parameters.get("of"):
        message = '"of" names the same section as "section"'
        yield Diagnostic("contradictory-clause", message, help="name another section", path=("of",))


def sentence(clause: Clause, by: Format, game: Game, say: Speech) -> str:
    """The two sections, by name."""
    section, of = clause.section or by.main, text(clause.parameters.get("of"))
    return say("within.asks", section=by.sections.get(section, section), of=by.sections.get(of, of))


KIND = ClauseKind(
    one_by_one(within),
    description="A section that comes out of another one, such as a drafted deck out of its pool.",
    parameters={
        "section": naming("section", "The section that is judged."),
        "of": naming("section", "The section that it must come out of."),
    },
    required=("section", "of"),
    faults=faults,
    sentence=sentence,
    codes={"not-in-section": "a section holds copies that are not in the section it comes out of"},
)
