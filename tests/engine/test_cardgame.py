"""A game of one's own: the module that a new game starts with, and cards that say more than the first ones do."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from builder.authoring.new import module_of
from engine import modules
from engine.bundles import read
from engine.core import State, run
from engine.effects import verbs
from engine.effects.cardgame import MOST_EFFECTS, Table
from engine.games.future_invaders import plans as future_invaders
from engine.state import instances
from tests.engine.support import chosen, finish, greedy_reaches, log_lines, rewritten, snapshot, take
from tests.support.commands import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "arsenal-moon-duel" / "arsenal_moon_duel.py"
CREATURE = {"take": "one", "kinds": ["creature"]}
DRAW = {"op": "draw", "main": 1}


def spell(*effects: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "spell", "cost": 0, "abilities": [{"kind": "played", "effects": list(effects)}]}


def when(event: str, *effects: Mapping[str, Any], **card: Any) -> dict[str, Any]:
    ability = {"kind": "triggered", "when": {"event": event, "card": card or {"ref": "this"}}, "effects": list(effects)}
    return {"type": "creature", "cost": 0, "power": 1, "abilities": [ability]}


CARDS: dict[str, dict[str, Any]] = {
    "imp": {"type": "creature", "cost": 1, "power": 1},
    "ogre": {"type": "creature", "cost": 3, "power": 3, "keywords": ["guard"]},
    "runner": {"type": "creature", "cost": 1, "power": 2, "keywords": ["swift"]},
    "bolt": spell({"op": "deal", "main": 2, "to": CREATURE}),
    "storm": spell({"op": "deal", "main": 1, "to": {"take": "each", "side": "enemy", "kinds": ["creature"]}}),
    "twins": spell({"op": "destroy", "main": {"take": "up-to", "n": 2, "kinds": ["creature"]}}),
    "home": spell(
        {"op": "return", "main": CREATURE}, {"op": "gain", "main": {"spark": 2}, "if": {"condition": "it is yours"}}
    ),
    "tithe": spell({"op": "lose", "main": {"health": 2}, "who": "opponent"}, {"op": "draw", "main": 1, "may": True}),
    "rot": spell({"op": "mill", "main": 2, "who": "each player"}, {"op": "discard", "main": 1, "who": "each opponent"}),
    "herald": when("played", {"op": "gain", "main": {"spark": 1}}),
    "martyr": when("destroyed", {"op": "draw", "main": 2}),
    "mourner": when(
        "destroyed", {"op": "gain", "main": {"health": 1}}, take="one", side="own", other=True, kinds=["creature"]
    ),
    "fork": spell({"op": "either", "main": [DRAW, {"op": "gain", "main": {"health": 3}}]}),
    "scroll": {"type": "spell", "cost": 0, "text": "Look at the moon."},
}


@pytest.fixture(scope="module", autouse=True)
def _its_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    path = tmp_path_factory.mktemp("module") / "moon_duel.py"
    path.write_text(module_of("Moon Duel"), "utf-8")
    modules.use(path)
    yield
    modules._used.clear()


def deck(cards: Mapping[str, Mapping[str, Any]] = CARDS) -> dict[str, Any]:
    described = {
        name: {"set": "core", "id": name, "number": number, "name": name.title(), **card}
        for number, (name, card) in enumerate(cards.items(), 1)
    }
    return {
        "schema": "arsenal/engine-deck",
        "version": 4,
        "game": {"id": "moon-duel", "name": "Moon Duel", "edition": "1", "resources": {}, "zones": {}, "rules": {}},
        "format": {"id": "standard", "name": "Standard", "setup": {"hand": 4}, "sections": ["main"], "clauses": {}},
        "deck": {"name": "All", "author": "", "description": ""},
        "verdict": {"legal": True, "date": "2026-01-01", "violations": []},
        "sections": {"main": [{"id": name, "count": 2} for name in cards]},
        "cards": described,
    }


@pytest.fixture(scope="module")
def game(_its_module: None) -> Any:
    return engine.load([deck(), deck()])


def at(game: Any, hand: list[str], own: Sequence[str] = (), other: Sequence[str] = ()) -> Table:
    """The first turn, with these cards in the hand and in play."""
    state = game.new(1, log=True)
    for seat in (0, 1):
        state.deck[seat] += state.hand[seat]
        state.hand[seat] = []
    for zone, seat, names in ((state.hand, 0, hand), (state.field, 0, own), (state.field, 1, other)):
        for name in names:
            card = next(card for card in state.deck[seat] if state.game.cards[card].id == name)
            state.deck[seat].remove(card)
            zone[seat].append(card)
    state.stack[-1][1] -= 1  # the offer is made again
    state.log = []
    run(state)
    return state


def names(state: Table, cards: list[int]) -> list[str]:
    return sorted(state.game.cards[card].id for card in cards)


def test_the_example_is_what_a_new_game_gets() -> None:
    assert EXAMPLE.read_text("utf-8") == module_of("Moon Duel")
    assert len(module_of("Moon Duel").splitlines()) <= 60


def test_cards_are_played_from_what_they_say(game: Any) -> None:
    state = at(game, ["bolt", "imp"], other=["imp", "ogre"])
    assert "play ogre" not in {str(state.describe(option)) for option in state.options}
    take(state, "play bolt", "target imp")
    assert (names(state, state.field[1]), names(state, state.discard[1])) == (["ogre"], ["imp"])
    take(state, "play imp")
    assert (names(state, state.field[0]), names(state, state.discard[0])) == (["imp"], ["bolt"])
    assert state.values[0]["spark"] == 0


def test_each_up_to_may_and_if(game: Any) -> None:
    state = at(game, ["storm", "twins", "home", "tithe"], own=["runner"], other=["imp", "imp", "ogre"])
    take(state, "play storm")
    assert names(state, state.field[1]) == ["ogre"]
    take(state, "play home", "target runner")
    assert (state.field[0], state.values[0]["spark"]) == ([], 3)
    take(state, "play twins", "target ogre")
    assert state.field[1] == []
    before = len(state.hand[0])
    take(state, "play tithe", "pass")
    assert (state.values[1]["health"], len(state.hand[0])) == (10, before - 1)


def test_events_set_off_what_waits_for_them(game: Any) -> None:
    state = at(game, ["herald", "twins"], own=["martyr", "mourner"])
    take(state, "play herald")
    assert state.values[0]["spark"] == 2
    take(state, "play twins", "target martyr", "pass")
    assert (len(state.hand[0]), state.values[0]["health"]) == (2, 13)
    take(state := at(game, ["scroll"]), "play scroll")
    assert "words-alone player=0 card=scroll" in log_lines(state)


def test_either_of_several_effects_is_chosen(game: Any) -> None:
    state = at(game, ["fork"])
    take(state, "play fork", "either number=2")
    assert state.values[0]["health"] == 15


def test_a_verb_that_exists_elsewhere_is_given_to_a_game_by_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(future_invaders.VERBS, "either", verbs.either)
    data = rewritten("future-invaders", "faction=terrans")
    rich = dict.fromkeys(data["game"]["resources"], 12)
    card = next(card for card, said in data["cards"].items() if said["type"] == "action")
    choices = [DRAW, {"op": "draw", "main": 3}]
    data["cards"][card]["abilities"] = [{"kind": "played", "effects": [{"op": "either", "main": choices}]}]
    state = engine.load([data, data]).position({"seats": [{"hand": [card], "resources": rich}]})
    run(state)
    while (option := next((o for o in state.options if state.describe(o).kind == "play"), -1)) < 0 or state.who:
        state.apply(state.options[0])
    before = len(state.view(0)["seats"][0]["hand"])
    state.apply(option)
    while state.about != "either":
        state.apply(state.options[0])
    state.apply(state.options[1])
    assert len(state.view(0)["seats"][0]["hand"]) == before - 1 + 3


def test_creatures_attack_where_no_guard_stands(game: Any) -> None:
    state = at(game, ["runner", "storm"], other=["imp"])
    take(state, "play runner", "attack runner", "target player=1")
    assert (state.who, state.values[1]["health"]) == (0, 10)
    assert not any(state.describe(option).kind == "attack" for option in state.options)
    state = at(game, ["runner"], other=["ogre", "imp"])
    take(state, "play runner", "attack runner")
    assert [str(state.describe(option)) for option in state.options] == ["target ogre", "target imp"]


def test_games_by_chance_end_lose_no_card_and_are_the_same_again(game: Any) -> None:
    for seed in range(4):
        first, second = (by_chance(game, seed) for _ in range(2))
        assert log_lines(first) == log_lines(second)
        assert sum(first.result or ()) == 1


def by_chance(game: Any, seed: int) -> State:
    chance = Random(seed)
    state = game.new(seed, log=True)
    everything = sorted(instances(state))
    while not state.over:
        assert sorted(instances(state)) == everything
        if chance.random() < 0.1:
            before = snapshot(state)
            finish(state.clone(), chance)
            assert snapshot(state) == before
        if chance.random() < 0.1:
            for seat in (0, 1):
                world = game.determinize(state, seat, chance.getrandbits(60))
                assert game.view(world, seat) == game.view(state, seat)
                assert world.options
                if world.who == seat:
                    assert world.options == state.options
        assert max(state.options) < game.actions
        state.apply(chosen(state, chance))
    return state


def test_greedy_beats_chance(game: Any) -> None:
    assert greedy_reaches(game, 10) >= 16


def test_cards_that_set_each_other_off_for_ever_are_cut() -> None:
    many = [{"op": "gain", "main": {"spark": 1}}] * 10
    ability = {"kind": "triggered", "when": {"event": "played", "card": {"take": "one", "kinds": ["creature"]}}}
    cards = {**CARDS, "crowd": {"type": "creature", "cost": 0, "power": 1, "abilities": [ability | {"effects": many}]}}
    game = engine.load([deck(cards), deck(cards)])
    state = at(game, ["imp"], own=["crowd", "crowd"])
    state.effects = MOST_EFFECTS - 2
    take(state, "play imp")
    assert "limit limit=effects most=300" in log_lines(state)
    assert state.values[0]["spark"] == 10, "one was set off, the other was not"


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (spell({"op": "fly", "main": 1}), "doesn't know the verb fly"),
        (spell({"op": "gain", "main": {"gold": 1}}), "main.gold is not known"),
        (spell({"op": "draw", "main": 1, "if": {"condition": "full moon"}}), "can't play full moon here"),
        ({"type": "spell", "abilities": [{"kind": "static", "effects": [DRAW]}]}, "that is static"),
    ],
)
def test_what_can_not_be_played_is_named(card: dict[str, Any], said: str) -> None:
    with pytest.raises(engine.EngineError, match=rf"cards\.odd.*{said}"):
        engine.load([deck(CARDS | {"odd": card})] * 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "can't be read: no such file"),
        ("a b", "can't be read: invalid syntax"),
        ("1/0", "fails: Zero"),
        ("x = 1", "no MODULE"),
    ],
)
def test_a_module_that_is_none_is_refused(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text)
    with pytest.raises(engine.EngineError, match=said):
        modules.use(path)
    assert path.resolve() not in modules.used()


def test_three_players_are_refused() -> None:
    with pytest.raises(engine.EngineError, match="for 2 players with a deck each"):
        engine.load([read(deck())] * 3)
