"""Makes programs of abilities: each verb is a function from what a card says to the instructions that do it.

This is done once for each card, when its deck is loaded. What the module can't play is an error that names the card and
what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.core import ANSWER, EXTRA, IT, PC, PLAYER, SOURCE, Frame, Instruction, Program, push
from engine.faults import EngineError
from engine.games.future_invaders import chains
from engine.games.future_invaders.cards import (
    ACTION,
    DISCOUNT,
    REACTION,
    SHIELD,
    SHIP,
    STRUCTURE,
    TYPES,
    WEAPONS,
    Card,
    Cost,
    Line,
    Matches,
    Static,
)
from engine.games.future_invaders.moves import (
    bury,
    draw,
    gain,
    hit_base,
    leave,
    one_of_each,
    to_hand,
    to_scrap,
    told_amounts,
)
from engine.games.future_invaders.state import (
    ATTACKS,
    AURAS,
    CARD,
    CHOSEN,
    DEPLOYS,
    DESTROYED,
    DOUBLE,
    DOWN,
    END_OF_TURN,
    FAILED,
    GUARDS,
    KNOWN,
    LEAVES_PLAY,
    LINES,
    PASS,
    PLAYS,
    RECYCLES,
    REPLACED,
    RESOURCE,
    SEAT,
    SLOT,
    START,
    TARGET,
    UP,
    WHO,
    YES,
    Table,
    living,
    note,
    question,
)

MOST_NUMBER: Final = 99  # of any amount that a card says
MOST_LINES: Final = 8  # abilities of a card
MOST_EFFECTS: Final = 20  # of an ability

Found = Callable[[Table, int, int], list[int]]  # the cards that are meant: by a player, on a card
Deed = Callable[[Table, Frame, list[int]], None]


class Reader:
    """Reads the abilities of one card."""

    def __init__(self, where: str, card_type: int, resources: Sequence[str], wild: int) -> None:
        self.where = where
        self.type = card_type
        self.resources = resources
        self.wild = wild

    def wrong(self, what: object) -> EngineError:
        """What a card says that can't be played."""
        return EngineError(f"{self.where}: the engine can't play {str(what)[:120]}")

    def number(self, value: object) -> int:
        """A number that a card says."""
        if type(value) is not int or not 0 <= value <= MOST_NUMBER:
            raise self.wrong(f"the number {value}")
        return value

    def amounts(self, value: object) -> list[int]:
        """Resources, by kind; those of one's choice are the last."""
        amounts = [0] * (len(self.resources) + 1)
        if not isinstance(value, Mapping):
            raise self.wrong(f"the resources {value}")
        for name, n in value.items():
            if name != "any" and name not in self.resources:
                raise self.wrong(f"the resource {name}")
            amounts[len(self.resources) if name == "any" else self.resources.index(name)] = self.number(n)
        return amounts

    def cost(self, value: object) -> Cost:
        """A cost in resources."""
        amounts = self.amounts(value)
        if amounts[-1]:
            raise self.wrong(f"the cost {value}")
        need = tuple((k, n) for k, n in enumerate(amounts[:-1]) if n and k != self.wild)
        return Cost(need, amounts[self.wild], sum(amounts))


class Effect:
    """One thing that a card says to do."""

    def __init__(self, reader: Reader, said: Mapping[str, Any]) -> None:
        self.reader = reader
        self.said = said
        self.op = str(said["op"])

    def get(self, name: str) -> Any:
        """An argument, or None."""
        return self.said.get(name)

    @property
    def number(self) -> int:
        """What stands after the verb, where it is a number."""
        return self.reader.number(self.said.get("main"))

    def only(self, *names: str) -> None:
        """Raises EngineError for arguments other than these."""
        for name in self.said:
            if name not in {"op", "main", "if", "may", *names}:
                raise self.wrong(name)

    def wrong(self, name: str) -> EngineError:
        """An argument that can't be played."""
        return self.reader.wrong(f"{self.op} with {name} {self.said.get(name)}")

    def cards(self, name: str = "main") -> Cards:
        """Which cards an argument means."""
        said = self.said.get(name)
        if not isinstance(said, Mapping):
            raise self.wrong(name)
        return Cards(self, name, said)


