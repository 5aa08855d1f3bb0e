"""The table of Future Invaders: cards as the engine plays them, the values of a format, and a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.bundles import DeckBundle
from engine.core import Game, Program, State
from engine.effects.costs import FREE, Cost
from engine.faults import EngineError
from engine.state import by_card, listing, listings, mapping, plain, zone, zones

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

# Events that cards answer or wait for, and (from LINES on) further counters of deployed cards.
DEPLOYS: Final = 0
DESTROYED: Final = 1
REPLACED: Final = 2
ATTACKS: Final = 3
PLAYS: Final = 4
RECYCLES: Final = 5
START: Final = 6
LINES: Final = 7  # deployed cards with deployed actions
GUARDS: Final = 8  # ... with deployed reactions
WEAPONS: Final = 9  # ... with lines that hold while they are deployed, by what these change
SHIELD: Final = 10
DISCOUNT: Final = 11
COUNTED: Final = 12

# Further fields of the frames of events.
FAILED: Final = 8
TARGET: Final = 9  # the new target of a turned attack, or which of several cards is being destroyed
ASKED: Final = 10  # how many seats in the order of priority have been asked
EVENT: Final = 11
ANSWERS: Final = 12  # the place on the stack of the event that a reaction answers
CHOSEN: Final = 8  # of the frames of effects: the cards that were chosen
WHO: Final = 9  # and the opponent

# The kinds of changes of weapons.
UP: Final = 0
DOWN: Final = 1
DOUBLE: Final = 2

# When a change or an order to skip attacks ends: at the start of a seat's turn (its number), or
END_OF_TURN: Final = 14
LEAVES_PLAY: Final = 15

# Who knows a card in a hand or an arsenal: all know it, or it was shuffled, or (from 1 on) it is one of a group that
# went to the bottom together, in an order that only its owner knows.
KNOWN: Final = -1
SHUFFLED: Final = 0

Change = tuple[int, int, int]  # its kind, its amount, its end

MOST_CARDS: Final = 2_000  # on a table

SHIP: Final = 0
STRUCTURE: Final = 1
ACTION: Final = 2
REACTION: Final = 3
NO_LIMIT: Final = 1_000_000
TYPES: Final = ("ship", "structure", "action", "reaction")

# matches(state, the card that waits, its seat, the event's card, who does it, what else the event says)
Matches = Callable[["Table", int, int, int, int, int], bool]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card that is used, or that an event sets off."""

    index: int  # among the lines of its card
    program: Program
    event: int = -1
    matches: Matches | None = None
    cost: Cost = FREE
    destroys: bool = False  # the card is destroyed to pay
    discards: int = 0  # cards are discarded to pay
    most: int = NO_LIMIT  # uses a turn
    harmless: bool = False  # the order among harmless lines makes no difference


@dataclass(frozen=True, slots=True)
class Static:
    """A line that holds while its card is deployed."""

    what: int
    amount: int
    applies: Callable[[Table, int, int], int]  # how often it applies: to a card, from this card
    of: int = -1  # the type of cards that it makes cost less
    resource: int = -1


@dataclass(slots=True)
class Card:
    """A definition. All copies of it share one of these."""

    id: str
    number: int  # among the definitions of the table
    type: int
    cost: Cost
    income: tuple[int, ...]
    yields: int  # the sum of its income
    weapons: int
    durability: int
    has_income: bool = False
    ignores: int = 0  # when it attacks: 1 for ships, 2 for structures
    play: Program = ()
    answers: Line | None = None  # the line with the event that a reaction answers
    uses: list[Line] = field(default_factory=list)  # deployed actions and reactions
    triggers: list[Line] = field(default_factory=list)
    statics: list[Static] = field(default_factory=list)
    lines: int = 0  # how many of its abilities can matter while it is deployed
    counted: tuple[int, ...] = ()  # its counters while it is deployed


# The only rules that are played: a bundle with other rules is refused.
PLAYED: Final[Mapping[tuple[str, str], Any]] = {
    ("start", "steps"): ["shuffle", "trackers", "hand", "redraws", "initiative"],
    ("start", "initiative"): "dice",
    ("start", "initiative-choice"): False,
    ("redraw", "reveals"): "everybody",
    ("redraw", "to"): "arsenal-bottom",
    ("redraw", "order"): "owner",
    ("redraw", "shuffles"): False,
    ("redraw", "simultaneous"): True,
    ("turn", "steps"): ["leftovers", "reset", "income", "start-of-turn", "draw", "choice", "combat", "end"],
    ("turn", "choices"): ["deploy", "draw", "discard"],
    ("turn", "next-player"): "right",
    ("hand", "limit"): "none",
    ("resources", "kept-until"): "own-reset",
    ("resources", "limit"): "none",
    ("grid", "rows"): ["ship", "structure"],
    ("facing", "opponents"): "nearest-remaining",
    ("facing", "moves-cards"): False,
    ("alliances", "seats"): "alternating",
    ("alliances", "base"): "common",
    ("alliances", "eliminated"): "together",
    ("combat", "must-attack"): True,
    ("combat", "hits"): ["ship", "structure", "base"],
    ("priority", "first"): "next-player",
    ("priority", "last"): "active-player",
    ("destroyed", "with-income"): "scrap-pile",
    ("destroyed", "without-income"): "arsenal-bottom",
    ("end", "wins"): "last-base",
    ("end", "all-at-once"): "draw",
}


