"""What positions are declared with: how slots begin, how they are copied, and where cards lie."""

from typing import Any

from engine.core import State
from engine.state import by_card, by_seat, instances, listing, listings, mapping, other_position, plain, zone, zones


class Setting:
    players, count = 2, 3


class Table(State):
    turn: int = plain(1)
    marks: tuple[int, ...] = plain(lambda game: (game.count,))
    life: list[int] = by_seat(20)
    used: list[int] = by_card(0)
    dice: list[int] = listing()
    tried: list[list[int]] = listings(lambda _game: [[1]])
    notes: dict[int, int] = mapping()
    hand: list[list[int]] = zones()
    field: list[list[int]] = zones(of=2)
    slots: list[int] = zone(lambda _game: [-1, 2])
    aside: list[int] = zone(shared=True)
    inner: Any = other_position()


class Wider(Table):
    more: list[int] = listing()


def table(kind: type[Table] = Table) -> Table:
    return kind(Setting(), 7, log=True)


def test_slots_begin_with_what_is_declared() -> None:
    state = table()
    assert (state.turn, state.marks, state.life, state.used) == (1, (3,), [20, 20], [0, 0, 0])
    assert (state.dice, state.tried, state.notes, state.hand, state.field) == ([], [[1]], {}, [[], []], [[], []])
    assert (state.slots, state.aside, state.inner, state.log, state.rng) == ([-1, 2], [], None, [], 7)
    assert table().dice is not state.dice
    assert not hasattr(state, "__dict__")


def test_a_copy_shares_nothing_that_changes_in_place_and_has_no_log() -> None:
    state = table(Wider)
    state.inner = table()
    state.stack.append([(), 0])
    copy = state.clone()
    assert type(copy) is Wider
    assert copy.log is None
    for name in type(state).declared:
        value, copied = getattr(state, name), getattr(copy, name)
        if isinstance(value, (list, dict)) and name not in ("opts", "aside", "log"):
            assert copied == value
            assert copied is not value, name
            if value and isinstance(value, list) and isinstance(value[0], list):
                assert copied[0] is not value[0], name
    assert copy.aside is state.aside
    assert copy.inner is not state.inner
    copy.hand[0].append(0)
    copy.inner.dice.append(1)
    assert (state.hand, state.inner.dice) == ([[], []], [])


def test_cards_are_found_wherever_they_lie() -> None:
    state = table()
    state.hand[1].append(0)
    state.field[0].append(1)
    state.dice.append(9)
    assert sorted(instances(state)) == [0, 1, 2]
