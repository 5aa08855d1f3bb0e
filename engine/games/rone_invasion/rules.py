"""The rules of RONE: Invasion, in the order of the rulebook: set-up, a team's turn in ten phases, the end of a match.

The players of a team go through the phases together, in any order that they like; a team may be a single player.
"""

from __future__ import annotations

from typing import Final

from engine.core import ANSWER, EXTRA, IT, PLAYER, SOURCE, SUBJECT, Frame, Instruction, Program, question, tell
from engine.effects.costs import Cost, can_pay, reduced
from engine.games.rone_invasion import board, fleet, invasion, moves
from engine.games.rone_invasion.board import counted
from engine.games.rone_invasion.moves import begin, distinct, in_order, lead, leader
from engine.games.rone_invasion.table import (
    ACTION,
    ADDED,
    BEGINNING,
    CARD,
    CLEAN,
    COLOR,
    COLORS,
    DAMAGE,
    DAMAGES,
    DESTROY,
    DIE,
    DRAW,
    END,
    HEALTH,
    KIND,
    MAIN,
    MELEE,
    PAIR,
    PARTS,
    PASS,
    RANGED,
    REROLL,
    REROLL_OTHER,
    ROLL,
    SEAT,
    STORE,
    TRAIN,
    TWO_DICE,
    UNROLLED,
    UNUSED,
    USE_DIE,
    USED,
    WILD,
    YES,
    Action,
    Table,
)
from engine.steps import ask_once_more, choosing, each_seat, finish, goto, skip, so_often, steps


def everyone(program: Program) -> Program:
    """Steps in which each player of the team goes through a program, in an order that they choose."""
    return each_seat(
        lambda state, frame: moves.playing(state, frame[SUBJECT]),
        lambda state, frame, options: question(state, frame, "goes-on", frame[PLAYER], options),
        lambda state, frame, seat: begin(state, program, -1, seat),
        SEAT,
    )


# The turn of a team


def turn_order(state: Table) -> list[int]:
    """The teams, from the one that began."""
    teams = state.game.teams
    return [(state.first + n) % teams for n in range(teams)]


def begin_turn(state: Table, frame: Frame) -> None:
    """Beginning of turn: begins a turn, and sets off what waits for that."""
    game = state.game
    team = frame[SUBJECT]
    state.active = team
    state.phase = BEGINNING
    state.acts = 0
    tell(state, "turn", lead(state, team), turn=state.turn)
    for seat in reversed(game.seats[team]):
        state.cards_played[seat] = []
        state.off[seat] = [0] * 6
        moves.fire(state, "start of turn", seat)


def second_begins(state: Table, frame: Frame) -> None:
    """Additional setup: in its first turn the second team of a match has spare parts, which it must spend (Q27)."""
    game = state.game
    team = frame[SUBJECT]
    if team != state.first and state.turn == game.teams and game.second_parts and not game.cooperative:
        for seat in reversed(game.seats[team]):
            begin(state, MUST_SPEND, -1, seat, subject=YES)
        begin(state, SHARE_PARTS, -1, lead(state, team), game.second_parts, "spare-part")


def share_part(state: Table, _seat: int, mate: int) -> None:
    """Gives a part."""
    state.parts[mate] += 1


# Which player of the team gets the next part (S17).
SHARE_PARTS: Final = choosing(
    lambda state, seat: [SEAT + mate for mate in moves.mates(state, seat)], "gain", share_part, SEAT
)


def phase(number: int) -> Instruction:
    """The step that begins a phase."""

    def begins(state: Table, _frame: Frame) -> None:
        state.phase = number

    return begins


def offer_draw(state: Table, frame: Frame) -> bool:
    """Draw phase: asks whether to draw, again after each card; not if there is none (Q15)."""
    seat = frame[PLAYER]
    if not (state.deck[seat] or state.discard[seat] or state.dump[seat]):
        return finish(frame)
    return question(state, frame, "draw", seat, [PASS, YES])


def take_draw(state: Table, frame: Frame) -> None:
    """Draw phase: draws the card."""
    if frame[ANSWER] == YES:
        ask_once_more(frame)
        begin(state, moves.DRAW_CARDS, -1, frame[PLAYER])


