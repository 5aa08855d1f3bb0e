"""Data is taken apart safely."""

import pytest

from builder.documents.data import Data, mapping, sequence, text, texts, whole


@pytest.mark.parametrize("value", [None, True, 1, 1.5, "a", [1, "b"], {"a": 1}])
def test_a_value_of_another_kind_is_an_empty_one(value: Data) -> None:
    assert mapping(value) == (value if isinstance(value, dict) else {})
    assert list(sequence(value)) == (value if isinstance(value, list) else [])
    assert text(value) == (value if isinstance(value, str) else "")
    assert whole(value, 7) == (1 if value == 1 and value is not True else 7)
    assert texts(value) == (("b",) if isinstance(value, list) else ())
