"""Views of players, worlds that agree with them, options and events in words, features."""

from __future__ import annotations

from typing import Any, Final

from engine import tables
from engine.core import PLAYER, PROGRAM, SUBJECT, Choice, Event, roll, shuffle
from engine.games.invasion_tcg.moves import lies_in_play, limit, ready, third_card
from engine.games.invasion_tcg.rules import TRADE
from engine.games.invasion_tcg.table import (
    ACCEPT,
    DECLINE,
    DIE,
    END,
    GO_FIRST,
    GO_SECOND,
    NOT_YET,
    NOTHING,
    PASS,
    PLAY,
    STOP,
    TO_ATTACK,
    Setting,
    Table,
)
from engine.steps import find_options

_ROLES: Final = {PASS: "pass", DECLINE: "pass", STOP: "pass", NOTHING: "pass", END: "next"}
_PLAIN: Final = {
    PASS: "pass",
    END: "end-turn",
    TO_ATTACK: "attack",
    ACCEPT: "accept",
    DECLINE: "decline",
    STOP: "stop",
    NOTHING: "find-nothing",
    GO_FIRST: "go-first",
    GO_SECOND: "go-second",
}


def describe(game: Setting, state: Table, option: int) -> Choice:
    """What an option means."""
    if option < DIE:
        source = state.stack[-1][2] if option in (ACCEPT, DECLINE) else -1
        role = "next" if option == TO_ATTACK and state.about == "hold-back" else _ROLES.get(option, "")
        return Choice(option, _PLAIN[option], game.cards[source].id if source >= 0 else "", role=role)
    if option < PLAY:
        dice = [_die(number) for number, die in enumerate(sorted(state.dice)) if die == option - DIE]
        return Choice(option, state.about, "", {"die": option - DIE}, tuple(dice))
    if option < game.use:
        return Choice(option, "play", game.cards[option - PLAY].id, at=_copies(state, option - PLAY))
    if option < game.trade:
        effect, card = divmod(option - game.use, game.count)
        several = {"effect": effect + 1} if len(game.cards[card].uses) > 1 else {}
        return Choice(option, "use", game.cards[card].id, {**several, **_marks(state, card)}, (tables.key(card),))
    if option < game.pick:
        card = option - game.trade
        return Choice(option, "additional-draw", game.cards[card].id, at=_copies(state, card))
    card = option - game.pick
    return Choice(option, state.about, game.cards[card].id, _where(state, card), _copies(state, card))


def _copies(state: Table, card: int) -> tuple[str, ...]:
    return tables.copies(state.game, card, (*state.hand, *state.graveyard, *state.deck))


def _where(state: Table, card: int) -> dict[str, Any]:
    """The place of a card that can be chosen, as far as it distinguishes it from other copies."""
    if not lies_in_play(state, card):
        return {}
    return {"player": state.game.owner[card], **_marks(state, card)}


def _marks(state: Table, card: int) -> dict[str, Any]:
    """The values that distinguish a card in play from another copy."""
    said: dict[str, Any] = {}
    if state.serial[card] > state.before:
        said["new"] = "played" if state.played >> card & 1 else "put into play"
    if state.used[card]:
        said["used"] = state.used[card]
    if state.attack != NOT_YET and card in state.attackers:
        said["attacks"] = True
    return said


def hides(_game: Setting, event: Event, seat: int) -> bool:
    """Whether the event is a card that another seat draws."""
    return event[0] == "draw" and event[1] != seat


# The view.


def view(game: Setting, state: Table, seat: int) -> dict[str, Any]:
    """The view of a seat: cards, numbers, words. The last card of a list is on top or the newest."""
    return {
        "seat": seat,
        "turn": state.turn,
        "active": state.active,
        "first": state.first,
        "step": game.steps[state.attack],
        "who": state.who,
        "over": state.over,
        "dice": [{"key": _die(number), "shows": str(die)} for number, die in enumerate(sorted(state.dice))],
        "stack": tables.cards(game, state.pile),
        "traded": state.traded,
        "waiting": len(state.queue),
        "seats": [_player(game, state, player, seat) for player in (0, 1)],
    }