DRAW_PHASE: Final = steps("3.2 Draw", offer_draw, take_draw)


def roll_dice(state: Table, frame: Frame) -> None:
    """Roll phase: rolls all dice that are not set aside."""
    state.phase = ROLL
    for seat in state.game.seats[frame[SUBJECT]]:
        for die, condition in enumerate(state.used[seat]):
            if condition == UNROLLED:
                board.roll_die(state, seat, die)
    state.phase = MAIN
    frame[EXTRA] = -1
    frame[IT] = 0


# 3.4 The main phase


def next_to_act(state: Table, frame: Frame) -> bool:
    """Main phase: asks which player of the team acts next, or nobody."""
    seats = moves.playing(state, frame[SUBJECT])
    if len(seats) <= 1:
        frame[ANSWER] = SEAT + seats[0]
        return False
    waiting = frame[IT]  # a bit for each who has passed since somebody did something
    able = [SEAT + seat for seat in seats if not waiting >> seat & 1 and len(main_options(state, seat)) > 1]
    if not able:
        return goto(frame, "3.5 Store")
    frame[PLAYER] = lead(state, frame[SUBJECT])
    return question(state, frame, "goes-on", frame[PLAYER], [PASS, *able])


def note_actor(state: Table, frame: Frame) -> bool:
    """Main phase: notes this player. One who has conceded does not end the phase for the others."""
    if frame[ANSWER] == PASS:
        return goto(frame, "Who goes on" if frame[PLAYER] != lead(state, frame[SUBJECT]) else "3.5 Store")
    frame[EXTRA] = frame[ANSWER] - SEAT
    return False


def offer_main(state: Table, frame: Frame) -> bool:
    """Main phase: asks what the player does next, in any order, or nothing more."""
    seat = frame[EXTRA]
    options = main_options(state, seat) if counted(state) else [PASS]
    return question(state, frame, "main", seat, options)


def main_options(state: Table, seat: int) -> list[int]:
    """All options of a player in the main phase."""
    game = state.game
    options = [PASS]
    unused = board.distinct_dice(state, seat, (UNUSED,))
    options += [USE_DIE + die for die in unused if board.screws_of(state, seat, die)]
    if state.used[seat].count(UNUSED) > 1:
        options.append(TWO_DICE)
    cards = game.cards
    which = game.which
    seen = set()
    pool, cheaper = state.pool[seat], any(state.off[seat])
    for card in state.hand[seat]:
        if which[card] not in seen and can_pay(pool, to_play(state, seat, card) if cheaper else cards[card].cost):
            seen.add(which[card])
            options.append(game.play + card)
    if not fleet.forbidden(state, "stored resources"):
        options += [PAIR + resource for resource in range(6) if state.stored[seat][resource] > 1]
    for card in state.base[seat]:
        use = cards[card].use
        ready = use and not state.exhausted >> card & 1 and can_pay(pool, use.cost)
        if use and ready and use.health <= state.health[seat] and use.discards <= len(state.hand[seat]):
            options.append(game.ability + card)
    if unused and state.rerolls[seat] and not fleet.forbidden(state, "reroll"):
        options += [REROLL + die for die in unused]
    if state.rerolls[seat] and unused_of_mates(state, seat) and not fleet.forbidden(state, "reroll"):
        options.append(REROLL_OTHER)
    if game.cooperative:
        options += board.additions_for_damage(state)
    return options


def to_play(state: Table, seat: int, card: int) -> Cost:
    """Play a card: its cost; a reduction of a color takes off that color first, and the rest from wild icons."""
    cost, off = state.game.cards[card].cost, state.off[seat]
    return reduced(cost, off, WILD, spills=True) if any(off) else cost


