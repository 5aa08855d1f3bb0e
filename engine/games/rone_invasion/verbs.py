"""The verbs of cards and boards: each becomes steps that begin programs of `moves` and `board`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core import PLAYER, SOURCE, Frame, Instruction, Program, tell
from engine.effects import plans, reading, verbs
from engine.effects.reading import Effect
from engine.games.rone_invasion import board, fleet, invasion, moves
from engine.games.rone_invasion.moves import INVASION, begin, leader, opponents
from engine.games.rone_invasion.table import (
    ARMOR,
    BEGINNING,
    DAMAGE,
    DAMAGES,
    DESTROY,
    HEALTH,
    LINE,
    MILL_LATER,
    SCREWS_LATER,
    STORED_LATER,
    WILD,
    Table,
)

VERBS: Final = plans.Verbs()
# Verbs of effects that hold while their card is there, and verbs that `cards` reads with the scenario and the boards.
STANDING: Final = frozenset({"give", "discount", "survival", "targetable", "has-health", "survive", "defeat"})
ON_BOARD: Final = frozenset({"reshuffle", "thin"})
Whom = Callable[[Table, Frame], Sequence[int]]  # seats, or `INVASION`
ToInvasion = Callable[[Table, int], None]  # does something to or by the Invasion a number of times
Much = Callable[[Table, Frame], int]


class Plan(plans.Plan):
    """Compiles a line of a card to a program. Players choose when an effect is reached."""

    verbs = VERBS
    LINE = LINE

    def __init__(self, where: str, colors: Sequence[str]) -> None:
        super().__init__(where)
        self.colors = colors

    def holds(self, condition: reading.Condition) -> Callable[[Table, Frame], bool]:
        """Whether the player has played a card of these kinds in this turn."""
        meant = condition.meant
        if condition.name != "played" or meant is None:
            raise condition.wrong()
        kinds = meant.kinds
        return lambda state, frame: any(
            state.game.cards[card].kind in kinds for card in state.cards_played[frame[PLAYER]]
        )

    def begins(
        self,
        program: Program,
        number: int,
        whom: Whom | None = None,
        invasion: ToInvasion | None = None,
        later: int = 0,
    ) -> list[Instruction]:
        """Begins a program with `number` for the player, or for each seat of `whom`; for the Invasion calls `invasion`.
        In speed training programs for opponents wait, as the effect `later` if that is not 0.
        """

        def do(state: Table, frame: Frame) -> None:
            for seat in reversed((whom or you)(state, frame)):
                if seat == INVASION and invasion:
                    invasion(state, number)
                elif not later or not moves.waits(state, frame[PLAYER], seat, later, number):
                    begin(state, program, frame[SOURCE], seat, number)

        return [do]

    def times_number(self, effect: Effect, number: int) -> Much:
        """A number, multiplied by the count of the effect's `for-each` if it has one."""
        if effect.get("for-each") is None:
            return lambda _state, _frame: number
        meant = effect.selector("for-each")
        kinds = meant.kinds
        if kinds == {"player"}:
            return lambda state, _frame: number * state.game.players
        if meant.place != "you played this turn":
            raise meant.wrong()

        def played(state: Table, frame: Frame) -> int:
            cards = [state.game.cards[card] for card in state.cards_played[frame[PLAYER]]]
            return number * sum("card" in kinds or card.kind in kinds for card in cards)

        return played

    def each_amount(
        self, effect: Effect, known: Sequence[str], make: Callable[[str, Much], Instruction]
    ) -> list[Instruction]:
        """A step for each amount of the effect, made from its name and a function for its number."""
        return [make(what, self.times_number(effect, number)) for what, number in effect.amounts(known, 1).items()]


def you(_state: Table, frame: Frame) -> list[int]:
    """The player of a frame."""
    return [frame[PLAYER]]


WHO: Final[Mapping[str, Whom]] = {
    "each player": lambda state, _frame: range(state.game.players),
    "each opponent": lambda state, frame: opponents(state, frame[PLAYER]),
    "invasion": lambda _state, _frame: [INVASION],
}


def whom_of(effect: Effect) -> Whom | None:
    """The players that an effect names (`who`), or the Invasion; None for the card's player."""
    who = effect.get("who")
    if who not in (None, *WHO):
        raise effect.wrong("who")
    return WHO.get(who)


def so_many(program: Program, invasion: ToInvasion | None = None) -> plans.Verb:
    """A verb with a number, which runs a program that often; for the Invasion it calls `invasion`."""

    def verb(plan: Plan, effect: Effect) -> list[Instruction]:
        effect.only(*(["who"] if invasion else []))
        return plan.begins(program, effect.number(), whom_of(effect), invasion)

    return verb


