"""One picture a card, as PNG or SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from builder.models import Card, Game
from renderers.faces import card_face
from renderers.sheets import pages_of, size_of
from renderers.typeset import Finding, typeset

BATCH = 60  # cards rendered at a time: it bounds the memory that large images take


@dataclass(frozen=True, slots=True)
class CardImage:
    """A card's picture (empty bytes when a fault prevented it) and what is wrong with its face."""

    card_id: str
    data: bytes
    findings: list[Finding] = field(default_factory=list)


def card_images(
    game: Game,
    cards: Sequence[Card],
    *,
    form: Literal["png", "svg"] = "png",
    dpi: float = 300.0,
    bleed: float = 0.0,
    size: str = "",
    seconds: float | None = None,
) -> Iterator[CardImage]:
    """The fronts of these cards in order, `bleed` mm around each.

    A PNG is as many pixels as its mm at `dpi` make, rounded up. `size` is a size's name, empty for the game's own.
    `seconds` limits the templates' work on each batch.
    """
    dimensions = size_of(game, size)
    for start in range(0, len(cards), BATCH):
        batch = cards[start : start + BATCH]
        faces = [card_face(game, card) for card in batch]
        made = typeset(
            Path(game.root),
            game.definition,
            faces,
            pages_of(faces, dimensions, bleed),
            dimensions,
            bleed=bleed,
            output=form,
            ppi=dpi,
            seconds=seconds,
        )
        if made.failed:
            yield CardImage("", b"", made.findings)
            return
        for card, data in zip(batch, made.files, strict=True):
            yield CardImage(card.id, data, [f for f in made.findings if f.face == card.id])
