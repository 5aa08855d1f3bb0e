"""Splits a large job into shares, so that no process needs much memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from renderers.faces.faces import PrintedFace
from renderers.layout.pages import Stack

MOST_FACES = 500  # that one process renders


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a job: the numbers of its faces in the job, and its pages, whose slots hold numbers in the share."""

    faces: list[int]
    stacks: list[Stack]


def shares_of(faces: Sequence[PrintedFace], stacks: Sequence[Stack]) -> list[Share]:
    """The shares of a job, of similar size.

    Pages are not split, so a share may have more than `MOST_FACES` faces by those of one page.
    """
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
                share.stacks.append(replace(stack, pages=[]))
                begun = share
            slots = tuple(replace(slot, card=numbers[slot.card]) for slot in page.slots)
            share.stacks[-1].pages.append(replace(page, slots=slots))
    return shares
