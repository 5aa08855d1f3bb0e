"""Every code has a severity and a title, and plugins add codes of their own."""

import re

import pytest

from builder.diagnostics import codes
from builder.diagnostics.codes import CODES, Code, error, register, severity_of, warning


@pytest.fixture
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers goes with it."""
    monkeypatch.setattr(codes, "CODES", dict(CODES))


def test_codes_and_titles_are_written_alike() -> None:
    for code, known in CODES.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
        assert known.title[0].islower() or known.title.startswith(("YAML", "UTF")), code
        assert known.title.strip() == known.title, code
        assert not known.title.endswith("."), code
    assert len({known.title for known in CODES.values()}) == len(CODES)


def test_a_code_says_how_grave_it_is() -> None:
    assert (error("x is y"), warning("x is y")) == (Code("error", "x is y"), Code("warning", "x is y"))
    assert (severity_of("unknown-card"), severity_of("renamed-card")) == ("error", "warning")
    assert severity_of("no-such-code") == "error"


@pytest.mark.usefixtures("_apart")
def test_plugins_add_codes() -> None:
    register("x-odd", "warning", "a deck is odd")
    assert severity_of("x-odd") == "warning"
    register("x-odd", "warning", "a deck is odd")  # the same again is no fault
    assert codes.CODES["x-odd"] == Code("warning", "a deck is odd")
    assert "x-odd" not in CODES


@pytest.mark.usefixtures("_apart")
@pytest.mark.parametrize(
    ("severity", "title"), [("error", "a list names a card twice"), ("warning", CODES["bad-id"].title)]
)
def test_a_code_is_not_taken_from_another(severity: codes.Severity, title: str) -> None:
    with pytest.raises(ValueError, match='the code "bad-id" is taken'):
        register("bad-id", severity, title)
    assert codes.CODES["bad-id"] == CODES["bad-id"]
