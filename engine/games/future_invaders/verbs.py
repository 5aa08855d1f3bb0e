"""What each verb does: functions that make instructions of what a card says, run once when a deck is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core import ANSWER, EXTRA, IT, PLAYER, SOURCE, Frame, Instruction, push
from engine.games.future_invaders import chains
from engine.games.future_invaders.moves import (
    bury,
    draw,
    gain,
    hit_base,
    leave,
    living,
    named_amounts,
    note,
    one_of_each,
    question,
    row_slots,
    to_hand,
    to_scrap,
)
from engine.games.future_invaders.reading import MOST_NUMBER, Cards, Effect, Found
from engine.games.future_invaders.table import (
    CARD,
    CHOSEN,
    DOUBLE,
    DOWN,
    END_OF_TURN,
    FAILED,
    KNOWN,
    LEAVES_PLAY,
    PASS,
    RESOURCE,
    SEAT,
    SHIP,
    SLOT,
    STRUCTURE,
    TARGET,
    UP,
    WHO,
    Table,
)
from engine.steps import ask_once_more, skip, steps

Deed = Callable[[Table, Frame, list[int]], None]

# Choosing


def choose(found: Callable[[Table, Frame], list[int]], about: str = "target") -> list[Instruction]:
    """Asks for one of the options that are found; `it` is then that card, or -1 where there is none."""

    def asking(state: Table, frame: Frame) -> bool:
        options = found(state, frame)
        if not options:
            frame[ANSWER] = PASS
            return False
        return question(state, frame, about, frame[PLAYER], options)

    def taken(state: Table, frame: Frame) -> bool:
        frame[IT] = frame[ANSWER] - CARD if frame[ANSWER] >= CARD else -1
        return False

    return [asking, taken]


def deployed_options(found: Found) -> Callable[[Table, Frame], list[int]]:
    """Options for deployed cards."""

    def options(state: Table, frame: Frame) -> list[int]:
        return [CARD + card for card in found(state, frame[PLAYER], frame[SOURCE])]

    return options


def on(cards: Cards, deed: Deed) -> list[Instruction]:
    """Does something to the deployed cards that are meant, to all of them at once."""
    if cards.ref:
        return [_to_one(SOURCE if cards.ref == "this" else IT, deed)]
    found = cards.deployed()
    if cards.take == "each":

        def to_each(state: Table, frame: Frame) -> bool:
            if each := found(state, frame[PLAYER], frame[SOURCE]):
                deed(state, frame, each)
            return False

        return [to_each]
    if cards.take == "up-to":
        return _up_to(cards.most, found, deed)
    return [*choose(deployed_options(found)), _to_one(IT, deed)]


def _to_one(field: int, deed: Deed) -> Instruction:
    def to_one(state: Table, frame: Frame) -> bool:
        card = frame[field]
        if card >= 0 and state.where[card] >= 0:
            deed(state, frame, [card])
        return False

    return to_one


def _up_to(most: int, found: Found, deed: Deed) -> list[Instruction]:
    def asking(state: Table, frame: Frame) -> bool:
        chosen = frame[CHOSEN]
        options = [CARD + c for c in found(state, frame[PLAYER], frame[SOURCE]) if c not in chosen]
        if len(chosen) == most or not options:
            frame[ANSWER] = PASS
            return False
        return question(state, frame, "target", frame[PLAYER], [PASS, *options])

    def taken(state: Table, frame: Frame) -> bool:
        if frame[ANSWER] != PASS:
            frame[CHOSEN] = (*frame[CHOSEN], frame[ANSWER] - CARD)
            return ask_once_more(frame)
        return False

    def done(state: Table, frame: Frame) -> bool:
        if there := [card for card in frame[CHOSEN] if state.where[card] >= 0]:
            deed(state, frame, there)
        frame[CHOSEN] = ()
        return False

    return [asking, taken, done]


def opponent(then: Instruction) -> list[Instruction]:
    """Asks which opponent, where there are several; the next instruction finds the seat in `it`."""

    def asking(state: Table, frame: Frame) -> bool:
        seats = [seat for seat in state.game.enemies[frame[PLAYER]] if not state.out >> seat & 1]
        return question(state, frame, "opponent", frame[PLAYER], [SEAT + seat for seat in seats])

    def taken(state: Table, frame: Frame) -> bool:
        frame[WHO] = frame[ANSWER] - SEAT
        return False

    return [asking, taken, then]


def everybody(who: str | None, effect: Effect) -> Callable[[Table, int], list[int]]:
    """The seats that do something, in turn order from the active player."""
    if who is None:
        return lambda state, player: [player]
    if who == "each player":
        return lambda state, player: living(state, state.active)
    if who == "each opponent":
        return lambda state, player: [s for s in living(state, state.active) if s in state.game.enemies[player]]
    raise effect.wrong("who")


# Verbs

Verb = Callable[[Effect], list[Instruction]]
VERBS: Final[dict[str, Verb]] = {}


def verb(name: str) -> Callable[[Verb], Verb]:
    """Registers what a verb does."""

    def registered(function: Verb) -> Verb:
        VERBS[name] = function
        return function

    return registered


@verb("draw")
def _draw(effect: Effect) -> list[Instruction]:
    effect.only("who")
    count = effect.number
    seats = everybody(effect.get("who"), effect)

    def do(state: Table, frame: Frame) -> bool:
        draw(state, [(seat, count) for seat in seats(state, frame[PLAYER])])
        return False

    return [do]


@verb("discard")
def _discard(effect: Effect) -> list[Instruction]:
    effect.only("who", "from", "chosen-by")
    count = effect.number
    who = effect.get("who")
    if effect.get("from") == "top" and who is None:
        return [_mill(count)]
    if effect.get("from") is not None or (effect.get("chosen-by") is not None and who != "opponent"):
        raise effect.wrong("from" if effect.get("from") is not None else "who")
    if effect.get("chosen-by") is not None:
        return _discard_chosen(count)
    seats = everybody(None if who == "opponent" else who, effect)

    def do(state: Table, frame: Frame) -> bool:
        for seat in [frame[WHO]] if who == "opponent" else reversed(seats(state, frame[PLAYER])):
            for _ in range(count):
                push(state, chains.DISCARD, frame[SOURCE], seat)
        return False

    return opponent(do) if who == "opponent" else [do]


def _mill(count: int) -> Instruction:
    """Discards from the top of the arsenal."""

    def mill(state: Table, frame: Frame) -> bool:
        arsenal = state.arsenal[frame[PLAYER]]
        cards = [arsenal.pop() for _ in range(min(count, len(arsenal)))]
        for card in cards:
            if state.log is not None:
                note(state, "discard", frame[PLAYER], card)
        to_scrap(state, cards)
        return False

    return mill


def _discard_chosen(count: int) -> list[Instruction]:
    """An opponent shows the hand, and discards what another chooses."""

    def reveal(state: Table, frame: Frame) -> bool:
        for card in state.hand[frame[WHO]]:
            state.label[card] = KNOWN
            if state.log is not None:
                note(state, "reveal", frame[WHO], card)
        return False

    def hand(state: Table, frame: Frame) -> list[int]:
        return one_of_each(state, state.hand[frame[WHO]])

    def do(state: Table, frame: Frame) -> bool:
        if frame[IT] >= 0:
            chains.discard(state, frame[WHO], frame[IT])
        return False

    return [*opponent(reveal), *([*choose(hand, "discard-of"), do] * count)]


@verb("destroy")
def _destroy(effect: Effect) -> list[Instruction]:
    effect.only("with")
    return on(effect.cards(), lambda state, frame, cards: chains.destroy(state, cards))


@verb("deal")
def _deal(effect: Effect) -> list[Instruction]:
    effect.only("to")
    amount = effect.number
    to = effect.cards("to")
    if to.ref == "base":

        def do(state: Table, frame: Frame) -> bool:
            hit_base(state, frame[PLAYER], amount)
            return False

        return [do]
    return on(to, lambda state, frame, cards: chains.damage(state, cards, amount))


@verb("repair")
def _repair(effect: Effect) -> list[Instruction]:
    effect.only("to")
    amount = effect.number
    to = effect.cards("to")
    if to.ref == "base":

        def base(state: Table, frame: Frame) -> bool:
            game = state.game
            index = game.base_of[frame[PLAYER]]
            repaired = min(amount, game.base - state.bases[index])
            if repaired > 0:
                state.bases[index] += repaired
                if state.log is not None:
                    note(state, "base-repair", frame[PLAYER], amount=repaired, left=state.bases[index])
            return False

        return [base]

    def mend(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            repaired = min(amount, state.most[card] - state.durability[card])
            if repaired > 0:
                state.durability[card] += repaired
                if state.log is not None:
                    seat = state.where[card] // state.game.stride
                    note(state, "repair", seat, card, amount=repaired, left=state.durability[card])

    return on(to, mend)


@verb("gain")
def _gain(effect: Effect) -> list[Instruction]:
    effect.only()
    *amounts, free = effect.reader.amounts(effect.get("main"))

    def do(state: Table, frame: Frame) -> bool:
        gain(state, frame[PLAYER], amounts)
        return False

    def asking(state: Table, frame: Frame) -> bool:
        options = [RESOURCE + kind for kind in range(state.game.kinds)]
        return question(state, frame, "gain", frame[PLAYER], options)

    def taken(state: Table, frame: Frame) -> bool:
        chosen = frame[ANSWER] - RESOURCE
        gain(state, frame[PLAYER], [int(kind == chosen) for kind in range(state.game.kinds)])
        return False

    return [*([do] if any(amounts) else []), *([asking, taken] * free)]


@verb("lose")
def _lose(effect: Effect) -> list[Instruction]:
    effect.only("who")
    *amounts, free = effect.reader.amounts(effect.get("main"))
    who = effect.get("who")
    seats = everybody(None if who == "opponent" else who, effect)

    def do(state: Table, frame: Frame) -> bool:
        game = state.game
        for seat in reversed([frame[WHO]] if who == "opponent" else seats(state, frame[PLAYER])):
            lost = [min(n, state.resources[seat * game.kinds + kind]) for kind, n in enumerate(amounts)]
            _take_away(state, seat, lost)
            if free:
                push(state, LOSE, frame[SOURCE], seat, extra=free)
        return False

    return opponent(do) if who == "opponent" else [do]


def _take_away(state: Table, seat: int, amounts: Sequence[int]) -> None:
    for kind, n in enumerate(amounts):
        state.resources[seat * state.game.kinds + kind] -= n
    if state.log is not None and any(amounts):
        note(state, "lose", seat, **named_amounts(state, amounts))


def _ask_what_to_lose(state: Table, frame: Frame) -> bool:
    kinds = state.game.kinds
    seat = frame[PLAYER]
    have = state.resources[seat * kinds : (seat + 1) * kinds]
    options = [RESOURCE + kind for kind, n in enumerate(have) if n]
    if not options:
        return skip(frame)
    return question(state, frame, "lose", seat, options)


def _lose_one(state: Table, frame: Frame) -> bool:
    chosen = frame[ANSWER] - RESOURCE
    _take_away(state, frame[PLAYER], [int(kind == chosen) for kind in range(state.game.kinds)])
    frame[EXTRA] -= 1
    return ask_once_more(frame) if frame[EXTRA] else False


LOSE: Final = steps(_ask_what_to_lose, _lose_one)


@verb("collect")
def _collect(effect: Effect) -> list[Instruction]:
    effect.only()

    def collect(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            gain(state, frame[PLAYER], state.game.cards[card].income)

    return on(effect.cards(), collect)


def ends(effect: Effect) -> int | None:
    """When a change ends; None for the start of its player's next turn."""
    until = effect.get("until")
    if until == "start of your next turn":
        return None
    return {"end of turn": END_OF_TURN, "leaves play": LEAVES_PLAY}[until]


