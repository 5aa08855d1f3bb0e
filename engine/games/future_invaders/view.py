"""Views of seats, worlds that agree with them, options and events as plain data, features."""

from __future__ import annotations

from typing import Any, Final

from engine import tables
from engine.core import ANSWER, EXTRA, IT, PROGRAM, SOURCE, Choice, Event, Game, roll, shuffle
from engine.games.future_invaders.moves import shuffle_later
from engine.games.future_invaders.rules import CHOICES, SETUP
from engine.games.future_invaders.table import (
    ACTION,
    ASKED,
    CARD,
    CHOICE,
    KNOWN,
    PASS,
    REACTION,
    RESOURCE,
    SEAT,
    SHIP,
    SHUFFLED,
    SLOT,
    WHO,
    YES,
    Setting,
    Table,
)
from engine.games.future_invaders.values import weapons
from engine.steps import rerun_step


def view(game: Setting, state: Table, seat: int) -> dict[str, Any]:
    """The view of a seat, as plain data, without hidden cards of others."""
    return {
        "seat": seat,
        "turn": state.turn,
        "round": state.round,
        "active": state.active,
        "decides": state.who if state.opts else None,
        "about": state.about if state.opts and not (state.sealed and state.who != seat) else "",
        "played": tables.cards(game, state.played),
        "seats": [_seat(game, state, seat, other) for other in range(game.players)],
    }


def _seat(game: Setting, state: Table, viewer: int, seat: int) -> dict[str, Any]:
    own = seat == viewer
    columns = game.columns
    start = seat * game.stride
    seen = [card for card in state.hand[seat] if own or state.label[card] == KNOWN]
    return {
        "out": bool(state.out >> seat & 1),
        **({"opposite": _opposite(state, seat)} if game.players > 2 else {}),
        "alliance": game.side[seat],
        "base": max(0, state.bases[game.base_of[seat]]),
        "resources": dict(zip(game.resources, state.resources[seat], strict=True)),
        "hand": tables.hand(game, "hand", seat, state.hand[seat], tables.by_id(game, seen)),
        "arsenal": {"count": len(state.arsenal[seat]), "known": _bottom(state, seat, own=own)},
        "scrap-pile": tables.cards(game, state.scrap[seat]),
        "ships": [_deployed(state, card, seat) for card in state.grid[start : start + columns]],
        "structures": [_deployed(state, card, seat) for card in state.grid[start + columns : start + game.stride]],
    }


def _opposite(state: Table, seat: int) -> list[list[int]]:
    """By column, the seat that it faces, and that seat's column; nothing for a seat that is out."""
    game = state.game
    slots = state.facing[seat * game.columns : (seat + 1) * game.columns]
    return [] if state.out >> seat & 1 else [[*divmod(slot, game.stride)] for slot in slots]


def _bottom(state: Table, seat: int, *, own: bool) -> list[Any]:
    """The known cards of an arsenal, from the bottom up: each a card, or the cards of which it is one."""
    game = state.game
    found: list[Any] = []
    for card in state.arsenal[seat]:
        label = state.label[card]
        if label == SHUFFLED:
            break
        if label == KNOWN or own:
            found.append(tables.shown(game, card))
        else:
            hidden = [c for c in (*state.arsenal[seat], *state.hand[seat]) if state.label[c] == label]
            found.append({"one-of": sorted(game.cards[c].id for c in hidden)})
    return found


def _deployed(state: Table, card: int, seat: int) -> dict[str, Any] | None:
    if card < 0:
        return None
    game = state.game
    definition = game.cards[card]
    return tables.shown(
        game,
        card,
        durability=state.durability[card],
        weapons=weapons(state, card) if definition.type == SHIP else None,
        maximum=state.most[card] if state.most[card] != definition.durability else None,
        owner=game.owner[card] if game.owner[card] != seat else None,
        skips_attacks=card in state.skips,
    )


def determinize(_game: Setting, state: Table, seat: int, seed: int) -> Table:
    """A clone in which cards that the seat can't know are dealt again, and future rolls are others.

    Cards of one owner are dealt among the places where they may lie: those that were shuffled, and those of each group
    that went to the bottom in an order that only the owner knows. The seat's own arsenal is in its new order only when
    cards are taken from it (see `moves.arsenal`).
    """
    world = state.with_chance(seed)
    for owner in range(state.game.players):
        if owner == seat:
            shuffle_later(world, seat)
        else:
            _redeal(world, owner)
    setup = world.stack[0] if world.stack and world.stack[0][PROGRAM] is SETUP else None
    if setup is not None:
        # The decisions that others have just made about their hands are hidden.
        for other in range(setup[ASKED] % state.game.players):
            if other != seat:
                setup[EXTRA] = setup[EXTRA] & ~(1 << other) | roll(world, 2) << other
    world.fixed = state.fixed[:]
    if world.opts and world.who != seat:
        _ask_again(world)
    return world


def _ask_again(world: Table) -> None:
    """Finds the options of another seat, whose hand was dealt again; only the pass if it would not be asked."""
    who, about, frame = world.who, world.about, world.stack[-1]
    before = frame[:]
    frame[ANSWER] = PASS
    if not rerun_step(world) or world.who != who:
        world.opts = [frame[ANSWER]]
        world.who, world.about = who, about
        frame[:] = before


