"""Events: chains of reactions, their results, and the effects of deployed cards that they set off.

An event is a frame. It asks the players in the order of priority whether they react; the first who does adds an event
of its own above it, which is asked about in the same way and resolved first. So a chain resolves from the last reaction
to the event that began it, and events that happen meanwhile have chains of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core import ANSWER, EXTRA, LIMIT, PLAYER, SOURCE, SUBJECT, Frame, Program, push, question, tell
from engine.effects.costs import can_pay
from engine.games.future_invaders import moves
from engine.games.future_invaders.table import (
    ACTION,
    ANSWERS,
    ASKED,
    ATTACKS,
    CARD,
    DEPLOYS,
    DESTROYED,
    EVENT,
    FAILED,
    GUARDS,
    PASS,
    PLAYS,
    REACTION,
    RECYCLES,
    REPLACED,
    TARGET,
    Line,
    Table,
)
from engine.games.future_invaders.values import controller, cost_of, faces, shield, weapons
from engine.steps import ask_once_more, choosing, is_over, one_by_one, restart, skip, steps, window

# The most events of one turn, so that no loop of cards that pay for each other is endless. After them nothing more can
# be played, used or set off in this turn. Turns of random games stay below 150.
MOST_EVENTS: Final = 500

Trigger = tuple[int, int, int, int]  # the seat, the card, its line, the event's subject


def begin(
    state: Table,
    program: Program,
    event: int,
    source: int,
    player: int,
    subject: int,
    extra: Any = 0,
    answers: int = -1,
) -> None:
    """Announces an event."""
    state.events += 1
    if state.events == MOST_EVENTS + 1:
        tell(state, LIMIT, limit="events", most=MOST_EVENTS)
    state.stack.append([program, 0, source, player, subject, -1, subject, extra, 0, -1, 0, event, answers])


def run_effect(state: Table, program: Program, source: int, player: int, subject: int = -1, answers: int = -1) -> None:
    """Begins the effects of a card."""
    state.stack.append([program, 0, source, player, subject, -1, subject, answers, (), -1])


# Reactions


def _asked(state: Table, frame: Frame) -> Sequence[int]:
    """Priority: the seats that are asked about an event."""
    if state.events <= MOST_EVENTS and _still_there(state, frame):
        return moves.priority(state, frame[PLAYER])
    return ()


def _still_there(state: Table, frame: Frame) -> bool:
    """Whether the subject of an event is still there after a player left; an attack may now face another seat."""
    if not state.out or frame[EVENT] not in (DESTROYED, ATTACKS):
        return True
    card = frame[SUBJECT]
    if state.where[card] < 0:
        return False
    if frame[EVENT] == ATTACKS:
        aim = frame[EXTRA]
        against = aim // state.game.stride if aim >= 0 else -1 - aim
        if state.out >> against & 1:
            frame[EXTRA] = faces(state, card)
            frame[ASKED] = 0
    return True


def _take_reaction(state: Table, frame: Frame, seat: int) -> bool:
    """Priority: a reaction begins an event of its own, and then the one that it answers goes on."""
    game = state.game
    line, card = divmod(frame[ANSWER] - CARD, game.count)
    if card in state.scrap[seat]:
        ask_once_more(frame)
        recycle(state, seat, card)
    else:
        used = game.cards[card].uses[line] if state.where[card] >= 0 else None
        announce(state, seat, card, used, frame[SUBJECT], len(state.stack) - 1)
    return False


def _reactions(state: Table, frame: Frame, seat: int) -> list[int]:
    """How a seat may respond to an event: pass, reactions of hand and grid, recycling.

    If the seat can only recycle, it is not asked when recycling right after the event has the same result.
    """
    game = state.game
    options: list[int] = []
    if state.out >> seat & 1:
        return options
    later = bool(state.scrap[seat]) and seat not in game.always_ask and _leaves_alone(state, seat, frame)
    if frame[EVENT] in game.answered:
        playable = []
        for card in state.hand[seat]:
            line = game.cards[card].answers
            if line is not None and _answers(state, line, card, seat, frame):
                playable.append(card)
        options = affordable(state, seat, playable)
        later = later and not playable
        if state.listen[GUARDS]:
            lines = [
                (card, line)
                for card in deployed(state, seat)
                for line in game.cards[card].uses
                if _answers(state, line, card, seat, frame)
            ]
            options += payable(state, seat, lines)
            later = later and not lines
    if not later:
        options += recyclable(state, seat)
    return [PASS, *options] if options else options


def _leaves_alone(state: Table, seat: int, frame: Frame) -> bool:
    """Whether recycling right after an event has the same result for a seat as recycling before it.

    That is true of the attacks of a combat and the deployments of a turn, since a window follows them, if no card
    waits for them or for recycling, no base is destroyed, and no card of the seat goes to the bottom of its arsenal.
    Destruction and reactions are events of their own.
    """
    game = state.game
    event, listen = frame[EVENT], state.listen
    if len(state.stack) != 3 or RECYCLES in game.answered or listen[RECYCLES]:
        return False
    if event == ATTACKS:
        aim = frame[EXTRA]
        falls = aim < 0 and weapons(state, frame[SOURCE]) >= state.bases[game.base_of[-1 - aim]]
        return not listen[ATTACKS] and not falls
    if event == DEPLOYS:
        below, old = state.stack[1], state.grid[frame[EXTRA]]
        if not is_over(below) or listen[DEPLOYS] or game.cards[frame[SOURCE]].triggers:
            return False
        return old < 0 or (not listen[REPLACED] and game.owner[old] != seat)
    return False


def _answers(state: Table, line: Line, card: int, seat: int, frame: Frame) -> bool:
    return (
        line.event == frame[EVENT]
        and line.matches is not None
        and line.matches(state, card, seat, frame[SUBJECT], frame[PLAYER], frame[EXTRA])
    )


REACTIONS: Final = window("react", _asked, _reactions, _take_reaction, ASKED)


def deployed(state: Table, seat: int) -> list[int]:
    """The cards on a seat's grid."""
    stride = state.game.stride
    return [card for card in state.grid[seat * stride : (seat + 1) * stride] if card >= 0]


