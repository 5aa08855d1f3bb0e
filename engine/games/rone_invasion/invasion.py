"""The Invasion: its turn, phase by phase, damage to its deployed cards, and the cleanup of a round."""

from __future__ import annotations

from typing import Final

from engine.core import ANSWER, EXTRA, IT, PLAYER, SUBJECT, Frame, Program, question, tell
from engine.games.rone_invasion import board, fleet, moves
from engine.games.rone_invasion.table import (
    ADDED,
    ARMOR,
    CARD,
    CLEANUP,
    DEPLOY,
    DESTROY,
    HEALTH,
    INVASION,
    INVASION_END,
    INVASION_TRAIN,
    KIND,
    LINE,
    MAST,
    MELEE,
    PASS,
    PROTOCOLS,
    RANGED,
    SEAT,
    TIME,
    TOKENS,
    UNROLLED,
    ZONE,
    Table,
)
from engine.steps import ask_once_more, choosing, finish, repeat, skip, so_often, steps

# Damage


def hits_players(state: Table, kind: int, points: int) -> None:
    """Deals damage to each player who is still in the game, to all of them before anybody loses."""
    for seat in state.game.remaining(state):
        moves.hit(state, seat, kind, points)


def offer_hit(state: Table, frame: Frame) -> bool:
    """Asks which player of a team takes the next point of damage."""
    seats = moves.playing(state, state.game.team[frame[PLAYER]])
    if len(seats) == 1:
        moves.hit(state, seats[0], frame[SUBJECT], frame[IT])
        return finish(frame)
    return question(state, frame, "take-damage", frame[PLAYER], [SEAT + seat for seat in seats])


def take_hit(state: Table, frame: Frame) -> None:
    """Deals it."""
    moves.hit(state, frame[ANSWER] - SEAT, frame[SUBJECT], 1)


SPLIT: Final = so_often(offer_hit, take_hit)


def to_opponents(state: Table, seat: int, kind: int, points: int) -> None:
    """Deals damage to the other team, which splits it."""
    if points > 0:
        for other in moves.opponents(state, seat)[:1]:
            moves.begin(state, SPLIT, -1, moves.lead(state, state.game.team[other]), points, kind)


def deal_now(state: Table, frame: Frame) -> None:
    """Damaging effects: outside their phase they hit the opponents, or the topmost deployed card (Q12, Q26)."""
    kind, points, seat = frame[SUBJECT], frame[IT], frame[PLAYER]
    if not state.game.cooperative:
        to_opponents(state, seat, kind, points)
    elif state.active == 0:
        state.damage[0][kind] += points
        moves.begin(state, DEAL_DAMAGE, -1, moves.leader(state))
    else:
        moves.begin(state, HIT_STACK, -1, seat, points, kind)


def hit_stack(state: Table, frame: Frame) -> None:
    """Damaging effects: damage goes on to the next card, after the effects of a defeated one."""
    if frame[IT] <= 0 or not state.deployed:
        return
    if frame[SUBJECT] == DESTROY and fleet.statistics(state)[ARMOR] <= 0:
        return
    repeat(frame)
    frame[IT] = fleet.hit_invasion(state, frame[SUBJECT], frame[IT])


HIT_STACK: Final = steps("To the topmost card", hit_stack)
DEAL_NOW: Final = steps("Damage at once", deal_now)


def offer_damage(state: Table, frame: Frame) -> bool:
    """Damaging effects: which damage is dealt next, to the topmost card, the scenario or for an additional action.

    Damage that can't be dealt to anything is lost.
    """
    damage = state.damage[0]
    values = fleet.statistics(state)
    options = [
        KIND + kind
        for kind in (MELEE, RANGED, DESTROY)
        if damage[kind] and values[HEALTH] > 0 and (kind != DESTROY or values[ARMOR] > 0)
    ]
    must = bool(options)
    if state.deployed and fleet.mast_left(state):
        options += [MAST + kind for kind in (MELEE, RANGED) if damage[kind]]
    options += board.additions_for_damage(state)
    if not options:
        state.damage[0] = [0, 0, 0]
        return finish(frame)
    if not must:
        options.insert(0, PASS)
    return question(state, frame, "deal", moves.leader(state), options)


def take_damage(state: Table, frame: Frame) -> None:
    """Damaging effects: it is dealt."""
    answer = frame[ANSWER]
    damage = state.damage[0]
    if answer == PASS:
        state.damage[0] = [0, 0, 0]
        return
    ask_once_more(frame)
    if answer >= ADDED:
        board.add_for_damage(state, answer)
    elif answer >= MAST:
        kind = answer - MAST
        damage[kind] = fleet.hit_scenario(state, damage[kind])
    else:
        kind = answer - KIND
        damage[kind] = fleet.hit_invasion(state, kind, damage[kind])