VERBS.update(
    {
        "draw": so_many(moves.DRAW_CARDS),
        "recycle": so_many(moves.RECYCLE, fleet.invasion_recycles),
        "train": so_many(
            moves.TRAIN_SUPPLY, lambda state, number: begin(state, invasion.TRAIN_NEAREST, -1, leader(state), number)
        ),
        "discover": so_many(moves.DISCOVER),
        "salvage": so_many(moves.SALVAGE),
        "put-screws": so_many(board.PUT_SCREWS),
        "turn-die": so_many(board.TURN_DIE),
        "reuse-dice": so_many(board.REUSE_DICE),
        "either": verbs.either,
    }
)


@VERBS("discard")
def discard(plan: Plan, effect: Effect) -> list[Instruction]:
    """Discards cards of the hand, or of the top of a deck."""
    effect.only("who", "from")
    place = effect.facts.word("from", ("hand", "top"))
    program = moves.DISCARD_HAND if place == "hand" else moves.DISCARD_TOP
    return plan.begins(program, effect.number(), whom_of(effect), fleet.invasion_discards)


@VERBS("mill")
def mill(plan: Plan, effect: Effect) -> list[Instruction]:
    """Puts the top cards of decks into garbage dumps; the Invasion has both (R118)."""
    effect.only("who")
    return plan.begins(moves.MILL, effect.number(), whom_of(effect), fleet.invasion_dumps, MILL_LATER)


@VERBS("destroy")
def destroy(plan: Plan, effect: Effect) -> list[Instruction]:
    """Destroys this card, cards of the hand, armor, technology tokens, or stored resources."""
    effect.only("who", "from")
    main = effect.get("main")
    if isinstance(main, Mapping) and "ref" in main:
        if effect.selector().ref != "this":
            raise effect.wrong()
        return [destroy_this]
    if isinstance(main, int):
        if effect.facts.word("from") != "hand":
            raise effect.wrong("from")
        return plan.begins(moves.DESTROY_HAND, effect.number(), whom_of(effect))
    (what, number), *more = effect.amounts(("armor", "technology-token", "stored"), 1).items()
    if more:
        raise effect.wrong()
    if what == "armor":
        return [lambda state, frame: deals(state, frame, DESTROY, number)]
    if what == "technology-token":
        return [lambda state, _frame: fleet.invasion_tokens(state, -number)]
    return plan.begins(board.DESTROY_STORED, number, whom_of(effect), fleet.loses_stores, STORED_LATER)


def destroy_this(state: Table, frame: Frame) -> None:
    """Destroys the card that is being played, or that the Invasion trains."""
    card = frame[SOURCE]
    if card in state.playing:
        state.playing.remove(card)
        moves.destroy(state, frame[PLAYER], card)
    elif card in state.drawn:
        state.drawn.remove(card)
        moves.put_away(state, card)
        tell(state, "destroyed", -1, card)


def deals(state: Table, frame: Frame, kind: int, number: int) -> None:
    """Adds damage to that of the turn; after the first phases it is dealt at once (Q12, Q26)."""
    seat = frame[PLAYER]
    game = state.game
    team = game.team[seat]
    if number <= 0:
        return
    if moves.own_turn(state, seat) and BEGINNING <= state.phase < DAMAGE:
        state.damage[team][kind] += number
        tell(state, "damage", seat, kind=DAMAGES[kind], number=number)
    elif game.parallel and state.active >= 0:
        state.waiting = [*state.waiting, (1 - team, kind, number)]
    else:
        begin(state, invasion.DEAL_NOW, frame[SOURCE], seat, it=number, subject=kind)


@VERBS("deal")
def deal(plan: Plan, effect: Effect) -> list[Instruction]:
    """Deals damage in the phase for that; to each player at once."""
    effect.only("to", "for-each")
    each = effect.get("to") is not None
    if each and effect.selector("to").kinds != {"player"}:
        raise effect.wrong("to")

    def dealing(what: str, much: Much) -> Instruction:
        kind = DAMAGES.index(what)
        if each:
            return lambda state, frame: invasion.hits_players(state, kind, much(state, frame))
        return lambda state, frame: deals(state, frame, kind, much(state, frame))

    return plan.each_amount(effect, DAMAGES[:2], dealing)


@VERBS("gain")
def gain(plan: Plan, effect: Effect) -> list[Instruction]:
    """Gains armor, health, screws, reroll tokens, spare parts, resources; the Invasion technology tokens."""
    effect.only("who", "for-each")
    whom = whom_of(effect)
    known = ("screw", "armor", "health", "reroll", "spare-part", *plan.colors, "technology-token")

    def gaining(what: str, much: Much) -> Instruction:
        if what != "technology-token":
            return lambda state, frame: gives(state, frame, what, much(state, frame), whom)
        if effect.get("who") != "invasion":
            raise effect.wrong("who")
        return lambda state, frame: fleet.invasion_tokens(state, much(state, frame))

    return plan.each_amount(effect, known, gaining)


