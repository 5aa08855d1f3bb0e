"""A tree that is made by hand is the one that its text has."""

from builder.documents.editing.parsing import TreeParser
from builder.documents.editing.tree import STEP, Child, Comment, Node, Scalar, Tree
from builder.documents.editing.writing import Writer


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


def test_nothing_new_shares_its_lists() -> None:
    child, node, tree = Child(), Node("list"), Tree()
    child.above.append(Comment("# a", 0))
    child.below.append(Comment("# b", 0))
    node.children.append(child)
    node.trailing.append(Comment("# c", 0))
    tree.header.append(Comment("# d", 0))
    assert (Child().above, Child().below) == ([], [])
    assert Node("list") == Node("list", children=[], trailing=[])
    assert Tree() == Tree(None, header=[], trailing=[])


def test_each_level_is_a_step_further_in() -> None:
    deep = Node("mapping", children=[Child("b", "b", Node("mapping", children=[Child("c", "c", Scalar(["1"]))]))])
    written = Writer().tree(Tree(Node("mapping", children=[Child("a", "a", deep)])))
    assert [len(line) - len(line.lstrip(" ")) for line in written.splitlines()] == [0, STEP, 2 * STEP]
