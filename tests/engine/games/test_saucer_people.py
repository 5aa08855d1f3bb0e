"""Invasion of the Saucer People!: decks that can't be played, positions, hidden cards, and what whole games show."""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

import engine
from engine.bots import bot
from engine.faults import EngineError
from engine.games.saucer_people.view import fitting
from engine.running import play
from tests.engine.support import decisions, finish, loaded, named, played, rewritten, set_up

GAME = "saucer-people"
FORMATS = ["standard", "major-invasion", "trading-crews", "open-hands"]
ORIGINS = ["origins-2008", "origins-2008-major-invasion"]
TABLES = [("loose-wires", name) for name in FORMATS] + [("the-ceres-connection", name) for name in ORIGINS]


def table(deck: str = "loose-wires", format_id: str = "", players: int = 3) -> Any:
    return loaded(GAME, (deck,), format_id, players)


def changed(change: Callable[[dict[str, Any]], object], deck: str = "loose-wires", players: int = 3) -> Any:
    """A sample deck in which something is written otherwise."""
    return engine.load([rewritten(GAME, deck, change)], players)


def ability(data: Mapping[str, Any], card: str) -> dict[str, Any]:
    return data["cards"][card]["abilities"][0]


def rule(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    return data["game"]["rules"][name]


def without(data: dict[str, Any], section: str, *cards: str) -> None:
    data["sections"][section] = [card for card in data["sections"][section] if card["id"] not in cards]


# ---------------------------------------------------------------- decks


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: ability(d, "jack-of-clubs")["effects"][0].update(op="explode"), "doesn't know the verb explode"),
        (lambda d: ability(d, "queen-of-hearts").update(during="system attack"), "can't play fly with main home"),
        (lambda d: ability(d, "king-of-spades").update(during="planetary attack"), "can't play call with main"),
        (lambda d: ability(d, "king-of-hearts")["effects"][0].update(main=2), "can't play capture with main 2"),
        (lambda d: ability(d, "king-of-hearts")["effects"].pop(1), "can't play capture with main 1"),
        (lambda d: ability(d, "jack-of-clubs").update(kind="triggered"), "can't play double with main card"),
        (lambda d: ability(d, "jack-of-clubs").update(use="twice"), "cards.jack-of-clubs.abilities[0]: the engine"),
        (lambda d: ability(d, "jack-of-clubs").update(limit="twice"), "how often or when"),
        (lambda d: ability(d, "jack-of-clubs")["effects"][0].update(of="foes"), "can't play double with of foes"),
        (lambda d: ability(d, "jack-of-clubs")["effects"][1].update(may=True), "can't play turn-down"),
        (lambda d: d["cards"]["jack-of-clubs"].pop("suit"), "cards.jack-of-clubs has abilities for cards of its suit"),
        (lambda d: d["cards"]["joker-red"].update(value=3), "cards.joker-red: a malfunction has no value"),
        (lambda d: d["cards"]["ten-of-clubs"].update(value=-1), "cards.ten-of-clubs.value is -1"),
        (lambda d: d["cards"]["ten-of-clubs"].update(suit="stars"), 'cards.ten-of-clubs.suit is "stars"'),
        (lambda d: d["cards"]["king-of-clubs"].update(role="cook"), 'king-of-clubs.role is "cook"'),
        (lambda d: without(d, "crew", "jack-of-clubs", "jack-of-hearts"), "3 players need a engineer each"),
        (lambda d: d["sections"].update(pile=d["sections"]["pile"][:23]), "too small for 3 hands and an attack"),
        (lambda d: d["sections"].pop("pile"), "too small"),
        (lambda d: d["format"]["setup"].pop("hand-3-players"), "format.setup.hand-3-players is missing"),
        (lambda d: d["format"]["setup"].update(revealed=4), "format.setup.revealed is 4"),
        (lambda d: d["format"]["setup"].update(passes=10**9), "format.setup.passes is 1000000000"),
        (lambda d: d["game"]["rules"].pop("leader"), "game.rules.leader is missing"),
        (lambda d: rule(d, "system-attack-3-players").update(adds="lowest"), "lowest, middle, highest once each"),
        (lambda d: rule(d, "defense").update(ties="saucers"), 'defense.ties is "saucers"'),
        (lambda d: rule(d, "end").update(results=["peace"]), "should name 5 results"),
    ],
)
def test_what_cannot_be_played_is_named(change: Callable[[dict[str, Any]], object], said: str) -> None:
    with pytest.raises(EngineError, match=re.escape(said)):
        changed(change)


