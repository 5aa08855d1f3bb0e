"""Which cards are allowed, restricted, or dear."""

from builder.schema import bundled_schema
from tests.support.cards import WRITTEN, broken, message, only


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


def test_points_by_a_field_of_every_card() -> None:
    clause = {"clause": "pool", "points": {"limit": 7, "field": "weapons"}}
    assert only(clause, {"flagship": 1, "scrap-tug": 1, "mine": 9}) is None
    found = broken(clause, {"flagship": 1, "scrap-tug": 2})
    assert found.message == "8 points (Flagship 6 and Scrap Tug 2), and Test allows 7: save 1"
    clause["points"]["cards"] = {"flagship": 9}
    assert broken(clause, {"flagship": 1}).actual == 9


def test_points_name_the_dearest_cards_and_add_up_the_others() -> None:
    cards = {card["id"]: 9 - number for number, card in enumerate(WRITTEN)}
    clause = {"clause": "pool", "points": {"limit": 1, "cards": cards}}
    found = broken(clause, dict.fromkeys(list(cards)[:9], 1))
    assert "Scrap Tug 9, Flagship 8, Mine 7, Probe 6, Alarm 5, Swarm 4 and 3 others, 6)" in found.message
    assert "Swarm 4 and Relic 3)" in message(clause, dict.fromkeys(list(cards)[:7], 1))


def test_many_cards_are_named_in_part() -> None:
    cards = [card["id"] for card in WRITTEN]
    said = [message({"clause": "pool", "where": "type:none"}, dict.fromkeys(cards[:n], 1)) for n in (6, 7)]
    assert said[0].startswith("Alarm, Flagship, Mine, Probe, Scrap Tug and Swarm are not in")
    assert said[1].startswith("Alarm, Flagship, Mine, Probe, Relic and 2 more are not in")


def test_pool_points() -> None:
    clause = {"clause": "pool", "points": {"limit": 5, "cards": {"probe": 2, "mine": 1}}}
    assert only(clause, {"probe": 2, "mine": 1}) is None
    found = broken(clause, {"probe": 2, "mine": 2, "alarm": 1})
    assert found.message == "6 points (Probe 4 and Mine 2), and Test allows 5: save 1"
    assert (found.code, found.cards) == ("too-many-points", ("mine", "probe"))
