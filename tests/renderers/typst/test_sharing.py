"""How large jobs are shared out."""

from io import BytesIO

import pikepdf
import pytest

from builder.games.sizes import card_size
from renderers.faces.faces import card_face
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Box, Page, Slot, Stack
from renderers.layout.plan import stacks_of
from renderers.outputs.documents import joined
from renderers.outputs.sheets import print_sheets
from renderers.typst import sharing
from renderers.typst.content import TypesetJob
from renderers.typst.sharing import Share, shares_of
from renderers.typst.typesetting import typeset
from tests.support.layout import STANDARD
from tests.support.renders import card, fleet, future_invaders, pdf_text


@pytest.mark.parametrize("share", [1, 4, 9, 10, 11])
def test_a_job_that_is_shared_out_makes_the_same_pages(monkeypatch: pytest.MonkeyPatch, share: int) -> None:
    game, cards = future_invaders(), [(one, 2) for one in [*fleet(10), card(id="long", number=99, text="word " * 400)]]
    options = SheetOptions(backs="long-edge")
    whole = print_sheets(game, cards, options)
    monkeypatch.setattr(sharing, "MOST_FACES", share)
    parts = print_sheets(game, cards, options)
    assert pdf_text(parts.data) == pdf_text(whole.data)
    assert parts.findings == whole.findings
    assert [finding.subject for finding in parts.findings] == ["long"]


def test_stacks_stay_apart_when_a_job_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be of the same size and on papers that lie otherwise."""
    game, size = future_invaders(), card_size("standard")
    faces = [card_face(game, one) for one in fleet(4)]
    place, bleed = Box(5, 5, size.width, size.height), Box(5, 5, size.width, size.height)
    stacks = [
        Stack(size, [Page(width, height, (Slot(number, place, bleed),)) for number in numbers])
        for width, height, numbers in ((100, 150, (0,)), (150, 100, (1, 2, 3)))
    ]
    monkeypatch.setattr(sharing, "MOST_FACES", 3)
    made = typeset(TypesetJob(game, faces, stacks, "pdf"))
    with pikepdf.open(BytesIO(joined(made.files))) as whole:
        papers = [[round(float(side) / 72 * 25.4) for side in list(page.mediabox)[2:]] for page in whole.pages]
    assert papers == [[100, 150], [150, 100], [150, 100], [150, 100]]


def test_a_small_job_is_one_share() -> None:
    faces = [card_face(future_invaders(), one) for one in fleet(3)]
    stacks = stacks_of([STANDARD] * 3)
    assert shares_of(faces, stacks) == [Share([0, 1, 2], stacks)]


def test_shares_are_about_as_large_as_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "MOST_FACES", 4)
    faces = [card_face(future_invaders(), one) for one in fleet(9)]
    shares = shares_of(faces, stacks_of([STANDARD] * 9))
    assert [share.faces for share in shares] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert [[page.slots[0].card for page in share.stacks[0].pages] for share in shares] == [[0, 1, 2]] * 3
