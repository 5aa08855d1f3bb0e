"""Invasion TCG: what the generic tests and the scenarios don't show."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import engine
from engine.bots import bot
from engine.core import State
from engine.games.invasion_tcg import rules
from engine.running import play
from tests.engine.support import (
    POOL,
    decisions,
    document,
    greedy_reaches,
    loaded,
    named,
    offered,
    played,
    rewritten,
    sample_decks,
    set_up,
    take,
)
from tests.support.gamecards import cards

NAME = "invasion-tcg"


def game() -> Any:
    return loaded(NAME, (POOL, POOL))


def position(*players: dict[str, Any], **data: Any) -> Any:
    return set_up(game(), {"players": [*players], **data})


def test_every_card_of_the_pack_is_in_a_sample_deck() -> None:
    """So that every card is played by the tests that play sample decks."""
    played = {card for deck in sample_decks(NAME) for card in document(NAME, deck)["cards"]}
    assert [card["id"] for card in cards(NAME) if card["id"] not in played] == []


@pytest.mark.long
def test_every_kind_of_choice_and_event_occurs() -> None:
    kinds, events = set(), set()
    for seed in range(40):
        factions = Random(seed).sample(("brood", "march", "skew", "tide", "strays"), 2)
        for state in decisions(loaded(NAME, tuple(f"faction={one}" for one in factions)), seed, log=True):
            kinds |= {state.describe(option).kind for option in state.opts}
        events |= {event[0] for event in state.log or ()}
    assert named(NAME, "choices") == kinds
    assert named(NAME, "log") - events <= {"tiebreaker", "draw-game", "concede", "limit"}


# What cards may say.


def load(change: Callable[[dict[str, Any]], object]) -> Any:
    """All cards, of which one player's say something else."""
    return engine.load([rewritten(NAME, POOL, change), document(NAME, POOL)])


def with_ability(ability: dict[str, Any], card: str = "podling") -> Any:
    return load(lambda data: data["cards"][card].update(abilities=[ability]))


def triggered(effect: dict[str, Any], event: str = "you-play-this") -> dict[str, Any]:
    return {"kind": "triggered", "when": {"event": event}, "effects": [effect]}


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        (triggered({"op": "teleport", "main": 1}), "doesn't know the verb teleport"),
        (triggered({"op": "draw", "main": 1}, "opponent-sneezes"), "the event opponent-sneezes"),
        (triggered({"op": "draw", "main": 31}), "from 0 to 30"),
        (triggered({"op": "gain", "main": {"gold": 1}}), "main.gold is not known"),
        (triggered({"op": "destroy", "main": 3}), "which cards"),
        (triggered({"op": "draw", "main": 1, "if": {"condition": "hit"}}), "no die was rolled"),
        ({"kind": "static", "effects": [{"op": "draw", "main": 1}]}, "draw while its card is in play"),
        ({"kind": "played", "effects": [{"op": "draw", "main": 1}]}, "creature with an effect that is played"),
        ({"kind": "activated", "use": "twice", "effects": [{"op": "draw", "main": 1}]}, "once on your turn"),
    ],
)
def test_what_the_engine_does_not_know_is_named_with_its_card(ability: dict[str, Any], said: str) -> None:
    with pytest.raises(engine.EngineError) as fault:
        with_ability(ability)
    assert "cards.podling.abilities[0]" in fault.value.message
    assert said in fault.value.message


def test_a_spell_with_an_effect_that_stands_in_play_is_refused() -> None:
    ability = {"kind": "static", "effects": [{"op": "max-dice", "main": 1}]}
    with pytest.raises(engine.EngineError, match="play a spell with an effect that is static"):
        with_ability(ability, "seedfall")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["format"]["setup"].update(life=0), "setup.life"),
        (lambda data: data["format"]["setup"].update(hand=10**9), "setup.hand"),
        (lambda data: data["format"]["setup"].update(dice="d20"), "setup.dice"),
        (lambda data: data["game"]["rules"].pop("attack"), "rules.attack"),
        (lambda data: data["game"]["rules"]["end"].update(ties=["coin"]), "rules.end.ties"),
        (lambda data: data["game"]["rules"]["creature-effects"].update(uses="many"), "rules.creature-effects.uses"),
    ],
)
def test_facts_that_make_no_sense_are_named(change: Callable[[dict[str, Any]], Any], said: str) -> None:
    with pytest.raises(engine.EngineError, match=said):
        load(change)


