"""The bundled formats, judged as their rulebooks say: who can play, and decks at the edge of what is legal."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from builder.decks import CardIndex
from builder.games import MAX_PLAYERS, UNLIMITED
from builder.legality import Judge, Verdict
from builder.words import DEFAULT, words_of
from tests.support.commands import GAMES, ROOT
from tests.support.gamecards import catalog, format_of, judge_of

FORMATS = sorted((path.parent.parent.name, path.stem) for path in (ROOT / "cards").glob("*/formats/*.yaml"))
CAN_PLAY = {
    ("future-invaders", "prepared"): "2 to 6 players",
    ("future-invaders", "standard-rarity"): "2 to 6 players",
    ("future-invaders", "singleton"): "2 to 6 players",
    ("future-invaders", "even-start"): "2 to 6 players",
    ("future-invaders", "architect"): "2 to 6 players",
    ("future-invaders", "series"): "exactly 2 players",  # it is a series of duels
    ("future-invaders", "rivals"): "4 to 6 players in 2 equal teams",
    ("invasion-tcg", "standard"): "exactly 2 players",
    ("saucer-people", "standard"): "2 to 4 players",
    ("saucer-people", "major-invasion"): "2 to 4 players",
    ("saucer-people", "origins-2008"): "2 to 4 players",
    ("saucer-dice", "standard"): "2 to 6 players",
    ("rone-invasion", "competitive"): "exactly 2 players",
    ("rone-invasion", "even-duel"): "exactly 2 players",
    ("rone-invasion", "speed-training"): "exactly 2 players",
    ("rone-invasion", "cooperative"): "1 to 4 players",
    ("rone-invasion", "equal-chances"): "1 to 4 players",
    ("rone-invasion", "team-fight"): "at least 4 players in 2 equal teams",
}


def player_messages(game: str, format_id: str, players: int) -> list[str]:
    """What is said about the number of players of a deck without cards."""
    found = judge_of(game, format_id).judge({}, players=players).violations
    return [violation.message for violation in found if violation.code == "wrong-player-count"]


@pytest.mark.parametrize(("game", "format_id"), FORMATS)
def test_a_bundled_format_says_how_many_can_play(game: str, format_id: str) -> None:
    by = format_of(game, format_id)
    can_play = by.can_play
    assert not can_play.anybody
    assert can_play.nearest(by.players) == by.players
    allowed = range(can_play.fewest, min(can_play.most, MAX_PLAYERS) + 1, can_play.teams)
    refused = {n for n in range(1, 20) if n not in allowed}
    assert refused >= {can_play.fewest - 1} - {0}
    assert can_play.most == UNLIMITED or can_play.most + 1 in refused
    for players in range(1, 20):
        said = f"{players} player{'s' * (players != 1)}, and {by.name} takes {can_play.in_words(words_of(DEFAULT))}"
        assert player_messages(game, format_id, players) == ([said] if players in refused else [])


def test_the_rulebooks_say_how_many_can_play() -> None:
    assert {game for game, _ in CAN_PLAY} == set(GAMES)
    assert {key: format_of(*key).can_play.in_words(words_of(DEFAULT)) for key in CAN_PLAY} == CAN_PLAY


# Decks at the edge: each line is a rule of a rulebook, a deck that just keeps it or just breaks it, and what is said;
# tests/data/decks has more that are illegal


Made = Callable[[], dict[str, int]]  # made when it is judged, so that collecting tests reads no packs
MadeSections = Callable[[], dict[str, dict[str, int]]]

CODES = {
    "few": "too-few-cards",
    "many": "too-many-cards",
    "copies": "too-many-copies",
    "changes": "too-many-changes",
    "pool": "not-in-pool",
    "outside": "not-in-section",
    "missing": "missing-card",
    "extra": "extra-card",
    "lacks": "missing-component",
    "box": "extra-component",
}


def ids(game: str, where: str) -> list[str]:
    """The ids of a game's cards that match, in their order."""
    return [card.id for card in catalog(game).search(where, game)]


def deck_of(game: str, where: str, cards: int, each: int, first: int = 0) -> dict[str, int]:
    """So many cards that match, `each` copies of a card, beginning with the `first` of them."""
    whole, rest = divmod(cards, each)
    found = ids(game, where)[first : first + whole + 1]
    return dict.fromkeys(found[:whole], each) | ({found[whole]: rest} if rest else {})


def check(game: str, format_id: str, sections: dict[str, dict[str, int]], expected: str, **options: Any) -> Verdict:
    verdict = judge_of(game, format_id).judge(sections, **options)
    assert sorted(v.code for v in verdict.violations) == sorted(CODES[word] for word in expected.split())
    return verdict


def plain(cards: int, each: int = 2, first: int = 0) -> dict[str, int]:
    """So many cards of Future Invaders without a rarity mark."""
    return deck_of("future-invaders", "-has:rarity", cards, each, first)


