"""What an export gathers from what the user named: cards, the deck and its verdict."""

from datetime import date

import pytest

from builder.decks import Deck
from builder.diagnostics import FindingsError, UsageError
from builder.exports import Bundle, target
from builder.exports.bundling import ExportRequest, bundle
from builder.library import OpenedDeck
from tests.support.catalogs import JUDGED, small_catalog
from tests.support.packs import card, deck

CSV, ENGINE = target("csv"), target("engine")


def gathered(what: str, to: str = "csv", where: str = "", *, players: int | None = None, force: bool = False) -> Bundle:
    """What is exported of the small game, which has a deck `few` that is too small."""
    catalog = small_catalog(decks__few_yaml=deck(name="Few"))
    return bundle(catalog, what, target(to), ExportRequest(where, players=players, force=force))


def test_a_game_is_its_cards_without_a_deck() -> None:
    found = gathered("my-game")
    assert (found.game.id, found.deck, found.format_id, found.judged) == ("my-game", None, "", None)
    assert [card.number for card in found.cards] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [card.id for card in gathered("my-game", where="type:spell").cards] == ["flare", "undertow"]


def test_a_deck_comes_with_its_format_and_verdict() -> None:
    found = gathered("first-deck", "engine", players=3)
    assert found.deck
    assert (found.deck.name, found.deck.players, len(found.cards)) == ("First Deck", 3, 8)
    assert (found.format_id, found.format_name, found.judged) == ("standard", "Standard", JUDGED)
    assert found.verdict["legal"] is True


def test_a_query_leaves_some_cards_of_a_deck() -> None:
    assert [card.id for card in gathered("first-deck", where="type:spell").cards] == ["flare", "undertow"]


def test_the_day_that_is_named_is_the_day_of_the_verdict() -> None:
    day = date(2026, 1, 2)
    found = bundle(small_catalog(), "first-deck", ENGINE, ExportRequest(on=day))
    assert found.judged == day


def test_a_deck_has_todays_ids() -> None:
    catalog = small_catalog(sets__core__more_yaml=card(aliases=["coal-cat"]))
    opened = OpenedDeck("mine", Deck("Mine", "my-game", {"main": {"coal-cat": 2}}))
    found = bundle(catalog, opened, CSV, ExportRequest(force=True))
    assert found.deck
    assert found.deck.sections == {"main": {"ash-cat": 2}}
    assert [one.id for one in found.cards] == ["ash-cat"]


def test_an_illegal_deck_is_exported_only_by_force() -> None:
    with pytest.raises(FindingsError) as caught:
        gathered("few")
    last = caught.value.diagnostics[-1]
    assert (last.code, last.help) == ("illegal-deck", "mend the deck, or export it all the same with --force")
    assert last.message == "few is not legal in Standard, so it is not exported"
    assert len(caught.value.diagnostics) > 1
    forced = gathered("few", force=True)
    assert forced.counts == {"flare": 3}
    assert forced.verdict["legal"] is False


@pytest.mark.parametrize(
    ("what", "to", "where", "said"),
    [
        ("my-game", "engine", "", '"engine" takes a deck, and "my-game" is a game'),
        ("my-game", "csv", "cost>90", "my-game has no cards that match cost>90"),
        ("first-deck", "csv", "cost>90", "first-deck has no cards that match cost>90"),
        ("first-deck", "engine", "type:spell", '"engine" takes a whole deck'),
    ],
)
def test_what_a_target_cannot_take_is_refused(what: str, to: str, where: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        gathered(what, to, where)
    assert str(caught.value) == said


def test_a_game_counts_what_its_box_holds() -> None:
    catalog = small_catalog(sets__core__more_yaml=card(copies=4))
    one_each = ExportRequest(one_each=True)
    counts = bundle(catalog, "my-game", CSV).counts
    assert (counts["ash-cat"], counts["flare"]) == (4, 1)
    assert set(bundle(catalog, "my-game", CSV, one_each).counts.values()) == {1}
    assert set(bundle(catalog, "first-deck", CSV, one_each).counts.values()) == {1}
    with pytest.raises(UsageError, match='"engine" takes a whole deck'):
        bundle(catalog, "first-deck", ENGINE, one_each)
