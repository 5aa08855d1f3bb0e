"""A diagnostic is as grave as its code says, and has its place in a report."""

import re
from itertools import pairwise

import pytest

from builder.diagnostics import codes
from builder.diagnostics.codes import CODES, Code, error, register, severity_of, warning
from builder.diagnostics.diagnostic import Diagnostic, FindingsError, Span, has_errors, lines_of

ERROR = Diagnostic("unknown-card", "there is no such card")
WARNING = Diagnostic("renamed-card", "this is a former id")


def test_errors_are_distinguished_from_warnings() -> None:
    assert has_errors([WARNING, ERROR])
    assert not has_errors([WARNING, WARNING])
    assert not has_errors([])


def test_places_are_in_the_order_of_their_files() -> None:
    ordered = [Span("a", 2, 9), Span("a", 10, 1), Span("a", 10, 2), Span("b")]
    assert all(one < next_one for one, next_one in pairwise(ordered))
    assert Span("a") == Span("a", 1, 1, 1, 2)


def test_a_report_has_an_order() -> None:
    ordered = [
        Diagnostic("z", "of no file"),
        Diagnostic("b", "x", Span("a", 2, 1)),
        Diagnostic("a", "x", Span("a", 10, 3)),
        Diagnostic("b", "a", Span("a", 10, 3)),
        Diagnostic("b", "b", Span("a", 10, 3)),
        Diagnostic("a", "a", Span("b", 1, 1)),
    ]
    assert all(one.sort_key < next_one.sort_key for one, next_one in pairwise(ordered))


def test_findings_stay_and_the_first_are_said() -> None:
    found = [Diagnostic("bad-id", str(number)) for number in range(5)]
    raised = FindingsError(iter(found))
    assert raised.diagnostics == found
    assert str(raised) == "0; 1; 2"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
def test_lines_end_as_they_do_in_yaml(end: str) -> None:
    assert lines_of(f"one{end}{end}three") == ["one", "", "three"]
    assert Span.behind("f", f"one{end}tw") == Span("f", 2, 3, 2, 4)


def test_other_separators_are_part_of_a_line() -> None:
    assert lines_of("a\x0bb\x0cc\x1cd") == ["a\x0bb\x0cc\x1cd"]


# Every code has a severity and a title, and plugins add codes of their own


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
    assert (ERROR.severity, WARNING.severity) == ("error", "warning")
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
