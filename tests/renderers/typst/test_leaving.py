"""Words that leave their cards: found in every kind of output, wherever they lie on a page."""

from pathlib import Path

import pypdfium2
import pytest

from builder.games import Game
from renderers.faces.faces import card_sides, print_spec
from renderers.layout.options import SheetOptions
from renderers.layout.plan import stacks_of
from renderers.outputs.images import card_images
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst.jobs import TypesetJob
from renderers.typst.leaving import FACE_LABEL, OVERFLOW_LABEL, Overflow, overflows, without_shapes
from renderers.typst.typesetting import typeset
from tests.support.renders import KIT, card, changed, faces_of, fleet, pack, with_type

AT_THE_RIGHT = '#place(dx: 55mm, dy: 20mm, text(10pt, "Overboard"))'


def game(folder: Path, template: str, **ship: str) -> Game:
    """A game with this face; `ship` are more words of its type."""
    return with_type(pack(folder, KIT + template), "ship", **ship)


LEAVING = [
    (AT_THE_RIGHT, "Overboard", "right"),
    ('#place(dx: -2mm, dy: 20mm, text(10pt, "All of two"))', "All", "left"),
    ('#place(dx: 5mm, dy: -1mm, text(10pt, "High"))', "High", "top"),
    ('#place(dx: 5mm, dy: 86.5mm, text(10pt, "Low"))', "Low", "bottom"),
    ('#place(dx: 5mm, dy: 300mm, text(10pt, "Far"))', "Far", "bottom"),
    ('#place(dx: 90mm, dy: 20mm, text(10pt, "Gone"))', "Gone", "right"),
    ('#place(dx: 40mm, dy: 20mm, rotate(90deg, origin: top + left, text(10pt, "Over" * 12)))', "Over", "bottom"),
    ('#place(dx: 55mm, dy: 20mm, box(clip: true, width: 20mm, text(10pt, "Overboard")))', "Overboard", "right"),
]


def test_words_that_leave_the_card_are_found(tmp_path: Path) -> None:
    faults = check_faces(*faces_of(tmp_path, [KIT + template for template, _, _ in LEAVING]))
    assert [(found.code, found.subject) for found in faults] == [("text-outside", f"c{n}") for n in range(len(LEAVING))]
    for found, (_, words, edge) in zip(faults, LEAVING, strict=True):
        assert f'"{words}' in found.message
        assert found.message.endswith(f"at the {edge}")


STAYING = [
    '#place(dx: 40mm, dy: 20mm, text(10pt, "Aboard"))',
    '#place(dx: 0.3mm, dy: 0.3mm, text(10pt, "Edge"))',
    "#place(dx: -3mm, dy: 10mm, box(width: 69mm, fill: red, height: 3mm))",
    '#place(dx: 40mm, dy: 20mm, box(clip: true, width: 20mm, text(60pt, "Cut")))',
    '#place(dx: 55mm, dy: 20mm, text(10pt, " " * 40))',
    '#place(dx: 80mm, box(clip: true, width: 1mm, height: 1mm, place(dx: 20mm, text("Hidden"))))',
]


def test_words_on_the_card_and_those_that_a_box_cuts_are_no_fault(tmp_path: Path) -> None:
    assert check_faces(*faces_of(tmp_path, [KIT + template for template in STAYING])) == []


@pytest.mark.parametrize(("shape", "x", "fits"), [("circle", 1, False), ("circle", 9, True), ("rectangle", 1, True)])
def test_a_round_thing_ends_at_its_rim(tmp_path: Path, shape: str, x: int, fits: bool) -> None:
    template = f'#place(dx: {x}mm, dy: 5mm, text(7pt, "Rim"))'
    small = game(tmp_path, template, form="token", size="25mm", shape=shape, face="face")
    assert (check_faces(small, [card()]) == []) is fits


@pytest.mark.parametrize(
    "layout",
    [
        SheetOptions(),
        SheetOptions(output="html"),
        SheetOptions(layout="pages"),
        SheetOptions(backs="fold"),
        SheetOptions(bleed=0.0, gap=2),
        SheetOptions(backs="long-edge", back_offset=(1.5, 1.0), back_rotation=0.4),
    ],
)
def test_every_print_finds_them_once_for_each_card(tmp_path: Path, layout: SheetOptions) -> None:
    small = changed(game(tmp_path, AT_THE_RIGHT), back="back")
    (tmp_path / "templates" / "back.typ.j2").write_text(KIT + '#place(dx: 5mm, dy: 5mm, text("Back"))')
    found = print_sheets(small, [(ship, 3) for ship in fleet(5)], layout).findings
    assert [one.subject for one in found] == [f"ship-{n}" for n in range(5)]
    assert {one.message.partition(": ")[2] for one in found} == {found[0].message.partition(": ")[2]}


