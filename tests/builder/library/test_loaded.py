"""A game is the same from each source: a checked pack, the store, and what was published."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

import pytest

from builder.checks import CheckedPack
from builder.diagnostics import UsageError
from builder.games import Card, Ruling
from builder.library import Catalog, LoadedGame
from builder.library.checked import CheckedGame
from builder.library.published import PublishedGame, catalog_json, judge_json
from builder.query import QueryError
from tests.support.databases import in_memory
from tests.support.games import small_games
from tests.support.queries import opened

SOURCES = ["checked", "stored", "published"]


def published(loaded: LoadedGame, queries: tuple[str, ...] = ()) -> PublishedGame:
    """The game as it comes back from its JSON."""
    judged, rest = (json.loads(json.dumps(said)) for said in (judge_json(loaded, queries), catalog_json(loaded)))
    return PublishedGame(judged, rest)


def bare(cards: Iterable[Card]) -> list[Card]:
    """The cards without their places in files, which are not published."""
    return [replace(card, place=None, name_place=None) for card in cards]


@pytest.fixture(scope="module")
def packs() -> list[CheckedPack]:
    return small_games()


@pytest.fixture(scope="module", params=SOURCES)
def catalog(request: pytest.FixtureRequest, packs: list[CheckedPack]) -> Iterator[Catalog]:
    games = [CheckedGame(pack) for pack in reversed(packs)]
    if request.param == "stored":
        with in_memory(*(pack.pack for pack in reversed(packs))) as engine, opened(engine) as stored:
            yield stored
    else:
        yield Catalog(map(published, games) if request.param == "published" else games)


@pytest.mark.parametrize("place", [0, 1])
def test_all_is_as_in_the_pack(catalog: Catalog, packs: list[CheckedPack], place: int) -> None:
    expected = CheckedGame(packs[place])
    loaded = catalog.loaded(expected.id)
    for name in ("written_formats", "sample_decks", "rulings", "languages", "count"):
        assert getattr(loaded, name) == getattr(expected, name), name
    for name in ("definition", "card_schema"):
        assert getattr(loaded.game, name) == getattr(expected.game, name), name
    cards = bare(expected.cards)
    assert bare(loaded.cards) == cards
    assert loaded.count == len(cards) > 7
    assert bare(loaded.at([2, 1]).values()) in ([cards[0], cards[1]], [cards[1], cards[0]])
    assert loaded.sample_deck("first-deck") == expected.sample_deck("first-deck")
    for language in expected.translated:
        assert loaded.translation(language).entries == expected.translation(language).entries
    with pytest.raises((LookupError, UsageError)):
        loaded.sample_deck("second-deck")


def test_what_the_packs_say_is_not_nothing(packs: list[CheckedPack]) -> None:
    own, other = map(CheckedGame, packs)
    assert [card.number for card in own.cards] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert (own.sample_decks, other.sample_decks) == ({"first-deck": "First Deck"}, {"first-deck": "Deck of Tide"})
    deck = other.sample_deck("first-deck")
    assert (deck.game, deck.format, deck.sections) == ("tide-duel", "standard", {"main": {"flare": 3}})
    assert own.rulings == (
        Ruling("May Flare hit me?", "Yes.", date(2024, 5, 1), "Spells", ("flare",)),
        Ruling("Who begins?", "The youngest.", date(2024, 6, 2)),
    )
    assert (own.translated, other.translated) == (("de",), ())
    assert own.translation("de").entries["flare"] == {"name": "Fackel"}
    place = own.cards[0].name_place
    assert place is not None
    assert (place.path, place.line) == ("my-game/sets/core/cards.yaml", 4)


def test_the_store_knows_all_places(packs: list[CheckedPack]) -> None:
    expected = CheckedGame(packs[0])
    with in_memory(packs[0].pack) as engine, opened(engine) as stored:
        loaded = stored.loaded("my-game")
        assert loaded.game == expected.game
        assert loaded.cards == expected.cards
        assert loaded.translation("de").places == expected.translation("de").places


@pytest.mark.parametrize(
    ("game", "how", "expected"),
    [
        ("my-game", {}, ["my-game flare", "my-game undertow", "my-game torchlight"]),
        ("", {"limit": 2}, ["my-game flare", "my-game undertow"]),
        ("", {"offset": 3}, ["tide-duel flare", "tide-duel undertow"]),
        ("", {"sort": "name", "limit": 2}, ["my-game flare", "tide-duel flare"]),
        ("", {"sort": "-set", "limit": 1}, ["tide-duel undertow"]),
    ],
)
def test_searches(catalog: Catalog, game: str, how: dict[str, int], expected: list[str]) -> None:
    total, found = catalog.page("type:spell", game, **how)  # type: ignore[arg-type]  # the cases above
    assert [f"{card.game_id} {card.id}" for card in found] == expected
    assert total == (3 if game else 5)


def test_matching_gives_ids_and_refuses_a_wrong_query(catalog: Catalog) -> None:
    loaded = catalog.loaded("my-game")
    assert loaded.matching("cost>=4") == {"forge-drake", "moon-whale"}
    assert loaded.matching("cost>9") == frozenset()
    with pytest.raises(QueryError, match="coast"):
        loaded.matching("coast:4")


def test_what_was_answered_when_a_game_was_published_is_not_searched_again(packs: list[CheckedPack]) -> None:
    loaded = published(CheckedGame(packs[0]), ("cost>=4",))
    assert loaded.answers == {"cost>=4": {"forge-drake", "moon-whale"}}
    loaded.searched = None  # type: ignore[assignment]  # nothing searches
    assert loaded.matching("cost>=4") == {"forge-drake", "moon-whale"}


def test_judges_are_made_once_for_a_format_a_day_and_a_language(catalog: Catalog) -> None:
    loaded = catalog.loaded("my-game")
    first = loaded.judge("", date(2024, 1, 1))
    assert loaded.judge("standard", date(2024, 1, 1)) is first
    assert loaded.judge("standard", date(2024, 1, 2)) is not first
    assert loaded.judge("standard", date(2024, 1, 1), "de") is not first
    with pytest.raises(UsageError, match="modern"):
        loaded.judge("modern", date(2024, 1, 1))
