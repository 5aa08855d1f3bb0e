"""What a seat sees of a position, and positions that agree with it."""

from __future__ import annotations

from typing import Any

from engine.core import ANSWER, EXTRA, PC, PROGRAM, roll, shuffle
from engine.games.future_invaders.cards import SHIP
from engine.games.future_invaders.state import ASKED, KNOWN, PASS, SHUFFLED, Table
from engine.games.future_invaders.turn import SETUP
from engine.games.future_invaders.values import weapons

_MASK = (1 << 64) - 1


def view(state: Table, seat: int) -> dict[str, Any]:
    """What a seat sees, as plain data; all that others hide is left out."""
    game = state.game
    return {
        "seat": seat,
        "turn": state.turn,
        "round": state.round,
        "active": state.active,
        "decides": state.who if state.opts else None,
        "about": state.about if state.opts and not (state.sealed and state.who != seat) else "",
        "played": [game.cards[card].id for card in state.played],
        "seats": [_seat(state, seat, other) for other in range(game.players)],
    }


def _seat(state: Table, viewer: int, seat: int) -> dict[str, Any]:
    game = state.game
    cards = game.cards
    own = seat == viewer
    kinds = game.kinds
    start = seat * game.stride
    hand = [cards[card].id for card in state.hand[seat] if own or state.label[card] == KNOWN]
    return {
        "out": bool(state.out >> seat & 1),
        "alliance": game.side[seat],
        "base": max(0, state.bases[game.base_of[seat]]),
        "resources": dict(zip(game.resources, state.resources[seat * kinds : (seat + 1) * kinds], strict=True)),
        "hand": sorted(hand),
        "hand-count": len(state.hand[seat]),
        "arsenal-count": len(state.arsenal[seat]),
        "arsenal-bottom": _bottom(state, seat, own=own),
        "scrap-pile": [cards[card].id for card in state.scrap[seat]],
        "ships": [_deployed(state, card, seat) for card in state.grid[start : start + game.columns]],
        "structures": [_deployed(state, card, seat) for card in state.grid[start + game.columns : start + game.stride]],
    }


def _bottom(state: Table, seat: int, *, own: bool) -> list[Any]:
    """What is known of an arsenal, from the bottom up: cards, or of which cards one is there."""
    game = state.game
    found: list[Any] = []
    for card in state.arsenal[seat]:
        label = state.label[card]
        if label == SHUFFLED:
            break
        if label == KNOWN or own:
            found.append(game.cards[card].id)
        else:
            hidden = [c for c in (*state.arsenal[seat], *state.hand[seat]) if state.label[c] == label]
            found.append({"one-of": sorted(game.cards[c].id for c in hidden)})
    return found


def _deployed(state: Table, card: int, seat: int) -> dict[str, Any] | None:
    if card < 0:
        return None
    game = state.game
    definition = game.cards[card]
    said: dict[str, Any] = {"card": definition.id, "durability": state.durability[card]}
    if definition.type == SHIP:
        said["weapons"] = weapons(state, card)
    if state.most[card] != definition.durability:
        said["maximum"] = state.most[card]
    if game.owner[card] != seat:
        said["owner"] = game.owner[card]
    if card in state.skips:
        said["skips-attacks"] = True
    return said


def determinize(state: Table, seat: int, seed: int) -> Table:
    """A clone in which cards that the seat can't know lie anew, and chance is new.

    Cards of one owner are dealt among the places where they may lie: those that were shuffled, and those of each group
    that went to the bottom in an order that only the owner knows.
    """
    world = state.clone()
    world.rng = seed & _MASK
    fixed, world.fixed = world.fixed, []
    for owner in range(state.game.players):
        _deal_anew(world, owner, own=owner == seat)
    setup = world.stack[0] if world.stack and world.stack[0][PROGRAM] is SETUP else None
    if setup is not None:
        # What others have just decided about their hands is not seen yet.
        for other in range(setup[ASKED] % state.game.players):
            if other != seat and roll(world, 2):
                setup[EXTRA] ^= 1 << other
    world.fixed = fixed
    if world.opts and world.who != seat:
        _ask_again(world)
    return world


def _ask_again(world: Table) -> None:
    """Finds the options of somebody else, whose hand is another now; only to pass, where they would not be asked."""
    who, about, frame = world.who, world.about, world.stack[-1]
    before = frame[:]
    frame[ANSWER] = PASS
    asked = frame[PROGRAM][frame[PC] - 1](world, frame)
    if not asked or world.who != who:
        world.opts = [frame[ANSWER]]
        world.who, world.about = who, about
        frame[:] = before


def _deal_anew(world: Table, owner: int, *, own: bool) -> None:
    """Deals the cards of one owner anew. The labels stay on the places, and each place takes a card of its label."""
    label = world.label
    places = [world.arsenal[owner]] if own else [world.arsenal[owner], world.hand[owner]]
    names = [[label[card] for card in place] for place in places]
    hidden: dict[int, list[int]] = {}
    for place in places:
        for card in place:
            if label[card] == SHUFFLED or (label[card] != KNOWN and not own):
                hidden.setdefault(label[card], []).append(card)
    for cards in hidden.values():
        cards.sort()
        shuffle(world, cards)
    for place, labels in zip(places, names, strict=True):
        for at, name in enumerate(labels):
            if name in hidden:
                place[at] = hidden[name].pop()
    world.hand[owner].sort()


def features(state: Table, seat: int) -> list[int]:
    """Numbers of what a seat sees: the turn, then each seat from its own on, then its own hand by definition."""
    game = state.game
    found = [state.turn, (state.active - seat) % game.players, len(state.played)]
    for step in range(game.players):
        other = (seat + step) % game.players
        found += [state.out >> other & 1, state.bases[game.base_of[other]]]
        found += state.resources[other * game.kinds : (other + 1) * game.kinds]
        found += [len(state.hand[other]), len(state.arsenal[other]), len(state.scrap[other])]
        for card in state.grid[other * game.stride : (other + 1) * game.stride]:
            if card < 0:
                found += [0, 0, 0]
            else:
                definition = game.cards[card]
                power = weapons(state, card) if definition.type == SHIP else 0
                found += [definition.number + 1, power, state.durability[card]]
    counts = [0] * len(game.known)
    for card in state.hand[seat]:
        counts[game.cards[card].number] += 1
    return found + counts
