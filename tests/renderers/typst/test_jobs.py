"""What is drawn: how it is handed to processes, shared among them, and what they answer."""

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import Diagnostic
from builder.games.sizes import card_size
from renderers.faces.faces import card_face
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Box, Page, Slot, Stack
from renderers.layout.plan import stacks_of
from renderers.outputs.documents import joined
from renderers.outputs.sheets import print_sheets
from renderers.typst import jobs
from renderers.typst.jobs import Share, TypesetFiles, TypesetJob, shares_of
from renderers.typst.typesetting import typeset
from tests.support.layout import STANDARD
from tests.support.renders import KIT, card, fleet, future_invaders, pack, pdf_text


def test_a_job_that_is_shared_out_makes_the_same_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pack(tmp_path, KIT + "#fit-line({{ card.name }}, 20mm)")
    cards = [(one, 2) for one in [*fleet(10), card(id="long", number=99, name="W" * 60)]]
    options = SheetOptions(backs="long-edge")
    whole = print_sheets(game, cards, options)
    assert [finding.subject for finding in whole.findings] == ["long"]
    for share in (1, 4, 11):
        monkeypatch.setattr(jobs, "MOST_FACES", share)
        parts = print_sheets(game, cards, options)
        assert pdf_text(parts.data) == pdf_text(whole.data), share
        assert parts.findings == whole.findings, share


def test_stacks_stay_separate_when_a_job_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be of the same size and on papers that lie otherwise."""
    game, size = future_invaders(), card_size("standard")
    faces = [card_face(game, one) for one in fleet(4)]
    place, bleed = Box(5, 5, size.width, size.height), Box(5, 5, size.width, size.height)
    stacks = [
        Stack(size, [Page(width, height, (Slot(number, place, bleed),)) for number in numbers])
        for width, height, numbers in ((100, 150, (0,)), (150, 100, (1, 2, 3)))
    ]
    monkeypatch.setattr(jobs, "MOST_FACES", 3)
    made = typeset(TypesetJob(game, faces, stacks, "pdf"))
    with pikepdf.open(BytesIO(joined(made.files))) as whole:
        papers = [[round(float(side) / 72 * 25.4) for side in list(page.mediabox)[2:]] for page in whole.pages]
    assert papers == [[100, 150], [150, 100], [150, 100], [150, 100]]


def test_a_small_job_is_one_share() -> None:
    faces = [card_face(future_invaders(), one) for one in fleet(3)]
    stacks = stacks_of([STANDARD] * 3)
    assert shares_of(faces, stacks) == [Share([0, 1, 2], stacks)]


def test_shares_are_about_as_large_as_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_FACES", 4)
    faces = [card_face(future_invaders(), one) for one in fleet(9)]
    shares = shares_of(faces, stacks_of([STANDARD] * 9))
    assert [share.faces for share in shares] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert [[page.slots[0].card for page in share.stacks[0].pages] for share in shares] == [[0, 1, 2]] * 3


@given(
    st.lists(st.binary(max_size=20), max_size=3),
    st.lists(st.builds(Diagnostic, st.text(), st.text(), subject=st.sampled_from(["", "0", "12"])), max_size=2),
    st.booleans(),
)
def test_an_answer_is_read_as_it_was_written(files: list[bytes], findings: list[Diagnostic], failed: bool) -> None:
    answer = TypesetFiles(files, findings, failed)
    assert TypesetFiles.from_bytes(answer.to_bytes()) == answer


@pytest.mark.parametrize("data", [b"", b"no json", b'{"files": [], "failed": false, "findings": [1]}'])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of whatever kind
        TypesetFiles.from_bytes(data)
