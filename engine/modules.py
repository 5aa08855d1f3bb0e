"""Where game modules are found: those that come with Arsenal, and installed ones.

An installed package offers a game by the entry point group `arsenal.games`: the game's id, and an object that is a
`Module`. A file of Python is used by its path.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.bundles import DeckBundle
from engine.core import Game, Module
from engine.faults import EngineError

SHIPPED = {
    "saucer-dice": "engine.games.saucer_dice",
    "saucer-people": "engine.games.saucer_people",
    "invasion-tcg": "engine.games.invasion_tcg",
    "future-invaders": "engine.games.future_invaders",
    "rone-invasion": "engine.games.rone_invasion",
}
GROUP = "arsenal.games"
WANTED = ("id", "shared", "cooperative", "verbs", "load")  # the attributes of a module
_used: dict[Path, Module] = {}


def use(path: Path) -> Module:
    """Runs a file of Python; its game is then played by its `MODULE`. The code runs without any limits.

    Raises EngineError for a file that can't be read or run, or that has no such module.
    """
    path = path.resolve()
    if path in _used:
        return _used[path]
    values = {"where": str(path)}
    try:
        code = compile(path.read_bytes(), str(path), "exec")
    except (OSError, SyntaxError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise EngineError(f"{path} can't be read: {why}", "", "module-unread", {**values, "why": why}) from None
    found = ModuleType(f"module_of_{path.stem}")
    found.__file__ = str(path)
    sys.modules[found.__name__] = found  # so that its objects can be pickled, and its types found
    try:
        exec(code, found.__dict__)  # noqa: S102 - whoever names the file trusts it
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise EngineError(f"{path} fails: {why}", "", "module-fails", {**values, "why": why}) from error
    module: Any = getattr(found, "MODULE", None)
    if missing := [name for name in WANTED if not hasattr(module, name)]:
        help_ = "`arsenal new game NAME --engine` writes a module"
        raise EngineError(f"{path} has no MODULE with {missing[0]}", help_, "no-module-there", values)
    _used[path] = module
    return _used[path]


def used() -> tuple[Path, ...]:
    """The module files that `use` has run, for processes that play the same games."""
    return tuple(_used)


def find(game: str) -> Module:
    """The module of a game. If there is none, raises EngineError with the names of those that there are."""
    for own in reversed(_used.values()):
        if own.id == game:
            return own
    if game in SHIPPED:
        module: Module = import_module(SHIPPED[game]).MODULE
        return module
    installed = _installed()
    if game in installed:
        return _loaded(installed[game])
    known = ", ".join(sorted([*SHIPPED, *installed]))
    values = {"game": game, "known": known}
    raise EngineError(f"the engine has no module for the game {game}", f"it plays {known}", "no-module", values)


@cache
def _installed() -> dict[str, EntryPoint]:
    """The games of installed packages. To look through all packages takes some ms, and each page of a game asks."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _loaded(point: EntryPoint) -> Module:
    """The module of an installed package. Raises EngineError, with the package's name, if it offers something else."""
    try:
        found: Module = point.load()
    except Exception as error:
        raise EngineError(f"{point.value}, which brings the game {point.name}, can't be loaded: {error}") from error
    if missing := [name for name in WANTED if not hasattr(found, name)]:
        raise EngineError(f"{point.value}, which brings the game {point.name}, has no {missing[0]}")
    return found


def one_deck(bundle: DeckBundle) -> bool:
    """Whether all players play with this one deck; that depends on the game, or on the format."""
    return find(bundle.game).shared or bundle.players.one_deck


def load(bundles: Sequence[DeckBundle], players: int = 0, always_ask: Collection[int] = ()) -> Game:
    """Prepares the decks of a game for `players`, by default as many as there are decks, or as the deck is for.

    In a game or a format of one deck for all there is one bundle; otherwise one for each seat, in turn order, or for
    each team if each team has one deck. A game may skip questions whose options all have the same outcome, but not for
    the seats of `always_ask`.

    Raises EngineError for decks of different games or formats, a wrong number of players, seats that don't exist, and
    everything that the module can't play.
    """
    if not bundles:
        raise EngineError("there is no deck to play with")
    games = sorted({bundle.game for bundle in bundles})
    if len(games) > 1:
        raise EngineError(f"the decks are of different games: {', '.join(games)}")
    formats = sorted({bundle.format for bundle in bundles})
    if len(formats) > 1:
        values = {"formats": ", ".join(formats)}
        message = f"the decks are for different formats: {values['formats']}"
        raise EngineError(message, "export all for one format", "formats", values)
    module = find(games[0])
    first = bundles[0]
    shared = one_deck(first) and len(bundles) == 1
    teams = first.players.teams if first.players.team_deck else 0
    if module.shared and len(bundles) > 1:
        message = f"{first.game} is played with one deck for the whole table, and there are {len(bundles)}"
        raise EngineError(message, "", "one-deck", {"game": first.game, "there": str(len(bundles))})
    count = players or (first.for_players or first.players.low if shared or teams else len(bundles))
    if not shared and len(bundles) not in (teams or count, count):
        message = f"{count} players need {teams or count} decks, and there are {len(bundles)}"
        values = {"players": str(count), "decks": str(teams or count), "there": str(len(bundles))}
        raise EngineError(message, "name a deck for each", "decks", values)
    if not first.players.allows(count):
        who, name = first.players, first.format_name
        numbers = {"low": who.low, "high": who.high or 0, "teams": who.teams, "players": count}
        raise EngineError(f"{name} is for {who}, not {count}", "", "players", {**numbers, "format": name})
    if teams and len(bundles) == count:  # one for each seat
        bundles = bundles[:: count // teams]
    game = module.load(bundles, count)
    ask_always(game, always_ask)
    return game


def ask_always(game: Game, seats: Collection[int]) -> None:
    """Makes a game ask these seats even if all options have the same outcome. Call it before the game begins.

    Raises EngineError for seats that don't exist, and for a game of an installed module that can't do this.
    """
    if wrong := [seat for seat in seats if not 0 <= seat < game.players]:
        raise EngineError(
            f"always_ask names seat {wrong[0]}, and the seats of {game.players} players are 0 to {game.players - 1}"
        )
    if asked_always(game) != frozenset(seats):
        try:
            game.always_ask = frozenset(seats)
        except AttributeError:
            message = f"the module of {game.module.id} does not let anybody be always asked"
            raise EngineError(message, "", "always-ask", {"game": game.module.id}) from None


def asked_always(game: Game) -> frozenset[int]:
    """The seats that are asked even if all options have the same outcome; none if the game has no `always_ask`."""
    return getattr(game, "always_ask", frozenset())
