"""How Invasion TCG is played, in the order of its rulebook: the first turn, a turn, playing cards, the attack step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core import ANSWER, EXTRA, LIMIT, PLAYER, SOURCE, SUBJECT, Frame, Instruction, push, question, tell
from engine.games.invasion_tcg import events, moves, standing
from engine.games.invasion_tcg.table import (
    DECLARED,
    DICE,
    END,
    FREE,
    GO_FIRST,
    GO_SECOND,
    MISSES,
    MOST_SERIAL,
    NO_TARGET,
    NOT_YET,
    OPEN,
    OVER,
    PASS,
    PLAY,
    ROLLED,
    ROLLS,
    START,
    TO_ATTACK,
    Line,
    Table,
)
from engine.steps import ask_once_more, finish, repeat, restart, steps, window

MOST_TURNS: Final = 400  # of both players together; after them the game is a draw


def _roll_for_first(state: Table, frame: Frame) -> None:
    """1.5, The First Turn: both roll dice until their sums differ."""
    winner = events.higher_roll(state)
    if winner < 0:
        events.end(state, -1)
    frame[PLAYER] = winner


def _offer_first(state: Table, frame: Frame) -> bool:
    """1.5: the player with the higher sum chooses who begins."""
    return question(state, frame, "", frame[PLAYER], [GO_FIRST, GO_SECOND])


def _take_first(state: Table, frame: Frame) -> None:
    """1.6, Opening Hand: both draw, and the first turn begins."""
    seat = frame[PLAYER] if frame[ANSWER] == GO_FIRST else 1 - frame[PLAYER]
    tell(state, "goes-first", seat)
    state.first = seat
    for player in (seat, 1 - seat):
        moves.draw(state, player, state.game.hand)
    push(state, TURN, -1, seat)


SET_UP: Final = steps(_roll_for_first, _offer_first, _take_first)


def _begin_turn(state: Table, frame: Frame) -> None:
    """2.1, Main Draw Step: before it, the turn's counts are cleared, and effects that wait for the start happen."""
    seat = frame[PLAYER]
    state.turn += 1
    if state.turn > MOST_TURNS:
        tell(state, LIMIT, limit="turns", most=MOST_TURNS)
        events.end(state, -1)
        return
    state.active = seat
    clear_counts(state)
    state.before = state.arrivals
    game = state.game
    for player in (0, 1):
        if player == seat or game.renewed_each_turn:
            for card in moves.in_play(state, player):
                state.used[card] = 0
    tell(state, "turn", seat, turn=state.turn)
    happening = events.set_off_by(state, START, seat)
    if happening:
        events.fire(state, happening)


def clear_counts(state: Table) -> None:
    """Clears all counts of a turn."""
    state.plays = [0, 0]
    state.extra = [0, 0]
    state.traded = 0
    state.played = 0
    state.acts = 0
    state.attack = NOT_YET
    state.moment = False


def _main_draw(state: Table, frame: Frame) -> None:
    """2.1: cards are drawn."""
    game = state.game
    moves.draw(state, frame[PLAYER], game.first_draw if state.turn == 1 else game.draw)
    state.moment = True


def _offer(state: Table, frame: Frame) -> bool:
    """2.2, 2.4 and 4.8, the open part of a turn: the player does things in any order, then ends the turn."""
    if settle(state, frame):
        return False
    seat = frame[PLAYER]
    game = state.game
    options = [END, *answers(state, seat, OPEN)]
    hand = state.hand[seat]
    if state.traded < game.trades and len(hand) >= game.trade_discards and (state.turn > 1 or game.first_trade):
        options += [game.trade + card for card in moves.distinct(state, hand)]
    if state.attack == NOT_YET and moves.ready(state, seat):
        options.append(TO_ATTACK)
    return question(state, frame, "", seat, options)


def _take(state: Table, frame: Frame) -> bool:
    """2.2, 2.4 and 4.8: begins what was chosen."""
    seat, option = frame[PLAYER], frame[ANSWER]
    game = state.game
    if option == END:
        push(state, ENDING, -1, seat)
    elif option == TO_ATTACK:
        push(state, ATTACK, -1, seat, -1, -1, -1)
    elif game.trade <= option < game.pick:
        push(state, TRADE, -1, seat, -1, option - game.trade)
    else:
        state.moment = True
        start(state, option, seat)
    return ask_once_more(frame)


TURN: Final = steps("2.1 Start", _begin_turn, "2.2 Draw", _main_draw, "2.3 Open", _offer, _take)


