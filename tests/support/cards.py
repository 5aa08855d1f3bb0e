"""A small made-up game for the tests of legality and decks, its formats, and a resolver of its few queries."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from builder.decks import CardIndex
from builder.games import Card, card_from
from builder.legality import Format, Judge, Violation
from builder.legality.formats import clause_from

TODAY = date(2026, 6, 1)
TWO_SECTIONS = {"main": "Main", "side": "Side"}

WRITTEN: tuple[dict[str, Any], ...] = (
    {"id": "scrap-tug", "name": "Scrap Tug", "faction": "pirates", "type": "ship", "weapons": 1},
    {"id": "flagship", "name": "Flagship", "faction": "terrans", "type": "ship", "rarity": "pinnacle"},
    {"id": "mine", "name": "Mine", "faction": "terrans", "type": "structure"},
    {"id": "probe", "name": "Probe", "faction": "invaders", "type": "ship", "weapons": 0},
    {"id": "alarm", "name": "Alarm", "faction": "invaders", "type": "action"},
    {"id": "swarm", "name": "Swarm", "faction": "organics", "type": "ship", "weapons": 1},
    {"id": "relic", "name": "Relic", "faction": "neutral", "type": "structure"},
    {"id": "twin-a", "name": "Twin", "faction": "neutral", "type": "ship", "weapons": 2},
    {"id": "twin-b", "name": "Twin", "faction": "neutral", "type": "ship", "weapons": 2},
    {"id": "elan", "name": "Élan Vital", "faction": "organics", "type": "action"},
)
MORE: dict[str, dict[str, Any]] = {
    "scrap-tug": {"cost": {"scrap": 1}},
    "flagship": {"cost": {"oil": 5}, "weapons": 6},
    "mine": {"cost": {"oil": 2, "scrap": 1}},
    "swarm": {"deckbuilding": {"copies": "unlimited"}},
    "relic": {"deckbuilding": {"copies": 3}},
    "elan": {"aliases": ["vim"], "set": "second"},
}
for _card in WRITTEN:
    _card.update(MORE.get(_card["id"], {}))

INDEX = CardIndex(card_from(c, "test", c.get("set", "first")) for c in WRITTEN)


BASE: dict[str, Any] = {
    "name": "Base",
    "setup": {"hand": 6, "players": 2},
    "clauses": {"size": {"clause": "size", "min": 30}, "copies": {"clause": "copies", "max": 2}},
    "history": [
        {"from": "2025-01-01", "clauses": {"size": {"clause": "size", "min": 40, "max": 100}}},
        {"from": "2026-01-01", "drop": ["copies"], "clauses": {"pool": {"clause": "pool", "banned": ["mine"]}}},
    ],
}
CHILD: dict[str, Any] = {
    "name": "Child",
    "extends": "base",
    "setup": {"hand": 7},
    "clauses": {"single": {"clause": "copies", "max": 1}},
    "history": [{"from": "2025-06-01", "clauses": {"single": {"clause": "copies", "max": 3}}}],
}
GRANDCHILD: dict[str, Any] = {
    "name": "Grandchild",
    "extends": "child",
    "drop": ["size"],
    "clauses": {"copies": {"clause": "copies", "max": 9}},
}
FORMATS = {"base": BASE, "child": CHILD, "grandchild": GRANDCHILD}


def bare_card(card_id: str, name: str = "", **definition: Any) -> Card:
    """A card that says only so much."""
    return card_from({"id": card_id, "name": name or card_id.upper(), **definition}, "test", "first")


def resolve(where: str) -> frozenset[str]:
    """The ids that a query matches: words like `-type:ship` and `has:rarity`, all of which must hold."""
    return frozenset(c["id"] for c in WRITTEN if all(_matches(c, word) for word in where.split()))


def _matches(card: Mapping[str, Any], word: str) -> bool:
    negated = word.startswith("-")
    field, _, value = word.removeprefix("-").partition(":")
    found = value in card if field == "has" else str(card.get(field)) in value.split("|")
    return found != negated


def judge_of(
    clauses: Mapping[str, Mapping[str, Any]],
    sections: Mapping[str, str] | None = None,
    index: CardIndex = INDEX,
    matching: Callable[[str], frozenset[str]] = resolve,
) -> Judge:
    """A judge by a format called Test."""
    made = tuple(clause_from(name, clause) for name, clause in clauses.items())
    return Judge(index, Format("test", "Test", made, sections or {"main": "Main"}), matching)


def only(clause: dict[str, Any], cards: dict[str, int], players: int | None = None, **deck: Any) -> Violation | None:
    """The one violation of a one-section deck by one clause; None where it is legal."""
    found = judge_of({"it": clause}).judge({"main": cards}, players=players, **deck).violations
    assert len(found) <= 1
    assert all(violation.clause == "it" for violation in found)
    return found[0] if found else None


def broken(clause: dict[str, Any], cards: dict[str, int], players: int | None = None, **deck: Any) -> Violation:
    """The one violation of a one-section deck that breaks a clause."""
    found = only(clause, cards, players, **deck)
    assert found is not None
    return found


def message(clause: dict[str, Any], cards: dict[str, int], players: int | None = None, **deck: Any) -> str:
    """What is wrong with a one-section deck by one clause; "" where it is legal."""
    found = only(clause, cards, players, **deck)
    return found.message if found else ""