class Cards:
    """Which cards are meant."""

    def __init__(self, effect: Effect, name: str, said: Mapping[str, Any]) -> None:
        self.ref = str(said.get("ref", ""))
        self.take = str(said.get("take", ""))
        self.most = effect.reader.number(said.get("n", 1))
        self.side = said.get("side", "")
        self.other = bool(said.get("other"))
        self.types = {TYPES.index(kind) for kind in said.get("kinds", ()) if kind in TYPES}
        if "card" in said.get("kinds", ()):
            self.types = {SHIP, STRUCTURE, ACTION, REACTION}
        self.least, self.limit = 0, 1_000_000
        self.filter = ""
        for field, bounds in (effect.get("with") or {}).items():
            if field not in ("durability", "cost"):
                raise effect.wrong("with")
            self.filter = field
            exactly = bounds.get("exactly")
            self.least = effect.reader.number(bounds.get("least", exactly or 0))
            self.limit = bounds.get("most", self.limit if exactly is None else exactly)
        if "place" in said or self.ref not in ("", "this", "it", "base"):
            raise effect.wrong(name)

    def deployed(self) -> Found:
        """Finds those on the grids."""
        side, types, other = self.side, self.types, self.other
        by_durability = self.filter == "durability"
        by_cost = self.filter == "cost"
        least, limit = self.least, self.limit

        def found(state: Table, player: int, source: int) -> list[int]:
            game = state.game
            stride = game.stride
            grid = state.grid
            cards = game.cards
            if side == "own":
                slots = grid[player * stride : (player + 1) * stride]
            elif side == "enemy":
                slots = []
                for seat in game.enemies[player]:
                    slots += grid[seat * stride : (seat + 1) * stride]
            else:
                slots = grid
            result = [c for c in slots if c >= 0 and cards[c].type in types and not (other and c == source)]
            if by_durability:
                result = [c for c in result if least <= state.durability[c] <= limit]
            elif by_cost:
                result = [c for c in result if least <= cards[c].cost.total <= limit]
            return result

        return found

    def among(self, state: Table, cards: Sequence[int]) -> list[int]:
        """Those of these cards, which lie elsewhere, that are meant."""
        known = state.game.cards
        return [
            card
            for card in cards
            if known[card].type in self.types
            and (self.filter != "cost" or self.least <= known[card].cost.total <= self.limit)
        ]


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
    if cards.ref == "this":

        def to_this(state: Table, frame: Frame) -> bool:
            if state.where[frame[SOURCE]] >= 0:
                deed(state, frame, [frame[SOURCE]])
            return False

        return [to_this]

    def to_it(state: Table, frame: Frame) -> bool:
        if frame[IT] >= 0 and state.where[frame[IT]] >= 0:
            deed(state, frame, [frame[IT]])
        return False

    if cards.ref == "it":
        return [to_it]
    found = cards.deployed()
    if cards.take == "each":

        def to_each(state: Table, frame: Frame) -> bool:
            if each := found(state, frame[PLAYER], frame[SOURCE]):
                deed(state, frame, each)
            return False

        return [to_each]
    if cards.take == "up-to":
        return _up_to(cards.most, found, deed)
    return [*choose(deployed_options(found)), to_it]


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
            frame[PC] -= 2
        return False

    def done(state: Table, frame: Frame) -> bool:
        if frame[CHOSEN]:
            deed(state, frame, list(frame[CHOSEN]))
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
    if effect.get("from") == "top":

        def mill(state: Table, frame: Frame) -> bool:
            arsenal = state.arsenal[frame[PLAYER]]
            cards = [arsenal.pop() for _ in range(min(count, len(arsenal)))]
            for card in cards:
                if state.log is not None:
                    note(state, "discard", frame[PLAYER], card)
            to_scrap(state, cards)
            return False

        return [mill]
    if effect.get("from") is not None:
        raise effect.wrong("from")
    if effect.get("chosen-by") is not None:
        if effect.get("who") != "opponent":
            raise effect.wrong("who")
        return _discard_chosen(count)
    if effect.get("who") == "opponent":

        def one(state: Table, frame: Frame) -> bool:
            for _ in range(count):
                push(state, chains.DISCARD, frame[SOURCE], frame[WHO])
            return False

        return opponent(one)
    seats = everybody(effect.get("who"), effect)

    def do(state: Table, frame: Frame) -> bool:
        for seat in reversed(seats(state, frame[PLAYER])):
            for _ in range(count):
                push(state, chains.DISCARD, frame[SOURCE], seat)
        return False

    return [do]


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
        note(state, "lose", seat, **told_amounts(state, amounts))


