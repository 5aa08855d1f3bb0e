"""The verbs of Future Invaders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core import ANSWER, EXTRA, IT, PLAYER, SOURCE, Frame, Instruction, push, question, tell
from engine.effects import verbs
from engine.effects.costs import named
from engine.effects.reading import MOST_NUMBER, Effect
from engine.games.future_invaders import chains, moves
from engine.games.future_invaders.plans import UNTIL, VERBS, Plan, opponent, when_chosen
from engine.games.future_invaders.table import (
    CARD,
    CHOSEN,
    DOUBLE,
    DOWN,
    END_OF_TURN,
    FAILED,
    KNOWN,
    LEAVES_PLAY,
    RESOURCE,
    SLOT,
    TARGET,
    TYPES,
    UP,
    WHO,
    Table,
)
from engine.games.future_invaders.values import controller
from engine.steps import choosing, one_by_one, skip


@VERBS("draw")
def _draw(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("who")
    count = effect.number()
    if effect.get("who") == "opponent":
        raise effect.wrong("who")
    return plan.by_seats(effect, lambda state, frame, seats: moves.draw(state, [(seat, count) for seat in seats]))


@VERBS("discard")
def _discard(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("who", "from", "chosen-by")
    count = effect.number()
    who = effect.get("who")
    if effect.get("from") is not None:
        if effect.get("from") != "top" or who is not None:
            raise effect.wrong("from")
        return plan.by_seats(effect, lambda state, frame, seats: _mill(state, seats[0], count))
    if effect.get("chosen-by") is not None:
        if who != "opponent":
            raise effect.wrong("who")
        choosing = plan.choose(lambda state, frame: moves.one_of_each(state, state.hand[frame[WHO]]), "discard-of")
        chosen = when_chosen(lambda state, frame, cards: chains.discard(state, frame[WHO], cards[0]))
        return [*opponent(_reveal_hand), *([*choosing, chosen] * count)]

    def discard(state: Table, frame: Frame, seats: list[int]) -> None:
        for seat in reversed(seats):
            push(state, chains.DISCARD, frame[SOURCE], seat, count)

    return plan.by_seats(effect, discard)


def _mill(state: Table, seat: int, count: int) -> None:
    """Discards from the top of the arsenal."""
    arsenal = moves.arsenal(state, seat)
    cards = [arsenal.pop() for _ in range(min(count, len(arsenal)))]
    for card in cards:
        tell(state, "discard", seat, card)
    moves.to_scrap(state, cards)


def _reveal_hand(state: Table, frame: Frame) -> None:
    for card in state.hand[frame[WHO]]:
        state.label[card] = KNOWN
        tell(state, "reveal", frame[WHO], card)


VERBS["destroy"] = verbs.to_cards(chains.destroy, "with")


@VERBS("deal")
def _deal(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("to")
    amount = effect.number()
    if effect.selector("to").ref == "base":
        return plan.by_seats(effect, lambda state, frame, seats: moves.hit_base(state, seats[0], amount))
    return plan.on(effect, lambda state, frame, cards: chains.damage(state, cards, amount), "to")


@VERBS("repair")
def _repair(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("to")
    amount = effect.number()
    if effect.selector("to").ref == "base":
        return plan.by_seats(effect, lambda state, frame, seats: _repair_base(state, seats[0], amount))

    def repair(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            repaired = min(amount, state.most[card] - state.durability[card])
            if repaired > 0:
                state.durability[card] += repaired
                tell(state, "repair", controller(state, card), card, amount=repaired, left=state.durability[card])

    return plan.on(effect, repair, "to")


def _repair_base(state: Table, seat: int, amount: int) -> None:
    base = state.game.base_of[seat]
    repaired = min(amount, state.game.base - state.bases[base])
    if repaired > 0:
        state.bases[base] += repaired
        tell(state, "base-repair", seat, amount=repaired, left=state.bases[base])


@VERBS("gain")
def _gain(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only()
    *amounts, free = plan.amounts(effect.facts)

    def offer(state: Table, frame: Frame) -> bool:
        options = [RESOURCE + kind for kind in range(state.game.kinds)]
        return question(state, frame, "gain", frame[PLAYER], options)

    def take(state: Table, frame: Frame) -> None:
        moves.gain(state, frame[PLAYER], _one(state, frame[ANSWER]))

    def gain_named(state: Table, _frame: Frame, seats: list[int]) -> None:
        moves.gain(state, seats[0], amounts)

    return [*(plan.by_seats(effect, gain_named) if any(amounts) else ()), *([offer, take] * free)]


def _one(state: Table, option: int) -> list[int]:
    """One of the resource that was chosen."""
    return [int(RESOURCE + kind == option) for kind in range(state.game.kinds)]


@VERBS("lose")
def _lose(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("who")
    *amounts, free = plan.amounts(effect.facts)

    def lose(state: Table, frame: Frame, seats: list[int]) -> None:
        for seat in reversed(seats):
            _take_away(state, seat, [min(n, have) for n, have in zip(amounts, state.resources[seat], strict=True)])
            if free:
                push(state, LOSE, frame[SOURCE], seat, free)

    return plan.by_seats(effect, lose)


def _take_away(state: Table, seat: int, amounts: Sequence[int]) -> None:
    for kind, n in enumerate(amounts):
        state.resources[seat][kind] -= n
    if any(amounts):
        tell(state, "lose", seat, **named(state.game.resources, amounts))


LOSE: Final = choosing(
    lambda state, seat: [RESOURCE + kind for kind, n in enumerate(state.resources[seat]) if n],
    "lose",
    lambda state, seat, kind: _take_away(state, seat, _one(state, RESOURCE + kind)),
    RESOURCE,
)


@VERBS("collect")
def _collect(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only()

    def collect(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            moves.gain(state, frame[PLAYER], state.game.cards[card].income)

    return plan.on(effect, collect)


def ends(effect: Effect) -> Callable[[Frame], int]:
    """When a change ends, for its player."""
    until = effect.facts.word("until", UNTIL)
    if until == "start of your next turn":
        return lambda frame: int(frame[PLAYER])
    end = END_OF_TURN if until == "end of turn" else LEAVES_PLAY
    return lambda frame: end


def change_weapons(state: Table, card: int, what: int, amount: int, end: int) -> None:
    """Changes the weapons of a card; equal changes are added up."""
    old = state.changes.get(card, ())
    for n, (kind, much, until) in enumerate(old):
        if kind == what and until == end:
            state.changes[card] = (*old[:n], (kind, much + amount, until), *old[n + 1 :])
            return
    state.changes[card] = (*old, (what, amount, end))


@VERBS("give")
def _give(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("to", "until", "for-each")
    weapons, durability = changes(effect)
    end = ends(effect)
    if durability and effect.get("until") != "leaves play":
        raise effect.wrong("until")
    each = plan.times(effect)

    def give(state: Table, frame: Frame, cards: list[int]) -> None:
        times = 1 if each is None else len(each(state, frame[PLAYER], frame[SOURCE]))
        for card in cards:
            if weapons and times:
                change_weapons(state, card, UP if weapons > 0 else DOWN, abs(weapons) * times, end(frame))
            state.durability[card] += durability * times
            state.most[card] += durability * times
            if state.log is not None:
                changed = {"weapons": weapons * times, "durability": durability * times}
                tell(state, "give", controller(state, card), card, **{name: n for name, n in changed.items() if n})

    return plan.on(effect, give, "to")


def changes(effect: Effect) -> tuple[int, int]:
    """The weapons and the durability that an effect adds."""
    main = effect.facts.part("main")
    main.only("weapons", "durability")
    return main.number("weapons", -MOST_NUMBER, MOST_NUMBER, 0), main.number("durability", 0, MOST_NUMBER, 0)


@VERBS("double")
def _double(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("of", "until")
    effect.facts.word("main", ("weapons",))
    end = ends(effect)

    def double(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            change_weapons(state, card, DOUBLE, 1, end(frame))
            tell(state, "double", controller(state, card), card)

    return plan.on(effect, double, "of")


@VERBS("return")
def _return(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("from")
    if effect.get("from") is None:

        def home(state: Table, frame: Frame, cards: list[int]) -> None:
            for card in cards:
                moves.leave(state, card)
                moves.to_hand(state, card)

        return plan.on(effect, home)
    effect.facts.word("from", ("scrap pile",))

    def salvage(state: Table, frame: Frame, cards: list[int]) -> None:
        state.scrap[frame[PLAYER]].remove(cards[0])
        moves.to_hand(state, cards[0])

    return plan.of_pile(effect, lambda state, seat: state.scrap[seat], salvage)


@VERBS("bury")
def _bury(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("from")
    if effect.get("from") is None:

        def under(state: Table, frame: Frame, cards: list[int]) -> None:
            for card in cards:
                moves.leave(state, card)
            moves.bury(state, cards)

        return plan.on(effect, under)
    effect.facts.word("from", ("opponent scrap pile",))
    fits = plan.fitting(effect, effect.selector())

    def piles(state: Table, frame: Frame) -> list[int]:
        enemies = state.game.enemies[frame[PLAYER]]
        return [option for seat in enemies for option in moves.one_of_each(state, fits(state, state.scrap[seat]))]

    def entomb(state: Table, frame: Frame, cards: list[int]) -> None:
        state.scrap[state.game.owner[cards[0]]].remove(cards[0])
        moves.bury(state, cards)

    return [*plan.choose(piles), when_chosen(entomb)]


@VERBS("reveal")
def _reveal(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("keep", "rest")
    count = effect.number()
    keep = effect.number("keep", 0, count)
    effect.facts.word("rest", ("bottom",))

    def show(state: Table, frame: Frame) -> None:
        top = moves.arsenal(state, frame[PLAYER])[-count:] if count else []
        for card in reversed(top):
            state.label[card] = KNOWN
            tell(state, "reveal", frame[PLAYER], card)
        frame[CHOSEN] = tuple(top)

    choosing = plan.choose(lambda state, frame: moves.one_of_each(state, frame[CHOSEN]), "keep")
    return [show, *([*choosing, when_chosen(_keep)] * keep), _bury_rest]


def _keep(state: Table, frame: Frame, cards: list[int]) -> None:
    frame[CHOSEN] = tuple(other for other in frame[CHOSEN] if other != cards[0])
    state.arsenal[frame[PLAYER]].remove(cards[0])
    moves.to_hand(state, cards[0])


def _bury_rest(state: Table, frame: Frame) -> None:
    for card in frame[CHOSEN]:
        state.arsenal[frame[PLAYER]].remove(card)
    moves.bury(state, frame[CHOSEN])
    frame[CHOSEN] = ()


@VERBS("deploy")
def _deploy(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("with", "from")
    from_scrap = effect.facts.word("from", ("hand", "scrap pile")) == "scrap pile"
    fits = plan.fitting(effect, effect.selector(), TYPES[:2])

    def pile(state: Table, seat: int) -> list[int]:
        return state.scrap[seat] if from_scrap else state.hand[seat]

    def found(state: Table, frame: Frame) -> list[int]:
        return moves.one_of_each(state, fits(state, pile(state, frame[PLAYER])))

    def take(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        if card < 0:
            return skip(frame, 2)
        pile(state, frame[PLAYER]).remove(card)
        state.label[card] = KNOWN
        state.played.append(card)
        return False

    def ask_slot(state: Table, frame: Frame) -> bool:
        return question(state, frame, "slot", frame[PLAYER], moves.row_slots(state, frame[IT]))

    def do(state: Table, frame: Frame) -> None:
        slot = frame[PLAYER] * state.game.stride + frame[ANSWER] - SLOT
        chains.deploy(state, frame[PLAYER], frame[IT], slot)

    return [*plan.choose(found, "deploy-free"), take, ask_slot, do]


@VERBS("move")
def _move(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("with", "to")
    to_own = effect.get("to") is not None
    meant = effect.selector()

    def free_slots(state: Table, player: int, card: int) -> list[int]:
        start = (player if to_own else controller(state, card)) * state.game.stride
        return [option for option in moves.row_slots(state, card) if state.grid[start + option - SLOT] < 0]

    if meant.ref:
        field = plan.field_of(meant)

        def found(state: Table, frame: Frame) -> list[int]:
            card = frame[field]
            return [CARD + card] if card >= 0 and state.where[card] >= 0 else []
    else:
        deployed = plan.found(effect, meant)

        def found(state: Table, frame: Frame) -> list[int]:
            player = frame[PLAYER]
            return [CARD + c for c in deployed(state, player, frame[SOURCE]) if free_slots(state, player, c)]

    def ask_slot(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        options = free_slots(state, frame[PLAYER], card) if card >= 0 and state.where[card] >= 0 else []
        return question(state, frame, "move", frame[PLAYER], options) if options else skip(frame)

    def do(state: Table, frame: Frame) -> None:
        card = frame[IT]
        game = state.game
        seat = frame[PLAYER] if to_own else controller(state, card)
        slot = frame[ANSWER] - SLOT
        state.grid[state.where[card]] = -1
        state.where[card] = seat * game.stride + slot
        state.grid[state.where[card]] = card
        tell(state, "move", seat, card, row=game.rows[slot // game.columns], column=slot % game.columns + 1)

    return [*plan.choose(found), ask_slot, do]


@VERBS("recycle")
def _recycle(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("income")
    times = effect.facts.number("income", 0, MOST_NUMBER, 1)
    choosing = plan.choose(lambda state, frame: moves.one_of_each(state, state.scrap[frame[PLAYER]]))
    do = when_chosen(lambda state, frame, cards: chains.recycle(state, frame[PLAYER], cards[0], times))
    return [*choosing, do] * effect.number()


@VERBS("attack")
def _attack(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only()

    def begin(state: Table, frame: Frame, cards: list[int]) -> None:
        push(state, ATTACK_ALL, frame[SOURCE], frame[PLAYER], extra=tuple(cards))

    return plan.on(effect, begin)


def _ask_which_attacks(state: Table, frame: Frame) -> bool:
    """Simultaneous Effects: which of several ships attacks next."""
    ships = [s for s in frame[EXTRA] if state.where[s] >= 0 and not state.skips.get(s)]
    frame[EXTRA] = tuple(ships)
    if not ships:
        return skip(frame)
    return question(state, frame, "attack-with", frame[PLAYER], [CARD + ship for ship in ships])


ATTACK_ALL: Final = one_by_one(
    _ask_which_attacks, moves.which_card, lambda state, _frame, ship: chains.attack(state, ship)
)


@VERBS("skip-attacks")
def _skip_attacks(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("until")
    end = ends(effect)

    def wait(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            state.skips[card] = state.skips.get(card, 0) | 1 << end(frame)
            tell(state, "skip-attacks", frame[PLAYER], card)

    if effect.selector().ref == "it":  # a card that is about to be deployed skips its attacks afterwards
        return [when_chosen(wait)]
    return plan.on(effect, wait)


@VERBS("fail")
def _fail(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only()

    def do(state: Table, frame: Frame) -> None:
        state.stack[frame[EXTRA]][FAILED] = 1

    return [do]


@VERBS("redirect")
def _redirect(plan: Plan, effect: Effect) -> list[Instruction]:
    effect.only("to")

    def turn(state: Table, frame: Frame, cards: list[int]) -> None:
        state.stack[frame[EXTRA]][TARGET] = cards[0]
        tell(state, "redirect", controller(state, cards[0]), cards[0])

    if effect.selector("to").take not in ("", "one"):
        raise effect.wrong("to")
    return plan.on(effect, turn, "to")
