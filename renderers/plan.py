"""What lies on which sheet: from cards and options to faces and pages, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from builder.diagnostics import UsageError, suggestion
from builder.models import Card, Game
from builder.sizes import Size, card_size
from renderers.faces import back_face, card_back, card_face, component_face, die_faces, form_of
from renderers.geometry import Backs, Box, Marks, Page, Shape, Slot, fits, paper_size
from renderers.pieces import folded, lay_out, net, single, stickers
from renderers.tiling import tiles
from renderers.typeset import Face, Stack

NET_FACES = 6  # of a die that can be folded

Dice = Literal["nets", "stickers", "both"]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How sheets are laid out. Lengths are mm; `size` is a size's name, empty for the game's own."""

    paper: str = "a4"
    size: str = ""
    margin: float = 4.0
    gap: float = 0.0
    bleed: float = 3.0
    marks: Marks = "crops"
    backs: Backs = "none"
    dice: Dice = "nets"
    output: Literal["pdf", "html"] = "pdf"
    seconds: float | None = None  # limit for the templates' work; by default it grows with the number of faces


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
    """Cards by count, in the order given, then components (cards, or ids of game.yaml) by count, on sheets.

    What is of one size and cut in one way shares its sheets. Raises UsageError when the paper or a size is unknown, a
    card does not fit the paper, or the game has no such component.
    """
    plan = Plan()
    for group in _groups(_things(game, copies, components, options)):
        plan.stacks.append(Stack(group.size, _pages(group, game, plan.faces, options)))
    return plan


def size_of(game: Game, name: str = "") -> Size:
    """The size of that name, or that of the game's cards."""
    return card_size(name or game.definition.get("card-size", "standard"))


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

    `back` means that its second side lies on the back pages; a thing with `shared` has the game's back instead.
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
            yield _Thing(what, (component_face(game, what),), count, "single", size_of(game, options.size))
        else:
            raise UsageError(f'{game.name} has no component "{what}"', help=suggestion(what, known))


def _things_of(game: Game, card: Card, count: int, options: SheetOptions) -> Iterator[_Thing]:
    """A card, as what is printed of it: once, or as a die's net and its stickers."""
    form = form_of(game, card.type)
    size = card_size(options.size) if options.size and not form.sized else form.size
    if form.kind == "die":
        sides = tuple(die_faces(game, card))
        if options.dice != "stickers" and len(sides) == NET_FACES:
            yield _Thing(card.name, sides, count, "net", size)
        if options.dice != "nets" or len(sides) != NET_FACES:
            yield _Thing(card.name, sides, count, "stickers", size)
        return
    front, duplex = card_face(game, card), options.backs != "none"
    if form.kind == "board" and not fits(size, paper_size(options.paper), options.margin):
        yield _Thing(card.name, (front,), count, "tiled", size)
    elif form.two_sided and form.back and not duplex:
        back = back_face(game) if form.shares_back else card_back(game, card)
        yield _Thing(card.name, (front, back), count, "folded", size, form.shape)
    elif duplex and form.back and not form.shares_back:
        yield _Thing(card.name, (front, card_back(game, card)), count, "single", size, form.shape)
    else:
        yield _Thing(card.name, (front,), count, "single", size, form.shape, shared=duplex and bool(form.back))


def _groups(things: Iterable[_Thing]) -> list[_Group]:
    """The things by how they are cut out, in the order of the first of each kind."""
    groups: dict[tuple[str, Size, Shape, int], _Group] = {}
    for thing in things:
        key = (thing.way, thing.size, thing.shape, len(thing.sides) if thing.way == "stickers" else 0)
        groups.setdefault(key, _Group(thing.way, thing.size, thing.shape, [])).things.append(thing)
    return list(groups.values())


def _pages(group: _Group, game: Game, faces: list[Face], options: SheetOptions) -> list[Page]:
    """A group's pages, their slots counting faces; the group's faces are added to `faces`."""
    firsts = []  # for each copy, the number of its front
    behind: dict[int, int] = {}  # the number of a front, and of the back behind it
    shared = -1
    for thing in group.things:
        first = len(faces)
        faces += thing.sides
        firsts += [first] * thing.count
        if len(thing.sides) > 1:
            behind[first] = first + 1
    if any(thing.shared for thing in group.things):
        shared = len(faces)
        faces.append(back_face(game))
        numbers = iter(dict.fromkeys(firsts))
        behind |= {first: shared for first, thing in zip(numbers, group.things, strict=True) if thing.shared}
    paper, edge = paper_size(options.paper), group.size.width
    if group.way == "tiled":
        return [
            page
            for thing, first in zip(group.things, dict.fromkeys(firsts), strict=True)
            for _ in range(thing.count)
            for page in tiles(first, group.size, paper, margin=options.margin, name=thing.name)
        ]
    piece = {
        "single": lambda: single(group.size, group.shape),
        "folded": lambda: folded(group.size, group.shape),
        "net": lambda: net(edge),
        "stickers": lambda: stickers(edge, len(group.things[0].sides)),
    }[group.way]()
    die = group.way in ("net", "stickers")
    pages = lay_out(
        len(firsts),
        piece,
        paper,
        margin=options.margin,
        gap=options.gap,
        bleed=0.0 if die else options.bleed,
        marks=options.marks,
        backs=options.backs if behind and group.way == "single" else "none",
    )
    return [_filled(page, firsts, behind) for page in pages]


def _filled(page: Page, firsts: list[int], behind: Mapping[int, int]) -> Page:
    """The page, its slots counting faces instead of places."""
    slots = []
    for slot in page.slots:
        first = firsts[slot.card]
        if not page.back:
            slots.append(replace(slot, card=first + slot.side))
        elif first in behind:
            slots.append(replace(slot, card=behind[first]))
    return replace(page, slots=tuple(slots))
