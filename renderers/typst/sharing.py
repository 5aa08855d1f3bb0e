"""How a large job is shared out, so that no process needs much memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from renderers.faces.faces import PrintedFace
from renderers.layout.pages import Stack

MOST_FACES = 500  # that one process renders


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a large job: some of its faces, by their numbers there, and pages whose slots count only these."""

    faces: list[int]
    stacks: list[Stack]


def shares_of(faces: Sequence[PrintedFace], stacks: Sequence[Stack]) -> list[Share]:
    """The job in shares of pages, about as large as one another, of at most `MOST_FACES` faces and those of a page."""
    if len(faces) <= MOST_FACES:
        return [Share(list(range(len(faces))), list(stacks))]
    enough = math.ceil(len(faces) / math.ceil(len(faces) / MOST_FACES))
    shares: list[Share] = []
    numbers: dict[int, int] = {}
    for stack in stacks:
        begun = None  # the share that has a part of this stack
        for page in stack.pages:
            if not shares or len(numbers) >= enough:
                shares.append(Share([], []))
                numbers = {}
            share = shares[-1]
            for slot in page.slots:
                if slot.card not in numbers:
                    numbers[slot.card] = len(share.faces)
                    share.faces.append(slot.card)
            if share is not begun:
                share.stacks.append(Stack(stack.size, []))
                begun = share
            slots = tuple(replace(slot, card=numbers[slot.card]) for slot in page.slots)
            share.stacks[-1].pages.append(replace(page, slots=slots))
    return shares
