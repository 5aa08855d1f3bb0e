"""The table of Invasion TCG: cards as the engine plays them, the values of a format, and a position. It has no rules.

A card is a number, its instance. The setting, which never changes, has its owner and its text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.bundles import DeckBundle
from engine.core import Game, Program, State
from engine.state import by_card, by_seat, listing, listings, plain, zone, zones

# Options. From PLAY on they are a base number + a card instance; the setting has the further base numbers.
PASS: Final = 0
END: Final = 1
TO_ATTACK: Final = 2
ACCEPT: Final = 3
DECLINE: Final = 4
STOP: Final = 5
NOTHING: Final = 6
GO_FIRST: Final = 7
GO_SECOND: Final = 8
DIE: Final = 10  # + the number that a die shows, 1 to 6
PLAY: Final = 20

# The state of this turn's attack step.
NOT_YET, DECLARED, ROLLED, OVER = 0, 1, 2, 3

NO_TARGET: Final = -1  # none was chosen, or there was none
MOST_SERIAL: Final = 4096  # more than there are cards; a target is its instance + this * its arrival


TIES: Final = ("cards-in-play", "cards-in-hand", "dice")
TYPES: Final = ("creature", "spell", "battlefield")
MOST: Final = 30  # of cards, dice or life that one effect is about

# Moments in which a card or effect can be played or used: a bit for each.
OPEN: Final = 1  # the open part of one's own turn, with an empty stack
FREE: Final = 2  # another moment in which a player may start
DICE: Final = 4  # attack dice have been rolled
TO_SPELL: Final = 8  # in response to a spell,
TO_CREATURE: Final = 16  # a creature,
TO_BATTLEFIELD: Final = 32  # a battlefield,
TO_EFFECT: Final = 64  # or an effect
ANY: Final = 127
ANSWERS: Final = {"spell": TO_SPELL, "creature": TO_CREATURE, "battlefield": TO_BATTLEFIELD}

# When a standing effect holds.
ALWAYS, OWN_ATTACK, OTHER_ATTACK = 0, 1, 2

# Events that set an effect off.
PLAYED: Final = "you-play-this"
START: Final = "start of turn"
THIS_DESTROYED: Final = "this destroyed"
OTHER_DESTROYED: Final = "other own creature destroyed"
DISCARDS: Final = "opponent-discards"
MISSES: Final = "opponent-misses"
ROLLS: Final = "you-roll"

Need = Callable[["Table", int, int], bool]  # of a seat and the source card: whether something is possible
Finder = Callable[["Table", int, int], list[int]]  # of a seat and the source card: the cards that may be meant
Condition = Callable[["Table", int, int], bool]  # of a seat and the last die rolled: whether the condition holds
Count = Callable[["Table", int, int], int]


@dataclass(frozen=True, slots=True, repr=False)
class Standing:
    """An effect that holds while its card is in play, or for the rest of the turn."""

    kind: str  # its verb
    phase: int
    number: int
    count_as: str
    condition: Condition | None
    count: Count | None  # how often the number counts

    def __repr__(self) -> str:
        return f"<{self.kind} {self.number} {self.count_as}>"


@dataclass(slots=True)
class Line:
    """An effect of a card in play: what sets it off or lets a player use it, and its program."""

    when: str  # what sets it off
    number: int = 0  # the number of the event: of misses, of the die
    program: Program = ()
    needs: tuple[Need, ...] = ()
    once: bool = False  # once on one's own turn
    own_turn: bool = True
    may: bool = False
    itself: bool = False  # the card itself is destroyed instead of the other
    moments: int = 0  # when a player may use it
    losses: tuple[int, ...] = ()  # life that the opponent loses, if the effect does nothing else


@dataclass(slots=True)
class Card:
    """A card, shared by all its copies; it never changes."""

    id: str
    type: str
    is_creature: bool = field(init=False)
    is_spell: bool = field(init=False)
    moments: int = field(init=False)
    program: Program = ()  # of being played
    needs: tuple[Need, ...] = ()  # for being played
    standing: tuple[Standing, ...] = ()
    at_once: bool = False  # can attack on the turn that it is played
    arrival: tuple[Line, ...] = ()
    triggers: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    replacements: tuple[Line, ...] = ()
    uses: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        self.is_creature = self.type == "creature"
        self.is_spell = self.type == "spell"
        self.moments = ANY if self.is_spell else OPEN


class Setting(Game["Table"]):
    """The parts of a game that never change: the cards of both decks by instance, and the facts of play."""

    players = 2
    count: int  # of card instances
    owner: list[int]  # by instance
    windows = frozenset({"moment", "respond"})
    steps = ("before the attack", "attack declared", "dice rolled", "after the attack")  # by `Table.attack`
    protos: list[Card]
    cards: list[Card]  # by instance
    quality: list[float]  # of each in play, see `worth`
    which: list[int]  # by instance, the number of the card that it is a copy of
    own_uses: list[int]  # by seat, the moments in which some card of its deck can be used in its own turn,
    other_uses: list[int]  # and in the other's
    # The first options of each kind: effects that are used, cards for the additional draw, cards that are chosen.
    use: int
    trade: int
    pick: int

    def __init__(self, bundles: Sequence[DeckBundle]) -> None:
        self.bundles = tuple(bundles)
        bundle = bundles[0]
        setup = bundle.setup
        self.life = setup.number("life", 1, 999)
        self.hand = setup.number("hand", 0, 99)
        self.draw = setup.number("draw", 0, 99)
        self.first_draw = setup.number("first-turn-draw", 0, 99)
        self.own_plays = setup.number("plays", 0, 99)
        self.other_plays = setup.number("spells-on-opponents-turn", 0, 99)
        setup.word("dice", ("d6",))
        first = bundle.rules("first-player")
        self.first_dice = first.number("dice", 1, 9)
        trade = bundle.rules("additional-draw")
        self.trades = trade.number("per-turn", 0, 9)
        self.trade_discards = trade.number("discards", 1, 9)
        self.trade_draws = trade.number("draws", 0, 9)
        self.first_trade = trade.flag("first-turn")
        third = bundle.rules("third-card")
        self.third = third.number("per-game", 0, 9)
        self.third_more = third.number("more", 1, 9)
        effects = bundle.rules("creature-effects")
        self.uses = effects.number("uses", 1, 9)
        self.renewed_each_turn = effects.word("until", ("own-turn", "each-turn")) == "each-turn"
        attack = bundle.rules("attack")
        self.dice_each = attack.number("dice-per-creature", 1, 9)
        self.life_per_hit = attack.number("life-per-hit", 0, 9)
        self.waits = attack.flag("waits-a-turn")
        even = attack.word("hits", ("even", "odd")) == "even"
        self.worth = [0, *(int((number % 2 == 0) == even) for number in range(1, 7))]
        over = bundle.rules("end")
        self.loses_at = over.number("loses-at", 0, self.life - 1)
        self.ties = over.words("ties", TIES)


class Table(State):
    """A position. Lists of two have a place for each seat."""

    game: Setting
    turn: int = plain()  # from 1; 0 before the first
    active: int = plain()  # the seat whose turn it is
    first: int = plain(-1)  # the seat that took the first turn, -1 before
    winner: int = plain(-1)  # -1 for a draw, or before the end
    life: list[int] = listing(lambda game: [game.life, game.life])
    deck: list[list[int]] = zones(of=2)  # the last card is on top
    hand: list[list[int]] = zones(of=2)  # in the order of their numbers
    field: list[list[int]] = zones(of=2)  # creatures in play, in the order in which they arrived
    battlefield: list[int] = zone(lambda _game: [-1, -1])  # -1 for none
    graveyard: list[list[int]] = zones(of=2)  # the last card arrived last
    pile: list[int] = zone()  # the cards of the stack, the last one on top
    aside: list[int] = zone(shared=True)  # cards that take no part, in positions that were set up by hand
    known: list[int] = by_seat(0)  # for each seat a bit for each card in a hand or deck whose place it knows
    serial: list[int] = by_card(0)  # for each card, the number of its last arrival
    arrivals: int = plain()
    before: int = plain()  # the number of arrivals before this turn
    played: int = plain()  # a bit for each card that arrived this turn by being played
    used: list[int] = by_card(0)  # for each card, how often its effect has happened since it was renewed
    plays: list[int] = by_seat(0)  # cards played this turn that count
    extra: list[int] = by_seat(0)  # plays this turn beyond the usual
    third: list[int] = by_seat(0)  # third cards played this game
    traded: int = plain()  # additional draws of this turn
    moment: bool = plain(False)  # since the last event the other player has not passed
    attack: int = plain(NOT_YET)
    attackers: list[int] = listing()  # while they are chosen, those that do not stay back
    rerolls: int = plain()  # the number of arrivals before the attack: rerolls of later cards are not allowed in it
    dice: list[int] = listing()  # of the attack, the numbers that they show
    queue: list[int] = listing()  # creatures that were played, whose effects wait for the stack
    standing: list[list[Standing]] = listings()  # what holds for each player for the rest of the turn
    acts: int = plain()  # plays and effects of this turn
