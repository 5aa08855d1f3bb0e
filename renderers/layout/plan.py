"""What lies on which sheet: from cards and options to faces and pages, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from builder.diagnostics import UsageError, suggestion
from builder.games import Card, Game
from builder.games.sizes import Size, card_size
from renderers.faces.faces import Form, back_face, card_back, card_face, component_face, die_faces, form_of
from renderers.layout.geometry import (
    BleedMode,
    Box,
    Flip,
    Marks,
    Orientation,
    Page,
    Registration,
    Shape,
    Slot,
    fits,
    paper_size,
)
from renderers.layout.pieces import Piece, alone, folded, lay_out, net, single, stickers
from renderers.layout.tiling import tiles
from renderers.typst.typeset import Face, Stack

NET_FACES = 6  # of a die that can be folded

Layout = Literal["sheets", "pages", "images"]
Backs = Literal["none", "long-edge", "short-edge", "fold", "separate"]
Order = Literal["front-back", "back-front", "fronts-first", "back-first"]
Dice = Literal["nets", "stickers", "both"]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How things are laid out, as a preset says (schemas/preset.schema.json explains the words). Lengths are mm."""

    layout: Layout = "sheets"
    paper: str = "a4"
    orientation: Orientation = "auto"
    size: str = ""  # a size's name for cards that have none of their own; empty for the game's
    radius: float | None = None  # of the cards' corners, where it is not as their size says
    margin: float = 4.0
    gap: float = 0.0
    bleed: float = 3.0
    bleed_mode: BleedMode = "full"
    safe: float = 3.0
    guides: bool = False
    marks: Marks = "crops"
    registration: Registration | None = None
    backs: Backs = "none"
    back_offset: tuple[float, float] = (0.0, 0.0)  # to the right and down, as seen on the back page
    back_rotation: float = 0.0  # degrees clockwise
    order: Order = "front-back"
    dice: Dice = "nets"
    dpi: float = 300.0
    output: Literal["pdf", "html"] = "pdf"
    standard: str = ""  # that the PDF keeps, one of documents.STANDARDS
    resolution: float = 300.0  # dots per inch that pictures should have; what follows is looked at by preflight only
    ink_limit: float | None = None  # percent of all inks together
    color: Literal["rgb", "cmyk"] = "rgb"
    seconds: float | None = None  # limit for the templates' work; by default it grows with the number of faces

    @property
    def flip(self) -> Flip:
        """The edge at which paper is turned over to its back page; "none" where there are no back pages."""
        flips: dict[Backs, Flip] = {"long-edge": "long-edge", "short-edge": "short-edge", "separate": "long-edge"}
        return flips.get(self.backs, "none")

    @property
    def around(self) -> float:
        """What is printed around a thing that has a page or a picture to itself."""
        return 0.0 if self.bleed_mode == "none" else self.bleed

    @property
    def guide(self) -> float | None:
        """How far inside the cut the safe zone is shown; None where it is not."""
        return self.safe if self.guides else None


@dataclass(slots=True)
class Plan:
    """Faces, each once, and the pages on which they lie, in stacks of one size."""

    faces: list[Face] = field(default_factory=list)
    stacks: list[Stack] = field(default_factory=list)

    @property
    def pages(self) -> list[Page]:
        """All pages in their order."""
        return [page for stack in self.stacks for page in stack.pages]


def plan_sheets(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    options: SheetOptions,
    components: Iterable[tuple[Card | str, int]] = (),
) -> Plan:
    """Cards by count, in the order given, then components (cards, or ids of game.yaml) by count, on their pages.

    What is of one size and cut in one way shares its sheets; where things are no sheets but pages or pictures, each has
    one to itself. Raises UsageError when the paper or a size is unknown, a card does not fit the paper, or the game has
    no such component.
    """
    plan = Plan()
    lay = _sheets if options.layout == "sheets" else _pages
    for group in _groups(_things(game, copies, components, options)):
        numbered = _numbered(group, game, plan.faces)
        plan.stacks.append(Stack(group.size, in_order(lay(group, numbered, options), options.order)))
    return plan