def test_a_face_that_is_printed_upside_down_is_reported_as_it_is_seen(tmp_path: Path) -> None:
    small = changed(game(tmp_path, '#place(dx: 5mm, dy: 5mm, text("Front"))'), back="back")
    (tmp_path / "templates" / "back.typ.j2").write_text(KIT + AT_THE_RIGHT)
    (found,) = print_sheets(small, [(card(), 1)], SheetOptions(backs="fold", bleed=1)).findings
    assert found.message.endswith("at the right")


@pytest.mark.parametrize("faces", [4, 6])
def test_words_that_leave_the_face_of_a_die_are_found_on_its_net(tmp_path: Path, faces: int) -> None:
    small = game(tmp_path, '#place(dx: 9mm, dy: 5mm, text(9pt, "Overboard"))', form="die", size="16mm", face="face")
    found = print_sheets(small, [(card(faces=[[]] * faces), 1)]).findings
    assert found
    assert all(one.message.endswith("at the right") for one in found)


def test_pictures_find_them_too(tmp_path: Path) -> None:
    (image,) = card_images(game(tmp_path, AT_THE_RIGHT), [card()], "png")
    assert [one.code for one in image.findings] == ["text-outside"]


SHAPES = """
#place(dx: 5mm, dy: 5mm, image(width: 20mm, bytes("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>
<path d='M0 0h3v3zM5 5h3v3z'/><circle cx='4' cy='4' r='3' fill='red' fill-opacity='.5' stroke='blue'/></svg>")))
#place(dx: 5mm, dy: 40mm, rect(width: 9mm, height: 9mm, fill: gradient.linear(red, blue), stroke: 1mm))
"""


def test_what_is_left_out_to_read_a_page_are_shapes_alone(tmp_path: Path) -> None:
    small = game(tmp_path, SHAPES + AT_THE_RIGHT + '#place(dx: 5mm, dy: 20mm, text(10pt, "q (Aboard) f"))')
    stacks = stacks_of([print_spec(small, "ship").size])
    made = typeset(TypesetJob(small, card_sides(small, card())[:1], stacks, "pdf"))
    assert [found.code for found in made.findings] == ["text-outside"]
    (page,), (lighter,) = (pypdfium2.PdfDocument(data) for data in (made.files[0], without_shapes(made.files[0])))
    assert lighter.get_textpage().get_text_bounded() == page.get_textpage().get_text_bounded() != ""
    text = pypdfium2.raw.FPDF_PAGEOBJ_TEXT
    words, left = ([thing for thing in shown.get_objects() if thing.type == text] for shown in (page, lighter))
    assert [thing.get_bounds() for thing in left] == [thing.get_bounds() for thing in words]
    assert len(list(lighter.get_objects())) == len(left) < len(list(page.get_objects()))


def test_a_text_that_looks_like_the_contents_of_a_page_is_left_alone() -> None:
    text = b"<</Length 9/Filter/FlateDecode>>\nstream\nnot these"
    assert without_shapes(text) == text


# Notes of faces: what is one, what is none, and that no template makes one for another face


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


NOT_WRITTEN_SO: list[object] = [
    *(None, 7, "note", [], {}, {"value": None}, {"value": 4}, face(None), face("4"), face(99), face({})),
    *(overflow(what=None), overflow(way="up"), overflow(by="far"), overflow(by=None), overflow(by=float("nan"))),
    *(overflow(size=True), overflow(size=float("inf"))),
]


@pytest.mark.parametrize("note", NOT_WRITTEN_SO)
def test_what_is_not_written_as_a_note_is_none(note: object) -> None:
    assert overflows([face(3), note, overflow()], {3, 4}) == [Overflow(3, "name", "width", 2.0, 6.0)]
    assert overflows([note], {3, 4}) == overflows(note, {3, 4}) == []


FORGED = [
    "#metadata(none)<arsenal-note>",
    "#metadata(none)<note>",
    '#metadata((kind: "overflow", what: "x", way: "width", by: 3, size: 5))<arsenal-note>',
    "text<arsenal-note> #metadata((face: 99))<arsenal-note>",
    KIT + "#metadata(99)#std.label(repr(1))",
]


def test_templates_forge_no_notes(tmp_path: Path) -> None:
    game, cards = faces_of(tmp_path, [template + '\n#text(font: "arsenal alarm")[]' for template in FORGED])
    assert check_faces(game, cards) == []
    assert print_sheets(game, [(one, 1) for one in cards]).findings == []


def test_the_kit_exports_no_label(tmp_path: Path) -> None:
    template = KIT + "#assert(type(overflow-label) == label)"
    (finding,) = print_sheets(pack(tmp_path, template), [(card(), 1)]).findings
    assert "overflow-label" in finding.message


def test_the_labels_are_in_no_file(tmp_path: Path) -> None:
    game = pack(tmp_path, KIT + '#fit-line("' + "x" * 60 + '", 5mm)')
    made = print_sheets(game, [(card(), 1)])
    assert [finding.code for finding in made.findings] == ["text-overflow"]
    assert FACE_LABEL.encode() not in made.data