def check_played(bundle: DeckBundle, about: str, name: str, played: Any) -> None:
    """Raises EngineError if a rule differs from the one that is played."""
    facts = bundle.rules(about)
    if facts.data.get(name) != played:
        said = str(facts.data.get(name, "not there"))[:80]
        wanted = ", ".join(played) if isinstance(played, list) else str(played).lower()
        raise EngineError(f"{facts.where}.{name} is {said}, and the engine plays {wanted}")


class Setting(Game["Table"]):
    """The parts of a game that never change: numbers of its format, and the cards of all decks by instance."""

    cards: list[Card]  # by instance
    known: Mapping[str, Card]  # all that the decks describe, by id
    windows = frozenset({"window", "react"})
    standing = frozenset({"recycle"})
    steps = ("before-income", "after-income", "after-draw", "deployment", "combat")
    judged: tuple[object, Sequence[Sequence[float]]] = (None, ())  # grids, and what `worth` found for them last

    def __init__(self, bundles: Sequence[DeckBundle]) -> None:
        self.bundles = tuple(bundles)
        self.players = len(bundles)
        if self.players > MOST_PLAYERS:
            raise EngineError(f"{self.players} players are too many: at most {MOST_PLAYERS} sit at a table")
        self._read_rules(bundles[0])

    def _read_rules(self, bundle: DeckBundle) -> None:
        for (about, name), played in PLAYED.items():
            check_played(bundle, about, name, played)
        setup = bundle.setup
        self.base = setup.number("base-durability", 1, 1_000)
        self.base += setup.number("base-durability-per-further-pair", 0, 1_000, 0) * (self.players // 2 - 1)
        self.opening = setup.number("hand", 0, 40)
        self.redraws = setup.number("redraws", 0, 10)
        self.draws = setup.number("draw", 0, 10)
        self.first_draw = setup.number("first-draw", 0, 10, self.draws)
        turn = bundle.rules("turn")
        self.choice_draw = turn.number("choice-draw", 0, 10)
        self.choice_discard = turn.number("choice-discard", 1, 10)
        self.start = setup.number("resources", 0, 1_000)
        self.resources = tuple(bundle.data["game"]["resources"])
        self.kinds = len(self.resources)
        if not 1 <= self.kinds <= MOST_RESOURCES:
            raise EngineError(
                f"{bundle.where}: game.resources has {self.kinds}, and the engine plays with 1 to {MOST_RESOURCES}"
            )
        self.wild = _wild(bundle, self.resources)
        self.columns = bundle.rules("grid").number("columns", 2, MOST_COLUMNS)
        self.rows = TYPES[:2]
        self.stride = 2 * self.columns
        facing = bundle.rules("facing")
        halves = [facing.numbers(name, 1, self.columns) for name in ("left-half", "left-half-faces")]
        halves += [facing.numbers(name, 1, self.columns) for name in ("right-half", "right-half-faces")]
        if sorted(halves[0] + halves[2]) != list(range(1, self.columns + 1)) or any(
            len(half) != len(faces) for half, faces in (halves[:2], halves[2:])
        ):
            raise EngineError(f"{facing.where}: left-half and right-half should share the columns and face as many")
        self._columns = [
            *((c - 1, f - 1, -1) for c, f in zip(*halves[:2], strict=True)),
            *((c - 1, f - 1, 1) for c, f in zip(*halves[2:], strict=True)),
        ]
        self.late_combat = bundle.rules("first-round").word("combat", ["last-player", "all"]) == "last-player"
        teams = bundle.players.teams
        self.side = [seat % teams if teams else seat for seat in range(self.players)]
        self.base_of = self.side
        self.allies = [
            tuple(other for other in range(self.players) if self.side[other] == self.side[seat])
            for seat in range(self.players)
        ]  # with the seat itself
        self.enemies = [
            tuple(other for other in range(self.players) if self.side[other] != self.side[seat])
            for seat in range(self.players)
        ]
        self._facings: dict[int, tuple[int, ...]] = {}
        self.priority = [_orders(self.players, active) for active in range(self.players)]

    def seat_cards(self, decks: Sequence[Sequence[Card]]) -> None:
        """Gives each copy of each card its number."""
        self.cards = [card for deck in decks for card in deck]
        self.owner = [seat for seat, deck in enumerate(decks) for _ in deck]
        self.count = len(self.cards)
        if self.count > MOST_CARDS:
            raise EngineError(f"there are {self.count} cards, and the engine plays with at most {MOST_CARDS}")
        used = {card.number: card for card in self.cards}.values()
        self.lines = max((max(len(card.uses), len(card.triggers), 1) for card in used), default=1)
        self.actions = CARD + self.lines * self.count
        self.answered = {card.answers.event for card in used if card.answers is not None}
        self.answered |= {line.event for card in used for line in card.uses if line.event >= 0}

    def facing(self, out: int) -> tuple[int, ...]:
        """The slot of ships that each column of each seat faces; `out` has a bit for each seat that is out."""
        if out not in self._facings:
            players = self.players
            found = [-1] * (players * self.columns)
            for seat in range(players):
                if out >> seat & 1:
                    continue
                for column, faces, step in self._columns:
                    other = (seat + step) % players
                    while out >> other & 1 and other != seat:
                        other = (other + step) % players
                    found[seat * self.columns + column] = other * self.stride + faces
            self._facings[out] = tuple(found)
        return self._facings[out]


def _orders(players: int, active: int) -> list[tuple[int, ...]]:
    """By who has just played, and last for nobody: the seats from the next one on, and at the end the active player."""
    around = [[(after + n) % players for n in range(1, players + 1)] for after in (*range(players), active)]
    return [(*(seat for seat in seats if seat != active), active) for seats in around]


def _wild(bundle: DeckBundle, resources: Sequence[str]) -> int:
    """The resource whose costs any resource can pay; each other resource pays only its own costs."""
    wild = -1
    for kind, name in enumerate(resources):
        paid_with = set(bundle.data["game"]["resources"][name].get("paid-with", [name]))
        if paid_with == set(resources) and len(resources) > 1:
            wild = kind
        elif paid_with != {name}:
            raise EngineError(
                f"{bundle.where}: game.resources.{name}.paid-with: the engine plays costs of one resource, or of any"
            )
    return wild


def _all_cards(game: Setting) -> list[list[int]]:
    """By owner, the cards of each arsenal."""
    return [[card for card, owner in enumerate(game.owner) if owner == seat] for seat in range(game.players)]


class Table(State):
    """A position of Future Invaders. A slot is numbered seat * stride + column, structures after ships."""

    game: Setting
    turn: int = plain()  # of all players, from 1
    round: int = plain()
    first: int = plain()  # the seat that began
    active: int = plain()
    out: int = plain()  # a bit for each eliminated seat
    lost: tuple[tuple[int, ...], ...] = plain(())  # the seats that were eliminated together, in order
    bases: list[int] = listing(lambda game: [game.base] * (max(game.base_of) + 1))  # the durability of each base
    resources: list[list[int]] = listings(lambda game: [[game.start] * game.kinds for _ in range(game.players)])
    arsenal: list[list[int]] = zones(_all_cards)  # from the bottom to the top
    hand: list[list[int]] = zones()  # sorted by instance
    scrap: list[list[int]] = zones()
    grid: list[int] = zone(lambda game: [-1] * (game.players * game.stride))  # the card in each slot, or -1
    played: list[int] = zone()  # cards that are being played or deployed, or wait for their place at the bottom
    gone: list[int] = zone()  # cards of eliminated players
    where: list[int] = by_card(-1)  # the slot of each card, or -1
    durability: list[int] = by_card(0)  # of each deployed card now
    most: list[int] = by_card(0)  # its maximum
    changes: dict[int, tuple[Change, ...]] = mapping()  # of weapons, by card
    skips: dict[int, int] = mapping()  # cards that skip their attacks: a bit for each time at which that ends
    used: dict[int, int] = mapping()  # the number of uses of each line in this turn
    events: int = plain()  # their number in this turn
    attacked: int = plain()  # a bit for each ship that has attacked in this combat
    label: list[int] = by_card(SHUFFLED)  # who knows each card in a hand or an arsenal
    later: tuple[int, int] | None = plain(None)  # a seat whose arsenal is shuffled when needed, and `rng` for that
    groups: int = plain()  # the number of groups that have gone to the bottom of arsenals
    listen: list[int] = listing(lambda _game: [0] * COUNTED)  # the number of deployed cards that wait for each event
    facing: tuple[int, ...] = plain(lambda game: game.facing(0))  # the slot of ships before each column of each seat
