"""A key is inserted by new lines; all others stay as they are."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import KeyPath
from builder.documents.editing import CannotEditError, insert_key
from builder.documents.reading import parse
from tests.support.authors import Author
from tests.support.commands import ROOT
from tests.support.data import walk
from tests.support.properties import examples


@pytest.mark.parametrize(
    ("text", "path", "inserted"),
    [
        ("sets:\n  core: {name: Core}\n", ("sets", "b"), "sets:\n  core: {name: Core}\n+  b: new\n"),
        ("sets:\n  a: 1\n\n# types\ntypes: 1\n", ("sets", "b"), "sets:\n  a: 1\n+  b: new\n\n# types\ntypes: 1\n"),
        ("sets:\n  a: 1\n  # end\nx: 1\n", ("sets", "b"), "sets:\n  a: 1\n  # end\n+  b: new\nx: 1\n"),
        (
            "sets:\n   a: |\n     x\n\n     y\nx: 1\n",
            ("sets", "b"),
            "sets:\n   a: |\n     x\n\n     y\n+   b: new\nx: 1\n",
        ),
        ("a: 1", ("b",), "a: 1\n+b: new\n"),
        ("a: 1\n# end\n", ("b",), "a: 1\n# end\n+b: new\n"),
        ("a: 1\r\nc: 2\r\n", ("b",), "a: 1\r\nc: 2\r\n+b: new\r\n"),
        ("a:\n  b:\n    c: 1\n  # d\n  d: 1\n", ("a", "b", "n"), "a:\n  b:\n    c: 1\n+    n: new\n  # d\n  d: 1\n"),
        ("- a: 1\n\n- b: 1\n", (0, "n"), "- a: 1\n+  n: new\n\n- b: 1\n"),
        ("x: &x 1\na: {b: *x}\n", ("n",), "x: &x 1\na: {b: *x}\n+n: new\n"),
        ("a: 1\n", ("[b]",), 'a: 1\n+"[b]": new\n'),
    ],
)
def test_a_key_is_the_last_of_its_mapping(text: str, path: KeyPath, inserted: str) -> None:
    assert insert_key(parse(text, "f"), path, "new") == inserted.replace("+", "")


def test_a_value_may_have_several_lines() -> None:
    result = insert_key(parse("a:\n  b: 1\n", "f"), ("a", "c"), {"name": "No: 1", "list": [1, {"x": "y"}]})
    assert result == 'a:\n  b: 1\n  c:\n    name: "No: 1"\n    list:\n      - 1\n      - x: y\n'


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("sets: {core: {name: Core}}\n", ("sets", "b")),
        ("sets: {}\n", ("sets", "b")),
        ("sets: []\n", ("sets", "b")),
        ("id: x\n", ("sets", "b")),
        ("sets:\n  b: 1\n", ("sets", "b")),
        ("sets: &s\n  a: 1\nmore: *s\n", ("sets", "b")),
        ("sets: &s\n  a: *s\n", ("sets", "b")),
        ("a: 1\n...\n", ("b",)),
        ("a: |+\n  x\n\n", ("b",)),
        ("a: [", ("b",)),
        ("", ("b",)),
        ("- a: 1\n", (7, "b")),
    ],
)
def test_a_text_that_needs_its_author_is_refused(text: str, path: KeyPath) -> None:
    with pytest.raises(CannotEditError, match="by itself"):
        insert_key(parse(text, "f"), path, "new")


def test_every_block_of_a_bundled_game_can_grow() -> None:
    document = parse((ROOT / "cards" / "future-invaders" / "game.yaml").read_text("utf-8"), "f")
    blocks = [key for key, value in document.data.items() if isinstance(value, dict)]
    assert len(blocks) > 3
    for key in blocks:
        if "{" not in document.text.splitlines()[document.key_span((key,)).line - 1]:
            after = parse(insert_key(document, (key, "new"), {"name": "New"}), "f")
            assert list(after.data[key]) == [*document.data[key], "new"]


@examples(500)
@given(st.integers(0, 2**64))
def test_only_lines_are_added_and_only_one_key(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - drawn documents, not secrets
    document = parse(Author(rng).document(), "f")
    paths = [path for path, of in walk(document.data) if isinstance(of, dict)]
    if not paths:
        return
    path = rng.choice(paths)
    try:
        result = insert_key(document, (*path, "new"), {"name": "x"})
    except CannotEditError:
        return
    added = result.splitlines()
    for line in document.text.splitlines():
        added.remove(line)
    assert [line.strip() for line in added] == ["new:", "name: x"]
    after = inner = parse(result, "f").data
    for key in path:
        inner = inner[key]
    assert inner.pop("new") == {"name": "x"}
    assert after == document.data