def _ask_what_to_lose(state: Table, frame: Frame) -> bool:
    kinds = state.game.kinds
    seat = frame[PLAYER]
    have = state.resources[seat * kinds : (seat + 1) * kinds]
    options = [RESOURCE + kind for kind, n in enumerate(have) if n]
    if not options:
        frame[PC] += 1
        return False
    return question(state, frame, "lose", seat, options)


def _lose_one(state: Table, frame: Frame) -> bool:
    chosen = frame[ANSWER] - RESOURCE
    _take_away(state, frame[PLAYER], [int(kind == chosen) for kind in range(state.game.kinds)])
    frame[EXTRA] -= 1
    if frame[EXTRA]:
        frame[PC] -= 2
    return False


LOSE: Final[Program] = (_ask_what_to_lose, _lose_one)


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
    weapons, durability = _changes(effect)
    if effect.get("until") is None or (durability and effect.get("until") != "leaves play"):
        raise effect.wrong("until")
    end = ends(effect)
    count = _counter(effect)

    def give(state: Table, frame: Frame, cards: list[int]) -> None:
        times = count(state, frame[PLAYER], frame[SOURCE])
        until = frame[PLAYER] if end is None else end
        for card in cards:
            if weapons and times:
                change_weapons(state, card, UP if weapons > 0 else DOWN, abs(weapons) * times, until)
            state.durability[card] += durability * times
            state.most[card] += durability * times
            if state.log is not None:
                told = {"weapons": weapons * times, "durability": durability * times}
                seat = state.where[card] // state.game.stride
                note(state, "give", seat, card, **{name: n for name, n in told.items() if n})

    return on(effect.cards("to"), give)


def _changes(effect: Effect) -> tuple[int, int]:
    main = effect.get("main")
    if not isinstance(main, Mapping) or not set(main) <= {"weapons", "durability"}:
        raise effect.wrong("main")
    weapons, durability = main.get("weapons", 0), main.get("durability", 0)
    if any(type(n) is not int or abs(n) > MOST_NUMBER for n in (weapons, durability)) or durability < 0:
        raise effect.wrong("main")
    return weapons, durability


def _counter(effect: Effect) -> Callable[[Table, int, int], int]:
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
    count, kept = effect.number, effect.reader.number(effect.get("keep"))
    if effect.get("rest") != "bottom" or kept > count:
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

    def keep(state: Table, frame: Frame) -> bool:
        card = frame[IT]
        if card >= 0:
            frame[CHOSEN] = tuple(other for other in frame[CHOSEN] if other != card)
            state.arsenal[frame[PLAYER]].remove(card)
            to_hand(state, card)
        return False

    def rest(state: Table, frame: Frame) -> bool:
        for card in frame[CHOSEN]:
            state.arsenal[frame[PLAYER]].remove(card)
        if frame[CHOSEN]:
            bury(state, frame[CHOSEN])
        frame[CHOSEN] = ()
        return False

    return [show, *([*choose(shown, "keep"), keep] * kept), rest]


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
            frame[PC] += 2
            return False
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


