"""How Saucer Dice is played, in the order of its rulebook: the steps of a turn, the rounds, the tally."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.core import ANSWER, EXTRA, IT, LIMIT, PLAYER, PROGRAM, Frame, ask, ask_again, push, roll, tell
from engine.games.saucer_dice.table import (
    ASSIGN,
    COLORS,
    DICE,
    FACES,
    INTERCEPTOR,
    KEEP,
    LEAVE,
    MISSILE,
    NAMES,
    ORDER,
    PLACE,
    PLACES,
    REBUILD,
    SECTORS,
    TOKENS,
    UNDAMAGED,
    USED,
    Box,
    Table,
)
from engine.steps import ask_once_more, finish, goto, repeat, restart, skip, steps

SHOOTOUTS: Final = 1000  # rounds of missiles between tied players, after which they share the victory


def invade(state: Table, frame: Frame) -> None:
    """1, Roll Invasion Dice: the player to the right rolls them, once."""
    game = state.game
    player = frame[PLAYER]
    tell(state, "turn", player, round=state.round + 1)
    state.invasion = [
        color * 10 + game.saucers[color][roll(state, len(game.saucers[color]))]
        for color in range(len(COLORS))
        for _ in range(game.attack[state.round])
    ]
    if state.log is not None:
        tell(state, "invasion", others(state, player)[-1], dice=[DICE[die] for die in state.invasion])


def defend(state: Table, frame: Frame) -> None:
    """2, Roll Defense Dice: the active player rolls them."""
    faces = state.game.defense_faces
    state.defense = sorted(faces[roll(state, len(faces))] for _ in range(state.game.dice[state.round]))
    state.rolls = state.game.rerolls
    if state.log is not None:
        tell(state, "defense", frame[PLAYER], dice=[FACES[face] for face in state.defense])


def offer_reroll(state: Table, frame: Frame) -> bool:
    """2, up to 3 times: asks which dice are rolled again, also ones not rerolled before; equal dice are one choice."""
    if not state.rolls:
        return skip(frame)
    return ask(state, frame, frame[PLAYER], _subsets(tuple(state.defense)))


def reroll(state: Table, frame: Frame) -> bool:
    """2, rolls the chosen dice again."""
    chosen = frame[ANSWER]
    if chosen == KEEP:
        return False
    faces = state.game.defense_faces
    state.rolls -= 1
    state.defense = sorted(
        faces[roll(state, len(faces))] if chosen >> index & 1 else face for index, face in enumerate(state.defense)
    )
    if state.log is not None:
        tell(state, "reroll", frame[PLAYER], dice=[FACES[face] for face in state.defense])
    return ask_once_more(frame)


@cache
def _subsets(dice: tuple[int, ...]) -> list[int]:
    """The sets of dice to roll again, as bits. `dice` is sorted; of equal dice a set has the first ones."""
    twins = [k for k in range(1, len(dice)) if dice[k] == dice[k - 1]]
    return [mask for mask in range(1 << len(dice)) if all(not mask >> k & 1 or mask >> k - 1 & 1 for k in twins)]


def offer_assignment(state: Table, frame: Frame) -> bool:
    """3, Assign Damage to Flying Saucers: asks which Invasion die the next die repels; equal dice are one choice."""
    for index, face in enumerate(state.defense):
        if face < MISSILE or face == INTERCEPTOR:
            options = {
                die: ASSIGN + k
                for k, die in enumerate(state.invasion)
                if die % 10 and (face == INTERCEPTOR or die // 10 == face)
            }
            frame[EXTRA] = index
            if options:
                return ask(state, frame, frame[PLAYER], [LEAVE, *options.values()])
            state.defense[index] = USED
    return skip(frame)


def assign(state: Table, frame: Frame) -> bool:
    """3, a Blaster repels a number of saucers by the round, an Interceptor all of a die."""
    chosen, index = frame[ANSWER], frame[EXTRA]
    face = state.defense[index]
    state.defense[index] = USED
    if chosen != LEAVE:
        die = state.invasion[chosen - ASSIGN]
        saucers = die % 10
        left = 0 if face == INTERCEPTOR else max(0, saucers - state.game.points[state.round])
        state.invasion[chosen - ASSIGN] = die - saucers + left
        if state.log is not None:
            tell(state, "assign", frame[PLAYER], die=FACES[face], to=DICE[die], left=left)
    return ask_once_more(frame)


def offer_order(state: Table, frame: Frame) -> bool:
    """4, Assign Damage to Cities and Core: asks which Invasion die comes next, before its Sector die is rolled."""
    options = {die % 10: ORDER + k for k, die in enumerate(state.invasion) if die % 10}
    return ask(state, frame, frame[PLAYER], sorted(options.values())) if options else skip(frame)


def order(state: Table, frame: Frame) -> bool:
    """4, the die that was chosen is the next."""
    chosen = frame[ANSWER] - ORDER
    saucers = state.invasion[chosen] % 10
    state.order.append(saucers)
    state.invasion[chosen] -= saucers
    return ask_once_more(frame)


def fall(state: Table, frame: Frame) -> None:
    """4, rolls a Sector die for each Invasion die, one after the other."""
    player = frame[PLAYER]
    for saucers in state.order:
        sector = roll(state, SECTORS)
        if state.log is not None:
            tell(state, "sector", player, sector=sector + 1)
        _hit(state, player, sector, saucers)
    state.order = []
    frame[IT] = state.defense.count(MISSILE)


def _hit(state: Table, seat: int, sector: int, points: int) -> None:
    """4, each point hits the first place of the path that is not empty; if all are empty, it is lost."""
    planet = state.planets[seat]
    path = state.game.paths[sector]
    for _ in range(points):
        for place in path:
            if planet[place]:
                planet[place] -= 1
                if state.log is not None:
                    tell(state, "damage", seat, place=NAMES[place], token=TOKENS[planet[place]])
                break


def launch(state: Table, frame: Frame) -> bool:
    """5, Attack other Players' Cities: launches the Missiles one after the other. `frame[IT]` is the number left."""
    if frame[IT] > 0:
        frame[IT] -= 1
        push(state, FLIGHT, -1, frame[PLAYER], extra=others(state, frame[PLAYER]))
        return repeat(frame)
    return False