def take_main(state: Table, frame: Frame) -> bool:
    """Main phase: does it."""
    answer, seat = frame[ANSWER], frame[EXTRA]
    game = state.game
    if answer == PASS:
        frame[IT] |= 1 << seat
        return goto(frame, "Who goes on" if len(moves.playing(state, frame[SUBJECT])) > 1 else "3.5 Store")
    frame[IT] = 0
    ask_once_more(frame)
    if answer >= game.ability:
        begin(state, ABILITY, answer - game.ability, seat)
    elif answer >= game.play:
        begin(state, PLAY, answer - game.play, seat)
    elif answer >= PAIR:
        spend_pair(state, seat, answer - PAIR)
    elif answer == TWO_DICE:
        begin(state, ANY_COLOR, -1, seat)
        begin(state, USE_UP, -1, seat, 2)
    elif answer == REROLL_OTHER:
        begin(state, REROLL_A_MATES, -1, seat)
    elif answer >= REROLL:
        reroll(state, seat, seat, answer - REROLL)
    elif answer >= USE_DIE:
        use_die(state, seat, answer - USE_DIE)
    else:
        board.add_for_damage(state, answer)
    return False


def reroll(state: Table, seat: int, owner: int, die: int) -> None:
    """Reroll tokens: a token rolls an unused die once more."""
    state.rerolls[seat] -= 1
    tell(state, "rerolls", seat, die=die + 1, **{"owner": owner} if owner != seat else {})
    board.roll_die(state, owner, die)


def unused_of_mates(state: Table, seat: int) -> list[int]:
    """The teammates who have unused dice."""
    return [other for other in moves.mates(state, seat) if other != seat and UNUSED in state.used[other]]


def offer_mate(state: Table, frame: Frame) -> bool:
    """Reroll token usage: a token may roll a teammate's die; asks whose."""
    mates = unused_of_mates(state, frame[PLAYER])
    return question(state, frame, "reroll-of", frame[PLAYER], [SEAT + seat for seat in mates])


def offer_mates_die(state: Table, frame: Frame) -> bool:
    """Reroll token usage: asks which die."""
    frame[SUBJECT] = owner = frame[ANSWER] - SEAT
    dice = board.distinct_dice(state, owner, (UNUSED,))
    return question(state, frame, "reroll", frame[PLAYER], [DIE + die for die in dice])


def take_mates_die(state: Table, frame: Frame) -> None:
    """Reroll token usage: it is rolled again."""
    reroll(state, frame[PLAYER], frame[SUBJECT], frame[ANSWER] - DIE)


REROLL_A_MATES: Final = steps("Reroll a teammate's die", offer_mate, offer_mates_die, take_mates_die)


def use_die(state: Table, seat: int, die: int) -> None:
    """Main phase actions: the colored screws of an unused die add to the pool."""
    board.use_die(state, seat, die)
    tell(state, "uses-die", seat, die=die + 1, face=board.face_of(state, seat, die))


def use_up(state: Table, seat: int, die: int) -> None:
    """Main phase actions: two unused dice are a resource of any color; uses up one of them."""
    state.used[seat][die] = USED


def take_color(state: Table, seat: int, color: int) -> None:
    """Main phase actions: adds the resource to the pool."""
    state.pool[seat][color] += 1
    tell(state, "trades-dice", seat, color=state.game.colors[color])


USE_UP: Final = board.choose_die((UNUSED,), "trade", use_up)
ANY_COLOR: Final = choosing(
    lambda _state, _seat: [COLOR + color for color in range(COLORS)], "color", take_color, COLOR
)


def spend_pair(state: Table, seat: int, resource: int) -> None:
    """Use stored resources: two stored resources make the next card cheaper, and their action happens."""
    state.stored[seat][resource] -= 2
    state.off[seat][resource] += 1
    tell(state, "spends-pair", seat, what=state.game.colors[resource])
    begin(state, state.game.pairs[resource], -1, seat)


def price(state: Table, frame: Frame) -> None:
    """Play a card: pays the cost after reductions; colored icons are paid at once."""
    seat, card = frame[PLAYER], frame[SOURCE]
    pay(state, frame, to_play(state, seat, card))
    state.off[seat] = [0] * 6
    state.hand[seat].remove(card)
    moves.hide(state, card)
    state.playing.append(card)
    tell(state, "plays", seat, card)


def pay(state: Table, frame: Frame, cost: Cost) -> None:
    """Pays the colored icons of a cost at once; then the player chooses the resources for the wild ones."""
    for color, n in cost.need:
        state.pool[frame[PLAYER]][color] -= n
    begin(state, PAYMENT, frame[SOURCE], frame[PLAYER], cost.wild)


