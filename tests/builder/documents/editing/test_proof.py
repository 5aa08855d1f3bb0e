"""Nothing that a text says escapes the proof: no style of a scalar, no comment, no type."""

import pytest

from builder.documents.editing import CannotEditError
from builder.documents.editing.editor import exact_data, prove
from builder.documents.editing.writing import is_same


def test_exact_data_knows_how_scalars_are_written() -> None:
    text = "a: 1\n'b': \"1\"\nc: ['1', |\n"
    assert exact_data("a: 1\n'b': \"1\"\nc: ['x', y]\nd: |\n  z\n") == {
        "a": ("1", ""),
        "b": ("1", '"'),
        "c": [("x", "'"), ("y", "")],
        "d": ("z\n", "|"),
    }
    with pytest.raises(CannotEditError, match="this is not YAML"):
        exact_data(text)


@pytest.mark.parametrize("text", ["", "\n", "# c\n", "---\n", "---\n...\n"])
def test_a_text_that_says_nothing(text: str) -> None:
    assert exact_data(text) is None


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_texts_of_very_many_lines_are_left_as_they_are(end: str) -> None:
    with pytest.raises(CannotEditError, match="this has more than 500,000 lines"):
        exact_data(f"#{end}" * 500_001)


def test_what_was_meant_is_proved() -> None:
    data = exact_data("a: 1\n")
    prove("a:   1  # c\n", data, ["# c"], ["# c"], "formatting")
    for text in ("a: '1'\n", "a: 01\n", "b: 1\n", "a: 1\nb: 1\n"):
        with pytest.raises(CannotEditError, match="formatting would change the data"):
            prove(text, data, [], [], "formatting")
    with pytest.raises(CannotEditError, match="writing would lose a comment"):
        prove("a: 1\n", data, ["# c"], ["# c", "# c"], "writing")


def test_data_is_compared_with_its_types_and_order() -> None:
    assert is_same({"a": [1, None, "x"]}, {"a": [1, None, "x"]})
    assert not is_same([1], [True])
    assert not is_same([1], [1.0])
    assert not is_same({"a": 1, "b": 2}, {"b": 2, "a": 1})