def affordable(state: Table, seat: int, playable: Sequence[int]) -> list[int]:
    """Options for the cards in hand of `playable` that can be paid."""
    cards, have = state.game.cards, state.resources[seat]
    return moves.one_of_each(state, [card for card in playable if can_pay(have, cost_of(state, seat, cards[card]))])


def payable(state: Table, seat: int, lines: Sequence[tuple[int, Line]]) -> list[int]:
    """Options for lines of deployed cards that may be used once more and paid."""
    count = state.game.count
    options = []
    for card, line in lines:
        key = line.index * count + card
        may = state.used.get(key, 0) < line.most and line.discards <= len(state.hand[seat])
        if may and can_pay(state.resources[seat], line.cost):
            options.append(CARD + key)
    return options


def recyclable(state: Table, seat: int) -> list[int]:
    """Options for the cards of a seat's scrap pile."""
    scrap = state.scrap[seat]
    return moves.one_of_each(state, scrap) if scrap else []


def announce(state: Table, seat: int, card: int, line: Line | None, subject: int = -1, answers: int = -1) -> None:
    """Plays an action or a reaction from the hand, or uses a line of a deployed card: pays, and opens its chain."""
    game = state.game
    definition = game.cards[card]
    if line is None:
        cost = cost_of(state, seat, definition)
        moves.from_hand(state, seat, card)
        state.played.append(card)
        kind = definition.type == REACTION
        tell(state, "react" if kind else "play", seat, card)
        begin(state, PLAYED, PLAYS, card, seat, card, int(kind), answers)
        state.stack[-1].append((definition.play, subject))
        moves.pay(state, seat, cost)
        return
    key = line.index * game.count + card
    state.used[key] = state.used.get(key, 0) + 1
    kind = line.event >= 0
    tell(state, "use", seat, card, line=line.index + 1)
    begin(state, PLAYED, PLAYS, card, seat, card, int(kind), answers)
    state.stack[-1].append((line.program, subject))
    if line.destroys:
        destroy(state, [card])
    if line.discards:
        push(state, DISCARD, card, seat, line.discards)
    moves.pay(state, seat, line.cost)


WHAT: Final = 13  # of an action or reaction that was announced: its effects, and their subject


def _resolve_played(state: Table, frame: Frame) -> None:
    """Deployed Actions and Reactions: the effects happen, unless the card failed."""
    card, seat = frame[SOURCE], frame[PLAYER]
    if frame[FAILED]:
        tell(state, "fail", seat, card)
        return
    program, subject = frame[WHAT]
    run_effect(state, program, card, seat, subject, frame[ANSWERS])


def _end_played(state: Table, frame: Frame) -> None:
    """Card Types: an action or reaction goes to the bottom of the arsenal; then the effects that wait for it happen."""
    card = frame[SOURCE]
    if card in state.played and state.game.cards[card].type in (ACTION, REACTION):
        state.played.remove(card)
        moves.to_bottom(state, card)
    if not frame[FAILED]:
        happened(state, PLAYS, card, frame[PLAYER], frame[EXTRA])


PLAYED: Final = steps(REACTIONS, _resolve_played, _end_played)


# Effects that events set off


