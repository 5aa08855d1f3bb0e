"""Plugins as another package would bring them, and how tests pretend that they are installed."""

import importlib.metadata
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

import builder.plugins as plugins_of_packages
from builder.checks import CheckedPack
from builder.diagnostics import Diagnostic
from builder.games import Clause
from builder.legality import Check, ClauseKind, Context, Counted, Violation, one_by_one


def install(monkeypatch: pytest.MonkeyPatch, group: str, **plugins: str) -> None:
    """Pretend that packages with these entry points are installed: values such as `module:NAME`, by name."""
    monkeypatch.setattr(plugins_of_packages, "_has_plugins", lambda path: True)
    entries = [EntryPoint(name.replace("_", "-"), value, group) for name, value in plugins.items()]
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda **wanted: entries if wanted.get("group") == group else []
    )


def pairs(clause: Clause, context: Context) -> Check:
    """Cards that `where` matches come in even numbers."""
    matching = context.matching(clause.where)

    def check(deck: Counted) -> list[Violation]:
        cards = deck.cards(clause.section)
        odd = sorted(card_id for card_id in matching.intersection(cards) if cards[card_id] % 2)
        return [
            Violation("odd-number", f"{cards[i]} of {context.cards.describe(i)}: add 1", cards=(i,), clause=clause.id)
            for i in odd
        ]

    return check


PAIRS = ClauseKind(one_by_one(pairs), parameters={"where": {"type": "string"}}, required=("where",))
BAD_SCHEMA = ClauseKind(one_by_one(pairs), parameters={"where": {"type": "no such type"}})
NO_KIND: Any = "not a kind of clause"


def failing(clause: Clause, context: Context) -> Check:
    """A check that fails for some decks."""

    def check(deck: Counted) -> list[Violation]:
        return [Violation("odd-number", str({}[card]), clause=clause.id) for card in deck.cards(clause.section)]

    return check


FAILING = ClauseKind(one_by_one(failing))


def cards_have_art(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every card has a picture."""
    for card in checked.cards:
        if "art" not in card.definition:
            yield Diagnostic("no-art", f'"{card.id}" has no picture', card.span("id"))


def failing_rule(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A rule that fails in the midst of its work."""
    yield from cards_have_art(checked)
    raise ZeroDivisionError("no cards")


def wordy_rule(checked: CheckedPack) -> Iterator[str]:
    """A rule that yields what no rule may."""
    yield "all is well"