def _die(number: int) -> str:
    """The key of an attack die, by its number; dice are sorted by these."""
    return tables.place("dice", "-", number)


def _player(game: Setting, state: Table, player: int, seat: int) -> dict[str, Any]:
    hand = state.hand[player]
    known = state.known[seat]
    seen = hand if player == seat else [card for card in hand if known >> card & 1]
    battlefield = state.battlefield[player]
    used = state.used[battlefield] if battlefield >= 0 else 0
    can_attack = ready(state, player)
    attacking = state.attack != NOT_YET
    return {
        "life": max(state.life[player], 0),
        "hand": tables.hand(game, "hand", player, hand, tables.by_id(game, seen)),
        "deck": tables.pile(game, state.deck[player], _known_bottom(state, player, seat)),
        "graveyard": tables.cards(game, state.graveyard[player]),
        "field": [
            tables.shown(
                game,
                card,
                attacks=attacking and card in state.attackers,
                can_attack=card in can_attack,
                used=state.used[card] or None,
            )
            for card in state.field[player]
        ],
        "battlefield": [tables.shown(game, battlefield, used=used or None) if battlefield >= 0 else None],
        "holds": [f"{one.kind} {one.number} {one.count_as}".split() for one in state.standing[player]],
        "plays-left": max(0, limit(state, player) - state.plays[player]) + third_card(state, player),
        "third-cards": state.third[player],
    }


def _known_bottom(state: Table, player: int, seat: int) -> list[int]:
    """The cards at the bottom of a deck that a seat knows, from the bottom up."""
    found = []
    for card in state.deck[player]:
        if not state.known[seat] >> card & 1:
            break
        found.append(card)
    return found


def features(game: Setting, state: Table, seat: int) -> list[int]:
    """Numbers of both players, the seat's own first, then for each card the number of copies in each zone."""
    kinds = len(game.protos)
    numbers = [state.turn, int(state.active == seat), state.attack, int(state.moment), len(state.pile)]
    numbers += [state.dice.count(number) for number in range(1, 7)]
    for player in (seat, 1 - seat):
        numbers += [
            max(state.life[player], 0),
            len(state.hand[player]),
            len(state.deck[player]),
            len(state.graveyard[player]),
            len(state.field[player]),
            len(ready(state, player)),
            state.plays[player],
            state.extra[player],
            state.third[player],
        ]
    for player in (seat, 1 - seat):
        battlefield = state.battlefield[player]
        hand = state.hand[player]
        seen = hand if player == seat else [card for card in hand if state.known[seat] >> card & 1]
        for place in (seen, state.field[player], [battlefield] if battlefield >= 0 else [], state.graveyard[player]):
            numbers += tables.counts((game.which[card] for card in place), kinds)
    return numbers + tables.counts((game.which[card] for card in state.pile), kinds)


def determinize(_game: Setting, state: Table, seat: int, seed: int) -> Table:
    """A clone in which hidden cards are dealt again: the order of both decks, and the unknown cards of the hand."""
    world = state.with_chance(seed)
    known = world.known[seat]
    other = 1 - seat
    _redeal(world, [(world.deck[seat], known)])
    _redeal(world, [(world.deck[other], known), (world.hand[other], known)])
    if world.over or not world.stack:
        return world
    if world.who == other:
        find_options(world)
    frame = world.stack[-1]
    if frame[PROGRAM] is TRADE and frame[PLAYER] == other:  # the card to be discarded is not known
        hand = world.hand[other]
        frame[SUBJECT] = hand[roll(world, len(hand))]
    return world


def _redeal(world: Table, places: list[tuple[list[int], int]]) -> None:
    unknown = sorted(card for place, known in places for card in place if not known >> card & 1)
    shuffle(world, unknown)
    for place, known in places:
        for index, card in enumerate(place):
            if not known >> card & 1:
                place[index] = unknown.pop()
    for hand in world.hand:
        hand.sort()