def waiting(state: Table, event: int, subject: int, actor: int, extra: int = 0) -> list[Trigger]:
    """The lines of deployed cards that an event sets off."""
    if not state.listen[event] or state.events > MOST_EVENTS:
        return []
    game = state.game
    stride = game.stride
    found = []
    for slot, card in enumerate(state.grid):
        if card >= 0:
            for line in game.cards[card].triggers:
                if line.event == event and line.matches is not None:
                    seat = slot // stride
                    if line.matches(state, card, seat, subject, actor, extra):
                        found.append((seat, card, line.index, subject))
    return found


def set_off(state: Table, triggers: Sequence[Trigger], depth: int = 0) -> None:
    """Begins the lines that events have set off: the active player's first, then the others' in turn order.

    With a `depth` of the stack, they come after all frames that were put on it from there on.
    """
    if not triggers:
        return
    above = state.stack[depth:] if depth else []
    if len(triggers) == 1 and not above:
        _set_off(state, triggers[0])
        return
    order = {seat: n for n, seat in enumerate(moves.living(state, state.active))}
    ordered = sorted((t for t in triggers if t[0] in order), key=lambda t: order[t[0]])
    if above:
        del state.stack[depth:]
    push(state, TRIGGERS, -1, -1, extra=tuple(ordered))
    state.stack += above


def happened(state: Table, event: int, subject: int, actor: int, extra: int = 0) -> None:
    """Sets off the lines that wait for an event."""
    if state.listen[event]:
        set_off(state, waiting(state, event, subject, actor, extra))


def _set_off(state: Table, trigger: Trigger) -> None:
    seat, card, index, subject = trigger
    game = state.game
    line = game.cards[card].triggers[index]
    # Triggers share the counters of uses, counted after the lines that are used.
    key = (game.lines + index) * game.count + card
    uses = state.used.get(key, 0)
    if uses >= line.most:
        return
    state.used[key] = uses + 1
    tell(state, "trigger", seat, card)
    run_effect(state, line.program, card, seat, subject)


def _ask_which_first(state: Table, frame: Frame) -> bool:
    """Simultaneous Effects: the player whose effects come next orders them, if their order matters."""
    game = state.game
    pending: tuple[Trigger, ...] = tuple(t for t in frame[EXTRA] if not state.out >> t[0] & 1)
    frame[EXTRA] = pending
    if not pending:
        return skip(frame)
    seat = pending[0][0]
    options: dict[tuple[int, int], int] = {}
    harmless = True
    for _, card, index, _ in (t for t in pending if t[0] == seat):
        line = game.cards[card].triggers[index]
        harmless = harmless and line.harmless
        options.setdefault((game.cards[card].number, index), CARD + index * game.count + card)
    if harmless and seat not in game.always_ask:
        frame[ANSWER] = next(iter(options.values()))
        return False
    return question(state, frame, "order", seat, list(options.values()))


def _which_first(state: Table, frame: Frame) -> int:
    """Simultaneous Effects: the place of the chosen effect among those that wait."""
    index, card = divmod(frame[ANSWER] - CARD, state.game.count)
    pending: tuple[Trigger, ...] = frame[EXTRA]
    return next(n for n, t in enumerate(pending) if t[:3] == (pending[0][0], card, index))


TRIGGERS: Final = one_by_one(_ask_which_first, _which_first, lambda state, _frame, first: _set_off(state, first))


# Recycling


def recycle(state: Table, seat: int, card: int, times: int = 1) -> None:
    """Recycles a card of the scrap pile. Its income and the effects that wait for it come at once, reactions later."""
    game = state.game
    state.scrap[seat].remove(card)
    tell(state, "recycle", seat, card)
    moves.gain(state, seat, game.cards[card].income, times)
    moves.to_bottom(state, card)
    if RECYCLES in game.answered:
        begin(state, RECYCLED, RECYCLES, card, seat, card)
    happened(state, RECYCLES, card, seat)


RECYCLED: Final = steps(REACTIONS)


# Discarding


def discard(state: Table, seat: int, card: int) -> None:
    """Discards a card from a hand."""
    moves.from_hand(state, seat, card)
    tell(state, "discard", seat, card)
    moves.to_scrap(state, [card])


# Scrap Pile: which cards of the hand are discarded.
DISCARD: Final = choosing(lambda state, seat: moves.one_of_each(state, state.hand[seat]), "discard", discard, CARD)


# Destruction


def damage(state: Table, cards: Sequence[int], amount: int) -> None:
    """Deals damage to each of these deployed cards at the same time."""
    if amount <= 0:
        return
    destroyed = []
    for card in cards:
        left = state.durability[card]
        state.durability[card] = left - amount
        tell(state, "damage", controller(state, card), card, amount=amount, left=max(0, left - amount))
        if left > 0 >= left - amount:
            destroyed.append(card)
    if destroyed:
        destroy(state, destroyed)


