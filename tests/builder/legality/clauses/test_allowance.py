"""Cards are shared out among groups exactly, whatever their order."""

import subprocess
import sys
from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from builder.decks import CardIndex
from builder.legality.clauses.allowance import share_out
from tests.support.cards import bare_card, judge_of
from tests.support.commands import ROOT
from tests.support.properties import examples
from tests.support.sharing import places_for_all


def test_allowance() -> None:
    clause = {
        "clause": "allowance",
        "where": "-faction:terrans",
        "groups": [{"where": "type:ship", "max": 2, "label": "ships"}, {"where": "faction:invaders", "max": 1}],
    }
    judge = judge_of({"it": clause})
    verdict = judge.judge({"main": {"mine": 9, "probe": 1, "scrap-tug": 2}}, witness=True)
    assert verdict.legal
    assert verdict.witness is not None
    assert [(w.card, w.group, w.copies) for w in verdict.witness] == [
        ("probe", "faction:invaders", 1),
        ("scrap-tug", "ships", 2),
    ]
    (found,) = judge.judge({"main": {"probe": 2, "scrap-tug": 2}}).violations
    assert found.message == (
        "4 cards (Probe and Scrap Tug) for 3 places (ships and cards that match `faction:invaders`) in Test: remove 1"
    )
    assert (found.code, found.limit, found.actual) == ("too-many-for-allowance", 3, 4)
    (found,) = judge.judge({"main": {"elan": 2}}, witness=True).violations
    assert found.message == "Élan Vital has no allowance in Test: remove 2"
    assert found.code == "no-allowance"


def test_an_allowance_blames_only_the_cards_that_compete() -> None:
    copies = {"a": 3, "b": 1, "free": 1}
    groups = [(frozenset({"a", "b"}), 2), (frozenset({"free"}), 5)]
    sharing = share_out(copies, groups)
    assert (sharing.crowded, sharing.wanted, sharing.places) == (("a", "b"), 4, 2)


# Every card fits two of the groups, so that serving the least flexible first does not help.
_KNOT = {"a": 2, "b": 2, "c": 2, "d": 4}


_KNOT_FITS = {"a": (0, 1), "b": (1, 2), "c": (1, 3), "d": (0, 2)}


_KNOT_PLACES = (3, 2, 4, 1)


def _first_fit(cards: list[str], groups: tuple[int, ...]) -> bool:
    """Whether serving cards in this order, each copy from the first group with room, finds places for all."""
    left = list(_KNOT_PLACES)
    for card in cards:
        for _ in range(_KNOT[card]):
            group = next((g for g in groups if g in _KNOT_FITS[card] and left[g]), None)
            if group is None:
                return False
            left[group] -= 1
    return True


def _most_room(cards: list[str]) -> bool:
    """The same, each copy from the group with the most room."""
    left = list(_KNOT_PLACES)
    for card in cards:
        for _ in range(_KNOT[card]):
            group = max(_KNOT_FITS[card], key=lambda g: left[g])
            if not left[group]:
                return False
            left[group] -= 1
    return True


def test_a_deck_that_every_greedy_order_of_allowances_refuses_is_legal() -> None:
    listed = list(_KNOT)
    orders_of_cards = [
        listed,
        listed[::-1],
        sorted(listed, key=lambda c: _KNOT[c]),
        sorted(listed, key=lambda c: -_KNOT[c]),
    ]
    assert not any(_most_room(cards) for cards in orders_of_cards)
    for groups in permutations(range(4)):
        assert not any(_first_fit(cards, groups) for cards in orders_of_cards)
    index = CardIndex(bare_card(i) for i in _KNOT)

    def matching(where: str) -> frozenset[str]:
        return frozenset(c for c, fits in _KNOT_FITS.items() if int(where) in fits)

    groups_ = [{"where": str(g), "max": n} for g, n in enumerate(_KNOT_PLACES)]
    judge = judge_of({"it": {"clause": "allowance", "groups": groups_}}, index=index, matching=matching)
    verdict = judge.judge({"main": _KNOT}, witness=True)
    assert verdict.legal
    used: dict[str, int] = {}
    placed: dict[str, int] = {}
    for part in verdict.witness or ():
        assert int(part.group) in _KNOT_FITS[part.card]
        used[part.group] = used.get(part.group, 0) + part.copies
        placed[part.card] = placed.get(part.card, 0) + part.copies
    assert placed == _KNOT
    assert all(n <= _KNOT_PLACES[int(g)] for g, n in used.items())


def test_witnesses_do_not_depend_on_the_hash_seed() -> None:
    program = (
        "from builder.legality.clauses.allowance import share_out\n"
        f"print(share_out({_KNOT!r}, [(frozenset(c for c, f in {_KNOT_FITS!r}.items() if g in f), n)"
        f" for g, n in enumerate({_KNOT_PLACES!r})]))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, cwd=ROOT, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1


fits = st.lists(st.tuples(st.frozensets(st.sampled_from("abcdef")), st.integers(0, 5)), max_size=4)


@examples(400)
@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 5)), fits)
def test_sharing_out_is_exact(copies: dict[str, int], groups: list[tuple[frozenset[str], int]]) -> None:
    sharing = share_out(copies, groups)
    assert sharing.complete == places_for_all(copies, groups)
    if sharing.complete:
        used: Counter[int] = Counter()
        placed: Counter[str] = Counter()
        for card, g, n in sharing.used:
            assert card in groups[g][0]
            assert n > 0
            used[g] += n
            placed[card] += n
        assert placed == Counter(copies)
        assert all(n <= groups[g][1] for g, n in used.items())
    elif sharing.crowded:
        assert sharing.wanted == sum(copies[c] for c in sharing.crowded)
        assert sharing.wanted > sharing.places
        assert sharing.places == sum(n for fitting, n in groups if not fitting.isdisjoint(sharing.crowded))
