"""Layers: pages are typeset one size of faces at a time, and pages with several sizes are laid over one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.games.sizes import Size
from renderers.layout.pages import Page, Stack


@dataclass(frozen=True, slots=True)
class Layers:
    """Stacks to typeset, and for each page the numbers, in all stacks together, of the pages that are laid over one
    another, the lowest first.
    """

    stacks: list[Stack]
    pages: list[tuple[int, ...]]

    @property
    def are_pages(self) -> bool:
        """Whether the pages of the stacks are the pages, in their order."""
        return self.pages == [(number,) for number in range(len(self.pages))]


@dataclass(frozen=True, slots=True)
class FaceSize:
    """The size of a face and the bleed around it in mm, None for that of the job."""

    size: Size
    bleed: float | None = None


_Key = tuple[FaceSize, float, float, bool]  # the faces' size, the paper's width and height, whether it is clear


def layers_of(pages: Sequence[Page], sizes: Sequence[FaceSize], *, once: bool = False) -> Layers:
    """The layers of pages whose slots hold numbers of faces; `sizes` are those of the faces.

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
            key = (size, page.width, page.height, len(parts) > 1)
            stack = stacks.setdefault(key, Stack(size.size, [], size.bleed, clear=len(parts) > 1))
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
    """The page with the slots of one size at a time; what else lies on it comes with the last."""
    there = list(dict.fromkeys(sizes[slot.card] for slot in page.slots))
    for size in there[:-1]:
        slots = tuple(slot for slot in page.slots if sizes[slot.card] == size)
        yield size, replace(page, slots=slots, marks=(), folds=(), circles=(), labels=(), solids=(), guides=())
    for size in there[-1:]:
        yield size, replace(page, slots=tuple(slot for slot in page.slots if sizes[slot.card] == size))
