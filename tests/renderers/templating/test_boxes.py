"""Faces made of boxes: inherited, moved, added; and boxes that say what they can't."""

from pathlib import Path

import pytest
from jinja2 import DictLoader

from renderers.outputs.sheets import check_faces, print_sheets
from renderers.templating.boxes import BoxScope, boxes_of
from renderers.templating.escape import environment
from tests.support.faults import assert_placed
from tests.support.renders import card, changed, drawn, fault, pack, pdf_text

GENERIC = '{% extends "generic" %}\n'


BASE = '{{ boxes("name", "art") }}'


def boxes(*templates: str, **context: object) -> str:
    """What a face's boxes become; each template extends the next one, and the last the base."""
    names = [*(f"t{i}.typ.j2" for i in range(len(templates))), "base.typ.j2"]
    sources = {
        name: f'{{% extends "{after}" %}}\n{text}'
        for name, after, text in zip(names, names[1:], templates, strict=False)
    }
    env = environment(DictLoader({**sources, "base.typ.j2": BASE}), ["moon"])
    scope = BoxScope(symbols=["moon"], fonts={"title": "Amatic SC"}, families=["Lato"], attach="/{}".format)
    boxes_of(env).scope = scope
    boxes_of(env).begin()
    return str(env.get_template(names[0]).render(context))


def test_a_box_says_only_what_is_different() -> None:
    assert boxes("{% box name x=3, y=-2.5 %}") == '("moved": ("name": ("x": 3,"y": -2.5,),),"more": (),)'


@pytest.mark.parametrize(
    ("templates", "moved"),
    [
        (["{% box name x=1 %}{% box name x=2 y=3 %}"], '"x": 2,"y": 3,'),
        (["{% box name x=1 %}", "{% box name x=2 y=3 %}"], '"x": 1,"y": 3,'),
        (["", "{% box name x=2 %}", "{% box name x=4 y=5 %}"], '"x": 2,"y": 5,'),
        (["{% if wide %}{% box name width=9 %}{% endif %}"], '"width": 9,'),
        (["{% box name x=none y=1 %}"], '"y": 1,'),
    ],
)
def test_what_inherits_counts_before_what_is_inherited(templates: list[str], moved: str) -> None:
    assert f'"moved": ("name": ({moved}),)' in boxes(*templates, wide=True)


def test_added_boxes_lie_in_order_and_above_inherited_ones() -> None:
    place = "x=1 y=1 width=1 height=1 line=1"
    shown = boxes(f"{{% box d {place} %}}{{% box b x=2 %}}", f"{{% box a {place} %}}{{% box b {place} %}}")
    assert [shown.index(f'"name": "{name}"') for name in "abd"] == sorted(
        shown.index(f'"name": "{name}"') for name in "abd"
    )


def test_words_in_boxes_are_never_markup() -> None:
    shown = boxes("{% box a x=1 y=1 width=1 height=1 line=card.name %}", card={"name": '#read("x")'})
    assert "#" not in shown
    assert '"font": "Amatic SC"' not in shown
    assert "Amatic" in boxes('{% box name font="title" %}')


@pytest.mark.parametrize(
    "template",
    [
        "{% box name hidden=true %}",
        "{% box art x=-3 y=-3 width=69 height=40 %}",
        '{% box background fill="#123456" %}',
        '{% box text ink="#ff0000" size=12 %}',
        "{% box name turn=90 %}",
        '{% box a x=3 y=3 width=9 height=9 symbol="moon" %}',
        '{% box a x=3 y=3 width=9 height=9 fill="#ff0000" radius=2 edge="#00ff0080" thick=1 behind=true %}',
        '{% box a x=3 y=3 width=30 height=9 line=card.name align="center" place="bottom" weight=900 %}',
        '{% box a x=3 y=3 width=30 height=9 text="*one* {moon}" align="right" place="middle" %}',
        '{% box a x=3 y=3 width=30 height=9 image="templates/x.svg" fit="contain" pad=1 %}',
        '{% box art image="templates/x.svg" %}',
        '{% box art image=draw("d") %}',
        "{% block over %}#circle(radius: 3mm){% endblock %}",
    ],
)
def test_boxes_change_the_picture(tmp_path: Path, template: str) -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"
    game = pack(tmp_path, GENERIC + template, x__svg=svg, d__svg__j2=svg, plain__typ__j2=GENERIC)
    game = changed(game, symbols={"moon": {"name": "Moon", "letters": "M"}})
    one = card(text="Draw a card.")
    picture = drawn(game, one)
    for face in ("plain", "generic"):
        assert drawn(changed(game, face=face), one) != picture


