"""Formats are consistent, and their faults stand at their places in the file."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from builder.diagnostics import Diagnostic, Fix
from tests.support.packs import card, checked, schema

FORMAT = b"""\
name: Late
extends: standard
drop: [copies, coppies]
clauses:
  moon: {clause: pool, banned: [moon]}
  ships:
    clause: count
    where: type:spell or (typ:ship)
    max: 2
  table:
    clause: inventory
    shared: {"cost:many": 1}
odds:
  - {name: Roll, roll: {flare: 1}, want: {ember: 1}}
"""


def faults_of(text: bytes) -> list[Diagnostic]:
    return checked(formats__late_yaml=text).diagnostics


@pytest.mark.parametrize(
    ("code", "line", "column", "width"),
    [
        ("unknown-clause", 3, 16, 7),
        ("unknown-card", 5, 33, 4),
        ("unknown-field", 8, 27, 3),
        ("unknown-value", 12, 20, 4),
        ("not-a-die", 14, 25, 5),
    ],
)
def test_a_fault_stands_where_it_is_mended(code: str, line: int, column: int, width: int) -> None:
    (fault,) = [fault for fault in faults_of(FORMAT) if fault.code == code]
    assert fault.span is not None
    assert (fault.span.line, fault.span.column, fault.span.end_column - fault.span.column) == (line, column, width)
    assert (fault.path, fault.at_key, fault.source) == ((), False, "")


def test_a_query_that_is_written_over_two_lines_is_pointed_at_as_a_whole() -> None:
    (fault,) = faults_of(b"name: Late\nclauses:\n  a: {clause: pool, where: 'type:spell\n    typ:ship'}\n")
    assert fault.span is not None
    assert (fault.code, fault.span.line, fault.span.column, fault.span.end_line) == ("unknown-field", 3, 28, 4)


def test_what_is_added_up_is_a_number_on_some_card() -> None:
    """A field for numbers or words is a field of words to queries: whether cards have numbers there, they say."""
    (fault,) = faults_of(b"name: Late\nclauses:\n  a: {clause: count, sum: text, max: 3}\n")
    assert (fault.code, fault.help) == ("no-amounts", snapshot("fields with numbers: copies, cost, number, power"))
    assert faults_of(b"name: Late\nclauses:\n  a: {clause: count, sum: cost, max: 3}\n") == []


@pytest.mark.parametrize(("value", "counts"), [(2, True), (2.0, True), ({"oil": 1}, True), ("2", False), (True, False)])
def test_a_number_may_be_written_with_a_point(value: Any, counts: bool) -> None:
    own = schema(lambda items: items["properties"].update(worth={"title": "Worth"}))
    clause = b"name: Late\nclauses:\n  a: {clause: count, sum: worth, max: 3}\n"
    found = checked(card_schema_json=own, sets__core__more_yaml=card(worth=value), formats__late_yaml=clause)
    assert [fault.code for fault in found.diagnostics] == ([] if counts else ["no-amounts"])


def test_a_format_of_the_wrong_shape_does_not_hide_the_others() -> None:
    found = checked(formats__late_yaml=FORMAT, formats__bad_yaml=b"name: [1]").diagnostics
    assert {"wrong-type", "not-a-die"} < {fault.code for fault in found}


@pytest.mark.parametrize("faces", [None, [], "ab", [1], [[1]], [["a"], None]])
def test_faces_that_are_none_make_no_die(faces: Any) -> None:
    cat = {"id": "ash-cat", "number": 9, "name": "Ash Cat", "type": "creature", "faces": faces}
    text = b"name: Late\nodds: [{name: Roll, roll: {ash-cat: 1}, want: {ember: 1}}]\n"
    found = checked(formats__late_yaml=text, sets__core__more_yaml=[cat]).diagnostics
    assert "not-a-die" in {fault.code for fault in found}


def test_a_format_with_a_clause_of_a_plugin_is_known() -> None:
    assert not checked(formats__late_yaml=FORMAT).by_plugins
    assert checked(formats__late_yaml=b"name: A\nclauses: {a: {clause: x-pairs}}\n").by_plugins
    later = b"name: A\nhistory: [{from: '2026-01-01', clauses: {a: {clause: x-pairs}}}]\n"
    assert checked(formats__late_yaml=later).by_plugins


def test_a_format_names_cards_by_the_ids_of_today() -> None:
    text = b"""\
name: Late
extends: standard
clauses:
  pool: {clause: pool, banned: [old-flare], points: {limit: 1, cards: {old-flare: 1}}}
history:
  - from: 2026-01-01
    clauses:
      exact: {clause: composition, cards: {'old-flare': 2, flare: 1}}
"""
    cards = card(aliases=["old-flare"])
    found = checked(formats__late_yaml=text, sets__core__more_yaml=cards).diagnostics
    renamed = [(d.span.line, d.span.column, d.fix) for d in found if d.code == "renamed-card" and d.span]
    now = Fix("word", cards[0]["id"])
    assert renamed == [(4, 33, now), (4, 72, now), (8, 44, now)]