@cache
def marked() -> list[str]:
    """The cards of Future Invaders with a rarity mark."""
    return ids("future-invaders", "has:rarity")


def fleet(cards: int, *, each: int = 2, more: int = 0, with_marked: int = 0, of_marked: int = 1) -> dict[str, int]:
    """So many cards of Future Invaders: `more` copies of the first, and so many cards with a rarity mark."""
    found = plain(cards - with_marked * of_marked - more, each) | dict.fromkeys(marked()[:with_marked], of_marked)
    return found | {next(iter(found)): each + more}


@pytest.mark.parametrize(
    ("format_id", "cards", "expected"),
    [
        ("prepared", lambda: fleet(39), "few"),  # L263, L279: at least 40
        ("prepared", lambda: fleet(40), ""),
        ("prepared", lambda: fleet(100), ""),
        ("prepared", lambda: fleet(101), "many"),  # L265: at most 100
        ("prepared", lambda: fleet(40, more=1), "copies"),  # L267: two copies of any given card
        ("prepared", lambda: fleet(40, each=1), ""),
        ("prepared", lambda: fleet(40, with_marked=1), ""),  # L269: one copy of a card with a rarity mark
        ("prepared", lambda: fleet(40, with_marked=1, of_marked=2), "copies"),
        ("prepared", lambda: fleet(40, with_marked=10), ""),  # of each of them
        ("series", lambda: fleet(39), "few"),  # L275: still following the rules of building
        ("series", lambda: fleet(40), ""),
        ("series", lambda: fleet(40, more=1), "copies"),
        ("rivals", lambda: fleet(39), "few"),
        ("rivals", lambda: fleet(40), ""),
        ("rivals", lambda: fleet(101), "many"),
        ("standard-rarity", lambda: fleet(40), ""),
        ("standard-rarity", lambda: fleet(40, with_marked=1), "pool"),
        ("singleton", lambda: fleet(49, each=1), "few"),
        ("singleton", lambda: fleet(50, each=1), ""),
        ("singleton", lambda: fleet(50, each=1, more=1), "copies"),
        ("singleton", lambda: fleet(50, each=1, with_marked=1), ""),
        ("singleton", lambda: fleet(101, each=1, with_marked=10), "many"),  # L265
    ],
)
def test_arsenals_of_future_invaders(format_id: str, cards: Made, expected: str) -> None:
    check("future-invaders", format_id, {"main": cards()}, expected)


@pytest.mark.parametrize(
    ("now", "lost", "expected", "notes"),
    [
        (lambda: plain(40, first=5), True, "", 0),  # L275: the loser swaps 10
        (lambda: plain(40, first=5), False, "changes", 0),  # the winner doesn't
        (lambda: plain(40, first=5), None, "", 1),  # nobody says who lost
        (lambda: plain(42, first=5), True, "changes", 0),  # 12 in, 10 out
        (lambda: plain(40, first=6), True, "changes", 0),
        (lambda: plain(40, first=6), None, "changes", 0),
        (lambda: plain(50), True, "", 0),  # adds 10
        (lambda: plain(51), True, "changes", 0),
        (lambda: plain(41), False, "changes", 0),  # a single card
        (lambda: plain(40), False, "", 0),
        (lambda: plain(40), None, "", 0),
        (lambda: plain(39), True, "few", 0),
    ],
)
def test_series_of_future_invaders(now: Made, lost: bool | None, expected: str, notes: int) -> None:
    verdict = check("future-invaders", "series", {"main": now()}, expected, previous={"main": plain(40)}, lost=lost)
    assert len(verdict.notes) == notes


pool = plain  # for a draft: so many cards, two of each


@pytest.mark.parametrize(
    ("sections", "players", "expected"),
    [
        (lambda: {"pool": pool(149)}, 2, "few"),
        (lambda: {"pool": pool(150)}, 2, ""),
        (lambda: {"pool": pool(150)}, 3, ""),
        (lambda: {"pool": pool(150)}, 4, "few"),  # ours: five packs of 10 for each player
        (lambda: {"pool": pool(180)}, 4, "few"),
        (lambda: {"pool": pool(150) | {next(iter(pool(2))): 3}}, 2, "copies"),  # L267
        (lambda: {"pool": pool(150) | {marked()[0]: 2}}, 2, "copies"),  # L269
        (lambda: {"pool": pool(150), "arsenal": plain(39)}, 2, "few"),  # L263
        (lambda: {"pool": pool(150), "arsenal": plain(40)}, 2, ""),
        (lambda: {"pool": pool(150), "arsenal": plain(100)}, 2, ""),
        (lambda: {"pool": pool(150), "arsenal": plain(101)}, 2, "many"),  # L265
        (lambda: {"pool": pool(150), "arsenal": plain(38) | dict.fromkeys(marked()[:2], 1)}, 2, "outside outside"),
        (lambda: {"pool": pool(150), "arsenal": plain(40) | {next(iter(pool(2))): 3}}, 2, "outside"),
    ],
)
def test_drafts_of_future_invaders(sections: MadeSections, players: int, expected: str) -> None:
    check("future-invaders", "architect", sections(), expected, players=players)


