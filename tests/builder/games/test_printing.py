"""Printings from the oldest to the newest, and a card as it is in each of its sets."""

from datetime import date
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from builder.games import Printing, as_printed, card_from, newest
from builder.games.printing import errata_from, in_order

DAYS = st.one_of(st.none(), st.dates())
PRINTINGS = st.lists(st.tuples(st.sampled_from("abcdef"), DAYS), unique_by=lambda one: one[0], min_size=1)


@given(PRINTINGS)
def test_the_newest_is_the_last_whatever_the_order_of_the_files(made: list[tuple[str, date | None]]) -> None:
    printings = [Printing(set_id, 1, day) for set_id, day in made]
    listed = in_order(printings, "abcdef")
    assert in_order(printings[::-1], "abcdef") == listed
    days = [one.released or date.max for one in listed]
    assert days == sorted(days)
    same = [(one.set_id, other.set_id) for one, other in pairwise(listed) if one.released == other.released]
    assert all(one < other for one, other in same)


def test_a_printing_has_its_own_number_and_picture_and_the_cards_words() -> None:
    written = {"id": "flare", "number": 4, "name": "Flare", "text": "Burn.", "flavor": "Hot.", "artist": "Ada"}
    printings = (Printing("core", 4), Printing("later", 7, flavor="Hotter."))
    card = card_from(written, "game", "core", printings=printings)
    again = newest(card)
    assert (again.set_id, again.number, again.flavor, again.artist) == ("later", 7, "Hotter.", "Ada")
    assert (again.definition["number"], again.definition["flavor"], again.text) == (7, "Hotter.", "Burn.")
    assert (again.picture, as_printed(card, printings[0]).picture) == ("flare", "flare.core")
    assert card.sets == again.sets == ("core", "later")


def test_a_card_of_one_set_is_as_it_is() -> None:
    card = card_from({"id": "flare", "number": 4}, "game", "core")
    assert newest(card) is card
    assert (card.sets, card.picture) == (("core",), "flare")


def test_errata_are_the_oldest_first() -> None:
    written = [
        {"date": "2026-03-01", "previous": {"cost": 2}, "reason": "Too cheap."},
        {"date": "2025-03-01", "previous": {"cost": 1}},
    ]
    assert [(str(one.date), one.previous["cost"], one.reason) for one in errata_from(written)] == [
        ("2025-03-01", 1, ""),
        ("2026-03-01", 2, "Too cheap."),
    ]
