"""The view of a seat in a draft, worlds that agree with it, and features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import tables
from engine.core import roll, shuffle
from engine.games.future_invaders.draft.rules import leavings, picks
from engine.games.future_invaders.draft.table import BUILD, PICK, PLAY, STEPS, Drafting, Pool
from engine.games.future_invaders.nested import hidden, imagine_inner


def view(game: Pool, state: Drafting, seat: int) -> dict[str, Any]:
    """The view of a seat: in `draft` its own pack, its picks, and the packs that it has passed on last; later the
    view of the inner game.
    """
    if state.play is not None:
        return {**state.play.view(seat), "draft": {"step": state.step}}
    seen: dict[str, Any] = {
        "step": state.step,
        "round": state.round + 1,
        "rounds": game.rounds,
        "kept": game.names(state, game.picked_slots(state, seat)),
    }
    if state.step == PICK:
        chosen = state.chosen[seat]
        seen |= {
            "pick": state.pick + 1,
            "direction": game.direction(state),
            "pack": game.names(state, game.pack_slots(state, seat)),
            "chosen": game.names(state, [chosen])[0] if chosen >= 0 else "",
            "passed": [game.names(state, slots) for slots in _passed(game, state, seat)],
        }
    else:
        seen["arsenal"] = game.names(state, game.slots_in(state, seat))
    return {"seat": seat, "draft": seen}


def _passed(game: Pool, state: Drafting, seat: int) -> list[range]:
    """For each pack of the round that the seat has passed on and others now have: the slots left in it when it was
    passed.
    """
    r, step = state.round, game.onward[state.round]
    first = max(0, state.pick - game.players + 1)
    return [game.rest_of(r, (seat - step * at) % game.players, at + 1) for at in range(first, state.pick)]


def features(game: Pool, state: Drafting, seat: int) -> list[int]:
    """The step, round and pick; copies in the pack, picked, and in the arsenal by card; the inner game's features."""
    play = state.play
    pack = game.pack_slots(state, seat) if state.step == PICK else ()
    found = [STEPS.index(state.step), state.round, state.pick]
    chosen = state.chosen[seat]
    found.append(game.number[state.cards[chosen]] + 1 if chosen >= 0 else 0)
    mine = state.arsenals[seat] if state.arsenals else game.slots_in(state, seat)
    for slots in (pack, game.picked_slots(state, seat), mine):
        found += tables.counts(game.numbers(state, slots), len(game.ids))
    return found + (play.game.features(play, seat) if play is not None else [0] * game.play_features)


# Hidden cards


def determinize(game: Pool, state: Drafting, seat: int, seed: int) -> Drafting:
    """A clone in which everything that the seat can't know is random.

    That is: the cards of slots that it has never looked at, who took which of the cards that it has passed on, what
    others have just chosen and left out, and what the inner game hides. Cards that others' arsenals have not shown may
    be any that they may have picked. If another seat decides, its options are found again.
    """
    world = state.with_chance(seed)
    others = [other for other in range(game.players) if other != seat]
    play = world.play
    unknown = set() if play is None else {card for other in others for card in hidden(play, other)}
    of = [slot for slots in world.arsenals for slot in slots]
    shown = set() if play is None else {slot for i, slot in enumerate(of) if i not in unknown}
    _redraw_packs(game, world, seat, shown)
    if world.step == PICK:
        for other in others:
            if world.chosen[other] >= 0:
                in_pack = game.pack_slots(world, other)
                world.chosen[other] = in_pack[roll(world, len(in_pack))]
    elif world.step == BUILD:
        _redraw_left_out(game, world, seat)
    else:
        _redraw_play(game, world, seat, unknown, shown)
    if world.opts and world.step != PLAY and world.who != seat:
        options = picks if world.step == PICK else leavings
        world.opts = options(game, world, world.who)
    world.fixed = state.fixed[:]
    return world


def _redraw_packs(game: Pool, world: Drafting, seat: int, shown: set[int]) -> None:
    """Deals cards into the slots that the seat does not know, none that the seat could rule out."""
    n, size = game.players, game.pack
    never = list(range(n * game.drafted, len(world.cards)))
    for r in range(game.rounds):
        reached = world.step != PICK or r < world.round
        taken = size if reached else world.pick if r == world.round else -1
        for pack in range(n):
            start = (r * n + pack) * size
            looked = (seat - pack) * game.onward[r] % n  # the place at which the seat has it first, then each n-th
            sights = [at for at in range(looked, size, n) if at <= taken]
            unknown = range(start, start + (sights[0] if sights else size))
            never += [slot for slot in unknown if slot not in shown]
            for k, at in enumerate(sights):
                if at < taken or reached:  # what it has passed on, until it comes again
                    end = sights[k + 1] if k + 1 < len(sights) else size
                    _shuffle_slots(world, [s for s in range(start + at + 1, start + end) if s not in shown])
    _shuffle_slots(world, never)
    if world.step == PICK:
        game.sort_packs(world)


def _shuffle_slots(world: Drafting, slots: Sequence[int]) -> None:
    cards = [world.cards[slot] for slot in slots]
    shuffle(world, cards)
    for slot, card in zip(slots, cards, strict=True):
        world.cards[slot] = card


def _redraw_left_out(game: Pool, world: Drafting, seat: int) -> None:
    """Leaves out other random cards, and another number, for those who have built their arsenals or are about to."""
    fewest, most = max(0, game.drafted - game.high), game.drafted - game.low
    for other in range(min(world.who + 1, game.players)):
        if other != seat:
            low, high = (0, max(0, most - 1)) if other == world.who else (fewest, most)
            slots = game.picked[other][:]
            shuffle(world, slots)
            world.out[other] = slots[: low + roll(world, high - low + 1)]


def _redraw_play(game: Pool, world: Drafting, seat: int, unknown: set[int], shown: set[int]) -> None:
    """Makes random what others' arsenals have not shown, and what the inner game hides."""
    arsenals = []
    first = 0
    for other, slots in enumerate(world.arsenals):
        may_be = [slot for slot in game.picked[other] if slot not in shown]
        shuffle(world, may_be)
        arsenals.append([may_be.pop() if first + i in unknown else slot for i, slot in enumerate(slots)])
        first += len(slots)
    world.arsenals = arsenals
    imagine_inner(world, seat, [card for slots in arsenals for card in game.cards_in(world, slots)])