DEAL_DAMAGE: Final = steps("3.6 Deal damage", offer_damage, take_damage)


# The turn


def at_time(state: Table, name: str) -> None:
    """Sets off the effects of the scenario and the protocols at a time, in an order that the players choose."""
    cards = state.game.cards
    waiting = [
        (card, line.program) for card in (state.scenario, *state.protocols) for line in cards[card].lines.get(name, ())
    ]
    moves.set_off(state, moves.leader(state), waiting)


def beginning(state: Table, _frame: Frame) -> None:
    """Beginning of turn: what happens at the beginning of the Invasion's turn."""
    state.turn += 1
    state.active = -1
    state.acts = 0
    state.phase = INVASION
    tell(state, "round", round=state.turn)
    at_time(state, "start of invasion turn")


def time_passes(state: Table, frame: Frame) -> None:
    """Increase the elapsed time: the marker moves on; events that it has reached end."""
    state.phase = TIME
    state.time = min(state.game.rounds, state.time + 1)


def offer_event(state: Table, frame: Frame) -> bool:
    """Increase the elapsed time: which event ends next (Q22)."""
    events = state.game.scenarios[state.scenario].events
    due = [LINE + n for n, event in enumerate(events) if event.round <= state.time and not state.past >> n & 1]
    return question(state, frame, "event", moves.leader(state), due) if due else skip(frame)


def take_event(state: Table, frame: Frame) -> None:
    """Increase the elapsed time: it ends."""
    number = frame[ANSWER] - LINE
    event = state.game.scenarios[state.scenario].events[number]
    state.past |= 1 << number
    ask_once_more(frame)
    tell(state, "event", name=event.name)
    moves.begin(state, event.program, state.scenario, moves.leader(state))


def from_its_deck(event: str, *, stays: bool = True, acts: bool = False) -> Program:
    """A program for `frame[IT]` cards of the Invasion's deck, each with its reward: on top of the stack, or discarded.

    A deployed card sets off its effects. In the variant with equal chances some only explore, others only defend.
    """

    def one(state: Table, frame: Frame) -> None:
        if frame[IT] <= 0:
            return
        frame[IT] -= 1
        repeat(frame)
        card = fleet.invasion_card(state)
        if card >= 0:
            (state.deployed if stays else state.invasion_discard).append(card)
            tell(state, event, -1, card)
            if acts:
                moves.own_lines(state, "deployed", moves.leader(state), card)
            fleet.invasion_stores(state, state.game.cards[card].stores)

    return steps(event, one)


DEPLOY_CARDS: Final = from_its_deck("deploys", acts=True)
EXPLORE: Final = from_its_deck("explores", stays=False)
DEFEND: Final = from_its_deck("defends")


def deployment(state: Table, _frame: Frame) -> None:
    """Deploy Invasion cards: a card for each player and protocol; their number is fixed now (Q23).

    In the variant with equal chances there are three steps.
    """
    state.phase = DEPLOY
    game = state.game
    number = game.deployed + game.deployed_each * game.players + game.deployed_each_protocol * len(state.protocols)
    who = moves.leader(state)
    moves.begin(state, DEFEND, -1, who, game.defenders)
    moves.begin(state, DEPLOY_CARDS, -1, who, number)
    moves.begin(state, EXPLORE, -1, who, game.explored)


def lacking(state: Table, zone: int) -> int:
    """The number of resources that the card of a zone lacks."""
    card = state.zone_cards[zone]
    return max(0, state.game.cards[card].training - state.stores[zone])


def offer_training(state: Table, frame: Frame) -> bool:
    """Train Invasion cards: which of the cards that have enough is trained next."""
    state.phase = INVASION_TRAIN
    zones = [ZONE + z for z, card in enumerate(state.zone_cards) if card >= 0 and not lacking(state, z)]
    if not zones or not board.counted(state):
        return skip(frame)
    return question(state, frame, "train-zone", moves.leader(state), zones)


def take_training(state: Table, frame: Frame) -> None:
    """Train Invasion cards: it is trained."""
    ask_once_more(frame)
    train_zone(state, frame[PLAYER], frame[ANSWER] - ZONE)


