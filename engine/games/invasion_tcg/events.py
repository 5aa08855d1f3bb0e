"""Events that effects cause: life, destruction, discards, and the effects that these set off."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

from engine.core import ANSWER, EXTRA, LIMIT, PLAYER, SUBJECT, Frame, push, question, tell
from engine.games.invasion_tcg import moves
from engine.games.invasion_tcg.table import DECLINE, DISCARDS, OTHER_DESTROYED, ROLLS, STOP, THIS_DESTROYED, Line, Table
from engine.games.invasion_tcg.table import DIE as DIE_OPTION
from engine.steps import Steps, choosing, finish, goto, one_by_one, restart, so_often, steps

MOST_ACTS: Final = 400  # plays and effects of one turn; more are a loop, and the game is a draw
MOST_ROLLS: Final = 1000  # equal rolls in a row, after which the game is a draw

SetOff = tuple[int, Line, int]  # a card, its line, and the card that the event is about


def end(state: Table, winner: int) -> None:
    """Ends the game; `winner` is -1 for a draw."""
    state.over = True
    state.winner = winner
    state.stack.clear()
    if winner < 0:
        tell(state, "draw-game")
    else:
        tell(state, "wins", winner)


def act(state: Table) -> bool:
    """Counts a play or an effect; false after `MOST_ACTS` in a turn, when the game ends in a draw."""
    state.acts += 1
    if state.acts <= MOST_ACTS:
        return True
    tell(state, LIMIT, limit="acts", most=MOST_ACTS)
    end(state, -1)
    return False


def lose_life(state: Table, seat: int, life: int) -> None:
    """Takes life. `judge` ends the game later, so that several losses can happen at the same time."""
    if life:
        state.life[seat] -= life
        if state.log is not None:
            tell(state, "loses-life", seat, life=life, left=max(state.life[seat], 0))


def gain_life(state: Table, seat: int, life: int) -> None:
    """Adds life, without an upper limit."""
    state.life[seat] += life
    tell(state, "gains-life", seat, life=life, left=state.life[seat])


def judge(state: Table) -> None:
    """Ends the game if a player has no life left; if both have none, tiebreakers decide (6.2, 6.3)."""
    least = state.game.loses_at
    lost = [life <= least for life in state.life]
    if not any(lost) or state.over:
        return
    if all(lost):
        end(state, _tiebreak(state))
    else:
        end(state, 1 if lost[0] else 0)


def _tiebreak(state: Table) -> int:
    for tie in state.game.ties:
        if tie == "cards-in-play":
            counts = [len(moves.in_play(state, seat)) for seat in (0, 1)]
        elif tie == "cards-in-hand":
            counts = [len(hand) for hand in state.hand]
        else:
            return higher_roll(state)
        tell(state, "tiebreaker", tiebreaker=tie, first=counts[0], second=counts[1])
        if counts[0] != counts[1]:
            return 0 if counts[0] > counts[1] else 1
    return -1


def higher_roll(state: Table) -> int:
    """Both roll dice until their sums differ. Returns the seat with the higher sum, -1 after too many rolls."""
    for _ in range(MOST_ROLLS):
        sums = [sum(moves.die(state) for _ in range(state.game.first_dice)) for _ in (0, 1)]
        tell(state, "sums", first=sums[0], second=sums[1])
        if sums[0] != sums[1]:
            return 0 if sums[0] > sums[1] else 1
    tell(state, LIMIT, limit="rolls", most=MOST_ROLLS)
    return -1


# What events set off.


def fire(state: Table, happening: list[SetOff]) -> None:
    """Runs the effects that one event sets off: all lose life at the same time, the rest happens one after another."""
    game = state.game
    rest = []
    for entry in happening:
        card, line, _ = entry
        if line.losses and moves.unused(state, card, line):
            state.used[card] += 1
            tell(state, "effect", game.owner[card], card)
            for life in line.losses:
                lose_life(state, 1 - game.owner[card], life)
        elif not line.losses:
            rest.append(entry)
    if len(rest) != len(happening):
        judge(state)
    if state.over:
        return
    if len(rest) == 1:
        _set_off(state, rest[0])
    elif rest:
        push(state, TRIGGERS, -1, state.active, -1, -1, tuple(rest))


def _set_off(state: Table, entry: SetOff) -> None:
    card, line, subject = entry
    push(state, line.program, card, state.game.owner[card], subject)


def _offer_order(state: Table, frame: Frame) -> bool:
    """4.2: of effects that one event sets off, the player whose turn it is orders their own, then the other theirs."""
    waiting: tuple[SetOff, ...] = frame[EXTRA]
    owner = state.game.owner
    own = [entry for entry in waiting if owner[entry[0]] == state.active] or list(waiting)
    seat = owner[own[0][0]]
    cards = moves.distinct_anywhere(state, sorted({entry[0] for entry in own}))
    # The order of two copies makes no difference, so that they are one option.
    options = [state.game.pick + card for card in cards]
    return question(state, frame, "order", seat, options)


TRIGGERS: Final = one_by_one(
    _offer_order,
    lambda state, frame: [entry[0] for entry in frame[EXTRA]].index(frame[ANSWER] - state.game.pick),
    lambda state, _frame, entry: _set_off(state, entry),
)


def set_off_by(state: Table, when: str, seat: int, number: int = -1) -> list[SetOff]:
    """The effects of a player's cards in play that an event sets off."""
    cards = state.game.cards
    found: list[SetOff] = []
    for card in moves.in_play(state, seat):
        for line in cards[card].triggers.get(when, ()):
            fits = number == line.number if when == ROLLS else number < 0 or number >= line.number
            if fits and moves.unused(state, card, line):
                found.append((card, line, -1))
    return found


