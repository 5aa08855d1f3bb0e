"""A position of Invasion TCG: where every card lies, and the moves between those places. No rule of play lives here.

A card is known by its instance, a number; whose it is and what it says stands in the game, which never changes.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Final

from engine.core import Frame, State, ask, roll, shuffle, tell

if TYPE_CHECKING:
    from engine.games.invasion_tcg.cards import Line, Standing
    from engine.games.invasion_tcg.game import InvasionTcg

# Options. From PLAY on they are a base and a card instance; the game says how many instances there are.
PASS: Final = 0
END: Final = 1
ATTACK: Final = 2
ACCEPT: Final = 3
DECLINE: Final = 4
STOP: Final = 5
NOTHING: Final = 6
GO_FIRST: Final = 7
GO_SECOND: Final = 8
DIE: Final = 10  # a number that a die shows, 1 to 6
PLAY: Final = 20

# Where the attack step of this turn has got to.
NOT_YET, DECLARED, ROLLED, OVER = 0, 1, 2, 3

MOST_SERIAL: Final = 4096  # more than there are cards; a target is its instance and, above it, its arrival


class Table(State):
    """A position. Lists of two have a place for each seat."""

    __slots__ = (
        "active",
        "acts",
        "arrivals",
        "aside",
        "asking",
        "attack",
        "attackers",
        "battlefield",
        "before",
        "deck",
        "dice",
        "extra",
        "field",
        "first",
        "graveyard",
        "hand",
        "known",
        "life",
        "moment",
        "pile",
        "played",
        "plays",
        "queue",
        "rerolls",
        "serial",
        "standing",
        "third",
        "traded",
        "turn",
        "used",
        "winner",
    )

    game: InvasionTcg
    turn: int  # from 1; 0 before the first
    active: int  # the seat whose turn it is
    first: int  # the seat that took the first turn, -1 before
    winner: int  # -1 for a draw, or before the end
    life: list[int]
    deck: list[list[int]]  # the last card is on top
    hand: list[list[int]]  # in the order of their numbers
    field: list[list[int]]  # creatures in play, in the order in which they arrived
    battlefield: list[int]  # -1 for none
    graveyard: list[list[int]]  # the last card arrived last
    pile: list[int]  # the cards of the stack, the last one on top
    aside: list[int]  # cards that take no part, in positions that were set up by hand
    known: list[int]  # for each seat a bit for each card in a hand or deck whose place it knows
    serial: list[int]  # for each card, which arrival its last one was
    arrivals: int
    before: int  # how many arrivals there were before this turn
    played: int  # a bit for each card that arrived this turn by being played
    used: list[int]  # for each card, how often its effect has happened since it was renewed
    plays: list[int]  # cards played this turn that count
    extra: list[int]  # plays this turn beyond the usual
    third: list[int]  # third cards played this game
    traded: int  # additional draws of this turn
    moment: bool  # the other player has not yet passed since something happened
    attack: int
    attackers: list[int]  # while they are named, those that do not stay back
    rerolls: int  # arrivals before the attack was declared: rerolls of later ones were not declared
    dice: list[int]  # of the attack, the numbers that they show
    queue: list[int]  # creatures that were played, whose effects wait for the stack
    standing: list[list[Standing]]  # what holds for each player for the rest of the turn
    acts: int  # plays and effects of this turn
    asking: str  # what a card is chosen for

    def clone(self) -> Table:
        """A copy that can be played on without touching this state; it keeps no log."""
        other = Table.__new__(Table)
        self.copied_to(other)
        other.turn = self.turn
        other.active = self.active
        other.first = self.first
        other.winner = self.winner
        other.life = self.life[:]
        other.deck = [self.deck[0][:], self.deck[1][:]]
        other.hand = [self.hand[0][:], self.hand[1][:]]
        other.field = [self.field[0][:], self.field[1][:]]
        other.battlefield = self.battlefield[:]
        other.graveyard = [self.graveyard[0][:], self.graveyard[1][:]]
        other.pile = self.pile[:]
        other.aside = self.aside
        other.known = self.known[:]
        other.serial = self.serial[:]
        other.arrivals = self.arrivals
        other.before = self.before
        other.played = self.played
        other.used = self.used[:]
        other.plays = self.plays[:]
        other.extra = self.extra[:]
        other.third = self.third[:]
        other.traded = self.traded
        other.moment = self.moment
        other.attack = self.attack
        other.attackers = self.attackers[:]
        other.rerolls = self.rerolls
        other.dice = self.dice[:]
        other.queue = self.queue[:]
        other.standing = [self.standing[0][:], self.standing[1][:]]
        other.acts = self.acts
        other.asking = self.asking
        return other


def empty(game: InvasionTcg, seed: int) -> Table:
    """A table on which nothing lies yet."""
    state = Table(game, seed)
    state.turn = 0
    state.active = 0
    state.first = -1
    state.winner = -1
    state.life = [game.life, game.life]
    state.deck = [[], []]
    state.hand = [[], []]
    state.field = [[], []]
    state.battlefield = [-1, -1]
    state.graveyard = [[], []]
    state.pile = []
    state.aside = []
    state.known = [0, 0]
    state.serial = [0] * game.count
    state.arrivals = 0
    state.before = 0
    state.played = 0
    state.used = [0] * game.count
    state.plays = [0, 0]
    state.extra = [0, 0]
    state.third = [0, 0]
    state.traded = 0
    state.moment = False
    state.attack = NOT_YET
    state.attackers = []
    state.rerolls = 0
    state.dice = []
    state.queue = []
    state.standing = [[], []]
    state.acts = 0
    state.asking = ""
    return state


def ask_for(state: Table, frame: Frame, who: int, options: list[int], purpose: str) -> bool:
    """Asks for one of the options; `purpose` is the kind of choice that a card or a die is chosen for.

    An instruction that asks does nothing before, so that it can be run again where hidden cards were drawn anew.
    """
    state.asking = purpose
    return ask(state, frame, who, options)


def distinct(state: Table, cards: list[int]) -> list[int]:
    """One of each sort of cards that look the same, the lowest instance of each."""
    if len(cards) < 2:
        return cards
    which = state.game.which
    return sorted({which[card]: card for card in sorted(cards, reverse=True)}.values())


def distinct_anywhere(state: Table, cards: list[int]) -> list[int]:
    """One of each sort of cards, the lowest; in play those are of one sort that are alike in all that may matter."""
    if len(cards) < 2:
        return cards
    game = state.game
    which, owner, serial, used, before = game.which, game.owner, state.serial, state.used, state.before
    seen: dict[tuple[int, ...], int] = {}
    for card in sorted(cards):
        key: tuple[int, ...] = (which[card], owner[card])
        if lies_in_play(state, card):
            new = 1 + (state.played >> card & 1) if serial[card] > before else 0
            key = (*key, new, used[card], int(card in state.attackers))
        seen.setdefault(key, card)
    return list(seen.values())


def in_play(state: Table, seat: int) -> list[int]:
    """The creatures of a player and the battlefield, if any."""
    field = state.field[seat]
    battlefield = state.battlefield[seat]
    return [*field, battlefield] if battlefield >= 0 else field


def lies_in_play(state: Table, card: int) -> bool:
    """Whether a card is in play."""
    seat = state.game.owner[card]
    return state.battlefield[seat] == card or card in state.field[seat]


def marked(state: Table, card: int) -> int:
    """A target: the card as it is now, not what it is after it has left and come back."""
    return card + MOST_SERIAL * state.serial[card]


def still(state: Table, target: int) -> int:
    """The card of a target, or -1 where it has left or come back as a new one."""
    card = target % MOST_SERIAL
    return card if state.serial[card] == target // MOST_SERIAL and lies_in_play(state, card) else -1


def draw(state: Table, seat: int, count: int) -> None:
    """Draws cards; the shuffled graveyard becomes the deck where that runs out (2.3)."""
    deck, hand = state.deck[seat], state.hand[seat]
    for _ in range(count):
        if not deck:
            if not state.graveyard[seat]:
                return
            deck.extend(state.graveyard[seat])
            state.graveyard[seat].clear()
            mix(state, seat)
            tell(state, "deck-recycled", seat, -1, len(deck))
        card = deck.pop()
        insort(hand, card)
        tell(state, "draw", seat, card)


def mix(state: Table, seat: int) -> None:
    """Shuffles a deck, so that nobody knows any place in it."""
    deck = state.deck[seat]
    shuffle(state, deck)
    forgotten = 0
    for card in deck:
        forgotten |= 1 << card
    state.known[0] &= ~forgotten
    state.known[1] &= ~forgotten


def to_hand(state: Table, card: int) -> None:
    """Puts a card that both have seen into its owner's hand."""
    insort(state.hand[state.game.owner[card]], card)
    state.known[0] |= 1 << card
    state.known[1] |= 1 << card