def _offer_before_trade(state: Table, frame: Frame) -> bool:
    """2.2, Additional Draw Step: nobody can respond to it, so an open moment closes first."""
    if state.moment:
        return _offer_at_end(state, frame)
    frame[ANSWER] = PASS
    return False


def _trade(state: Table, frame: Frame) -> bool:
    """2.2: the discard; if the other player does something first, the turn goes on from there instead."""
    seat = frame[PLAYER]
    if frame[ANSWER] != PASS:
        state.moment = True
        start(state, frame[ANSWER], 1 - seat)
        return finish(frame)
    state.moment = False
    state.traded += 1
    tell(state, "additional-draw", seat)
    if state.game.trade_discards > 1:
        events.discards(state, seat, seat, state.game.trade_discards - 1)
    events.discard(state, seat, moves.of_hand(state, seat, frame[SUBJECT]))
    return False


def _draw_for_trade(state: Table, frame: Frame) -> None:
    """2.2: the draw."""
    moves.draw(state, frame[PLAYER], state.game.trade_draws)


TRADE: Final = steps(_offer_before_trade, _trade, _draw_for_trade)


def _offer_at_end(state: Table, frame: Frame) -> bool:
    """2.6: before the turn ends the other player may play something."""
    other = 1 - frame[PLAYER]
    return question(state, frame, "moment", other, [PASS, *answers(state, other, FREE)])


def _end(state: Table, frame: Frame) -> None:
    """1.7, Hand Maintenance: if the other player passes, the turn ends, with any number of cards in hand."""
    seat = frame[PLAYER]
    if frame[ANSWER] != PASS:
        state.moment = True
        start(state, frame[ANSWER], 1 - seat)
        return
    if state.attack != OVER:
        tell(state, "no-attack", seat)
    tell(state, "ends-turn", seat)
    state.standing = [[], []]
    state.stack.clear()
    push(state, TURN, -1, 1 - seat)


ENDING: Final = steps(_offer_at_end, _end)


# 2.4 to 2.10, playing cards and using effects: which may be played or used.


def playable(state: Table, seat: int, moment: int) -> list[int]:
    """The options for cards of a hand that may be played at a moment; one for all copies of a card."""
    hand = state.hand[seat]
    if not hand or not moves.may_play(state, seat):
        return []
    game = state.game
    cards, which = game.cards, game.which
    found: list[int] = []
    seen = 0
    for card in hand:
        proto = cards[card]
        if not proto.moments & moment:
            continue
        bit = 1 << which[card]
        if seen & bit:
            continue
        seen |= bit
        for need in proto.needs:
            if not need(state, seat, card):
                break
        else:
            found.append(PLAY + card)
    return found


def usable(state: Table, seat: int, moment: int) -> list[int]:
    """The options for effects of cards in play that may be used at a moment."""
    game = state.game
    own = seat == state.active
    cards = game.cards
    found: list[int] = []
    seen = set()
    for card in moves.in_play(state, seat):
        if not cards[card].uses:
            continue
        for index, line in enumerate(cards[card].uses):
            if line.moments & moment and line.own_turn == own and moves.unused(state, card, line):
                key = (game.which[card], index)
                if key not in seen and all(need(state, seat, card) for need in line.needs):
                    seen.add(key)
                    found.append(game.use + index * game.count + card)
    found.sort()
    return found


def answers(state: Table, seat: int, moment: int) -> list[int]:
    """All options to play or use something at a moment."""
    found = playable(state, seat, moment)
    game = state.game
    if (game.own_uses if seat == state.active else game.other_uses)[seat] & moment:
        found += usable(state, seat, moment)
    return found


def start(state: Table, option: int, seat: int, it: int = -1) -> None:
    """Begins to play a card or to use an effect; `it` is the card that it responds to."""
    game = state.game
    if option < game.use:
        card = moves.of_hand(state, seat, option - PLAY)
        push(state, game.cards[card].program, card, seat, it, 1)
    else:
        index, card = divmod(option - game.use, game.count)
        push(state, game.cards[card].uses[index].program, card, seat, -1, moves.marked(state, card))


# Instructions of a card that is played.


def announcing(slots: int) -> Instruction:
    """Shows a card, puts it on the stack and counts it; it counts even if it is cancelled later (2.4)."""

    def announce(state: Table, frame: Frame) -> None:
        card, seat = frame[SOURCE], frame[PLAYER]
        if not events.act(state):
            return
        hand = state.hand[seat]
        if card in hand:
            hand.remove(card)
            place = "hand"
        else:
            state.graveyard[seat].remove(card)
            place = "graveyard"
        state.pile.append(card)
        frame[EXTRA] = (NO_TARGET,) * slots
        if frame[SUBJECT]:
            moves.count_play(state, seat)
        if state.log is not None:
            tell(state, "plays", seat, card, **{"from": place}, counted=bool(frame[SUBJECT]))

    return announce


