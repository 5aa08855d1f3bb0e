"""The things of a player: what is gained and stored, dice and their screws, the permanents of the base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core import ANSWER, EXTRA, PLAYER, SUBJECT, Frame, Program, question, roll, tell
from engine.games.rone_invasion.moves import Deed, begin, change, distinct, fire, leader, may_add, own_turn, sharing
from engine.games.rone_invasion.table import (
    ADDED,
    ARMOR,
    CARD,
    COLOR,
    COLORS,
    DESTROY,
    DIE,
    FACE,
    HEALTH,
    HOLE,
    MELEE,
    MOST_ACTS,
    NEUTRAL,
    PARTS,
    PASS,
    PLACE,
    RANGED,
    SEAT,
    SET_ASIDE,
    UNROLLED,
    UNUSED,
    USED,
    WILD,
    Table,
    Use,
)
from engine.steps import choosing, finish, so_often, steps


def offer_gain(state: Table, frame: Frame) -> bool:
    """Asks which player of the team gets the next one; health may be laid aside for an additional action."""
    options = [SEAT + seat for seat in sharing(state, frame[PLAYER])]
    if frame[SUBJECT] == "health" and may_add(state) and any(action.pays == "health" for action in state.game.added):
        options.append(PASS)
    return question(state, frame, "gain", frame[PLAYER], options)


def take_gain(state: Table, frame: Frame) -> None:
    """Gives it."""
    what, answer = frame[SUBJECT], frame[ANSWER]
    if answer == PASS:
        lay(state, "health", 1)
    else:
        gain(state, answer - SEAT, what)


GAIN: Final = so_often(offer_gain, take_gain)
LAID: Final = ("melee", "ranged", "health", "spare-part")


def additions(state: Table, there: Mapping[str, int]) -> list[int]:
    """The options for additional actions that can be paid with `there` and that do something (S35)."""
    return [
        ADDED + number
        for number, action in enumerate(state.game.added)
        if there.get(action.pays, 0) >= action.amount and ("destroy" not in action.verbs or any(state.stores))
    ]


def additions_for_damage(state: Table) -> list[int]:
    """The options for additional actions that can be paid with the team's damage."""
    return additions(state, dict(zip(LAID, state.damage[0][:2], strict=False)))


def add_for_damage(state: Table, option: int) -> None:
    """Lays damage aside for an additional action."""
    action = state.game.added[option - ADDED]
    state.damage[0][LAID.index(action.pays)] -= action.amount
    lay(state, action.pays, action.amount)


def damage_of(state: Table, team: int) -> list[int]:
    """Deal damage: the damage of a team, from effects and from the cards that its players have played, with what their
    bases give to these cards.
    """
    cards = state.game.cards
    total = list(state.damage[team])
    for seat in state.game.seats[team]:
        gives = [give for card in state.base[seat] for give in cards[card].gives if give.kinds]
        for card in state.played[seat]:
            for kind in (MELEE, RANGED, DESTROY):
                total[kind] += cards[card].combat[kind]
            for give in gives:
                if cards[card].kind in give.kinds:
                    total[give.stat] += give.number
    return total


def lay(state: Table, pays: str, number: int) -> None:
    """Lays something aside for an additional action, which happens as soon as it is paid (S16)."""
    laid = state.laid
    at = LAID.index(pays)
    laid[at] += number
    for action in state.game.added:
        if action.pays == pays and laid[at] >= action.amount:
            laid[at] -= action.amount
            tell(state, "adds", leader(state), pays=pays, number=action.amount)
            begin(state, action.program, -1, leader(state))
            return


def gain(state: Table, seat: int, what: str, number: int = 1) -> None:
    """Gives a player something."""
    colors = state.game.colors
    if what in ("armor", "health"):
        change(state, seat, ARMOR if what == "armor" else HEALTH, number)
        return
    if what == "screw":
        begin(state, SCREWS, -1, seat, it=number)
        return
    if what == "reroll":
        state.rerolls[seat] += number
    elif what == "spare-part":
        if state.phase > PARTS or not own_turn(state, seat):
            return  # they are lost (Q16)
        state.parts[seat] += number
    else:
        state.pool[seat][colors.index(what)] += number
    tell(state, "gains", seat, what=what, number=number)


def in_training(state: Table, seat: int) -> list[int]:
    """The options for cards in training that can get a screw; equal cards are one option."""
    which, screws = state.game.which, state.screws
    found = {(which[card], screws[card]): CARD + card for card in reversed(state.training[seat])}
    return sorted(found.values())


def put_screw(state: Table, seat: int, card: int) -> None:
    """Puts a screw on a card."""
    state.screws[card] += 1
    tell(state, "screw", seat, card, screws=state.screws[card])


SCREWS: Final = choosing(in_training, "put-screw-on", put_screw, CARD)  # without a card the screws are destroyed


