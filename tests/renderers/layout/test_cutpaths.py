"""Cut paths as numbers, and the files that machines read."""

import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.games.sizes import Size
from renderers.layout.cutouts import net, own_page, single, stickers
from renderers.layout.cutpaths import Arc, by_size, cut_paths, dxf, svg
from renderers.layout.imposition import tiles
from renderers.layout.pages import Box, Line, Page, Slot, Stack
from renderers.layout.plan import FaceSize, layers_of
from tests.support.layout import A4, laid_out


def test_a_card_is_a_rectangle_with_round_corners() -> None:
    (layer,) = cut_paths([own_page(single(Size(63, 88)), 3)])
    assert (layer.name, layer.width, layer.height) == ("page 1", 69, 94)
    assert layer.paths == (
        (
            Line(6, 3, 63, 3), Arc(63, 6, 3, 270, 360),
            Line(66, 6, 66, 88), Arc(63, 88, 3, 0, 90),
            Line(63, 91, 6, 91), Arc(6, 88, 3, 90, 180),
            Line(3, 88, 3, 6), Arc(6, 6, 3, 180, 270),
        ),
    )  # fmt: skip


def test_circles_hexagons_and_square_corners() -> None:
    assert cut_paths([own_page(single(Size(25, 25), "circle"), 1)])[0].paths == ((Arc(13.5, 13.5, 12.5, 0, 360),),)
    (hexagon,) = cut_paths([own_page(single(Size(20, 24), "hexagon"), 0)])[0].paths
    assert hexagon[:2] == (Line(10, 0, 20, 6), Line(20, 6, 20, 18))
    assert len(hexagon) == 6
    (square,) = cut_paths([own_page(single(Size(20, 30, 0)), 0)])[0].paths
    assert square == (Line(0, 0, 20, 0), Line(20, 0, 20, 30), Line(20, 30, 0, 30), Line(0, 30, 0, 0))
    (rounded,) = cut_paths([own_page(single(Size(20, 30, 10)), 0)])[0].paths  # it ends in half circles, and is none
    assert rounded[:2] == (Arc(10, 10, 10, 270, 360), Line(20, 10, 20, 20))
    assert len(rounded) == 6
    (ellipse,) = cut_paths([own_page(single(Size(20, 30), "circle"), 0)])[0].paths
    for line in ellipse:
        assert isinstance(line, Line)
        assert math.hypot((line.x1 - 10) / 10, (line.y1 - 15) / 15) == pytest.approx(1)


def test_dice() -> None:
    (die,) = cut_paths(laid_out(1, net(16), A4))[0].paths
    assert len(die) == 28
    assert len(cut_paths(laid_out(1, stickers(16, 6), A4))[0].paths) == 6


@given(st.sampled_from([single(Size(63, 88)), single(Size(25, 25), "hexagon"), net(14)]), st.integers(1, 12))
def test_paths_are_closed_and_on_the_paper(cutout: object, count: int) -> None:
    pages = laid_out(count, cutout, A4, marks="registration")  # type: ignore[arg-type]  # one of the cutouts above
    layers = cut_paths(pages)
    for layer in layers:
        for path in layer.paths:
            lines = [part for part in path if isinstance(part, Line)]
            for part in path:
                points = (
                    [(part.x1, part.y1), (part.x2, part.y2)]
                    if isinstance(part, Line)
                    else [(part.x - part.radius, part.y - part.radius), (part.x + part.radius, part.y + part.radius)]
                )
                assert all(0 <= x <= layer.width and 0 <= y <= layer.height for x, y in points)
            assert len(lines) == len(path) or len(lines) == 4
            if len(lines) == len(path):
                for one, following in zip(lines, [*lines[1:], lines[0]], strict=True):
                    assert (one.x2, one.y2) == pytest.approx((following.x1, following.y1))


def test_pages_that_are_cut_alike_share_a_layer() -> None:
    pages = laid_out(20, single(Size(63, 88)), A4, backs="long-edge")
    assert [(layer.name, len(layer.paths)) for layer in cut_paths(pages)] == [("pages 1, 3", 9), ("page 5", 2)]
    assert cut_paths(tiles(0, Size(400, 400), A4)) == []  # tiles are cut by hand


def test_pages_of_one_size_share_a_file() -> None:
    layers = cut_paths(
        [own_page(single(Size(63, 88)), 3), own_page(single(Size(25, 25)), 0.25), own_page(single(Size(61, 86)), 4)]
    )
    assert {size: [layer.name for layer in here] for size, here in by_size(layers).items()} == {
        "69x94": ["page 1", "page 3"],
        "25.5x25.5": ["page 2"],
    }
    assert by_size([]) == {"0x0": []}


