"""Saucer Dice as the engine plays it: what is seen, what options and events mean, what a position is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine import tables
from engine.bundles import DeckBundle
from engine.core import EXTRA, PLAYER, PROGRAM, Choice, Module, begun, push
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.saucer_dice import rules
from engine.games.saucer_dice.rules import REBUILDING, SHOOTOUTS, TURN
from engine.games.saucer_dice.table import (
    ASSIGN,
    DICE,
    FACES,
    INTERCEPTOR,
    KEEP,
    LEAVE,
    MISSILE,
    NAMES,
    ORDER,
    PLACE,
    PLACES,
    REBUILD,
    TOKENS,
    UNDAMAGED,
    USED,
    Box,
    Table,
)
from engine.steps import goto, is_before

# The step of the turn that comes next, as positions name it.
STEPS: Final = {
    "invasion": "1 Invasion",
    "defense": "2 Defense",
    "reroll": "2 Rerolls",
    "assign": "3 Saucers",
    "damage": "4 Cities",
    "missiles": "5 Missiles",
    "rebuild": "6 Rebuild",
}


class SaucerDice(Box):
    """A table of Saucer Dice for so many players."""

    actions = PLACE + PLACES
    samples = 4
    leave = rules.leave

    def __init__(self, bundle: DeckBundle, players: int) -> None:
        super().__init__(bundle, players)
        self.module = MODULE

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        return begun(Table(self, seed, log=log), TURN)

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        """The whole state, since nothing is hidden; `seat` says whose eyes it is seen with."""
        return {
            "seat": seat,
            "round": state.round + 1,
            "player": state.stack[0][PLAYER] if state.stack else None,
            "seats": [
                {"planet": _named(planet), "points": self.score(state, s)} for s, planet in enumerate(state.planets)
            ],
            "invasion": [
                {"key": tables.place("invasion", "-", n), "shows": DICE[die]} for n, die in enumerate(state.invasion)
            ],
            "defense": [
                {"key": _defense(n), "shows": FACES[face]} for n, face in enumerate(state.defense) if face != USED
            ],
            "rerolls": state.rolls,
            "order": state.order[:],
            "tied": state.tied[:],
        }

    def determinize(self, state: Table, seat: int, seed: int) -> Table:
        """A clone whose dice will fall anew."""
        return state.with_chance(seed)

    def describe(self, state: Table, option: int) -> Choice:
        """What an option of the state means."""
        frame = state.stack[-1]
        if option >= PLACE:
            name = NAMES[option - PLACE]
            return Choice(option, "rebuild", values={"place": name}, at=(tables.place("planet", state.who, name),))
        if option >= ORDER:
            saucers = state.invasion[option - ORDER] % 10
            return Choice(option, "next", values={"saucers": saucers}, at=_dice_of(state, option - ORDER))
        if option == LEAVE and frame[PROGRAM] is REBUILDING:
            return Choice(option, "rebuild-no-more", values={"points": frame[EXTRA]}, role="next")
        if option >= LEAVE:
            die = FACES[state.defense[frame[EXTRA]]]
            if option == LEAVE:
                return Choice(option, "leave", values={"die": die}, role="pass")
            to = option - ASSIGN
            return Choice(option, "assign", values={"die": die, "to": DICE[state.invasion[to]]}, at=_dice_of(state, to))
        if option == KEEP:
            return Choice(option, "keep", role="next")
        chosen = [index for index in range(len(state.defense)) if option >> index & 1]
        dice = [FACES[state.defense[index]] for index in chosen]
        return Choice(option, "reroll", values={"dice": dice}, at=tuple(map(_defense, chosen)), together=True)

    def result(self, state: Table) -> tuple[float, ...]:
        """1 for the winner; those who share the victory share that."""
        tied = state.tied
        return tuple(1 / len(tied) if seat in tied else 0.0 for seat in range(self.players))

    def evaluate(self, state: Table, seat: int) -> float:
        """How far a planet is ahead, and what the dice of a turn that is under way will do to that.

        Its terms: the points of the planet; of those of the others, the best counts 0.7 and the mean 0.3; in a turn
        before the damage, each saucer that would be left costs 1 point, a point of a Missile is worth 0.5, and a
        point of a Rebuild as much as there is to mend.
        """
        scores = [self.score(state, s) for s in range(self.players)]
        others = [score for s, score in enumerate(scores) if s != seat]
        ahead = scores[seat] - 0.7 * max(others) - 0.3 * sum(others) / len(others)
        if state.over:  # no more than the lead: in the last turn, it is compared with positions that go on
            return ahead
        turn = state.stack[0]
        if turn[PROGRAM] is not TURN or turn[PLAYER] != seat or not is_before(turn, "4 Cities"):
            return ahead
        worth = self.points[state.round]
        missing = sum(UNDAMAGED - token for token in state.planets[seat])
        left = sum(_left(state.invasion, state.defense, worth))
        rebuilt = min(missing + left, state.defense.count(REBUILD) * worth)
        return ahead - left + 0.5 * worth * state.defense.count(MISSILE) + rebuilt

    def features(self, state: Table, seat: int) -> list[int]:
        """The planets from the seat on, the round, the dice: always the same length for as many players."""
        planets = [token for s in range(self.players) for token in state.planets[(seat + s) % self.players]]
        invasion = (state.invasion + [0] * 9)[:9]
        defense = (state.defense + [USED] * 5)[:5]
        return [*planets, state.round, state.rolls, *invasion, *defense]

    def position(self, data: Mapping[str, Any], seed: int = 0) -> Table:
        """A position from what `view` has: `round`, `player`, `planets` (only tokens that are not undamaged),
        `invasion`, `defense`, `rerolls`, the `step` of the turn that comes next, and how many `shootouts` there were.

        Raises EngineError for what it can't read.
        """
        facts = Facts(data, "position")
        facts.only("round", "player", "planets", "invasion", "defense", "rerolls", "step", "shootouts")
        state = Table(self, seed)
        state.round = facts.number("round", 1, self.rounds, 1) - 1
        for seat, tokens in enumerate(facts.parts("planets", self.players)):
            tokens.only(*NAMES)
            for place in tokens.data:
                state.planets[seat][NAMES.index(place)] = tokens.one_of(place, TOKENS)
        state.invasion = [_invasion_die(die) for die in facts.items("invasion", 9)]
        state.defense = [FACES.index(face) for face in facts.words("defense", FACES, [])][:5]
        state.rolls = facts.number("rerolls", 0, self.rerolls, 0)
        state.shootouts = facts.number("shootouts", 0, SHOOTOUTS, 0)
        push(state, TURN, -1, facts.number("player", 0, self.players - 1, 0), it=state.defense.count(MISSILE))
        goto(state.stack[0], STEPS[facts.word("step", tuple(STEPS), "invasion")])
        return state


def _invasion(die: int) -> str:
    """The key of an Invasion die."""
    return tables.place("invasion", "-", die)


def _defense(die: int) -> str:
    """The key of a Defense die."""
    return tables.place("defense", "-", die)


def _dice_of(state: Table, die: int) -> tuple[str, ...]:
    """The keys of the Invasion dice that show the same."""
    same = state.invasion[die]
    return tuple(_invasion(n) for n, other in enumerate(state.invasion) if other == same)


def _left(invasion: Sequence[int], defense: Sequence[int], worth: int) -> list[int]:
    """The saucers that are left on the Invasion dice after the obvious assignment."""
    left = sorted(invasion, key=lambda die: -(die % 10))
    for face in defense:
        if face < MISSILE:
            for k, die in enumerate(left):
                if die // 10 == face and die % 10:
                    left[k] = die - min(worth, die % 10)
                    break
    saucers = sorted((die % 10 for die in left), reverse=True)
    return saucers[defense.count(INTERCEPTOR) :]


def _named(planet: Sequence[int]) -> dict[str, str]:
    return {name: TOKENS[token] for name, token in zip(NAMES, planet, strict=True)}


def _invasion_die(said: object) -> int:
    if said not in DICE:
        raise EngineError(f'"{said}" is no Invasion die; say color-saucers, such as red-3')
    return DICE.index(str(said))


MODULE: Final = Module("saucer-dice", lambda bundles, players: SaucerDice(bundles[0], players), shared=True)