def offer_payment(state: Table, frame: Frame) -> bool:
    """Play a card: which resource pays for the next wild icon."""
    pool = state.pool[frame[PLAYER]]
    options = [COLOR + resource for resource in range(6) if pool[resource]]
    if sum(pool) == frame[IT]:
        options = options[:1]
    return question(state, frame, "pay", frame[PLAYER], options)


def take_payment(state: Table, frame: Frame) -> None:
    """Play a card: pays it."""
    state.pool[frame[PLAYER]][frame[ANSWER] - COLOR] -= 1


PAYMENT: Final = so_often(offer_payment, take_payment)


def effects(state: Table, frame: Frame) -> None:
    """Play a card: runs its effects."""
    begin(state, state.game.cards[frame[SOURCE]].program, frame[SOURCE], frame[PLAYER])


def has_been_played(state: Table, frame: Frame) -> None:
    """Play a card: it goes to the played zone, unless it has left; sets off what waits for it."""
    seat, card = frame[PLAYER], frame[SOURCE]
    state.cards_played[seat].append(card)
    if card in state.playing:
        state.playing.remove(card)
        state.played[seat].append(card)
    moves.fire(state, "you-play", seat, state.game.cards[card])


PLAY: Final = steps("Cost", price, "Effects", effects, "Played", has_been_played)


def pay_ability(state: Table, frame: Frame) -> None:
    """Use card activated ability: exhausts the permanent, and pays the rest of the price."""
    seat, card = frame[PLAYER], frame[SOURCE]
    use = board.use_of(state, card)
    tell(state, "uses", seat, card)
    board.exhaust(state, seat, card)
    pay(state, frame, use.cost)
    if use.discards:
        begin(state, moves.DISCARD_HAND, card, seat, use.discards)
    if use.health:
        moves.change(state, seat, HEALTH, -use.health)


def use_effects(state: Table, frame: Frame) -> None:
    """Use card activated ability: runs its effects."""
    begin(state, board.use_of(state, frame[SOURCE]).program, frame[SOURCE], frame[PLAYER])


ABILITY: Final = steps("Cost", pay_ability, "Effects", use_effects)


# 3.5 Store


def begin_storing(state: Table, frame: Frame) -> None:
    """Store resources: unused dice are used now, and their resources count as left over."""
    seat = frame[PLAYER]
    state.phase = STORE
    for die, condition in enumerate(state.used[seat]):
        if condition == UNUSED:
            board.use_die(state, seat, die)


def offer_store(state: Table, frame: Frame) -> bool:
    """Store resources: asks which resource is stored in which place; the others are destroyed."""
    seat = frame[PLAYER]
    pool = state.pool[seat]
    options = [place for r in range(6) if pool[r] for place in board.places_for(state, seat, r)]
    return question(state, frame, "store", seat, [PASS, *options])


def take_store(state: Table, frame: Frame) -> bool:
    """Store resources: it is stored."""
    seat = frame[PLAYER]
    if frame[ANSWER] == PASS:
        state.pool[seat] = [0] * 6
        return False
    resource = board.put_in_place(state, seat, frame[ANSWER])
    state.pool[seat][resource] -= 1
    return ask_once_more(frame)


def offer_keep(state: Table, frame: Frame) -> bool:
    """Store resources: asks which cards stay in the hand, first those whose own ability says so (Q30)."""
    seat = frame[PLAYER]
    cards = state.game.cards
    left = [card for card in state.hand[seat] if card not in state.keeps[seat]]
    if state.may_keep[seat] <= 0:
        left = [card for card in left if cards[card].keeps_itself]
    return question(state, frame, "keep", seat, [PASS, *distinct(state, left)])


def take_keep(state: Table, frame: Frame) -> bool:
    """Store resources: it stays in the hand."""
    seat = frame[PLAYER]
    if frame[ANSWER] == PASS:
        return False
    card = frame[ANSWER] - CARD
    if not state.game.cards[card].keeps_itself:
        state.may_keep[seat] -= 1
    state.keeps[seat].append(card)
    return ask_once_more(frame)


