"""Gathers what is printed, from the names that the user typed, and says in which file a face's fault is mended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from builder.check import check
from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, has_errors
from builder.files import display
from builder.packs import Pack
from builder.shelf import Shelf

if TYPE_CHECKING:
    from builder.models import Card, Game
    from renderers.typeset import Finding


def copies(shelf: Shelf, name: str, where: str) -> tuple[Game, list[tuple[Card, int]]]:
    """The game, and its cards with how often each is printed: a deck's copies, or one of each card of a game.

    Only the cards that match the query `where`. Raises UsageError where that leaves none.
    """
    if shelf.names_game(name):
        game = shelf.game(name)
        found = [(card, 1) for card in shelf.cards(game, where)]
    else:
        opened = shelf.open_deck(name)
        game = shelf.game(opened.deck.game)
        found = shelf.deck_cards(opened)
        if where:
            wanted = {card.id for card in shelf.cards(game, where)}
            found = [(card, count) for card, count in found if card.id in wanted]
    if not found:
        raise UsageError(f"{name} has no cards to print" + (f" that match {where}" if where else ""))
    return game, found


def extras(shelf: Shelf, game: Game, found: Sequence[tuple[Card, int]], players: int) -> list[tuple[Card | str, int]]:
    """What so many players need beside these cards, by count: components of game.yaml by id, or cards of the pack."""
    needed: list[tuple[Card | str, int]] = []
    there = {card.id for card, _ in found}
    for name, described in game.definition.get("components", {}).items():
        count = described.get("per-player", 1) * players
        if "card" not in described:
            needed.append((name, count))
        elif (card_id := shelf.index(game.id).current(described["card"])) and card_id not in there:
            needed.append((shelf.card(card_id, game.id)[0], count))
    return needed


def settle(findings: Sequence[Finding], packs: Iterable[Pack], game_id: str) -> list[Diagnostic]:
    """The findings as diagnostics with places in the pack's files. Raises FindingsError where one is an error."""
    diagnostics = placed(findings, packs, game_id)
    if has_errors(diagnostics):
        raise FindingsError(diagnostics)
    return diagnostics


def _near(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic with its file's path as the user would write it."""
    span = diagnostic.span
    return replace(diagnostic, span=replace(span, path=display(Path(span.path)))) if span else diagnostic


def placed(findings: Sequence[Finding], packs: Iterable[Pack], game_id: str) -> list[Diagnostic]:
    """The findings as diagnostics; where a card's face is at fault, the place is the card's in its file."""
    findings = [replace(finding, diagnostic=_near(finding.diagnostic)) for finding in findings]
    if not findings:
        return []
    spans: dict[str, Span] = {}
    for pack in packs:
        checked = check(pack)
        if checked.id == game_id:
            spans = {card.id: card.span("id") for card in checked.cards}
    return [
        finding.diagnostic
        if finding.diagnostic.span or finding.face not in spans
        else replace(finding.diagnostic, span=spans[finding.face])
        for finding in findings
    ]
