"""How a game begins, the steps of a turn, and the windows in which anybody may act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core import (
    ANSWER,
    EXTRA,
    LIMIT,
    PLAYER,
    PROGRAM,
    SOURCE,
    SUBJECT,
    Frame,
    push,
    question,
    roll,
    shuffle,
    tell,
)
from engine.effects.costs import named
from engine.games.future_invaders import chains, moves
from engine.games.future_invaders.chains import DISCARD, MOST_EVENTS
from engine.games.future_invaders.table import (
    ACTION,
    ASKED,
    CARD,
    CHOICE,
    END_OF_TURN,
    KNOWN,
    LINES,
    PASS,
    SLOT,
    START,
    STRUCTURE,
    YES,
    Setting,
    Table,
)
from engine.games.future_invaders.values import cost_of
from engine.steps import again, ask_once_more, goto, is_before, restart, steps, window

# The turns of each player after which a game is a draw: a limit of the engine, since arsenals may never run out.
MOST_TURNS: Final = 150

DEPLOYMENT: Final = CHOICE
SECOND_DRAW: Final = CHOICE + 1
DISCARDING: Final = CHOICE + 2


# The first turn


def _deal(state: Table, frame: Frame) -> None:
    """First turn: arsenals are shuffled and first hands drawn."""
    game = state.game
    for arsenal in state.arsenal:
        shuffle(state, arsenal)
    moves.draw(state, [(seat, game.opening) for seat in range(game.players)])
    frame[EXTRA] = 0
    frame[ASKED] = 0


def _ask_redraw(state: Table, frame: Frame) -> bool:
    """First turn: asks whether a hand goes back. All decide at once: nobody sees the others' decisions."""
    game = state.game
    asked, passed = frame[ASKED] % game.players, frame[ASKED] // game.players
    if passed >= game.redraws:
        return goto(frame, "Initiative")
    if asked == 0:
        frame[EXTRA] = 0
    if state.out >> asked & 1:
        frame[ANSWER] = PASS
        return False
    return question(state, frame, "redraw", asked, [PASS, YES], sealed=True)


def _note_redraw(state: Table, frame: Frame) -> bool:
    """First turn: the decision of one player; then the next is asked."""
    game = state.game
    if frame[ANSWER] == YES:
        frame[EXTRA] |= 1 << frame[ASKED] % game.players
    frame[ASKED] += 1
    return ask_once_more(frame) if frame[ASKED] % game.players else False


def _redraw(state: Table, frame: Frame) -> bool:
    """First turn: those who wanted to redraw do, and all are asked once more."""
    for seat in reversed(moves.living(state, 0)):
        if frame[EXTRA] >> seat & 1:
            push(state, REDRAW, -1, seat)
    return goto(frame, "Redraws")


def _reveal_hand(state: Table, frame: Frame) -> None:
    """First turn: the hand is shown and goes to the bottom of the arsenal."""
    seat = frame[PLAYER]
    cards = state.hand[seat]
    tell(state, "redraw", seat)
    for card in cards:
        state.label[card] = KNOWN
        tell(state, "reveal", seat, card)
    state.hand[seat] = []
    frame[EXTRA] = len(cards)
    moves.bury(state, cards)


def _draw_again(state: Table, frame: Frame) -> None:
    """First turn: as many cards are drawn."""
    moves.draw(state, [(frame[PLAYER], frame[EXTRA])])


REDRAW: Final = steps(_reveal_hand, _draw_again)


def _initiative(state: Table, frame: Frame) -> None:
    """First turn: chance says who begins."""
    seats = moves.living(state, 0)
    state.first = seats[roll(state, len(seats))]
    state.round = 1
    tell(state, "first-player", state.first)
    state.stack[-1] = [TURN, 0, -1, state.first, -1, -1, -1, 0]


SETUP: Final = steps("Deal", _deal, "Redraws", _ask_redraw, _note_redraw, _redraw, "Initiative", _initiative)


def begin_setup(state: Table, step: str = "Deal") -> None:
    """Puts the steps before the first turn on the stack, from `step` on."""
    state.stack.append([SETUP, 0, -1, -1, -1, -1, -1, 0, 0, 0, 0])
    goto(state.stack[-1], step)


# Windows: anybody may play an action, use a deployed action or recycle


def acts(state: Table, seat: int, *, deploying: bool = False) -> list[int]:
    """The options of a seat at any time, and in its deployment."""
    if state.events > MOST_EVENTS:
        return []
    game = state.game
    cards = game.cards
    playable = []
    for card in state.hand[seat]:
        kind = cards[card].type
        if kind == ACTION or (deploying and kind <= STRUCTURE):
            playable.append(card)
    options = chains.affordable(state, seat, playable)
    if state.listen[LINES]:
        lines = [(card, line) for card in chains.deployed(state, seat) for line in cards[card].uses if line.event < 0]
        options += chains.payable(state, seat, lines)
    return options + chains.recyclable(state, seat)


