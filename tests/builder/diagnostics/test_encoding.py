"""Diagnostics as data and back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import Diagnostic, Span
from builder.diagnostics.diagnostic import decoded, encoded

text = st.text(max_size=5)
spans = st.builds(Span, text, *[st.integers(0, 9)] * 4)
diagnostics = st.builds(
    Diagnostic,
    code=text,
    message=text,
    span=st.none() | spans,
    help=text,
    related=st.lists(st.tuples(text, spans), max_size=2).map(tuple),
    source=text,
    subject=text,
    path=st.lists(text | st.integers(0, 9), max_size=3).map(tuple),
    at_key=st.booleans(),
)


@given(diagnostics)
def test_what_is_encoded_is_decoded_as_it_was(diagnostic: Diagnostic) -> None:
    assert decoded(json.loads(json.dumps(encoded(diagnostic)))) == diagnostic


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"code": "x"},
        {"code": 1, "message": "m"},
        {"code": "x", "message": "m", "span": None},
        {"code": "x", "message": "m", "span": ["a", 1, 2, 3]},
        {"code": "x", "message": "m", "span": ["a", 1, 2, 3, "4"]},
        {"code": "x", "message": "m", "related": [["words"]]},
        {"code": "x", "message": "m", "related": [["words", []]]},
        {"code": "x", "message": "m", "related": {}},
        {"code": "x", "message": "m", "path": [None]},
        {"code": "x", "message": "m", "help": 1},
    ],
)
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r"is|are"):
        decoded(data)
