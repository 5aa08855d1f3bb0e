"""Checks the faces of packs: is every card's text set within it, are its characters there?"""

from __future__ import annotations

from builder.catalog import Catalog
from builder.diagnostics import Diagnostic
from builder.printing.findings import at_cards
from builder.printing.prints import as_diagnostics
from builder.terminal.progress import progress
from renderers.outputs.sheets import check_faces
from renderers.typst.kept import Kept


def faults_of_faces(catalog: Catalog, time_limit: float | None = None) -> list[Diagnostic]:
    """What is wrong with the faces of all cards of these games, in each language that they are in.

    `time_limit` is in seconds for the templates' work on each game.
    """
    cache = Kept.open()
    found: list[Diagnostic] = []
    for game in catalog.games:
        for language in catalog.languages(game):
            words = catalog.localized(game, language)
            cards = [words.card(card) for card in catalog.cards(game) if not words.is_translated or words.has(card)]
            with progress(f"typesetting {game.id}" + f" in {language}" * words.is_translated, "faces") as told:
                findings = check_faces(words.game, cards, seconds=time_limit, keep=cache, told=told)
            found += at_cards(as_diagnostics(findings), cards, language if words.is_translated else "")
    return found