def act(state: Table, seat: int, option: int) -> bool:
    """Does the chosen one of these; returns whether something was played. A deployment only begins."""
    game = state.game
    line, card = divmod(option - CARD, game.count)
    if state.where[card] >= 0:
        chains.announce(state, seat, card, game.cards[card].uses[line])
    elif game.cards[card].type == ACTION:
        chains.announce(state, seat, card, None)
    elif card in state.hand[seat]:
        moves.from_hand(state, seat, card)
        state.played.append(card)
        push(state, PLACE, card, seat)
    else:
        chains.recycle(state, seat, card)
        return False
    return True


def _in_window(state: Table, frame: Frame) -> Sequence[int]:
    """Priority: the seats that are asked, in order."""
    return moves.priority(state, frame[PLAYER])[: frame[EXTRA]]


def _acts_in_window(state: Table, frame: Frame, seat: int) -> list[int]:
    """Priority: what a player may do."""
    options = [] if state.out >> seat & 1 else acts(state, seat)
    return [PASS, *options] if options else options


def _act_in_window(state: Table, frame: Frame, seat: int) -> bool:
    """Priority: does what was chosen; then all may act again."""
    frame[EXTRA] = max(frame[EXTRA], frame[SUBJECT])
    if act(state, seat, frame[ANSWER]):
        frame[PLAYER] = seat
    return again(frame, ASKED)


WINDOW: Final = window("window", _in_window, _acts_in_window, _act_in_window, ASKED)


def open_window(state: Table, *, active: bool, others: bool = True, passed: bool = False) -> None:
    """Asks all players in the order of priority whether they act, until all have passed one after the other.

    Once somebody has played something, the next after them is asked first. To recycle is not to play.

    The active player is left out if they are asked next in any case, with further options; and if they have just
    `passed`, as long as nobody else acts.
    """
    players = state.game.players
    begin = 0 if others else players - 1
    end = players if active else players - 1
    then = players if active or passed else end
    state.stack.append([WINDOW, 0, -1, state.active, -1, -1, then, end, 0, -1, begin])


# The turn


def _begin(state: Table, frame: Frame) -> None:
    """Turn structure, leftovers: changes that last until this turn end, and all may act."""
    seat = state.active = frame[PLAYER]
    state.turn += 1
    state.events = 0
    if state.used:
        state.used = {}
    if state.turn > MOST_TURNS * state.game.players:
        state.over = True
        tell(state, LIMIT, limit="turns", most=MOST_TURNS * state.game.players)
        tell(state, "end")
        return
    tell(state, "turn", seat, turn=state.turn)
    _expire(state, seat)
    open_window(state, active=True)


def _expire(state: Table, end: int) -> None:
    """Ends the changes that last until `end`."""
    for card, changes in list(state.changes.items()):
        left = tuple(change for change in changes if change[2] != end)
        if len(left) < len(changes):
            if left:
                state.changes[card] = left
            else:
                del state.changes[card]
    for card, bits in list(state.skips.items()):
        if bits >> end & 1:
            if bits == 1 << end:
                del state.skips[card]
            else:
                state.skips[card] = bits & ~(1 << end)


def _income(state: Table, frame: Frame) -> None:
    """Turn structure, reset and income; then effects at the start of the turn (Turn Start Actions)."""
    seat = frame[PLAYER]
    game = state.game
    cards = game.cards
    income = [0] * game.kinds
    for card in state.grid[seat * game.stride : (seat + 1) * game.stride]:
        if card >= 0 and cards[card].has_income:
            for kind, n in enumerate(cards[card].income):
                income[kind] += n
    state.resources[seat] = income
    if state.log is not None:
        tell(state, "income", seat, **named(state.game.resources, income))
    chains.happened(state, START, -1, seat)


def _window_for_all(state: Table, frame: Frame) -> None:
    """Priority: all may act."""
    open_window(state, active=True)


def _window_for_others(state: Table, frame: Frame) -> None:
    """Priority: all but the active player may act, who is asked next in any case."""
    open_window(state, active=False)


def _draw(state: Table, frame: Frame) -> None:
    """Turn structure, draw: cards are drawn."""
    game = state.game
    moves.draw(state, [(frame[PLAYER], game.first_draw if state.turn == 1 else game.draws)])


def _ask_choice(state: Table, frame: Frame) -> bool:
    """Turn structure, choice: asks whether to deploy, to draw or to discard; or to do what is possible at any time."""
    seat = frame[PLAYER]
    options = [DEPLOYMENT, SECOND_DRAW]
    if len(state.hand[seat]) >= state.game.choice_discard:
        options.append(DISCARDING)
    return question(state, frame, "choice", seat, options + acts(state, seat))


def _choose(state: Table, frame: Frame) -> bool:
    """Turn structure, choice: does what was chosen."""
    option = frame[ANSWER]
    if option >= CARD:
        act(state, frame[PLAYER], option)
        return goto(frame, "After the draw")
    tell(state, "choice", frame[PLAYER], step=CHOICES[option - CHOICE])
    if option == DEPLOYMENT:
        return False
    goto(frame, "After the choice")
    if option == SECOND_DRAW:
        moves.draw(state, [(frame[PLAYER], state.game.choice_draw)])
    else:
        push(state, DISCARD, -1, frame[PLAYER], state.game.choice_discard)
    return False