def test_svg_is_in_mm() -> None:
    pages = laid_out(10, single(Size(63, 88)), A4) + laid_out(1, single(Size(25, 25), "circle"), A4)
    root = ElementTree.fromstring(svg(cut_paths(pages)))  # noqa: S314 - our own
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    groups = root.findall("{http://www.w3.org/2000/svg}g")
    assert [group.get("id") for group in groups] == ["page-1", "page-2", "page-3"]
    assert groups[0][0].get("d") == (
        "M13.5 16.5 L70.5 16.5 A3 3 0 0 1 73.5 19.5 L73.5 101.5 A3 3 0 0 1 70.5 104.5 "
        "L13.5 104.5 A3 3 0 0 1 10.5 101.5 L10.5 19.5 A3 3 0 0 1 13.5 16.5 Z"
    )
    assert groups[2][0].tag.endswith("circle")


def test_dxf_is_of_release_12() -> None:
    pages = laid_out(1, single(Size(63, 88)), A4) + laid_out(1, single(Size(25, 25), "circle"), A4)
    text = dxf(cut_paths(pages)).decode("ascii")
    tags = list(zip(*[iter(text.splitlines())] * 2, strict=True))
    assert tags[:4] == [("0", "SECTION"), ("2", "HEADER"), ("9", "$ACADVER"), ("1", "AC1009")]
    assert tags[-1] == ("0", "EOF")
    kinds = [value for code, value in tags if code == "0"]
    assert [kinds.count(kind) for kind in ("LINE", "ARC", "CIRCLE", "LAYER", "SECTION", "ENDSEC")] == [4, 4, 1, 2, 3, 3]
    assert set(re.findall(r"^8\n(.*)$", text, re.MULTILINE)) == {"PAGE_1", "PAGE_2"}
    # The first corner: clockwise from the top to the right, which DXF counts counterclockwise from 0 to 90 degrees.
    at = tags.index(("0", "ARC"))
    assert tags[at + 2 : at + 8] == [
        ("10", "70.5"), ("20", "277.5"), ("30", "0"), ("40", "3"), ("50", "0"), ("51", "90"),
    ]  # fmt: skip


# Pages with faces of several sizes, typeset one size at a time


CARD, COIN = FaceSize(Size(63, 88)), FaceSize(Size(25, 25, 0))
SIZES = [CARD, CARD, COIN]


def page(*faces: int, width: float = 210, back: bool = False) -> Page:
    slots = tuple(Slot(face, Box(10 * n, 0, 9, 9), Box(10 * n, 0, 9, 9)) for n, face in enumerate(faces))
    return Page(width, 297, slots, marks=(Line(0, 0, 1, 1),), back=back)


def test_pages_of_one_size_are_their_own_layers() -> None:
    pages = [page(0, 1), page(1)]
    layers = layers_of(pages, SIZES)
    assert layers.stacks == [Stack(CARD.size, pages)]
    assert layers.are_pages


def test_a_page_of_two_sizes_has_two_layers_that_are_clear_and_marks_in_the_last() -> None:
    layers = layers_of([page(0), page(0, 2, 1)], SIZES)
    plain, lower, upper = layers.stacks
    assert [stack.clear for stack in layers.stacks] == [False, True, True]
    assert layers.pages == [(0,), (1, 2)]
    assert not layers.are_pages
    assert [slot.card for slot in lower.pages[0].slots] == [0, 1]
    assert [slot.card for slot in upper.pages[0].slots] == [2]
    assert (lower.pages[0].marks, upper.pages[0].marks) == ((), page().marks)
    assert plain.pages == [page(0)]


def test_papers_and_sizes_have_stacks_of_their_own() -> None:
    layers = layers_of([page(0), page(2), page(1, width=297), page(1)], SIZES)
    assert [(stack.size.width, len(stack.pages)) for stack in layers.stacks] == [(63, 2), (25, 1), (63, 1)]
    assert layers.pages == [(0,), (2,), (3,), (1,)]


def test_an_empty_page_goes_with_the_page_before_it() -> None:
    layers = layers_of([page(2), page(back=True)], SIZES)
    assert [len(stack.pages) for stack in layers.stacks] == [2]
    assert layers_of([page(), page(2)], SIZES).pages == [(0,), (1,)]
    assert layers_of([], []).pages == []


def test_equal_pages_are_typeset_once_where_that_is_asked_for() -> None:
    pages = [page(0, 2), page(1), page(0, 2), page(1, back=True), page(1)]
    layers = layers_of(pages, SIZES, once=True)
    assert layers.pages[0] == layers.pages[2]
    assert layers.pages[1] == layers.pages[4] != layers.pages[3]
    assert sum(len(stack.pages) for stack in layers.stacks) == 4
