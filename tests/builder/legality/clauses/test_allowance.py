"""Cards are shared out among groups exactly, whatever their order."""

import subprocess
import sys
from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from builder.legality.clauses.allowance import share_out
from tests.support.cards import judge_of
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


# Every card fits two of the groups: putting each copy where there is room finds no places for all, in any order.
KNOT = {"a": 2, "b": 2, "c": 2, "d": 4}
GROUPS = [(frozenset("ad"), 3), (frozenset("abc"), 2), (frozenset("bd"), 4), (frozenset("c"), 1)]


def test_witnesses_do_not_depend_on_the_hash_seed() -> None:
    program = f"from builder.legality.clauses.allowance import share_out\nprint(share_out({KNOT!r}, {GROUPS!r}))"
    said = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, cwd=ROOT, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


fits = st.lists(st.tuples(st.frozensets(st.sampled_from("abcdef")), st.integers(0, 5)), max_size=4)


@examples(400)
@example(KNOT, GROUPS)
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
