"""What tests of the engine share: bundles of the sample decks, games played by chance, a game told as text."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import engine
from builder.workspace import Workspace
from engine.bundles import Bundle, read
from engine.core import State
from engine.modules import SHIPPED, Game, one_deck, said_of
from tests.support.commands import ROOT

SCENARIOS = Path(__file__).parent / "scenarios"


def sample_decks(game: str) -> list[str]:
    """The sample decks of a game, by their file's name."""
    return sorted(path.stem for path in (ROOT / "cards" / game / "decks").glob("*.yaml"))


@cache
def document(game: str, deck: str, format_id: str = "") -> Mapping[str, Any]:
    """What the exported file of a sample deck holds."""
    with tempfile.TemporaryDirectory() as folder, Workspace(ROOT / "cards") as workspace:
        path = Path(folder) / "deck.json"
        deck_file = ROOT / "cards" / game / "decks" / f"{deck}.yaml"
        workspace.export(deck_file, to="engine", path=path, format=format_id, force=True)
        data: dict[str, Any] = json.loads(path.read_text())
        return data


@cache
def bundle(game: str, deck: str, format_id: str = "") -> Bundle:
    return read(document(game, deck, format_id), deck)


@cache
def loaded(game: str, decks: tuple[str, ...], format_id: str = "", players: int = 0) -> Game:
    return engine.load([bundle(game, deck, format_id) for deck in decks], players)


def tables(game: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each sample table or pairing of a game, with its number of players."""
    decks = sample_decks(game)
    for index, deck in enumerate(decks):
        if one_deck(bundle(game, deck)):
            yield (deck,), 0
        else:
            same = [other for other in decks[index:] if bundle(game, other).format == bundle(game, deck).format]
            yield from (((deck, other), 2) for other in same)


ALL_TABLES = [
    (game, decks, players) for game in SHIPPED if (ROOT / "engine/games").joinpath(game.replace("-", "_")).exists()
    or (ROOT / "engine/games" / f"{game.replace('-', '_')}.py").exists() for decks, players in tables(game)
]  # fmt: skip


def chosen(state: State, chance: Random) -> int:
    """One of the options, by chance."""
    return state.opts[int(chance.random() * len(state.opts))]


def played(game: Game, seed: int, *, log: bool = False, most: int = 1_000_000) -> State:
    """A game that is played by chance, to its end or for so many decisions."""
    chance = Random(seed)
    state = game.new(seed, log=log)
    while not state.over and state.decisions < most:
        state.apply(chosen(state, chance))
    return state


def line(data: Mapping[str, Any]) -> str:
    """An entry of the log as a line of text: `damage player=0 place=core token=damaged`."""
    return " ".join([str(data["event"]), *(f"{k}={said_of(v)}" for k, v in data.items() if k != "event")])


def told(state: State) -> list[str]:
    """All that a state's log tells."""
    return [line(state.game.event(event)) for event in state.log or ()]


def snapshot(state: State) -> Any:
    """All of a state that can change, to compare: every slot but the game and the log."""
    slots = [slot for kind in type(state).__mro__ for slot in getattr(kind, "__slots__", ())]
    values = {slot: getattr(state, slot) for slot in slots if slot not in ("game", "log")}
    return {slot: snapshot(value) if isinstance(value, State) else repr(value) for slot, value in values.items()}
