"""Boards larger than the paper."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from builder.games.sizes import Size
from renderers.layout.imposition import GLUE, tiles
from renderers.layout.pages import Paper, paper_size
from tests.support.layout import A4

BOARDS = st.tuples(st.floats(50, 1500, allow_nan=False), st.floats(50, 1500, allow_nan=False))


@given(BOARDS, st.sampled_from([A4, Paper(297, 420), Paper(215.9, 279.4)]))
def test_tiles_cover_a_board_and_share_a_strip_with_their_neighbours(size: tuple[float, float], paper: Paper) -> None:
    board = Size(*size)
    seen = []
    for page in tiles(0, board, paper):
        (slot,) = page.slots
        # The tile lies on the paper, and shows the part of the board that its place says.
        assert 8 - 1e-6 <= slot.bleed.x <= slot.bleed.right <= page.width - 8 + 1e-6
        assert 8 - 1e-6 <= slot.bleed.y <= slot.bleed.bottom <= page.height - 8 + 1e-6
        seen.append((slot.bleed.x - slot.trim.x, slot.bleed.y - slot.trim.y, slot.bleed.width, slot.bleed.height))
    for start, length, whole in ((0, 2, board.width), (1, 3, board.height)):
        spans = sorted({(tile[start], tile[start] + tile[length]) for tile in seen})
        assert spans[0][0] == pytest.approx(0)
        assert spans[-1][1] == pytest.approx(whole)
        for (_, end), (begin, _) in pairwise(spans):
            assert end - begin == pytest.approx(GLUE)
    upright = math.ceil((board.width - 8) / (paper.width - 24)) * math.ceil((board.height - 8) / (paper.height - 24))
    assert len(seen) <= upright


@pytest.mark.parametrize("paper", [A4, paper_size("letter")])
def test_a_tile_says_where_it_belongs_and_boards_of_two_are_cut_at_their_middle(paper: Paper) -> None:
    pages = tiles(0, Size(360, 240), paper, name="Player Board")
    assert [page.labels[0].text for page in pages] == [
        "Player Board: row 1 of 1, column 1 of 2",
        "Player Board: row 1 of 1, column 2 of 2",
    ]
    assert [[fold.x1 - page.slots[0].trim.x for fold in page.folds] for page in pages] == [[180], []]
    with pytest.raises(UsageError, match="too small for the tiles"):
        tiles(0, Size(360, 240), Paper(30, 40))
