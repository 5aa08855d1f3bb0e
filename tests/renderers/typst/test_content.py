"""What a process is told to draw."""

import json

from renderers.faces.faces import card_face
from renderers.layout.pages import Box, Label, Line, Outline, Page, Slot, Stack
from renderers.layout.plan import stacks_of
from renderers.typst.content import TypesetJob, content_of, stack_job
from tests.support.layout import STANDARD
from tests.support.renders import card, future_invaders


def test_a_page_is_places_lines_and_words() -> None:
    page = Page(
        100, 50, (Slot(0, Box(3, 4, 63, 88), Box(0, 1, 69, 94), turned=True),), (Line(1, 2, 3, 4),),
        folds=(Line(5, 6, 7, 8),), circles=(Box(1, 1, 2, 2),), labels=(Label(9, 9, "x"),), solids=(Box(0, 0, 5, 5),),
        guides=(Outline(Box(1, 2, 3, 4), 0.5, ((0, 0), (1, 1)), dashed=True),), shift=(1, -1), turn=0.5,
    )  # fmt: skip
    stack = stack_job(Stack(STANDARD, [page]), 3)
    assert stack["size"] == {"width": 63, "height": 88, "radius": 3, "bleed": 3}
    assert stack["paper"] == [100, 50]
    assert stack["pages"] == [{
        "places": [{"face": 0, "box": [0, 1, 69, 94, 3, 3], "turned": True}],
        "marks": [[1, 2, 3, 4]], "folds": [[5, 6, 7, 8]], "circles": [[1, 1, 2, 2]], "labels": [(9, 9, "x")],
        "solids": [[0, 0, 5, 5]], "guides": [(1, 2, 3, 4, 0.5, ((0, 0), (1, 1)), True)], "corrected": [1, -1, 0.5],
    }]  # fmt: skip


def test_a_stack_without_pages_is_as_large_as_its_faces() -> None:
    assert stack_job(Stack(STANDARD, []), 0)["paper"] == [63, 88]


def test_content_is_data_that_json_holds() -> None:
    game = future_invaders()
    job = TypesetJob(game, [card_face(game, card())], stacks_of([STANDARD]), "png", 1.0, 300.0)
    content = content_of(job)
    assert json.loads(json.dumps(content))["faces"][0]["context"]["card"]["name"] == "Test Ship"
    assert (content["output"], content["ppi"], content["standard"]) == ("png", 300.0, "")
    assert content["stacks"][0]["pages"][0]["corrected"] is None
