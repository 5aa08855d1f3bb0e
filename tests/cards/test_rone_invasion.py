"""RONE: Invasion as its rulebook has it: decks and tables at the edge of what is legal, set-up as data."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest
import yaml

from tests.support.commands import ROOT
from tests.support.gamecards import catalog, format_of, judge_of

PACK = ROOT / "cards" / "rone-invasion"
COLORS = ("blue", "red", "black", "green", "yellow")

Sections = dict[str, dict[str, int]]
Die = list[list[str]]


GAME = "rone-invasion"


@cache
def cards() -> dict[str, dict[str, Any]]:
    """All cards as they are written, by id."""
    return {card["id"]: card for path in PACK.glob("sets/*/*.yaml") for card in yaml.safe_load(path.read_text("utf-8"))}


def of_type(*types: str, copies: int = 0) -> dict[str, int]:
    """All cards of some types, so many copies of each; as many as are in the box where it is 0."""
    return {i: copies or card.get("copies", 1) for i, card in cards().items() if card["type"] in types}


def some(of: Mapping[str, int], n: int) -> dict[str, int]:
    """The first n copies of some cards."""
    return dict(Counter(list(Counter(of).elements())[:n]))


# ---- what is judged ----------------------------------------------------------------------------------------------

START: Die = [["neutral"] * 3, *([color, "neutral", "neutral"] for color in COLORS)]
SHUFFLED: Die = [["neutral", color, "neutral"] for color in reversed(COLORS)] + [["neutral"] * 3]
CRAFTED: Die = [["red"] * 3] * 6
RECRUITS = {"powder-monk": 1, "rust-lancers": 2, "yard-brawl": 1}
LATER_RECRUITS = {"coil-dancer": 2, "glass-sniper": 2, "lightning-rig": 2, "marsh-nurse": 2, "war-caravan": 2}


def duel(**changes: dict[str, int]) -> Sections:
    """The set-up of one player."""
    base = {"deck": of_type("starting"), "leader": {"marshal-odra": 1}, "technology": {"turning-lathe": 1}}
    return {**base, "training": RECRUITS, **changes}


def later_table(**changes: dict[str, int]) -> Sections:
    """What a player took from a match."""
    return {**duel(), "training": {}, **changes}


def table(players: int, **changes: dict[str, int]) -> Sections:
    """A table as a campaign begins."""
    base = {
        "deck": of_type("starting", copies=players),
        "leader": some(of_type("leader"), players),
        "technology": some(of_type("technology"), players),
        "training": some(of_type("recruit"), 4 * players),
        "invasion": some(of_type("starting-invasion"), 10 + 3 * players),
        "zones": some(of_type("invasion"), 5),
        "protocols": {"suppression": 1},
        "scenario": {"hold-the-yard": 1},
        "table": {"invasion-board": 1, "technology-token": players},
    }
    return {**base, **changes}


KEPT = {"suppression": 1, "quarantine": 1, "firmware-lock": 1}


def later(players: int, **changes: dict[str, int]) -> Sections:
    """A table of the second scenario, after a first one in which everybody trained cards."""
    base = {
        "deck": Counter(of_type("starting", copies=players)) - Counter({"water-box": 1}) + Counter(LATER_RECRUITS),
        "technology": some(of_type("technology"), players + 1),
        "training": some({i: 2 for i in of_type("recruit") if i not in LATER_RECRUITS}, 4 * players),
        "invasion": {"scrap-drone": 3, "rail-sentry": 1, "bone-ladder": 1, "envoy-of-the-fleet": 1},
        "protocols": KEPT,
        "scenario": {"cut-the-mast": 1},
    }
    return {**table(players), **{section: dict(of) for section, of in base.items()}, **changes}


class Case(NamedTuple):
    """A deck or table, and the codes of what is wrong with it: none where the rulebook admits it."""

    what: str
    sections: Sections
    expected: tuple[str, ...] = ()
    players: int | None = None
    dice: tuple[Die, ...] = ()
    previous: Sections | None = None


def deck(*copies: tuple[str, int]) -> dict[str, int]:
    """The twelve starting cards, but so many copies of some cards."""
    return {i: n for i, n in {**of_type("starting"), **dict(copies)}.items() if n}


FEW, MANY, POOL, COPIES = "too-few-cards", "too-many-cards", "not-in-pool", "too-many-copies"
EVERYTHING = {**of_type("starting", copies=2), **of_type("additional", "recruit")}
TEAM = {section: of for section, of in table(2).items() if section in duel()}
BOARD = table(2)["table"]
SMALL, FOUR = of_type("starting-invasion"), some(of_type("invasion"), 4)
FREE = {i: n for i, n in of_type("invasion", "starting-invasion").items() if i not in table(2)["zones"]}

CASES = {  # tests/data/decks/rone-invasion has more that are illegal
    "competitive": [
        Case("the twelve, a leader, a technology, four recruits", duel()),
        Case("a second scout at the start", duel(deck=deck(("scout", 2))), ("extra-card",)),
        Case("an additional card at the start", duel(deck=deck(("spare-crew", 1))), ("extra-card",)),
        Case("three recruits", duel(training={"powder-monk": 1, "rust-lancers": 2}), (FEW,)),
        Case("five recruits", duel(training={**RECRUITS, "war-caravan": 1}), (MANY,)),
        Case("two pairs of recruits", duel(training={"powder-monk": 2, "rust-lancers": 2})),
        Case("a starting card recruited", duel(training={**RECRUITS, "yard-brawl": 0, "scout": 1}), (POOL,)),
        Case("dice as they start, faces in any order", duel(), dice=(START, SHUFFLED, START, SHUFFLED)),
        Case("three dice", duel(), ("wrong-dice-count",), dice=(START,) * 3),
    ],
    "even-duel": [Case("an even duel takes the same set-up", duel())],
    "speed-training": [Case("speed training takes the same set-up", duel())],
    "campaign": [
        Case("a deck of one card", later_table(deck={"scout": 1})),
        Case("no card left", later_table(deck={}), (FEW,)),
        Case("sixty-one cards", later_table(deck=some(EVERYTHING, 61)), players=2),
        Case("every playing card of the box", later_table(deck=EVERYTHING), players=2),
        Case("the second set, alone", later_table(deck=deck(("scout", 2))), players=1),
        Case("three scouts of two sets", later_table(deck=deck(("scout", 3))), (COPIES,), players=2),
        Case("three scouts of three sets", later_table(deck=deck(("scout", 3))), players=3),
        Case("four scouts of three sets", later_table(deck=deck(("scout", 4))), (COPIES,), players=3),
        Case("four scouts of four sets", later_table(deck=deck(("scout", 4))), players=4),
        Case("the one spare crew", later_table(deck=deck(("spare-crew", 1)))),
        Case("two lancers, and a third in training", later_table(deck=RECRUITS, training=RECRUITS), (COPIES,)),
        Case("four recruits before the next match", later_table(training=RECRUITS)),
        Case("all ten technologies", later_table(technology=of_type("technology"))),
        Case("no technology", later_table(technology={}), (FEW,)),
        Case("an invasion card trained", later_table(deck=deck(("siege-strider", 1))), (POOL,)),
        Case("dice of red screws only", later_table(), dice=(CRAFTED,) * 4),
        Case(
            "a hole without a screw", later_table(), ("wrong-die-face",), dice=(*(CRAFTED,) * 3, [["red"], *START[1:]])
        ),
        Case("all cards replaced since the last match", later_table(deck={"war-caravan": 2}), previous=duel()),
    ],
    "cooperative": [
        *(Case(f"a table of {n}", table(n), players=n) for n in (1, 2, 3, 4)),
        Case("a set-up for one, with two players", table(1, leader={"baron-kesh": 2}), (COPIES, MANY), 1),
        Case("12 cards for one", table(1, invasion=some(SMALL, 12)), (FEW,), 1),
        Case("14 cards for one", table(1, invasion=some(SMALL, 14)), (MANY,), 1),
        Case("a leftover starting invasion card in a zone", table(1, zones={**FOUR, "jam-beacon": 1}), players=1),
        Case("four zones", table(2, zones=FOUR), (FEW,), 2),
        Case("no scenario", table(2, scenario={}), (FEW,), 2),
        Case("no protocol in scenario 1", table(2, protocols={}), (FEW,), 2),
        Case("a token short", table(3, table=BOARD), ("missing-component",), 3),
        Case("a token more in reserve", table(3, table={**BOARD, "technology-token": 8}), players=3),
        Case("boards, dice on the table", table(2, table={**BOARD, "player-board": 2, "starting-die": 8}), players=2),
        Case("crafted before the first scenario", table(1), ("wrong-die-face",) * 24, 1, (CRAFTED,) * 4),
        Case(
            "carried over into scenario 1",
            later(2, scenario={"hold-the-yard": 1}),
            ("missing-card", *("extra-card",) * 5, MANY, FEW, POOL, MANY),
            2,
        ),
    ],
    "next-scenario": [
        *(Case(f"the second scenario of {n}", later(n), players=n) for n in (1, 2, 3, 4)),
        Case("with crafted dice", later(2), players=2, dice=(CRAFTED,) * 8),
        Case("all protocols kept or activated", later(2, protocols=of_type("protocol")), players=2),
        Case("a leader on the Invasion's side", later(2, protocols={**KEPT, "baron-kesh": 1}), (POOL,), 2),
        Case("the Invasion kept nothing", later(2, invasion={}), players=2),
        Case("the Invasion kept all but its zones", later(2, invasion=FREE), players=2),
        Case("a recruit in the Invasion's deck", later(2, invasion={"war-caravan": 1}), (COPIES, POOL), 2),
        Case("three scouts between two", later(2, deck={"scout": 3}), (COPIES,), 2),
        Case("three scouts between three", later(3, deck={"scout": 3}), players=3),
        Case("the whole second set, alone", later(1, deck=of_type("starting", copies=2)), players=1),
        Case("one card between two", later(2, deck={"scout": 1}), (FEW,), 2),
        Case("a technology too few", later(2, technology={"gyro-table": 1}), (FEW,), 2),
        Case("nobody recruited anew", later(2, training={}), (FEW,), 2),
        Case("after its first scenario", later(2), players=2, previous=table(2)),
    ],
    "equal-chances": [
        *(Case(f"all twenty-two for {n}", table(n, invasion=SMALL), players=n) for n in (1, 2, 3, 4)),
    ],
    "equal-chances-next-scenario": [
        Case("kept with equal chances", later(3), players=3),
        Case("begun anew with equal chances", table(3, invasion=SMALL), (FEW, POOL), 3),
    ],
    "team-fight": [
        Case("a team of two", TEAM, players=4),
    ],
}


@pytest.mark.parametrize(
    ("by", "case"),
    [(by, case) for by, cases in CASES.items() for case in cases],
    ids=lambda one: getattr(one, "what", one),
)
def test_what_is_judged_as_in_the_rulebook(by: str, case: Case) -> None:
    sections = {name: {i: n for i, n in of.items() if n} for name, of in case.sections.items()}
    verdict = judge_of(GAME, by).judge(sections, players=case.players, dice=case.dice, previous=case.previous)
    messages = "\n".join(f"{v.code}: {v.message}" for v in verdict.violations)
    assert sorted(v.code for v in verdict.violations) == sorted(case.expected), messages


# ---- data -------------------------------------------------------------------------------------------------------


def test_the_box_holds_what_the_game_comes_with() -> None:
    in_box = {
        kind: (len(of_type(kind)), sum(of_type(kind).values()))
        for kind in dict.fromkeys(c["type"] for c in cards().values())
    }
    wanted = {"starting": (12, 12), "additional": (4, 4), "recruit": (21, 42), "technology": (10, 10), "leader": (4, 4)}
    wanted |= {"starting-invasion": (9, 22), "invasion": (14, 14), "protocol": (6, 6), "scenario": (2, 2)}
    assert {kind: in_box[kind] for kind in wanted} == wanted
    assert format_of(GAME, "competitive").setup["player-sets-in-the-box"] == 2


@pytest.mark.parametrize("scenario", of_type("scenario"))
def test_a_scenario_counts_the_protocols_of_its_set_up(scenario: str) -> None:
    card = cards()[scenario]
    assert card["protocols"] == card["setup"].count({"do": {"recruit": 1, "of": "protocol", "who": "invasion"}})


@pytest.mark.parametrize(
    ("players", "explore", "deploy", "defend", "destroyed"),
    [(1, 3, 1, 0, 3), (2, 2, 2, 0, 2), (3, 1, 2, 1, 1), (4, 0, 2, 2, 0)],
)
def test_equal_chances(players: int, explore: int, deploy: int, defend: int, destroyed: int) -> None:
    facts, who = format_of(GAME, "equal-chances").setup, f"with-{players}-player{'s' * (players > 1)}"
    assert [facts[f"{what}-{who}"] for what in ("explore", "deploy", "defend")] == [explore, deploy, defend]
    assert facts[f"destroyed-after-a-scenario-{who}"] == destroyed
    assert (facts["deploy-for-each-player"], facts["deploy-for-each-protocol"]) == (0, 1)


# ---- what is printed -----------------------------------------------------------------------------------------------


@cache
def messages() -> dict[str, Mapping[str, Any]]:
    """All cards with the text that their abilities make, by id."""
    return {card.id: card.definition for card in catalog(GAME).cards(catalog(GAME).game(GAME))}


def test_what_boards_and_scenarios_do_is_printed_where_it_is_done() -> None:
    board, yard, mast = messages()["player-board"], messages()["hold-the-yard"], messages()["cut-the-mast"]
    assert [row["text"] for row in board["stored"]][:2] == ["Recycle 1 card.", "Deal 1 {melee}."]
    assert board["reshuffle"][3]["text"] == "**No card left for it?** You lose."
    assert yard["events"][1]["text"] == "The Invasion trains 1 card."
    assert yard["setup"][0]["text"] == "The Invasion recruits 1 card into each training zone."
    assert mast["win"]["text"] == "The mast has no health left."
    assert messages()["jam-beacon"]["support-text"] == "Players can't use {reroll}."
    assert messages()["invasion-board"]["zones"][0]["text"] == "Each player discards the top 2 cards of their deck."


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("op:survive", {"hold-the-yard"}),
        ("op:forbid type:scenario", {"cut-the-mast"}),
        ("op:sacrifice", {"jalak", "player-board"}),
        ("when:defeated type=starting-invasion", {"relay-mast", "husk-column"}),
        ("ability:activate type:protocol -op:forbid op:store", {"collection-order"}),
        ("has:support-text", {"jam-beacon", "blackout-rig"}),
        ("reshuffle:lose", {"player-board"}),
        ("win:mast", {"cut-the-mast"}),
    ],
)
def test_what_entries_do_is_found(query: str, found: set[str]) -> None:
    assert {card.id for card in catalog(GAME).cards(catalog(GAME).game(GAME), query)} == found
