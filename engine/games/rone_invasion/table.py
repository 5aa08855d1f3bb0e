"""The table of RONE: Invasion: cards as the engine plays them, the values of boards and formats, and a position.

It has no rules. A card is a number, its instance. A resource is a number, too: the colors in the order of the player
board, then wild. The screws in dice have the same numbers, but in a die the last one is neutral.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.bundles import DeckBundle
from engine.core import Game, Program, State
from engine.effects.costs import Cost, cost_of
from engine.facts import Facts
from engine.state import by_card, by_seat, listing, listings, mapping, plain, zone, zones

# Options. From CARD on they are a base number + a card instance.
PASS: Final = 0
YES: Final = 1
SEAT: Final = 10
DIE: Final = 20
COLOR: Final = 30
FACE: Final = 40
HOLE: Final = 50  # + 6 * a face + the screw there
ZONE: Final = 90
KIND: Final = 100  # of damage
MAST: Final = 105  # damage to the scenario, + its kind
ACTION: Final = 110  # + the number of an action on its board
ADDED: Final = 140  # + the number of an additional action on the Invasion's board
PLACE: Final = 150  # + twice the number of a resource, + 1 for a wild place
PILE: Final = 165  # the top of the garbage dump, and of the discard pile
LINE: Final = 170  # + the number of one of several things to do
USE_DIE: Final = 180
REROLL: Final = 190
REROLL_OTHER: Final = 199  # a die of a teammate
TWO_DICE: Final = 200
PAIR: Final = 205  # two stored resources
LEVEL: Final = 215
CARD: Final = 220

MOST_SEATS: Final = 8
MOST_DICE: Final = 9  # of a player
MOST_TURNS: Final = 600  # of all teams; rounds with the Invasion count as one
MOST_ACTS: Final = 400  # of one turn
MOST_MATCHES: Final = 9

COLORS: Final = 5
WILD: Final = 5
NEUTRAL: Final = 5  # of the screws in dice
MELEE, RANGED, DESTROY, ARMOR, HEALTH = range(5)  # of combat and support; the first three are also kinds of damage
STATS: Final = ("melee", "ranged", "destroy-armor", "armor", "health")
DAMAGES: Final = STATS[:3]
NONE: Final = (0, 0, 0, 0, 0)
SCREWS_LATER, MILL_LATER, STORED_LATER = -1, -2, -3  # effects other than damage that wait in speed training
UNROLLED, UNUSED, USED, SET_ASIDE = range(4)
LEVELS: Final = ("none", "easy", "normal", "hard")  # the index is the number of open strips of the scenario
PLAYED_TYPES: Final = ("starting", "additional", "recruit")
INVASION_TYPES: Final = ("starting-invasion", "invasion")
# The phases of a turn, and those of the Invasion.
PHASES: Final = (
    "set-up", "beginning", "draw", "roll", "main", "store", "damage", "parts", "clean", "train", "end",
    "invasion-beginning", "time", "deploy", "invasion-train", "tokens", "protocols", "invasion-end", "cleanup",
)  # fmt: skip
(
    SET_UP, BEGINNING, DRAW, ROLL, MAIN, STORE, DAMAGE, PARTS, CLEAN, TRAIN, END,
    INVASION, TIME, DEPLOY, INVASION_TRAIN, TOKENS, PROTOCOLS, INVASION_END, CLEANUP,
) = range(len(PHASES))  # fmt: skip

Die = tuple[tuple[int, int, int], ...]
NO_COST: Final = cost_of((0,) * 6, WILD)


@dataclass(frozen=True, slots=True)
class Give:
    """The values that a card gives to others, or to itself, while it is there."""

    stat: int
    number: int
    kinds: frozenset[str]  # of the played cards that get it; empty for deployed cards
    itself: bool
    below: bool  # once for each deployed card below it


@dataclass(slots=True)
class Line:
    """A line of a card that an event or a time sets off; `kinds` are those of the card that the event is about."""

    program: Program
    kinds: frozenset[str] = frozenset()


@dataclass(slots=True)
class Use:
    """The use of a permanent, which is exhausted for it, with the further price."""

    program: Program
    cost: Cost
    health: int = 0
    discards: int = 0  # cards of the hand


@dataclass(slots=True)
class Card:
    """A card, shared by all its copies; it never changes."""

    id: str
    type: str
    kind: str = ""
    cost: Cost = NO_COST
    training: int = 0
    parts: int = 0
    combat: tuple[int, ...] = NONE
    support: tuple[int, ...] = NONE
    stores: tuple[int, ...] = (0,) * 6
    program: Program = ()  # of being played
    lines: dict[str, tuple[Line, ...]] = field(default_factory=dict)  # by event or time
    use: Use | None = None
    gives: tuple[Give, ...] = ()
    forbids: frozenset[str] = frozenset()
    survival: int = 0
    discount: int = 0
    keeps_itself: bool = False
    takes: frozenset[str] = frozenset()  # the common supplies that it can take from


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a board, with its price."""

    program: Program
    pays: str
    amount: int
    dearer: bool
    verbs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a scenario, in a round."""

    round: int
    name: str
    program: Program


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario: `strips` are the support of its lines from the lowest up."""

    number: int
    set_up: tuple[tuple[Program, bool], ...]  # true for a program that activates protocols
    events: tuple[Event, ...]
    strips: tuple[tuple[int, ...], ...]
    rounds: int  # that all must survive, 0 if it is won in another way
    mast: int  # its health for each player, 0 if it can't be attacked


