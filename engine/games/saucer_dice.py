"""Saucer Dice: three rounds of dice against planets. Nothing is hidden, and there are no abilities.

A planet has 13 places: an outer and an inner crater in each of six sectors, and the Core. Each holds 2 (undamaged), 1
(damaged) or 0 (empty).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from engine.bundles import Bundle
from engine.core import (
    ANSWER,
    EXTRA,
    IT,
    LIMIT,
    PC,
    PLAYER,
    PROGRAM,
    Choice,
    Event,
    Frame,
    Module,
    Program,
    State,
    ask,
    ask_again,
    push,
    roll,
    run,
    tell,
)
from engine.faults import EngineError

COLORS: Final = ("red", "yellow", "blue")
FACES: Final = ("blaster-red", "blaster-yellow", "blaster-blue", "missile", "rebuild", "interceptor")
MISSILE: Final = 3
REBUILD: Final = 4
INTERCEPTOR: Final = 5
USED: Final = 6  # a Defense die that was assigned, or left
SECTORS: Final = 6
CORE: Final = 12
PLACES: Final = 13
UNDAMAGED: Final = 2
SHOOTOUTS: Final = 1000  # rounds of missiles between the tied, after which the victory is shared

# Options. Those of a reroll are the dice to roll again, a bit for each.
KEEP: Final = 0
LEAVE: Final = 39
ASSIGN: Final = 40
ORDER: Final = 50
PLACE: Final = 60


class Table(State):
    """A position of Saucer Dice."""

    __slots__ = ("defense", "invasion", "order", "planets", "rolls", "round", "shootouts", "tied")

    planets: list[list[int]]  # 13 places each: outer and inner of sectors 1 to 6, then the Core
    round: int  # 0 to 2
    invasion: list[int]  # each die of the attack: its color * 10 + the saucers that are left on it
    defense: list[int]  # the faces of the active player's dice
    rolls: int  # rerolls that are left
    order: list[int]  # saucers of the dice that do damage, in the order that was chosen
    tied: list[int]  # who shoots it out after the last round
    shootouts: int
    game: SaucerDice

    def clone(self) -> Table:
        """A copy that can be played on without touching this state; it keeps no log."""
        other = Table.__new__(Table)
        self.copied_to(other)
        other.planets = [planet[:] for planet in self.planets]
        other.round = self.round
        other.invasion = self.invasion[:]
        other.defense = self.defense[:]
        other.rolls = self.rolls
        other.order = self.order[:]
        other.tied = self.tied[:]
        other.shootouts = self.shootouts
        return other


class SaucerDice:
    """A table of Saucer Dice for so many players."""

    module: Module
    bundles: Sequence[Bundle]
    actions = PLACE + PLACES
    samples = 4
    always_ask: frozenset[int] = frozenset()

    def __init__(self, bundle: Bundle, players: int) -> None:
        setup = bundle.setup
        rounds = setup.number("rounds", 1, 10)
        self.module = MODULE
        self.bundles = (bundle,)
        self.players = players
        self.others = [tuple((seat + n) % players for n in range(1, players)) for seat in range(players)]
        self.rounds = rounds
        self.rerolls = setup.number("rerolls", 0, 10)
        self.attack = [setup.number(f"invasion-dice-round-{r}", 0, 9) // len(COLORS) for r in range(1, rounds + 1)]
        self.dice = [setup.number(f"defense-dice-round-{r}", 1, 5) for r in range(1, rounds + 1)]
        self.points = [setup.number(f"points-round-{r}", 1, 9) for r in range(1, rounds + 1)]
        city = (0, setup.number("damaged-city"), setup.number("undamaged-city"))
        core = (0, setup.number("damaged-core"), setup.number("undamaged-core"))
        self.worth = [city] * CORE + [core]
        self.saucers = [_invasion_die(bundle, color) for color in COLORS]
        self.defense_faces = _defense_die(bundle)
        self.paths = _paths(bundle)
        self.blocks_whole = bundle.rules("defense").word("interceptor", ["whole-die"]) == "whole-die"

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        state = self._empty(seed)
        state.log = [] if log else None
        push(state, TURN, -1, 0)
        run(state)
        return state

    def _empty(self, seed: int) -> Table:
        state = Table(self, seed)
        state.planets = [[UNDAMAGED] * PLACES for _ in range(self.players)]
        state.round = 0
        state.invasion = []
        state.defense = []
        state.rolls = 0
        state.order = []
        state.tied = []
        state.shootouts = 0
        return state

    def score(self, state: Table, seat: int) -> int:
        """The points of a planet as it stands."""
        return sum(worth[token] for worth, token in zip(self.worth, state.planets[seat], strict=True))

    def view(self, state: State, seat: int) -> dict[str, Any]:
        """The whole table, since nothing is hidden; `seat` says whose eyes it is seen with."""
        table = _table(state)
        return {
            "seat": seat,
            "round": table.round + 1,
            "player": table.stack[0][PLAYER] if table.stack else None,
            "planets": [_named(planet) for planet in table.planets],
            "points": [self.score(table, s) for s in range(self.players)],
            "invasion": [_die(die) for die in table.invasion],
            "defense": [FACES[face] for face in table.defense if face != USED],
            "rerolls": table.rolls,
            "order": table.order[:],
            "tied": table.tied[:],
        }

    def determinize(self, state: State, seat: int, seed: int) -> Table:
        """A clone whose dice will fall anew."""
        other = _table(state).clone()
        other.rng = seed
        other.fixed = []
        return other

    def describe(self, state: State, option: int) -> Choice:
        """What an option of the state means."""
        table = _table(state)
        if option >= PLACE:
            return Choice(option, "rebuild", values={"place": NAMES[option - PLACE]})
        if option >= ORDER:
            return Choice(option, "next", values={"saucers": table.invasion[option - ORDER] % 10})
        if option == LEAVE and table.stack[-1][PROGRAM] is MENDING:
            return Choice(option, "rebuild-no-more", values={"points": table.stack[-1][EXTRA]})
        if option >= LEAVE:
            die = FACES[table.defense[table.stack[-1][EXTRA]]]
            if option == LEAVE:
                return Choice(option, "leave", values={"die": die})
            return Choice(option, "assign", values={"die": die, "to": _die(table.invasion[option - ASSIGN])})
        if option == KEEP:
            return Choice(option, "keep")
        dice = [FACES[face] for index, face in enumerate(table.defense) if option >> index & 1]
        return Choice(option, "reroll", values={"dice": dice})

    def event(self, event: Event, seat: int | None = None) -> dict[str, Any]:
        """An entry of the log as plain data."""
        name, player, _, value = event
        said: dict[str, Any] = {"event": name, "player": player}
        if name == "invasion":
            said["dice"] = [_die(die) for die in value]
        elif name in {"defense", "reroll"}:
            said["dice"] = [FACES[face] for face in value]
        elif name == "assign":
            said |= {"die": FACES[value[0]], "to": _die(value[1]), "left": value[2]}
        elif name in {"damage", "rebuild"}:
            said |= {"place": NAMES[value[0]], "token": TOKENS[value[1]]}
        elif name == LIMIT:
            said = {"event": name, "limit": value[0], "most": value[1]}
        elif value is not None:
            said[EVENTS[name]] = list(value) if isinstance(value, tuple) else value
        return said

    def result(self, state: State) -> tuple[float, ...]:
        """1 for the winner; those who share the victory share that."""
        tied = _table(state).tied
        return tuple(1 / len(tied) if seat in tied else 0.0 for seat in range(self.players))

    def remaining(self, state: State) -> Sequence[int]:
        """The seats that have not conceded."""
        return [seat for seat in range(self.players) if not state.conceded >> seat & 1]

    def leave(self, state: State, seat: int) -> None:
        """Takes a planet out of the game: it takes no turn, nothing aims at it, and it is not counted."""
        _leave(_table(state), seat)

    def evaluate(self, state: State, seat: int) -> float:
        """How far a planet is ahead, and what the dice of a turn that is under way will do to that.

        Its terms: the points of the planet; of those of the others, the best counts 0.7 and the mean 0.3; in a turn
        before the damage, each saucer that would be left costs 1 point, a point of a Missile is worth 0.5, and a
        point of a Rebuild as much as there is to mend.
        """
        table = _table(state)
        if table.over:
            return 1000.0 * self.result(table)[seat]
        scores = [self.score(table, s) for s in range(self.players)]
        others = [score for s, score in enumerate(scores) if s != seat]
        ahead = scores[seat] - 0.7 * max(others) - 0.3 * sum(others) / len(others)
        turn = table.stack[0]
        if turn[PROGRAM] is not TURN or turn[PLAYER] != seat or turn[PC] > BEFORE_DAMAGE:
            return ahead
        worth = self.points[table.round]
        missing = sum(UNDAMAGED - token for token in table.planets[seat])
        left = sum(_left(table.invasion, table.defense, worth))
        rebuilt = min(missing + left, table.defense.count(REBUILD) * worth)
        return ahead - left + 0.5 * worth * table.defense.count(MISSILE) + rebuilt

    def features(self, state: State, seat: int) -> list[int]:
        """The planets from the seat on, the round, the dice: always the same length for as many players."""
        table = _table(state)
        planets = [token for s in range(self.players) for token in table.planets[(seat + s) % self.players]]
        invasion = (table.invasion + [0] * 9)[:9]
        defense = (table.defense + [USED] * 5)[:5]
        return [*planets, table.round, table.rolls, *invasion, *defense]

    def position(self, data: Mapping[str, Any], seed: int = 0) -> Table:
        """A position from what `view` has: `round`, `player`, `planets` (only tokens that are not undamaged),
        `invasion`, `defense`, `rerolls`, the `step` of the turn that comes next, and how many `shootouts` there were.

        Raises EngineError for what it can't read.
        """
        unknown = set(data) - {"round", "player", "planets", "invasion", "defense", "rerolls", "step", "shootouts"}
        if unknown:
            raise EngineError(f"a position of Saucer Dice has no {', '.join(sorted(unknown))}")
        planets, invasion, defense = (data.get(name, []) for name in ("planets", "invasion", "defense"))
        if any(not isinstance(listed, list) for listed in (planets, invasion, defense)):
            raise EngineError("planets, invasion and defense of a position of Saucer Dice are lists")
        if any(not isinstance(tokens, Mapping) for tokens in planets):
            raise EngineError("a planet of a position names its places and the tokens there, such as core: damaged")
        state = self._empty(seed)
        state.round = _between("round", data.get("round", 1), 1, self.rounds) - 1
        for seat, tokens in enumerate(planets[: self.players]):
            for place, token in tokens.items():
                state.planets[seat][_one_of("place", place, NAMES)] = _one_of("token", token, TOKENS)
        state.invasion = [_invasion(die) for die in invasion][:9]
        state.defense = [_one_of("die", face, FACES) for face in defense][:5]
        state.rolls = _between("rerolls", data.get("rerolls", 0), 0, self.rerolls)
        state.shootouts = _between("shootouts", data.get("shootouts", 0), 0, SHOOTOUTS)
        step = data.get("step", "invasion")
        push(state, TURN, -1, _between("player", data.get("player", 0), 0, self.players - 1))
        state.stack[0][PC] = STEPS[tuple(STEPS)[_one_of("step", step, tuple(STEPS))]]
        state.stack[0][IT] = state.defense.count(MISSILE)
        return state

    def instances(self, state: State) -> list[int] | None:
        """None: tokens are counted in their places, and dice are rolled anew each turn."""
        return None


# ---------------------------------------------------------------- the turn


def _invade(state: Table, frame: Frame) -> bool:
    """The player to the right rolls the Invasion dice, once."""
    game = state.game
    player = frame[PLAYER]
    tell(state, "turn", player, -1, state.round + 1)
    state.invasion = [
        color * 10 + game.saucers[color][roll(state, len(game.saucers[color]))]
        for color in range(len(COLORS))
        for _ in range(game.attack[state.round])
    ]
    tell(state, "invasion", _others(state, player)[-1], -1, tuple(state.invasion))
    return False


def _defend(state: Table, frame: Frame) -> bool:
    faces = state.game.defense_faces
    state.defense = sorted(faces[roll(state, len(faces))] for _ in range(state.game.dice[state.round]))
    state.rolls = state.game.rerolls
    tell(state, "defense", frame[PLAYER], -1, tuple(state.defense))
    return False


def _reroll(state: Table, frame: Frame) -> bool:
    """Any of the dice again, also those that stayed before; dice with the same face are the same choice."""
    if not state.rolls:
        frame[ANSWER] = KEEP
        return False
    return ask(state, frame, frame[PLAYER], _subsets(tuple(state.defense)))


def _rerolled(state: Table, frame: Frame) -> bool:
    chosen = frame[ANSWER]
    if chosen == KEEP:
        return False
    faces = state.game.defense_faces
    state.rolls -= 1
    state.defense = sorted(
        faces[roll(state, len(faces))] if chosen >> index & 1 else face for index, face in enumerate(state.defense)
    )
    tell(state, "reroll", frame[PLAYER], -1, tuple(state.defense))
    frame[PC] -= 2
    return False


def _assign(state: Table, frame: Frame) -> bool:
    """The next die that repels saucers goes to an Invasion die; equal Invasion dice are the same choice."""
    for index, face in enumerate(state.defense):
        if face < MISSILE or face == INTERCEPTOR:
            options = {
                die: ASSIGN + k
                for k, die in enumerate(state.invasion)
                if die % 10 and (face == INTERCEPTOR or die // 10 == face)
            }
            frame[EXTRA] = index
            if options:
                return ask(state, frame, frame[PLAYER], [LEAVE, *options.values()])
            state.defense[index] = USED
    frame[ANSWER] = -1
    return False


def _assigned(state: Table, frame: Frame) -> bool:
    chosen = frame[ANSWER]
    if chosen < 0:
        return False
    index = frame[EXTRA]
    face = state.defense[index]
    state.defense[index] = USED
    frame[PC] -= 2
    if chosen == LEAVE:
        return False
    die = state.invasion[chosen - ASSIGN]
    saucers = die % 10
    left = 0 if face == INTERCEPTOR else max(0, saucers - state.game.points[state.round])
    state.invasion[chosen - ASSIGN] = die - saucers + left
    tell(state, "assign", frame[PLAYER], -1, (face, die, left))
    return False


def _order(state: Table, frame: Frame) -> bool:
    """Before any Sector die is rolled, the order in which the Invasion dice do their damage."""
    options = {die % 10: ORDER + k for k, die in enumerate(state.invasion) if die % 10}
    if not options:
        frame[ANSWER] = -1
        return False
    return ask(state, frame, frame[PLAYER], sorted(options.values()))


def _ordered(state: Table, frame: Frame) -> bool:
    chosen = frame[ANSWER]
    if chosen < 0:
        return False
    die = state.invasion[chosen - ORDER]
    state.order.append(die % 10)
    state.invasion[chosen - ORDER] -= die % 10
    frame[PC] -= 2
    return False


def _fall(state: Table, frame: Frame) -> bool:
    """One Sector die for each Invasion die, one after the other."""
    player = frame[PLAYER]
    for saucers in state.order:
        sector = roll(state, SECTORS)
        tell(state, "sector", player, -1, sector + 1)
        _hit(state, player, sector, saucers)
    state.order = []
    frame[IT] = state.defense.count(MISSILE)
    return False


def _launch(state: Table, frame: Frame) -> bool:
    """The Missiles, one after the other."""
    if frame[IT] > 0:
        frame[IT] -= 1
        frame[PC] -= 1
        push(state, FLIGHT, -1, frame[PLAYER], extra=_others(state, frame[PLAYER]))
    return False


def _mend(state: Table, frame: Frame) -> bool:
    """All Rebuilds of the turn are one sum of points."""
    points = state.defense.count(REBUILD) * state.game.points[state.round]
    push(state, MENDING, -1, frame[PLAYER], extra=points)
    return False


def _end(state: Table, frame: Frame) -> bool:
    """The next player, the next round, or the tally."""
    state.invasion = []
    state.defense = []
    frame[PC] = 0
    last = frame[PLAYER]
    frame[PLAYER] = _others(state, last)[0]
    if frame[PLAYER] < last:
        if state.round + 1 == state.game.rounds:
            frame[PC] = len(TURN)
            state.tied = list(state.remaining)
            push(state, SHOOTOUT, -1, 0)
            state.stack[-1][PC] = COUNT
        else:
            state.round += 1
    return False


# ---------------------------------------------------------------- missiles, rebuilding, the tally


def _aim(state: Table, frame: Frame) -> bool:
    frame[IT] = roll(state, SECTORS)
    tell(state, "missile", frame[PLAYER], -1, frame[IT] + 1)
    return False


def _strike(state: Table, frame: Frame) -> bool:
    """The next target rolls against the Missile: the same number counters it, and rebuilds."""
    targets = frame[EXTRA]
    if not targets:
        return False
    target, frame[EXTRA] = targets[0], targets[1:]
    frame[PC] -= 1
    points = state.game.points[state.round]
    rolled = roll(state, SECTORS)
    if rolled == frame[IT]:
        tell(state, "counter", target, -1, rolled + 1)
        push(state, MENDING, -1, target, extra=points)
    else:
        _hit(state, target, frame[IT], points)
    return False


def _mending(state: Table, frame: Frame) -> bool:
    """The next point: a damaged token on an empty place, or one turned to its undamaged side; or no more."""
    options = [PLACE + place for place, token in enumerate(state.planets[frame[PLAYER]]) if token < UNDAMAGED]
    if not frame[EXTRA] or not options:
        frame[ANSWER] = LEAVE
        return False
    return ask(state, frame, frame[PLAYER], [LEAVE, *options])


def _mended(state: Table, frame: Frame) -> bool:
    if frame[ANSWER] == LEAVE:
        return False
    place = frame[ANSWER] - PLACE
    planet = state.planets[frame[PLAYER]]
    planet[place] += 1
    tell(state, "rebuild", frame[PLAYER], -1, (place, planet[place]))
    frame[EXTRA] -= 1
    frame[PC] -= 2
    return False


def _shoot(state: Table, frame: Frame) -> bool:
    """Those who are tied fire one Missile each, in turn order, at the others who are."""
    if frame[IT] < len(state.tied) - 1:
        frame[IT] += 1
        frame[PC] -= 1
        player = state.tied[frame[IT]]
        after = state.tied[frame[IT] + 1 :] + state.tied[: frame[IT]]
        push(state, FLIGHT, -1, player, extra=tuple(after))
    return False


def _count(state: Table, frame: Frame) -> bool:
    scores = {seat: state.game.score(state, seat) for seat in state.tied}
    for seat, score in scores.items():
        tell(state, "points", seat, -1, score)
    most = max(scores.values())
    state.tied = [seat for seat, score in scores.items() if score == most]
    if len(state.tied) == 1 or state.shootouts == SHOOTOUTS:
        if len(state.tied) > 1:
            tell(state, LIMIT, -1, -1, ("shootouts", SHOOTOUTS))
        for seat in state.tied:
            tell(state, "win", seat)
        state.over = True
        return False
    state.shootouts += 1
    tell(state, "tie", state.tied[0], -1, tuple(state.tied))
    frame[IT] = -1
    frame[PC] = 0
    return False


def _hit(state: Table, seat: int, sector: int, points: int) -> None:
    """Each point hits the first place of the path that is not empty; where all are, it is lost."""
    planet = state.planets[seat]
    path = state.game.paths[sector]
    for _ in range(points):
        for place in path:
            if planet[place]:
                planet[place] -= 1
                tell(state, "damage", seat, -1, (place, planet[place]))
                break


def _others(state: Table, seat: int) -> tuple[int, ...]:
    """The other seats that are left, in turn order."""
    others = state.game.others[seat]
    return tuple(other for other in others if not state.conceded >> other & 1) if state.conceded else others


def _leave(state: Table, seat: int) -> None:
    """Ends all that a player is about to do; what was asked is asked again."""
    state.conceded |= 1 << seat
    state.planets[seat] = [0] * PLACES
    if len(left := state.remaining) == 1:
        state.tied = list(left)
        tell(state, "win", left[0])
        state.over = True
        return
    ask_again(state)
    for frame in state.stack:
        program = frame[PROGRAM]
        if program is SHOOTOUT:  # who has fired so far comes before the next
            frame[IT] -= seat in state.tied[: frame[IT] + 1]
        elif frame[PLAYER] == seat:
            frame[PC] = len(program) - (program is TURN)
        if program is FLIGHT:
            frame[EXTRA] = tuple(target for target in frame[EXTRA] if target != seat)
    state.tied = [other for other in state.tied if other != seat]


TURN: Program = (
    _invade,
    _defend,
    _reroll,
    _rerolled,
    _assign,
    _assigned,
    _order,
    _ordered,
    _fall,
    _launch,
    _mend,
    _end,
)
STEPS = {"invasion": 0, "defense": 1, "reroll": 2, "assign": 4, "damage": 6, "missiles": 9, "rebuild": 10}
BEFORE_DAMAGE: Final = 6  # until this instruction is done, saucers can be repelled
FLIGHT: Program = (_aim, _strike)
MENDING: Program = (_mending, _mended)
SHOOTOUT: Program = (_shoot, _count)
COUNT: Final = 1

NAMES: Final = (*(f"{ring}-{sector}" for sector in range(1, SECTORS + 1) for ring in ("outer", "inner")), "core")
TOKENS: Final = ("empty", "damaged", "undamaged")

# What options are called, and what their values are.
KINDS: Final = {
    "keep": "all Defense dice stay as they are",
    "reroll": "`dice`: the faces that are rolled again",
    "leave": "`die`: the face that repels nothing",
    "assign": "`die`: the face; `to`: the Invasion die, as color-saucers",
    "next": "`saucers`: of the Invasion die that does its damage next",
    "rebuild": "`place`: where one point goes",
    "rebuild-no-more": "`points`: how many are left unused",
}
# What can happen, and under which name a value of its own stands.
EVENTS: Final = {
    "turn": "round",
    "invasion": "dice",
    "defense": "dice",
    "reroll": "dice",
    "assign": "die",
    "sector": "sector",
    "damage": "place",
    "missile": "sector",
    "counter": "sector",
    "rebuild": "place",
    "points": "points",
    "tie": "players",
    "concede": "",
    "limit": "limit",
    "win": "",
}


# ---------------------------------------------------------------- helpers


@cache
def _subsets(dice: tuple[int, ...]) -> list[int]:
    """Which dice can be rolled again, as bits: of equal dice, which are neighbors, the first."""
    twins = [k for k in range(1, len(dice)) if dice[k] == dice[k - 1]]
    return [mask for mask in range(1 << len(dice)) if all(not mask >> k & 1 or mask >> k - 1 & 1 for k in twins)]


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


def _invasion_die(bundle: Bundle, color: str) -> list[int]:
    """How many saucers each face of this color's die shows."""
    for card_id, card in bundle.cards.items():
        if card["type"] == "invasion-die" and card.get("color") == color:
            faces = card.get("faces")
            if not isinstance(faces, list) or not faces or any(not isinstance(f, list) or len(f) > 9 for f in faces):
                raise EngineError(f"{bundle.where}: cards.{card_id}.faces should list faces of at most 9 saucers")
            return [len(face) for face in faces]
    raise EngineError(f"{bundle.where}: the table has no {color} Invasion die")