def aim(state: Table, frame: Frame) -> None:
    """5, rolls the Sector die for the place that a Missile hits."""
    frame[IT] = roll(state, SECTORS)
    if state.log is not None:
        tell(state, "missile", frame[PLAYER], sector=frame[IT] + 1)


def strike(state: Table, frame: Frame) -> bool:
    """5, the next target in `frame[EXTRA]` rolls against the Missile: the same number counters it, and rebuilds."""
    targets = frame[EXTRA]
    if not targets:
        return False
    target, frame[EXTRA] = targets[0], targets[1:]
    points = state.game.points[state.round]
    rolled = roll(state, SECTORS)
    if rolled == frame[IT]:
        tell(state, "counter", target, sector=rolled + 1)
        push(state, REBUILDING, -1, target, extra=points)
    else:
        _hit(state, target, frame[IT], points)
    return repeat(frame)


FLIGHT: Final = steps(aim, strike)


def rebuild(state: Table, frame: Frame) -> None:
    """6, Rebuild your Cities: all Rebuilds of the turn are one sum of points."""
    points = state.defense.count(REBUILD) * state.game.points[state.round]
    push(state, REBUILDING, -1, frame[PLAYER], extra=points)


def offer_place(state: Table, frame: Frame) -> bool:
    """6, asks for the next of the points in `frame[EXTRA]`: put a damaged token, turn one over, or stop."""
    options = [PLACE + place for place, token in enumerate(state.planets[frame[PLAYER]]) if token < UNDAMAGED]
    if not frame[EXTRA] or not options:
        return finish(frame)
    return ask(state, frame, frame[PLAYER], [LEAVE, *options])