class Setting(Game["Table"]):
    """The parts of a game that never change: all cards by instance, boards, seats and teams."""

    count: int
    ids: list[str]
    cards: list[Card]
    quality: list[float]  # of each card, see `worth`
    which: list[int]  # by instance, the number of the card that it is a copy of
    colors: tuple[str, ...]  # the names of the resources
    places: tuple[int, ...]  # of stored resources
    pairs: tuple[Program, ...]  # by resource, the effect of two stored ones
    actions_of_board: tuple[Action, ...]
    added: tuple[Action, ...]
    penalty: tuple[Program, ...]  # for reshuffling
    zone_programs: tuple[Program, ...]
    thinned: int  # cards that the Invasion destroys when it reshuffles, in addition to one for each player
    rounds: int  # of the time tracker
    scenarios: dict[int, Scenario]  # by instance
    life: tuple[int, int, int]  # armor and health at first, and the maximum of both
    # The cards of each seat and of the table at first.
    begins: list[Mapping[str, list[int]]]
    dice: list[list[Die]]
    start: Mapping[str, list[int]]
    play: int
    ability: int

    def __init__(self, bundles: Sequence[DeckBundle], players: int, *, cooperative: bool) -> None:
        self.bundles = tuple(bundles)
        self.players = players
        self.cooperative = cooperative
        self.teams = teams = 1 if cooperative else 2
        size = players // teams
        self.team = [seat // size for seat in range(players)]
        self.seats = [list(range(team * size, (team + 1) * size)) for team in range(teams)]
        setup = bundles[0].setup
        self.second_parts = setup.number("second-player-parts", 0, 9, 0)
        self.recruits = setup.number("recruited-before-each-match", 0, 9, 4)
        self.drawn_technologies = setup.number("drawn-for-a-technology", 1, 9, 3)
        self.drawn_recruits = setup.number("drawn-for-a-recruit", 1, 9, 3)
        self.sets = max(players, setup.number("player-sets-in-the-box", 1, 9, 2))
        self.wins = setup.number("matches-to-win", 1, 5, 1)
        self.parallel = setup.has("simultaneous-phases")
        self.deployed_each = setup.number("deploy-for-each-player", 0, 9, 1)
        self.deployed_each_protocol = setup.number("deploy-for-each-protocol", 0, 9, 1)
        self.deployed = self._of_players(setup, "deploy")
        self.explored = self._of_players(setup, "explore")
        self.defenders = self._of_players(setup, "defend")
        self.equal = setup.has("explore-with-1-player")
        self.destroyed_after = self._of_players(setup, "destroyed-after-a-scenario")
        words = setup.word("difficulty", (), "none, easy, normal, hard").replace(",", " ").split()
        self.levels = [n for n, level in enumerate(LEVELS) if level in words]

    def _of_players(self, setup: Facts, what: str) -> int:
        name = f"{what}-with-{self.players}-player{'s' if self.players > 1 else ''}"
        return setup.number(name, 0, 9, 0)

    def empty(self, seed: int, *, log: bool = False) -> Table:
        """A table before the set-up, with the cards of decks and box in their first zones."""
        state = Table(self, seed, log=log)
        for seat, begins in enumerate(self.begins):
            for name, cards in begins.items():
                getattr(state, name)[seat] = list(cards)
        for name, cards in self.start.items():
            setattr(state, name, list(cards))
        state.zone_cards = [*state.zone_cards, *[-1] * COLORS][:COLORS]
        if self.cooperative:
            state.scenario = state.scenarios[0]
        return state


class Table(State):
    """A position. Decks have their top card last; discard piles and garbage dumps, too."""

    game: Setting
    match: int = plain(1)  # the match, or the scenario
    won: list[int] = listing(lambda game: [0] * game.teams)  # matches, by team
    turn: int = plain()  # of all teams; a round counts as one
    active: int = plain()  # the team whose turn it is; -1 for the Invasion
    first: int = plain()  # the team that began the match
    phase: int = plain(SET_UP)
    acts: int = plain()  # of this turn
    ended: str = plain("")  # the reason of the match's end: health, cards, exhausted, won; "" while it goes on
    out: list[int] = listing()  # seats without health or cards
    scores: tuple[float, ...] = plain(())
    # Players.
    armor: list[int] = by_seat(0)
    health: list[int] = by_seat(0)
    deck: list[list[int]] = zones()
    hand: list[list[int]] = zones()
    played: list[list[int]] = zones()
    discard: list[list[int]] = zones()
    dump: list[list[int]] = zones()
    training: list[list[int]] = zones()
    base: list[list[int]] = zones()  # the leader first
    removed: list[list[int]] = zones()  # in the survival check
    dice: list[list[Die]] = listings(lambda game: [list(dice) for dice in game.dice])
    shown: list[list[int]] = listings(lambda game: [[0] * len(dice) for dice in game.dice])  # faces
    used: list[list[int]] = listings(lambda game: [[UNROLLED] * len(dice) for dice in game.dice])
    pool: list[list[int]] = listings(lambda game: [[0] * 6 for _ in range(game.players)])
    stored: list[list[int]] = listings(lambda game: [[0] * 6 for _ in range(game.players)])
    off: list[list[int]] = listings(lambda game: [[0] * 6 for _ in range(game.players)])  # the next card's cost
    rerolls: list[int] = by_seat(0)
    parts: list[int] = by_seat(0)
    cards_played: list[list[int]] = listings()  # in this turn, in order
    may_keep: list[int] = by_seat(0)
    keeps: list[list[int]] = listings()  # cards of the hand that stay there
    damage: list[list[int]] = listings(lambda game: [[0, 0, 0] for _ in range(game.teams)])  # that a team deals
    laid: list[int] = listing(lambda _game: [0, 0, 0, 0])  # for additional actions: melee, ranged, health, parts
    waiting: list[tuple[int, ...]] = listing()  # effects on opponents that wait until all have ended the phase
    screws: list[int] = by_card(0)
    exhausted: int = plain()  # a bit for each permanent
    known: list[int] = by_seat(0)  # for each seat a bit for each hidden card whose place it knows
    # Supplies.
    recruitment: list[int] = zone()
    recruits_gone: list[int] = zone()
    technologies: list[int] = zone()
    technologies_gone: list[int] = zone()
    supply: list[int] = zone()
    leaders: list[int] = zone()
    drawn: list[int] = zone()  # cards from which one is chosen
    drawn_from: str = plain("")
    playing: list[int] = zone()  # the card that is being played
    # The Invasion.
    level: int = plain()  # the number of open strips of the scenario
    scenario: int = plain(-1)
    scenarios: list[int] = zone(shared=True)
    time: int = plain()
    past: int = plain()  # a bit for each event that has ended
    tokens: int = plain()
    invasion: list[int] = zone()
    invasion_discard: list[int] = zone()
    invasion_dump: list[int] = zone()
    invasion_supply: list[int] = zone()
    invasion_gone: list[int] = zone()
    deployed: list[int] = zone()
    zone_cards: list[int] = zone(lambda _game: [-1] * COLORS)
    stores: list[int] = listing(lambda _game: [0] * COLORS)
    protocols: list[int] = zone()
    protocol_deck: list[int] = zone()
    protocols_gone: list[int] = zone()
    marks: dict[int, tuple[int, int]] = mapping()  # armor and health that deployed cards have lost
    mast: int = plain()  # health that the scenario has lost