def _defense_die(bundle: Bundle) -> list[int]:
    for card_id, card in bundle.cards.items():
        if card["type"] == "defense-die":
            faces = card.get("faces")
            if not isinstance(faces, list) or not faces or any(f not in [[face] for face in FACES] for f in faces):
                raise EngineError(f"{bundle.where}: cards.{card_id}.faces should be of {', '.join(FACES)}")
            return [FACES.index(face[0]) for face in faces]
    raise EngineError(f"{bundle.where}: the table has no Defense die")


def _paths(bundle: Bundle) -> list[tuple[int, ...]]:
    """For each sector the places that damage comes to, in order."""
    facts = bundle.rules("path")
    distance = facts.number("opposite", 1, SECTORS - 1)
    steps = facts.words("places", ["outer", "inner", "core", "opposite-inner", "opposite-outer"])
    paths = []
    for sector in range(SECTORS):
        opposite = (sector + distance) % SECTORS
        place = {
            "outer": sector * 2,
            "inner": sector * 2 + 1,
            "core": CORE,
            "opposite-inner": opposite * 2 + 1,
            "opposite-outer": opposite * 2,
        }
        paths.append(tuple(place[step] for step in steps))
    return paths


def _named(planet: Sequence[int]) -> dict[str, str]:
    return {name: TOKENS[token] for name, token in zip(NAMES, planet, strict=True)}


