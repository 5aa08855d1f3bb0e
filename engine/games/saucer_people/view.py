"""Views of players, worlds that agree with them, what options and events mean, features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine import tables
from engine.core import Choice, Event, Game, Refused, shuffle
from engine.games.saucer_people.cards import NONE, POSTS, SUITS
from engine.games.saucer_people.table import CARD_KINDS, DEFEAT, FLOWN, PASS, PLAY, TAKE_JOKER, Setting, Table
from engine.refusing import MATCH
from engine.steps import find_options


def view(game: Setting, state: Table, seat: int) -> dict[str, Any]:
    """The view of a seat. `shown` are cards in hands that all have seen. `lacks` are suits of which a hand has no
    other card, since its player could not match an attack.
    """
    return {
        "seat": seat,
        "pass": state.round,
        "turn": state.turn,
        "leader": state.leader,
        "pile": len(state.pile),
        "removed": len(state.removed),
        "discard": tables.cards(game, state.discard),
        "attack": tables.cards(game, state.attack),
        "value": state.value,
        "doubled": [s for s, factor in enumerate(state.doubled) if factor > 1],
        "hyperthrust": [s for s in range(game.players) if state.thrust >> s & 1],
        "marks": [
            tables.shown(game, card, world=game.deck.worlds[suit])
            for suit, card in enumerate(state.marks)
            if card != NONE
        ],
        "seats": [_seat(game, state, seat, other) for other in range(game.players)],
        "result": game.results[sum(mark != NONE for mark in state.marks)] if state.over else None,
    }


def _seat(game: Setting, state: Table, viewer: int, seat: int) -> dict[str, Any]:
    hand, played, suit = state.hands[seat], state.defense[seat], state.suits[seat]
    down = [tables.shown(game, card, face_down=bool(state.down >> card & 1)) for card in state.crews[seat]]
    face_up = seat == viewer or game.open
    return {
        "crew": down,
        "defense": [None if played == NONE else tables.shown(game, played)],
        "suit": None if suit == NONE else SUITS[suit],
        "hand": tables.hand(game, "hand", seat, hand, hand if face_up else _seen(hand, state.shown[seat])),
        "shown": game.named(_seen(hand, state.shown[seat])),
        "lacks": [name for bit, name in enumerate(SUITS) if state.lacks[seat] >> bit & 1],
        "bragging": tables.cards(game, state.bragging[seat]),
        "jokers": tables.cards(game, state.jokers[seat]),
    }


def determinize(game: Setting, state: Table, seat: int, seed: int) -> Table:
    """A clone in which the pile, removed cards, and cards in hands that `seat` hasn't seen are dealt again.

    No hand gets a card that its player would have had to play.
    """
    other = state.with_chance(seed)
    seen = [hand if s == seat or game.open else _seen(hand, state.shown[s]) for s, hand in enumerate(state.hands)]
    unseen = [*state.pile, *state.removed]
    for hand, cards in zip(state.hands, seen, strict=True):
        if cards is not hand:
            unseen.extend(card for card in hand if card not in cards)
    unseen.sort()
    shuffle(other, unseen)
    wanted = [len(hand) - len(cards) for hand, cards in zip(state.hands, seen, strict=True)]
    dealt = fitting(unseen, wanted, state.lacks, game.deck.suits)
    for s, cards in enumerate(dealt):
        if wanted[s]:
            other.hands[s] = sorted([*seen[s], *cards])
    gone = {card for cards in dealt for card in cards}
    rest = [card for card in unseen if card not in gone]
    other.removed = rest[: len(state.removed)]
    other.pile = rest[len(state.removed) :]
    if other.opts and other.who != seat:
        find_options(other)
    return other


def describe(game: Setting, state: Table, option: int) -> Choice:
    """What an option of the state means."""
    values: dict[str, Any]
    ids, suits, worlds = game.deck.ids, game.deck.suits, game.deck.worlds
    if option == PASS:
        return Choice(option, "pass", role="pass")
    if option >= game.trade:
        other, posts = divmod(option - game.trade, 4)
        values = {"player": other, "posts": [POSTS[p] for p in (1, 2) if posts & p]}
        return Choice(option, "trade", values=values, at=(tables.seat_key(other),))
    if option >= game.calls:
        called = [s for s in range(game.players) if option - game.calls >> s & 1]
        captain = state.crews[state.who][0]
        values = {"players": called, "world": worlds[suits[captain]]}
        return Choice(option, "call", ids[captain], values, tuple(map(tables.seat_key, called)))
    kind, card = game.kind_of(option)
    values = {}
    if kind == TAKE_JOKER:
        values = {"player": state.defense.index(card)}
    elif kind in {FLOWN, DEFEAT}:
        values = {"world": worlds[suits[card]]}
    return Choice(option, CARD_KINDS[kind], ids[card], values, tables.copies(game, card, state.hands))


def refused(game: Setting, state: Table, seat: int) -> Iterator[Refused]:
    """The cards of a hand that may not be played, since another matches the attack."""
    if seat == state.who and state.opts and all(game.kind_of(option)[0] == PLAY for option in state.opts):
        span, hand = game.spans[PLAY], state.hands[seat]
        offered = {game.deck.ids[option - span] for option in state.opts}
        for card in game.different([card for card in hand if game.deck.ids[card] not in offered]):
            yield Refused(describe(game, state, span + card), MATCH)


def event(game: Setting, event: Event, seat: int | None = None) -> dict[str, Any]:
    """An entry of the log as plain data; of hands that the seat does not see only the number of cards."""
    data = Game.event(game, event, seat)
    if event[0] == "hand" and not game.open and seat not in (None, event[1]):
        data["count"] = len(data.pop("cards"))
    return data


def features(game: Setting, state: Table, seat: int) -> list[int]:
    """For each card of the draw pile its place, as far as the seat knows; for each crew card its owner, and whether it
    lies face down; then numbers of the turn and of each player, from the seat on.

    Places are 0 unknown, 1 own hand, 2 attack, 3 discarded, 4 a mark, 5 a player's for good; then for each player
    from the seat on 6 + 2n in the defense, 7 + 2n known in the hand.
    """
    order = [(seat + step) % game.players for step in range(game.players)]
    numbers = [state.round, state.turn, state.value, state.threat, len(state.pile), state.played]
    for s in order:
        numbers += [len(state.hands[s]), state.suits[s] + 1, state.doubled[s], state.lacks[s]]
        numbers.append(int(s == state.leader))
    return _places(game, state, order) + numbers


def _places(game: Setting, state: Table, order: Sequence[int]) -> list[int]:
    """The places of the cards, as far as the first of these seats knows them."""
    places: dict[int, int] = dict.fromkeys(range(len(game.deck.ids)), 0)
    places |= dict.fromkeys(state.marks, 4) | dict.fromkeys(state.attack, 2) | dict.fromkeys(state.discard, 3)
    for step, s in enumerate(order):
        known = state.hands[s] if game.open else _seen(state.hands[s], state.shown[s])
        places |= dict.fromkeys(known, 7 + 2 * step) | {state.defense[s]: 6 + 2 * step}
        places |= dict.fromkeys(state.bragging[s] + state.jokers[s], 5)
        for card in state.crews[s]:
            places[card] = 2 * (step + 1) + (state.down >> card & 1)
    places |= dict.fromkeys(state.hands[order[0]], 1)
    places.pop(NONE, None)
    return [places[card] for card in range(len(game.deck.ids))]


def _seen(hand: list[int], shown: int) -> list[int]:
    return [card for card in hand if shown >> card & 1]


def fitting(cards: list[int], wanted: list[int], lacks: list[int], suits: list[int]) -> list[list[int]]:
    """Deals each seat the `wanted` number of cards, none of a suit that it lacks; random if the list is shuffled."""
    fits = [[card for card in cards if suits[card] == NONE or not lack >> suits[card] & 1] for lack in lacks]
    holder: dict[int, int] = {}
    for seat, want in enumerate(wanted):
        for _ in range(want):
            _give(seat, fits, holder, set())
    dealt: list[list[int]] = [[] for _ in wanted]
    for card, seat in holder.items():
        dealt[seat].append(card)
    return dealt


def _give(seat: int, fits: list[list[int]], holder: dict[int, int], tried: set[int]) -> bool:
    """Gives a seat a card that fits; if all are dealt, one of a seat that can get another instead (Kuhn 1955)."""
    for card in fits[seat]:
        if card not in holder:
            holder[card] = seat
            return True
    for card in fits[seat]:
        if card not in tried:
            tried.add(card)
            if _give(holder[card], fits, holder, tried):
                holder[card] = seat
                return True
    return False