@pytest.mark.parametrize("jokers", [("joker-red", "joker-black"), ("joker-red",)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_marcus_plays_with_fewer_jokers_too(jokers: tuple[str, ...], players: int) -> None:
    game = changed(lambda d: without(d, "pile", *jokers), "the-ceres-connection", players)
    for seed in range(5):
        assert played(game, seed).over


def test_an_engineer_who_is_never_turned_down_doubles_once_a_turn() -> None:
    def rested(data: dict[str, Any]) -> None:
        found = ability(data, "jack-of-clubs")
        found.update(use="each turn", effects=found["effects"][:1])

    game = changed(rested, players=2)
    doublings = 0
    for seed in range(30):
        state = played(game, seed, log=True)
        said = [game.event(event) for event in state.log if event[0] in ("turn", "double")]
        by = [event["event"] if event["event"] == "turn" else event["by"] for event in said]
        assert ("jack-of-clubs", "jack-of-clubs") not in pairwise(by)
        doublings = max(doublings, by.count("jack-of-clubs"))
    assert doublings > 1


def test_there_are_not_more_players_than_the_engine_has_room_for() -> None:
    with pytest.raises(EngineError, match="at most 8"):
        changed(lambda d: d["format"].update(players={"min": 2, "max": 1000}), players=1000)


def test_copies_of_a_card_are_one_option() -> None:
    def double(data: dict[str, Any]) -> None:
        for card in data["sections"]["pile"]:
            card["count"] = 3

    game = changed(double)
    for seed in range(3):
        for state in decisions(game, seed):
            assert len({str(state.describe(option)) for option in state.opts}) == len(state.opts) > 1


@pytest.mark.parametrize(("deck", "turns"), [("loose-wires", {2: 8, 3: 7, 4: 6}), ("fifty-two", {2: 7, 3: 6, 4: 5})])
def test_the_pile_is_for_so_many_turns(deck: str, turns: Mapping[int, int]) -> None:
    for players, expected in turns.items():
        assert played(table(deck, players=players), 1).turn == expected


def test_crews_are_dealt_by_chance_and_what_is_left_is_out_of_the_game() -> None:
    game = table("the-ceres-connection", players=4)
    views = [game.new(seed).view(0) for seed in range(30)]
    captains = [[seat["crew"][0]["card"] for seat in view["seats"]] for view in views]
    assert all(len(set(dealt)) == 4 for dealt in captains)
    assert {captain for dealt in captains for captain in dealt} == {
        "king-of-spades", "king-of-hearts", "king-of-clubs", "king-of-diamonds", "king-marcus",
    }  # fmt: skip


# ---------------------------------------------------------------- positions


def test_a_position_that_says_nothing_is_a_new_game() -> None:
    game = table(players=2)
    state = set_up(game, {}, 5)
    assert state.view(0)["removed"] == 2
    assert [len(seat["crew"]) for seat in state.view(0)["seats"]] == [3, 3]
    assert game.instances(state) == game.instances(game.new(0))


def test_the_leader_of_the_first_pass_is_remembered_in_the_second() -> None:
    """Nothing decides in the second pass either: both crews are of other suits than any attack can be of."""
    game = changed(_only_hearts, "twice-around", 2)
    crews = [[], ["king-of-spades", "queen-of-spades", "jack-of-spades"]]
    state = finish(set_up(game, {"crews": crews, "leader": 1}, 1), Random(1))
    leaders = [game.event(event) for event in state.log or () if event[0] in ("lead", "pass")]
    assert {"event": "pass", "number": 2} in leaders
    assert {event["player"] for event in leaders if event["event"] == "lead"} == {1}


def _only_hearts(data: dict[str, Any]) -> None:
    for card in data["cards"].values():
        if card["type"] == "number":
            card.update(suit="hearts", world="venus")
    without(data, "crew", "king-of-hearts", "queen-of-hearts", "jack-of-hearts")


# ---------------------------------------------------------------- hidden cards


@pytest.mark.parametrize(("deck", "format_id"), TABLES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagined_worlds_agree_with_all_that_was_seen(deck: str, format_id: str, players: int) -> None:
    """Nobody holds a suit there that they could not play; and neither views nor evaluations tell worlds apart."""
    game, chance = table(deck, format_id, players), Random(7)
    cards = game.instances(game.new(7))
    for state in decisions(game, 7):
        seat = chance.randrange(players)
        world = game.determinize(state, seat, chance.getrandbits(64))
        assert game.view(world, seat) == game.view(state, seat)
        assert game.evaluate(world, seat) == game.evaluate(state, seat)
        assert game.features(world, seat) == game.features(state, seat)
        assert game.instances(world) == cards
        for hand, lacks, shown in zip(world.hands, world.lacks, world.shown, strict=True):
            unseen = [game.deck.suits[card] for card in hand if not shown >> card & 1]
            assert [suit for suit in unseen if suit >= 0 and lacks >> suit & 1] == []


def test_imagined_hands_differ() -> None:
    game = table(players=3)
    state = game.new(1)
    hands = {tuple(game.determinize(state, 0, seed).hands[1]) for seed in range(50)}
    assert len(hands) == 50


def test_with_open_hands_only_the_pile_is_imagined() -> None:
    game = table(format_id="open-hands")
    state = game.new(1)
    worlds = [game.determinize(state, 0, seed) for seed in range(20)]
    assert all(world.hands == state.hands for world in worlds)
    assert len({tuple(world.pile) for world in worlds}) == 20


def test_a_card_that_only_one_hand_can_have_goes_there() -> None:
    """Cards 0 to 3 are of these suits; seat 0 lacks the third suit, seat 1 the first: all have to fit at once."""
    suits = [0, 1, 1, 2]
    assert [sorted(hand) for hand in fitting([1, 2, 3, 0], [2, 2], [0b100, 0b001], suits)] == [[0, 2], [1, 3]]
    assert [sorted(hand) for hand in fitting([1, 2, 0, 3], [2, 1], [0b100, 0b011], suits)] == [[1, 2], [3]]


def test_a_hand_that_is_dealt_is_seen_by_its_owner_only() -> None:
    state = table(players=2).new(1, log=True)
    dealt = next(event for event in state.log or () if event[0] == "hand" and event[1] == 1)
    cards = state.game.event(dealt)["cards"]
    assert len(cards) == 8
    assert state.game.event(dealt, 1) == {"event": "hand", "player": 1, "cards": cards}
    assert state.game.event(dealt, 0) == {"event": "hand", "player": 1, "count": 8}


# ---------------------------------------------------------------- whole games


def test_all_kinds_of_options_and_events_occur_and_no_others() -> None:
    kinds: set[str] = set()
    events: set[str] = set()
    for (deck, format_id), players, seed in product(TABLES, (2, 3, 4), range(6)):
        for state in decisions(table(deck, format_id, players), seed, log=True):
            kinds |= {state.describe(option).kind for option in state.opts}
        events |= {event[0] for event in state.log}
    assert kinds == named(GAME, "choices")
    in_positions = {"no-card"}  # hands last as long as the pile
    assert events == named(GAME, "log") - in_positions - {"concede", "limit"}


def test_greedy_teams_save_more_worlds_than_random_ones() -> None:
    """In trials of thousands of games it is 0.6 of the worlds against 0.24."""
    game = table(players=4)
    teams = ([bot(name)] * 4 for name in ("greedy", "random"))
    greedy, by_chance = (sum((play(game, team, n).result or ())[0] for n in range(20)) / 20 for team in teams)
    assert greedy > by_chance + 0.15