def to_graveyard(state: Table, card: int) -> None:
    """Puts a card into its owner's graveyard."""
    state.graveyard[state.game.owner[card]].append(card)


def of_hand(state: Table, seat: int, card: int) -> int:
    """The copy of a card that leaves the hand: one that the other player knows to be there, if there is one."""
    known = state.known[1 - seat]
    if known:
        which = state.game.which
        sort = which[card]
        for copy in state.hand[seat]:
            if which[copy] == sort and known >> copy & 1:
                return copy
    return card


def leave_play(state: Table, card: int) -> None:
    """Takes a card out of play, to be put elsewhere."""
    seat = state.game.owner[card]
    if state.battlefield[seat] == card:
        state.battlefield[seat] = -1
        return
    state.field[seat].remove(card)
    if card in state.attackers:
        state.attackers.remove(card)


def arrive(state: Table, card: int, *, played: bool) -> None:
    """Puts a creature or battlefield into play as a new card; an old battlefield goes to the graveyard (5.2)."""
    game = state.game
    seat = game.owner[card]
    state.arrivals += 1
    state.serial[card] = state.arrivals
    state.used[card] = 0
    if game.cards[card].is_creature:
        state.field[seat].append(card)
    else:
        old = state.battlefield[seat]
        if old >= 0:
            to_graveyard(state, old)
            tell(state, "battlefield-replaced", seat, old)
        state.battlefield[seat] = card
    if played:
        state.played |= 1 << card
    else:
        state.played &= ~(1 << card)
    tell(state, "arrives", seat, card, "played" if played else "put into play")


