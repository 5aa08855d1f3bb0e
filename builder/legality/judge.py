"""The judge: a format compiled for one game's cards, so that a deck is judged in a few microseconds."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from builder.decks import MAX_SUGGESTIONS, CardIndex, Deck, Dice
from builder.diagnostics import UsageError, suggestion
from builder.games import MAIN, Clause, Format
from builder.legality.context import Check, Context, Counted, Sections
from builder.legality.kinds import checks_of, depends_on_players, help_for_unknown
from builder.legality.speech import Speech, speech_of
from builder.legality.verdicts import Verdict, Violation
from builder.words import DEFAULT


class Judge:
    """Judges decks of one game by one format.

    `resolve` gives the ids of the cards that a query matches; it is called only while the judge is made. `say` makes
    the texts of verdicts, by default in English; names of sections and descriptions of clauses come from the format.
    Raises UsageError where the format has a clause of a kind that does not exist, or whose plugin is broken.
    """

    def __init__(
        self,
        cards: CardIndex,
        format: Format,  # noqa: A002
        resolve: Callable[[str], frozenset[str]],
        say: Speech | None = None,
    ) -> None:
        context = Context(cards, format, resolve, say or speech_of(DEFAULT))
        self.cards, self.format = cards, format
        self._say, self._known = context.say, context.every
        self._main_names = frozenset({format.main} if MAIN in format.sections else {format.main, MAIN})
        self._checks = _compile(context)
        self._by_players, self._limited = any(map(depends_on_players, format.clauses)), not format.can_play.anybody
        self._table = lru_cache(partial(_table, context))
        self._usual_table = _table(context, format.players)

    def judge(
        self,
        sections: Sections,
        *,
        players: int | None = None,
        dice: Dice = (),
        previous: Sections | None = None,
        lost: bool | None = None,
        witness: bool = False,
    ) -> Verdict:
        """All that is wrong with a deck's sections (copies, 1 or more, by card id, by section).

        `players` is how many the deck is for (1 or more; what the format says where it is None), `dice` are dice
        that a player made. `previous` is the deck in the game before; without it, clauses about exchanges judge
        nothing. `lost` is whether the player lost that game, None if that is unknown. With `witness`, the verdict on a
        legal deck has the proof: which card uses which allowance.
        """
        deck = self._counted(sections)
        deck.players, fault = self._table(players) if players else self._usual_table
        deck.dice = dice
        if witness:
            deck.witness = []
        if previous is not None:
            deck.previous, deck.lost = self._counted(previous), lost
        violations = tuple([violation for check in self._checks for violation in check(deck)])
        if deck.unknown_sections or deck.unknown_cards:
            violations = (*self._unknown(deck), *violations)
        if fault:
            violations = (fault, *violations)
        if len(violations) > 1:  # what a table lacks says little where its number of players can't be
            violations = tuple(sorted(violations, key=lambda violation: violation.code != "wrong-player-count"))
        proof = tuple(deck.witness or ()) if not violations else ()
        stated = (players or self.format.players) if self._by_players or (players and self._limited) else None
        return Verdict(self.format.id, violations, proof if witness else None, stated, deck.notes)

    def _counted(self, sections: Sections) -> Counted:
        if len(sections) == 1:
            ((section, cards),) = sections.items()
            if section in self._main_names and self._known.issuperset(cards):
                return Counted({self.format.main: cards})
        return self._sorted_out(sections)

    def _sorted_out(self, sections: Sections) -> Counted:
        """The slow way: former ids become current ones, unknown cards and sections are listed separately."""
        known: dict[str, dict[str, int]] = {}
        unknown: dict[str, dict[str, int]] = {}
        for name, cards in sections.items():
            section = self.format.main if name in self._main_names else name
            for card_id, n in cards.items():
                current = self.cards.current(card_id)
                into = (unknown if current is None else known).setdefault(section, {})
                into[current or card_id] = into.get(current or card_id, 0) + n
        others = tuple(sorted(name for name in sections if name not in self._main_names | self.format.sections.keys()))
        return Counted(known, unknown, others)

    def _unknown(self, deck: Counted) -> list[Violation]:
        """The violations of a deck that names unknown sections or cards."""
        found = []
        for section in deck.unknown_sections:
            message = self._say("unknown-section", section=section, format=self.format.name)
            help_ = suggestion(section, self.format.sections, "sections", self._say)
            found.append(Violation("unknown-section", message, section=section, help=help_))
        for section, cards in sorted(deck.unknown_cards.items()):
            for card_id in sorted(cards):
                help_ = self._say.meant(card_id, self.cards) if len(found) < MAX_SUGGESTIONS else ""
                message = self._say("unknown-card", card=card_id)
                found.append(Violation("unknown-card", message, cards=(card_id,), section=section, help=help_))
        return found


def verdict_on(
    judge: Judge, deck: Deck, previous: Deck | None = None, players: int | None = None, lost: bool | None = None
) -> Verdict:
    """The verdict on a deck, with the proof if it is legal; `players` and `lost` overrule what the deck says."""
    return judge.judge(
        deck.sections,
        players=players or deck.players,
        dice=deck.dice,
        previous=previous.sections if previous else None,
        lost=deck.lost if lost is None else lost,
        witness=True,
    )


def _table(context: Context, players: int) -> tuple[int, Violation | None]:
    """The number of players that a deck is judged for (a team's deck for its team), and the fault if it is wrong."""
    can_play = context.format.can_play
    counted = max(1, players // can_play.teams) if can_play.deck_for_team else players
    wrong = can_play.nearest(players) != players
    return counted, context.wrong_player_count(players, can_play) if wrong else None


def _compile(context: Context) -> list[Check]:
    kinds: dict[str, list[Clause]] = {}
    for clause in context.format.clauses:
        kinds.setdefault(clause.kind, []).append(clause)
    if any(card.copies is not None for card in context.cards.cards.values()):
        kinds.setdefault("copies", [])  # cards' own limits hold in formats without such a clause
    found: list[Check] = []
    for name, clauses in kinds.items():
        checks = checks_of(name, clauses, context)
        if checks is None:
            raise UsageError(f'there is no kind of clause "{name}"', help_for_unknown(name))
        found += checks
    return found
