"""Moves of cards between places, damage, payment, and players who are eliminated."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from typing import Final

from engine.core import ANSWER, EXTRA, IT, PLAYER, SUBJECT, Frame, ask_again, pass_over, push, question, shuffle, tell
from engine.effects.costs import Cost, named
from engine.games.future_invaders.table import CARD, KNOWN, RESOURCE, SHUFFLED, SLOT, STRUCTURE, Table
from engine.steps import finish, one_by_one, repeat, so_often

# Asking and noting


def living(state: Table, beginning: int) -> list[int]:
    """The seats that are left, in turn order from one of them."""
    players = state.game.players
    out = state.out
    return [seat for n in range(players) if not out >> (seat := (beginning + n) % players) & 1]


def priority(state: Table, after: int) -> Sequence[int]:
    """All seats in the order in which they are asked after one has played (`after`): from the next to that one, then
    the active player. If nobody has played (-1), from the one after the active player.
    """
    return state.game.priority[state.active][after]


# Arsenals of imagined worlds


def shuffle_later(world: Table, seat: int) -> None:
    """Puts the cards of an arsenal that were shuffled in an order that reveals nothing: `arsenal` shuffles them.

    Most worlds end before anybody takes a card. The random numbers that come after are the same either way.
    """
    places = _shuffled(world, seat)
    cards = world.arsenal[seat]
    for at, card in zip(places, sorted([cards[at] for at in places], reverse=True), strict=True):
        cards[at] = card
    world.later = seat, world.rng
    pass_over(world, max(0, len(places) - 1))


def arsenal(state: Table, seat: int) -> list[int]:
    """A seat's arsenal to take cards from; in an imagined world it is shuffled now if it was not yet."""
    cards = state.arsenal[seat]
    if state.later is not None and state.later[0] == seat:
        rng, fixed = state.rng, state.fixed
        state.rng, state.fixed, state.later = state.later[1], [], None
        places = _shuffled(state, seat)[::-1]
        dealt = [cards[at] for at in places]
        shuffle(state, dealt)
        for at, card in zip(places, dealt, strict=True):
            cards[at] = card
        state.rng, state.fixed = rng, fixed
    return cards


def _shuffled(state: Table, seat: int) -> list[int]:
    """The places of an arsenal with cards that were shuffled."""
    label = state.label
    return [at for at, card in enumerate(state.arsenal[seat]) if label[card] == SHUFFLED]


# Where cards are put


def to_bottom(state: Table, card: int, group: int = KNOWN) -> None:
    """Puts a card that all see at the bottom of its owner's arsenal, as one of a group in an unknown order or alone."""
    owner = state.game.owner[card]
    if state.out >> owner & 1:
        return
    state.arsenal[owner].insert(0, card)
    state.label[card] = group
    if state.log is not None:
        tell(state, "bottom", owner, card, known=group == KNOWN)


def to_scrap(state: Table, cards: Sequence[int]) -> None:
    """Puts cards onto their owners' scrap piles, or those without printed income at the bottom of the arsenals."""
    game = state.game
    under = []
    for card in cards:
        owner = game.owner[card]
        if state.out >> owner & 1:
            continue
        if game.cards[card].has_income:
            state.scrap[owner].append(card)
            state.label[card] = KNOWN
            if state.log is not None:
                tell(state, "scrap", owner, card)
        else:
            under.append(card)
    if under:
        bury(state, under)


def bury(state: Table, cards: Sequence[int]) -> None:
    """Puts cards at the bottom of their owners' arsenals; of several at once each owner chooses the order."""
    if len(cards) == 1:
        to_bottom(state, cards[0])
        return
    game = state.game
    for owner in reversed(living(state, state.active)):
        own = [card for card in cards if game.owner[card] == owner]
        if len({game.cards[card].number for card in own}) < 2:
            for card in own:
                to_bottom(state, card)
        elif own:
            state.played += own
            push(state, BURY, -1, owner, subject=0, extra=tuple(sorted(own)))


