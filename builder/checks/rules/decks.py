"""Rules about sample decks: the game, the format and the cards that they name."""

from __future__ import annotations

from collections.abc import Iterator

from builder.checks.checked import CheckedPack
from builder.checks.rules.references import known_card
from builder.diagnostics import Diagnostic, KeyPath, suggestion, sure_fix
from builder.documents.data import Data, mapping
from builder.schema import describe


def decks_are_consistent(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Sample decks name this game, its formats and its cards."""
    for document in checked.decks.values():
        deck = mapping(document.data)
        game, format_id = deck.get("game"), deck.get("format")
        if isinstance(game, str) and game != checked.id:
            yield Diagnostic(
                "unknown-game",
                f'this deck is of "{game}", and the pack is "{checked.id}"',
                document.span(("game",)),
                f'write "{checked.id}"',
            )
        if isinstance(format_id, str) and format_id not in checked.formats:
            yield Diagnostic(
                "unknown-format",
                f"{describe(format_id)} is not a format",
                document.span(("format",)),
                suggestion(format_id, checked.formats),
                fix=sure_fix(format_id, checked.formats),
            )
        sections: dict[KeyPath, Data] = {("cards",): deck.get("cards")}
        if isinstance(deck.get("sections"), dict):
            sections = {("sections", section): cards for section, cards in mapping(deck["sections"]).items()}
        for path, cards in sections.items():
            for card_id in mapping(cards):
                yield from known_card(checked, card_id, document.key_span((*path, card_id)))
