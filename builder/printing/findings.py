"""What is wrong with faces, at the place where it is mended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from builder.diagnostics import Diagnostic, FindingsError, Span, has_errors
from builder.games import Card
from builder.storage.files import display


def settle(findings: Sequence[Diagnostic], cards: Iterable[Card], language: str = "") -> list[Diagnostic]:
    """The findings at their places in the pack's files. Raises FindingsError where one is an error."""
    placed = at_cards(findings, cards, language)
    if has_errors(placed):
        raise FindingsError(placed)
    return placed


def at_cards(findings: Sequence[Diagnostic], cards: Iterable[Card], language: str = "") -> list[Diagnostic]:
    """The findings; those without a place in a template stand at their card's.

    In another language than the game's own, the message names the language.
    """
    if not findings:
        return []
    places = {card.id: card.place for card in cards if card.place}
    before = f"{language}: " if language else ""
    return [_at_card(finding, places, before) for finding in findings]


def _at_card(finding: Diagnostic, places: Mapping[str, Span], before: str) -> Diagnostic:
    span = finding.span
    shown = replace(span, path=display(Path(span.path))) if span else places.get(finding.subject)
    return replace(finding, span=shown, message=before + finding.message, subject="")
