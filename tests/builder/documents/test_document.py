"""A document knows where its parts stand."""

import re
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import Diagnostic, Span
from builder.documents.data import Data, mapping, sequence, text, texts, whole
from builder.documents.document import Document
from builder.documents.reading import parse
from builder.documents.scalars import scalar
from tests.support.commands import ROOT
from tests.support.data import plain_data, walk

CARDS = """\
# two cards
- id: flare
  text: >-
    Deal 2 damage,
    then {spark}.
  cost: {oil: 2, "scrap": 1}
- id: "é"
  keywords: [swift,
    guard]
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), (2, 1)),
        ((0,), (2, 3)),
        ((0, "id"), (2, 7)),
        ((0, "cost", "scrap"), (6, 27)),
        ((1, "keywords", 1), (9, 5)),
        ((0, "cost", "oil", "deeper"), (6, 15)),
        ((7, "id"), (2, 1)),
    ],
)
def test_spans_of_values(path: tuple[str | int, ...], place: tuple[int, int]) -> None:
    span = parse(CARDS, "f").span(path)
    assert (span.line, span.column) == place


def test_spans_of_keys() -> None:
    document = parse(CARDS, "f")
    assert document.key_span((0, "cost")) == Span("f", 6, 3, 6, 7)
    assert document.key_span((0, "cost", "scrap")) == Span("f", 6, 18, 6, 25)
    assert document.key_span((1, "keywords", 0)) == Span("f", 8, 14, 8, 19)
    assert document.key_span((1, "no", "such", "key")).path == "f"


def test_words_are_found_inside_a_text() -> None:
    document = parse(CARDS, "f")
    assert document.find((0, "text"), "{spark}") == Span("f", 5, 10, 5, 17)
    assert document.find((0, "id"), "nowhere") == document.span((0, "id"))


def test_a_fault_of_plain_data_is_located() -> None:
    document = parse(CARDS, "f")
    fault = Diagnostic("unknown-key", "no", path=("cost", "oil"))
    assert document.located(fault, (0,)).span == document.span((0, "cost", "oil"))
    assert document.located(Diagnostic("unknown-key", "no", path=(0, "cost"), at_key=True)) == Diagnostic(
        "unknown-key", "no", document.key_span((0, "cost"))
    )


def test_a_value_that_yaml_takes_for_a_comment_is_named() -> None:
    document = parse("color: #a63d1f\nname:  # later\n", "game.yaml")
    color, name = (document.located(Diagnostic("wrong-type", "empty", path=(key,))) for key in ("color", "name"))
    assert color.help == 'a # begins a comment; write "#a63d1f"'
    assert color.fix is not None
    assert color.fix.span == Span("game.yaml", 1, 8, 1, 15)
    assert (name.help, name.fix) == ("", None)


def test_an_alias_stands_where_its_anchor_does() -> None:
    document = parse("a: &x {n: 1}\nb: *x\n", "f")
    assert document.span(("b", "n")) == document.span(("a", "n"))


def test_an_unreadable_file_has_places_too() -> None:
    assert Document("f").span(("a", 1)) == Document("f").key_span(("a",)) == Span("f")


@given(plain_data, st.booleans())
def test_spans_point_at_what_they_name(data: Any, flow: bool) -> None:
    text = yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow, width=10**6)
    document = parse(text, "f")
    lines = text.splitlines()
    for path, value in walk(document.data):
        span = document.span(path)
        if span.line == span.end_line and isinstance(value, int) and not isinstance(value, bool):
            assert scalar(lines[span.line - 1][span.column - 1 : span.end_column - 1]) == value


# Data is taken apart safely


@pytest.mark.parametrize("value", [None, True, 1, 1.5, "a", [1, "b"], {"a": 1}])
def test_a_value_of_another_kind_is_an_empty_one(value: Data) -> None:
    assert mapping(value) == (value if isinstance(value, dict) else {})
    assert list(sequence(value)) == (value if isinstance(value, list) else [])
    assert text(value) == (value if isinstance(value, str) else "")
    assert whole(value, 7) == (1 if value == 1 and value is not True else 7)
    assert texts(value) == (("b",) if isinstance(value, list) else ())


# YAML is read and written in one room, whose examples are right


ROOM = ROOT / "builder" / "documents"
IMPORT = re.compile(r"^\s*(?:import yaml|from yaml)\b(?P<reason>.*#.*)?", re.MULTILINE)


def test_nothing_else_imports_yaml() -> None:
    """Where something must, a comment behind the import says why. Tests may: PyYAML is their second opinion."""
    files = [
        file for folder in ("builder", "renderers", "benchmarks", "docs") for file in (ROOT / folder).rglob("*.py")
    ]
    others = [file for file in files if not file.is_relative_to(ROOM)]
    assert len(others) > 100
    found = [(file.name, line[0]) for file in others for line in IMPORT.finditer(file.read_text("utf-8"))]
    assert [line for line in found if "#" not in line[1]] == []