def places_for(state: Table, seat: int, resource: int) -> list[int]:
    """The options for places of a resource: its own, and a wild one."""
    game, stored = state.game, state.stored[seat]
    found = []
    if resource != WILD and stored[resource] < game.places[resource]:
        found.append(PLACE + 2 * resource)
    if stored[WILD] < game.places[WILD]:
        found.append(PLACE + 2 * resource + 1)
    return found


def put_in_place(state: Table, seat: int, answer: int) -> int:
    """Stores a resource in the chosen place, and returns the resource."""
    resource, wild = divmod(answer - PLACE, 2)
    state.stored[seat][WILD if wild else resource] += 1
    tell(state, "stores", seat, what=state.game.colors[resource], **{"wild-place": bool(wild)})
    return resource


def who_stores(state: Table, frame: Frame) -> bool:
    """Asks which player of the team stores the next resource; without a place it is destroyed."""
    able = [seat for seat in sharing(state, frame[PLAYER]) if places_for(state, seat, frame[SUBJECT])]
    if not able:
        return finish(frame)
    return question(state, frame, "who-stores", frame[PLAYER], [SEAT + seat for seat in able])


def offer_place(state: Table, frame: Frame) -> bool:
    """Store a resource: where."""
    frame[EXTRA] = seat = frame[ANSWER] - SEAT
    return question(state, frame, "store", seat, places_for(state, seat, frame[SUBJECT]))


def take_place(state: Table, frame: Frame) -> None:
    """Stores it."""
    put_in_place(state, frame[EXTRA], frame[ANSWER])


STORE_ONE: Final = so_often(who_stores, offer_place, take_place)


def lose_stored(state: Table, seat: int, resource: int) -> None:
    """Destroys a stored resource."""
    state.stored[seat][resource] -= 1
    tell(state, "loses-stored", seat, what=state.game.colors[resource])


DESTROY_STORED: Final = choosing(
    lambda state, seat: [COLOR + resource for resource in range(6) if state.stored[seat][resource]],
    "destroy-stored",
    lose_stored,
    COLOR,
)


# Dice


def distinct_dice(state: Table, seat: int, status: Sequence[int], *, by_face: bool = True) -> list[int]:
    """Dice of a player whose condition is in `status`; of dice with the same screws and the same face up only one."""
    dice, shown, used = state.dice[seat], state.shown[seat], state.used[seat]
    found: dict[object, int] = {}
    for die, condition in enumerate(used):
        if condition in status:
            face = dice[die][shown[die]] if by_face and condition != UNROLLED else None
            found.setdefault((dice[die], face, condition), die)
    return list(found.values())


def roll_die(state: Table, seat: int, die: int) -> None:
    """Rolls one die, and makes it unused."""
    state.shown[seat][die] = roll(state, len(state.dice[seat][die]))
    state.used[seat][die] = UNUSED
    tell(state, "rolls", seat, die=die + 1, face=face_of(state, seat, die))


def screws_of(state: Table, seat: int, die: int) -> list[int]:
    """The colored screws of the face that a die shows."""
    return [screw for screw in state.dice[seat][die][state.shown[seat][die]] if screw != NEUTRAL]


def face_of(state: Table, seat: int, die: int) -> list[str]:
    """The names of the colored screws of the face that a die shows."""
    return [state.game.colors[screw] for screw in screws_of(state, seat, die)]


def use_die(state: Table, seat: int, die: int) -> None:
    """The colored screws of an unused die add to the pool."""
    state.used[seat][die] = USED
    for screw in screws_of(state, seat, die):
        state.pool[seat][screw] += 1


def face_up(state: Table, seat: int, die: int) -> int:
    """The number of the face that a die shows, or -1 if it was not rolled."""
    return state.shown[seat][die] if state.used[seat][die] in (UNUSED, USED) else -1


def choose_die(status: Sequence[int], about: str, deed: Deed, *, by_face: bool = True) -> Program:
    """A program in which the player chooses `frame[IT]` dice with a `status`, and `deed` is done to each."""

    def options(state: Table, seat: int) -> list[int]:
        return [DIE + die for die in distinct_dice(state, seat, status, by_face=by_face)]

    return choosing(options, about, deed, DIE)


def reuse(state: Table, seat: int, die: int) -> None:
    """Treats a used die as unused."""
    state.used[seat][die] = UNUSED
    tell(state, "reuses", seat, die=die + 1, face=face_of(state, seat, die))


def set_aside(state: Table, seat: int, die: int) -> None:
    """A die can't be used in this round."""
    state.used[seat][die] = SET_ASIDE
    tell(state, "sets-aside", seat, die=die + 1)


def turning(state: Table, seat: int, die: int) -> None:
    """Asks for the face that a die is turned to."""
    begin(state, TURN_TO, -1, seat, subject=die)