def gives(state: Table, frame: Frame, what: str, number: int, whom: Whom | None) -> None:
    """Gives something to the player, who may share it, or to each seat of `whom`."""
    seat = frame[PLAYER]
    if whom is None:
        if len(moves.sharing(state, seat)) > 1 or (what == "health" and moves.may_add(state)):
            begin(state, board.GAIN, frame[SOURCE], seat, number, what)
        else:
            board.gain(state, seat, what, number)
        return
    for other in reversed(whom(state, frame)):
        if other == INVASION:
            continue
        if not moves.waits(state, seat, other, SCREWS_LATER, number):
            board.gain(state, other, what, number)


@VERBS("lose")
def lose(plan: Plan, effect: Effect) -> list[Instruction]:
    """Loses health or armor, which does not count as damage."""
    effect.only("who")
    whom = whom_of(effect) or you

    def losing(what: str, much: Much) -> Instruction:
        stat = ARMOR if what == "armor" else HEALTH

        def do(state: Table, frame: Frame) -> None:
            for seat in whom(state, frame):
                moves.change(state, seat, stat, -much(state, frame))

        return do

    return plan.each_amount(effect, ("health", "armor"), losing)


@VERBS("deploy")
def deploy(plan: Plan, effect: Effect) -> list[Instruction]:
    """The Invasion deploys cards."""
    effect.only("who", "for-each")
    much = plan.times_number(effect, effect.number())
    return [lambda state, frame: begin(state, invasion.DEPLOY_CARDS, -1, leader(state), much(state, frame))]


@VERBS("recruit")
def recruit(plan: Plan, effect: Effect) -> list[Instruction]:
    """Recruits into the training center; the Invasion into its zones, or a protocol."""
    effect.only("who", "of", "into")
    number = effect.number()
    if effect.get("who") != "invasion":
        return plan.begins(moves.RECRUIT, number)
    if effect.get("of") == "protocol":
        return [lambda state, _frame: fleet.activates_protocols(state, number)]
    if effect.get("into") != "each training zone":
        raise effect.wrong("into")
    return [lambda state, _frame: fleet.fills_zones(state)]


@VERBS("store")
def store(plan: Plan, effect: Effect) -> list[Instruction]:
    """Stores resources."""
    effect.only("who", "for-each")

    def storing(what: str, much: Much) -> Instruction:
        resource = plan.colors.index(what)
        if effect.get("who") != "invasion":
            return lambda state, frame: begin(
                state, board.STORE_ONE, frame[SOURCE], frame[PLAYER], much(state, frame), resource
            )
        if resource == WILD:
            return lambda state, frame: begin(state, fleet.STORE_WILD, -1, leader(state), much(state, frame))
        return lambda state, frame: fleet.stores_in(state, resource, much(state, frame))

    return plan.each_amount(effect, plan.colors, storing)


@VERBS("sacrifice")
def sacrifice(plan: Plan, effect: Effect) -> list[Instruction]:
    """Looks at the top cards of the deck and destroys one."""
    effect.only()
    return plan.begins(moves.SACRIFICE, 1) * effect.number()


@VERBS("refresh")
def refresh(plan: Plan, effect: Effect) -> list[Instruction]:
    """Refreshes a card of the base, each, or a protocol."""
    effect.only("who")
    main = effect.facts.word("main", ("card", "each card", "1 protocol"))
    if main == "1 protocol":
        return [lambda state, frame: begin(state, fleet.REFRESH_PROTOCOL, frame[SOURCE], leader(state))]
    if main == "card":
        return plan.begins(board.REFRESH, 1)
    return [lambda state, frame: board.refresh_all(state, frame[PLAYER], state.base[frame[PLAYER]])]


@VERBS("exhaust")
def exhaust(plan: Plan, effect: Effect) -> list[Instruction]:
    """Players exhaust a card of their base."""
    effect.only("who")
    effect.facts.word("main", ("1 card",))
    return plan.begins(board.EXHAUST, 1, whom_of(effect))


@VERBS("retain")
def retain(plan: Plan, effect: Effect) -> list[Instruction]:
    """Lets cards stay in the player's hand at the end of the turn; a card that is about itself must be in the hand."""
    effect.only()
    if isinstance(effect.get("main"), Mapping):
        return []
    number = effect.number()

    def keep(state: Table, frame: Frame) -> None:
        state.may_keep[frame[PLAYER]] += number

    return [keep]


@VERBS("forbid")
def forbid(plan: Plan, effect: Effect) -> list[Instruction]:
    """Each player sets dice aside for the round."""
    effect.only("who", "until")
    return plan.begins(board.SET_DIE_ASIDE, effect.amounts(("die",), 1).get("die", 1), whom_of(effect))
