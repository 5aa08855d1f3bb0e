"""Future Invaders, where scenarios don't show it: every card, tables of all sizes, formats, what bundles can't say."""

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import engine
from engine.core import State
from engine.faults import EngineError
from engine.games.future_invaders import chains, moves
from engine.games.future_invaders.chains import MOST_EVENTS
from engine.games.future_invaders.game import FutureInvaders
from engine.games.future_invaders.nested import Outer
from engine.games.future_invaders.table import CARD, KNOWN, PASS, PLAYED, SHUFFLED, Table
from engine.games.future_invaders.values import weapons
from tests.engine.support import (
    POOL,
    bundle,
    chosen,
    decisions,
    document,
    finish,
    greedy_reaches,
    loaded,
    named,
    played,
    rewritten,
    set_up,
    snapshot,
    take,
    with_cards,
)
from tests.support.commands import ROOT

GAME = "future-invaders"
LONGEST = 20_000  # decisions, after which a game counts as endless
PACK = ROOT / "cards" / GAME
DECKS = tuple(f"faction={one}" for one in ("terrans", "pirates", "invaders", "organics", "neutral"))
TERRANS, PIRATES, INVADERS, ORGANICS, NEUTRAL = DECKS
OF_DRAFTS_AND_SERIES = {
    "packs", "pick", "pass-on", "leave-out", "arsenal", "game", "game-won", "game-drawn", "take-out", "put-in",
    "exchange", "series-won", "series-drawn",
}  # fmt: skip
DRAW = {"op": "draw", "main": 1}
SINGLE = ("prepared", "singleton", "standard-rarity", "even-start")  # formats of one game for two to six


def bonds(*effects: Mapping[str, Any], **said: Any) -> dict[str, Any]:
    """A deck in which War Bonds does this when it is played; or says something else."""
    abilities = [{"kind": "played", "effects": [*effects]}]
    return rewritten(GAME, TERRANS, lambda data: data["cards"]["war-bonds"].update({"abilities": abilities, **said}))


def duel() -> Any:
    return loaded(GAME, (TERRANS, ORGANICS))


def keen(state: State, chance: Random) -> int:
    """By chance, but rarely passing, and deploying rather than drawing: more of the cards come into play."""
    if state.about == "choice" and chance.random() < 0.8:
        return state.opts[0]
    if len(state.opts) > 2 and chance.random() < 0.9:
        return state.opts[chance.randrange(1, len(state.opts))]
    return chosen(state, chance)


# Cards and verbs


@pytest.mark.long
def test_every_card_of_the_pack_comes_into_play_and_does_what_it_says() -> None:
    """Small arsenals and large incomes, so that each line of each card happens; no card is lost."""
    every_card = bundle(GAME, POOL)
    cards = every_card.cards
    free = [card for card, data in cards.items() if data.get("income") and not data.get("cost")]
    seen: set[tuple[str, str]] = set()
    for seed in range(120):
        chance = Random(seed)
        few = [[*chance.sample(sorted(cards), 14), *chance.sample(free, 4)] for _ in range(3 - (seed % 3 > 0))]
        game = engine.load([with_cards(every_card, deck) for deck in few])
        state = game.new(seed, log=True)
        everything = game.instances(state)
        while not state.over and state.decisions < 600:
            if state.about == "deployment" or not state.turn:
                state.resources = [[12] * game.kinds for _ in state.resources]
            state.apply(keen(state, chance))
            if state.decisions % 10 == 0 or state.over:
                assert game.instances(state) == everything
        seen |= {(name, game.cards[card].id if card >= 0 else "") for name, _, card, _ in state.log or ()}
    assert {line for card in cards.values() for line in lines_of(card)} - seen == set()
    assert {name for name, _ in seen} >= named(GAME, "log") - OF_DRAFTS_AND_SERIES - {"end", "concede", "limit"}


