"""Plays games from the bundles that `arsenal export --to engine` makes.

The engine reads bundles and nothing else, and needs only Python's standard library.

    import engine
    game = engine.load([bundle, other_bundle])    # dictionaries as the JSON files have them, or paths
    state = game.new(seed=1)
    while state.result is None:
        state.apply(state.options[0])
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import modules
from engine.bundles import DeckBundle, read, read_file
from engine.core import Choice, Game, Module, State, seed_of
from engine.faults import EngineError

__all__ = ["Choice", "DeckBundle", "EngineError", "Game", "Module", "State", "load", "seed_of"]


def load(
    bundles: Sequence[DeckBundle | Mapping[str, Any] | str | Path],
    players: int = 0,
    always_ask: Collection[int] = (),
) -> Game:
    """Prepares the decks of these bundles for play; `game.new(seed)` begins a game.

    A bundle is a path to a JSON file, or the data of such a file. In a game with one deck for the whole table there is
    one bundle, and `players` is the number of players; otherwise there is one bundle for each player. The seats of
    `always_ask` are asked even if all options have the same outcome; for others such questions are skipped.

    Raises EngineError, with the reason, for a bundle that can't be read or played.
    """
    return modules.load([_bundle(b, n) for n, b in enumerate(bundles, start=1)], players, always_ask)


def _bundle(given: DeckBundle | Mapping[str, Any] | str | Path, number: int) -> DeckBundle:
    if isinstance(given, DeckBundle):
        return given
    if isinstance(given, (str, Path)):
        return read_file(Path(given))
    return read(given, f"bundle {number}")
