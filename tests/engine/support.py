"""What tests of the engine share: bundles of the sample decks, games played by chance, a game's log as text."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import engine
from builder.exports import bundling, target
from builder.exports.bundling import ExportRequest
from engine import modules
from engine.bots import bot
from engine.bundles import DeckBundle, read
from engine.core import Game, State, run, trace_text
from engine.modules import SHIPPED
from engine.running import play
from tests.support.commands import ROOT
from tests.support.gamecards import catalog

POOL = ""  # a query that all cards match
SCENARIOS = Path(__file__).parent / "scenarios"


def sample_decks(game: str) -> list[str]:
    """The sample decks of a game, by their file's name."""
    return sorted(path.stem for path in (ROOT / "cards" / game / "decks").glob("*.yaml"))


@cache
def document(game: str, deck: str, format_id: str = "") -> Mapping[str, Any]:
    """What the exported file of a sample deck holds; or, as its list may change, of two of each card of a query."""
    games = catalog(game)
    if deck == POOL or "=" in deck:
        cards = "".join(f"\n  {card.id}: 2" for card in games.search(deck, game))
        opened = games.parse_deck(f"name: {deck or 'All'}\ngame: {game}\ncards:{cards}")
    else:
        opened = games.open_deck(deck)
    engines = target("engine")
    made = engines.export(bundling.bundle(games, opened, engines, ExportRequest(format_id=format_id, force=True)))
    return json.loads(made.content)


@cache
def bundle(game: str, deck: str, format_id: str = "") -> DeckBundle:
    return read(document(game, deck, format_id), deck)


def rewritten(game: str, deck: str, change: Callable[[dict[str, Any]], object] = lambda data: None) -> dict[str, Any]:
    """What the exported file of a deck holds, with something changed; who calls may change more."""
    data = deepcopy(dict(document(game, deck)))
    change(data)
    return data


def with_cards(deck: DeckBundle, cards: Collection[str], times: int = 1) -> DeckBundle:
    """The deck with these of its cards alone, so many times; only these and what lies on the table is described."""
    listed = {name: tuple(one for one in all_ if one[0] in cards) * times for name, all_ in deck.sections.items()}
    there = {card for one in (*listed.values(), deck.supplies) for card, _ in one}
    return replace(deck, sections=listed, cards={card: deck.cards[card] for card in deck.cards if card in there})


@cache
def loaded(
    game: str, decks: tuple[str, ...], format_id: str = "", players: int = 0, always_ask: tuple[int, ...] = ()
) -> Any:
    return engine.load([bundle(game, deck, format_id) for deck in decks], players, always_ask)


def tables(game: str) -> list[tuple[str, ...]]:
    """Each sample table of a game, and each sample deck against the next one of its format."""
    return [decks for of in by_format(game).values() for decks in of]


@cache
def by_format(game: str) -> dict[str, list[tuple[str, ...]]]:
    """The tables of a game by the format of their decks."""
    found: dict[str, list[str]] = {}
    for deck in sample_decks(game):
        data = yaml.safe_load((ROOT / "cards" / game / "decks" / f"{deck}.yaml").read_text("utf-8"))
        found.setdefault(data["format"], []).append(deck)
    return {
        by: [(deck,) for deck in decks] if _one_deck(game, by) else [*zip(decks, decks[1:] + decks[:1], strict=True)]
        for by, decks in found.items()
    }


def _one_deck(game: str, format_id: str) -> bool:
    """Whether all players play with one deck, as the module says or the format."""
    data = yaml.safe_load((ROOT / "cards" / game / "formats" / f"{format_id}.yaml").read_text("utf-8"))
    if modules.find(game).shared or "players" in data:
        return modules.find(game).shared or data["players"].get("deck") == "table"
    bases = data.get("extends", [])
    return any(_one_deck(game, base) for base in ([bases] if isinstance(bases, str) else bases))


@cache
def named(game: str, section: str) -> frozenset[str]:
    """What a game calls its options (`choices`) or events (`log`): the pack has phrases for them."""
    phrases = yaml.safe_load((ROOT / "cards" / game / "phrases" / "en.yaml").read_text("utf-8"))
    return frozenset(phrases[section]) | ({"concede", "limit"} if section == "log" else set())


ALL_TABLES = [(game, decks) for game in SHIPPED for decks in tables(game)]
ONE_OF_EACH = [(game, tables(game)[0]) for game in SHIPPED]
OF_EACH_FORMAT = [(game, of[0]) for game in SHIPPED for of in by_format(game).values()]


def on_each(found: Sequence[tuple[str, tuple[str, ...]]]) -> pytest.MarkDecorator:
    """A test of each of these tables: the game's `name`, and its `decks`."""
    return pytest.mark.parametrize(("name", "decks"), found, ids=[f"{name}:{'+'.join(decks)}" for name, decks in found])


def chosen(state: State, chance: Random) -> int:
    """One of the options, by chance."""
    return state.opts[int(chance.random() * len(state.opts))]


def decisions(game: Game, seed: int, *, log: bool = False, most: int = 1_000_000) -> Iterator[Any]:
    """A game that is played by chance, before each of its decisions: to its end, or for so many."""
    state, chance = game.new(seed, log=log), Random(seed)
    while not state.over and state.decisions < most:
        yield state
        state.apply(chosen(state, chance))


def played(game: Game, seed: int, *, log: bool = False, most: int = 1_000_000) -> Any:
    """A game that is played by chance, to its end or for so many decisions."""
    return finish(game.new(seed, log=log), Random(seed), most)


def finish(state: State, chance: Random, most: int = 1_000_000) -> State:
    """Plays a game by chance to its end, or up to so many decisions."""
    while not state.over and state.decisions < most:
        state.apply(chosen(state, chance))
    return state


def set_up(game: Game, data: Mapping[str, Any], seed: int = 0) -> Any:
    """A position that is set up by hand, at its first decision, with a log."""
    state = game.position(data, seed)
    state.log = []
    run(state)
    return state


def offered(state: State) -> dict[str, int]:
    """The options by their words."""
    return {str(state.describe(option)): option for option in state.opts}


def take(state: State, *choices: str) -> None:
    """Takes the options of these words, one after the other."""
    for choice in choices:
        assert choice in offered(state), sorted(offered(state))
        state.apply(offered(state)[choice])


def greedy_reaches(game: Game, seeds: int) -> float:
    """What greedy reaches in all against chance, in two games of each seed: one from each seat."""
    greedy, by_chance = bot("greedy"), bot("random")
    return sum(
        (play(game, pair, seed).result or ())[seat]
        for seed in range(seeds)
        for seat, pair in enumerate([(greedy, by_chance), (by_chance, greedy)])
    )


def line(data: Mapping[str, Any]) -> str:
    """An entry of the log as a line of text: `damage player=0 place=core token=damaged`."""
    return " ".join([str(data["event"]), *(f"{k}={trace_text(v)}" for k, v in data.items() if k != "event")])


def log_lines(state: State) -> list[str]:
    """A state's log as lines of text."""
    return [line(state.game.event(event)) for event in state.log or ()]


def snapshot(state: State) -> Any:
    """All of a state that can change, to compare: every slot but the game and the log."""
    values = {slot: getattr(state, slot) for slot in type(state).declared if slot not in ("game", "log")}
    return {slot: snapshot(value) if isinstance(value, State) else repr(value) for slot, value in values.items()}
