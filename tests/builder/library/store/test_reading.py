"""A database read as games and cards: the same that the packs say from which it was made."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import Engine
from sqlmodel import SQLModel, create_engine

from builder.checks import CheckedPack, check_pack
from builder.library import CheckedSource
from builder.library.store import APPLICATION_ID, CARDS_PER_GAME
from builder.library.store.building import build
from builder.library.store.reading import DatabaseSource, keys
from builder.query import QueryError
from tests.support.games import small_games
from tests.support.queries import CARDS, SharedReader, fill, found, source_of

GAMES = ["my-game", "tide-duel"]


@pytest.fixture(scope="module")
def packs() -> list[CheckedPack]:
    return small_games()


@pytest.fixture(scope="module")
def engine(packs: list[CheckedPack]) -> Iterator[Engine]:
    made = create_engine("sqlite://")
    assert build(made, [checked.pack for checked in reversed(packs)], check_pack).built == ["tide-duel", "my-game"]
    yield made
    made.dispose()


@pytest.fixture
def source(engine: Engine) -> Iterator[DatabaseSource]:
    with closing(source_of(engine)) as opened:
        yield opened


@pytest.fixture(scope="module")
def expected(packs: list[CheckedPack]) -> CheckedSource:
    return CheckedSource(packs)


def test_games_are_named_in_alphabetical_order(source: DatabaseSource) -> None:
    assert source.ids == ("my-game", "tide-duel")


@pytest.mark.parametrize("game_id", GAMES)
def test_games_and_cards_are_those_of_the_packs(source: DatabaseSource, expected: CheckedSource, game_id: str) -> None:
    assert source.game(game_id) == expected.game(game_id)
    assert source.game(game_id) is source.game(game_id)
    assert source.cards(game_id) == expected.cards(game_id)
    assert source.count(game_id) == expected.count(game_id) > 7


@pytest.mark.parametrize("game_id", GAMES)
def test_what_belongs_to_a_game_is_that_of_the_packs(
    source: DatabaseSource, expected: CheckedSource, game_id: str
) -> None:
    assert source.formats(game_id) == expected.formats(game_id)
    assert source.sample_decks(game_id) == expected.sample_decks(game_id)
    assert source.sample_deck(game_id, "first-deck") == expected.sample_deck(game_id, "first-deck")
    assert source.rulings(game_id) == expected.rulings(game_id)
    assert source.languages(game_id) == expected.languages(game_id)


def test_what_the_packs_say_is_not_nothing(source: DatabaseSource) -> None:
    assert source.sample_decks("tide-duel") == {"first-deck": "Deck of Tide"}
    assert [ruling.question for ruling in source.rulings("my-game")] == ["May Flare hit me?", "Who begins?"]
    place = source.cards("my-game")[0].name_place
    assert place is not None
    assert (place.path, place.line) == ("my-game/sets/core/cards.yaml", 4)


def test_a_translation_with_its_places(source: DatabaseSource, expected: CheckedSource) -> None:
    found, wanted = source.translation("my-game", "de"), expected.translation("my-game", "de")
    assert found.entries == wanted.entries
    assert found.places == wanted.places
    assert found.entries["flare"] == {"name": "Fackel"}


def test_searches_find_what_they_find_in_the_packs(source: DatabaseSource, expected: CheckedSource) -> None:
    for query, sort in [("", ""), ("type:spell", ""), ("cost>=2", "-cost"), ("draw or keywords:swift", "name")]:
        for limit in (None, 3):
            wanted = expected.search(["my-game"], query, sort, limit, 1)
            assert source.search(["my-game"], query, sort, limit, 1) == wanted != []
    with pytest.raises(QueryError):
        source.search(GAMES, "coast:3")


def test_a_search_of_all_games_goes_by_the_order_in_which_they_were_added(source: DatabaseSource) -> None:
    assert [card.game_id for card in source.search(GAMES, "name:flare")] == ["tide-duel", "my-game"]
    assert source.index("tide-duel").first == CARDS_PER_GAME
    assert source.index("my-game").first == 2 * CARDS_PER_GAME


def test_matching_gives_ids(source: DatabaseSource) -> None:
    assert source.matching("my-game", "cost>=4") == {"forge-drake", "moon-whale"}
    assert source.matching("my-game", "cost>9") == frozenset()


def test_keys_say_what_each_game_was_made_from(engine: Engine, packs: list[CheckedPack]) -> None:
    with closing(SharedReader(engine)) as reader:
        assert keys(reader) == {packs[0].pack.key: "my-game", packs[1].pack.key: "tide-duel"}


def test_no_keys_are_known_of_another_version_or_of_other_tables() -> None:
    engine = create_engine("sqlite://")
    with closing(SharedReader(engine)) as reader:
        assert keys(reader) == {}
    SQLModel.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.exec_driver_sql("INSERT INTO arsenal_meta VALUES ('schema_version', '0')")
    fill(engine, CARDS)
    with closing(SharedReader(engine)) as reader:
        assert reader.rows("SELECT id FROM game") == [("invaders",)]
        assert keys(reader) == {}
    engine.dispose()


def test_a_game_that_changed_is_read_anew() -> None:
    engine = create_engine("sqlite://")
    fill(engine, CARDS)
    with closing(source_of(engine)) as source:
        assert found(source, "type:ship") == ["rust-corsair", "scout", "dreadnought"]
    fill(engine, CARDS[:2])
    with closing(source_of(engine)) as source:
        assert found(source, "type:ship") == ["rust-corsair"]
