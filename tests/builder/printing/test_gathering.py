"""What is printed, from the names that the user typed."""

from pathlib import Path

import pytest

from builder.decks import to_text
from builder.diagnostics import UsageError
from builder.games import Card
from builder.library.decks import extras
from builder.printing.gathering import Gathered, Request, copies, gather, printings_of
from tests.support.catalogs import printable, small_catalog
from tests.support.packs import card, game
from tests.support.printings import reprinted_catalog

COUNTERS = {"counter": {"name": "Counter", "face": "tracker", "per-player": 2, "data": {"kind": "counter", "to": 9}}}
SPARE = {"spare": {"name": "Spare", "card": "flare", "per-player": 3}}
FRENCH = {"language": "fr", "cards": {"flare": {"name": "Fusée"}}}


def counted(cards: list[tuple[Card, int]]) -> dict[str, int]:
    return {one.id: count for one, count in cards}


def gathered(request: Request, players: int = 0) -> Gathered:
    return gather(small_catalog(game_yaml=game(components=COUNTERS), locales__fr_yaml=FRENCH), [], request, players)


def test_a_game_is_one_of_each_and_a_deck_its_copies() -> None:
    catalog = small_catalog()
    found, cards = copies(catalog, "my-game", "")
    assert (found.id, len(cards), {count for _, count in cards}) == ("my-game", 8, {1})
    _, cards = copies(catalog, "first-deck", "")
    assert (counted(cards)["flare"], counted(cards)["moon-whale"], sum(count for _, count in cards)) == (3, 2, 22)
    _, cards = copies(catalog, "first-deck", "type:spell")
    assert counted(cards) == {"flare": 3, "undertow": 3}


@pytest.mark.parametrize("what", ["my-game", "first-deck"])
def test_a_query_that_leaves_nothing_is_refused(what: str) -> None:
    with pytest.raises(UsageError, match=f"{what} has no cards to print that match cost>90"):
        copies(small_catalog(), what, "cost>90")


def test_players_need_components_and_cards_that_are_not_there_yet() -> None:
    catalog = small_catalog(game_yaml=game(components={**COUNTERS, **SPARE}))
    found, cards = copies(catalog, "my-game", "")
    assert extras(catalog, found, cards, 2) == [("counter", 4)]
    _, without = copies(catalog, "my-game", "type:creature")
    flare = catalog.card("flare")
    assert extras(catalog, found, without, 2) == [("counter", 4), (flare, 6)]


def test_components_come_with_a_whole_deck_only() -> None:
    assert gathered(Request("first-deck"), players=1).extras == [("counter", 2)]
    assert gathered(Request("first-deck")).extras == []
    assert gathered(Request("first-deck", where="type:spell"), players=1).extras == []


def test_one_of_each_is_one_copy() -> None:
    assert set(counted(gathered(Request("first-deck", one_each=True)).cards).values()) == {1}


def test_a_language_has_its_words_and_says_what_it_lacks() -> None:
    found = gathered(Request("my-game", "type:spell", language="fr"))
    assert [one.name for one, _ in found.cards] == ["Fusée", "Undertow"]
    assert found.language == "fr"
    assert found.notes == ["not translated to fr, printed in en: 2 of 2 cards and 10 of 10 words of the game"]
    assert gathered(Request("my-game")).language == ""
    with pytest.raises(UsageError, match='My Game has no words in "de"'):
        gathered(Request("my-game", language="de"))


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UsageError, match="no-such-deck"):
        gathered(Request("no-such-deck"))


def test_no_more_printings_are_used_than_there_are_copies() -> None:
    catalog, wanted = reprinted_catalog(), {"later": 1, "core": 4}
    flare, left = catalog.card("flare"), {**wanted}
    assert [(one.set_id, n) for one, n in printings_of(flare, 3, left)] == [("later", 1), ("core", 2)]
    assert left == {"later": 0, "core": 2}  # for the copies of another section
    deck = catalog.deck_of({"name": "A", "game": "my-game", "cards": {"flare": 3}, "printings": {"flare": wanted}})
    assert [n for _, n in gather(catalog, [], Request(deck)).cards] == [1, 2]
    assert to_text(deck.deck, catalog.index("my-game")).splitlines()[-2:] == ["1 Flare (later) 7", "2 Flare (core) 4"]


def test_a_pack_outside_git_has_no_earlier_state(tmp_path: Path) -> None:
    catalog, packs = printable(tmp_path)
    with pytest.raises(UsageError, match="is in no git repository"):
        gather(catalog, packs, Request("my-game", since="HEAD"))


def test_a_pack_with_one_more_card_prints_it() -> None:
    catalog = small_catalog(sets__core__more_yaml=card())
    assert counted(copies(catalog, "my-game", "cost=2")[1]) == {"lamplighter": 1, "undertow": 1, "ash-cat": 1}


def test_reminders_are_printed_where_the_game_or_the_request_says_so() -> None:
    assert not gathered(Request("my-game")).game.print_reminders
    assert gathered(Request("my-game", reminders=True)).game.print_reminders
    always = small_catalog(game_yaml=game(**{"print-reminders": True}))
    assert gather(always, [], Request("my-game")).game.print_reminders
    assert not gather(always, [], Request("my-game", reminders=False)).game.print_reminders


def test_a_game_is_what_its_box_holds() -> None:
    boxed = [*card(copies=3), *card(id="ash-dog", name="Ash Dog", number=10, copies=0)]
    catalog = small_catalog(sets__core__more_yaml=boxed)
    held = counted(gather(catalog, [], Request("my-game")).cards)
    assert (held["ash-cat"], held["flare"]) == (3, 1)
    assert "ash-dog" not in held
    assert set(counted(gather(catalog, [], Request("my-game", one_each=True)).cards).values()) == {1}
    assert "ash-dog" in counted(gather(catalog, [], Request("my-game", one_each=True)).cards)
    assert counted(gather(catalog, [], Request("first-deck")).cards)["flare"] == 3
    with pytest.raises(UsageError, match='no cards to print: "Ash Dog" has 0 copies'):
        gather(catalog, [], Request("my-game", where="name:dog"))