def test_three_players_are_refused() -> None:
    with pytest.raises(engine.EngineError, match="2"):
        engine.load([document(NAME, POOL)] * 3)


def test_a_loop_ends_the_game_as_a_draw() -> None:
    """A card that no pack has: whatever is discarded is drawn and discarded again."""
    again = (("shuffle", "graveyard"), ("draw", 1), ("discard", 1))
    effects = [{"op": op, "main": main, "who": "opponent"} for op, main in again]
    abilities = [{"kind": "triggered", "when": {"event": "opponent-discards"}, "effects": effects}]
    table = load(lambda data: data["cards"]["podling"].update(type="battlefield", abilities=abilities))
    players = [{"battlefield": "podling"}, {"hand": ["two-sided-coin"], "deck": []}]
    state = set_up(table, {"active": 1, "players": players})
    state.apply(next(option for option in state.opts if state.describe(option).kind == "additional-draw"))
    assert state.result == (0.5, 0.5)


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_TURNS", 3)
    assert played(game(), 1).result == (0.5, 0.5)


def test_a_reroll_that_arrives_after_the_attack_was_declared_is_not_used() -> None:
    table = load(lambda d: d["cards"]["reed-piper"].update(abilities=d["cards"]["coin-eyed-clerk"]["abilities"]))
    mine = {"hand": ["spring-tide", "spring-tide"], "graveyard": ["reed-piper"], "creatures": ["undertow-wyrm"]}
    for before in (True, False):
        state = set_up(table, {"players": [mine, {}]})
        take(state, *(("play spring-tide", "attack") if before else ("attack", "play spring-tide")))
        assert ("stop" in offered(state)) == before


def test_two_decks_that_only_defend_come_to_an_end() -> None:
    """Nine Gates against itself once went on for ever: more life was gained than taken, and decks never run out.

    Whoever plays by chance may still not end it before the limit of turns.
    """
    for seed in (1, 2):  # a long game and a short one
        state = play(loaded(NAME, ("nine-gates", "nine-gates")), [bot("greedy"), bot("greedy")], seed)
        assert sorted(state.result or ()) == [0.0, 1.0]
        assert state.turn < 300


def test_a_creatures_effect_may_be_renewed_each_turn_where_the_rules_say_so() -> None:
    for until, used in (("each-turn", 0), ("own-turn", 1)):
        table = load(lambda data, until=until: data["game"]["rules"]["creature-effects"].update(until=until))
        used_once = [{"creatures": [{"card": "toll-reeve", "used": 1}]}]
        state = set_up(table, {"active": 1, "step": "start", "players": used_once})
        assert table.view(state, 0)["seats"][0]["field"][0]["marks"].get("used", 0) == used


# What is known.


def known(state: State, viewer: int, seat: int, area: str) -> list[str]:
    """The ids of the cards that a seat knows in a player's hand or deck."""
    lies = state.view(viewer)["seats"][seat][area]
    return [card["card"] for card in (lies if area == "hand" else lies["known"]) if card["card"]]


def test_cards_at_the_bottom_of_a_deck_stay_known_until_it_is_shuffled() -> None:
    cards = ["rising-water", "spring-tide", "reed-piper"]
    state = position({"battlefield": "drowned-chapel", "graveyard": cards}, {})
    take(state, "use drowned-chapel", "bury spring-tide", "bury rising-water")
    for seat in (0, 1):
        assert known(state, seat, 0, "deck") == ["reed-piper", "rising-water", "spring-tide"]
        for seed in range(5):
            world = state.game.determinize(state, seat, seed)
            assert known(world, seat, 0, "deck") == ["reed-piper", "rising-water", "spring-tide"]


def test_a_shuffle_ends_what_is_known_of_a_deck() -> None:
    mine = {"battlefield": "drowned-chapel", "deck": ["reed-piper"], "graveyard": ["podling", "rising-water"] * 2}
    state = position(mine, {"hand": ["salt-the-graves"]})
    take(state, "use drowned-chapel", "bury podling", "bury podling")
    assert len(known(state, 1, 0, "deck")) == 3
    take(state, "play salt-the-graves")
    for seat in (0, 1):
        assert known(state, seat, 0, "deck") == []


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_that_was_returned_is_known_to_the_opponent(seat: int) -> None:
    mine = {"hand": ["reed-piper"], "graveyard": ["undertow-wyrm"]}
    state = position(*([mine, {}] if seat == 0 else [{}, mine]), active=seat)
    take(state, "play reed-piper", "return undertow-wyrm")
    assert known(state, 1 - seat, seat, "hand") == ["undertow-wyrm"]


