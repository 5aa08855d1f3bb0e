"""Decides what lies on which page, from cards and options, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest
from typing import Literal

from builder.diagnostics import UsageError, suggestion
from builder.games import Card, Game
from builder.games.game import Shape
from builder.games.sizes import Size, card_size
from builder.words import words_here
from renderers.faces.faces import (
    PrintedFace,
    PrintSpec,
    back_face,
    card_back,
    card_face,
    component_face,
    die_faces,
    print_spec,
)
from renderers.layout.cutouts import NETS, Cutout, folded, lay_out, net_of, own_page, single, stickers
from renderers.layout.imposition import behind, fits, tiles
from renderers.layout.mixing import Things, arrangement, merged, mixed_pages
from renderers.layout.options import SheetOptions, product_for
from renderers.layout.pages import Page, Paper, Stack, paper_size
from renderers.layout.words import PageOrder


@dataclass(frozen=True, slots=True)
class Layers:
    """Stacks to typeset, and how their pages are laid over one another. Each of `pages` is a tuple of pages of the
    stacks, the lowest first, numbered through all stacks.
    """

    stacks: list[Stack]
    pages: list[tuple[int, ...]]

    @property
    def are_pages(self) -> bool:
        """Whether each page is just one page of the stacks, in the same order."""
        return self.pages == [(number,) for number in range(len(self.pages))]


@dataclass(frozen=True, slots=True)
class FaceSize:
    """The size of a face and the bleed around it in mm, None for the bleed of the options."""

    size: Size
    bleed: float | None = None


_Key = tuple[FaceSize, float, float, bool]  # the faces' size, the paper's width and height, whether it is clear


def layers_of(pages: Sequence[Page], sizes: Sequence[FaceSize], bleed: float = 0.0, *, once: bool = False) -> Layers:
    """The layers of pages whose slots hold numbers of faces. `sizes` are the sizes of the faces; `bleed` (mm) is for
    faces whose size has none.

    With `once`, equal pages are typeset once: thousands of copies of a card fill pages that are the same.
    """
    stacks: dict[_Key, Stack] = {}
    places: list[list[tuple[_Key, int]]] = []
    numbers: dict[object, int] = {}
    last = FaceSize(Size(pages[0].width, pages[0].height)) if pages else None
    for page in pages:
        here = []
        parts = list(_by_size(page, sizes)) or ([(last, page)] if last else [])
        for size, part in parts:
            own = bleed if size.bleed is None else size.bleed
            key = (size, page.width, page.height, len(parts) > 1)
            stack = stacks.setdefault(key, Stack(size.size, [], own, clear=len(parts) > 1))
            alike = (key, part.back, tuple(slot.card for slot in part.slots))
            number = numbers.get(alike) if once else None
            if number is None or stack.pages[number] != part:
                number = numbers[alike] = len(stack.pages)
                stack.pages.append(part)
            here.append((key, number))
            last = size
        places.append(here)
    first, before = {}, 0
    for key, stack in stacks.items():
        first[key] = before
        before += len(stack.pages)
    return Layers(list(stacks.values()), [tuple(first[key] + number for key, number in here) for here in places])


def _by_size(page: Page, sizes: Sequence[FaceSize]) -> Iterator[tuple[FaceSize, Page]]:
    """The page with the slots of one size at a time; what else lies on it (marks, labels) comes with the last."""
    there = list(dict.fromkeys(sizes[slot.card] for slot in page.slots))
    for size in there[:-1]:
        slots = tuple(slot for slot in page.slots if sizes[slot.card] == size)
        yield size, replace(page, slots=slots, marks=(), folds=(), circles=(), labels=(), solids=(), guides=())
    for size in there[-1:]:
        yield size, replace(page, slots=tuple(slot for slot in page.slots if sizes[slot.card] == size))


_Numbers = Sequence[tuple[int, ...]]  # for each copy of a thing, the numbers of its sides among the faces


@dataclass(slots=True)
class SheetPlan:
    """The faces to draw, each once, with their sizes, and the pages on which they lie."""

    faces: list[PrintedFace] = field(default_factory=list)
    sizes: list[FaceSize] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)


def plan_sheets(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    options: SheetOptions,
    components: Iterable[tuple[Card | str, int]] = (),
) -> SheetPlan:
    """Lay out cards, each as often as its count says, and then components (cards, or ids of game.yaml's components).

    On sheets, things of one size and shape lie together, and share sheets with others where that takes fewer; in the
    other layouts each thing has a page to itself. Raises UsageError when the paper or a size is unknown, a card does
    not fit the paper, or the game has no such component.
    """
    plan = SheetPlan()
    groups = _groups(_things(game, copies, components, options))
    laid = [(group, _numbered(group, game, plan)) for group in groups]
    if options.layout == "sheets":
        plan.pages = in_order(_each_with_back(_sheets(laid, options), options), options.order)
    else:
        plan.pages = [page for one in laid for page in in_order(_pages(*one, options), options.order)]
    return plan


def number_of_pages(
    game: Game,
    copies: Iterable[tuple[Card, int]],
    options: SheetOptions,
    components: Iterable[tuple[Card | str, int]] = (),
) -> int:
    """How many pages `plan_sheets` lays out, without laying them out. Raises as it does."""
    groups = _groups(_things(game, copies, components, options))
    if options.layout != "sheets":
        return sum(_number_of_pages(group, options) for group in groups)
    paper, flat = paper_size(options.paper), [group for group in groups if group.way != "tiled"]
    found = arrangement([_kind(group, options) for group in flat], paper, options.imposition, mix=options.mix)
    fronts = found.sheets
    for group in groups:
        if group.way == "tiled" and group.count:
            sides = 2 if group.has_backs and options.flip == "none" else 1
            fronts += group.count * sides * len(tiles(0, group.size, paper, margin=options.margin))
    behind = options.flip != "none" and any(group.has_backs and group.count for group in groups)
    return fronts * (2 if behind else 1)


def _number_of_pages(group: _Group, options: SheetOptions) -> int:
    """How many pages there are of things that have pages to themselves."""
    sides = max(len(thing.sides) + thing.shared for thing in group.things)
    own = any(len(thing.sides) > 1 for thing in group.things)
    shared = not own and any(thing.shared for thing in group.things)

    def of(few: int) -> int:
        numbered = [(*range(n * sides, (n + 1) * sides - shared), *[-1] * shared) for n in range(few)]
        return len(in_order(_pages(group, numbered, options), options.order))

    return of(1) + (of(2) - of(1)) * (group.count - 1) if group.count else 0


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
    return [Stack.of_single_faces(size, bleed, numbers) for size, numbers in by_size.items()]


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something that is printed `count` times: its sides (front and back, or the faces of a die) and how it is cut out.

    With `shared`, the back that the game's cards share belongs behind its only side.
    """

    name: str
    sides: tuple[PrintedFace, ...]
    count: int
    way: Literal["single", "folded", "net", "stickers", "tiled"]
    size: FaceSize
    shape: Shape = "rectangle"
    shared: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    """Things that are laid out together."""

    way: str
    face: FaceSize
    shape: Shape
    things: list[_Thing]

    @property
    def size(self) -> Size:
        """The size of each side."""
        return self.face.size

    @property
    def count(self) -> int:
        """How many things there are."""
        return sum(thing.count for thing in self.things)

    @property
    def has_backs(self) -> bool:
        """Whether something lies behind the front of any."""
        return self.way in ("single", "tiled") and any(len(thing.sides) + thing.shared > 1 for thing in self.things)


def _things(
    game: Game, copies: Iterable[tuple[Card, int]], components: Iterable[tuple[Card | str, int]], options: SheetOptions
) -> Iterator[_Thing]:
    for what, count in chain(copies, components):
        if not isinstance(what, str):
            yield from _things_of(game, what, count, options)
        elif what in game.components:
            yield _Thing(what, (component_face(game, what),), count, "single", component_size(game, options))
        else:
            help_ = suggestion(what, game.components, say=words_here())
            raise UsageError.of("paper", "component", game=game.name, name=what, help_=help_)


def _things_of(game: Game, card: Card, count: int, options: SheetOptions) -> Iterator[_Thing]:
    """What is printed of a card; a die may be printed as a net and as stickers."""
    spec, sheets = print_spec(game, card.type), options.layout == "sheets"
    face = printed_size(spec, options)
    size = face.size
    if spec.form == "die":
        sides = tuple(die_faces(game, card))
        nets = sheets and options.dice != "stickers" and len(sides) in NETS
        if nets:
            yield _Thing(card.name, sides, count, "net", face)
        if options.dice != "nets" or not nets:
            yield _Thing(card.name, sides, count, "stickers", face)
        return
    front, behind = card_face(game, card), options.flip != "none"
    joined = sheets and not behind and (spec.two_sided or options.backs == "fold")
    if not spec.back or not (joined or behind or spec.two_sided):
        own: tuple[PrintedFace, ...] = ()
        shared = joined = False
    else:
        own, shared = () if spec.shares_back else (card_back(game, card),), spec.shares_back
    if sheets and spec.form == "board" and not _fits(size, options):
        yield _Thing(card.name, (front, *own), count, "tiled", face, shared=shared)
    elif joined and not _fits(replace(size, height=2 * size.height), options) and _fits(size, options):
        back = own or (back_face(game),)  # too large to fold: two pieces, to be glued to each other
        yield _Thing(card.name, (front,), count, "single", face, spec.shape)
        yield _Thing(card.name, back, count, "single", face, spec.shape)
    else:
        yield _Thing(card.name, (front, *own), count, "folded" if joined else "single", face, spec.shape, shared=shared)


def _fits(size: Size, options: SheetOptions) -> bool:
    return fits(size, paper_size(options.paper), options.margin, options.orientation)


def printed_size(spec: PrintSpec, options: SheetOptions) -> FaceSize:
    """The size at which a card is printed: its type's own, or else the one that the options ask for, or the game's.

    Where the options have products, it is that of the one which suits the card. Raises UsageError where none does.
    """
    size = card_size(options.size) if options.size and not spec.has_own_size else spec.size
    if spec.form != "card":
        return FaceSize(replace(size, radius=0.0))
    return _sold(size, spec.shape, options)


def component_size(game: Game, options: SheetOptions) -> FaceSize:
    """The size of a component of game.yaml that is no card: that of the game's cards. Raises as `printed_size` does."""
    return _sold(size_of(game, options.size), "rectangle", options)


def _sold(size: Size, shape: Shape, options: SheetOptions) -> FaceSize:
    """The size of cards, as a service has it, and with the corners that the options ask for."""
    bleed = None
    if options.products:
        product = product_for(options.products, size, shape)
        size, bleed = product.size, product.bleed
    return FaceSize(size if options.radius is None else replace(size, radius=options.radius), bleed)


def _groups(things: Iterable[_Thing]) -> list[_Group]:
    """The things that can share sheets, in the order of the first thing of each group."""
    groups: dict[tuple[str, FaceSize, Shape, int], _Group] = {}
    for thing in things:
        key = (thing.way, thing.size, thing.shape, len(thing.sides) if thing.way in ("net", "stickers") else 0)
        groups.setdefault(key, _Group(thing.way, thing.size, thing.shape, [])).things.append(thing)
    return list(groups.values())


def _numbered(group: _Group, game: Game, plan: SheetPlan) -> _Numbers:
    """Adds the faces of a group to the plan; for each copy of a thing, the numbers of its sides among them."""
    shared = -1
    numbered = []
    for thing in group.things:
        numbers = tuple(range(len(plan.faces), len(plan.faces) + len(thing.sides)))
        plan.faces += thing.sides
        if thing.shared:
            if shared < 0:
                shared = len(plan.faces)
                plan.faces.append(back_face(game))
            numbers = (*numbers, shared)
        numbered += [numbers] * thing.count
    plan.sizes += [group.face] * (len(plan.faces) - len(plan.sizes))
    return numbered


def _sheets(laid: Sequence[tuple[_Group, _Numbers]], options: SheetOptions) -> list[Page]:
    """The pages of all groups, with many things to a sheet. Slots hold numbers of faces."""
    paper, flat = paper_size(options.paper), [one for one in laid if one[0].way != "tiled"]
    kinds = [_kind(group, options) for group, _ in flat]
    found = arrangement(kinds, paper, options.imposition, mix=options.mix)
    mixed = list(zip(found.mixed, mixed_pages(kinds, found, options.imposition, safe=options.guide), strict=True))
    pages: list[Page] = []
    number = 0
    for group, numbered in laid:
        if group.way == "tiled":
            pages += _tiles(group, numbered, paper, options)
            continue
        things = kinds[number]
        alone = lay_out(found.alone[number], things.cutout, paper, things.imposition, safe=options.guide)
        pages += [_filled(page, numbered) for page in alone]
        for sheet, sides in mixed:
            if sheet.blocks[0].kind == number:
                pages += [merged(_filled(part, flat[kind][1]) for kind, part in side) for side in sides]
        number += 1
    return [
        replace(page, shift=options.back_offset, turn=options.back_rotation) if page.back else page for page in pages
    ]


def _each_with_back(pages: Sequence[Page], options: SheetOptions) -> list[Page]:
    """The pages; if any front has a back page, every front gets one, if need be an empty one. On paper that is printed
    on both sides, the next front would be printed behind it otherwise.
    """
    if options.flip == "none" or not any(page.back for page in pages):
        return list(pages)
    result = []
    for page, following in zip_longest(pages, pages[1:]):
        result.append(page)
        if not page.back and not (following and following.back):
            result.append(Page(page.width, page.height, (), back=True))
    return result


def _kind(group: _Group, options: SheetOptions) -> Things:
    """The things of a group, and how they are placed on sheets."""
    imposition = replace(
        options.imposition,
        bleed=0.0 if group.way in ("net", "stickers") else options.bleed,
        backs=options.flip if group.has_backs else "none",
    )
    return Things(group.count, _cutout(group), imposition)


def _tiles(group: _Group, numbered: _Numbers, paper: Paper, options: SheetOptions) -> list[Page]:
    """The tiles of boards: each back behind its front, or in tiles of its own, to be glued there."""
    pages: list[Page] = []
    names = [thing.name for thing in group.things for _ in range(thing.count)]
    for name, (front, *backs) in zip(names, numbered, strict=True):
        fronts = tiles(front, group.size, paper, margin=options.margin, name=name)
        for back in backs:
            if options.flip == "none":
                fronts += tiles(back, group.size, paper, margin=options.margin, name=f"{name}, back")
            else:
                fronts = [side for page in fronts for side in (page, behind(page, back, options.flip, name))]
        pages += fronts
    return pages


def _pages(group: _Group, numbered: _Numbers, options: SheetOptions) -> list[Page]:
    """A page for each copy of each thing, as large as the thing and its bleed, and if any has a back, one for each
    back.
    """
    cutout, die = _cutout(group), group.way == "stickers"
    bleed = 0.0 if die else options.bleed_around(group.face.bleed)
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
        return net_of(group.size.width, len(group.things[0].sides))
    if group.way == "stickers":
        return stickers(group.size.width, len(group.things[0].sides))
    return (folded if group.way == "folded" else single)(group.size, group.shape)


def _filled(page: Page, numbered: _Numbers) -> Page:
    """The page with numbers of faces in its slots instead of numbers of things; slots of sides that don't exist are
    left out.
    """
    slots = [
        replace(slot, card=numbered[slot.card][slot.side])
        for slot in page.slots
        if slot.side < len(numbered[slot.card])
    ]
    return replace(page, slots=tuple(slots))
