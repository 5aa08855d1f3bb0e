"""Notes of faces: what is one, what is none, and that no template makes one for another face."""

from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst.leaving import FACE_LABEL, OVERFLOW_LABEL, Overflow, overflows
from tests.support.renders import KIT, card, pack


def face(number: object) -> dict[str, object]:
    return {"func": "metadata", "value": number, "label": f"<{FACE_LABEL}>"}


def overflow(**changes: object) -> dict[str, object]:
    value = {"what": "name", "way": "width", "by": 2.0, "size": 6.0, **changes}
    return {"func": "metadata", "value": value, "label": f"<{OVERFLOW_LABEL}>"}


def test_each_text_of_each_face_is_reported_once() -> None:
    notes = [face(3), overflow(), overflow(by=9.0), overflow(what="text"), face(4), overflow()]
    assert overflows(notes, {3, 4}) == [
        Overflow(3, "name", "width", 2.0, 6.0),
        Overflow(3, "text", "width", 2.0, 6.0),
        Overflow(4, "name", "width", 2.0, 6.0),
    ]


@pytest.mark.parametrize(
    "note",
    [
        None,
        7,
        "note",
        [],
        {},
        {"value": None},
        {"value": 4},
        face(None),
        face("4"),
        face(99),
        face({}),
        overflow(what=None),
        overflow(way="up"),
        overflow(by="far"),
        overflow(by=None),
        overflow(by=float("nan")),
        overflow(size=True),
        overflow(size=float("inf")),
    ],
)
def test_what_is_not_written_as_a_note_is_none(note: object) -> None:
    assert overflows([face(3), note, overflow()], {3, 4}) == [Overflow(3, "name", "width", 2.0, 6.0)]
    assert overflows([note], {3, 4}) == []
    assert overflows(note, {3, 4}) == []


FORGED = [
    "#metadata(none)<arsenal-note>",
    "#metadata(none)<note>",
    '#metadata((kind: "overflow", what: "x", way: "width", by: 3, size: 5))<arsenal-note>',
    "text<arsenal-note> #metadata((face: 99))<arsenal-note>",
    KIT + "#metadata(99)#std.label(repr(1))",
]


@pytest.mark.parametrize("template", FORGED)
def test_templates_forge_no_notes(tmp_path: Path, template: str) -> None:
    game = pack(tmp_path, template + '\n#text(font: "arsenal alarm")[]')
    assert check_faces(game, [card()]) == []
    assert print_sheets(game, [(card(), 1)]).findings == []


def test_the_kit_exports_no_label(tmp_path: Path) -> None:
    template = KIT + "#assert(type(overflow-label) == label)"
    (finding,) = print_sheets(pack(tmp_path, template), [(card(), 1)]).findings
    assert "overflow-label" in finding.message


def test_the_labels_are_in_no_file(tmp_path: Path) -> None:
    game = pack(tmp_path, KIT + '#fit-line("' + "x" * 60 + '", 5mm)')
    made = print_sheets(game, [(card(), 1)])
    assert [finding.code for finding in made.findings] == ["text-overflow"]
    assert FACE_LABEL.encode() not in made.data
