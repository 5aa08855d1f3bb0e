"""How a game begins, the steps of a turn, and the windows in which anybody may act."""

from __future__ import annotations

from typing import Final

from engine.core import ANSWER, EXTRA, LIMIT, PC, PLAYER, SOURCE, SUBJECT, Frame, Program, push, roll, shuffle
from engine.games.future_invaders.cards import ACTION, STRUCTURE
from engine.games.future_invaders.chains import (
    DISCARD,
    MOST_EVENTS,
    affordable,
    announce,
    attack,
    deploy,
    deployed,
    happened,
    payable,
    recyclable,
    recycle,
)
from engine.games.future_invaders.moves import bury, draw, from_hand, named_amounts, pay, row_slots
from engine.games.future_invaders.state import (
    ASKED,
    CARD,
    CHOICE,
    END_OF_TURN,
    KNOWN,
    LINES,
    PASS,
    SLOT,
    START,
    YES,
    Table,
    living,
    note,
    priority,
    question,
)
from engine.games.future_invaders.values import cost_of

# The turns of each player after which a game is a draw: a limit of the engine, since arsenals need not run out.
MOST_TURNS: Final = 150

DEPLOYMENT: Final = CHOICE
SECOND_DRAW: Final = CHOICE + 1
DISCARDING: Final = CHOICE + 2


# The first turn


def _deal(state: Table, frame: Frame) -> bool:
    game = state.game
    for arsenal in state.arsenal:
        shuffle(state, arsenal)
    draw(state, [(seat, game.opening) for seat in range(game.players)])
    frame[EXTRA] = 0
    frame[ASKED] = 0
    return False


def _ask_redraw(state: Table, frame: Frame) -> bool:
    """All decide at once: nobody sees the decisions of others in the same pass."""
    game = state.game
    asked, passed = frame[ASKED] % game.players, frame[ASKED] // game.players
    if passed >= game.redraws:
        frame[PC] += 2
        return False
    if asked == 0:
        frame[EXTRA] = 0
    if state.out >> asked & 1:
        frame[ANSWER] = PASS
        return False
    return question(state, frame, "redraw", asked, [PASS, YES], sealed=True)


def _note_redraw(state: Table, frame: Frame) -> bool:
    game = state.game
    if frame[ANSWER] == YES:
        frame[EXTRA] |= 1 << frame[ASKED] % game.players
    frame[ASKED] += 1
    if frame[ASKED] % game.players:
        frame[PC] -= 2
    return False


def _redraw(state: Table, frame: Frame) -> bool:
    for seat in reversed(living(state, 0)):
        if frame[EXTRA] >> seat & 1:
            push(state, REDRAW, -1, seat)
    frame[PC] -= 3
    return False


def _reveal_hand(state: Table, frame: Frame) -> bool:
    seat = frame[PLAYER]
    cards = state.hand[seat]
    if state.log is not None:
        note(state, "redraw", seat)
    for card in cards:
        state.label[card] = KNOWN
        if state.log is not None:
            note(state, "reveal", seat, card)
    state.hand[seat] = []
    frame[EXTRA] = len(cards)
    bury(state, cards)
    return False


def _draw_anew(state: Table, frame: Frame) -> bool:
    draw(state, [(frame[PLAYER], frame[EXTRA])])
    return False


REDRAW: Final[Program] = (_reveal_hand, _draw_anew)


def _initiative(state: Table, frame: Frame) -> bool:
    seats = living(state, 0)
    state.first = seats[roll(state, len(seats))]
    state.round = 1
    if state.log is not None:
        note(state, "first-player", state.first)
    state.stack[-1] = [TURN, 0, -1, state.first, -1, -1, -1, 0]
    return False


SETUP: Final[Program] = (_deal, _ask_redraw, _note_redraw, _redraw, _initiative)


def begin_setup(state: Table, step: int = 0) -> None:
    """Puts what comes before the first turn on the stack, from one of its steps on."""
    state.stack.append([SETUP, step, -1, -1, -1, -1, -1, 0, 0, 0, 0])


# Windows: anybody may play an action, use a deployed action or recycle


def acts(state: Table, seat: int, *, deploying: bool = False) -> list[int]:
    """What a seat may do at any time, and in its deployment."""
    if state.events > MOST_EVENTS:
        return []
    game = state.game
    cards = game.cards
    playable = []
    for card in state.hand[seat]:
        kind = cards[card].type
        if kind == ACTION or (deploying and kind <= STRUCTURE):
            playable.append(card)
    options = affordable(state, seat, playable)
    if state.listen[LINES]:
        lines = [(card, line) for card in deployed(state, seat) for line in cards[card].uses if line.event < 0]
        options += payable(state, seat, lines)
    return options + recyclable(state, seat)


