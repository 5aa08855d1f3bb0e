"""The Typst files that set a stack's pages."""

from typing import Any

from renderers.jobs import StackJob
from renderers.typst.compiling import document_source, faces_of, game_source
from renderers.typst.leaving import FACE_LABEL

SHAPES = ["rectangle"] * 5
GAME = {"name": "Moon", "language": "fr-CA"}


def stack_of(**page: Any) -> StackJob:
    place = {"face": 4, "box": [0, 0, 69, 94, 3, 3], "turned": False}
    size = {"width": 63, "height": 88, "radius": 3, "bleed": 3}
    return {"size": size, "paper": [210, 297], "pages": [{"places": [place], **page}]}  # type: ignore[typeddict-item]  # numbers


def test_a_document_includes_its_faces_and_sets_them_in_their_places() -> None:
    stack = stack_of()
    stack["pages"] *= 2
    lines = document_source(GAME, stack, "Lato", SHAPES, dated=False).decode().splitlines()
    assert faces_of(stack) == [4]
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
    assert b"date: auto" in document_source(GAME, stack, "Lato", SHAPES, dated=True)


def test_marks_and_words_are_drawn_and_moved_with_the_page() -> None:
    page = {
        "marks": [[1, 2, 3, 4]], "folds": [[5, 6, 7, 8]], "circles": [[1, 1, 2, 2]], "solids": [[0, 0, 5, 5]],
        "labels": [[9, 9, "#x"]], "guides": [[1, 2, 3, 4, 0.5, [[0, 0]], True]], "corrected": [1, -1, 0.5],
    }  # fmt: skip
    text = document_source(GAME, stack_of(**page), "Lato", SHAPES, dated=False).decode()
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
    assert game_source(GAME, stack_of()).decode().splitlines() == [
        '#let game = ("name": "Moon","language": "fr\\u{2d}CA",)',
        "#let card-width = 63mm",
        "#let card-height = 88mm",
        "#let card-radius = 3mm",
        "#let card-bleed = 3mm",
        '#let ink = "full"',
    ]