def die(state: Table) -> int:
    """Rolls a die."""
    return 1 + roll(state, 6)


def unused(state: Table, card: int, line: Line) -> bool:
    """Whether an effect may still happen: a creature's as often as 4.2 says, another that is used once on a turn."""
    if state.game.cards[card].is_creature:
        return state.used[card] < state.game.uses
    return not line.once or state.used[card] < 1


def ready(state: Table, seat: int) -> list[int]:
    """The creatures that can attack: those that were there before the turn, and those that may attack at once (4.1)."""
    game = state.game
    before = state.before if game.waits else state.arrivals
    cards, serial = game.cards, state.serial
    at_once = any(standing.kind == "attack-at-once" for standing in state.standing[seat])
    return [
        card
        for card in state.field[seat]
        if serial[card] <= before or cards[card].at_once or (at_once and state.played >> card & 1)
    ]


def limit(state: Table, seat: int) -> int:
    """How many cards a player may play this turn, without the third card of the game."""
    game = state.game
    return (game.own_plays if seat == state.active else game.other_plays) + state.extra[seat]


def third_card(state: Table, seat: int) -> bool:
    """Whether the player may play one card more because of the third card rule (2.5)."""
    return state.third[seat] < state.game.third and state.life[seat] < state.life[1 - seat]


def may_play(state: Table, seat: int) -> bool:
    """Whether another play that counts is allowed."""
    return state.plays[seat] < limit(state, seat) or third_card(state, seat)


def count_play(state: Table, seat: int) -> None:
    """Counts a play; the third card of the game is spent only where the play would not be allowed without it."""
    if state.plays[seat] >= limit(state, seat):
        state.third[seat] += 1
        state.extra[seat] += state.game.third_more
        tell(state, "third-card", seat)
    state.plays[seat] += 1