def act(state: Table, seat: int, option: int) -> bool:
    """Does what was chosen of these, and says whether something was played; deployments are begun."""
    game = state.game
    line, card = divmod(option - CARD, game.instances_count)
    if state.where[card] >= 0:
        announce(state, seat, card, game.cards[card].uses[line])
    elif game.cards[card].type == ACTION:
        announce(state, seat, card, None)
    elif card in state.hand[seat]:
        from_hand(state, seat, card)
        state.played.append(card)
        push(state, PLACE, card, seat)
    else:
        recycle(state, seat, card)
        return False
    return True


def _ask_window(state: Table, frame: Frame) -> bool:
    players = state.game.players
    order = priority(state, frame[PLAYER])
    for offset in range(frame[ASKED], frame[EXTRA]):
        seat = order[offset]
        if not state.out >> seat & 1 and (options := acts(state, seat)):
            frame[ASKED] = offset
            return question(state, frame, "window", seat, [PASS, *options])
    frame[ASKED] = players
    return False


def _act_in_window(state: Table, frame: Frame) -> bool:
    players = state.game.players
    offset = frame[ASKED]
    if offset >= players:
        return False
    frame[PC] = 0
    if frame[ANSWER] == PASS:
        frame[ASKED] = offset + 1
    else:
        seat = priority(state, frame[PLAYER])[offset]
        frame[ASKED] = 0
        frame[EXTRA] = max(frame[EXTRA], frame[SUBJECT])
        if act(state, seat, frame[ANSWER]):
            frame[PLAYER] = seat
    return False


WINDOW: Final[Program] = (_ask_window, _act_in_window)


def open_window(state: Table, *, active: bool, others: bool = True, passed: bool = False) -> None:
    """Asks all players in the order of priority whether they act, until all have passed one after the other.

    Once somebody has played something, the next after them is asked first. To recycle is not to play.

    The active player is left out where they are asked next in any case, along with what else they may do then; and
    where they have just `passed`, as long as nobody else acts.
    """
    players = state.game.players
    begin = 0 if others else players - 1
    end = players if active else players - 1
    then = players if active or passed else end
    state.stack.append([WINDOW, 0, -1, state.active, -1, -1, then, end, 0, -1, begin])


# The turn


def _begin(state: Table, frame: Frame) -> bool:
    """A turn begins with the leftovers; what lasted until then ends."""
    seat = state.active = frame[PLAYER]
    state.turn += 1
    state.events = 0
    if state.used:
        state.used = {}
    if state.turn > MOST_TURNS * state.game.players:
        state.over = True
        if state.log is not None:
            note(state, LIMIT, -1, limit="turns", most=MOST_TURNS * state.game.players)
            note(state, "end", -1)
        return False
    if state.log is not None:
        note(state, "turn", seat, turn=state.turn)
    _expire(state, seat)
    open_window(state, active=True)
    return False


def _expire(state: Table, end: int) -> None:
    """Ends what lasts until then."""
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


def _income(state: Table, frame: Frame) -> bool:
    """The reset, the income, and what happens at the start of the turn."""
    seat = frame[PLAYER]
    game = state.game
    cards = game.cards
    income = [0] * game.kinds
    for card in state.grid[seat * game.stride : (seat + 1) * game.stride]:
        if card >= 0 and cards[card].has_income:
            for kind, n in enumerate(cards[card].income):
                income[kind] += n
    state.resources[seat * game.kinds : (seat + 1) * game.kinds] = income
    if state.log is not None:
        note(state, "income", seat, **named_amounts(state, income))
    happened(state, START, -1, seat)
    return False


def _window_for_all(state: Table, frame: Frame) -> bool:
    open_window(state, active=True)
    return False


def _window_for_others(state: Table, frame: Frame) -> bool:
    open_window(state, active=False)
    return False


def _draw(state: Table, frame: Frame) -> bool:
    draw(state, [(frame[PLAYER], state.game.draws)])
    return False


def _ask_choice(state: Table, frame: Frame) -> bool:
    seat = frame[PLAYER]
    options = [DEPLOYMENT, SECOND_DRAW]
    if len(state.hand[seat]) >= state.game.choice_discard:
        options.append(DISCARDING)
    return question(state, frame, "choice", seat, options + acts(state, seat))