def change_weapons(state: Table, card: int, what: int, amount: int, end: int) -> None:
    """Changes the weapons of a card; equal changes are added up."""
    old = state.changes.get(card, ())
    for n, (kind, much, until) in enumerate(old):
        if kind == what and until == end:
            state.changes[card] = (*old[:n], (kind, much + amount, until), *old[n + 1 :])
            return
    state.changes[card] = (*old, (what, amount, end))


@verb("give")
def _give(effect: Effect) -> list[Instruction]:
    effect.only("to", "until", "for-each")
    weapons, durability = changes(effect)
    if effect.get("until") is None or (durability and effect.get("until") != "leaves play"):
        raise effect.wrong("until")
    end = ends(effect)
    count = counter(effect)

    def give(state: Table, frame: Frame, cards: list[int]) -> None:
        times = count(state, frame[PLAYER], frame[SOURCE])
        until = frame[PLAYER] if end is None else end
        for card in cards:
            if weapons and times:
                change_weapons(state, card, UP if weapons > 0 else DOWN, abs(weapons) * times, until)
            state.durability[card] += durability * times
            state.most[card] += durability * times
            if state.log is not None:
                changed = {"weapons": weapons * times, "durability": durability * times}
                seat = state.where[card] // state.game.stride
                note(state, "give", seat, card, **{name: n for name, n in changed.items() if n})

    return on(effect.cards("to"), give)