def destroy(state: Table, cards: Sequence[int]) -> None:
    """These deployed cards are being destroyed at the same time, by whom the topmost frame is; each may be answered."""
    if cards:
        begin(state, DESTROY, DESTROYED, cards[0], state.stack[-1][PLAYER], cards[0], tuple(cards))
        state.stack[-1][TARGET] = 0


def _next_victim(state: Table, frame: Frame) -> None:
    """Simultaneous Effects: asks about the next of the cards that are destroyed together, if it is still there."""
    card = frame[EXTRA][frame[TARGET]]
    frame[SOURCE] = frame[SUBJECT] = card
    frame[ASKED] = 0 if state.where[card] >= 0 else state.game.players


def _another_victim(state: Table, frame: Frame) -> bool:
    """Failures: a card whose destruction failed stays."""
    group = frame[EXTRA]
    at = frame[TARGET]
    if frame[FAILED]:
        frame[FAILED] = 0
        group = frame[EXTRA] = group[:at] + group[at + 1 :]
        if state.log is not None:
            tell(state, "fail", controller(state, frame[SOURCE]), frame[SOURCE])
    else:
        at += 1
    frame[TARGET] = at
    return restart(frame) if at < len(group) else False


def _destroy_all(state: Table, frame: Frame) -> None:
    """Combat: the cards leave the grid together; then the effects that wait for that happen."""
    victims = [card for card in frame[EXTRA] if state.where[card] >= 0]
    triggers = []
    for card in victims:
        triggers += waiting(state, DESTROYED, card, -1)
    for card in victims:
        tell(state, "destroy", controller(state, card), card)
        moves.leave(state, card)
    depth = len(state.stack)
    moves.to_scrap(state, victims)
    set_off(state, triggers, depth)


DESTROY: Final = steps(_next_victim, REACTIONS, _another_victim, _destroy_all)


# Attacks


def attack(state: Table, ship: int) -> None:
    """A ship attacks the first element that it faces."""
    seat = controller(state, ship)
    aim = faces(state, ship)
    if state.log is not None:
        target = state.game.cards[state.grid[aim]].id if aim >= 0 else "base"
        against = aim // state.game.stride if aim >= 0 else -1 - aim
        tell(state, "attack", seat, ship, target=target, opponent=against)
    begin(state, ATTACK, ATTACKS, ship, seat, ship, aim)


def _resolve_attack(state: Table, frame: Frame) -> None:
    """Combat: a ship hits the first element that it faces, unless the attack failed or was turned."""
    ship = frame[SOURCE]
    if state.where[ship] < 0:
        return
    seat = controller(state, ship)
    if frame[FAILED]:
        tell(state, "fail", seat, ship)
        return
    power = weapons(state, ship)
    turned = frame[TARGET]
    aim = state.where[turned] if turned >= 0 and state.where[turned] >= 0 else faces(state, ship)
    triggers = waiting(state, ATTACKS, ship, seat, aim)
    depth = len(state.stack)
    if aim < 0:
        moves.hit_base(state, -1 - aim, power)
    else:
        hit = state.grid[aim]
        damage(state, [hit], power - shield(state, hit))
    if not state.over:
        set_off(state, triggers, depth)


ATTACK: Final = steps(REACTIONS, _resolve_attack)


# Deployment


def deploy(state: Table, seat: int, card: int, slot: int) -> None:
    """A card that was taken from where it lay is about to be deployed into a slot."""
    game = state.game
    if state.log is not None:
        place = slot % game.stride
        tell(state, "deploy", seat, card, row=game.rows[place // game.columns], column=place % game.columns + 1)
    begin(state, DEPLOY, DEPLOYS, card, seat, card, slot)


def _resolve_deployment(state: Table, frame: Frame) -> None:
    """Replacements: the card comes into its slot, and the card that was there leaves."""
    card, seat, slot = frame[SOURCE], frame[PLAYER], frame[EXTRA]
    state.played.remove(card)
    if frame[FAILED]:
        state.skips.pop(card, None)
        tell(state, "fail", seat, card)
        moves.to_scrap(state, [card])
        return
    triggers = []
    old = state.grid[slot]
    if old >= 0:
        triggers = waiting(state, REPLACED, old, seat)
        tell(state, "replace", seat, old)
        moves.leave(state, old)
    moves.arrive(state, card, slot)
    tell(state, "deployed", seat, card)
    if old >= 0:
        moves.bury(state, [old])
    set_off(state, triggers + waiting(state, DEPLOYS, card, seat))


DEPLOY: Final = steps(REACTIONS, _resolve_deployment)
