"""One picture a card, as PNG or SVG: to look at, and as print shops take them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from builder.games import Card, Game
from builder.games.sizes import Size
from renderers.faces.faces import Form, back_face, card_sides, component_face, form_of
from renderers.layout.geometry import Box, Outline, Page, Slot, in_mm
from renderers.layout.pieces import alone, single
from renderers.layout.plan import SheetOptions, printed_size, size_of
from renderers.typst.kept import Kept
from renderers.typst.typeset import Face, Finding, Stack, Told, typeset_each

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
    told: Told | None = None,
) -> Iterator[CardImage]:
    """These cards in order, `bleed` mm around each: fronts, backs where a type has its own, a die's faces in a row.

    A PNG is as many pixels as its mm at `dpi` make, rounded. `size` is a size's name, for cards whose type has no
    size of its own; empty for the game's. `seconds` limits the templates' work on each batch. What `keep` has is not
    drawn again. `told` hears how far it is.
    """
    options = SheetOptions(size=size, bleed=bleed, dpi=dpi, seconds=seconds)
    yield from _drawn(game, [p for card in cards for p in _pictures(game, card, options)], kind, options, keep, told)


def deck_images(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    options: SheetOptions,
    components: Iterable[tuple[Card | str, int]] = (),
    keep: Kept | None = None,
    told: Told | None = None,
) -> Iterator[tuple[CardImage, int]]:
    """What a print shop takes instead of sheets: each picture with how many copies are wanted.

    The names are paths: `fronts/ID`, `backs/ID` for a back of a card's own, `backs/back` for the one that the others
    share, `dice/ID` for a die's faces in a row, to be stuck on it.
    """
    pictures: list[Picture] = []
    counts: list[int] = []
    shared: dict[Size, int] = {}
    behind = options.flip != "none"
    for what, count in [*copies, *components]:
        if isinstance(what, str):
            own = size_of(game, options.size, options.radius)
            made = [_picture(f"fronts/{what}", [component_face(game, what)], own, options)]
        else:
            form = form_of(game, what.type)
            made = list(_pictures(game, what, options))[: 2 if behind or form.two_sided else 1]
            folders = ("dice",) if form.kind == "die" else ("fronts", "backs")
            made = [replace(p, name=f"{folder}/{what.id}") for folder, p in zip(folders, made, strict=False)]
            if form.back and form.shares_back and (behind or form.two_sided):
                shared[made[0].size] = shared.get(made[0].size, 0) + count
        pictures += made
        counts += [count] * len(made)
    for number, (size, count) in enumerate(shared.items()):
        name = "backs/back" + f"-{in_mm(size.width)}x{in_mm(size.height)}mm" * bool(number)
        pictures.append(_picture(name, [back_face(game)], size, options))
        counts.append(count)
    yield from zip(_drawn(game, pictures, "png", options, keep, told), counts, strict=False)


def _drawn(
    game: Game,
    pictures: Sequence[Picture],
    kind: Literal["png", "svg"],
    options: SheetOptions,
    keep: Kept | None,
    told: Told | None,
) -> Iterator[CardImage]:
    """The pictures, until one can't be drawn."""
    for start in range(0, len(pictures), BATCH):
        batch = pictures[start : start + BATCH]
        made = typeset_each(
            Path(game.root),
            game.definition,
            [(picture.faces, Stack(picture.size, [picture.page])) for picture in batch],
            bleed=options.around,
            output=kind,
            ppi=options.dpi,
            seconds=options.seconds,
            keep=keep,
        )
        if told:
            told(len(batch), len(pictures))
        for picture, drawn in zip(batch, made, strict=True):
            if drawn.failed:
                yield CardImage("", b"", drawn.findings)
                return
            yield CardImage(picture.name, drawn.files[0], drawn.findings)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its faces side by side, each of `size`, on a page of their own (slots count the faces from 0)."""

    name: str
    faces: list[Face]
    size: Size
    page: Page


def pictures_of(game: Game, card: Card, size: str = "", bleed: float = 0.0) -> Iterator[Picture]:
    """The pictures of a card, as `card_images` makes them."""
    return _pictures(game, card, SheetOptions(size=size, bleed=bleed))


def _pictures(game: Game, card: Card, options: SheetOptions) -> Iterator[Picture]:
    form = form_of(game, card.type)
    sides = card_sides(game, card)
    size = printed_size(form, options)
    if form.kind == "die":
        yield _picture(card.id, sides, size, replace(options, bleed=0.0, guides=False))
        return
    for number, side in enumerate(sides):
        yield _picture(card.id + ".back" * number, [side], size, options, form)


def _picture(name: str, faces: list[Face], size: Size, options: SheetOptions, form: Form | None = None) -> Picture:
    """Faces side by side, bleed around each; with guides, should the options ask for them."""
    around = options.around
    slots = []
    for i in range(len(faces)):
        trim = Box(around + i * size.width, around, size.width, size.height)
        slots.append(Slot(i, trim, Box(trim.x - around, 0, size.width + 2 * around, size.height + 2 * around)))
    guides: tuple[Outline, ...] = ()
    if options.guide is not None:
        guides = alone(single(size, form.shape if form else "rectangle"), around, safe=options.guide).guides
    page = Page(len(faces) * size.width + 2 * around, size.height + 2 * around, tuple(slots), guides=guides)
    return Picture(name, faces, size, page)


def shared_pictures(game: Game) -> Iterator[Picture]:
    """What is printed of a game beside its cards: the back that they share (called `:back`), and its components."""
    described = game.definition.get("components", {})
    faces = [(":back", back_face(game))]
    faces += [(f":{name}", component_face(game, name)) for name, of in described.items() if "card" not in of]
    for name, face in faces:
        yield _picture(name, [face], size_of(game), SheetOptions(bleed=0.0))
