"""Which cards are allowed, restricted, or dear."""

from __future__ import annotations

from builder.schema import bundled_schema
from tests.support.cards import broken, only


def test_a_pool_is_called_by_its_label() -> None:
    clause = {"clause": "pool", "where": "type:ship", "label": "ships"}
    assert bundled_schema("format").problems({"name": "It", "clauses": {"it": clause}}) == []
    found = broken(clause, {"mine": 1})
    assert found.help == "Test admits ships"


def test_pool_by_query_set_and_ban() -> None:
    assert only({"clause": "pool", "where": "type:ship"}, {"probe": 1}) is None
    found = broken({"clause": "pool", "where": "type:ship"}, {"probe": 1, "alarm": 2, "mine": 1})
    assert found.message == "Alarm and Mine are not in the pool of Test: remove 3"
    assert (found.code, found.cards) == ("not-in-pool", ("alarm", "mine"))
    assert found.help == "Test admits cards that match `type:ship`"
    by_set = broken({"clause": "pool", "sets": ["first"]}, {"probe": 1, "elan": 1})
    assert (by_set.code, by_set.cards, by_set.help) == ("not-in-pool", ("elan",), "Test admits cards of first")
    banned = broken({"clause": "pool", "banned": ["vim", "mine"]}, {"probe": 1, "elan": 2})
    assert (banned.code, banned.message) == ("banned-card", "Élan Vital is banned in Test: remove 2")


def test_pool_restricted() -> None:
    clause = {"clause": "pool", "restricted": {"max": 1, "cards": ["probe", "mine", "relic"]}}
    assert only(clause, {"probe": 3, "alarm": 1}) is None
    found = broken(clause, {"probe": 3, "mine": 1, "alarm": 1})
    assert found.message == "2 restricted cards (Mine and Probe), and Test allows 1: keep 1 of them"
    assert (found.code, found.limit, found.actual) == ("too-many-restricted", 1, 2)


def test_pool_points() -> None:
    clause = {"clause": "pool", "points": {"limit": 5, "cards": {"probe": 2, "mine": 1}}}
    assert only(clause, {"probe": 2, "mine": 1}) is None
    found = broken(clause, {"probe": 2, "mine": 2, "alarm": 1})
    assert found.message == "6 points (Mine 2 and Probe 4), and Test allows 5: save 1"
    assert (found.code, found.cards) == ("too-many-points", ("mine", "probe"))