def lines_of(card: Mapping[str, Any]) -> set[tuple[str, str]]:
    """What the log must tell of a card, for each of its lines."""
    arrives = {"ship": "deployed", "structure": "deployed", "action": "play", "reaction": "react"}
    events = {"activated": "use", "triggered": "trigger"}
    kinds = {ability["kind"] for ability in card.get("abilities", ())}
    return {(arrives[card["type"]], card["id"]), *((events[kind], card["id"]) for kind in kinds if kind in events)}


# Tables of all sizes


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_tables_of_three_to_six_play_to_their_end(players: int) -> None:
    game = loaded(GAME, (*DECKS, TERRANS)[:players])
    state = played(game, 0)
    assert game.instances(state) == game.instances(game.new(0))
    assert sorted(state.result or ()) == [0.0] * (players - 1) + [1.0]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_who_faces_somebody_is_faced_by_them_whoever_is_out(players: int) -> None:
    game = loaded(GAME, (TERRANS,) * players)
    for out in range(1 << players):
        left = [seat for seat in range(players) if not out >> seat & 1]
        if len(left) < 2:
            continue
        facing = game.facing(out)
        for seat in left:
            for column in range(game.columns):
                other, opposite = divmod(facing[seat * game.columns + column], game.stride)
                assert other in left
                assert other != seat
                assert facing[other * game.columns + opposite] == seat * game.stride + column
                if len(left) == 2:
                    assert opposite == game.columns - 1 - column


def test_a_world_keeps_what_its_seat_has_seen_and_deals_the_rest_anew() -> None:
    chance = Random(4)
    game = loaded(GAME, (NEUTRAL, PIRATES, INVADERS))
    redealt = reordered = 0
    for state in decisions(game, 4, most=500):
        if state.decisions % 25:
            continue
        for seat in range(3):
            world = game.determinize(state, seat, chance.getrandbits(64))
            assert world.hand[seat] == state.hand[seat]
            for other in range(3):
                assert len(world.hand[other]) == len(state.hand[other])
                assert len(world.arsenal[other]) == len(state.arsenal[other])
                known = {card for card in state.hand[other] if state.label[card] == KNOWN}
                assert known <= set(world.hand[other])
                places = [n for n, card in enumerate(state.arsenal[other]) if state.label[card] == KNOWN]
                assert [world.arsenal[other][n] for n in places] == [state.arsenal[other][n] for n in places]
                redealt += other != seat and world.hand[other] != state.hand[other]
            unknown = [n for n, card in enumerate(state.arsenal[seat]) if state.label[card] == SHUFFLED]
            before, chance_then = world.arsenal[seat][:], world.rng
            assert [before[n] for n in unknown] == sorted([state.arsenal[seat][n] for n in unknown], reverse=True)
            shuffled = moves.arsenal(world, seat)[:]
            assert all(shuffled[n] == before[n] for n in range(len(before)) if n not in unknown)
            assert sorted(shuffled) == sorted(before)
            assert shuffled == moves.arsenal(world, seat)
            assert world.rng == chance_then
            reordered += shuffled not in (before, state.arsenal[seat])
    assert redealt > 20
    assert reordered > 20


def test_a_redraw_that_others_have_just_decided_is_not_seen() -> None:
    game = duel()
    one, other = game.new(1), game.new(1)
    one.apply(one.opts[0])
    other.apply(other.opts[1])
    assert one.who == other.who == 1
    assert one.sealed
    assert one.view(1) == other.view(1)
    worlds = [[snapshot(game.determinize(state, 1, seed)) for seed in range(8)] for state in (one, other)]
    assert all(world in worlds[1] or world["stack"] != worlds[1][0]["stack"] for world in worlds[0])
    assert len({world["stack"] for world in worlds[0]}) == 2


# Formats


@pytest.mark.parametrize(("format_id", "players"), sorted({**dict.fromkeys(SINGLE, 2), "rivals": 4}.items()))
def test_every_format_of_a_single_game_is_played(format_id: str, players: int) -> None:
    state = played(loaded(GAME, (TERRANS,) * players, format_id), 1)
    assert sum(state.result) in (1.0, players / 2)