CHOICES: Final = ("deploy", "draw", "discard")


def _ask_deployment(state: Table, frame: Frame) -> bool:
    """Turn structure, deployment: asks for the next card, or no more."""
    options = acts(state, frame[PLAYER], deploying=True)
    return question(state, frame, "deployment", frame[PLAYER], [PASS, *options])


def _deploy_or_act(state: Table, frame: Frame) -> bool:
    """Turn structure, deployment: does what was chosen; combat comes after the last card."""
    if frame[ANSWER] == PASS:
        open_window(state, active=False, passed=True)
        return goto(frame, "Combat")
    act(state, frame[PLAYER], frame[ANSWER])
    return False


def _again(state: Table, frame: Frame) -> bool:
    """Turn structure, deployment: others may act before the next card."""
    open_window(state, active=False)
    return goto(frame, "Deployment")


def _ask_slot(state: Table, frame: Frame) -> bool:
    """Game Grid and Deployment: asks for the slot of its row into which the card goes."""
    return question(state, frame, "slot", frame[PLAYER], moves.row_slots(state, frame[SOURCE]))


def _place(state: Table, frame: Frame) -> None:
    """Game Grid and Deployment: the card is paid for, and about to be deployed."""
    card, seat = frame[SOURCE], frame[PLAYER]
    game = state.game
    cost = cost_of(state, seat, game.cards[card])
    chains.deploy(state, seat, card, seat * game.stride + frame[ANSWER] - SLOT)
    moves.pay(state, seat, cost)


PLACE: Final = steps(_ask_slot, _place)


def _begin_combat(state: Table, frame: Frame) -> None:
    """First combat: in the first turn of each player only the last in turn order has a combat step."""
    state.attacked = 0
    frame[EXTRA] = 0
    if state.round == 1 and state.game.late_combat and not _is_last(state, frame[PLAYER]):
        goto(frame, "End")


def _is_last(state: Table, seat: int) -> bool:
    """Whether nobody takes a turn after this seat in a round."""
    return moves.living(state, state.first)[-1] == seat


def _ask_attack(state: Table, frame: Frame) -> bool:
    """Combat: asks which ship attacks next; all must attack."""
    seat = frame[PLAYER]
    game = state.game
    start = seat * game.stride
    options = [
        SLOT + column
        for column, ship in enumerate(state.grid[start : start + game.columns])
        if ship >= 0 and not state.attacked >> ship & 1 and ship not in state.skips
    ]
    if not options:
        # The active player was not asked after the last attack, and may gain another ship that can attack.
        goto(frame, "Attacks" if frame[EXTRA] else "End")
        if frame[EXTRA]:
            open_window(state, active=True, others=False)
        frame[EXTRA] = 0
        return False
    frame[EXTRA] = 1
    return question(state, frame, "attack", seat, options + acts(state, seat))


def _attack(state: Table, frame: Frame) -> None:
    """Combat: the ship attacks, and others may act before the next."""
    seat = frame[PLAYER]
    goto(frame, "Attacks")
    open_window(state, active=False)
    if frame[ANSWER] >= CARD:
        act(state, seat, frame[ANSWER])
    else:
        ship = state.grid[seat * state.game.stride + frame[ANSWER] - SLOT]
        state.attacked |= 1 << ship
        chains.attack(state, ship)


def _end(state: Table, frame: Frame) -> bool:
    """Turn structure, end: changes that last until then end; the next player to the right who is not out goes on."""
    _expire(state, END_OF_TURN)
    players = state.game.players
    seat = frame[PLAYER]
    for _ in range(players):
        if (seat + 1 - state.first) % players == 0:
            state.round += 1
        seat = (seat + 1) % players
        if not state.out >> seat & 1:
            break
        _expire(state, seat)
    frame[PLAYER] = seat
    frame[EXTRA] = 0
    return restart(frame)


TURN: Final = steps(
    "Leftovers", _begin,
    "Reset and income", _income, _window_for_all,
    "Draw", _draw,
    "After the draw", _window_for_others,
    "Choice", _ask_choice, _choose,
    "Deployment", _ask_deployment, _deploy_or_act, _again,
    "After the choice", _window_for_all,
    "Combat", _begin_combat,
    "Attacks", _ask_attack, _attack,
    "End", _end,
)  # fmt: skip
_UNTIL: Final = ("Reset and income", "Draw", "Choice", "Combat")  # where steps end, by the part of the turn after them


def step(game: Setting, state: Table) -> str:
    """Which of the game's `steps` is under way."""
    frame = state.stack[0]
    if frame[PROGRAM] is not TURN:
        return ""
    return next((step for step, end in zip(game.steps, _UNTIL, strict=False) if is_before(frame, end)), game.steps[-1])
