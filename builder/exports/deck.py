"""A deck as a deck file of Arsenal, for a pack's decks/ or anywhere. Source of the format: schemas/deck.schema.json."""

from __future__ import annotations

from builder.diagnostics import UsageError
from builder.documents.editing.tree import CannotEditError
from builder.documents.editing.writing import to_yaml
from builder.exports import Bundle, Exported, Target


def export(bundle: Bundle) -> Exported:
    """The deck as canonical YAML. Raises UsageError for a name that no text says."""
    if bundle.deck is None:
        raise ValueError("the deck target takes a deck")
    try:
        return Exported(to_yaml(bundle.deck.to_document()).encode())
    except CannotEditError as error:
        raise UsageError.of("api", "unwritten", why=error) from None


TARGET = Target("deck", "", ".yaml", export, needs_deck=True)
