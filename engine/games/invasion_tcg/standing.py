"""Standing effects, which hold in an attack: of cards in play, and of spells for the rest of the turn."""

from __future__ import annotations

from typing import Final

from engine.games.invasion_tcg.table import OTHER_ATTACK, OWN_ATTACK, Standing, Table

MOST_DICE: Final = 100  # of one attack

Effects = list[tuple[int, int, Standing]]  # a seat, a card (-1 for a spell), and the effect


def holding(state: Table, attacker: int, *, this_turn: bool = True) -> Effects:
    """All standing effects of an attack; those of spells only if `this_turn`."""
    found = _held_for(state, attacker, OTHER_ATTACK, this_turn) + _held_for(state, 1 - attacker, OWN_ATTACK, this_turn)
    return [entry for entry in found if entry[2].condition is None or entry[2].condition(state, entry[0], 0)]


def _held_for(state: Table, seat: int, other: int, this_turn: bool) -> Effects:
    """All standing effects for a player, except those on the other one's attack."""
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
    """The sum of all effects of a kind."""
    return sum(
        standing.number * (1 if standing.count is None else standing.count(state, seat, card))
        for seat, card, standing in effects
        if standing.kind == kind
    )


def dice_of(state: Table, effects: Effects, creatures: int) -> int:
    """The number of dice for `creatures`: extra dice only with at least one creature, and no more than the cap."""
    if not creatures:
        return 0
    dice = creatures * state.game.dice_each + total(state, effects, "add-dice")
    caps = [standing.number for _, _, standing in effects if standing.kind == "max-dice"]
    return min([dice, MOST_DICE, *caps])


def hits_of(state: Table, effects: Effects) -> list[int]:
    """The hits of a die in an attack, by its number. Of several effects a miss beats a hit; two "2 hits" are 2 hits."""
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
