"""Results of printing, and faults of faces, each at the place where its author can mend it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from builder.diagnostics import Diagnostic, FindingsError, Span, has_errors
from builder.games import Card, Game
from builder.library import Catalog
from builder.printing.gathering import in_each_set
from builder.storage.files import display
from builder.terminal.progress import progress
from builder.words import words_here
from renderers.faces.faces import SHARED_BACK
from renderers.outputs.sheets import check_faces
from renderers.typst.cachekeys import render_cache
from renderers.typst.jobs import RenderOptions

Note = Callable[[str], None]  # called with messages that the user should see at once, and that are no errors


def ignore(_: str) -> None:
    """A `Note` that shows nothing."""


def finished(number: int, where: Path) -> list[str]:
    """A line that says that `number` files of a killed run were moved to their places first; none for 0."""
    return [words_here("printing")("killed", number, folder=where)] if number else []


@dataclass(slots=True)
class PrintResult:
    """The result of a print: the files, a line about each for the user, warnings and hints.

    `report` is the report of preflight, `warnings` are findings that are no errors, `hints` are about options without
    effect.
    """

    files: list[Path] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    report: str = ""
    warnings: list[Diagnostic] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)


def settle(findings: Sequence[Diagnostic], game: Game, cards: Iterable[Card], language: str = "") -> list[Diagnostic]:
    """The findings at their places in the pack's files. Raises FindingsError where one is an error."""
    placed = in_files(findings, game, cards, language)
    if has_errors(placed):
        raise FindingsError(placed)
    return placed


def in_files(findings: Sequence[Diagnostic], game: Game, cards: Iterable[Card], language: str = "") -> list[Diagnostic]:
    """The findings with their places; those without a place in a template get that of their card, or of game.yaml.

    In another language than the game's own, the message names the language.
    """
    if not findings:
        return []
    places = {card.id: card.place for card in cards if card.place}
    before = f"{language}: " if language else ""
    return [_placed(finding, game, places, before) for finding in findings]


def place_in_game(game: Game, face: str) -> Span | None:
    """The place in game.yaml of a face that is no card's: a component, or for the back the game's name."""
    own = ("name",) if face == SHARED_BACK else ("components", face)
    return game.places.get(own) or game.places.get(())


def _placed(finding: Diagnostic, game: Game, places: Mapping[str, Span], before: str) -> Diagnostic:
    if finding.span:
        span: Span | None = replace(finding.span, path=display(Path(finding.span.path)))
    else:
        span = places.get(finding.subject) or place_in_game(game, finding.subject)
    return replace(finding, span=span, message=before + finding.message, subject="")


SECONDS = 60.0  # for all games and languages together; more is added for each face
SECONDS_A_FACE = 0.1


def faults_of_faces(catalog: Catalog, time_limit: float | None = None) -> list[Diagnostic]:
    """What is wrong with the faces of all cards of these games, in each language that they are in.

    `time_limit` is in seconds for the templates' work on each game. A game whose templates were stopped is not tried in
    other languages, and games for which no time is left are not tried at all.
    """
    cache = render_cache()
    found: list[Diagnostic] = []
    start, left = time.monotonic(), SECONDS
    for game in catalog.games:
        for language in catalog.languages(game):
            words = catalog.localized(game, language)
            own = [card for card in catalog.cards(game) if not words.is_translated or words.has(card)]
            cards = [words.card(printed) for card in own for printed in in_each_set(card)]
            left += SECONDS_A_FACE * len(cards)
            if time.monotonic() - start > left:
                message = f"the faces of {game.id} were not checked: those before took too long"
                found.append(Diagnostic("template-limit", message, game.places.get(()), "check this pack alone"))
                break
            with progress(f"typesetting {game.id}" + f" in {language}" * words.is_translated, "faces") as advance:
                findings = check_faces(words.game, cards, RenderOptions(cache, advance, time_limit))
            found += in_files(findings, words.game, cards, language if words.is_translated else "")
            if any(finding.code == "template-limit" for finding in findings):
                break
    return found