def row_slots(state: Table, card: int) -> list[int]:
    """Options for the slots of a card's row, free or taken."""
    columns = state.game.columns
    start = SLOT + (columns if state.game.cards[card].type == STRUCTURE else 0)
    return list(range(start, start + columns))


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
        options = free_slots(state, frame[PLAYER], card) if card >= 0 else []
        if not options:
            frame[PC] += 1
            return False
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
        frame[PC] += 1
        return False
    return question(state, frame, "attack-with", frame[PLAYER], [CARD + ship for ship in ships])


def _attack_next(state: Table, frame: Frame) -> bool:
    ship = frame[ANSWER] - CARD
    frame[EXTRA] = tuple(other for other in frame[EXTRA] if other != ship)
    if frame[EXTRA]:
        frame[PC] -= 2
    chains.attack(state, ship)
    return False


ATTACK_ALL: Final[Program] = (_ask_which_attacks, _attack_next)


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


# Lines that hold while their card is deployed

STATICS: Final = frozenset({"give", "shield", "discount", "ignore"})


def static(effect: Effect, card: Card) -> None:
    """Adds to a card what one of its lines does while it is deployed."""
    if effect.get("if") is not None or effect.get("may") is not None:
        raise effect.reader.wrong(f"{effect.op} under a condition, as long as the card is deployed")
    if effect.op == "give":
        effect.only("to", "for-each")
        weapons, durability = _changes(effect)
        if durability:
            raise effect.wrong("main")
        card.statics.append(Static(WEAPONS, weapons, _applies(effect, "to", _counter(effect))))
    elif effect.op == "shield":
        effect.only("of")
        card.statics.append(Static(SHIELD, effect.number, _applies(effect, "of", None)))
    elif effect.op == "discount":
        effect.only("of")
        amounts = effect.reader.amounts(effect.get("main"))
        if amounts[-1] or effect.get("of") not in TYPES:
            raise effect.wrong("main")
        for kind, n in enumerate(amounts):
            if n:
                of = TYPES.index(effect.get("of"))
                card.statics.append(Static(DISCOUNT, n, lambda state, source, target: 0, of, kind))
    elif effect.op == "ignore":
        effect.only("by")
        ignored = effect.cards()
        if effect.cards("by").ref != "this" or ignored.take != "each" or ignored.side != "enemy":
            raise effect.wrong("by")
        card.ignores |= sum(1 << kind for kind in ignored.types)
    else:
        raise effect.reader.wrong(f"{effect.op} as long as the card is deployed")


