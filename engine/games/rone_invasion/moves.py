"""Changes of cards, dice, resources and players, with their questions.

Sections are those of the rulebook's glossary of effects. A program here does one of them for the player of the frame,
often `frame[IT]` times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.core import ANSWER, EXTRA, IT, PLAYER, PROGRAM, SOURCE, SUBJECT, Frame, Program, question, shuffle, tell
from engine.games.rone_invasion.table import ARMOR, CARD, DAMAGE, DAMAGES, HEALTH, MAIN, PASS, PILE, SEAT, Card, Table
from engine.steps import ask_once_more, choosing, finish, one_by_one, repeat, so_often, steps

INVASION: Final = -1  # in place of a seat
Deed = Callable[[Table, int, int], object]  # does something, of a seat and a card, or another number


def begin(
    state: Table, program: Program, source: int, seat: int, it: int = 1, subject: Any = -1, extra: Any = 0
) -> None:
    """Puts a program on the stack, as `core.push` does, unless the match has ended."""
    if not state.ended:
        state.stack.append([program, 0, source, seat, it, -1, subject, extra, ()])


def distinct(state: Table, cards: Sequence[int]) -> list[int]:
    """The options for cards; copies are one option."""
    which = state.game.which
    found: dict[int, int] = {}
    for card in cards:
        found.setdefault(which[card], CARD + card)
    return list(found.values())


def in_order(then: Callable[[Table, Frame, int], None], about: str, *, free: bool = True) -> Program:
    """A program that takes the cards of `EXTRA` one after the other, in an order that the player chooses.

    With `free` the player may stop choosing, and the rest comes in its current order.
    """

    def offer(state: Table, frame: Frame) -> bool:
        options = distinct(state, frame[EXTRA])
        if len(options) == 1 or frame[SUBJECT] == PASS:
            options = [CARD + frame[EXTRA][0]]
        elif free:
            options.insert(0, PASS)
        return question(state, frame, about, frame[PLAYER], options)

    def which(_state: Table, frame: Frame) -> int:
        if frame[ANSWER] != PASS:
            place: int = frame[EXTRA].index(frame[ANSWER] - CARD)
            return place
        frame[SUBJECT] = PASS
        return 0

    return one_by_one(offer, which, then)


# Players, teams


def playing(state: Table, team: int) -> list[int]:
    """The seats of a team that have not conceded; if all have, all of them."""
    seats = state.game.seats[max(team, 0)]
    return [seat for seat in seats if not state.conceded >> seat & 1] or seats


def lead(state: Table, team: int) -> int:
    """The seat that decides for a team."""
    return playing(state, team)[0]


def leader(state: Table) -> int:
    """The seat that decides for all who play against the Invasion."""
    return lead(state, 0)


def mates(state: Table, seat: int) -> Sequence[int]:
    """The seats of a player's team, who see each other's hands (Q7)."""
    return state.game.seats[state.game.team[seat]]


def opponents(state: Table, seat: int) -> list[int]:
    """The seats of the other team, or `INVASION` if all play against that."""
    game = state.game
    return [INVASION] if game.cooperative else [s for s in range(game.players) if game.team[s] != game.team[seat]]


def sharing(state: Table, seat: int) -> list[int]:
    """The seats that may have what a player gains: the whole team in the main phase and while damage is dealt."""
    game = state.game
    if game.players == game.teams or state.phase not in (MAIN, DAMAGE) or state.active != game.team[seat]:
        return [seat]
    return [seat, *(other for other in game.seats[game.team[seat]] if other != seat)]


def own_turn(state: Table, seat: int) -> bool:
    """Whether it is the turn of a player's team; in speed training it always is."""
    return state.game.parallel or state.active == state.game.team[seat]


def waits(state: Table, seat: int, other: int, what: int, number: int) -> bool:
    """In speed training notes what a player does to another, which waits until all have ended the phase. True if so."""
    if not state.game.parallel or other == seat:
        return False
    state.waiting = [*state.waiting, (other, what, number)]
    return True


def may_add(state: Table) -> bool:
    """Whether additional actions of players can be paid for: in the players' turn."""
    return state.game.cooperative and state.active == 0


# Armor and health