def _choose(state: Table, frame: Frame) -> bool:
    option = frame[ANSWER]
    if option >= CARD:
        frame[PC] = AFTER_DRAW
        act(state, frame[PLAYER], option)
        return False
    if state.log is not None:
        note(state, "choice", frame[PLAYER], step=STEPS[option - CHOICE])
    if option == DEPLOYMENT:
        return False
    frame[PC] = AFTER_CHOICE
    if option == SECOND_DRAW:
        draw(state, [(frame[PLAYER], state.game.choice_draw)])
    else:
        for _ in range(state.game.choice_discard):
            push(state, DISCARD, -1, frame[PLAYER])
    return False


STEPS: Final = ("deploy", "draw", "discard")


def _ask_deployment(state: Table, frame: Frame) -> bool:
    options = acts(state, frame[PLAYER], deploying=True)
    return question(state, frame, "deployment", frame[PLAYER], [PASS, *options])


def _deploy_or_act(state: Table, frame: Frame) -> bool:
    if frame[ANSWER] == PASS:
        frame[PC] = COMBAT
        open_window(state, active=False, passed=True)
        return False
    act(state, frame[PLAYER], frame[ANSWER])
    return False


def _again(state: Table, frame: Frame) -> bool:
    frame[PC] = IN_DEPLOYMENT
    open_window(state, active=False)
    return False


def _ask_slot(state: Table, frame: Frame) -> bool:
    return question(state, frame, "slot", frame[PLAYER], row_slots(state, frame[SOURCE]))


def _place(state: Table, frame: Frame) -> bool:
    card, seat = frame[SOURCE], frame[PLAYER]
    game = state.game
    cost = cost_of(state, seat, game.cards[card])
    deploy(state, seat, card, seat * game.stride + frame[ANSWER] - SLOT)
    pay(state, seat, cost)
    return False


PLACE: Final[Program] = (_ask_slot, _place)


def _begin_combat(state: Table, frame: Frame) -> bool:
    """In the first turn of each player only the last one in turn order has a combat step."""
    state.attacked = 0
    frame[EXTRA] = 0
    if state.round == 1 and state.game.late_combat and not _is_last(state, frame[PLAYER]):
        frame[PC] = END
    return False


def _is_last(state: Table, seat: int) -> bool:
    """Whether nobody takes a turn after this seat in a round."""
    return living(state, state.first)[-1] == seat


def _ask_attack(state: Table, frame: Frame) -> bool:
    seat = frame[PLAYER]
    game = state.game
    start = seat * game.stride
    options = [
        SLOT + column
        for column, ship in enumerate(state.grid[start : start + game.columns])
        if ship >= 0 and not state.attacked >> ship & 1 and ship not in state.skips
    ]
    if not options:
        # The active player was not asked after the last attack, and may gain another ship that is still to attack.
        frame[PC] = ATTACKS_LEFT if frame[EXTRA] else END
        if frame[EXTRA]:
            open_window(state, active=True, others=False)
        frame[EXTRA] = 0
        return False
    frame[EXTRA] = 1
    return question(state, frame, "attack", seat, options + acts(state, seat))


def _attack(state: Table, frame: Frame) -> bool:
    seat = frame[PLAYER]
    frame[PC] = ATTACKS_LEFT
    open_window(state, active=False)
    if frame[ANSWER] >= CARD:
        act(state, seat, frame[ANSWER])
    else:
        ship = state.grid[seat * state.game.stride + frame[ANSWER] - SLOT]
        state.attacked |= 1 << ship
        attack(state, ship)
    return False


def _end(state: Table, frame: Frame) -> bool:
    """Ends what lasts until the end of the turn; the next player to the right goes on. Also where the player is out."""
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
    frame[PC] = 0
    return False


TURN: Final[Program] = (
    _begin,
    _income,
    _window_for_all,
    _draw,
    _window_for_others,
    _ask_choice,
    _choose,
    _ask_deployment,
    _deploy_or_act,
    _again,
    _window_for_all,
    _begin_combat,
    _ask_attack,
    _attack,
    _end,
)
RESET: Final = 1
AFTER_DRAW: Final = 4
IN_DEPLOYMENT: Final = 7
AFTER_CHOICE: Final = 10
COMBAT: Final = 11
ATTACKS_LEFT: Final = 12
END: Final = 14