def responding(moment: int) -> tuple[Instruction, Instruction]:
    """The opponent may respond with a spell or an effect, to which the author may respond, and so on (2.6, 2.8)."""

    def offer(state: Table, frame: Frame) -> bool:
        other = 1 - frame[PLAYER]
        return question(state, frame, "respond", other, [PASS, *answers(state, other, moment)])

    def take(state: Table, frame: Frame) -> None:
        if frame[ANSWER] != PASS:
            start(state, frame[ANSWER], 1 - frame[PLAYER], frame[SOURCE])

    return offer, take


def resolving(check: Callable[[Table, Frame], bool]) -> Instruction:
    """A spell resolves, unless it was cancelled or a target has left (2.10)."""

    def resolve(state: Table, frame: Frame) -> bool:
        card = frame[SOURCE]
        if card not in state.pile:
            return finish(frame)
        if not check(state, frame):
            tell(state, "fails", frame[PLAYER], card)
            _leave_stack(state, card)
            return finish(frame)
        tell(state, "resolves", frame[PLAYER], card)
        return False

    return resolve


def _leave_stack(state: Table, card: int) -> None:
    state.pile.remove(card)
    moves.to_graveyard(state, card)


def resolved(state: Table, frame: Frame) -> None:
    """2.7, Stack in Motion: a resolved spell goes to the graveyard."""
    _leave_stack(state, frame[SOURCE])


def entering(state: Table, frame: Frame) -> None:
    """2.9: a creature or battlefield that was not cancelled arrives; its effects when played wait for the stack."""
    card = frame[SOURCE]
    if card in state.pile:
        state.pile.remove(card)
        moves.arrive(state, card, played=True)
        if state.game.cards[card].arrival:
            state.queue.append(moves.marked(state, card))


# Instructions of an effect of a card in play.


def beginning(line: Line, slots: int) -> Instruction:
    """Ends an effect that can't happen: it has happened already, or none of it is possible."""

    def begin(state: Table, frame: Frame) -> bool:
        card = frame[SOURCE]
        if not events.act(state):
            return False
        if not moves.unused(state, card, line):
            return finish(frame)
        if line.may and not all(need(state, frame[PLAYER], card) for need in line.needs):
            return finish(frame)
        frame[EXTRA] = (NO_TARGET,) * slots
        return False

    return begin


def preparing(slots: int) -> Instruction:
    """Makes room for the targets of a replacement."""

    def prepare(_state: Table, frame: Frame) -> None:
        frame[EXTRA] = (NO_TARGET,) * slots

    return prepare


def ending_if_no_target(_state: Table, frame: Frame) -> bool:
    """Ends an effect if its only target was not chosen."""
    return finish(frame) if frame[EXTRA][0] == NO_TARGET else False


def happening(word: str) -> Instruction:
    """The effect happens: it is counted as used, and noted in the log."""

    def happen(state: Table, frame: Frame) -> None:
        card = frame[SOURCE]
        state.used[card] += 1
        tell(state, word, frame[PLAYER], card)

    return happen


def still_there(check: Callable[[Table, Frame], bool]) -> Instruction:
    """The effect goes on only if its card (the frame's subject) and its targets are still there (2.8, 2.10)."""

    def resolve(state: Table, frame: Frame) -> bool:
        if moves.still(state, frame[SUBJECT]) < 0 or not check(state, frame):
            tell(state, "fails", frame[PLAYER], frame[SOURCE])
            return finish(frame)
        return False

    return resolve


# Moments in which both may start something, and effects that wait for the stack.


def settle(state: Table, frame: Frame) -> bool:
    """Begins the waiting effects of the next creature that was played, and repeats the step after it; false if none."""
    while state.queue:
        mark = state.queue.pop(0)
        card = mark % MOST_SERIAL
        if moves.lies_in_play(state, card) and moves.still(state, mark) >= 0:
            repeat(frame)
            for line in reversed(state.game.cards[card].arrival):
                push(state, line.program, card, state.game.owner[card], -1, mark)
            return True
    return False


def _settle(state: Table, frame: Frame) -> None:
    """2.6, Playing Cards in Response: effects that wait for the stack come first."""
    settle(state, frame)


def _start_in_moment(state: Table, frame: Frame, seat: int) -> bool:
    """2.6: a player starts something, then both may do so again; the moment ends when both have passed in a row."""
    frame[EXTRA] = 0
    start(state, frame[ANSWER], seat)
    return restart(frame)


