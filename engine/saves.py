"""Saved games: the decks, the seed and the options that were taken. From these a game is played again to its position.

A saved game may come from anybody. Everything that is wrong in it raises an EngineError, and the work that it causes
is limited.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import bundles, modules
from engine.core import Game, State
from engine.facts import Facts
from engine.faults import EngineError

SCHEMA = "arsenal/saved-game"
VERSION = 2
READS = (1, VERSION)  # version 1 has no concessions
MOST_BYTES = 64_000_000
MOST_OPTIONS = 100_000  # more than any game needs
MOST_ACTIONS = 1_000_000_000  # options are numbers below this
MOST_PLAYERS = 100
MOST_CONCEDED = 1_000
LONGEST_NAME = 80
Conceded = tuple[int, int]  # the number of options before the concession, and the seat
_KEYS = (
    "schema", "version", "bundles", "seats", "players", "seed", "names", "always-ask", "options", "conceded", "digest",
)  # fmt: skip
_HELP = "`arsenal play --save FILE` writes a saved game"


@dataclass(frozen=True)
class Save:
    """A saved game: its seed, and the options taken so far, one for each decision.

    `conceded` are the concessions. `names` are for the programs that save and load: which seat is a person's, and which
    a bot's. `digest` is a hash of what the options meant; it differs if the game's rules have changed since.
    """

    game: Game
    seed: int
    options: tuple[int, ...]
    names: tuple[str, ...] = ()
    conceded: tuple[Conceded, ...] = ()
    digest: str = ""

    def played(self, *, log: bool = False) -> Iterator[State]:
        """Plays the options again: yields the state before each of them, and at last the saved position.

        Concessions come before the next state is yielded. All yields are the same object, which plays on; with `log`
        it notes all events. Raises EngineError for an option that the state doesn't offer, and for a seat that can't
        concede.
        """
        state = self.game.new(self.seed, log=log)
        leaving = list(enumerate(self.conceded))
        for number, option in enumerate(self.options):
            _concede(state, leaving, number)
            yield state
            if option not in state.options:
                offered = ", ".join(map(str, state.options[:20])) or "none, as the game is over"
                raise EngineError(f"options[{number}] is {option}, and the options are {offered}")
            state.apply(option)
        _concede(state, leaving, len(self.options))
        yield state

    def state(self, *, log: bool = False) -> State:
        """The position that was saved. Raises EngineError as `played` does."""
        *_, last = self.played(log=log)
        return last


def _concede(state: State, leaving: list[tuple[int, Conceded]], taken: int) -> None:
    """Concedes for the seats that did so after `taken` options."""
    while leaving and leaving[0][1][0] == taken:
        number, (_, seat) = leaving.pop(0)
        if seat not in state.remaining:
            raise EngineError(f"conceded[{number}]: seat {seat} is not in the game then")
        state.concede(seat)


def save(
    game: Game, seed: int, options: Sequence[int], names: Sequence[str] = (), conceded: Sequence[Conceded] = ()
) -> dict[str, Any]:
    """A game as plain data, for a JSON file: `seed` is that of `game.new`, `options` are those applied since.

    `conceded` are the concessions, each with the number of options before it.
    """
    distinct: list[Mapping[str, Any]] = []
    seats = []
    for bundle in game.bundles:
        if bundle.data not in distinct:
            distinct.append(bundle.data)
        seats.append(distinct.index(bundle.data))
    always = sorted(modules.asked_always(game))
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "bundles": distinct,
        "seats": seats,
        "players": game.players,
        "seed": seed,
        "names": list(names),
        **({"always-ask": always} if always else {}),
        "options": list(options),
        "conceded": [list(one) for one in conceded],
        "digest": digest(game, seed, options, conceded),
    }


def read_file(path: Path) -> Save:
    """Reads a saved game from a JSON file and plays its options again. Raises EngineError for all that is wrong."""
    return read(bundles.read_json(path, MOST_BYTES, _HELP), str(path))


def read(data: object, where: str = "saved game") -> Save:
    """A saved game from the data of its JSON; plays its options again.

    Raises EngineError for everything that is wrong, also for an option that its rules don't offer.
    """
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise EngineError(f"{where} is not a saved game", _HELP, "no-save", {"where": where})
    if (version := data.get("version")) not in READS or type(version) is not int:
        quoted = json.dumps(version)[:20]
        raise EngineError(
            f"{where} has version {quoted} of the format, and this engine reads {' and '.join(map(str, READS))}"
        )
    facts = Facts(data, f"{where}: save")
    facts.only(*_KEYS)
    seed = facts.number("seed", 0, (1 << 64) - 1)
    game = _game(facts, where)
    names = facts.words("names", (), [])
    if any(len(name) > LONGEST_NAME for name in names) or len(names) not in (0, game.players):
        asked = f"names of at most {LONGEST_NAME} characters for {game.players} players"
        raise EngineError(f"{facts.where}.names should be {asked}")
    options = facts.numbers("options", 0, MOST_ACTIONS, most=MOST_OPTIONS)
    conceded = _conceded(facts, len(options))
    try:
        now = digest(game, seed, options, conceded)
    except EngineError as error:
        raise EngineError(f"{where}: {error.message}", error.help) from None
    if data.get("digest", now) != now:
        message = f"{where}: its options mean something else now, so the rules have changed since it was saved"
        help_ = "play it with the version of Arsenal that saved it"
        raise EngineError(message, help_, "other-rules", {"where": where})
    return Save(game, seed, options, names, conceded, now)


def _conceded(facts: Facts, options: int) -> tuple[Conceded, ...]:
    """The concessions, in order; empty if the data has none."""
    found = facts.pairs("conceded", "a number of options and a seat", MOST_CONCEDED)
    before = 0
    for number, (after, _) in enumerate(found):
        if not before <= after <= options:
            where = f"{facts.where}.conceded[{number}]"
            raise EngineError(f"{where} is after {after} options, out of order or beyond the last")
        before = after
    return tuple(found)


def _game(facts: Facts, where: str) -> Game:
    """The game with its decks in their seats."""
    players = facts.number("players", 1, MOST_PLAYERS)
    given = facts.items("bundles", MOST_PLAYERS)
    decks = [bundles.read(bundle, f"{where}: bundles[{number}]") for number, bundle in enumerate(given)]
    seats = facts.numbers("seats", 0, max(0, len(decks) - 1), most=MOST_PLAYERS)
    asked = facts.numbers("always-ask", 0, players - 1, [], MOST_PLAYERS)
    return modules.load([decks[seat] for seat in seats if decks], players, asked)


def digest(game: Game, seed: int, options: Sequence[int], conceded: Sequence[Conceded] = ()) -> str:
    """A hash of what the options meant, in hex digits. Raises EngineError for an option that was not offered."""
    hash_ = hashlib.blake2b(digest_size=16)
    for after, seat in conceded:
        hash_.update(f"{after} {seat} concedes\n".encode())
    played = Save(game, seed, tuple(options), conceded=tuple(conceded)).played()
    for state, option in zip(played, (*options, None), strict=True):
        if option is not None and option in state.options:
            hash_.update(f"{state.who} {state.describe(option)}\n".encode())
    return hash_.hexdigest()
