"""Invasion TCG cards that overrule the limit of copies say so in print and in data alike."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.commands import ROOT
from tests.support.gamecards import judge_of, pack

PACK = ROOT / "cards" / "invasion-tcg"
USUAL = 3
PRINTED = re.compile(r"^A deck may hold (?:(any number)|up to (\d+)|only (1)) of this card\.$", re.MULTILINE)

Card = dict[str, Any]


@cache
def cards() -> list[Card]:
    """All cards with the text that their abilities make."""
    return [dict(card.definition) for card in pack("invasion-tcg").as_cards(places=False)]


def printed_limit(card: Card) -> str | int | None:
    """What a card's text says of the copies in a deck: a number, `unlimited`, or nothing."""
    match = PRINTED.search(card["text"])
    return None if match is None else "unlimited" if match[1] else int(match[2] or match[3])


@pytest.mark.parametrize("card", cards(), ids=lambda card: card["id"])
def test_the_printed_limit_of_copies_is_the_one_in_data(card: Card) -> None:
    assert card.get("deckbuilding", {}).get("copies") == printed_limit(card)
    assert ("deck may" in card["text"]) == ("deckbuilding" in card)


def test_cards_overrule_the_limit_in_every_direction() -> None:
    limits = {card["id"]: limit for card in cards() if (limit := printed_limit(card)) is not None}
    numbers = {limit for limit in limits.values() if isinstance(limit, int)}
    assert len(limits) >= 4
    assert "unlimited" in limits.values()
    assert min(numbers) < USUAL < max(numbers)
    assert USUAL not in numbers, "a card that allows what is allowed anyway"


@pytest.mark.parametrize("card", cards(), ids=lambda card: card["id"])
def test_a_deck_may_hold_as_many_as_the_card_prints_and_no_more(card: Card) -> None:
    judge = judge_of("invasion-tcg", "standard").judge
    filler = "podling" if card["id"] != "podling" else "caravan-scout"
    most = printed_limit(card) or USUAL
    if most == "unlimited":
        assert judge({"main": {card["id"]: 30}}).legal
        return
    assert judge({"main": {card["id"]: most, filler: 30 - most}}).legal
    (violation,) = judge({"main": {card["id"]: most + 1, filler: 29 - most}}).violations
    assert (violation.code, violation.cards) == ("too-many-copies", (card["id"],))
    assert (violation.limit, violation.actual) == (most, most + 1)


@pytest.mark.parametrize("path", sorted(PACK.glob("decks/*.yaml")), ids=lambda path: path.stem)
def test_each_sample_deck_uses_an_overruling_card(path: Path) -> None:
    """Each sample shows what such a card is for: as many of it as the plan asks, at most what it allows itself."""
    limits = {card["id"]: limit for card in cards() if (limit := printed_limit(card)) is not None}
    deck: dict[str, int] = yaml.safe_load(path.read_text("utf-8"))["cards"]
    assert sum(deck.values()) == 30
    overruling = {card: n for card, n in deck.items() if card in limits}
    assert overruling
    assert all(limits[card] == "unlimited" or n <= int(limits[card]) for card, n in overruling.items())