def test_a_card_that_was_seen_is_known_in_the_hand_until_it_is_played() -> None:
    state = position({"hand": ["podling", "podling"], "known": ["podling"]}, {})
    assert known(state, 1, 0, "hand") == ["podling"]
    take(state, "play podling")
    assert known(state, 1, 0, "hand") == []
    assert known(state, 0, 0, "hand") == ["podling"]


def test_an_imagined_world_may_hold_other_cards_but_those_that_were_seen() -> None:
    state = position({}, {"hand": ["fire-juggler", "landslide", "forced-march"], "known": ["landslide"]})
    hands = set()
    for seed in range(40):
        world = state.game.determinize(state, 0, seed)
        hand = [state.game.cards[card].id for card in world.hand[1]]
        assert "landslide" in hand
        assert len(hand) == 3
        hands.add(tuple(sorted(hand)))
    assert len(hands) > 10


def test_the_order_of_ones_own_deck_is_not_known() -> None:
    state = game().new(5)
    orders = {tuple(state.game.determinize(state, state.who, seed).deck[state.who]) for seed in range(10)}
    assert len(orders) == 10


def test_what_is_drawn_is_seen_by_its_player_only() -> None:
    state = played(game(), 3, log=True, most=30)
    draws = [event for event in state.log or () if event[0] == "draw"]
    assert draws
    for event in draws:
        assert "card" in state.game.event(event, event[1])
        assert "card" in state.game.event(event)
        assert "card" not in state.game.event(event, 1 - event[1])


# Options.


def test_copies_are_one_option_and_creatures_that_differ_are_two() -> None:
    theirs = ["sac-spitter", {"card": "sac-spitter", "used": 1}, "podling", "podling"]
    state = position({"hand": ["massed-volley", "massed-volley", "countermand"]}, {"creatures": theirs})
    assert sum(choice == "play massed-volley" for choice in map(str, map(state.describe, state.opts))) == 1
    take(state, "play massed-volley")
    assert offered(state).keys() == {
        "destroy sac-spitter player=1",
        "destroy sac-spitter player=1 used=1",
        "destroy podling player=1",
    }


def test_each_set_of_attackers_is_offered_once() -> None:
    creatures = ["coin-eyed-clerk", "coin-eyed-clerk", "doorstep-cousin"]
    state = position({"creatures": creatures})
    take(state, "attack")
    sets = []
    waiting = [state]
    while waiting:
        state = waiting.pop()
        for option in state.opts:
            other = state.clone()
            other.log = []
            other.apply(option)
            attackers = [other.game.cards[event[2]].id for event in other.log if event[0] == "attacks"]
            if attackers:
                sets.append(sorted(attackers))
            else:
                waiting.append(other)
    clerk, cousin = "coin-eyed-clerk", "doorstep-cousin"
    assert sorted(sets) == sorted([[clerk], [cousin], [clerk, clerk], [clerk, cousin], [clerk, clerk, cousin]])


# How positions look.


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"life": 19}, {"life": 15, "hand": ["podling"]}),
        ({"creatures": ["podling"]}, {}),
        ({"creatures": ["podling"], "battlefield": "hatchery-crater"}, {"creatures": ["podling"]}),
        ({"hand": ["podling"]}, {}),
        ({"creatures": ["podling"] * 2 + ["the-gorge-matron"]}, {"creatures": ["podling"] * 2 + ["seed-herald"]}),
    ],
)
def test_more_of_anything_looks_better(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    table = game()
    even = table.position({"attacked": True})
    assert abs(table.evaluate(even, 0)) < 1e-9
    state = table.position({"attacked": True, "players": [mine, theirs]})
    assert table.evaluate(state, 0) > 0
    assert table.evaluate(state, 1) == -table.evaluate(state, 0)


def test_greedy_beats_chance() -> None:
    """More than 90 games of 100 were measured; here as few as show it."""
    assert greedy_reaches(game(), 3) >= 4
