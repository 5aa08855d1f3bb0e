"""Words are what the YAML 1.2 core schema says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.documents.reading import parse
from builder.documents.scalars import scalar


@pytest.mark.parametrize(
    ("written", "data"),
    [
        *((word, word) for word in ("No", "yes", "on", "OFF", "y", "nul", "tRUE", "1_000")),
        *((word, word) for word in ("1:30", "2026-11-21")),
        *((word, None) for word in ("", "~", "null", "Null", "NULL")),
        *((word, True) for word in ("true", "True", "TRUE")),
        *((word, False) for word in ("false", "False", "FALSE")),
        ("0", 0), ("-12", -12), ("+3", 3), ("017", 17), ("0o17", 15), ("0x1F", 31), ("9" * 40, int("9" * 40)),
        ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("-1e3", -1000.0), ("1E-2", 0.01),
        *((word, word) for word in (".inf", "-.INF", ".nan", "1e9999", "9" * 41, "+", ".", "1e", "0b1")),
        ("'1'", "1"), ('"true"', "true"), ('"\\u00e9\\n"', "é\n"),
        ("|-\n  1\n", "1"), (">-\n  a\n  b\n", "a b"),
    ],
)  # fmt: skip
def test_scalars_follow_the_yaml_1_2_core_schema(written: str, data: Any) -> None:
    document = parse(f"key: {written}", "f.yaml")
    assert document.data == {"key": data}
    assert type(document.data["key"]) is type(data)
    assert not document.diagnostics


@given(st.text(max_size=60))
def test_any_text_is_some_scalar(text: str) -> None:
    value = scalar(text)
    assert value is None or isinstance(value, bool | int | float | str)