def change(state: Table, seat: int, stat: int, by: int) -> None:
    """Gains or loses armor or health, up to the maximum; armor never falls below 0; without health a match ends."""
    values = state.armor if stat == ARMOR else state.health
    before = values[seat]
    now = min(state.game.life[2], before + by)
    values[seat] = now = max(0, now) if stat == ARMOR else now
    name = "armor" if stat == ARMOR else "health"
    if now != before:
        tell(state, "gains" if now > before else "loses", seat, what=name, number=abs(now - before))
    if state.health[seat] <= 0 and not state.ended:
        end(state, "health")


def end(state: Table, how: str, seats: Sequence[int] = ()) -> None:
    """Ends the match: `seats` have lost it, or those without health. All programs under way end."""
    if state.ended:
        return
    state.ended = how
    state.out = list(seats) or [seat for seat, health in enumerate(state.health) if health <= 0]
    for frame in state.stack:
        if frame[SOURCE] in state.playing:  # a card being played, or drawn to sacrifice, stays with its player (S7)
            state.playing.remove(frame[SOURCE])
            state.played[frame[PLAYER]].append(frame[SOURCE])
        if frame[PROGRAM] is SACRIFICE:
            state.deck[frame[PLAYER]] += state.drawn
            state.drawn = []
    del state.stack[1:]


def hit(state: Table, seat: int, kind: int, points: int) -> None:
    """Deals damage of one kind to a player."""
    if points <= 0:
        return
    tell(state, "damaged", seat, kind=DAMAGES[kind], number=points)
    if kind == 1:
        change(state, seat, HEALTH, -points)
        return
    off = min(points, state.armor[seat])
    change(state, seat, ARMOR, -off)
    if kind == 0 and points > off:
        change(state, seat, HEALTH, off - points)


# Cards that move


# The zones of destroyed cards, by type; all other types are the Invasion's.
GONE: Final = {
    "recruit": "recruits_gone", "technology": "technologies_gone", "protocol": "protocols_gone", "leader": "leaders",
    "starting": "supply", "additional": "supply",
}  # fmt: skip


def hide(state: Table, card: int) -> None:
    """Notes that nobody knows where a card is."""
    mask = ~(1 << card)
    for seat in range(state.game.players):
        state.known[seat] &= mask


def know(state: Table, card: int, seats: Sequence[int] | None = None) -> None:
    """Notes that these seats, or all, know where a card is."""
    for seat in range(state.game.players) if seats is None else seats:
        state.known[seat] |= 1 << card


def destroy(state: Table, seat: int, card: int) -> None:
    """Destroys a card of a player, which is in no zone, and sets off what waits for that."""
    put_away(state, card)
    tell(state, "destroys", seat, card)
    fire(state, "you-destroy", seat)


def put_away(state: Table, card: int) -> None:
    """Destroys a card that belongs to nobody, or is cleared away; sets off nothing."""
    state.screws[card] = 0
    hide(state, card)
    getattr(state, GONE.get(state.game.cards[card].type, "invasion_gone")).append(card)


def put_on(zone: str, logged: str, event: str = "") -> Deed:
    """A deed that puts a card on a pile of its player, logs `logged`, and sets off the card's own lines for `event`."""

    def put(state: Table, seat: int, card: int) -> None:
        hide(state, card)
        state.screws[card] = 0
        getattr(state, zone)[seat].append(card)
        tell(state, logged, seat, card)
        own_lines(state, event, seat, card)

    return put


discard: Final = put_on("discard", "discards", "you-discard-this")  # by an effect or as a price
to_dump: Final = put_on("dump", "dumps", "dumped")
trained: Final = put_on("discard", "trains", "this-trained")
salvage: Final = put_on("discard", "salvages")  # which is no discarding


# Setting off effects


def own_lines(state: Table, event: str, seat: int, card: int) -> None:
    """Sets off a card's own lines for an event that is about this card."""
    for line in reversed(state.game.cards[card].lines.get(event, ())):
        begin(state, line.program, card, seat)


def fire(state: Table, event: str, seat: int, about: Card | None = None) -> None:
    """Sets off the lines for an event of the cards in a player's base, in an order that the player chooses."""
    cards = state.game.cards
    waiting = [
        (card, line.program)
        for card in state.base[seat]
        for line in cards[card].lines.get(event, ())
        if not line.kinds or (about is not None and about.kind in line.kinds)
    ]
    set_off(state, seat, waiting)


def set_off(state: Table, seat: int, waiting: Sequence[tuple[int, Program]]) -> None:
    """Begins these programs of cards, in an order that the player chooses."""
    if len(waiting) == 1:
        begin(state, waiting[0][1], waiting[0][0], seat)
    elif waiting:
        begin(state, ORDER, -1, seat, extra=tuple(waiting))


