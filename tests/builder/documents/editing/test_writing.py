"""A tree is written in one layout, whatever its text looked like."""

import pytest

from builder.documents.editing.parsing import TreeParser
from builder.documents.editing.tree import Child, Comment, Node, Scalar, Tree
from builder.documents.editing.writing import Writer


def written(text: str) -> str:
    return Writer().tree(TreeParser(text).tree())


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a:    1 # c\n", "a: 1  # c\n"),
        ("-   a:  1\n    b: 2\n- c: 1\n", "- a: 1\n  b: 2\n\n- c: 1\n"),
        ("a:\n- b\n-   - c\n", "a:\n  - b\n  - - c\n"),
        ("a: {x: 1,y: [2,3],}\n", "a: {x: 1, y: [2, 3]}\n"),
        ("a: |\n     x\n\n     y\n", "a: |\n  x\n\n  y\n"),
        ("a: |+\n   x\n\n\nb: 1\n", "a: |+\n  x\n\n\nb: 1\n"),
        ("\n\na: 1\n\n\n\nb: 2\n\n", "a: 1\n\nb: 2\n"),
    ],
)
def test_spacing_is_even(text: str, canonical: str) -> None:
    assert written(text) == canonical
    assert written(canonical) == canonical


def test_a_new_tree_is_written_with_its_comments() -> None:
    child = Child("a", "a", Scalar(["1"]), above=[Comment("# above", 0)], after=Comment("# after", 0))
    writer = Writer()
    text = writer.tree(Tree(Node("mapping", children=[child]), [Comment("# header", 0)], gap=True))
    assert text == "# header\n\n# above\na: 1  # after\n"
    assert writer.comments == ["# header", "# above", "# after"]
