"""A tree has what stands in a text, and each comment once, at what it belongs to."""

import pytest

from builder.documents.editing.parsing import TreeParser
from builder.documents.editing.tree import CannotEditError, Child, Comment, Node, Scalar, Tree
from builder.documents.editing.writing import Writer

TEXT = """\
# header

# above
a: 1  # after
b:  # beside
  # above c
  - c
  # below c
d: {x: 1, "y"}
# trailing
"""


def test_line_ends_and_byte_order_marks_are_no_part_of_a_tree() -> None:
    root = TreeParser("\ufeffa: 'x\r\n\r\n  y'\r\n").tree().root
    assert isinstance(root, Node)
    assert root.children[0].value == Scalar(["'x", "", "y'"])


@pytest.mark.parametrize("text", ["? a\n: 1\n", "{? a : 1}\n", "[a, , b]\n", "a: *x\n"])
def test_what_a_tree_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(CannotEditError):
        TreeParser(text).tree()


def test_a_tree_by_hand_is_that_of_its_text() -> None:
    """Each comment is at what it stands at."""
    item = Child(value=Scalar(["c"]), above=[Comment("# above c", 2)])
    brackets = [Child("x", "x", Scalar(["1"])), Child('"y"', "y", colon=False)]
    children = [
        Child("a", "a", Scalar(["1"]), above=[Comment("# above", 0)], after=Comment("# after", 6)),
        Child("b", "b", Node("list", False, [item], [Comment("# below c", 2)]), key_comment=Comment("# beside", 4)),
        Child("d", "d", Node("mapping", True, brackets)),
    ]
    tree = Tree(Node("mapping", False, children, [Comment("# trailing", 0)]), [Comment("# header", 0)], gap=True)
    parser = TreeParser(TEXT)
    assert parser.tree() == tree
    assert len(parser.comments) == 7
    assert Writer().tree(tree) == TEXT
    children[0].value = Scalar(["2"])
    assert TreeParser(TEXT).tree() != tree


def test_a_text_of_comments_has_no_root() -> None:
    tree = TreeParser("# only\n").tree()
    assert tree.root is None
    assert [comment.text for comment in [*tree.header, *tree.trailing]] == ["# only"]