def mend(state: Table, frame: Frame) -> bool:
    """6, does what was chosen."""
    if frame[ANSWER] == LEAVE:
        return False
    place = frame[ANSWER] - PLACE
    planet = state.planets[frame[PLAYER]]
    planet[place] += 1
    if state.log is not None:
        tell(state, "rebuild", frame[PLAYER], place=NAMES[place], token=TOKENS[planet[place]])
    frame[EXTRA] -= 1
    return restart(frame)


REBUILDING: Final = steps(offer_place, mend)


def end(state: Table, frame: Frame) -> bool:
    """Next: the next turn; after all players the next round; after the last round the tally."""
    state.invasion = []
    state.defense = []
    last = frame[PLAYER]
    frame[PLAYER] = others(state, last)[0]
    if frame[PLAYER] < last:
        if state.round + 1 == state.game.rounds:
            state.tied = list(state.remaining)
            push(state, SHOOTOUT, -1, 0)
            goto(state.stack[-1], "Tally")
            return False
        state.round += 1
    return restart(frame)


TURN: Final = steps(
    "1 Invasion", invade,
    "2 Defense", defend,
    "2 Rerolls", offer_reroll, reroll,
    "3 Saucers", offer_assignment, assign,
    "4 Cities", offer_order, order, fall,
    "5 Missiles", launch,
    "6 Rebuild", rebuild,
    "Next", end,
)  # fmt: skip


def shoot(state: Table, frame: Frame) -> bool:
    """Tally: tied players fire one Missile each at each other, in turn order. `tied[frame[IT]]` was the last."""
    if frame[IT] < len(state.tied) - 1:
        frame[IT] += 1
        player = state.tied[frame[IT]]
        after = state.tied[frame[IT] + 1 :] + state.tied[: frame[IT]]
        push(state, FLIGHT, -1, player, extra=tuple(after))
        return repeat(frame)
    return False


def tally(state: Table, frame: Frame) -> bool:
    """Tally: the player with the most points wins; after a tie there is another shootout."""
    scores = {seat: state.game.score(state, seat) for seat in state.tied}
    for seat, score in scores.items():
        tell(state, "points", seat, points=score)
    most = max(scores.values())
    state.tied = [seat for seat, score in scores.items() if score == most]
    if len(state.tied) == 1 or state.shootouts == SHOOTOUTS:
        if len(state.tied) > 1:
            tell(state, LIMIT, limit="shootouts", most=SHOOTOUTS)
        for seat in state.tied:
            tell(state, "win", seat)
        state.over = True
        return False
    state.shootouts += 1
    tell(state, "tie", state.tied[0], players=state.tied[:])
    frame[IT] = -1
    return restart(frame)


SHOOTOUT: Final = steps("Missiles", shoot, "Tally", tally)


def others(state: Table, seat: int) -> tuple[int, ...]:
    """The other seats that are left, in turn order."""
    found = state.game.others[seat]
    return tuple(other for other in found if not state.conceded >> other & 1) if state.conceded else found


def leave(_game: Box, state: Table, seat: int) -> None:
    """A player concedes: ends all their steps; the question is asked again."""
    state.conceded |= 1 << seat
    state.planets[seat] = [0] * PLACES
    if len(left := state.remaining) == 1:
        state.tied = list(left)
        tell(state, "win", left[0])
        state.over = True
        return
    ask_again(state)
    for frame in state.stack:
        program = frame[PROGRAM]
        if program is SHOOTOUT:  # the place of the last player who fired
            frame[IT] -= seat in state.tied[: frame[IT] + 1]
        elif frame[PLAYER] == seat:
            if program is TURN:
                goto(frame, "Next")
            else:
                finish(frame)
        if program is FLIGHT:
            frame[EXTRA] = tuple(target for target in frame[EXTRA] if target != seat)
    state.tied = [other for other in state.tied if other != seat]
