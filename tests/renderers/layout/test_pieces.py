"""Pieces as numbers: what hangs together, where it is folded and cut, and how boards are shared out over pages."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from builder.games.sizes import Size
from renderers.layout.geometry import Box, Line, Paper, fits
from renderers.layout.pieces import folded, lay_out, net, single, stickers
from renderers.layout.tiling import GLUE, tiles

A4 = Paper(210, 297)
EDGES = st.floats(5, 40, allow_nan=False)


def ends(line: Line) -> frozenset[tuple[float, float]]:
    return frozenset({(round(line.x1, 6), round(line.y1, 6)), (round(line.x2, 6), round(line.y2, 6))})


def test_a_fold_turns_the_back_behind_the_front() -> None:
    piece = folded(Size(25, 30), "circle")
    front, back = (next(part for part in piece.parts if part.side == side) for side in (0, 1))
    assert (piece.width, piece.height) == (25, 60)
    assert (front.box, front.turned) == (Box(0, 30, 25, 30), False)
    assert (back.box, back.turned) == (Box(0, 0, 25, 30), True)
    (fold,) = piece.folds
    assert ends(fold) == {(0, 30), (25, 30)}
    # Folded there, each point of the back comes to lie behind its mirror image, which is what the front's box is.
    assert 2 * 30 - back.box.bottom == front.box.y
    assert piece.circles == (back.box, front.box)


@given(EDGES)
def test_a_net_folds_to_a_die(edge: float) -> None:
    piece = net(edge)
    boxes = {part.side: part.box for part in piece.parts}
    assert sorted(boxes) == list(range(6))
    places = {n: (round((b.x) / edge), round((b.y - edge * 0.34) / edge)) for n, b in boxes.items()}
    row = [n for n, (_, y) in sorted(places.items(), key=lambda item: item[1]) if y == 1]
    # Around the die, what lies two apart is opposite; above and below the row lie the other two.
    assert {frozenset({row[0], row[2]}), frozenset({row[1], row[3]})} == {frozenset({0, 5}), frozenset({1, 4})}
    assert {places[2], places[3]} == {(1, 0), (1, 2)}
    # A cube's 12 edges: 5 are folds between faces, 7 are glued, and each of those has one tab.
    assert len(piece.folds) == 5 + 7
    assert len(piece.cuts) == 7 + 7 * 3
    assert not {ends(f) for f in piece.folds} & {ends(c) for c in piece.cuts}
    points = [p for line in (*piece.cuts, *piece.folds) for p in ((line.x1, line.y1), (line.x2, line.y2))]
    assert all(-1e-6 <= x <= piece.width + 1e-6 and -1e-6 <= y <= piece.height + 1e-6 for x, y in points)


def test_a_nets_outline_is_closed() -> None:
    meeting: dict[tuple[float, float], int] = {}
    for cut in net(16).cuts:
        for point in ends(cut):
            meeting[point] = meeting.get(point, 0) + 1
    assert {count % 2 for count in meeting.values()} == {0}


def test_stickers_lie_in_a_row() -> None:
    piece = stickers(16, 6)
    assert (piece.width, piece.height) == (96, 16)
    assert [part.box.x for part in piece.parts] == [0, 16, 32, 48, 64, 80]
    assert len(piece.cuts) == 2 + 7


@pytest.mark.parametrize("shape", ["circle", "hexagon"])
def test_what_has_its_own_outline_lies_apart_and_has_no_other_marks(shape: str) -> None:
    page, *_ = lay_out(20, single(Size(25, 25), shape), A4)  # type: ignore[arg-type]  # a Literal in a parameter
    xs = sorted({slot.trim.x for slot in page.slots})
    assert min(b - a for a, b in pairwise(xs)) >= 25 + 4
    assert bool(page.circles) == (shape == "circle")
    assert len(page.marks) == (0 if shape == "circle" else 6 * len(page.slots))


def test_backs_of_pieces_lie_behind_their_fronts() -> None:
    front, back = lay_out(3, single(Size(25, 25), "circle"), A4, backs="long-edge")
    assert back.back
    assert [slot.side for slot in back.slots] == [1, 1, 1]
    assert [slot.trim.x for slot in back.slots] == pytest.approx([210 - slot.trim.right for slot in front.slots])
    assert [slot.trim.y for slot in back.slots] == [slot.trim.y for slot in front.slots]
    assert not back.circles  # nobody cuts along a back


def test_only_a_pieces_edges_bleed() -> None:
    page, *_ = lay_out(1, folded(Size(63, 88)), A4, bleed=3)
    back, front = page.slots
    assert front.bleed.y == front.trim.y == back.bleed.bottom == back.trim.bottom
    assert front.bleed.x < front.trim.x
    assert front.bleed.bottom > front.trim.bottom


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


def test_a_tile_says_where_it_belongs() -> None:
    pages = tiles(0, Size(360, 240), A4, name="Player Board")
    assert [page.labels[0].text for page in pages] == [
        "Player Board: row 1 of 1, column 1 of 2",
        "Player Board: row 1 of 1, column 2 of 2",
    ]
    assert [len(page.folds) for page in pages] == [1, 0]
    with pytest.raises(UsageError, match="too small for the tiles"):
        tiles(0, Size(360, 240), Paper(30, 40))


def test_a_board_that_fits_when_turned_fits() -> None:
    assert fits(Size(280, 190), A4, 4)
    assert not fits(Size(280, 205), A4, 4)