def dump_rest(state: Table, frame: Frame) -> None:
    """Store resources: all others go to the garbage dump, in an order that the player chooses."""
    seat = frame[PLAYER]
    rest = tuple(card for card in state.hand[seat] if card not in state.keeps[seat])
    state.keeps[seat] = []
    state.may_keep[seat] = 0
    begin(state, DUMP, -1, seat, extra=rest)


def dump_card(state: Table, frame: Frame, card: int) -> None:
    """Store resources: one card goes there, and its cost is stored."""
    seat = frame[PLAYER]
    state.hand[seat].remove(card)
    state.pool[seat] = list(state.game.cards[card].cost.amounts)
    begin(state, STORE_COST, -1, seat)
    moves.to_dump(state, seat, card)


DUMP: Final = in_order(dump_card, "dump")
STORE_COST: Final = steps("Store its cost", offer_store, take_store)
STORE_PHASE: Final = steps(
    "3.5 Store", begin_storing, offer_store, take_store, "Keep", offer_keep, take_keep, "The rest", dump_rest
)  # fmt: skip


# 3.6 Deal damage


def sum_up(state: Table, frame: Frame) -> None:
    """Deal damage: adds up the combat values of the cards played, with what is given to them, and effects' damage."""
    state.phase = DAMAGE
    team = frame[SUBJECT]
    state.damage[team] = total = board.damage_of(state, team)
    if any(total):
        tell(state, "deals", lead(state, team), **dict(zip(DAMAGES, total, strict=True)))


def offer_order(state: Table, frame: Frame) -> bool:
    """Deal damage: asks which damage is dealt first, if the order makes a difference."""
    team = frame[SUBJECT]
    game = state.game
    frame[ANSWER] = KIND + DESTROY
    if game.cooperative:
        begin(state, invasion.DEAL_DAMAGE, -1, leader(state))
        return skip(frame)
    melee, _, broken = state.damage[team]
    others = [seat for seat in range(game.players) if game.team[seat] != team]
    armor = sum(state.armor[seat] for seat in others)
    if not game.parallel and melee and broken and armor and (len(others) > 1 or melee + broken > armor):
        return question(state, frame, "deal-first", lead(state, team), [KIND + DESTROY, KIND + MELEE])
    return False


def deal_all(state: Table, frame: Frame) -> None:
    """Deal damage: all of it is dealt."""
    team = frame[SUBJECT]
    damage, state.damage[team] = state.damage[team], [0, 0, 0]
    order = [RANGED, MELEE, DESTROY] if frame[ANSWER] == KIND + DESTROY else [RANGED, DESTROY, MELEE]
    if state.game.parallel:
        state.waiting = [*state.waiting, *((1 - team, kind, damage[kind]) for kind in reversed(order))]
        return
    for kind in order:
        invasion.to_opponents(state, lead(state, team), kind, damage[kind])


# 3.7 Spare parts


def begin_parts(state: Table, frame: Frame) -> None:
    """Use spare parts: adds up the parts of the cards played and those that were gained."""
    seat = frame[PLAYER]
    state.phase = PARTS
    state.parts[seat] += sum(state.game.cards[card].parts for card in state.played[seat])
    if state.parts[seat]:
        tell(state, "parts", seat, number=state.parts[seat])


def price_of(state: Table, seat: int, action: Action) -> int:
    """Use spare parts: the current price of an action of the player board."""
    if not action.dearer:
        return action.amount
    cards = state.game.cards
    less = sum(cards[card].discount for card in state.base[seat])
    return max(0, action.amount + state.tokens - less)


def can_do(state: Table, seat: int, action: Action) -> bool:
    """Whether an action of the player board does anything."""
    verbs = action.verbs
    return not (
        ("recruit" in verbs and not (state.recruitment or state.recruits_gone))
        or ("discover" in verbs and not (state.technologies or state.technologies_gone))
        or ("train" in verbs and not state.supply)
        or ("salvage" in verbs and not state.dump[seat])
        or ("sacrifice" in verbs and not (state.deck[seat] or state.discard[seat] or state.dump[seat]))
    )