def changes(effect: Effect) -> tuple[int, int]:
    """The weapons and the durability that an effect gives."""
    main = effect.get("main")
    if not isinstance(main, Mapping) or not set(main) <= {"weapons", "durability"}:
        raise effect.wrong("main")
    weapons, durability = main.get("weapons", 0), main.get("durability", 0)
    if any(type(n) is not int or abs(n) > MOST_NUMBER for n in (weapons, durability)) or durability < 0:
        raise effect.wrong("main")
    return weapons, durability


def counter(effect: Effect) -> Callable[[Table, int, int], int]:
    """How often something is done: once, or for each of some cards."""
    if effect.get("for-each") is None:
        return lambda state, player, source: 1
    found = effect.cards("for-each").deployed()
    return lambda state, player, source: len(found(state, player, source))


@verb("double")
def _double(effect: Effect) -> list[Instruction]:
    effect.only("of", "until")
    if effect.get("main") != "weapons" or effect.get("until") is None:
        raise effect.wrong("main")
    end = ends(effect)

    def double(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            change_weapons(state, card, DOUBLE, 1, frame[PLAYER] if end is None else end)
            if state.log is not None:
                note(state, "double", state.where[card] // state.game.stride, card)

    return on(effect.cards("of"), double)


@verb("return")
def _return(effect: Effect) -> list[Instruction]:
    effect.only("from")
    cards = effect.cards()
    if effect.get("from") is None:

        def home(state: Table, frame: Frame, found: list[int]) -> None:
            for card in found:
                leave(state, card)
                to_hand(state, card)

        return on(cards, home)
    if effect.get("from") != "scrap pile":
        raise effect.wrong("from")

    def pile(state: Table, frame: Frame) -> list[int]:
        return one_of_each(state, cards.among(state, state.scrap[frame[PLAYER]]))

    def do(state: Table, frame: Frame) -> bool:
        if frame[IT] >= 0:
            state.scrap[frame[PLAYER]].remove(frame[IT])
            to_hand(state, frame[IT])
        return False

    return [*choose(pile), do]


@verb("bury")
def _bury(effect: Effect) -> list[Instruction]:
    effect.only("from")
    cards = effect.cards()
    if effect.get("from") is None:

        def under(state: Table, frame: Frame, found: list[int]) -> None:
            for card in found:
                leave(state, card)
            bury(state, found)

        return on(cards, under)
    if effect.get("from") != "opponent scrap pile":
        raise effect.wrong("from")

    def piles(state: Table, frame: Frame) -> list[int]:
        enemies = state.game.enemies[frame[PLAYER]]
        return [o for seat in enemies for o in one_of_each(state, cards.among(state, state.scrap[seat]))]

    def do(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        if card >= 0:
            state.scrap[state.game.owner[card]].remove(card)
            bury(state, [card])
        return False

    return [*choose(piles), do]


@verb("reveal")
def _reveal(effect: Effect) -> list[Instruction]:
    effect.only("keep", "rest")
    count, keep = effect.number, effect.reader.number(effect.get("keep"))
    if effect.get("rest") != "bottom" or keep > count:
        raise effect.wrong("rest")

    def show(state: Table, frame: Frame) -> bool:
        top = state.arsenal[frame[PLAYER]][-count:] if count else []
        for card in reversed(top):
            state.label[card] = KNOWN
            if state.log is not None:
                note(state, "reveal", frame[PLAYER], card)
        frame[CHOSEN] = tuple(top)
        return False

    def shown(state: Table, frame: Frame) -> list[int]:
        return one_of_each(state, frame[CHOSEN])

    return [show, *([*choose(shown, "keep"), _keep] * keep), _bury_rest]


def _keep(state: Table, frame: Frame) -> bool:
    card = frame[IT]
    if card >= 0:
        frame[CHOSEN] = tuple(other for other in frame[CHOSEN] if other != card)
        state.arsenal[frame[PLAYER]].remove(card)
        to_hand(state, card)
    return False


def _bury_rest(state: Table, frame: Frame) -> bool:
    for card in frame[CHOSEN]:
        state.arsenal[frame[PLAYER]].remove(card)
    bury(state, frame[CHOSEN])
    frame[CHOSEN] = ()
    return False


@verb("deploy")
def _deploy(effect: Effect) -> list[Instruction]:
    effect.only("with", "from")
    cards = effect.cards()
    cards.types &= {SHIP, STRUCTURE}
    if effect.get("from") not in ("hand", "scrap pile"):
        raise effect.wrong("from")
    from_scrap = effect.get("from") == "scrap pile"

    def pile(state: Table, player: int) -> list[int]:
        return state.scrap[player] if from_scrap else state.hand[player]

    def found(state: Table, frame: Frame) -> list[int]:
        return one_of_each(state, cards.among(state, pile(state, frame[PLAYER])))

    def take(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        if card < 0:
            return skip(frame, 2)
        pile(state, frame[PLAYER]).remove(card)
        state.label[card] = KNOWN
        state.played.append(card)
        return False

    def ask_slot(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        return question(state, frame, "slot", frame[PLAYER], row_slots(state, card))

    def do(state: Table, frame: Frame) -> bool:
        slot = frame[PLAYER] * state.game.stride + frame[ANSWER] - SLOT
        chains.deploy(state, frame[PLAYER], frame[IT], slot)
        return False

    return [*choose(found, "deploy-free"), take, ask_slot, do]


@verb("move")
def _move(effect: Effect) -> list[Instruction]:
    effect.only("with", "to")
    to_own = effect.get("to") is not None
    cards = effect.cards()

    def free_slots(state: Table, player: int, card: int) -> list[int]:
        game = state.game
        start = (player if to_own else state.where[card] // game.stride) * game.stride
        return [option for option in row_slots(state, card) if state.grid[start + option - SLOT] < 0]

    if cards.ref:

        def found(state: Table, frame: Frame) -> list[int]:
            card = frame[SOURCE] if cards.ref == "this" else frame[IT]
            return [CARD + card] if card >= 0 and state.where[card] >= 0 else []
    else:
        deployed = cards.deployed()

        def found(state: Table, frame: Frame) -> list[int]:
            player = frame[PLAYER]
            return [CARD + c for c in deployed(state, player, frame[SOURCE]) if free_slots(state, player, c)]

    def ask_slot(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        options = free_slots(state, frame[PLAYER], card) if card >= 0 and state.where[card] >= 0 else []
        if not options:
            return skip(frame)
        return question(state, frame, "move", frame[PLAYER], options)

    def do(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        game = state.game
        seat = frame[PLAYER] if to_own else state.where[card] // game.stride
        slot = frame[ANSWER] - SLOT
        state.grid[state.where[card]] = -1
        state.where[card] = seat * game.stride + slot
        state.grid[state.where[card]] = card
        if state.log is not None:
            note(state, "move", seat, card, row=game.rows[slot // game.columns], column=slot % game.columns + 1)
        return False

    return [*choose(found), ask_slot, do]


@verb("recycle")
def _recycle(effect: Effect) -> list[Instruction]:
    effect.only("income")
    times = effect.reader.number(effect.get("income") or 1)

    def pile(state: Table, frame: Frame) -> list[int]:
        return one_of_each(state, state.scrap[frame[PLAYER]])

    def do(state: Table, frame: Frame) -> bool:
        if frame[IT] >= 0:
            chains.recycle(state, frame[PLAYER], frame[IT], times)
        return False

    return [*choose(pile), do] * effect.number


@verb("attack")
def _attack(effect: Effect) -> list[Instruction]:
    effect.only()

    def begin(state: Table, frame: Frame, cards: list[int]) -> None:
        push(state, ATTACK_ALL, frame[SOURCE], frame[PLAYER], extra=tuple(cards))

    return on(effect.cards(), begin)


def _ask_which_attacks(state: Table, frame: Frame) -> bool:
    ships = [s for s in frame[EXTRA] if state.where[s] >= 0 and not state.skips.get(s)]
    frame[EXTRA] = tuple(ships)
    if not ships:
        return skip(frame)
    return question(state, frame, "attack-with", frame[PLAYER], [CARD + ship for ship in ships])


def _attack_next(state: Table, frame: Frame) -> bool:
    ship = frame[ANSWER] - CARD
    frame[EXTRA] = tuple(other for other in frame[EXTRA] if other != ship)
    if frame[EXTRA]:
        ask_once_more(frame)
    chains.attack(state, ship)
    return False


ATTACK_ALL: Final = steps(_ask_which_attacks, _attack_next)


@verb("skip-attacks")
def _skip_attacks(effect: Effect) -> list[Instruction]:
    effect.only("until")
    end = ends(effect)

    def skip(state: Table, frame: Frame, cards: list[int]) -> None:
        for card in cards:
            state.skips[card] = state.skips.get(card, 0) | 1 << (frame[PLAYER] if end is None else end)
            if state.log is not None:
                note(state, "skip-attacks", frame[PLAYER], card)

    cards = effect.cards()
    if cards.ref == "it":

        def wait(state: Table, frame: Frame) -> bool:
            """What is about to be deployed skips its attacks once it is there."""
            if frame[IT] >= 0:
                skip(state, frame, [frame[IT]])
            return False

        return [wait]
    return on(cards, skip)


@verb("fail")
def _fail(effect: Effect) -> list[Instruction]:
    effect.only()

    def do(state: Table, frame: Frame) -> bool:
        state.stack[frame[EXTRA]][FAILED] = 1
        return False

    return [do]


@verb("redirect")
def _redirect(effect: Effect) -> list[Instruction]:
    effect.only("to")

    def turn(state: Table, frame: Frame, cards: list[int]) -> None:
        card = cards[0]
        state.stack[frame[EXTRA]][TARGET] = card
        if state.log is not None:
            note(state, "redirect", state.where[card] // state.game.stride, card)

    to = effect.cards("to")
    if to.take not in ("", "one") or to.ref not in ("", "this"):
        raise effect.wrong("to")
    return on(to, turn)