def test_an_inherited_face_without_changes_is_the_same(tmp_path: Path) -> None:
    game = pack(tmp_path, GENERIC)
    assert drawn(changed(game, face="generic"), card()) == drawn(game, card())


@pytest.mark.parametrize("face", ["generic", "blank", "generic-token", "generic-back"])
def test_every_built_in_face_can_be_inherited(tmp_path: Path, face: str) -> None:
    added = '{% box a x=3 y=3 width=20 height=5 line="Added" %}{% box background fill="#ffffff" %}'
    game = pack(tmp_path, f'{{% extends "{face}" %}}{added}')
    assert "Added" in pdf_text(print_sheets(game, [(card(), 1)]).data)


def test_a_box_whose_words_do_not_fit_is_reported_by_its_name(tmp_path: Path) -> None:
    game = pack(tmp_path, GENERIC + '{% box motto x=1 y=1 width=5 height=3 line="much too long for this" %}')
    (finding,) = check_faces(game, [card()])
    assert finding.code == "text-overflow"
    assert "the motto is" in finding.message


@pytest.mark.parametrize(
    ("template", "files", "place", "words", "help_"),
    [
        (GENERIC + "{% box nmae x=3 %}", {}, "face.typ.j2:2:1", 'no box "nmae"', 'mean "name"'),
        (GENERIC + "{% box name\n  x=3\n  wdth=4 %}", {}, "face.typ.j2:4:3", "a box has no 'wdth'", 'mean "width"'),
        (GENERIC + '{% box name\n  x=3\n  width="4" %}', {}, "face.typ.j2:4:3", 'not "4"', ""),
        (GENERIC + '{% box name fill="red" %}', {}, "face.typ.j2:2:1", '"fill" of a box is a colour', ""),
        (GENERIC + "{% box name x=3 x=4 %}", {}, "face.typ.j2:2:1", "'x' is written twice", ""),
        (GENERIC + "{% box name 3 %}", {}, "face.typ.j2:2:1", "a word and `=` are missing", ""),
        (GENERIC + "{% box name x=card.naem %}", {}, "face.typ.j2:2:20", "no attribute 'naem'", 'mean "name"'),
        (GENERIC + "{% box a x=1 y=1 width=4 line=1 %}", {}, "face.typ.j2:2:1", 'says no "height"', ""),
        (GENERIC + '{% box a line=1 text="a" %}', {}, "face.typ.j2:2:1", 'both "line" and "text"', "two boxes"),
        (GENERIC + '{% box a symbol="sprak" %}', {}, "face.typ.j2:2:1", 'no symbol "sprak"', ""),
        (GENERIC + '{% box name font="titel" %}', {}, "face.typ.j2:2:1", 'no font "titel"', ""),
        (GENERIC + '{% box a image="templates/d.png" %}', {"dd__png": ""}, "face.typ.j2:2:1", "no file", "dd.png"),
        ("{% box a x=1 %}", {}, "face.typ.j2:1:1", 'nothing draws the box "a"', "extends"),
        (GENERIC + "{% block over %}{% box a x=1 %}{% endblock %}", {}, "face.typ.j2:2:1", "too late", "outside"),
    ],
)
def test_a_fault_of_a_box_is_at_its_line(
    tmp_path: Path, template: str, files: dict[str, str], place: str, words: str, help_: str
) -> None:
    assert_placed(fault(tmp_path, template, **files), tmp_path, place, words, help_)
