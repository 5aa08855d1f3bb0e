"""An endpoint that makes deck files of decks that are sent."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from builder.decks import Deck
from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, sequence, text
from builder.naming import slug
from builder.storage.archives import zipped
from builder.web.api.endpoints import Asked, Reply, endpoint
from builder.web.api.judging import DECK, body_of, size_of

MOST_SENT = 1_000  # decks that are put into an archive
MOST_CARDS_SENT = 20_000  # different cards of them, all together


@endpoint(
    "POST",
    "/decks.zip",
    "Decks as deck files, in one archive.",
    body=body_of(["decks"], decks={"type": "array", "maxItems": MOST_SENT, "items": DECK}),
    media_type="application/zip",
)
def zip_of_decks(asked: Asked) -> Reply:
    """A file for each deck, called as the deck is; of those called alike, the later ones have a number.

    Raises UsageError for decks that would take long.
    """
    documents = [mapping(sent) for sent in sequence(asked.body["decks"])]
    if sum(map(size_of, documents)) > MOST_CARDS_SENT:
        raise UsageError(f"decks of more than {MOST_CARDS_SENT:,} different cards are not put into one archive")
    files: dict[str, bytes] = {}
    for document in documents:
        called = slug(text(document.get("name"))) or "deck"
        numbers = itertools.chain([called], (f"{called}-{number}" for number in itertools.count(2)))
        name = next(name for name in numbers if f"{name}.yaml" not in files)
        files[f"{name}.yaml"] = deck_file(document)
    return Reply(zipped(files), "application/zip", "decks.zip")


def deck_file(document: Mapping[str, Data]) -> bytes:
    """A deck as a file, in canonical form. Raises UsageError where it can't be written."""
    from builder.documents.editing import CannotEditError, to_yaml  # with PyYAML, which takes long to import

    try:
        return to_yaml(Deck.from_document(document).to_document()).encode()
    except CannotEditError as error:
        raise UsageError(f"the deck can't be written: {error}") from None