def zone_pays(state: Table, frame: Frame) -> None:
    """Train Invasion cards: the resources stored there are destroyed, and the card's effects happen."""
    zone = frame[SUBJECT]
    card = state.zone_cards[zone]
    state.stores[zone] = 0
    state.zone_cards[zone] = -1
    state.drawn.append(card)
    frame[EXTRA] = card
    tell(state, "invasion-trains", -1, card, zone=state.game.colors[zone])
    moves.own_lines(state, "trained", moves.leader(state), card)


def zone_acts(state: Table, frame: Frame) -> None:
    """Train Invasion cards: the card goes on the discard pile, and the zone's effect happens."""
    if frame[EXTRA] in state.drawn:
        state.drawn.remove(frame[EXTRA])
        state.invasion_discard.append(frame[EXTRA])
    moves.begin(state, state.game.zone_programs[frame[SUBJECT]], -1, moves.leader(state))


def zone_recruits(state: Table, frame: Frame) -> None:
    """Train Invasion cards: a new card is recruited there."""
    if not state.ended:
        fleet.invasion_recruits(state, frame[SUBJECT])


TRAIN_ZONE: Final = steps("Train a zone", zone_pays, zone_acts, zone_recruits)


def nearest(state: Table, _seat: int) -> list[int]:
    """R85: the card that lacks the fewest resources; the players choose among equals."""
    lacks = {zone: lacking(state, zone) for zone, card in enumerate(state.zone_cards) if card >= 0}
    return [ZONE + zone for zone, number in lacks.items() if number == min(lacks.values())]


def train_zone(state: Table, _seat: int, zone: int) -> None:
    """Train Invasion cards: the card of a zone is trained."""
    moves.begin(state, TRAIN_ZONE, -1, moves.leader(state), subject=zone)


TRAIN_NEAREST: Final = choosing(nearest, "train-zone", train_zone, ZONE, moves.leader)


def tokens(state: Table, _frame: Frame) -> None:
    """Refresh protocols: without a technology token all are refreshed, and a token for each player is gained."""
    state.phase = TOKENS
    if not state.tokens:
        board.refresh_all(state, -1, state.protocols)
        fleet.invasion_tokens(state, state.game.players)


def offer_use(state: Table, frame: Frame) -> bool:
    """Use protocols: which refreshed protocol is used next; each once in a phase (S12)."""
    state.phase = PROTOCOLS
    done = frame[EXTRA] or ()
    cards = state.game.cards
    ready = [c for c in state.protocols if not state.exhausted >> c & 1 and c not in done and cards[c].use]
    return question(state, frame, "use", moves.leader(state), moves.distinct(state, ready)) if ready else skip(frame)


def take_use(state: Table, frame: Frame) -> None:
    """Use protocols: it acts and is exhausted."""
    card = frame[ANSWER] - CARD
    frame[EXTRA] = (*(frame[EXTRA] or ()), card)
    ask_once_more(frame)
    board.exhaust(state, -1, card)
    moves.begin(state, board.use_of(state, card).program, card, moves.leader(state))


def invasion_end(state: Table, _frame: Frame) -> None:
    """End of turn: what happens at the end of the Invasion's turn."""
    state.phase = INVASION_END
    at_time(state, "end of invasion turn")


INVASION_TURN: Final = steps(
    "1 Beginning", beginning,
    "2 Time", time_passes, offer_event, take_event,
    "3 Deploy", deployment,
    "4 Train", offer_training, take_training,
    "5 Tokens", tokens,
    "6 Protocols", offer_use, take_use,
    "7 End", invasion_end,
)  # fmt: skip


# Cleanup


def cleanup(state: Table, frame: Frame) -> None:
    """Cleanup: each player takes what is visible, first the ranged damage; then the stack is discarded."""
    state.phase = CLEANUP
    state.active = -1
    state.laid = [0, 0, 0, 0]
    for used in state.used:
        used[:] = [UNROLLED] * len(used)
    if state.deployed:
        values = fleet.statistics(state)
        hits_players(state, RANGED, values[RANGED])
        if not state.ended:
            hits_players(state, MELEE, values[MELEE])
        if not state.ended:
            moves.begin(state, LEAVE, -1, moves.leader(state), extra=tuple(reversed(state.deployed)))


LEAVE: Final = moves.in_order(lambda state, frame, card: fleet.leaves_stack(state, card), "leave-stack")


def still_stand(state: Table, _frame: Frame) -> None:
    """End of the scenario: it is won if all have survived the number of rounds that it asks for."""
    rounds = state.game.scenarios[state.scenario].rounds
    if rounds and state.turn >= rounds:
        moves.end(state, "won")


CLEAN_UP: Final = steps("Cleanup", cleanup, "All still stand", still_stand)