ORDERS: Final = ((0, 1), (1, 0))  # by the seat that is asked first
MOMENT: Final = steps(
    _settle,
    window(
        "moment",
        lambda _state, frame: ORDERS[frame[PLAYER]],
        lambda state, frame, seat: [PASS, *answers(state, seat, frame[SUBJECT])],
        _start_in_moment,
    ),
)


def open_moment(state: Table, moment: int) -> None:
    """Both may play spells, the player whose turn it is first."""
    push(state, MOMENT, -1, state.active, subject=moment)


# 4, the attack step.


def read_dice(state: Table, attacker: int) -> tuple[int, int, int]:
    """The hits of the dice on the table, how many of them are prevented, and the misses."""
    effects = standing.holding(state, attacker)
    hits = standing.hits_of(state, effects)
    counted = sum(hits[number] for number in state.dice)
    misses = sum(1 for number in state.dice if not hits[number])
    return counted, min(counted, standing.total(state, effects, "prevent")), misses


def _begin(state: Table, frame: Frame) -> None:
    """4.3, Attacking With Creatures: all that can attack do so, except those that the player holds back."""
    state.attackers = moves.ready(state, frame[PLAYER])


def _offer_attackers(state: Table, frame: Frame) -> bool:
    """4.3: the attack goes on, or one more creature stays back, as long as another attacks."""
    attackers, last = state.attackers, frame[EXTRA]
    # Those that stay back are named in one order, so that no set of them is offered twice.
    found = [card for card in moves.distinct_anywhere(state, attackers) if card > last] if len(attackers) > 1 else []
    return question(state, frame, "hold-back", frame[PLAYER], [TO_ATTACK, *(state.game.pick + card for card in found)])


def _take_attackers(state: Table, frame: Frame) -> bool:
    """4.3: one stays back, or the attack is declared."""
    if frame[ANSWER] != TO_ATTACK:
        frame[EXTRA] = frame[ANSWER] - state.game.pick
        state.attackers.remove(frame[EXTRA])
        return ask_once_more(frame)
    state.attack = DECLARED
    state.rerolls = state.arrivals
    for card in state.attackers:
        tell(state, "attacks", frame[PLAYER], card)
    open_moment(state, FREE)
    return False


def _roll(state: Table, frame: Frame) -> bool:
    """4.4, Attacking Life Points: a die for each creature that is still there (4.5); then declared rerolls (4.6)."""
    seat = frame[PLAYER]
    effects = standing.holding(state, seat)
    count = standing.dice_of(state, effects, len(state.attackers))
    state.dice = [moves.die(state) for _ in range(count)]
    if state.log is not None:
        tell(state, "dice", seat, dice=state.dice[:])
    if not count:
        state.attack = OVER
        return finish(frame)
    state.attack = ROLLED
    for other in (1 - seat, seat):
        # Only rerolls that were declared, of cards that are still there (4.6).
        declared = [one for one in effects if one[0] == other and (one[1] < 0 or state.serial[one[1]] <= state.rerolls)]
        rerolls = standing.total(state, declared, "reroll")
        if rerolls:
            push(state, REROLL, -1, other, rerolls)
    return False


def _reroll(state: Table, frame: Frame, index: int) -> None:
    """4.6, Attacking and Rerolling Effects: a die is rolled again."""
    old, state.dice[index] = state.dice[index], moves.die(state)
    tell(state, "rerolls", frame[PLAYER], die=old, into=state.dice[index])


REROLL: Final = events.to_dice("reroll", lambda _frame: (), _reroll)


def _turn_over(state: Table, frame: Frame) -> None:
    """4.6: a moment for effects that turn dice over."""
    open_moment(state, FREE | DICE)


def _read(state: Table, frame: Frame) -> None:
    """4.7, Lifepoint Damage: hits take life, all at once; then effects that wait for numbers or misses happen."""
    seat = frame[PLAYER]
    other = 1 - seat
    hits, prevented, misses = read_dice(state, seat)
    numbers = set(state.dice)
    if state.log is not None:
        tell(state, "hits", seat, hits=hits, prevented=prevented, misses=misses)
    state.attack = OVER
    state.attackers = []
    state.dice = []
    events.lose_life(state, other, (hits - prevented) * state.game.life_per_hit)
    events.judge(state)
    if state.over:
        return
    happening = [entry for number in sorted(numbers) for entry in events.set_off_by(state, ROLLS, seat, number)]
    happening += events.set_off_by(state, MISSES, other, misses)
    if happening:
        events.fire(state, happening)


ATTACK: Final = steps(_begin, _offer_attackers, _take_attackers, _roll, _turn_over, _read)