def test_a_pool_for_six_holds_300_cards() -> None:
    found = judge_of("future-invaders", "architect").judge({"pool": pool(180)}, players=6).violations
    assert [v.message for v in found] == ["180 cards in Pool, and Architect asks for 300 to 400 for 6 players: add 120"]


def test_a_reprint_is_the_same_card() -> None:
    """Knife Runner printed once more under another id: two copies of both together."""
    game = catalog("future-invaders")
    cards = game.index("future-invaders").cards
    index = CardIndex([*cards.values(), replace(cards["knife-runner"], id="knife-runner-2")])
    judge = Judge(index, format_of("future-invaders", "prepared"), game.loaded("future-invaders").matching)
    for first, second in ((1, 1), (1, 2), (2, 2)):
        found = judge.judge({"main": fleet(40) | {"knife-runner": first, "knife-runner-2": second}}).violations
        assert [v.code for v in found] == ["too-many-copies"] * (first + second > 2)
        assert all("Knife Runner" in v.message for v in found)


def poker(jokers: int, marcus: int) -> dict[str, dict[str, int]]:
    """The poker deck, sorted, with so many jokers and Marcuses."""
    pile = dict.fromkeys([*ids("saucer-people", "type:number"), *["joker-red", "joker-black"][:jokers]], 1)
    crew = dict.fromkeys([*ids("saucer-people", "type:court has:suit"), *["king-marcus"] * marcus], 1)
    return {"pile": pile, "crew": crew}


@pytest.mark.parametrize("jokers", [0, 1, 2])  # L76: nothing about jokers
@pytest.mark.parametrize(
    ("format_id", "marcus"),  # who came with the deck of Origins
    [("standard", 0), ("major-invasion", 0), ("origins-2008", 1), ("origins-2008-major-invasion", 1)],
)
def test_poker_decks(format_id: str, marcus: int, jokers: int) -> None:
    check("saucer-people", format_id, poker(jokers, marcus), "", players=2 + jokers)
    check("saucer-people", format_id, poker(jokers, 1 - marcus), "missing" if marcus else "extra", players=2)


def test_both_optional_rules_hold_at_once() -> None:
    both = format_of("saucer-people", "origins-2008-major-invasion")
    assert both.setup["passes"] == format_of("saucer-people", "major-invasion").setup["passes"] == 2
    assert {c.id: c for c in both.clauses} == {c.id: c for c in format_of("saucer-people", "origins-2008").clauses}


def table(players: int, **changes: int) -> dict[str, dict[str, int]]:
    """What so many players of Saucer Dice need, and what is changed about it, by id."""
    cards = dict.fromkeys(ids("saucer-dice", "type:planet")[:players], 1)
    cards |= dict.fromkeys(ids("saucer-dice", "type:core")[:players], 1)
    cards |= dict.fromkeys(ids("saucer-dice", "type:city")[:players], 12)
    cards |= {"red-invasion-die": 3, "yellow-invasion-die": 3, "blue-invasion-die": 3}
    cards |= {"defense-die": 5, "sector-die": players, "staging-board": 1}
    return {"main": {i: n for i, n in (cards | {i.replace("_", "-"): n for i, n in changes.items()}).items() if n}}


@pytest.mark.parametrize(
    ("sections", "players", "expected"),
    [
        (lambda: table(2), 2, ""),  # L6: a planet, a Core, 12 cities and a Sector die each
        (lambda: table(6), 6, ""),  # L27-43: that is all that the box holds
        (lambda: table(6), 2, ""),
        (lambda: table(6, mesa_terrace=13), 6, "box"),  # 73 cities
        (lambda: table(6, ruddock=2), 6, "box"),
        (lambda: table(6, iron_heart=2), 6, "box"),
        (lambda: table(6, sector_die=7), 6, "box"),
        (lambda: table(2, red_invasion_die=4), 2, "box"),  # ten Invasion dice
        (lambda: table(2, red_invasion_die=2), 2, "lacks"),
        (lambda: table(2, red_invasion_die=4, blue_invasion_die=2), 2, "box lacks"),  # nine, but not three of each
        (lambda: table(2, defense_die=6), 2, "box"),
        (lambda: table(2, staging_board=2), 2, "box"),
    ],
)
def test_tables_of_saucer_dice(sections: MadeSections, players: int, expected: str) -> None:
    check("saucer-dice", "standard", sections(), expected, players=players)
