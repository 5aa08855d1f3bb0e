"""What stands: while its card is in play, or for the rest of the turn where a spell says it."""

from __future__ import annotations

from typing import Final

from engine.core import PLAYER, Frame, Instruction
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.invasion_tcg.cards import condition_of, selector_of
from engine.games.invasion_tcg.table import (
    ALWAYS,
    DECLARED,
    MOST,
    OTHER_ATTACK,
    OWN_ATTACK,
    ROLLED,
    Condition,
    Count,
    Standing,
    Table,
)
from engine.games.invasion_tcg.targets import Plan

PHASES: Final = {
    "your attack": OWN_ATTACK,
    "your attack this turn": OWN_ATTACK,
    "opponent attack": OTHER_ATTACK,
    "opponent attack this turn": OTHER_ATTACK,
}
MOST_DICE: Final = 100  # of one attack

Effects = list[tuple[int, int, Standing]]  # a seat, a card (-1 for what a spell said), and what it says

STANDING: Final = frozenset({"add-dice", "attack-at-once", "max-dice", "numbers", "prevent", "reroll"})


def standing_of(effect: Facts, phase: int) -> Standing:
    """What a verb that stands says. Raises EngineError for what makes no sense."""
    op = effect.word("op", sorted(STANDING))
    condition: Condition | None = condition_of(effect)
    if condition is not None and effect.data["if"].get("condition") in ("hit", "miss"):
        raise EngineError(f"{effect.where}.if: no die was rolled that this could look at")
    count: Count | None = None
    count_as = ""
    number = 0
    if op == "attack-at-once":
        count_as = "played" if effect.data.get("main") == "creatures played this turn" else "this"
        if count_as == "this" and selector_of(effect).ref != "this":
            raise EngineError(f"{effect.where}.main: it is this creature or those played this turn that attack at once")
    elif op == "numbers":
        number = effect.number("main", 1, 6)
        count_as = effect.word("count-as", ("hit", "miss", "2 hits"))
    else:
        number = effect.number("main", 0, MOST)
    if effect.has("for-every"):
        every = effect.number("for-every", 1, MOST)
        finder = selector_of(effect, "of").finder("play")

        def per(state: Table, seat: int, source: int) -> int:
            return len(finder(state, seat, source)) // every

        count = per
    return Standing(op, phase, number, count_as, condition, count)


def standing_effect(effect: Facts, plan: Plan, phase: int) -> list[Instruction]:
    """A spell's effect that holds for the rest of the turn; it must still be possible (3.2)."""
    standing = standing_of(effect, phase)
    last = DECLARED if standing.kind in ("add-dice", "max-dice", "reroll") else ROLLED
    if phase != ALWAYS:
        own = phase == OWN_ATTACK
        plan.needs.append(lambda state, seat, _source: (state.active == seat) == own and state.attack <= last)

    def do(state: Table, frame: Frame) -> bool:
        state.standing[frame[PLAYER]].append(standing)
        return False

    return [do]


def holding(state: Table, attacker: int, *, this_turn: bool = True) -> Effects:
    """All that holds in an attack; what spells said of this turn only where that is asked for."""
    found = _said(state, attacker, OTHER_ATTACK, this_turn) + _said(state, 1 - attacker, OWN_ATTACK, this_turn)
    return [entry for entry in found if entry[2].condition is None or entry[2].condition(state, entry[0], 0)]


def _said(state: Table, seat: int, other: int, this_turn: bool) -> Effects:
    """All that stands for a player, except what is said of the other one's attack."""
    cards = state.game.cards
    said: Effects = []
    battlefield = state.battlefield[seat]
    for card in [*state.field[seat], battlefield] if battlefield >= 0 else state.field[seat]:
        if cards[card].standing:
            said += [(seat, card, standing) for standing in cards[card].standing if standing.phase != other]
    if this_turn and state.standing[seat]:
        said += [(seat, -1, standing) for standing in state.standing[seat] if standing.phase != other]
    return said


def total(state: Table, effects: Effects, kind: str) -> int:
    """How much all of a kind adds up to."""
    return sum(
        standing.number * (1 if standing.count is None else standing.count(state, seat, card))
        for seat, card, standing in effects
        if standing.kind == kind
    )


def dice_of(state: Table, effects: Effects, creatures: int) -> int:
    """How many dice so many creatures roll: dice besides theirs only with at least one, and no more than the cap."""
    if not creatures:
        return 0
    dice = creatures * state.game.dice_each + total(state, effects, "add-dice")
    caps = [standing.number for _, _, standing in effects if standing.kind == "max-dice"]
    return min([dice, MOST_DICE, *caps])


def worth(state: Table, effects: Effects) -> list[int]:
    """The hits that each number is worth in an attack, by the number: a miss beats a hit, and 2 hits don't add up."""
    hits = state.game.worth[:]
    misses = []
    for _, _, standing in effects:
        if standing.kind == "numbers":
            number = standing.number
            if standing.count_as == "miss":
                misses.append(number)
            else:
                hits[number] = max(hits[number], 2 if standing.count_as == "2 hits" else 1)
    for number in misses:
        hits[number] = 0
    return hits