def _ask_next_to_bury(state: Table, frame: Frame) -> bool:
    """Simultaneous Effects: which of several cards goes to the bottom of the arsenal next."""
    return question(state, frame, "bury", frame[PLAYER], one_of_each(state, frame[EXTRA]))


def _bury_next(state: Table, frame: Frame, card: int) -> None:
    """Simultaneous Effects: it goes there."""
    state.played.remove(card)
    if not frame[SUBJECT]:
        state.groups += 1
        frame[SUBJECT] = state.groups
    to_bottom(state, card, frame[SUBJECT])


def which_card(_state: Table, frame: Frame) -> int:
    """Which of the cards of a frame was chosen."""
    place: int = frame[EXTRA].index(frame[ANSWER] - CARD)
    return place


BURY: Final = one_by_one(_ask_next_to_bury, which_card, _bury_next)


def one_of_each(state: Table, cards: Iterable[int]) -> list[int]:
    """Options for cards of one place. Copies are one option: the copy that all know, else the first."""
    game = state.game
    label = state.label
    found: dict[int, int] = {}
    for card in cards:
        number = game.cards[card].number
        if number not in found or (label[card] == KNOWN and label[found[number]] != KNOWN):
            found[number] = card
    return [CARD + card for card in found.values()]


def from_hand(state: Table, seat: int, card: int) -> None:
    """Takes a card out of a hand, for all to see."""
    state.hand[seat].remove(card)
    state.label[card] = KNOWN


def to_hand(state: Table, card: int) -> None:
    """Puts a card that all have seen into its owner's hand."""
    owner = state.game.owner[card]
    if not state.out >> owner & 1:
        insort(state.hand[owner], card)
        tell(state, "return", owner, card)


def draw(state: Table, wishes: Sequence[tuple[int, int]]) -> None:
    """Seats draw cards; then those who could not draw all are eliminated together."""
    failed = []
    for seat, count in wishes:
        cards = arsenal(state, seat)
        hand = state.hand[seat]
        for _ in range(count):
            if not cards:
                failed.append(seat)
                break
            card = cards.pop()
            insort(hand, card)
            if state.log is not None:
                tell(state, "draw", seat, card, known=state.label[card] == KNOWN)
    if failed:
        eliminate(state, failed, "empty-arsenal")


def arrive(state: Table, card: int, slot: int) -> None:
    """Puts a card into a free slot, with what is printed on it."""
    state.grid[slot] = card
    state.where[card] = slot
    definition = state.game.cards[card]
    state.durability[card] = state.most[card] = definition.durability
    for counted in definition.counted:
        state.listen[counted] += 1


def leave(state: Table, card: int) -> None:
    """Takes a card from its slot, and clears its changes."""
    state.grid[state.where[card]] = -1
    state.where[card] = -1
    for counted in state.game.cards[card].counted:
        state.listen[counted] -= 1
    forget(state, card)


def forget(state: Table, card: int) -> None:
    """Clears the changes of a card, its skipped attacks, and that it has attacked."""
    state.changes.pop(card, None)
    state.skips.pop(card, None)
    state.attacked &= ~(1 << card)
    if state.used:
        game = state.game
        for line in range(2 * game.lines):
            state.used.pop(line * game.count + card, None)


def row_slots(state: Table, card: int) -> list[int]:
    """Options for the slots of a card's row, free or taken."""
    columns = state.game.columns
    start = SLOT + (columns if state.game.cards[card].type == STRUCTURE else 0)
    return list(range(start, start + columns))


# Damage


def hit_base(state: Table, seat: int, amount: int) -> None:
    """A base loses durability; without any left its players are eliminated at once."""
    if amount <= 0:
        return
    base = state.game.base_of[seat]
    state.bases[base] -= amount
    tell(state, "base-damage", seat, amount=amount, left=max(0, state.bases[base]))
    if state.bases[base] <= 0:
        eliminate(state, [seat], "base-destroyed")