# Discards.


def discard(state: Table, seat: int, card: int) -> None:
    """Puts a card of a hand into its graveyard, and sets off what waits for that."""
    state.hand[seat].remove(card)
    moves.to_graveyard(state, card)
    tell(state, "discard", seat, card)
    happening = set_off_by(state, DISCARDS, 1 - seat)
    if happening:
        fire(state, happening)


def _offer_discard(state: Table, frame: Frame) -> bool:
    """2.2: which card of the hand is discarded."""
    hand = state.hand[frame[SUBJECT]]
    if not hand:
        return finish(frame)
    pick = state.game.pick
    return question(state, frame, "discard", frame[PLAYER], [pick + card for card in moves.distinct(state, hand)])


def _take_discard(state: Table, frame: Frame) -> None:
    """2.2: it is discarded, and the next one chosen."""
    seat = frame[SUBJECT]
    discard(state, seat, moves.of_hand(state, seat, frame[ANSWER] - state.game.pick))


DISCARD: Final = so_often(_offer_discard, _take_discard)


def discards(state: Table, chooser: int, seat: int, count: int) -> None:
    """A player discards `count` cards, which the chooser picks."""
    push(state, DISCARD, -1, chooser, count, seat)


# Cards at the bottom of the deck.


def _bury(state: Table, seat: int, option: int) -> None:
    """3.2: a card of the graveyard that was chosen goes to the bottom of the deck."""
    card = option - state.game.pick
    state.graveyard[seat].remove(card)
    state.deck[seat].insert(0, card)
    state.known[0] |= 1 << card
    state.known[1] |= 1 << card
    tell(state, "buried", seat, card)


BURY: Final = choosing(
    lambda state, seat: [state.game.pick + card for card in moves.distinct(state, state.graveyard[seat])], "bury", _bury
)


# Dice that are turned over.


def to_dice(about: str, done: Callable[[Frame], Container[int]], deed: Callable[[Table, Frame, int], None]) -> Steps:
    """4.6: a program that does `deed` to `frame[IT]` dice of the attack, or fewer if its player stops.

    Dice that are `done` can't be chosen; a die is chosen by the number that it shows.
    """

    def offer(state: Table, frame: Frame) -> bool:
        shown = {number for index, number in enumerate(state.dice) if index not in done(frame)}
        return question(state, frame, about, frame[PLAYER], [STOP, *(DIE_OPTION + number for number in sorted(shown))])

    def take(state: Table, frame: Frame) -> None:
        if frame[ANSWER] == STOP:
            finish(frame)
            return
        number = frame[ANSWER] - DIE_OPTION
        deed(state, frame, next(i for i, up in enumerate(state.dice) if up == number and i not in done(frame)))

    return so_often(offer, take)


