"""Positions of a draft that are set up by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core import push, shuffle
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.future_invaders.draft.rules import DRAFT
from engine.games.future_invaders.draft.table import PICK, PLAY, STEPS, Drafting, Pool
from engine.steps import goto


def position(game: Pool, data: Mapping[str, Any], seed: int = 0) -> Drafting:
    """A position from plain data: the `step` (pick, build or play), `round` and `pick`, counted from 1; by seat
    its picks so far (`kept`), the `packs` in hand, and the cards `left-out`; `play` is a position of the game.

    Missing values are random. Raises EngineError for data that it can't read.
    """
    facts = Facts(data, "position")
    facts.only("step", "round", "pick", "kept", "packs", "left-out", "play")
    state = Drafting(game, seed)
    state.step = facts.word("step", STEPS, PICK)
    picking = state.step == PICK
    state.round = facts.number("round", 1, game.rounds, 1) - 1 if picking else game.rounds - 1
    state.pick = facts.number("pick", 1, game.pack, 1) - 1 if picking else game.pack
    _deal(game, state, facts)
    for seat, card_ids in enumerate(facts.lists("left-out", game.players)):
        for card_id in card_ids:
            slots = game.copies(state, game.slots_in(state, seat), card_id)
            if picking or not slots:
                raise EngineError(f"position.left-out[{seat}]: has not kept {str(card_id)[:80]}")
            state.out[seat].append(slots[0])
    push(state, DRAFT, -1, 0)
    goto(state.stack[-1], state.step)
    if facts.has("play"):
        if state.step != PLAY:
            raise EngineError("position.play: the step should be play")
        game.set_up(state, game.sit_down(state), facts.part("play").data, seed)
        goto(state.stack[-1], "in play")
    return state


def _deal(game: Pool, state: Drafting, facts: Facts) -> None:
    """Deals the cards that the position has in packs, and the others randomly."""
    shuffle(state, state.cards)
    free = set(range(len(state.cards)))
    for seat, card_ids in enumerate(facts.lists("kept", game.players)):
        _put(state, card_ids, game.picked_slots(state, seat), free, f"position.kept[{seat}]")
    if state.step == PICK:
        for seat, card_ids in enumerate(facts.lists("packs", game.players)):
            _put(state, card_ids, game.pack_slots(state, seat), free, f"position.packs[{seat}]")
        game.sort_packs(state)


def _put(state: Drafting, ids: Sequence[str], slots: Sequence[int], free: set[int], where: str) -> None:
    """Puts cards into the first of these slots, out of any that are free."""
    if len(ids) > len(slots):
        raise EngineError(f"{where}: has {len(ids)} cards, and there are {len(slots)} then")
    for card_id, slot in zip(ids, slots, strict=False):
        found = state.game.copies(state, sorted(free), card_id)
        if not found:
            raise EngineError(f"{where}: the pool has no further {json.dumps(card_id)[:80]}")
        other = slot if slot in found else found[0]
        state.cards[slot], state.cards[other] = state.cards[other], state.cards[slot]
        free.discard(slot)
