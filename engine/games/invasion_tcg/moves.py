"""Moves of cards: draws, graveyards, arrivals, targets; and which cards may be played. The steps are in `rules`."""

from __future__ import annotations

from bisect import insort

from engine.core import roll, shuffle, tell
from engine.games.invasion_tcg.table import MOST_SERIAL, Line, Table


def distinct(state: Table, cards: list[int]) -> list[int]:
    """Of cards that look the same, one each: the lowest instance."""
    if len(cards) < 2:
        return cards
    which = state.game.which
    return sorted({which[card]: card for card in sorted(cards, reverse=True)}.values())


def distinct_anywhere(state: Table, cards: list[int]) -> list[int]:
    """Of equal cards one each: the lowest instance. Cards in play are equal only if their states are equal, too."""
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
    """A target: a card's instance and arrival, so that a card that has left and come back is another target."""
    return card + MOST_SERIAL * state.serial[card]


def still(state: Table, target: int) -> int:
    """The card of a target, or -1 if it has left since, even if it came back."""
    card = target % MOST_SERIAL
    return card if state.serial[card] == target // MOST_SERIAL and lies_in_play(state, card) else -1


def draw(state: Table, seat: int, count: int) -> None:
    """Draws cards; if the deck is empty, the shuffled graveyard becomes the deck (2.3)."""
    deck, hand = state.deck[seat], state.hand[seat]
    for _ in range(count):
        if not deck:
            if not state.graveyard[seat]:
                return
            deck.extend(state.graveyard[seat])
            state.graveyard[seat].clear()
            mix(state, seat)
            tell(state, "deck-recycled", seat, cards=len(deck))
        card = deck.pop()
        insort(hand, card)
        tell(state, "draw", seat, card)


def mix(state: Table, seat: int) -> None:
    """Shuffles a deck, so that nobody knows the place of any card in it."""
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
    """The copy of a card that leaves the hand: if possible one that the other player knows."""
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
    tell(state, "arrives", seat, card, how="played" if played else "put into play")


def die(state: Table) -> int:
    """Rolls a die."""
    return 1 + roll(state, 6)


def unused(state: Table, card: int, line: Line) -> bool:
    """Whether an effect may still happen: creatures' effects are limited by 4.2, others to once on a turn."""
    if state.game.cards[card].is_creature:
        return state.used[card] < state.game.uses
    return not line.once or state.used[card] < 1


def ready(state: Table, seat: int) -> list[int]:
    """The creatures that can attack: those that arrived before this turn, and those that attack at once (4.1)."""
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
    """Whether the third card rule (2.5) lets the player play one more card."""
    return state.third[seat] < state.game.third and state.life[seat] < state.life[1 - seat]


def may_play(state: Table, seat: int) -> bool:
    """Whether another play that counts is allowed."""
    return state.plays[seat] < limit(state, seat) or third_card(state, seat)


def count_play(state: Table, seat: int) -> None:
    """Counts a play; a third card is spent only if the play would not be allowed without it."""
    if state.plays[seat] >= limit(state, seat):
        state.third[seat] += 1
        state.extra[seat] += state.game.third_more
        tell(state, "third-card", seat)
    state.plays[seat] += 1
