"""RONE: Invasion: decks that can't be played, every card of the pack played, all numbers of players, positions."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import engine
from engine.bots import Seat, bot
from engine.bundles import read
from engine.faults import EngineError
from engine.games.rone_invasion.game import RoneInvasion
from engine.games.rone_invasion.table import MOST_TURNS, Table
from tests.engine.support import chosen, document, finish, loaded, log_lines, played, set_up, take

GAME = "rone-invasion"
DUEL = ("odras-muster", "tessalys-garden")
ALONE = document(GAME, "one-at-the-gate")


def changed(change: Callable[[dict[str, Any]], object], deck: str = "odras-muster", players: int = 0) -> RoneInvasion:
    """A sample deck in which something is written otherwise, against itself or for its table."""
    data = deepcopy(dict(document(GAME, deck)))
    change(data)
    bundle = read(data)
    game = engine.load([bundle] if bundle.players.one_deck else [bundle] * 2, players)
    assert isinstance(game, RoneInvasion)
    return game


def ability(data: Mapping[str, Any], card: str, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = data["cards"][card]["abilities"][number]
    return found


def effect(data: Mapping[str, Any], card: str) -> dict[str, Any]:
    found: dict[str, Any] = ability(data, card)["effects"][0]
    return found


def win(data: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["cards"]["hold-the-yard"]["win"]["do"][0]["effects"][0]
    return found


def drop(data: dict[str, Any], kind: str) -> None:
    data["supplies"] = [one for one in data["supplies"] if data["cards"][one["id"]]["type"] != kind]
    for cards in data["sections"].values():
        cards[:] = [one for one in cards if data["cards"][one["id"]]["type"] != kind]
    data["cards"] = {name: card for name, card in data["cards"].items() if card["type"] != kind}


DUEL_DECK, TABLE_DECK = "odras-muster", "one-at-the-gate"


@pytest.mark.parametrize(
    ("deck", "change", "said"),
    [
        (DUEL_DECK, lambda d: effect(d, "command").update(op="explode"), "doesn't know the verb explode"),
        (
            DUEL_DECK,
            lambda d: effect(d, "command").update(main=100),
            "cards.command.abilities[0].effects[0].main is 100",
        ),
        (DUEL_DECK, lambda d: effect(d, "war-caravan").update({"from": "base"}), '.from is "base"'),
        (DUEL_DECK, lambda d: effect(d, "false-treaty").update(who="the cook"), "can't play mill with who the cook"),
        (DUEL_DECK, lambda d: effect(d, "water-box").update(main={"gold": 1}), "main.gold is not known"),
        (DUEL_DECK, lambda d: effect(d, "grindstone").update({"from": "deck"}), "can't play destroy with from deck"),
        (DUEL_DECK, lambda d: effect(d, "skirmish")["if"].update(condition="raining"), "can't play raining here"),
        (DUEL_DECK, lambda d: ability(d, "bolted-plate").update(at="noon"), "can't play at noon"),
        (DUEL_DECK, lambda d: ability(d, "ash-filter", 1)["when"].update(event="sneeze"), "the event sneeze"),
        (DUEL_DECK, lambda d: ability(d, "turning-lathe").update(use="twice"), "can't play use twice"),
        (DUEL_DECK, lambda d: d["cards"]["turning-lathe"]["abilities"].append(ability(d, "magnet-crane")), "two uses"),
        (DUEL_DECK, lambda d: ability(d, "precision-driver", 1)["cost"].append({"op": "draw", "main": 1}), "draw"),
        (DUEL_DECK, lambda d: d["cards"]["areja"].update(combat={"charm": 2}), "combat.charm is not known"),
        (DUEL_DECK, lambda d: d["cards"]["player-board"]["stored"].pop(), "should name five colors"),
        (DUEL_DECK, lambda d: d["cards"]["player-board"]["actions"][0].update(pays="gold"), 'pays is "gold"'),
        (DUEL_DECK, lambda d: d["cards"]["starting-die"]["faces"].pop(), "six faces"),
        (DUEL_DECK, lambda d: d["cards"]["starting-die"]["faces"][0].pop(), "three screws"),
        (DUEL_DECK, lambda d: drop(d, "player-board"), "there is no player-board"),
        (DUEL_DECK, lambda d: d["format"]["setup"].pop("dice"), "format.setup.dice is missing"),
        (TABLE_DECK, lambda d: drop(d, "invasion-board"), "there is no invasion-board"),
        (TABLE_DECK, lambda d: win(d).update(op="sing"), "sing"),
        (
            TABLE_DECK,
            lambda d: d["cards"]["jam-beacon"]["support-abilities"][0]["effects"][0].update(main="tea"),
            "tea",
        ),
        (
            TABLE_DECK,
            lambda d: d["cards"]["bone-ladder"]["abilities"][0]["effects"][0]["to"].update(ref="mast"),
            "no such cards here",
        ),
    ],
)
def test_what_cannot_be_played_is_named(deck: str, change: Callable[[dict[str, Any]], object], said: str) -> None:
    with pytest.raises(EngineError) as caught:
        changed(change, deck)
    assert said in str(caught.value)


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


def acted(game: RoneInvasion, position: Mapping[str, Any], choose: str) -> list[str]:
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
    printed = [
        one for line in ALONE["cards"][card].get("abilities", ()) if line["kind"] == "played" for one in line["effects"]
    ]
    silent = {"retain"}
    if any(one["op"] not in silent for one in printed):
        assert done, said


def game_of(mode: str) -> RoneInvasion:
    game = loaded(GAME, DUEL) if mode == "duel" else loaded(GAME, ("one-at-the-gate",))
    assert isinstance(game, RoneInvasion)
    return game


@pytest.mark.parametrize("card", cards_of("technology", "leader"))
def test_a_permanent_does_what_it_prints(card: str) -> None:
    """Its ability is used, or what it gives, discounts or waits for shows in the rules: every line of it is read."""
    game = loaded(GAME, ("odras-muster", "odras-muster"))
    assert isinstance(game, RoneInvasion)
    leader = card if card in cards_of("leader") else "marshal-odra"
    base = [leader] if leader == card else [leader, card]
    other = "quill-the-tinker" if leader != "quill-the-tinker" else "baron-kesh"
    player = {
        "base": base, "hand": ["scout"], "pool": {"green": 1, "wild": 2}, "armor": 5, "shows": [2, 3],
        "discard": ["jalak"],
        "training": ["yard-brawl"],
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
        stack = {
            **there,
            "deck": rest,
            "deployed": [{"card": card, "armor-lost": 20, "health-lost": sum(proto.combat[4:]) + proto.support[4] - 1}],
        }
        said = acted(game, {"phase": "damage", "players": [hit], "invasion": stack}, "deal what=melee")
        at = said.index(f"defeated card={card}")
        assert said[at + 1].split()[0] in ("invasion-loses-stored", "loses", "tokens", "invasion-discards"), said
    if "trained" in proto.lines:
        full = {**there, "deck": rest, "zones": {"green": card}, "stored": {"green": proto.training}}
        said = acted(game, {"phase": "invasion-train", "players": [player], "invasion": full}, "")
        assert said[said.index(f"invasion-trains card={card} zone=green") + 1].split()[0] in (
            "activates",
            "invasion-stores",
        ), said
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


def of_players(deck: str, players: int) -> RoneInvasion:
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


TABLES: dict[str, tuple[tuple[str, ...], int]] = {  # decks and players
    **{f"team fight of {players}": (("rust-and-thorns",) * 2, players) for players in (4, 6, 8)},
    "campaign": (("after-three-matches",) * 2, 0),
    "speed training": (("quick-hands",) * 2, 0),
    "second scenario": (("two-gates",), 0),
}
WHOLE = {f"against the Invasion, {players}": players for players in (1, 2, 3, 4)}


def table(name: str) -> RoneInvasion:
    if name == "duel":
        return game_of("duel")
    if name in WHOLE:
        return of_players("the-whole-valley", WHOLE[name])
    decks, players = TABLES[name]
    found = loaded(GAME, decks, players=players)
    assert isinstance(found, RoneInvasion)
    return found


@pytest.mark.parametrize("name", ["duel", *TABLES, *WHOLE])
def test_games_end_and_no_card_or_screw_is_lost(name: str) -> None:
    game = table(name)
    for seed in range(2):
        state = game.new(seed, log=True)
        cards, chance = game.instances(state), Random(seed)
        while not state.over:
            state.apply(chosen(state, chance))
            if state.decisions % 20 == 0:
                assert_sound(state)
        assert game.instances(state) == cards
        assert not [event for event in state.log or () if event[0] == "limit" and event[3]["limit"] == "acts"]
        assert isinstance(state, Table)
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
    game = table(name)
    state = played(game, 3, most=120)
    assert isinstance(state, Table)
    for seat in range(game.players):
        view = game.view(state, seat)
        for other in range(game.players):
            mates = game.team[other] == game.team[seat]
            seen = view["seats"][other]
            assert len(state.hand[other]) == len(seen["hand"])
            assert not mates or all(card["card"] for card in seen["hand"])


@pytest.mark.parametrize("name", ["team fight of 4", "against the Invasion, 3"])
def test_who_has_given_up_takes_no_damage(name: str) -> None:
    game = table(name)
    for seed in range(6):
        state = played(game, seed, most=60)
        assert isinstance(state, Table)
        if state.over or 1 not in state.remaining:
            continue
        state.concede(1)
        had, chance = state.health[1], Random(seed)
        while not state.over and state.match == 1:
            state.apply(chosen(state, chance))
            assert state.health[1] >= had


def test_a_campaign_is_saved_after_the_first_scenario_and_goes_on_with_the_second() -> None:
    from engine import saves

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
    assert isinstance(state, Table)
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
