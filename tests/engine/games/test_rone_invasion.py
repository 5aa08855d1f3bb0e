"""RONE: Invasion: decks that can't be played, every card of the pack played, all numbers of players, positions."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

import engine
from engine import saves
from engine.bots import Seat, bot
from engine.bundles import read
from engine.faults import EngineError
from engine.games.rone_invasion.table import MOST_TURNS, Table
from tests.engine.support import chosen, decisions, document, finish, loaded, log_lines, played, rewritten, set_up, take

GAME = "rone-invasion"
DUEL = ("odras-muster", "tessalys-garden")
ALONE = document(GAME, "one-at-the-gate")


def changed(change: Callable[[dict[str, Any]], object], deck: str = "odras-muster", players: int = 0) -> Any:
    """A sample deck in which something is written otherwise, against itself or for its table."""
    bundle = read(rewritten(GAME, deck, change))
    return engine.load([bundle] if bundle.players.one_deck else [bundle] * 2, players)


def ability(data: Mapping[str, Any], card: str, number: int = 0) -> dict[str, Any]:
    return data["cards"][card]["abilities"][number]


def effect(data: Mapping[str, Any], card: str, abilities: str = "abilities") -> dict[str, Any]:
    return data["cards"][card][abilities][0]["effects"][0]


def win(data: Mapping[str, Any]) -> dict[str, Any]:
    return data["cards"]["hold-the-yard"]["win"]["do"][0]["effects"][0]


def drop(data: dict[str, Any], kind: str) -> None:
    data["supplies"] = [one for one in data["supplies"] if data["cards"][one["id"]]["type"] != kind]
    for cards in data["sections"].values():
        cards[:] = [one for one in cards if data["cards"][one["id"]]["type"] != kind]
    data["cards"] = {name: card for name, card in data["cards"].items() if card["type"] != kind}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: effect(d, "command").update(op="explode"), "doesn't know the verb explode"),
        (lambda d: effect(d, "command").update(main=100), "cards.command.abilities[0].effects[0].main is 100"),
        (lambda d: effect(d, "war-caravan").update({"from": "base"}), '.from is "base"'),
        (lambda d: effect(d, "false-treaty").update(who="the cook"), "can't play mill with who the cook"),
        (lambda d: effect(d, "water-box").update(main={"gold": 1}), "main.gold is not known"),
        (lambda d: effect(d, "grindstone").update({"from": "deck"}), "can't play destroy with from deck"),
        (lambda d: effect(d, "skirmish")["if"].update(condition="raining"), "can't play raining here"),
        (lambda d: ability(d, "bolted-plate").update(at="noon"), "can't play at noon"),
        (lambda d: ability(d, "ash-filter", 1)["when"].update(event="sneeze"), "the event sneeze"),
        (lambda d: ability(d, "turning-lathe").update(use="twice"), "can't play use twice"),
        (lambda d: d["cards"]["turning-lathe"]["abilities"].append(ability(d, "magnet-crane")), "two uses"),
        (lambda d: ability(d, "precision-driver", 1)["cost"].append({"op": "draw", "main": 1}), "draw"),
        (lambda d: d["cards"]["areja"].update(combat={"charm": 2}), "combat.charm is not known"),
        (lambda d: d["cards"]["player-board"]["stored"].pop(), "should name five colors"),
        (lambda d: d["cards"]["player-board"]["actions"][0].update(pays="gold"), 'pays is "gold"'),
        (lambda d: d["cards"]["starting-die"]["faces"].pop(), "six faces"),
        (lambda d: d["cards"]["starting-die"]["faces"][0].pop(), "three screws"),
        (lambda d: drop(d, "player-board"), "there is no player-board"),
        (lambda d: d["format"]["setup"].pop("dice"), "format.setup.dice is missing"),
    ],
)
def test_what_cannot_be_played_is_named(change: Callable[[dict[str, Any]], object], said: str) -> None:
    with pytest.raises(EngineError, match=re.escape(said)):
        changed(change)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: drop(d, "invasion-board"), "there is no invasion-board"),
        (lambda d: win(d).update(op="sing"), "sing"),
        (lambda d: effect(d, "jam-beacon", "support-abilities").update(main="tea"), "tea"),
        (lambda d: effect(d, "bone-ladder")["to"].update(ref="mast"), "no such cards here"),
    ],
)
def test_what_cannot_be_played_against_the_invasion_is_named(change: Callable[[Any], object], said: str) -> None:
    with pytest.raises(EngineError, match=said):
        changed(change, "one-at-the-gate")


def test_a_duel_is_for_an_even_number_and_a_table_has_one_deck() -> None:
    campaign = read(document(GAME, "after-three-matches"))
    with pytest.raises(EngineError, match="Campaign is a duel, and can't be played by 3"):
        engine.load([campaign] * 3)
    with pytest.raises(EngineError, match="Cooperative is played with one deck for the whole table, and there are 2"):
        engine.load([read(ALONE)] * 2)
    with pytest.raises(EngineError, match="at most 8 players, not 10"):
        loaded(GAME, ("rust-and-thorns",) * 2, players=10)
    with pytest.raises(EngineError, match="4 players need 2 decks, and there are 3"):
        loaded(GAME, ("rust-and-thorns",) * 3, players=4)


# Every card of the pack


def cards_of(*types: str) -> list[str]:
    return [name for name, card in ALONE["cards"].items() if card["type"] in types]


HAND, DECK = ["scout", "vision", "command"], ["skirmish", "demolisher", "hovercraft"]


def acted(game: Any, position: Mapping[str, Any], choose: str) -> list[str]:
    """What happens until the phase ends, after an option was taken; of the questions the first that does something."""
    state = set_up(game, position, 5)
    if choose:
        take(state, choose)
    phase = state.phase
    for _ in range(30):
        if state.over or state.about == "main" or state.phase != phase:
            break
        state.apply(state.opts[-1])
    return log_lines(state)


@pytest.mark.parametrize("card", cards_of("starting", "additional", "recruit"))
def test_a_playing_card_does_what_it_prints(card: str) -> None:
    """Played in a duel with all that it could need, each of its effects shows, but for what it does from the hand."""
    kind, others = ALONE["cards"][card]["kind"], {"soldier": "alpha-squad", "mutant": "jugura", "hybrid": "areja"}
    player = {
        "hand": [card, *(one for one in HAND if one != card)],
        "pool": dict.fromkeys(("blue", "red", "black", "green", "yellow", "wild"), 4),
        "played": [other for name, other in others.items() if other != card and name in (kind, "soldier")],
        "health": 9, "armor": 9, "shows": [2, 0, 0, 0], "deck": [one for one in DECK if one != card],
        "discard": ["commander-atus"] if card != "commander-atus" else [],
        "base": [{"card": "marshal-odra", "exhausted": True}],
    }  # fmt: skip
    said = acted(game_of("duel"), {"phase": "main", "players": [player, {"stored": {"blue": 1}}]}, f"play {card}")
    done = said[said.index(f"plays player=0 card={card}") + 1 :]
    printed = [line["effects"] for line in ALONE["cards"][card].get("abilities", ()) if line["kind"] == "played"]
    if any(one["op"] != "retain" for effects in printed for one in effects):
        assert done, said


def game_of(mode: str) -> Any:
    return loaded(GAME, DUEL if mode == "duel" else ("one-at-the-gate",))


@pytest.mark.parametrize("card", cards_of("technology", "leader"))
def test_a_permanent_does_what_it_prints(card: str) -> None:
    """Its ability is used, or what it gives, discounts or waits for shows in the rules: every line of it is read."""
    game = loaded(GAME, ("odras-muster", "odras-muster"))
    leader = card if card in cards_of("leader") else "marshal-odra"
    base = [leader] if leader == card else [leader, card]
    other = "quill-the-tinker" if leader != "quill-the-tinker" else "baron-kesh"
    player = {
        "base": base, "hand": ["scout"], "pool": {"green": 1, "wild": 2}, "armor": 5, "shows": [2, 3],
        "discard": ["jalak"], "training": ["yard-brawl"],
    }  # fmt: skip
    proto = game.protos[card]
    assert proto.use or proto.gives or proto.survival or proto.lines
    if proto.use:
        said = acted(game, {"phase": "main", "players": [player, {"base": [other]}]}, f"use {card}")
        assert len(said[said.index(f"exhausts player=0 card={card}") + 1 :]) > 0, said
    printed = sum(len(line["effects"]) for line in ALONE["cards"][card]["abilities"])
    read_ = sum(len(lines) for lines in proto.lines.values()) + len(proto.gives)
    assert read_ + bool(proto.survival) + bool(proto.discount) + bool(proto.use) == printed


@pytest.mark.parametrize("card", cards_of("starting-invasion", "invasion"))
def test_an_invasion_card_does_what_it_prints(card: str) -> None:
    """It is deployed, trained and defeated; where it says that something happens then, something does."""
    game = game_of("alone")
    proto = game.protos[card]
    rest = ["scrap-drone"] if card != "scrap-drone" else ["rail-sentry"]
    there = {
        "tokens": 2, "protocols": [{"card": "suppression", "exhausted": True}], "zones": {}, "stored": {"blue": 2},
        "discard": ["leech-pod"] if card != "leech-pod" else [], "deck": [card, *rest, "plated-hauler"],
    }  # fmt: skip
    player = {"stored": {"red": 1}, "armor": 9, "deck": ["scout"]}
    if "deployed" in proto.lines:
        said = acted(game, {"phase": "deploy", "players": [player], "invasion": there}, "")
        at = said.index(f"deploys card={card}")
        rewards = sum(proto.stores)
        assert len([line for line in said[at + 1 :] if not line.startswith("invasion-stores")]) > 0, said
        assert sum(line.startswith("invasion-stores") for line in said) >= min(1, rewards)
    if "defeated" in proto.lines:
        hit = {"played": ["war-caravan", "glass-sniper", "lightning-rig"], "armor": 9}
        lost = sum(proto.combat[4:]) + proto.support[4] - 1
        stack = {**there, "deck": rest, "deployed": [{"card": card, "armor-lost": 20, "health-lost": lost}]}
        said = acted(game, {"phase": "damage", "players": [hit], "invasion": stack}, "deal what=melee")
        at = said.index(f"defeated card={card}")
        assert said[at + 1].split()[0] in ("invasion-loses-stored", "loses", "tokens", "invasion-discards"), said
    if "trained" in proto.lines:
        full = {**there, "deck": rest, "zones": {"green": card}, "stored": {"green": proto.training}}
        said = acted(game, {"phase": "invasion-train", "players": [player], "invasion": full}, "")
        at = said.index(f"invasion-trains card={card} zone=green")
        assert said[at + 1].split()[0] in ("activates", "invasion-stores"), said
    known = {"deployed", "defeated", "trained"} & set(proto.lines)
    printed = sum(line["kind"] == "triggered" for line in ALONE["cards"][card].get("abilities", ()))
    assert len(known) == printed
    assert bool(proto.forbids) == ("support-abilities" in ALONE["cards"][card])


@pytest.mark.parametrize("card", cards_of("protocol"))
def test_a_protocol_does_what_it_prints(card: str) -> None:
    game = game_of("alone")
    there = {"tokens": 1, "protocols": [card], "stored": {"red": 1}, "deck": ["scrap-drone"], "supply": ["leech-pod"]}
    said = acted(game, {"phase": "protocols", "players": [{}], "invasion": there}, "")
    assert len(said[said.index(f"exhausts card={card}") + 1 :]) > 0


def test_a_protocol_that_is_refreshed_in_their_phase_is_not_used_again() -> None:
    refreshing = {"op": "refresh", "main": "1 protocol", "who": "invasion"}
    game = changed(lambda data: ability(data, "suppression").update(effects=[refreshing]), "one-at-the-gate")
    there = {"tokens": 1, "protocols": ["suppression"], "deck": ["scrap-drone"]}
    said = acted(game, {"phase": "protocols", "players": [{}], "invasion": there}, "")
    assert said.count("exhausts card=suppression") == said.count("refreshes card=suppression") == 1


# Whole games


def of_players(deck: str, players: int) -> Any:
    """The table of a sample deck for four, with fewer players."""

    def fewer(data: dict[str, Any]) -> None:
        for section, each in (("deck", 12), ("leader", 1), ("technology", 1), ("training", 4)):
            left = each * players
            kept = []
            for card in data["sections"][section]:
                count = min(left, card["count"] if section != "deck" else players)
                left -= count
                kept += [{**card, "count": count}] if count else []
            data["sections"][section] = kept
        data["deck"]["players"] = players

    return changed(fewer, deck, players)


TABLES: dict[str, Callable[[], Any]] = {
    "duel": lambda: game_of("duel"),
    "campaign": lambda: loaded(GAME, ("after-three-matches",) * 2),
    "speed training": lambda: loaded(GAME, ("quick-hands",) * 2),
    "second scenario": lambda: loaded(GAME, ("two-gates",)),
    **{f"team fight of {n}": partial(loaded, GAME, ("rust-and-thorns",) * 2, players=n) for n in (4, 6, 8)},
    **{f"against the Invasion, {n}": partial(of_players, "the-whole-valley", n) for n in (1, 2, 3, 4)},
}


@pytest.mark.parametrize(("format_id", "parts"), [("competitive", 2), ("even-duel", 6)])
def test_who_goes_second_has_spare_parts_to_spend(format_id: str, parts: int) -> None:
    state = loaded(GAME, ("odras-muster",) * 2, format_id).new(1)
    while not state.parts[1]:
        state.apply(state.options[0])
    assert (state.turn, state.parts[1]) == (2, parts)


@pytest.mark.parametrize("name", TABLES)
def test_games_end_and_no_card_or_screw_is_lost(name: str) -> None:
    game = TABLES[name]()
    cards = game.instances(game.new(0))
    for state in decisions(game, 0, log=True):
        if state.decisions % 20 == 0:
            assert_sound(state)
    assert game.instances(state) == cards
    assert not [event for event in state.log if event[0] == "limit" and event[3]["limit"] == "acts"]
    assert state.turn < MOST_TURNS


def assert_sound(state: Any) -> None:
    """Values are in their bounds, dice have their screws, and what is stored has its place."""
    game = state.game
    for seat in range(game.players):
        assert 0 <= state.armor[seat] <= 18
        assert state.health[seat] <= 18
        assert min(state.pool[seat] + state.stored[seat] + state.off[seat]) >= 0
        assert all(n <= most for n, most in zip(state.stored[seat], game.places, strict=True))
        assert all(len(die) == 6 and all(len(face) == 3 for face in die) for die in state.dice[seat])
        assert len(state.dice[seat]) == len(state.used[seat]) == len(game.dice[seat])
    assert state.marks.keys() <= set(state.deployed)
    assert min([*state.stores, *state.laid, state.tokens, *map(min, state.damage)]) >= 0


@pytest.mark.parametrize("name", ["team fight of 4", "against the Invasion, 3", "speed training"])
def test_what_others_hold_is_hidden_and_what_a_team_holds_is_not(name: str) -> None:
    game = TABLES[name]()
    state = played(game, 3, most=120)
    for seat in range(game.players):
        view = game.view(state, seat)
        for other in range(game.players):
            mates = game.team[other] == game.team[seat]
            seen = view["seats"][other]
            assert len(state.hand[other]) == len(seen["hand"])
            assert not mates or all(card["card"] for card in seen["hand"])


@pytest.mark.parametrize("name", ["team fight of 4", "against the Invasion, 3"])
def test_who_has_given_up_takes_no_damage(name: str) -> None:
    game = TABLES[name]()
    for seed in range(4):
        state = played(game, seed, most=60)
        if state.over or 1 not in state.remaining:
            continue
        state.concede(1)
        had, chance = state.health[1], Random(seed)
        while not state.over and state.match == 1:
            state.apply(chosen(state, chance))
            assert state.health[1] >= had


def test_a_campaign_is_saved_after_the_first_scenario_and_goes_on_with_the_second() -> None:
    def easy(data: dict[str, Any]) -> None:
        data["format"]["setup"]["difficulty"] = "none, easy"
        win(data)["main"] = 1
        data["cards"]["player-board"]["life"] = {"armor": 60, "health": 60, "most": 90}

    game = changed(easy, "one-at-the-gate")
    state = game.new(8)
    options, chance = [], Random(8)
    while isinstance(state, Table) and state.match == 1:
        options.append(bot("random").choose(Seat(state), chance))
        state.apply(options[-1])
    assert not state.over
    again = saves.read(saves.save(game, 8, options)).state()
    assert game.view(again, 0) == game.view(state, 0)
    assert again.game.view(again, 0)["scenario"][0]["card"] == "cut-the-mast"
    assert finish(again, chance).result in ((0.0,), (1.0,))


def test_greedy_does_not_stop_drawing_to_see_its_dice() -> None:
    """Dice that are about to be rolled count before, on average, as much as after."""
    state = loaded(GAME, DUEL).new(3)
    while state.describe(state.opts[0]).values.get("about") != "draw":
        state.apply(state.opts[0])
    evaluate, seat = state.game.evaluate, state.who
    gains = []
    for seed in range(40):
        rolled = state.with_chance(seed)
        rolled.apply(0)
        gains.append(evaluate(rolled, seat) - evaluate(state, seat))
    assert abs(sum(gains) / len(gains)) < 0.3
