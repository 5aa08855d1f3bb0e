"""One picture a card, as PNG or SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from builder.models import Card, Game
from builder.sizes import Size, card_size
from renderers.faces import card_sides, form_of
from renderers.geometry import Box, Page, Slot
from renderers.kept import Kept
from renderers.typeset import Face, Finding, Stack, typeset_each

BATCH = 60  # cards rendered at a time: it bounds the memory that large images take


@dataclass(frozen=True, slots=True)
class CardImage:
    """A picture (empty bytes when a fault prevented it) and what is wrong with its faces.

    `name` is the card's id, and for the back of a card that has one of its own, the id and `.back`.
    """

    name: str
    data: bytes
    findings: list[Finding] = field(default_factory=list)


def card_images(
    game: Game,
    cards: Sequence[Card],
    *,
    kind: Literal["png", "svg"] = "png",
    dpi: float = 300.0,
    bleed: float = 0.0,
    size: str = "",
    seconds: float | None = None,
    keep: Kept | None = None,
) -> Iterator[CardImage]:
    """These cards in order, `bleed` mm around each: fronts, backs where a type has its own, a die's faces in a row.

    A PNG is as many pixels as its mm at `dpi` make, rounded up. `size` is a size's name, for cards whose type has no
    size of its own; empty for the game's. `seconds` limits the templates' work on each batch. What `keep` has is not
    drawn again.
    """
    for start in range(0, len(cards), BATCH):
        pictures = [picture for card in cards[start : start + BATCH] for picture in _pictures(game, card, size, bleed)]
        wanted = [(picture.faces, Stack(picture.size, [picture.page])) for picture in pictures]
        made = typeset_each(
            Path(game.root), game.definition, wanted, bleed=bleed, output=kind, ppi=dpi, seconds=seconds, keep=keep
        )
        for picture, drawn in zip(pictures, made, strict=True):
            if drawn.failed:
                yield CardImage("", b"", drawn.findings)
                return
            yield CardImage(picture.name, drawn.files[0], drawn.findings)


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture: its faces side by side, each of `size`, on a page of their own (slots count the faces from 0)."""

    name: str
    faces: list[Face]
    size: Size
    page: Page


def _pictures(game: Game, card: Card, size: str, bleed: float) -> Iterator[_Picture]:
    form = form_of(game, card.type)
    own = card_size(size) if size and not form.sized else form.size
    sides = card_sides(game, card)
    rows = [sides] if form.kind == "die" else [[side] for side in sides]
    for number, row in enumerate(rows):
        around = 0.0 if form.kind == "die" else bleed
        slots = []
        for i in range(len(row)):
            trim = Box(around + i * own.width, around, own.width, own.height)
            whole = Box(trim.x - around, 0, own.width + 2 * around, own.height + 2 * around)
            slots.append(Slot(i, trim, whole))
        page = Page(len(row) * own.width + 2 * around, own.height + 2 * around, tuple(slots))
        yield _Picture(card.id + ".back" * number, row, own, page)
