"""A position of Invasion of the Saucer People!: where every card is, and what all know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import State

if TYPE_CHECKING:
    from engine.games.saucer_people.game import SaucerPeople

NONE = -1  # no card, no suit


class Table(State):
    """A position. Cards are instances; suits are 0 to 3 in the order of `deck.SUITS`; lists by seat or by suit."""

    __slots__ = (
        "attack",
        "bragging",
        "crews",
        "defense",
        "discard",
        "doubled",
        "down",
        "hands",
        "jokers",
        "lacks",
        "leader",
        "marks",
        "pile",
        "played",
        "removed",
        "round",
        "shown",
        "suits",
        "summed",
        "threat",
        "thrust",
        "turn",
        "unused",
        "used",
        "value",
    )

    game: SaucerPeople
    round: int  # the pass through the deck, from 1
    turn: int  # from 1, counted on in a second pass
    leader: int  # of this turn, and until that is known of the last one; at first the dealer
    hands: list[list[int]]  # sorted
    pile: list[int]  # the top card is the last
    removed: list[int]  # face down, with two players
    discard: list[int]
    crews: list[list[int]]  # captain, navigator and engineer; never changed in place
    unused: list[int]  # crews that nobody has; never changed
    down: int  # crew cards that lie face down, a bit for each
    used: int  # crew cards that have acted this turn and stay face up
    attack: list[int]  # the attack cards that are left of this turn's
    value: int  # of the system attack
    summed: bool  # the attack cards that are left are added, not multiplied
    threat: int  # the suits of the attack when the defense began, a bit for each
    played: int  # players who have had their turn to play a card
    defense: list[int]
    suits: list[int]  # what the defense cards count as now
    doubled: list[int]  # 2 for a defense card that is doubled, else 1
    thrust: int  # who can reach any world by hyperthrust this turn, a bit for each
    marks: list[int]  # by suit, the card that marks a captured world
    bragging: list[list[int]]
    jokers: list[list[int]]  # that lie next to a captain to the end of the pass
    shown: list[int]  # cards in hands that all have seen, a bit for each
    lacks: list[int]  # suits that a hand can't have besides what is shown, a bit for each

    def clone(self) -> Table:
        """A copy that can be played on without touching this state; it keeps no log."""
        other = Table.__new__(Table)
        self.copied_to(other)
        other.round = self.round
        other.turn = self.turn
        other.leader = self.leader
        other.hands = [hand[:] for hand in self.hands]
        other.pile = self.pile[:]
        other.removed = self.removed
        other.discard = self.discard[:]
        other.crews = self.crews
        other.unused = self.unused
        other.down = self.down
        other.used = self.used
        other.attack = self.attack[:]
        other.value = self.value
        other.summed = self.summed
        other.threat = self.threat
        other.played = self.played
        other.defense = self.defense[:]
        other.suits = self.suits[:]
        other.doubled = self.doubled[:]
        other.thrust = self.thrust
        other.marks = self.marks[:]
        other.bragging = [cards[:] for cards in self.bragging]
        other.jokers = [cards[:] for cards in self.jokers]
        other.shown = self.shown[:]
        other.lacks = self.lacks[:]
        return other
