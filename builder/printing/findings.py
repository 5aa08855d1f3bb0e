"""What is wrong with faces, at the place where it is mended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from builder.diagnostics import Diagnostic, FindingsError, Span, has_errors
from builder.games import Card, Game
from builder.storage.files import display
from renderers.faces.faces import SHARED_BACK


def settle(findings: Sequence[Diagnostic], game: Game, cards: Iterable[Card], language: str = "") -> list[Diagnostic]:
    """The findings at their places in the pack's files. Raises FindingsError where one is an error."""
    placed = in_files(findings, game, cards, language)
    if has_errors(placed):
        raise FindingsError(placed)
    return placed


def in_files(findings: Sequence[Diagnostic], game: Game, cards: Iterable[Card], language: str = "") -> list[Diagnostic]:
    """The findings; those without a place in a template stand at their card's, or else in game.yaml.

    In another language than the game's own, the message names the language.
    """
    if not findings:
        return []
    places = {card.id: card.place for card in cards if card.place}
    before = f"{language}: " if language else ""
    return [_placed(finding, game, places, before) for finding in findings]


def place_in_game(game: Game, face: str) -> Span | None:
    """Where game.yaml says what is drawn on a face that is no card's: the back has the game's name."""
    own = ("name",) if face == SHARED_BACK else ("components", face)
    return game.places.get(own) or game.places.get(())


def _placed(finding: Diagnostic, game: Game, places: Mapping[str, Span], before: str) -> Diagnostic:
    if finding.span:
        span: Span | None = replace(finding.span, path=display(Path(finding.span.path)))
    else:
        span = places.get(finding.subject) or place_in_game(game, finding.subject)
    return replace(finding, span=span, message=before + finding.message, subject="")
