"""Test hands: by the size and the redraws that a format and its game state, and the same for the same seed."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks.hands import Redraws, check_redraws, draw_hands, hand_size, redraws_of
from builder.diagnostics import UsageError
from builder.games import Format, game_from

DECK = dict.fromkeys("abcdefghij", 1)
decks = st.dictionaries(st.text("abcdefgh", min_size=1, max_size=2), st.integers(1, 4), min_size=1)
backs = st.sampled_from(["shuffled", "bottom", "away"])


def by(**setup: Any) -> Format:
    """A format with these facts of play; underscores stand for hyphens."""
    return Format("test", "Test", setup={name.replace("_", "-"): value for name, value in setup.items()})


@pytest.mark.parametrize(
    ("setup", "players", "size"),
    [
        ({}, None, None),
        ({"hand": 6}, None, 6),
        ({"hand": 6}, 3, 6),
        ({"hand": 6, "hand_3_players": 7}, 3, 7),
        ({"hand": 6, "hand_3_players": 7}, 2, 6),
        ({"hand_3_players": 7}, None, None),
        ({"hand": 201}, None, None),
        ({"hand": 0}, None, None),
        ({"hand": "many"}, None, None),
    ],
)
def test_a_format_says_how_large_a_first_hand_is(setup: dict[str, Any], players: int | None, size: int | None) -> None:
    assert hand_size(by(**setup), players) == size


@pytest.mark.parametrize(
    ("rule", "back"),
    [
        (None, "shuffled"),
        ({"shuffles": True, "to": "deck-bottom"}, "shuffled"),
        ({"shuffles": False, "to": "deck-bottom"}, "bottom"),
        ({"to": "deck-bottom"}, "bottom"),
        ({"to": "graveyard"}, "away"),
    ],
)
def test_a_game_says_where_the_old_hand_goes(rule: dict[str, Any] | None, back: str) -> None:
    game = game_from({"rules": {"redraw": rule}} if rule else {}, {})
    assert redraws_of(game, by(redraws=2)) == Redraws(2, back)  # type: ignore[arg-type]  # one of the three
    assert redraws_of(game, by()).most == 0


def test_no_more_redraws_than_are_allowed() -> None:
    check_redraws(Redraws(2, "shuffled"), 2, by())
    with pytest.raises(UsageError, match="Test allows 2 redraws, and 3 are asked for"):
        check_redraws(Redraws(2, "shuffled"), 3, by())
    with pytest.raises(UsageError, match="Test has no redraws"):
        check_redraws(Redraws(0, "shuffled"), 1, by())


def test_a_seed_draws_the_same_on_every_machine() -> None:
    assert draw_hands(DECK, 3, 7) == [list("che"), list("gijafbd")]
    assert draw_hands(dict(reversed(DECK.items())), 3, 7) == draw_hands(DECK, 3, 7)
    assert len({tuple(draw_hands(DECK, 3, seed)[0]) for seed in range(50)}) > 40


def test_a_hand_that_goes_to_the_bottom_is_drawn_again_when_nothing_else_is_there() -> None:
    [order, _] = draw_hands(DECK, 10, 7)
    assert draw_hands(DECK, 6, 7, 1, "bottom") == [order[:6], [*order[6:], *order[:2]], order[2:6]]
    assert draw_hands(DECK, 6, 7, 1, "away") == [order[:6], order[6:], []]


@given(decks, st.integers(1, 9), st.integers(0), st.integers(0, 3), backs)
def test_hands_are_of_the_deck(deck: dict[str, int], size: int, seed: int, made: int, back: Any) -> None:
    *hands, rest = draw_hands(deck, size, seed, made, back)
    assert len(hands) == made + 1
    assert all(Counter(hand) <= Counter(deck) for hand in hands)
    if back == "away":
        assert Counter(card for hand in [*hands, rest] for card in hand) == Counter(deck)
    else:
        assert Counter([*hands[-1], *rest]) == Counter(deck)
        assert all(len(hand) == min(size, sum(deck.values())) for hand in hands)


@given(decks, st.integers(0), st.integers(0, 3), backs)
def test_the_first_hand_does_not_depend_on_what_follows(deck: dict[str, int], seed: int, made: int, back: Any) -> None:
    assert draw_hands(deck, 4, seed, made, back)[0] == draw_hands(deck, 4, seed)[0]


def test_every_card_is_as_likely() -> None:
    drawn = Counter(card for seed in range(4_000) for card in draw_hands(DECK, 3, seed)[0])
    assert all(abs(drawn[card] - 1_200) < 150 for card in DECK)  # some five standard deviations
