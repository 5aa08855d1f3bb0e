"""Two decks compared: what came in and went out, whatever they hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from builder.decks import Deck
from builder.decks.comparing import Change, changes
from tests.support.cards import INDEX

cards = st.dictionaries(st.sampled_from(["scrap-tug", "flagship", "mine", "probe", "gone"]), st.integers(1, 3))
sections = st.dictionaries(st.sampled_from(["main", "side", "odd"]), cards)
NAMES = {"main": "Main", "side": "Side"}


def test_former_ids_and_ids_of_no_card_are_compared_too() -> None:
    before = Deck("A", "test", {"main": {"vim": 2, "gone": 1}})
    after = Deck("B", "test", {"main": {"elan": 2, "gone": 3}, "side": {"mine": 1}})
    main, side = changes(before, after, INDEX, NAMES)
    assert (main.name, main.in_both, main.changes) == ("Main", 3, (Change("gone", "gone", 1, 3),))
    assert (side.name, side.came_in) == ("Side", (Change("mine", "Mine", 0, 1),))


@given(sections, sections)
def test_what_came_in_less_what_went_out_is_the_difference(
    first: dict[str, dict[str, int]], second: dict[str, dict[str, int]]
) -> None:
    before, after = Deck("A", "test", first), Deck("B", "test", second)
    found = changes(before, after, INDEX, NAMES)
    assert {one.section for one in found} == {*first, *second}
    assert sum(change.after - change.before for one in found for change in one.changes) == after.size - before.size
    for one in found:
        assert {*one.came_in, *one.went_out, *one.changed} == set(one.changes)
        less = sum(max(change.before - change.after, 0) for change in one.changes)
        assert one.in_both + less == sum(first.get(one.section, {}).values())
    assert (not any(one.changes for one in found)) == (
        {s: c for s, c in first.items() if c} == {s: c for s, c in second.items() if c}
    )
    back = changes(after, before, INDEX, NAMES)
    assert {(o.section, c.card, c.before, c.after) for o in found for c in o.changes} == {
        (o.section, c.card, c.after, c.before) for o in back for c in o.changes
    }