def part_options(state: Table, seat: int) -> list[int]:
    """The options for actions that a player can pay for with spare parts."""
    game, parts = state.game, state.parts[seat]
    options = []
    for number, action in enumerate(game.actions_of_board):
        if price_of(state, seat, action) <= parts and can_do(state, seat, action):
            options.append(ACTION + number)
    return options + board.additions(state, {"spare-part": parts}) if moves.may_add(state) else options


def offer_part(state: Table, frame: Frame) -> bool:
    """Use spare parts: asks for the action that the parts are spent on."""
    seat = frame[PLAYER]
    options = part_options(state, seat) if state.parts[seat] and counted(state) else []
    must = frame[SUBJECT] == YES
    return question(state, frame, "spend", seat, options if must and options else [PASS, *options])


def take_part(state: Table, frame: Frame) -> None:
    """Use spare parts: buys it; parts that are not spent are destroyed."""
    seat, answer = frame[PLAYER], frame[ANSWER]
    game = state.game
    if answer == PASS:
        state.parts[seat] = 0
        return
    ask_once_more(frame)
    if answer >= ADDED:
        action = game.added[answer - ADDED]
        state.parts[seat] -= action.amount
        board.lay(state, action.pays, action.amount)
    else:
        action = game.actions_of_board[answer - ACTION]
        state.parts[seat] -= price_of(state, seat, action)
        tell(state, "buys", seat, action=answer - ACTION + 1)
        begin(state, action.program, -1, seat)


PARTS_PHASE: Final = steps("3.7 Spare parts", begin_parts, offer_part, take_part)
MUST_SPEND: Final = steps("3.1 The parts of the second player", offer_part, take_part)


# 3.8 Clean, 3.9 Train, 3.10 End


def clean(state: Table, frame: Frame) -> None:
    """Clean played cards zone: the cards played go on top of the discard pile."""
    state.phase = CLEAN
    seat = frame[PLAYER]
    begin(state, CLEAN_CARDS, -1, seat, extra=tuple(state.played[seat]))


def clean_card(state: Table, frame: Frame, card: int) -> None:
    """Clean played cards zone: one of them."""
    state.played[frame[PLAYER]].remove(card)
    state.discard[frame[PLAYER]].append(card)


CLEAN_CARDS: Final = in_order(clean_card, "clean")
CLEAN_PHASE: Final = steps("3.8 Clean", clean)


def train(state: Table, frame: Frame) -> None:
    """Train cards: every card in training with enough screws is trained."""
    state.phase = TRAIN
    seat = frame[PLAYER]
    cards = state.game.cards
    ready = tuple(card for card in state.training[seat] if state.screws[card] >= cards[card].training)
    begin(state, TRAIN_CARDS, -1, seat, extra=ready)


def train_card(state: Table, frame: Frame, card: int) -> None:
    """Train cards: one of them."""
    state.training[frame[PLAYER]].remove(card)
    moves.trained(state, frame[PLAYER], card)


TRAIN_CARDS: Final = in_order(train_card, "train")
TRAIN_PHASE: Final = steps("3.9 Train", train)


def end_turn(state: Table, frame: Frame) -> None:
    """End of turn: ends the turn, and sets off what waits for that."""
    state.phase = END
    for seat in state.game.seats[frame[SUBJECT]]:
        state.used[seat] = [UNROLLED] * len(state.dice[seat])
        state.parts[seat] = 0
        state.off[seat] = [0] * 6


TURN: Final = steps(
    "3.1 Beginning of the turn", begin_turn, second_begins,
    "3.2 Draw", phase(DRAW), everyone(DRAW_PHASE),
    "3.3 Roll", roll_dice,
    "Who goes on", next_to_act, note_actor,
    "3.4 Main phase", offer_main, take_main,
    "3.5 Store", phase(STORE), everyone(STORE_PHASE),
    "3.6 Deal damage", sum_up, offer_order, deal_all,
    "3.7 Spare parts", everyone(PARTS_PHASE),
    "3.8 Clean", everyone(CLEAN_PHASE),
    "3.9 Train", everyone(TRAIN_PHASE),
    "3.10 End of the turn", end_turn,
)  # fmt: skip