def in_order(pages: Sequence[Page], order: Order) -> list[Page]:
    """The pages, of which each back page follows its front, in that order.

    A back that all cards share comes once with "back-first", also for what has none; other backs come before fronts.
    """
    fronts = [page for page in pages if not page.back]
    backs = [page for page in pages if page.back]
    if len(fronts) != len(backs) or order == "front-back":
        return list(pages)
    if order == "fronts-first":
        return fronts + backs
    common = list({page: None for page in backs if page.slots})
    if order == "back-first" and len(common) == 1 and len(common[0].slots) == 1:
        return common + fronts
    return [page for pair in zip(backs, fronts, strict=True) for page in pair]


def size_of(game: Game, name: str = "", radius: float | None = None) -> Size:
    """The size of that name, or that of the game's cards; with corners of that radius, where one is said."""
    size = card_size(name or game.definition.get("card-size", "standard"))
    return size if radius is None else replace(size, radius=radius)


def stacks_of(sizes: Sequence[Size], bleed: float = 0.0) -> list[Stack]:
    """One page for each face, as large as the face and its bleed, in a stack for each size.

    `sizes` are the faces' own.
    """
    by_size: dict[Size, list[int]] = {}
    for number, size in enumerate(sizes):
        by_size.setdefault(size, []).append(number)
    stacks = []
    for size, numbers in by_size.items():
        width, height = size.width + 2 * bleed, size.height + 2 * bleed
        trim, whole = Box(bleed, bleed, size.width, size.height), Box(0, 0, width, height)
        stacks.append(Stack(size, [Page(width, height, (Slot(number, trim, whole),)) for number in numbers]))
    return stacks


@dataclass(frozen=True, slots=True)
class _Thing:
    """What is printed `count` times: its sides (front and back, or a die's faces) and how it is cut out.

    A thing with `shared` has the game's back behind its only side.
    """

    name: str
    sides: tuple[Face, ...]
    count: int
    way: Literal["single", "folded", "net", "stickers", "tiled"]
    size: Size
    shape: Shape = "rectangle"
    shared: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    """Things that share sheets."""

    way: str
    size: Size
    shape: Shape
    things: list[_Thing]


def _things(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    components: Iterable[tuple[Card | str, int]],
    options: SheetOptions,
) -> Iterator[_Thing]:
    known = game.definition.get("components", {})
    for what, count in chain(copies, components):
        if not isinstance(what, str):
            yield from _things_of(game, what, count, options)
        elif what in known:
            size = size_of(game, options.size, options.radius)
            yield _Thing(what, (component_face(game, what),), count, "single", size)
        else:
            raise UsageError(f'{game.name} has no component "{what}"', help=suggestion(what, known))


def _things_of(game: Game, card: Card, count: int, options: SheetOptions) -> Iterator[_Thing]:
    """A card, as what is printed of it: once, or as a die's net and its stickers."""
    form, sheets = form_of(game, card.type), options.layout == "sheets"
    size = printed_size(form, options)
    if form.kind == "die":
        sides = tuple(die_faces(game, card))
        nets = sheets and options.dice != "stickers" and len(sides) == NET_FACES
        if nets:
            yield _Thing(card.name, sides, count, "net", size)
        if options.dice != "nets" or not nets:
            yield _Thing(card.name, sides, count, "stickers", size)
        return
    front, behind = card_face(game, card), options.flip != "none"
    is_board = sheets and form.kind == "board"
    if is_board and not fits(size, paper_size(options.paper), options.margin, options.orientation):
        yield _Thing(card.name, (front,), count, "tiled", size)
        return
    joined = sheets and not behind and (form.two_sided or options.backs == "fold")
    if form.back and (joined or behind or form.two_sided):
        own = () if form.shares_back else (card_back(game, card),)
        way: Literal["folded", "single"] = "folded" if joined else "single"
        yield _Thing(card.name, (front, *own), count, way, size, form.shape, shared=form.shares_back)
    else:
        yield _Thing(card.name, (front,), count, "single", size, form.shape)