def test_all_formats_are_played_here_or_in_games_of_their_own() -> None:
    formats = {path.stem for path in (PACK / "formats").glob("*.yaml")}
    assert formats == {*SINGLE, "rivals", "architect", "series"}


@pytest.mark.parametrize(("format_id", "drawn"), [("prepared", [7, 7]), ("even-start", [6, 7])])
def test_who_begins_may_draw_fewer_cards_in_the_first_turn(format_id: str, drawn: list[int]) -> None:
    state = loaded(GAME, (TERRANS,) * 2, format_id).new(1)
    hands = []
    while state.turn < 3:
        if state.about == "choice":
            hands.append(len(state.hand[state.who]))
        state.apply(state.options[0])
    assert hands[:2] == drawn


def test_a_pool_is_no_arsenal() -> None:
    data = rewritten(GAME, TERRANS, lambda data: data.update(sections={"pool": data["sections"]["main"]}))
    with pytest.raises(EngineError, match="has no arsenal"):
        engine.load([data] * 2)


@pytest.mark.parametrize(("players", "base"), [(4, 90), (6, 120)])
def test_the_base_of_an_alliance_grows_with_its_players(players: int, base: int) -> None:
    game = loaded(GAME, (TERRANS,) * players, "rivals")
    state = game.new(2)
    assert [seat["base"] for seat in state.view(0)["seats"]] == [base] * players
    finish(state, Random(2))
    assert state.result in ((1.0, 0.0) * (players // 2), (0.0, 1.0) * (players // 2))


@pytest.mark.parametrize(("decks", "format_id"), [(7, "prepared"), (1, "prepared"), (5, "rivals"), (3, "series")])
def test_a_wrong_number_of_players_is_refused(decks: int, format_id: str) -> None:
    with pytest.raises(EngineError, match="is for"):
        loaded(GAME, (TERRANS,) * decks, format_id)


# Who is asked, and in which order


PLACES = ("arsenal", "hand", "scrap", "grid", "played", "gone", "resources", "durability", "bases", "label", "changes")


@pytest.mark.long
@pytest.mark.parametrize("decks", [(TERRANS, INVADERS), (PIRATES, ORGANICS, TERRANS)])
def test_who_is_not_asked_at_once_can_do_the_same_right_after(decks: tuple[str, ...]) -> None:
    """Where a seat is not asked about an event, it recycles at its next question to the very same position."""
    asking = loaded(GAME, decks, always_ask=tuple(range(len(decks))))
    ordinary = loaded(GAME, decks)
    put_off = 0
    for seed in range(20):
        chance = Random(seed)
        state = asking.new(seed)
        while not state.over:
            if state.about == "react" and not _asked(state, ordinary) and len(state.scrap[state.who]) > 1:
                put_off += 1
                _assert_no_difference(state, ordinary)
            state.apply(hoarding(state, chance))
    assert put_off > 30


def hoarding(state: Table, chance: Random) -> int:
    """By chance, but rarely recycling, so that scrap piles grow."""
    option = chosen(state, chance)
    recycles = option >= CARD and option - CARD in state.scrap[state.who] and PASS in state.opts
    return PASS if recycles and chance.random() < 0.9 else option


def _asked(state: Table, game: FutureInvaders) -> bool:
    """Whether the seat that is asked is asked in this game as well."""
    other = state.clone()
    other.game = game
    return bool(chains._reactions(other, other.stack[-1], state.who))


def _assert_no_difference(state: Table, game: FutureInvaders) -> None:
    seat, card = state.who, state.opts[-1] - CARD
    before, after = state.clone(), state.clone()
    for world, option in ((before, CARD + card), (after, PASS)):
        world.game = game
        world.apply(option)
        while world.who != seat:
            assert PASS in world.opts, "somebody goes on before the seat is asked"
            world.apply(PASS)
        assert world.opts[-1] >= CARD
    assert before.about == after.about
    assert CARD + card in after.opts
    chains.recycle(after, seat, card)
    assert [getattr(before, name) for name in PLACES] == [getattr(after, name) for name in PLACES]


@pytest.mark.long
def test_games_in_which_all_are_always_asked_end() -> None:
    game = loaded(GAME, (PIRATES, ORGANICS), always_ask=(0, 1))
    for seed in range(20):
        assert played(game, seed, most=LONGEST).over


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_active_player_is_asked_last_and_who_has_just_played_before_them(players: int) -> None:
    game = loaded(GAME, (TERRANS,) * players)
    for active in range(players):
        assert game.priority[active][-1] == game.priority[active][active]
        for after in range(players):
            order = game.priority[active][after]
            assert sorted(order) == list(range(players))
            assert order[-1] == active
            if after != active:
                assert order[-2] == after
                around = [seat for n in range(1, players) if (seat := (after + n) % players) != active]
                assert list(order[:-2]) == around


def test_formats_of_several_games_ask_as_their_games_do() -> None:
    for deck, format_id in (("the-whole-sky", ""), ("earthwall-with-reserves", "")):
        game = loaded(GAME, (deck,) * (1 if deck == "the-whole-sky" else 2), format_id, 2, (1,))
        assert game.always_ask == {1}
        state = played(game, 3, most=200)
        assert isinstance(state, Outer)
        assert state.inner.game.always_ask == {1}


# Values, loops and limits


def test_weapons_are_never_below_0_and_the_order_of_changes_is_the_best() -> None:
    lower = {"op": "give", "main": {"weapons": -3}, "to": {"take": "each", "kinds": ["ship"]}, "until": "end of turn"}
    game = engine.load([bonds(lower), document(GAME, NEUTRAL)])
    ships = ["patrol-cutter", {"card": "ironside-cruiser", "weapons": 2}]
    seat = {"hand": ["war-bonds", "overdrive-lease"], "resources": {"oil": 4}, "ships": ships}
    state = set_up(game, {"step": "choice", "seats": [seat]})
    cutter, cruiser = state.grid[0], state.grid[1]
    take(state, "play war-bonds")
    assert [weapons(state, cutter), weapons(state, cruiser)] == [0, 2]
    take(state, "play overdrive-lease", "target ironside-cruiser player=0 column=2")
    assert weapons(state, cruiser) == (3 + 2) * 2 - 3
    take(state, "choice step=deploy")
    take(state, "attack patrol-cutter column=1")  # with 0; then the Cruiser
    assert state.view(0)["seats"][1]["base"] == 30 - 7
    assert weapons(state, cruiser) == 5


def test_a_loop_of_cards_that_pay_for_each_other_is_cut() -> None:
    """A Courier Sloop that is drawn from an empty arsenal as soon as it is recycled."""
    game = loaded(GAME, (NEUTRAL, TERRANS))
    state = set_up(game, {"step": "deployment", "seats": [{"hand": ["courier-sloop"], "arsenal": []}]})
    rounds = 0
    while state.turn == 3 and not state.over and rounds < 1000:
        kinds = {state.describe(option).kind: option for option in state.opts}
        wanted = ("use", "recycle", "deploy", "place", "choice", "pass")
        state.apply(next(kinds[kind] for kind in wanted if kind in kinds))
        rounds += 1
    assert rounds > MOST_EVENTS / 2
    assert state.turn > 3 or state.over


def test_choices_of_cards_that_allow_something() -> None:
    """`may`, and losses of resources of each opponent's choice, which no card of the pack says."""
    lose = {"op": "lose", "main": {"any": 1, "oil": 1}, "who": "each opponent"}
    game = engine.load([bonds(lose, {**DRAW, "may": True})] * 2)
    seats = [{"hand": ["war-bonds"], "resources": {"oil": 2}}, {"resources": {"oil": 2, "scrap": 2, "credits": 1}}]
    for choice, cards in (("do war-bonds", 1), ("leave", 0)):
        state = set_up(game, {"step": "choice", "seats": seats})
        take(state, "play war-bonds", "lose resource=scrap", choice)
        assert len(state.view(0)["seats"][0]["hand"]) == cards
        assert {"oil": 1, "scrap": 1, "credits": 1}.items() <= state.view(0)["seats"][1]["resources"].items()


def test_greedy_beats_random() -> None:
    assert sum(greedy_reaches(loaded(GAME, pair), 1) for pair in pairwise(DECKS)) >= 7


# What a bundle may not say


@pytest.mark.parametrize(
    ("abilities", "said"),
    [
        ([{"kind": "played", "effects": [{"op": "fly", "main": 1}]}], "the verb fly"),
        ([{"kind": "played", "effects": [{"op": "draw", "main": 100}]}], "main is 100, and should be"),
        ([{"kind": "played", "effects": [{"op": "draw", "main": 1, "who": "nobody"}]}], "draw with who nobody"),
        ([{"kind": "played", "effects": [{"op": "draw", "main": 1, "to": "hand"}]}], "draw with to hand"),
        ([{"kind": "played", "effects": [DRAW] * 21}], "effects is .* and should be a list of at most 20"),
        ([{"kind": "played", "effects": [DRAW]}] * 9, "abilities is .* a list of at most 8"),
        ([{"kind": "static", "effects": [DRAW]}], "can.t play draw with main 1"),
        ([{"kind": "played", "effects": [{"op": "fail", "main": {"ref": "it"}}]}], "fail where nothing"),
        ([{"kind": "played", "limit": "once per game", "effects": [DRAW]}], "the limit once per game"),
        ([{"kind": "played", "effects": [{"op": "gain", "main": {"gold": 1}}]}], "main.gold is not known"),
        ([{"kind": "response", "when": {"event": "sunrise"}, "effects": [DRAW]}], "the event sunrise"),
        ([{"kind": "triggered", "at": "start of turn", "effects": [DRAW]}], "a triggered ability"),
        ([{"kind": "played", "effects": [{"op": "deal", "main": 1, "to": {"ref": "mast"}}]}], "no such cards here"),
        ([{"kind": "played", "effects": [{"op": "deal", "main": 1, "to": "everything"}]}], "should say which cards"),
    ],
)
def test_what_a_card_says_and_nobody_can_play_is_named(abilities: list[Any], said: str) -> None:
    with pytest.raises(EngineError, match=said) as caught:
        engine.load([bonds(abilities=abilities), document(GAME, TERRANS)])
    assert "cards.war-bonds" in caught.value.message


def test_a_card_in_words_alone_is_named() -> None:
    with pytest.raises(EngineError, match=r"war-bonds\.text"):
        engine.load([bonds(abilities=[], text="Win the game.")] * 2)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *((("game", "rules", *rule), "otherwise") for rule in sorted(PLAYED)),
        (("format", "setup", "base-durability"), 0),
        (("format", "setup", "hand"), 1_000_000),
        (("format", "setup", "redraws"), "two"),
        (("game", "rules", "grid", "columns"), 1_000),
        (("game", "rules", "facing", "left-half"), [1, 2, 3]),
        (("game", "rules", "facing", "right-half"), [1, 2]),
        (("game", "resources", "oil", "paid-with"), ["credits"]),
        (("cards", "patrol-cutter", "weapons"), 10_000_000),
        (("cards", "patrol-cutter", "type"), "dog"),
        (("cards", "patrol-cutter", "cost"), {"oil": -1}),
    ],
)
def test_numbers_are_bounded_and_rules_and_words_known(path: tuple[str, ...], value: Any) -> None:
    data = {**document(GAME, TERRANS)}
    inner = data
    for name in path[:-1]:
        inner[name] = inner = {**inner[name]}
    inner[path[-1]] = value
    with pytest.raises(EngineError, match=rf"{path[-2]}.*\b{path[-1]}\b"):
        engine.load([data] * 2)


def test_a_position_of_nothing_is_a_new_game() -> None:
    assert snapshot(set_up(duel(), {}, 5)) == snapshot(duel().new(5))
