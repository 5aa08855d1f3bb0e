"""The steps of a draft, and their options."""

from __future__ import annotations

from typing import Final

from engine.core import ANSWER, PLAYER, Frame, Game, ask, ask_again, tell
from engine.games.future_invaders.draft.table import BUILD, PICK, PLAY, Drafting, Pool
from engine.games.future_invaders.nested import begin, dealt, leave_play, play_on
from engine.steps import ask_once_more, goto, restart, steps


def _open(state: Drafting, frame: Frame) -> None:
    """Architect draft: all open the pack of the round that is theirs."""
    state.pick = 0
    state.game.sort_packs(state)
    tell(state, "packs", round=state.round + 1)


def picks(game: Pool, state: Drafting, seat: int) -> list[int]:
    """The cards of the pack that a seat has in hand; copies are one option."""
    return [game.play_actions + n for n in sorted(set(game.numbers(state, game.pack_slots(state, seat))))]


def _ask_pick(state: Drafting, frame: Frame) -> bool:
    """Architect draft: all choose a card at the same time; nobody sees the others' choices."""
    game, seat = state.game, frame[PLAYER]
    return ask(state, frame, seat, picks(game, state, seat), sealed=game.sealed)


def _note_pick(state: Drafting, frame: Frame) -> bool:
    """Architect draft: one player's choice; then the next is asked."""
    game, seat = state.game, frame[PLAYER]
    wanted = game.ids[frame[ANSWER] - game.play_actions]
    state.chosen[seat] = game.copies(state, game.pack_slots(state, seat), wanted)[0]
    tell(state, "pick", seat, state.cards[state.chosen[seat]])
    frame[PLAYER] += 1
    if frame[PLAYER] < game.players:
        return ask_once_more(frame)
    frame[PLAYER] = 0
    return False


def _pass_on(state: Drafting, frame: Frame) -> bool:
    """Architect draft: the chosen cards are picked, and the packs passed on; empty packs end the round."""
    game = state.game
    for seat in range(game.players):
        first = game.pack_slots(state, seat).start
        state.cards.insert(first, state.cards.pop(state.chosen[seat]))
    state.chosen = [-1] * game.players
    state.pick += 1
    if state.pick < game.pack:
        tell(state, "pass-on", direction=game.direction(state))
        return goto(frame, PICK)
    if state.round + 1 < game.rounds:
        state.round += 1
        return restart(frame)
    state.step = BUILD
    return False


def leavings(game: Pool, state: Drafting, seat: int) -> list[int]:
    """The options of a seat that builds its arsenal: cards to leave out, and to be ready if the size is allowed."""
    slots = game.slots_in(state, seat)
    size = len(slots)
    options = [game.ready] if game.low <= size <= game.high else []
    if size > game.low:
        options += [game.second + n for n in sorted(set(game.numbers(state, slots)))]
    return options


def _ask_leave(state: Drafting, frame: Frame) -> bool:
    """Architect draft: asks for the next card to leave out of the arsenal, while it has more than it must have."""
    game, seat = state.game, frame[PLAYER]
    return ask(state, frame, seat, leavings(game, state, seat), sealed=game.sealed)


def _note_leave(state: Drafting, frame: Frame) -> bool:
    """Architect draft: leaves the card out, or the arsenal is finished."""
    game, seat = state.game, frame[PLAYER]
    if frame[ANSWER] != game.ready:
        slot = game.copies(state, game.slots_in(state, seat), game.ids[frame[ANSWER] - game.second])[0]
        state.out[seat].append(slot)
        tell(state, "leave-out", seat, state.cards[slot])
        return ask_once_more(frame)
    tell(state, "arsenal", seat, cards=game.drafted - len(state.out[seat]))
    frame[PLAYER] += 1
    return ask_once_more(frame) if frame[PLAYER] < game.players else False


def _sit_down(state: Drafting, frame: Frame) -> None:
    """Architect draft: the game with what was drafted begins."""
    game = state.game
    state.step = PLAY
    begin(state, dealt(game.table, game.sit_down(state)))
    frame[ANSWER] = -1
    for seat in range(game.players):
        if state.conceded >> seat & 1 and seat in state.inner.remaining:
            leave_play(state, seat)


def _end(state: Drafting, frame: Frame) -> None:
    """Architect draft: the game is over."""
    state.over = True


DRAFT: Final = steps(
    _open,
    PICK, _ask_pick, _note_pick, _pass_on,
    BUILD, _ask_leave, _note_leave,
    PLAY, _sit_down,
    "in play", play_on, _end,
)  # fmt: skip


def leave(game: Pool, state: Drafting, seat: int) -> None:
    """Takes a player who concedes out of the game; in the draft, the engine goes on for them until the game begins.

    So the packs are passed on as before. Those who share a base leave together.
    """
    if state.play is not None:
        leave_play(state, seat)
        return
    side = game.table.side
    for other in range(game.players):
        state.conceded |= (side[other] == side[seat]) << other
    if len({side[other] for other in Game.remaining(game, state)}) == 1:
        state.over = True
    elif state.conceded >> state.who & 1:
        ask_again(state)
