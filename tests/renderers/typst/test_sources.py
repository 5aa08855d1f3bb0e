"""The Typst files that set a stack's pages."""

from dataclasses import replace

from renderers.faces.faces import PrintedFace
from renderers.layout.pages import Box, Label, Line, Outline, Page, Paper, Slot, Stack
from renderers.typst.compiling import document_source, game_source
from renderers.typst.leaving import FACE_LABEL
from tests.support.layout import STANDARD

FACES = [PrintedFace("one", "card")] * 5
GAME = {"name": "Moon", "language": "fr-CA"}


SHEET = Page(210, 297, (Slot(4, Box(3, 3, 63, 88), Box(0, 0, 69, 94)),))


def stack_of(*pages: Page) -> Stack:
    return Stack(STANDARD, list(pages), 3)


def test_a_document_includes_its_faces_and_sets_them_in_their_places() -> None:
    stack = stack_of(SHEET, SHEET)
    lines = document_source(GAME, stack, "Lato", FACES, dated=False).decode().splitlines()
    assert stack.faces == [4]
    assert lines[1:] == [
        '#set document(title: "Moon", date: none)',
        "#set page(width: 210mm, height: 297mm, margin: 0mm, fill: white)",
        '#show: base.with("Lato", "fr")',
        f'#let mark(number) = [#metadata(number)#std.label("{FACE_LABEL}")]',
        '#let f4 = include "/.arsenal/faces/4.typ"',
        "#slot(mark(4), f4, 0.0000mm, 0.0000mm, 69.0000mm, 94.0000mm, 3.0000mm, 3.0000mm, turned: false)",
        "#pagebreak()",
        "#slot(mark(4), f4, 0.0000mm, 0.0000mm, 69.0000mm, 94.0000mm, 3.0000mm, 3.0000mm, turned: false)",
    ]
    assert b"date: auto" in document_source(GAME, stack, "Lato", FACES, dated=True)


def test_marks_and_words_are_drawn_and_moved_with_the_page() -> None:
    page = replace(
        SHEET, marks=(Line(1, 2, 3, 4),), folds=(Line(5, 6, 7, 8),), circles=(Box(1, 1, 2, 2),),
        solids=(Box(0, 0, 5, 5),), labels=(Label(9, 9, "#x"),), shift=(1, -1), turn=0.5,
        guides=(Outline(Box(1, 2, 3, 4), 0.5, ((0, 0),), dashed=True),),
    )  # fmt: skip
    text = document_source(GAME, stack_of(page), "Lato", FACES, dated=False).decode()
    for line in (
        "#corrected(1.0000mm, -1.0000mm, 0.500000deg)[",
        "#cut(1.0000mm, 2.0000mm, 3.0000mm, 4.0000mm)",
        "#fold(5.0000mm, 6.0000mm, 7.0000mm, 8.0000mm)",
        "#cut-circle(1.0000mm, 1.0000mm, 2.0000mm, 2.0000mm)",
        "#solid(0.0000mm, 0.0000mm, 5.0000mm, 5.0000mm)",
        "#guide(1.0000mm, 2.0000mm, 3.0000mm, 4.0000mm, 0.5000mm, ((0.0000mm, 0.0000mm), ), dashed: true)",
        '#label(9.0000mm, 9.0000mm, "\\u{23}x")',
    ):
        assert line in text.splitlines()


def test_faces_may_ask_for_the_game_and_their_size() -> None:
    assert game_source(GAME, stack_of(SHEET)).decode().splitlines() == [
        '#let game = ("name": "Moon","language": "fr\\u{2d}CA",)',
        "#let card-width = 63mm",
        "#let card-height = 88mm",
        "#let card-radius = 3.0mm",
        "#let card-bleed = 3mm",
        '#let ink = "full"',
    ]


def test_a_stack_without_pages_is_as_large_as_its_faces() -> None:
    assert stack_of().paper == Paper(63, 88)
