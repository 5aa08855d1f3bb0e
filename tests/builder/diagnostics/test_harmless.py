"""Text that can't steer a terminal, as lines and as JSON."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics.harmless import json_text, one_line, printable

STEERING = ["\x1b[31m", "\x07", "\x9b31m", "\x9d0;title\x9c", "\x7f", "\u202e", "\u2066", "\u200e", "\u2028", "\ud800"]


@pytest.mark.parametrize("steering", STEERING)
def test_what_steers_a_terminal_is_replaced(steering: str) -> None:
    for made in (printable(f"a{steering}b"), one_line(f"a{steering}b"), json_text({steering: [steering]})):
        assert harmless(made), made


def harmless(text: str) -> bool:
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in text if c not in "\n\u200c\u200d")


@given(st.text())
def test_json_says_what_it_said(text: str) -> None:
    made = json_text({"text": text})
    assert harmless(made)
    assert json.loads(made) == {"text": text}


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1
    assert harmless(one_line(text))


def test_letters_and_joiners_stay() -> None:
    for text in ("Éclat", "سفينة", "👩\u200d🚀", "ни\u0306"):
        assert printable(text) == one_line(text) == text
        assert json_text(text) == f'"{text}"'
