"""A position of Future Invaders, and the numbers that its frames, events and options go by. No rules live here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.core import Frame, State, ask

if TYPE_CHECKING:
    from engine.games.future_invaders.game import FutureInvaders

# Options. From CARD on: a card instance i is CARD + i, and its k-th line CARD + k * instances + i.
PASS: Final = 0  # also: keep the hand, enough, no
YES: Final = 1
CHOICE: Final = 2  # one of the three choices of a turn
RESOURCE: Final = 8
SEAT: Final = 16
SLOT: Final = 24
CARD: Final = 40

MOST_PLAYERS: Final = 8
MOST_COLUMNS: Final = 8
MOST_RESOURCES: Final = 8

# Events that cards answer or wait for, and (AURAS to GUARDS) what else is counted of deployed cards.
DEPLOYS: Final = 0
DESTROYED: Final = 1
REPLACED: Final = 2
ATTACKS: Final = 3
PLAYS: Final = 4
RECYCLES: Final = 5
START: Final = 6
AURAS: Final = 7  # deployed cards with lines that hold while they are deployed
LINES: Final = 8  # ... with deployed actions
GUARDS: Final = 9  # ... with deployed reactions
COUNTED: Final = 10

# Further fields of the frames of events.
FAILED: Final = 8
TARGET: Final = 9  # what an attack was turned to, or which of several cards is being destroyed
ASKED: Final = 10  # how many seats in the order of priority have been asked
EVENT: Final = 11
ANSWERS: Final = 12  # where on the stack the event lies that a reaction answers
CHOSEN: Final = 8  # of the frames of effects: the cards that were chosen
WHO: Final = 9  # and the opponent

# What a change of weapons is.
UP: Final = 0
DOWN: Final = 1
DOUBLE: Final = 2

# When a change or an order to skip attacks ends: at the start of a seat's turn (its number), or
END_OF_TURN: Final = 14
LEAVES_PLAY: Final = 15

# What is known of a card that lies in a hand or an arsenal: all know it, or it is one of those that were shuffled, or
# (from 1 on) one of a group that went to the bottom together, in an order that only its owner knows.
KNOWN: Final = -1
SHUFFLED: Final = 0

Change = tuple[int, int, int]  # what, how much, when it ends


class Table(State):
    """A position of Future Invaders. A slot is numbered seat * stride + column, structures after ships."""

    __slots__ = (
        "about",
        "active",
        "arsenal",
        "attacked",
        "bases",
        "changes",
        "durability",
        "events",
        "facing",
        "first",
        "gone",
        "grid",
        "groups",
        "hand",
        "label",
        "listen",
        "lost",
        "most",
        "out",
        "played",
        "resources",
        "round",
        "scrap",
        "skips",
        "turn",
        "used",
        "where",
    )

    game: FutureInvaders
    about: str  # what is asked
    turn: int  # of all players, from 1
    round: int
    first: int  # the seat that began
    active: int
    out: int  # a bit for each eliminated seat
    lost: tuple[tuple[int, ...], ...]  # the seats that were eliminated together, in order
    bases: list[int]  # the durability of each base
    resources: list[int]  # seat * kinds + kind
    arsenal: list[list[int]]  # from the bottom to the top
    hand: list[list[int]]  # sorted by instance
    scrap: list[list[int]]
    grid: list[int]  # the card in each slot, or -1
    played: list[int]  # cards that are being played or deployed, or wait for their place at the bottom
    gone: list[int]  # cards of eliminated players
    where: list[int]  # the slot of each card, or -1
    durability: list[int]  # what each deployed card has left
    most: list[int]  # its maximum
    changes: dict[int, tuple[Change, ...]]  # of weapons, by card
    skips: dict[int, int]  # cards that skip their attacks: a bit for each time at which that ends
    used: dict[int, int]  # how often each line was used in this turn
    events: int  # how many there were in this turn
    attacked: int  # a bit for each ship that has attacked in this combat
    label: list[int]  # what is known of each card that lies in a hand or an arsenal
    groups: int  # that have gone to the bottom of arsenals together
    listen: list[int]  # how many deployed cards wait for each event
    facing: tuple[int, ...]  # what slot of ships faces each column of each seat

    def clone(self) -> Table:
        """A copy that can be played on without touching this state; it keeps no log."""
        other = Table.__new__(Table)
        self.copied_to(other)
        other.about = self.about
        other.turn = self.turn
        other.round = self.round
        other.first = self.first
        other.active = self.active
        other.out = self.out
        other.lost = self.lost
        other.bases = self.bases[:]
        other.resources = self.resources[:]
        other.arsenal = [cards[:] for cards in self.arsenal]
        other.hand = [cards[:] for cards in self.hand]
        other.scrap = [cards[:] for cards in self.scrap]
        other.grid = self.grid[:]
        other.played = self.played[:]
        other.gone = self.gone[:]
        other.where = self.where[:]
        other.durability = self.durability[:]
        other.most = self.most[:]
        other.changes = self.changes.copy()
        other.skips = self.skips.copy()
        other.used = self.used.copy()
        other.events = self.events
        other.attacked = self.attacked
        other.label = self.label[:]
        other.groups = self.groups
        other.listen = self.listen[:]
        other.facing = self.facing
        return other


def question(state: Table, frame: Frame, about: str, who: int, options: list[int], *, sealed: bool = False) -> bool:
    """Asks a seat, and notes what about."""
    state.about = about
    return ask(state, frame, who, options, sealed=sealed)


def living(state: Table, beginning: int) -> list[int]:
    """The seats that are left, in turn order from one of them."""
    players = state.game.players
    out = state.out
    return [seat for n in range(players) if not out >> (seat := (beginning + n) % players) & 1]


def priority(state: Table, after: int) -> Sequence[int]:
    """All seats in the order in which they are asked once one has played: from the next on to that one, and last the
    active player. Where nobody has played (-1), from the one after the active player on.
    """
    return state.game.priority[state.active][after]


def note(state: Table, event: str, seat: int, card: int = -1, **values: Any) -> None:
    """Notes what has happened. Called only where the state keeps a log."""
    if state.log is not None:
        state.log.append((event, seat, card, values))
