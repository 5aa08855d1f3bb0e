"""The deck that a check sees, and the cards and the format that it is made for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from builder.decks import CardIndex, Dice
from builder.documents.data import Data
from builder.games import Clause, Format, Players
from builder.legality.speech import Bounds, Speech, speech_of
from builder.legality.verdicts import Allowance, Violation
from builder.words import DEFAULT, Text

Copies = Mapping[str, int]  # copies by card id
Sections = Mapping[str, Copies]


class Counted:
    """A deck prepared for judging: with current ids, and known and unknown cards apart.

    `sections` holds the cards that the game has, `unknown_cards` the others, both by section; `unknown_sections` are
    the sections that the format does not have. `players` is how many the deck is for, `dice` are those that it lists.
    `previous` is the deck in the game before, None where there was none; `lost` is whether its player lost that game,
    None if that is unknown. `witness` collects which card uses which allowance, unless it is None. `notes` collects
    what could not be judged.
    """

    __slots__ = (
        "_all", "dice", "lost", "notes", "players", "previous", "sections", "unknown_cards", "unknown_sections",
        "witness",
    )  # fmt: skip

    def __init__(
        self,
        sections: Sections,
        unknown_cards: Sections = {},  # noqa: B006 - never written to
        unknown_sections: Sequence[str] = (),
    ) -> None:
        self.sections = sections
        self.unknown_cards = unknown_cards
        self.unknown_sections = unknown_sections
        self.players = 1
        self.dice: Dice = ()
        self.previous: Counted | None = None
        self.lost: bool | None = None
        self.notes: tuple[str, ...] = ()
        self.witness: list[Allowance] | None = None
        self._all: Copies | None = None

    def cards(self, section: str = "") -> Copies:
        """Copies of the known cards of a section, or of all sections together."""
        return self.sections.get(section, _NOTHING) if section else self.all

    def across(self, sections: Sequence[str]) -> Copies:
        """Copies of the known cards of some sections together; of all where none is named."""
        if not sections:
            return self.all
        return self.cards(sections[0]) if len(sections) == 1 else _sum(self.cards(s) for s in sections)

    def listed(self, section: str) -> Copies:
        """Copies of all cards of a section, known or not."""
        cards = self.cards(section)
        return {**cards, **self.unknown_cards[section]} if section in self.unknown_cards else cards

    def uses(self, allowances: Iterable[Allowance]) -> None:
        """Note which card uses which allowance, if there is a `witness`."""
        if self.witness is not None:
            self.witness += allowances

    @property
    def all(self) -> Copies:
        """Copies of the known cards in all sections together."""
        if self._all is None:
            sections = self.sections
            self._all = next(iter(sections.values())) if len(sections) == 1 else _sum(sections.values())
        return self._all


_NOTHING: Copies = {}


def _sum(sections: Iterable[Copies]) -> Copies:
    total: dict[str, int] = {}
    for cards in sections:
        for card_id, n in cards.items():
            total[card_id] = total.get(card_id, 0) + n
    return total


NO_CLAUSE = Clause("", "")


@dataclass(frozen=True)
class Context:
    """What clauses are compiled for: a game's cards and a format. `resolve` gives the ids that a query matches.

    `say` makes messages, in the language of the verdicts.
    """

    cards: CardIndex
    format: Format
    resolve: Callable[[str], frozenset[str]]
    say: Speech = field(default_factory=lambda: speech_of(DEFAULT))

    @cached_property
    def every(self) -> frozenset[str]:
        """The ids of all cards."""
        return frozenset(self.cards.cards)

    def saying(self, words: Mapping[str, Mapping[str, Text]]) -> Context:
        """The same context with more words, by language."""
        return replace(self, say=self.say.adding(words)) if words else self

    def matching(self, where: str | None) -> frozenset[str]:
        """The ids of the cards that a query matches; of all cards where there is no query."""
        return self.every if where is None else self.resolve(where) & self.every

    def ids(self, card_ids: Iterable[str]) -> dict[str, str]:
        """The current id for each id that a format names, without ids that name no card."""
        return {i: current for i in card_ids if (current := self.cards.current(i)) is not None}

    def name(self, card_id: str) -> str:
        """A card in a message: its name, or its id where it is unknown."""
        return self.say.card(card_id, self.cards)

    def names(self, card_ids: Sequence[str], most: int = 5) -> str:
        """Cards in a message: `Scrap Tug, Flagship and 3 more`."""
        shown = [self.name(i) for i in card_ids[: most if len(card_ids) > most + 1 else most + 1]]
        left = len(card_ids) - len(shown)
        return self.say.listing([*shown, self.say("more", left)] if left else shown)

    def summed(self, parts: Mapping[str, int], most: int = 6) -> str:
        """The parts of a sum, the largest first: `Probe 4, Mine 2 and 3 others, 9 points`."""
        largest = sorted(parts, key=lambda card_id: (-parts[card_id], card_id))
        first = largest if len(largest) <= most + 1 else largest[:most]
        shown = [f"{self.name(i)} {parts[i]}" for i in first]
        left = [parts[i] for i in largest[len(first) :]]
        return self.say.listing([*shown, *([self.say("more.sum", len(left), sum=sum(left))] if left else [])])

    def kind(self, where: str, label: str = "") -> str:
        """The words of a message for the cards of a query: its label, or the name of its only card, or the query."""
        return self.say.noun(label) or self._only(where) or self.say("cards.kind", where=where)

    def counted(self, n: int, where: str, label: str = "", one: str = "card") -> str:
        """A number of a query's cards in a message: `9 cities`, `2 copies of Flagship`, or with the query.

        `one` is the word for each of them, a card or a component.
        """
        if label:
            return self.say("number", n, what=self.say.noun(label, n))
        if only := self._only(where):
            return self.say("copies", n, card=only)
        return self.say(f"{one}s.where", n, where=where)

    def _only(self, where: str) -> str:
        """The name of the one card that a query matches; "" where it matches none, or several."""
        matching = list(self.matching(where))
        return self.name(matching[0]) if len(matching) == 1 else ""

    def section(self, section: str) -> str:
        """The section that a violation names; "" for a clause about all sections, unless the format has only one."""
        return section or (self.format.main if len(self.format.sections) == 1 else "")

    def in_section(self, section: str) -> str:
        """` in Side`, where the format has several sections and the message is about one."""
        if not section or len(self.format.sections) < 2:
            return ""
        return self.say("in", section=self.format.sections.get(section, section))

    def copies(self, n: int, card_id: str, section: str) -> str:
        """A number of copies of a card in a message: `2 copies of Flagship in Side`."""
        return self.say("copies", n, card=self.name(card_id)) + self.in_section(section)

    def bounded(
        self,
        what: str,
        actual: int,
        bounds: Bounds,
        players: str = "",
        because: str = "",
        asks: str = "",
        mend: str = "",
    ) -> str:
        """The message for a number that is out of its bounds, and how to mend it.

        `what` says what was counted and where, `players` and `because` what the bounds depend on, `asks` what the
        bounds are, `mend` what to do, if not to add or remove cards.
        """
        say = self.say
        return say(
            "bounded",
            what=what,
            format=self.format.name,
            asks=asks or say.asks(bounds),
            players=players,
            because=because,
            mend=mend or say.mend(bounds, actual),
        )

    def violation(
        self,
        clause: Clause,
        code: str,
        message: str | Callable[[], str],
        limit: int | None = None,
        actual: int | None = None,
        *,
        cards: Iterable[str] = (),
        section: str | None = None,
        help: str = "",  # noqa: A002 - as on a Violation
        values: Mapping[str, Data] | None = None,
    ) -> Violation:
        """The violation of a clause; its help is the clause's description, or `help`.

        `section` is by default that of the clause. `values` are the other things in the message.
        """
        place = self.section(clause.section) if section is None else section
        help_ = clause.description or help
        return Violation(code, message, limit, actual, tuple(cards), place, help_, clause.id, values or {})

    def wrong_player_count(self, players: int, can_play: Players, clause: Clause = NO_CLAUSE) -> Violation:
        """The violation of a deck for a number of players that can't play; `clause` if a clause forbids it."""
        say, count = self.say, self.say("count.players", players)

        def message() -> str:
            return say("players.wrong", players=count, format=self.format.name, can_play=can_play.in_words(say))

        limit, help_ = can_play.nearest(players), say("players.help")
        code = "wrong-player-count"
        values: dict[str, Data] = {"players": can_play.to_json()}
        return self.violation(clause, code, message, limit, players, section="", help=help_, values=values)


Check = Callable[[Counted], Iterable[Violation]]
"""Finds what is wrong with a deck. It runs for every deck, so what does not depend on decks is computed before."""

ChecksMaker = Callable[[Sequence[Clause], Context], Iterable[Check]]
"""Makes the checks for all clauses of one kind in a format."""