def offer_first(state: Table, frame: Frame) -> bool:
    """Which card's program comes next."""
    cards = list(dict.fromkeys(CARD + card for card, _ in frame[EXTRA]))
    return question(state, frame, "order", frame[PLAYER], cards)


ORDER: Final = one_by_one(
    offer_first,
    lambda _state, frame: [CARD + card for card, _ in frame[EXTRA]].index(frame[ANSWER]),
    lambda state, frame, one: begin(state, one[1], one[0], frame[PLAYER]),
)


# Reshuffle; draw, discard, mill


def reshuffle(state: Table, seat: int) -> bool:
    """Makes a new deck, with the penalty for it; false if there is no card for one."""
    cards = [*state.discard[seat], *state.dump[seat]]
    if not cards:
        return False
    state.discard[seat] = []
    state.dump[seat] = []
    for card in cards:
        hide(state, card)
    shuffle(state, cards)
    state.deck[seat] = cards + state.deck[seat]
    tell(state, "reshuffles", seat, cards=len(cards))
    fire(state, "you-reshuffle", seat)
    for program in reversed(state.game.penalty):
        begin(state, program, -1, seat)
    return True


def needs_a_card(state: Table, frame: Frame) -> None:
    """Playing cards lifecycle: makes a new deck if the player's is empty.

    Without cards for one, the match is lost (S6).
    """
    seat = frame[PLAYER]
    if state.deck[seat] or frame[IT] <= 0:
        return
    repeat(frame)
    if not reshuffle(state, seat):
        tell(state, "no-card", seat)
        end(state, "cards", [seat])


def from_top(deed: Deed) -> Program:
    """A program that does something to the top `frame[IT]` cards of the deck, one by one."""

    def take(state: Table, frame: Frame) -> None:
        if frame[IT] <= 0:
            return
        frame[IT] -= 1
        ask_once_more(frame)
        deed(state, frame[PLAYER], state.deck[frame[PLAYER]].pop())

    return steps("A card of the deck", needs_a_card, take)


def draws(state: Table, seat: int, card: int) -> None:
    """Takes a card into the hand."""
    know(state, card, mates(state, seat))
    state.hand[seat].append(card)
    tell(state, "draws", seat, card)


DRAW_CARDS: Final = from_top(draws)
DISCARD_TOP: Final = from_top(discard)
MILL: Final = from_top(to_dump)


def from_zone(name: str, about: str, deed: Deed) -> Program:
    """A program that does `deed` to `frame[IT]` cards of a player's zone, which the player chooses, or to all."""

    def take(state: Table, seat: int, card: int) -> None:
        getattr(state, name)[seat].remove(card)
        deed(state, seat, card)

    return choosing(lambda state, seat: distinct(state, getattr(state, name)[seat]), about, take, CARD)


DISCARD_HAND: Final = from_zone("hand", "discard", discard)
DESTROY_HAND: Final = from_zone("hand", "destroy", destroy)
SALVAGE: Final = from_zone("dump", "salvage", salvage)


# Sacrifice, recruit, discover, train, salvage, recycle


def draw_three(state: Table, frame: Frame) -> bool:
    """Sacrifice a card: draws the top cards to sacrifice one of them; makes a new deck if that is empty (Q14)."""
    seat = frame[PLAYER]
    while len(state.drawn) < 3 and state.deck[seat]:
        card = state.deck[seat].pop()
        know(state, card, mates(state, seat))
        state.drawn.append(card)
    state.drawn_from = "deck"
    if len(state.drawn) < 3 and frame[SUBJECT] != PASS:
        if reshuffle(state, seat):
            return repeat(frame)
        frame[SUBJECT] = PASS
    if not state.drawn:
        tell(state, "no-card", seat)
        end(state, "cards", [seat])
    return False


def offer_sacrifice(state: Table, frame: Frame) -> bool:
    """Sacrifice a card: which is destroyed."""
    return question(state, frame, "destroy", frame[PLAYER], distinct(state, state.drawn))


def take_sacrifice(state: Table, frame: Frame) -> None:
    """Sacrifice a card: it is destroyed."""
    card = frame[ANSWER] - CARD
    state.drawn.remove(card)
    destroy(state, frame[PLAYER], card)


