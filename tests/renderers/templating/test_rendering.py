"""From templates to Typst source; what jinja2 finds wrong is reported where it is mended."""

from pathlib import Path

import pytest
from jinja2 import DictLoader

from builder.diagnostics import Span
from builder.games import Card
from renderers.faces.faces import card_face
from renderers.outputs.sheets import check_faces
from renderers.templating.boxes import BoxScope
from renderers.templating.drawings import light_drawing, with_light_drawings
from renderers.templating.escape import environment
from renderers.templating.packfiles import PackFiles
from renderers.templating.rendering import FaceRenderer, with_symbol_files
from renderers.templating.sandbox import RenderError, place_in
from renderers.templating.sourcemap import MarkingTemplates, SourceMap, at_word, over_word, xml_fault
from tests.support.faults import assert_placed
from tests.support.renders import card, changed, fault, fleet, pack


@pytest.mark.parametrize(
    ("template", "files", "place", "words", "help_"),
    [
        # jinja2
        ("one\n{% set title = 1 %}\n{{ tittle }}", {}, "face.typ.j2:3:4", "'tittle' is undefined", 'mean "title"'),
        ("one\n{{ component.name }}", {}, "face.typ.j2:2:4", "'component' is undefined", "faces of components only"),
        ('{% extends "generic-component" %}', {}, "face.typ.j2:1:21", "'component' is undefined", "of components only"),
        ("{{ side.number }}", {}, "face.typ.j2:1:4", "'side' is undefined", "faces of dice only"),
        ("one\n{{ card.naem }}", {}, "face.typ.j2:2:9", "no attribute 'naem'", 'mean "name"'),
        ("one\n{{ card.power }}", {}, "face.typ.j2:2:9", "no attribute 'power'", 'write get("power")'),
        ("{{ card.text | ruls }}", {}, "face.typ.j2:1:16", "No filter named 'ruls'", 'mean "rules"'),
        ("a\n{% bix name x=1 %}", {}, "face.typ.j2:2:4", "unknown tag 'bix'", 'mean "box"'),
        ("a\n  {{ card.name + }}", {}, "face.typ.j2:2:3", "unexpected 'end of print statement'", ""),
        ("a\n {{ card.__class__ }}", {}, "face.typ.j2:2:10", "'__class__' of 'dict' object is unsafe", ""),
        ("a\n{{ card.cost + 1 }}", {}, "face.typ.j2:2:1", "unsupported operand", ""),
        ('x\n{% include "part" %}', {"part__typ__j2": "\n\n{{ zork }}"}, "part.typ.j2:3:4", "'zork' is undefined", ""),
        ('x\n{% include "prat" %}', {"part__typ__j2": ""}, "face.typ.j2:2:1", "no file", 'mean "part"'),
        ('{% extends "genericc" %}', {}, "face.typ.j2:1:1", "no file", 'mean "generic"'),
        ("one\n\n{% if %}", {}, "face.typ.j2:3:1", "Expected an expression", ""),
        ("one\n{{ 1 / 0 }}", {}, "face.typ.j2:2:1", "division by zero", ""),
        # drawings
        ("a\n#image({{ draw('d') }})", {"d__svg__j2": "<svg>\n{{ zork }}</svg>"}, "d.svg.j2:2:4", "'zork'", ""),
        ("a\n#image({{ draw('dd') }})", {"d__svg__j2": ""}, "face.typ.j2:2:1", "no file", "d.svg.j2"),
    ],
)
def test_a_fault_is_reported_where_it_is_mended(
    tmp_path: Path, template: str, files: dict[str, str], place: str, words: str, help_: str
) -> None:
    assert_placed(fault(tmp_path, template, **files), tmp_path, place, words, help_)


def test_a_template_that_is_not_there(tmp_path: Path) -> None:
    game = pack(tmp_path, "x")
    for name, code in (("other", "missing-file"), ("../face", "path-outside-pack"), ("a/b", "path-outside-pack")):
        (finding,) = check_faces(changed(game, face=name), [card()])
        assert finding.code == code


def renderer(folder: Path, template: str, *cards: Card, **files: str) -> FaceRenderer:
    game = pack(folder, template, **files)
    faces = [card_face(game, one) for one in cards]
    files_of = PackFiles(folder)
    scope = BoxScope(attach=files_of.attach)
    size = {"width": 63, "height": 88, "radius": 3, "bleed": 0}
    return FaceRenderer(game.definition, faces, dict.fromkeys(range(len(faces)), size), files_of, scope)


def test_a_face_gets_its_card_its_game_and_its_size(tmp_path: Path) -> None:
    template = "{{ card.name }}{{ game.name }}{{ size.width }}{{ art }}"
    assert renderer(tmp_path, template, card()).source_of(0) == '"Test Ship""Small"63none'


def test_drawings_are_files_of_their_face(tmp_path: Path) -> None:
    faces = renderer(tmp_path, "#image({{ draw('d', x=1) }})", *fleet(2), d__svg__j2="<svg>{{ card.id }} {{ x }}</svg>")
    sources = faces.render()
    assert sources[".arsenal/faces/1.typ"] == b'#image("\\u{2f}\\u{2e}arsenal\\u{2f}drawn\\u{2f}1\\u{2d}d\\u{2e}svg")'
    assert sources[".arsenal/drawn/1-d.svg"].endswith(b"<svg>ship-1 1</svg>")
    assert len(sources) == 4