def _turn_over(state: Table, frame: Frame, index: int) -> None:
    number = state.dice[index]
    state.dice[index] = 7 - number
    tell(state, "turned-over", frame[PLAYER], die=number, into=7 - number)
    frame[EXTRA] = (*frame[EXTRA], index)


TURNING: Final = to_dice("turn-over", lambda frame: frame[EXTRA], _turn_over)


# Destruction.


def destroy(state: Table, doomed: list[int]) -> None:
    """Destroys cards in play, all at once, unless another effect replaces that."""
    if not doomed:
        return
    cards = state.game.cards
    for seat in (0, 1):
        for card in moves.in_play(state, seat):
            if cards[card].replacements:
                push(state, DESTRUCTION, -1, state.active, -1, -1, (tuple(doomed), (), (), ()))
                return
    _perish(state, doomed)


def _stand_ins(state: Table, frame: Frame) -> tuple[int, Line, list[int]] | None:
    """The next card that can replace a destruction, its line, and the creatures that it can save."""
    doomed, standing_in, asked, _ = frame[EXTRA]
    game = state.game
    for seat in (state.active, 1 - state.active):
        for card in moves.in_play(state, seat):
            for line in game.cards[card].replacements:
                if card in asked or not moves.unused(state, card, line):
                    continue
                saved = [
                    other
                    for other in doomed
                    if game.owner[other] == seat
                    and other not in standing_in
                    and (
                        (other == card)
                        if line.when == THIS_DESTROYED
                        else other != card and game.cards[other].is_creature
                    )
                ]
                if saved:
                    return card, line, saved
    return None


def _offer_stand_in(state: Table, frame: Frame) -> bool:
    """3.2: asks whether a card replaces a destruction, and for which card."""
    found = _stand_ins(state, frame)
    if found is None:
        return goto(frame, "Destruction")
    card, line, saved = found
    options = [state.game.pick + other for other in moves.distinct_anywhere(state, saved)]
    if line.may:
        options.insert(0, DECLINE)
    return question(state, frame, "save", state.game.owner[card], options)


def _take_stand_in(state: Table, frame: Frame) -> bool:
    """3.2: the one that was chosen is saved."""
    found = _stand_ins(state, frame)
    assert found is not None  # noqa: S101 - the offer is still there
    card, line, _ = found
    doomed, standing_in, asked, after = frame[EXTRA]
    if frame[ANSWER] == DECLINE:
        frame[EXTRA] = (doomed, standing_in, (*asked, card), after)
        return restart(frame)
    saved = frame[ANSWER] - state.game.pick
    state.used[card] += 1
    tell(state, "stands-in", state.game.owner[card], card, **{"for": state.game.id_of(saved)})
    doomed = tuple(other for other in doomed if other != saved)
    if line.itself:
        doomed = doomed if card in doomed else (*doomed, card)
        standing_in = (*standing_in, card)
    else:
        after = (*after, (card, line, saved))
    frame[EXTRA] = (doomed, standing_in, asked, after)
    return restart(frame)


def _destruction(state: Table, frame: Frame) -> None:
    """3.2: what happens in place of it, and the destruction of the others."""
    doomed, _, _, after = frame[EXTRA]
    for entry in after:
        _set_off(state, entry)
    _perish(state, [card for card in doomed if moves.lies_in_play(state, card)])


DESTRUCTION: Final = steps(_offer_stand_in, _take_stand_in, "Destruction", _destruction)


def _perish(state: Table, doomed: list[int]) -> None:
    game = state.game
    cards, owner = game.cards, game.owner
    there = [card for seat in (0, 1) for card in moves.in_play(state, seat)]
    for card in doomed:
        moves.leave_play(state, card)
        moves.to_graveyard(state, card)
        tell(state, "destroyed", owner[card], card)
    happening: list[SetOff] = [
        (card, line, card)
        for card in doomed
        for line in cards[card].triggers.get(THIS_DESTROYED, ())
        if moves.unused(state, card, line)
    ]
    creatures = [card for card in doomed if cards[card].is_creature]
    for source in there:
        for line in cards[source].triggers.get(OTHER_DESTROYED, ()):
            others = [card for card in creatures if card != source and owner[card] == owner[source]]
            if others and moves.unused(state, source, line):
                happening.append((source, line, others[0]))
    if happening:
        fire(state, happening)
