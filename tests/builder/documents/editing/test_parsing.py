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


def test_comments_belong_to_what_they_stand_at() -> None:
    parser = TreeParser(TEXT)
    tree = parser.tree()
    assert isinstance(tree.root, Node)
    first, second, third = tree.root.children
    assert [comment.text for comment in tree.header] == ["# header"]
    assert [comment.text for comment in first.above] == ["# above"]
    assert first.after is not None
    assert (first.name, first.value, first.after.text) == ("a", Scalar(["1"]), "# after")
    assert isinstance(second.value, Node)
    assert second.key_comment is not None
    assert (second.value.kind, second.key_comment.text) == ("list", "# beside")
    assert [comment.text for comment in second.value.children[0].above] == ["# above c"]
    assert [comment.text for comment in second.value.trailing] == ["# below c"]
    assert isinstance(third.value, Node)
    assert [(child.key, child.name, child.colon) for child in third.value.children] == [
        ("x", "x", True),
        ('"y"', "y", False),
    ]
    assert [comment.text for comment in tree.root.trailing] == ["# trailing"]
    assert len(parser.comments) == 7


def test_line_ends_and_byte_order_marks_are_no_part_of_a_tree() -> None:
    root = TreeParser("\ufeffa: 'x\r\n\r\n  y'\r\n").tree().root
    assert isinstance(root, Node)
    assert root.children[0].value == Scalar(["'x", "", "y'"])


@pytest.mark.parametrize("text", ["? a\n: 1\n", "{? a : 1}\n", "[a, , b]\n", "a: *x\n"])
def test_what_a_tree_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(CannotEditError):
        TreeParser(text).tree()


# A tree that is made by hand is the one that its text has


def test_a_tree_by_hand_is_that_of_its_text() -> None:
    text = "# header\n\na: 1  # after\nb:\n  - [x]\n"
    inner = Node("list", flow=True, children=[Child(value=Scalar(["x"]))])
    root = Node(
        "mapping",
        children=[
            Child("a", "a", Scalar(["1"]), after=Comment("# after", 6), blank=True),
            Child("b", "b", Node("list", children=[Child(value=inner)])),
        ],
    )
    tree = Tree(root, [Comment("# header", 0)], gap=True)
    assert TreeParser(text).tree() == tree
    assert Writer().tree(tree) == text
    root.children[0].value = Scalar(["2"])
    assert TreeParser(text).tree() != tree


def test_a_text_of_comments_has_no_root() -> None:
    tree = TreeParser("# only\n").tree()
    assert tree.root is None
    assert [comment.text for comment in [*tree.header, *tree.trailing]] == ["# only"]