def put_back(state: Table, frame: Frame) -> None:
    """Sacrifice a card: the others go on top of the deck, in an order that the player chooses."""
    begin(state, ON_TOP, -1, frame[PLAYER], extra=tuple(state.drawn))


def one_on_top(state: Table, frame: Frame, card: int) -> None:
    """A drawn card goes on top of the deck; its player alone knows it."""
    state.drawn.remove(card)
    state.deck[frame[PLAYER]].append(card)
    hide(state, card)
    know(state, card, mates(state, frame[PLAYER]))


ON_TOP: Final = in_order(one_on_top, "put-on-top", free=False)
SACRIFICE: Final = steps(
    "Sacrifice a card", draw_three, offer_sacrifice, take_sacrifice, "The others on top", put_back
)  # fmt: skip


def supply_card(state: Table, supply: list[int], gone: list[int]) -> int:
    """Takes the top card of a supply, or -1. If it is empty, its destroyed cards become a new one (S1)."""
    if not supply:
        shuffle(state, gone)
        supply += gone
        gone.clear()
    return supply.pop() if supply else -1


def draw_supply(state: Table, name: str, number: int) -> None:
    """Draws cards of a common supply."""
    supply: list[int] = getattr(state, name)
    gone = state.recruits_gone if name == "recruitment" else state.technologies_gone
    for _ in range(number):
        if (card := supply_card(state, supply, gone)) >= 0:
            state.drawn.append(card)
    state.drawn_from = name


def _drawing(name: str, about: str, keep: Callable[[Table, int, int], None]) -> Program:
    """A program that draws cards of a supply, of which one is chosen and the others are destroyed."""

    def draw(state: Table, frame: Frame) -> bool:
        game = state.game
        draw_supply(state, name, game.drawn_recruits if name == "recruitment" else game.drawn_technologies)
        return False if state.drawn else finish(frame)

    def offer(state: Table, frame: Frame) -> bool:
        return question(state, frame, about, frame[PLAYER], distinct(state, state.drawn))

    def take(state: Table, frame: Frame) -> None:
        card = frame[ANSWER] - CARD
        state.drawn.remove(card)
        for other in state.drawn:
            put_away(state, other)
        state.drawn = []
        keep(state, frame[PLAYER], card)
        tell(state, about + "s", frame[PLAYER], card)

    return so_often(draw, offer, take)


RECRUIT: Final = _drawing("recruitment", "recruit", lambda state, seat, card: state.training[seat].append(card))
DISCOVER: Final = _drawing("technologies", "discover", lambda state, seat, card: state.base[seat].append(card))


def train_supply(state: Table, seat: int, card: int) -> None:
    """Trains a card of the starting supply."""
    state.supply.remove(card)
    trained(state, seat, card)


TRAIN_SUPPLY: Final = choosing(lambda state, _seat: distinct(state, state.supply), "train", train_supply, CARD)


def who_recycles(state: Table, frame: Frame) -> bool:
    """Asks which player of the team recycles."""
    able = [s for s in sharing(state, frame[PLAYER]) if state.dump[s] or state.discard[s] or state.hand[s]]
    if not able:
        return finish(frame)
    return question(state, frame, "who-recycles", frame[PLAYER], [SEAT + seat for seat in able])


def offer_recycle(state: Table, frame: Frame) -> bool:
    """Recycle a card: asks which one: the top card of a pile, or one of the hand."""
    frame[SUBJECT] = seat = frame[ANSWER] - SEAT
    options = [PILE + n for n, pile in enumerate((state.dump[seat], state.discard[seat])) if pile]
    return question(state, frame, "recycle", seat, options + distinct(state, state.hand[seat]))


def take_recycle(state: Table, frame: Frame) -> None:
    """Puts it on top of the deck."""
    seat, answer = frame[SUBJECT], frame[ANSWER]
    if answer >= CARD:
        card = answer - CARD
        for other in state.hand[seat]:  # others don't see which card it is
            hide(state, other)
            know(state, other, mates(state, seat))
        state.hand[seat].remove(card)
        tell(state, "recycles", seat, card, **{"from": "hand"})
    else:
        card = (state.dump if answer == PILE else state.discard)[seat].pop()
        know(state, card)
        tell(state, "recycles", seat, card, **{"from": "garbage-dump" if answer == PILE else "discard"})
    state.deck[seat].append(card)


RECYCLE: Final = so_often(who_recycles, offer_recycle, take_recycle)