def printed_size(form: Form, options: SheetOptions) -> Size:
    """How large a thing is printed: as its type says, or as the options say for cards whose type says nothing."""
    size = card_size(options.size) if options.size and not form.sized else form.size
    if form.kind != "card":
        return replace(size, radius=0.0)
    return size if options.radius is None else replace(size, radius=options.radius)


def _groups(things: Iterable[_Thing]) -> list[_Group]:
    """The things by how they are cut out, in the order of the first of each kind."""
    groups: dict[tuple[str, Size, Shape, int], _Group] = {}
    for thing in things:
        key = (thing.way, thing.size, thing.shape, len(thing.sides) if thing.way == "stickers" else 0)
        groups.setdefault(key, _Group(thing.way, thing.size, thing.shape, [])).things.append(thing)
    return list(groups.values())


def _numbered(group: _Group, game: Game, faces: list[Face]) -> list[tuple[int, ...]]:
    """For each copy of a thing the numbers of its sides among `faces`, to which the group's faces are added."""
    shared = -1
    numbered = []
    for thing in group.things:
        numbers = tuple(range(len(faces), len(faces) + len(thing.sides)))
        faces += thing.sides
        if thing.shared:
            if shared < 0:
                shared = len(faces)
                faces.append(back_face(game))
            numbers = (*numbers, shared)
        numbered += [numbers] * thing.count
    return numbered


def _sheets(group: _Group, numbered: list[tuple[int, ...]], options: SheetOptions) -> list[Page]:
    """A group's pages, many things to a sheet; their slots count faces."""
    paper = paper_size(options.paper)
    if group.way == "tiled":
        names = [thing.name for thing in group.things for _ in range(thing.count)]
        return [
            page
            for name, (face,) in zip(names, numbered, strict=True)
            for page in tiles(face, group.size, paper, margin=options.margin, name=name)
        ]
    die, backs = group.way in ("net", "stickers"), any(len(numbers) > 1 for numbers in numbered)
    pages = lay_out(
        len(numbered),
        _piece(group),
        paper,
        margin=options.margin,
        gap=options.gap,
        bleed=0.0 if die else options.bleed,
        bleed_mode=options.bleed_mode,
        marks=options.marks,
        backs=options.flip if backs and group.way == "single" else "none",
        orientation=options.orientation,
        registration=options.registration,
        safe=options.guide,
    )
    filled = [_filled(page, numbered) for page in pages]
    return [
        replace(page, shift=options.back_offset, turn=options.back_rotation) if page.back else page for page in filled
    ]


def _pages(group: _Group, numbered: list[tuple[int, ...]], options: SheetOptions) -> list[Page]:
    """A page for each copy of each thing, as large as the thing and its bleed, and one for its back if any has one."""
    piece, die = _piece(group), group.way == "stickers"
    bleed = 0.0 if die else options.around
    front = alone(piece, bleed, safe=options.guide)
    back = alone(piece, bleed, back=True, turned=options.flip == "short-edge", safe=options.guide)
    pages = []
    for numbers in numbered:
        pages.append(_filled(front, [numbers]))
        if not die and any(len(others) > 1 for others in numbered):
            pages.append(_filled(back, [numbers]))
    return pages


def _piece(group: _Group) -> Piece:
    """What is cut out as one for each thing of a group."""
    if group.way == "net":
        return net(group.size.width)
    if group.way == "stickers":
        return stickers(group.size.width, len(group.things[0].sides))
    return (folded if group.way == "folded" else single)(group.size, group.shape)


def _filled(page: Page, numbered: Sequence[tuple[int, ...]]) -> Page:
    """The page, its slots counting faces instead of things; what has no such side leaves its place empty."""
    slots = [
        replace(slot, card=numbered[slot.card][slot.side])
        for slot in page.slots
        if slot.side < len(numbered[slot.card])
    ]
    return replace(page, slots=tuple(slots))