def test_symbols_are_named_as_typst_sees_them(tmp_path: Path) -> None:
    (tmp_path / "oil.svg").write_text("<svg/>", "utf-8")
    written = {"name": "x", "symbols": {"oil": {"image": "oil.svg"}, "gas": {"letters": "G"}}}
    files = PackFiles(tmp_path)
    seen = with_symbol_files(written, files)
    assert seen == {"name": "x", "symbols": {"oil": {"image": "/oil.svg"}, "gas": {"letters": "G"}}}
    assert list(files.files) == ["oil.svg"]
    assert written["symbols"] == {"oil": {"image": "oil.svg"}, "gas": {"letters": "G"}}
    with pytest.raises(RenderError, match="has no file"):
        with_symbol_files({"symbols": {"oil": {"image": "none.svg"}}}, files)


def test_a_place_of_the_source_is_that_of_its_template(tmp_path: Path) -> None:
    faces = renderer(tmp_path, 'a\n{% include "part" %}b\n  {{ card.name }}', card(), part__typ__j2="x\ny")
    assert faces.source_of(0) == 'a\nx\nyb\n  "Test Ship"'
    assert faces.place_of(0, 3, 1) == place_in("templates/part.typ.j2", 2, 1)
    assert faces.place_of(0, 4, 5) == place_in("templates/face.typ.j2", 3, 3, 15)
    assert faces.place_of(0, 99) is None
    assert faces.first_line_of(0) == place_in("templates/face.typ.j2", 1)


# Drawings in light colours


@pytest.mark.parametrize(
    ("svg", "light"),
    [
        ('<svg fill="none"><a stroke="#f00"/></svg>', '<svg fill="none"><a stroke="#ffc7c7"/></svg>'),
        ("<svg fill='red'><a fill='black'/></svg>", "<svg fill='red'><a fill='#c7c7c7'/></svg>"),
        (
            '<svg fill=""><a style="fill: #000000; stroke:#000"/>',
            '<svg fill=""><a style="fill: #c7c7c7; stroke:#c7c7c7"/>',
        ),
        ('<svg fill="#fff"><stop stop-color="#000"/></svg>', '<svg fill="#ffffff"><stop stop-color="#c7c7c7"/></svg>'),
        ('<svg fill="#fff"><use href="#abc"/></svg>', '<svg fill="#ffffff"><use href="#abc"/></svg>'),
        ('<svg fill="#fff"><a fill="url(#abcdef)"/></svg>', '<svg fill="#ffffff"><a fill="url(#abcdef)"/></svg>'),
        ("<svg><path/></svg>", '<svg fill="#c7c7c7"><path/></svg>'),
    ],
)
def test_all_colors_of_a_drawing_are_light(svg: str, light: str) -> None:
    assert light_drawing(svg) == light


def test_symbols_and_what_is_no_drawing_stay_as_they_are() -> None:
    svg = b'<svg fill="#000"/>'
    files = {"a.svg": svg, "symbols/b.svg": svg, "c.typ": b"#000"}
    light = with_light_drawings(files, ["symbols/b.svg"])
    assert light == {**files, "a.svg": b'<svg fill="#c7c7c7"/>'}


def test_a_place_ends_after_its_length() -> None:
    assert place_in("a", 3) == Span("a", 3, 1, 3, 2)
    assert place_in("a", 3, 5, 4) == Span("a", 3, 5, 3, 9)


# From what a template became back to the template


TEXTS = {"a": "one {{ x }} two\n{{ x }}{{ y }}\nthree", "b": "part"}


def mapped(**context: object) -> SourceMap:
    env = MarkingTemplates.like(environment(DictLoader(TEXTS), []))
    return SourceMap(env.get_template("a").render(context), lambda path: TEXTS.get(path, ""))


def test_places() -> None:
    source = mapped(x="X", y=2)
    assert source.text == 'one "X" two\n"X"2\nthree'
    places = [source.place(*at) for at in ((1, 1), (1, 5), (1, 9), (2, 2), (2, 4), (3, 2), (9, 1))]
    assert places[:3] == [place_in("a", 1, 1, 3), place_in("a", 1, 5, 7), place_in("a", 1, 13, 3)]
    assert places[3:] == [place_in("a", 2, 1, 7), place_in("a", 2, 8, 7), place_in("a", 3, 2, 4), None]
    assert SourceMap("", str).place(1, 1) is None


def test_words_in_a_line() -> None:
    assert at_word("a", 3, "name", "  card.name") == place_in("a", 3, 8, 4)
    assert at_word("a", 3, "nam", "  card.name") == place_in("a", 3)
    assert over_word(place_in("a", 3), "  card-x.name") == place_in("a", 3, 3, 6)
    assert over_word(place_in("a", 3, 5), "let fit(3)") == place_in("a", 3, 5, 3)
    assert over_word(place_in("a", 3, 5, 2), "let fit(3)") == place_in("a", 3, 5, 2)


def test_where_a_text_is_no_xml() -> None:
    assert xml_fault("<a><b/></a>") == (0, 0)
    assert xml_fault("<a>\n <b>\n</a>") == (3, 3)
