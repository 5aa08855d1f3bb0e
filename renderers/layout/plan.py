"""Decides what lies on which page, from cards and options, before anything is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from builder.diagnostics import UsageError, suggestion
from builder.games import Card, Game
from builder.games.game import Shape
from builder.games.sizes import Size, card_size
from renderers.faces.faces import PrintedFace, back_face, card_back, card_face, component_face, die_faces
from renderers.faces.specs import PrintSpec, print_spec
from renderers.layout.cutouts import Cutout, folded, lay_out, net, own_page, single, stickers
from renderers.layout.imposition import fits
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Box, Page, Slot, Stack
from renderers.layout.papers import paper_size
from renderers.layout.tiling import tiles
from renderers.layout.words import PageOrder

_MOST_ON_A_SHEET = 2_000  # things, of any size on any paper, when pages are counted
NET_FACES = 6  # of a die that can be folded


@dataclass(slots=True)
class SheetPlan:
    """The faces to draw, each once, and the pages on which they lie. A stack holds pages whose faces are of one
    size.
    """

    faces: list[PrintedFace] = field(default_factory=list)
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
) -> SheetPlan:
    """Lay out cards, each as often as its count says, and then components (cards, or ids of game.yaml's components).

    On sheets, things of one size and shape lie together; in the other layouts each thing has a page to itself. Raises
    UsageError when the paper or a size is unknown, a card does not fit the paper, or the game has no such component.
    """
    plan = SheetPlan()
    lay = _sheets if options.layout == "sheets" else _pages
    for group in _groups(_things(game, copies, components, options)):
        numbered = _numbered(group, game, plan.faces)
        plan.stacks.append(Stack(group.size, in_order(lay(group, numbered, options), options.order)))
    return plan


def number_of_pages(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    options: SheetOptions,
    components: Iterable[tuple[Card | str, int]] = (),
) -> int:
    """How many pages `plan_sheets` lays out, without laying them out. Raises as it does."""
    groups = _groups(_things(game, copies, components, options))
    return sum(_number_of_pages(group, options) for group in groups)


def _number_of_pages(group: _Group, options: SheetOptions) -> int:
    count = sum(thing.count for thing in group.things)
    sides = max(len(thing.sides) + thing.shared for thing in group.things)
    own = group.way != "single" or any(len(thing.sides) > 1 for thing in group.things)
    shared = not own and any(thing.shared for thing in group.things)

    def of(few: int) -> list[Page]:
        numbered = [(*range(n * sides, (n + 1) * sides - shared), *[-1] * shared) for n in range(few)]
        alike = replace(group, things=[replace(group.things[0], count=few)])
        return in_order((_sheets if options.layout == "sheets" else _pages)(alike, numbered, options), options.order)

    if group.way == "tiled" or options.layout != "sheets":
        one = len(of(1))
        return one + (len(of(2)) - one) * (count - 1) if count else 0
    pages = of(min(count, _MOST_ON_A_SHEET))
    on_the_first = max(
        len({slot.card // sides for slot in page.slots if slot.card >= 0}) for page in pages if not page.back
    )
    return math.ceil(count / on_the_first) * (2 if any(page.back for page in pages) else 1)


def in_order(pages: Sequence[Page], order: PageOrder) -> list[Page]:
    """Put pages, where each back page follows its front, in another order.

    "back-first" puts a back that all cards share on a single page before the fronts; where backs differ, each comes
    before its front.
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
    """The size of that name, or else the size of the game's cards; with the corner radius given, in mm."""
    size = card_size(name or game.card_size)
    return size if radius is None else replace(size, radius=radius)


def stacks_of(sizes: Sequence[Size], bleed: float = 0.0) -> list[Stack]:
    """A page for each face, as large as the face and its bleed (mm), in one stack for each size.

    `sizes` are the sizes of the faces, in their order.
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
    """Something that is printed `count` times: its sides (front and back, or the faces of a die) and how it is cut out.

    With `shared`, the back that the game's cards share belongs behind its only side.
    """

    name: str
    sides: tuple[PrintedFace, ...]
    count: int
    way: Literal["single", "folded", "net", "stickers", "tiled"]
    size: Size
    shape: Shape = "rectangle"
    shared: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    """Things that are laid out together."""

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
    for what, count in chain(copies, components):
        if not isinstance(what, str):
            yield from _things_of(game, what, count, options)
        elif what in game.components:
            size = size_of(game, options.size, options.radius)
            yield _Thing(what, (component_face(game, what),), count, "single", size)
        else:
            raise UsageError(f'{game.name} has no component "{what}"', help=suggestion(what, game.components))


def _things_of(game: Game, card: Card, count: int, options: SheetOptions) -> Iterator[_Thing]:
    """What is printed of a card; a die may be printed as a net and as stickers."""
    spec, sheets = print_spec(game, card.type), options.layout == "sheets"
    size = printed_size(spec, options)
    if spec.form == "die":
        sides = tuple(die_faces(game, card))
        nets = sheets and options.dice != "stickers" and len(sides) == NET_FACES
        if nets:
            yield _Thing(card.name, sides, count, "net", size)
        if options.dice != "nets" or not nets:
            yield _Thing(card.name, sides, count, "stickers", size)
        return
    front, behind = card_face(game, card), options.flip != "none"
    is_board = sheets and spec.form == "board"
    if is_board and not fits(size, paper_size(options.paper), options.margin, options.orientation):
        yield _Thing(card.name, (front,), count, "tiled", size)
        return
    joined = sheets and not behind and (spec.two_sided or options.backs == "fold")
    if spec.back and (joined or behind or spec.two_sided):
        own = () if spec.shares_back else (card_back(game, card),)
        way: Literal["folded", "single"] = "folded" if joined else "single"
        yield _Thing(card.name, (front, *own), count, way, size, spec.shape, shared=spec.shares_back)
    else:
        yield _Thing(card.name, (front,), count, "single", size, spec.shape)


def printed_size(spec: PrintSpec, options: SheetOptions) -> Size:
    """The size at which a card is printed: its type's own, or else the one that the options ask for, or the game's."""
    size = card_size(options.size) if options.size and not spec.has_own_size else spec.size
    if spec.form != "card":
        return replace(size, radius=0.0)
    return size if options.radius is None else replace(size, radius=options.radius)


def _groups(things: Iterable[_Thing]) -> list[_Group]:
    """The things that can share sheets, in the order of the first thing of each group."""
    groups: dict[tuple[str, Size, Shape, int], _Group] = {}
    for thing in things:
        key = (thing.way, thing.size, thing.shape, len(thing.sides) if thing.way == "stickers" else 0)
        groups.setdefault(key, _Group(thing.way, thing.size, thing.shape, [])).things.append(thing)
    return list(groups.values())


def _numbered(group: _Group, game: Game, faces: list[PrintedFace]) -> list[tuple[int, ...]]:
    """Adds the faces of a group to `faces`; for each copy of a thing, the numbers of its sides among them."""
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
    """The pages of a group, with many things to a sheet. Slots hold numbers of faces."""
    paper = paper_size(options.paper)
    if group.way == "tiled":
        names = [thing.name for thing in group.things for _ in range(thing.count)]
        return [
            page
            for name, (face,) in zip(names, numbered, strict=True)
            for page in tiles(face, group.size, paper, margin=options.margin, name=name)
        ]
    die, has_backs = group.way in ("net", "stickers"), any(len(numbers) > 1 for numbers in numbered)
    imposition = replace(
        options.imposition,
        bleed=0.0 if die else options.bleed,
        backs=options.flip if has_backs and group.way == "single" else "none",
    )
    pages = lay_out(len(numbered), _cutout(group), paper, imposition, safe=options.guide)
    filled = [_filled(page, numbered) for page in pages]
    return [
        replace(page, shift=options.back_offset, turn=options.back_rotation) if page.back else page for page in filled
    ]


def _pages(group: _Group, numbered: list[tuple[int, ...]], options: SheetOptions) -> list[Page]:
    """A page for each copy of each thing, as large as the thing and its bleed, and if any has a back, one for each
    back.
    """
    cutout, die = _cutout(group), group.way == "stickers"
    bleed = 0.0 if die else options.around
    front = own_page(cutout, bleed, safe=options.guide)
    back = own_page(cutout, bleed, back=True, turned=options.flip == "short-edge", safe=options.guide)
    pages = []
    for numbers in numbered:
        pages.append(_filled(front, [numbers]))
        if not die and any(len(others) > 1 for others in numbered):
            pages.append(_filled(back, [numbers]))
    return pages


def _cutout(group: _Group) -> Cutout:
    """The cutout for each thing of a group."""
    if group.way == "net":
        return net(group.size.width)
    if group.way == "stickers":
        return stickers(group.size.width, len(group.things[0].sides))
    return (folded if group.way == "folded" else single)(group.size, group.shape)


def _filled(page: Page, numbered: Sequence[tuple[int, ...]]) -> Page:
    """The page with numbers of faces in its slots instead of numbers of things; slots of sides that don't exist go."""
    slots = [
        replace(slot, card=numbered[slot.card][slot.side])
        for slot in page.slots
        if slot.side < len(numbered[slot.card])
    ]
    return replace(page, slots=tuple(slots))