def _die(die: int) -> str:
    return f"{COLORS[die // 10]}-{die % 10}"


def _invasion(said: object) -> int:
    color, _, saucers = str(said).rpartition("-")
    if not saucers.isdecimal() or int(saucers) > 9:
        raise EngineError(f'"{said}" is no Invasion die; say color-saucers, such as red-3')
    return _one_of("color", color, COLORS) * 10 + int(saucers)


def _one_of(what: str, said: object, known: Sequence[str]) -> int:
    if said not in known:
        raise EngineError(f'there is no {what} "{said}"; it is one of {", ".join(known)}')
    return known.index(str(said))


def _between(what: str, said: object, low: int, high: int) -> int:
    if type(said) is not int or not low <= said <= high:
        raise EngineError(f"{what} is {said}, and should be from {low} to {high}")
    return said


def _table(state: State) -> Table:
    if not isinstance(state, Table):
        raise TypeError(f"not a position of Saucer Dice: {state!r}")
    return state


class SaucerDiceModule:
    """Saucer Dice, as the engine finds it."""

    id = "saucer-dice"
    shared = True
    cooperative = False
    verbs: frozenset[str] = frozenset()

    def load(self, bundles: Sequence[Bundle], players: int) -> SaucerDice:
        """The table made ready for so many players."""
        return SaucerDice(bundles[0], players)


MODULE = SaucerDiceModule()