def offer_face(state: Table, frame: Frame) -> bool:
    """Turn a die: which face; of those with the same screws one."""
    die = state.dice[frame[PLAYER]][frame[SUBJECT]]
    faces = {face: number for number, face in reversed(list(enumerate(die)))}
    return question(state, frame, "turn-to", frame[PLAYER], [FACE + n for n in sorted(faces.values())])


def take_face(state: Table, frame: Frame) -> None:
    """Turn a die: it is turned."""
    seat, die = frame[PLAYER], frame[SUBJECT]
    state.shown[seat][die] = frame[ANSWER] - FACE
    tell(state, "turns", seat, die=die + 1, face=face_of(state, seat, die))


TURN_TO: Final = steps("Turn a die", offer_face, take_face)
REUSE_DICE: Final = choose_die((USED,), "reuse", reuse)
TURN_DIE: Final = choose_die((UNUSED,), "turn", turning)
SET_DIE_ASIDE: Final = choose_die((UNROLLED, UNUSED, USED), "set-aside", set_aside, by_face=False)


def offer_craft(state: Table, frame: Frame) -> bool:
    """Screwing in: into which die the screws go."""
    dice = distinct_dice(state, frame[PLAYER], (UNROLLED, UNUSED, USED, SET_ASIDE))
    return question(state, frame, "craft", frame[PLAYER], [DIE + die for die in dice])


def take_craft(state: Table, frame: Frame) -> None:
    """Screwing in: the first screw is next."""
    frame[SUBJECT] = frame[ANSWER] - DIE


def offer_screw_color(state: Table, frame: Frame) -> bool:
    """Which color the screw has."""
    return question(state, frame, "screw-color", frame[PLAYER], [COLOR + color for color in range(COLORS)])


def offer_hole(state: Table, frame: Frame) -> bool:
    """Screwing in: which screw it replaces, by face; the face that is up is an option apart from equal faces."""
    seat, number = frame[PLAYER], frame[SUBJECT]
    frame[EXTRA] = color = frame[ANSWER] - COLOR
    up = face_up(state, seat, number)
    found: dict[tuple[tuple[int, ...], int, bool], int] = {}
    for side, face in enumerate(state.dice[seat][number]):
        for screw in face:
            if screw != color:
                found.setdefault((face, screw, side == up), HOLE + side * 6 + screw)
    return question(state, frame, "replace", seat, list(found.values()) or [HOLE + color])


def take_hole(state: Table, frame: Frame) -> None:
    """Puts it there."""
    seat, die, color = frame[PLAYER], frame[SUBJECT], frame[EXTRA]
    number, old = divmod(frame[ANSWER] - HOLE, 6)
    faces = list(state.dice[seat][die])
    left = list(faces[number])
    left.remove(old)
    a, b, c = sorted([*left, color])
    faces[number] = (a, b, c)
    state.dice[seat] = [*state.dice[seat][:die], tuple(faces), *state.dice[seat][die + 1 :]]
    names = [*state.game.colors[:COLORS], "neutral"]
    tell(state, "crafts", seat, die=die + 1, color=names[color], replaces=names[old])
    fire(state, "you-put-screw", seat)


PUT_SCREWS: Final = steps(offer_craft, take_craft, so_often(offer_screw_color, offer_hole, take_hole))


# The base


def use_of(state: Table, card: int) -> Use:
    """The use of a card that can be used."""
    use = state.game.cards[card].use
    assert use is not None  # noqa: S101 - only cards that can be used are offered
    return use


def with_uses(state: Table, seat: int) -> list[int]:
    """The cards of a base that can be used."""
    return [card for card in state.base[seat] if state.game.cards[card].use]


def refresh(state: Table, seat: int, card: int) -> None:
    """Refreshes a permanent, if it is exhausted."""
    if state.exhausted >> card & 1:
        state.exhausted &= ~(1 << card)
        tell(state, "refreshes", seat, card)


def refresh_all(state: Table, seat: int, cards: Sequence[int]) -> None:
    """Refreshes each of these permanents."""
    for card in cards:
        refresh(state, seat, card)


def exhaust(state: Table, seat: int, card: int) -> None:
    """Exhausts a permanent."""
    state.exhausted |= 1 << card
    tell(state, "exhausts", seat, card)


# A refreshed card may be chosen to be refreshed, to no effect; an exhausted one can't be exhausted (S22).
REFRESH: Final = choosing(lambda state, seat: distinct(state, with_uses(state, seat)), "refresh", refresh, CARD)
EXHAUST: Final = choosing(
    lambda state, seat: distinct(state, [card for card in with_uses(state, seat) if not state.exhausted >> card & 1]),
    "exhaust",
    exhaust,
    CARD,
)


def counted(state: Table) -> bool:
    """Counts an act of this turn; false after `MOST_ACTS`, so that no loop is endless."""
    state.acts += 1
    if state.acts == MOST_ACTS:
        tell(state, "limit", limit="acts", most=MOST_ACTS)
    return state.acts < MOST_ACTS
