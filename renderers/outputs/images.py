"""Single pictures of cards as PNG or SVG, to look at or to send to a print shop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from builder.diagnostics import Diagnostic
from builder.games import Card, Game
from builder.games.sizes import MM, Size
from renderers.faces.faces import (
    PrintedFace,
    PrintSpec,
    back_face,
    card_sides,
    component_face,
    drawn_components,
    print_spec,
)
from renderers.layout.cutouts import own_page, single
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Box, Outline, Page, Slot, Stack, in_mm
from renderers.layout.plan import FaceSize, component_size, printed_size, size_of
from renderers.typst.jobs import DEFAULTS, RenderOptions, TypesetJob
from renderers.typst.typesetting import typeset_each

ImageFormat = Literal["png", "svg"]

BATCH = 60  # cards rendered at a time: it bounds the memory that large images take
LONGEST = 2400  # pixels of the longer side of a picture that is made so many pixels wide
ALONE = SheetOptions(bleed=0.0)


@dataclass(frozen=True, slots=True)
class CardImage:
    """A picture, and what is wrong with its faces; `data` is empty when a fault prevented it.

    `name` is the card's id, followed by `.back` for its back.
    """

    name: str
    data: bytes
    findings: list[Diagnostic] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PicturePlan:
    """A picture to draw: its faces, each of `size` and with `bleed` mm around it, side by side on a page of their
    own.
    """

    name: str
    faces: list[PrintedFace]
    size: Size
    page: Page
    bleed: float = 0.0

    def ppi(self, width: int) -> float:
        """The pixels per inch that make it so many pixels wide; fewer where its longer side would pass `LONGEST`."""
        wide, high = self.page.width, self.page.height
        return min(width, LONGEST, LONGEST * wide / high) / wide * MM["in"]

    def job(self, game: Game, output: ImageFormat, ppi: float | None = None) -> TypesetJob:
        """The job for `typeset_each`. `ppi` are the pixels per inch of a PNG."""
        return TypesetJob(game, self.faces, [Stack(self.size, [self.page], self.bleed)], output, ppi=ppi)


def card_images(
    game: Game,
    cards: Sequence[Card],
    output: ImageFormat = "png",
    layout: SheetOptions = ALONE,
    options: RenderOptions = DEFAULTS,
) -> Iterator[CardImage]:
    """Draw these cards in order: fronts, backs where a type has its own, and the faces of a die in a row.

    Of `layout` only `dpi`, `bleed`, `size` (for cards whose type has no size of its own), `radius` and `guides` count.
    A PNG has as many pixels as its size makes at `dpi`, rounded. Ends at the first card that can't be drawn.
    """
    pictures = [picture for card in cards for picture in pictures_of(game, card, layout)]
    yield from _drawn(game, pictures, output, layout, options)


def deck_images(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    layout: SheetOptions,
    components: Iterable[tuple[Card | str, int]] = (),
    options: RenderOptions = DEFAULTS,
) -> Iterator[tuple[CardImage, int]]:
    """Draw what a print shop takes instead of sheets: PNG pictures, each with the number of copies wanted.

    The names are paths: `fronts/ID`, `backs/ID` for a card's own back, `backs/back` for the shared back, `dice/ID` for
    the faces of a die in a row.
    """
    pictures: list[PicturePlan] = []
    counts: list[int] = []
    shared: dict[FaceSize, int] = {}
    behind = layout.flip != "none"
    for what, count in [*copies, *components]:
        if isinstance(what, str):
            own = component_size(game, layout)
            found = [_picture(f"fronts/{what}", [component_face(game, what)], own, layout)]
        else:
            spec = print_spec(game, what.type)
            found = list(pictures_of(game, what, layout))[: 2 if behind or spec.two_sided else 1]
            folders = ("dice",) if spec.form == "die" else ("fronts", "backs")
            found = [replace(p, name=f"{folder}/{what.picture}") for folder, p in zip(folders, found, strict=False)]
            if spec.back and spec.shares_back and (behind or spec.two_sided):
                size = printed_size(spec, layout)
                shared[size] = shared.get(size, 0) + count
        pictures += found
        counts += [count] * len(found)
    for number, (size, count) in enumerate(shared.items()):
        name = "backs/back" + f"-{in_mm(size.size.width)}x{in_mm(size.size.height)}mm" * bool(number)
        pictures.append(_picture(name, [back_face(game)], size, layout))
        counts.append(count)
    yield from zip(_drawn(game, pictures, "png", layout, options), counts, strict=False)


def pictures_of(game: Game, card: Card, layout: SheetOptions = ALONE) -> Iterator[PicturePlan]:
    """The pictures of a card that `card_images` draws."""
    spec = print_spec(game, card.type)
    sides = card_sides(game, card)
    size = printed_size(spec, layout)
    if spec.form == "die":
        yield _picture(card.picture, sides, size, replace(layout, bleed=0.0, guides=False))
        return
    for number, side in enumerate(sides):
        yield _picture(card.picture + ".back" * number, [side], size, layout, spec)


def shared_pictures(game: Game, layout: SheetOptions = ALONE) -> Iterator[PicturePlan]:
    """The pictures of a game that belong to no card: the shared back, named `:back`, and the components."""
    size = FaceSize(size_of(game))
    yield _picture(":back", [back_face(game)], size, layout)
    for face in drawn_components(game):
        yield _picture(f":{face.id}", [face], size, layout)


def shared_images(game: Game, layout: SheetOptions = ALONE, options: RenderOptions = DEFAULTS) -> Iterator[CardImage]:
    """Draw as PNG what `shared_pictures` names. Ends at the first that can't be drawn."""
    yield from _drawn(game, list(shared_pictures(game, layout)), "png", layout, options)


def _drawn(
    game: Game, pictures: Sequence[PicturePlan], output: ImageFormat, layout: SheetOptions, options: RenderOptions
) -> Iterator[CardImage]:
    """Draw the pictures, and end at the first that can't be drawn."""
    for start in range(0, len(pictures), BATCH):
        batch = pictures[start : start + BATCH]
        drawn = typeset_each([picture.job(game, output, layout.dpi) for picture in batch], options)
        options.advance(len(batch), len(pictures))
        for picture, typeset in zip(batch, drawn, strict=True):
            if typeset.failed:
                yield CardImage("", b"", typeset.findings)
                return
            yield CardImage(picture.name, typeset.files[0], typeset.findings)


def _picture(
    name: str, faces: list[PrintedFace], face: FaceSize, layout: SheetOptions, spec: PrintSpec | None = None
) -> PicturePlan:
    """A picture of faces side by side, each with bleed around it, and with guides if the layout asks for them."""
    size, around = face.size, layout.bleed_around(face.bleed)
    slots = []
    for i in range(len(faces)):
        trim = Box(around + i * size.width, around, size.width, size.height)
        slots.append(Slot(i, trim, Box(trim.x - around, 0, size.width + 2 * around, size.height + 2 * around)))
    guides: tuple[Outline, ...] = ()
    if layout.guide is not None:
        guides = own_page(single(size, spec.shape if spec else "rectangle"), around, safe=layout.guide).guides
    page = Page(len(faces) * size.width + 2 * around, size.height + 2 * around, tuple(slots), guides=guides)
    return PicturePlan(name, faces, size, page, around)
