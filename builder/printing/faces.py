"""Checks the faces of packs: is every card's text set within it, are its characters there?"""

from __future__ import annotations

import time

from builder.catalog import Catalog
from builder.diagnostics import Diagnostic
from builder.games import Card, as_printed
from builder.printing.findings import in_files
from builder.terminal.progress import progress
from renderers.outputs.sheets import check_faces
from renderers.typst.cachekeys import render_cache
from renderers.typst.options import RenderOptions

SECONDS = 60.0  # for all games and languages together, and more for each face
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
            cards = [words.card(printed) for card in own for printed in _printed(card)]
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


def _printed(card: Card) -> list[Card]:
    """The card as it is in each of its sets."""
    return [as_printed(card, printing) for printing in card.printings] or [card]