def _applies(
    effect: Effect, name: str, count: Callable[[Table, int, int], int] | None
) -> Callable[[Table, int, int], int]:
    """How often a line of one deployed card applies to another."""
    meant = effect.cards(name)
    if meant.ref == "this":

        def to_this(state: Table, source: int, target: int) -> int:
            if source != target:
                return 0
            return 1 if count is None else count(state, state.where[source] // state.game.stride, source)

        return to_this
    if meant.take != "each":
        raise effect.wrong(name)
    found = meant.deployed()

    def to_each(state: Table, source: int, target: int) -> int:
        player = state.where[source] // state.game.stride
        if target not in found(state, player, source):
            return 0
        return 1 if count is None else count(state, player, source)

    return to_each


# Conditions and whole lines

HARMLESS: Final = frozenset({"repair", "give"})  # verbs that come to the same in any order, where nothing is chosen


def program(reader: Reader, effects: Sequence[Mapping[str, Any]]) -> Program:
    """The instructions for what a line says to do, in this order."""
    if len(effects) > MOST_EFFECTS:
        raise reader.wrong(f"{len(effects)} effects in one ability")
    instructions: list[Instruction] = []
    for said in effects:
        effect = Effect(reader, said)
        if effect.op not in VERBS:
            raise reader.wrong(f"the verb {effect.op}")
        done = VERBS[effect.op](effect)
        if effect.get("may"):
            done = _may(done)
        if effect.get("if") is not None:
            done = _if(effect, done)
        instructions += done
    return tuple(instructions)


def _may(done: list[Instruction]) -> list[Instruction]:
    def asking(state: Table, frame: Frame) -> bool:
        return question(state, frame, "may", frame[PLAYER], [PASS, YES])

    def skip(state: Table, frame: Frame) -> bool:
        if frame[ANSWER] == PASS:
            frame[PC] += len(done)
        return False

    return [asking, skip, *done]


def _if(effect: Effect, done: list[Instruction]) -> list[Instruction]:
    said = effect.get("if")
    name, bounds = said.get("condition"), said.get("value") or {}
    exactly = bounds.get("exactly")
    least = bounds.get("least", 0 if exactly is None else exactly)
    most = bounds.get("most", 1_000_000 if exactly is None else exactly)
    if name not in ("base durability", "scrap pile"):
        raise effect.wrong("if")

    def guard(state: Table, frame: Frame) -> bool:
        seat = frame[PLAYER]
        value = len(state.scrap[seat]) if name == "scrap pile" else state.bases[state.game.base_of[seat]]
        if not least <= value <= most:
            frame[PC] += len(done)
        return False

    return [guard, *done]


def matches(reader: Reader, event: Mapping[str, Any]) -> tuple[int, Matches]:
    """An event that is waited for, and whether what happens is it."""
    name = event.get("event")
    said = event.get("card") or {}
    types = {TYPES.index(kind) for kind in said.get("kinds", ()) if kind in TYPES}
    whose = _whose(said, types)
    if name == "deployed":
        return DEPLOYS, whose
    if name == "destroyed":
        return DESTROYED, whose
    if name == "replaced":
        return REPLACED, whose
    if name == "attacks":
        return ATTACKS, whose
    if name == "attacks-base":

        def attacks_base(state: Table, card: int, seat: int, subject: int, actor: int, extra: int) -> bool:
            game = state.game
            return (
                extra < 0
                and game.base_of[-1 - extra] == game.base_of[seat]
                and whose(state, card, seat, subject, actor, extra)
            )

        return ATTACKS, attacks_base
    if name in ("opponent-deploys", "opponent-plays"):
        return (DEPLOYS if name == "opponent-deploys" else PLAYS), _by_opponent(types, plays=name == "opponent-plays")
    if name == "opponent-recycles":
        return RECYCLES, lambda state, card, seat, subject, actor, extra: actor in state.game.enemies[seat]
    if name == "you-recycle":
        return RECYCLES, lambda state, card, seat, subject, actor, extra: actor == seat
    if name == "you-replace":
        return (
            REPLACED,
            lambda state, card, seat, subject, actor, extra: actor == seat and state.game.cards[subject].type in types,
        )
    raise reader.wrong(f"the event {name}")


def _by_opponent(types: set[int], *, plays: bool) -> Matches:
    def by_opponent(state: Table, card: int, seat: int, subject: int, actor: int, extra: int) -> bool:
        kind = ACTION + extra if plays else state.game.cards[subject].type
        return kind in types and actor in state.game.enemies[seat]

    return by_opponent


def _whose(said: Mapping[str, Any], types: set[int]) -> Matches:
    """Matches events about a card: this one, or one of these types and that side."""
    if said.get("ref") == "this":
        return lambda state, card, seat, subject, actor, extra: subject == card
    side, other = said.get("side"), said.get("other")

    def matching(state: Table, card: int, seat: int, subject: int, actor: int, extra: int) -> bool:
        game = state.game
        if game.cards[subject].type not in types or (other and subject == card):
            return False
        slot = state.where[subject]
        controller = slot // game.stride if slot >= 0 else actor
        if side == "own":
            return controller == seat
        return side != "enemy" or controller in game.enemies[seat]

    return matching


def read_ability(reader: Reader, said: Mapping[str, Any], card: Card) -> None:
    """Adds a line to a card."""
    for name in said:
        if name not in {"kind", "use", "when", "at", "cost", "limit", "effects"}:
            raise reader.wrong(f"an ability with {name} {said[name]}")
    kind = said["kind"]
    limit = said.get("limit")
    if limit not in (None, "once per turn"):
        raise reader.wrong(f"the limit {limit}")
    most = 1 if limit else 1_000_000
    if kind != "activated" and said.get("cost"):
        raise reader.wrong("a cost of something that happens of itself")
    if kind == "static":
        for effect in said["effects"]:
            static(Effect(reader, effect), card)
        return
    done = program(reader, said["effects"])
    event, match = matches(reader, said["when"]) if "when" in said else (-1, None)
    _check_event(reader, said, event)
    if kind == "played" and card.type == ACTION and event < 0:
        card.play += done
    elif kind == "response" and card.type == REACTION and event >= 0 and card.answers is None:
        card.answers = Line(0, done, event, match)
        card.play = done
    elif kind == "triggered" and card.type in (SHIP, STRUCTURE):
        if said.get("at") == "start of turn":
            event, match = START, lambda state, card, seat, subject, actor, extra: actor == seat
        elif "at" in said or event < 0:
            raise reader.wrong(f"the time {said.get('at')}")
        card.triggers.append(Line(len(card.triggers), done, event, match, most=most, harmless=_harmless(said)))
    elif kind == "activated" and card.type in (SHIP, STRUCTURE) and (said.get("use") == "reaction") == (event >= 0):
        cost, destroys, discards = _costs(reader, said.get("cost", ()))
        card.uses.append(Line(len(card.uses), done, event, match, cost, destroys, discards, most))
    else:
        raise reader.wrong(f"a {kind} ability on a card of type {TYPES[card.type]}")


def _harmless(said: Mapping[str, Any]) -> bool:
    return all(
        effect["op"] in HARMLESS
        and "if" not in effect
        and "may" not in effect
        and (effect["to"].get("ref") in ("this", "base") or effect["to"].get("take") == "each")
        for effect in said["effects"]
    )


def _check_event(reader: Reader, said: Mapping[str, Any], event: int) -> None:
    """Only what is about to happen can fail, and only attacks can be turned."""
    ops = {effect["op"] for effect in said["effects"]}
    answers = said["kind"] == "response" or said.get("use") == "reaction"
    if "fail" in ops and (not answers or event == RECYCLES):
        raise reader.wrong("fail where nothing is about to happen")
    if "redirect" in ops and (not answers or event != ATTACKS):
        raise reader.wrong("redirect where nothing attacks")


def _costs(reader: Reader, costs: Sequence[Mapping[str, Any]]) -> tuple[Cost, bool, int]:
    cost, destroys, discards = Cost(), False, 0
    for said in costs:
        effect = Effect(reader, said)
        effect.only()
        if effect.op == "pay" and not cost.total:
            cost = reader.cost(effect.get("main"))
        elif effect.op == "destroy" and effect.cards().ref == "this":
            destroys = True
        elif effect.op == "discard":
            discards += effect.number
        else:
            raise reader.wrong(f"the cost {effect.op}")
    return cost, destroys, discards


def count_under(card: Card) -> tuple[int, ...]:
    """What a card is counted under while it is deployed, so that events find quickly whether anything waits for them."""
    counted = {line.event for line in card.triggers}
    if card.statics:
        counted.add(AURAS)
    if any(line.event < 0 for line in card.uses):
        counted.add(LINES)
    if any(line.event >= 0 for line in card.uses):
        counted.add(GUARDS)
    return tuple(sorted(counted))


IMPLEMENTED: Final = frozenset(VERBS) | STATICS