def _redeal(world: Table, owner: int) -> None:
    """Deals the cards of one owner again. Each place keeps its label, and gets a card of that label."""
    arsenal, hand = world.arsenal[owner], world.hand[owner]
    cards = arsenal + hand
    labels = [world.label[card] for card in cards]
    for label in dict.fromkeys(labels):
        if label != KNOWN:
            places = [at for at, other in enumerate(labels) if other == label]
            dealt = sorted([cards[at] for at in places])
            shuffle(world, dealt)
            for at, card in zip(places, reversed(dealt), strict=True):
                cards[at] = card
    hand[:] = sorted(cards[len(arsenal) :])
    arsenal[:] = cards[: len(arsenal)]


def features(game: Setting, state: Table, seat: int) -> list[int]:
    """Numbers of what a seat sees: the turn, then each seat from its own on, then its own hand by definition."""
    found = [state.turn, (state.active - seat) % game.players, len(state.played)]
    for step in range(game.players):
        other = (seat + step) % game.players
        found += [state.out >> other & 1, state.bases[game.base_of[other]]]
        found += state.resources[other]
        found += [len(state.hand[other]), len(state.arsenal[other]), len(state.scrap[other])]
        for card in state.grid[other * game.stride : (other + 1) * game.stride]:
            if card < 0:
                found += [0, 0, 0]
            else:
                definition = game.cards[card]
                power = weapons(state, card) if definition.type == SHIP else 0
                found += [definition.number + 1, power, state.durability[card]]
    return found + tables.counts((game.cards[card].number for card in state.hand[seat]), len(game.known))


_PHASES: Final = ("deployment", "attack")  # questions in which to pass ends the phase
_PASS: Final = {"redraw": "keep-hand", "target": "enough", "may": "leave"}
_CARDS: Final = {
    "discard": "discard",
    "bury": "bury",
    "keep": "keep",
    "deploy-free": "deploy",
}


def describe(game: Setting, state: Table, option: int) -> Choice:
    """What an option of the state means."""
    about = state.about
    if option == PASS:
        return Choice(option, _PASS.get(about, "pass"), role="next" if about in _PHASES else "pass")
    if option == YES:
        return Choice(option, "redraw" if about == "redraw" else "do", _asking(state) if about == "may" else "")
    if option < RESOURCE:
        return Choice(option, "choice", "", {"step": CHOICES[option - CHOICE]})
    if option < SEAT:
        return Choice(option, about, "", {"resource": game.resources[option - RESOURCE]})
    if option < SLOT:
        return Choice(option, "opponent", "", {"player": option - SEAT}, (tables.seat_key(option - SEAT),))
    if option < CARD:
        return _slot(state, option)
    return _card(state, option)


def _asking(state: Table) -> str:
    source = state.stack[-1][SOURCE]
    return state.game.cards[source].id if source >= 0 else ""


def _slot(state: Table, option: int) -> Choice:
    game = state.game
    frame = state.stack[-1]
    place = option - SLOT
    values: dict[str, Any] = {"column": place % game.columns + 1}
    at = (_at_slot(state, state.who * game.stride + place),)
    if state.about == "attack":
        ship = state.grid[state.who * game.stride + place]
        return Choice(option, "attack", game.cards[ship].id, values, at)
    if state.about == "move":
        return Choice(option, "move", game.cards[frame[IT]].id, values, at)
    card = frame[IT] if frame[IT] >= 0 else frame[SOURCE]
    old = state.grid[state.who * game.stride + place]
    if old >= 0:
        values["replaces"] = game.cards[old].id
    return Choice(option, "place", game.cards[card].id, values, at)


def _at_slot(state: Table, slot: int) -> str:
    """The key of a slot: that of the card there, or of the empty place."""
    game = state.game
    seat, place = divmod(slot, game.stride)
    if state.grid[slot] >= 0:
        return tables.key(state.grid[slot])
    return tables.place("structures" if place >= game.columns else "ships", seat, place % game.columns)


def _card(state: Table, option: int) -> Choice:
    game = state.game
    about = state.about
    line, card = divmod(option - CARD, game.count)
    definition = game.cards[card]
    slot = state.where[card]
    column = {"column": slot % game.stride % game.columns + 1} if slot >= 0 else {}
    at = tables.copies(game, card, () if slot >= 0 else (*state.hand, *state.scrap, *state.arsenal))
    if about == "order":
        lines = {index for _, other, index, _ in state.stack[-1][EXTRA] if other == card}
        return Choice(option, "order", definition.id, {"line": line + 1} if len(lines) > 1 else {}, at=at)
    if about in _CARDS:
        return Choice(option, _CARDS[about], definition.id, at=at)
    if about == "discard-of":
        return Choice(option, "discard", definition.id, {"player": state.stack[-1][WHO]}, at=at)
    if about == "attack-with":
        return Choice(option, "attack", definition.id, column, at=at)
    if about == "target":
        if slot >= 0:
            return Choice(option, "target", definition.id, {"player": slot // game.stride, **column}, at=at)
        return Choice(option, "target", definition.id, {"player": game.owner[card], "place": "scrap-pile"}, at=at)
    if slot >= 0:
        several = {"line": line + 1} if len(definition.uses) > 1 else {}
        return Choice(option, "use", definition.id, {**column, **several}, at=at)
    if card in state.scrap[state.who]:
        return Choice(option, "recycle", definition.id, at=at)
    kind = {ACTION: "play", REACTION: "react"}.get(definition.type, "deploy")
    return Choice(option, kind, definition.id, at=at)


def hides(_game: Setting, event: Event, seat: int) -> bool:
    """Whether the event is a card that goes to a place which only its owner knows."""
    return event[3].get("known", True) is False and event[1] != seat


def event(game: Setting, event: Event, seat: int | None = None) -> dict[str, Any]:
    """An entry of the log as plain data, without what the seat has not seen."""
    said = Game.event(game, event, seat)
    said.pop("known", None)
    return said