def eliminate(state: Table, seats: Sequence[int], why: str) -> None:
    """Players leave the game at once, with those who share their base and with all cards that they own."""
    game = state.game
    dead = [
        seat
        for seat in range(game.players)
        if not state.out >> seat & 1 and any(game.base_of[seat] == game.base_of[other] for other in seats)
    ]
    if not dead:
        return
    for seat in dead:
        state.out |= 1 << seat
        state.bases[game.base_of[seat]] = 0
        tell(state, "eliminated", seat, why=why)
    state.lost += (tuple(dead),)
    captured = _remove_cards(state, dead)
    if len({game.side[seat] for seat in range(game.players) if not state.out >> seat & 1}) <= 1:
        state.over = True
        tell(state, "end")
        for card in captured:
            to_bottom(state, card)
        return
    state.facing = game.facing(state.out)
    for depth, frame in enumerate(state.stack):
        if frame[PLAYER] in dead:
            # The turn of a player who is out goes on with its end; all their other frames are over.
            finish(frame)
            if depth == 0:
                repeat(frame)
    bury(state, captured)


def concede(state: Table, seat: int) -> None:
    """A player's base is destroyed, and the player eliminated (Conceding); the question is asked again."""
    ask_again(state)
    eliminate(state, [seat], "concession")


def _remove_cards(state: Table, dead: list[int]) -> list[int]:
    """Takes the cards of eliminated players away, and returns those of others that lay on their grids."""
    game = state.game
    stride = game.stride
    owner = game.owner
    captured = []
    for card in [card for card in state.grid if card >= 0]:
        if owner[card] in dead:
            leave(state, card)
            state.gone.append(card)
        elif state.where[card] // stride in dead:
            leave(state, card)
            captured.append(card)
    for seat in dead:
        for place in (state.arsenal[seat], state.hand[seat], state.scrap[seat]):
            state.gone += place
            place.clear()
        state.resources[seat] = [0] * game.kinds
    state.gone += [card for card in state.played if owner[card] in dead]
    state.played = [card for card in state.played if owner[card] not in dead]
    return captured


# Payment


def gain(state: Table, seat: int, amounts: Sequence[int], times: int = 1) -> None:
    """A seat gains resources: `times` these amounts by kind."""
    for kind, amount in enumerate(amounts):
        state.resources[seat][kind] += amount * times
    if state.log is not None and any(amounts):
        tell(state, "gain", seat, **named(state.game.resources, [amount * times for amount in amounts]))


def pay(state: Table, seat: int, cost: Cost) -> None:
    """A seat pays. If it can choose between kinds of resources, it is asked before anything else happens.

    A cost of any kind first takes resources that can pay for nothing else.
    """
    if not cost.total:
        return
    game = state.game
    have = state.resources[seat]
    paid = [0] * game.kinds
    for kind, n in cost.need:
        paid[kind] = n
    if cost.wild:
        paid[game.wild] = min(cost.wild, have[game.wild])
    _spend(state, seat, paid)
    if left := cost.total - sum(paid):
        push(state, PAY, -1, seat, left)


def _spend(state: Table, seat: int, paid: Sequence[int]) -> None:
    have = state.resources[seat]
    for kind, n in enumerate(paid):
        have[kind] -= n
    if state.log is not None and any(paid):
        tell(state, "pay", seat, **named(state.game.resources, paid))


def _ask_what_to_pay(state: Table, frame: Frame) -> bool:
    """Resources: asks which resource pays the next part of a cost of any kind; takes all if they are just enough."""
    seat, have = frame[PLAYER], state.resources[frame[PLAYER]]
    if sum(have) <= frame[IT]:
        _spend(state, seat, have[:])
        return finish(frame)
    return question(state, frame, "pay", seat, [RESOURCE + kind for kind, n in enumerate(have) if n > 0])


def _pay_one(state: Table, frame: Frame) -> None:
    """Resources: it is paid."""
    state.resources[frame[PLAYER]][frame[ANSWER] - RESOURCE] -= 1
    tell(state, "pay", frame[PLAYER], **{state.game.resources[frame[ANSWER] - RESOURCE]: 1})


PAY: Final = so_often(_ask_what_to_pay, _pay_one)
