"""Pages with faces of several sizes, typeset one size at a time."""

from builder.games.sizes import Size
from renderers.layout.pages import Box, Line, Page, Slot, Stack
from renderers.layout.plan import FaceSize, layers_of

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
