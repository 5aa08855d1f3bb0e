"""Games of packs that were just checked, read without a database."""

from datetime import date
from typing import Any

import pytest

from builder.games import Ruling
from builder.library import CheckedSource
from builder.query import QueryError
from tests.support.games import small_games


@pytest.fixture(scope="module")
def source() -> CheckedSource:
    return CheckedSource(list(reversed(small_games())))


def test_games_are_named_in_alphabetical_order(source: CheckedSource) -> None:
    assert source.ids == ("my-game", "tide-duel")
    assert source.game("tide-duel").name == "Tide Duel"
    with pytest.raises(KeyError):
        source.game("chess")


def test_cards_come_by_sets_and_numbers_and_are_counted(source: CheckedSource) -> None:
    assert [card.number for card in source.cards("my-game")] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [card.id for card in source.cards("tide-duel")][-2:] == ["moon-whale", "undertow"]
    assert {card.game_id for card in source.cards("tide-duel")} == {"tide-duel"}
    assert (source.count("my-game"), source.count("tide-duel")) == (9, 8)


def test_formats_are_as_written(source: CheckedSource) -> None:
    assert list(source.formats("my-game")) == ["standard"]
    written = source.formats("my-game")["standard"]
    assert written["name"] == "Standard"
    assert written["clauses"] == {
        "size": {"clause": "size", "min": 20, "max": 40},
        "copies": {"clause": "copies", "max": 3},
    }


def test_sample_decks_have_the_default_format_where_they_name_none(source: CheckedSource) -> None:
    assert source.sample_decks("my-game") == {"first-deck": "First Deck"}
    assert source.sample_decks("tide-duel") == {"first-deck": "Deck of Tide"}
    deck = source.sample_deck("tide-duel", "first-deck")
    assert (deck.name, deck.game, deck.format) == ("Deck of Tide", "tide-duel", "standard")
    assert deck.sections == {"main": {"flare": 3}}
    with pytest.raises(KeyError):
        source.sample_deck("tide-duel", "second-deck")


def test_rulings_come_in_their_order(source: CheckedSource) -> None:
    assert source.rulings("my-game") == (
        Ruling("May Flare hit me?", "Yes.", date(2024, 5, 1), "Spells", ("flare",)),
        Ruling("Who begins?", "The youngest.", date(2024, 6, 2)),
    )
    assert source.rulings("tide-duel") == ()


def test_translations(source: CheckedSource) -> None:
    assert source.languages("my-game") == ("de",)
    assert source.languages("tide-duel") == ()
    translation = source.translation("my-game", "de")
    assert translation.language == "de"
    assert translation.entries["flare"] == {"name": "Fackel"}


@pytest.mark.parametrize(
    ("games", "how", "expected"),
    [
        (["my-game"], {}, ["my-game flare", "my-game undertow", "my-game torchlight"]),
        (["tide-duel", "my-game"], {"limit": 3}, ["tide-duel flare", "tide-duel undertow", "my-game flare"]),
        (["my-game", "tide-duel"], {"offset": 3}, ["tide-duel flare", "tide-duel undertow"]),
        (["my-game", "tide-duel"], {"sort": "name", "limit": 2}, ["my-game flare", "tide-duel flare"]),
        ([], {}, []),
    ],
)
def test_a_search_finds_cards_of_the_games_that_are_named(
    source: CheckedSource, games: list[str], how: dict[str, Any], expected: list[str]
) -> None:
    found = source.search(games, "type:spell", **how)
    assert [f"{card.game_id} {card.id}" for card in found] == expected


def test_matching_gives_ids_and_refuses_a_wrong_query(source: CheckedSource) -> None:
    assert source.matching("my-game", "cost>=4") == {"forge-drake", "moon-whale"}
    assert source.matching("my-game", "cost>9") == frozenset()
    with pytest.raises(QueryError, match="coast"):
        source.matching("my-game", "coast:4")


def test_a_closed_source_had_nothing_open(source: CheckedSource) -> None:
    source.close()
    assert source.count("my-game") == 9
