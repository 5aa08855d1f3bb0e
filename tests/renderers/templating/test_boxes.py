"""Faces made of boxes: inherited, moved, added; and boxes that say what they can't."""

import re
from pathlib import Path

import pytest
from jinja2 import DictLoader

from builder.documents.data import Data, mapping
from builder.games import with_definition
from renderers.outputs.images import card_images
from renderers.outputs.sheets import print_sheets
from renderers.templating.boxes import BoxScope, boxes_of
from renderers.templating.escape import environment, literal
from tests.support.faults import assert_placed
from tests.support.renders import card, changed, faces_of, fault, pack, pdf_text

GENERIC = '{% extends "generic" %}\n'
PLACE = "x=1 y=1 width=4 height=4"
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
    assert re.findall('"name": "(.)"', shown) == ["a", "b", "d"]


def named(name: str, x: int) -> str:
    """The beginning of an added box."""
    return f'"name": {literal(name)},"x": {x},'


def test_a_loop_makes_a_box_in_each_round() -> None:
    loop = '{% for n in range(3) %}{% box "step-" ~ n x=n y=0 width=1 height=1 line=n %}{% endfor %}'
    shown = boxes(loop)
    assert [named(f"step-{n}", n) in shown for n in range(4)] == [True, True, True, False]
    assert named("step-1", 9) in boxes("{% box step-1 x=9 %}", loop)
    assert '"name": "a1",' in boxes("{% set n = 1 %}{% box ('a' ~ n) x=1 y=1 width=1 height=1 line=1 %}")


def test_a_box_in_a_loop_that_runs_once_needs_no_number() -> None:
    assert '"x": 2,' in boxes("{% for n in range(9) %}{% if n == 2 %}{% box name x=n %}{% endif %}{% endfor %}")


@pytest.mark.parametrize(
    ("templates", "content"),
    [
        (['{% box a line="A" %}'], '"line": "A",'),
        (['{% box a line="A" %}', '{% box a symbol="moon" ink="#ffffff" %}'], '"line": "A",'),
        (['{% box a line="A" %}{% box a symbol="moon" %}'], '"symbol": "moon",'),
        (['{% box a symbol="moon" %}'], '"symbol": "moon",'),
    ],
)
def test_what_is_said_first_to_be_on_a_box_replaces_the_rest(templates: list[str], content: str) -> None:
    shown = boxes(*templates, f'{{% box a {PLACE} line="B" size=9 %}}')
    assert content in shown
    assert shown.count('"line"') + shown.count('"symbol"') == 1


def test_words_in_boxes_are_never_markup() -> None:
    shown = boxes("{% box a x=1 y=1 width=1 height=1 line=card.name %}", card={"name": '#read("x")'})
    assert "#" not in shown
    assert '"font": "Amatic SC"' not in shown
    assert "Amatic" in boxes('{% box name font="title" %}')


CHANGES = [
    "{% box name hidden=true %}",
    "{% box art x=-3 y=-3 width=69 height=40 %}",
    '{% box background fill="#123456" %}',
    '{% box text ink="#ff0000" size=12 %}',
    "{% box art turn=90 %}",
    '{% box a x=3 y=3 width=9 height=9 symbol="moon" %}',
    '{% box a x=3 y=3 width=9 height=9 fill="#ff0000" radius=2 edge="#00ff0080" thick=1 behind=true %}',
    '{% box a x=3 y=3 width=30 height=9 line=card.name align="center" place="bottom" weight=900 %}',
    '{% box a x=3 y=3 width=30 height=9 text="*one* {moon}" align="right" place="middle" %}',
    '{% box a x=3 y=3 width=30 height=9 image="templates/x.svg" fit="contain" pad=1 %}',
    '{% box art image="templates/x.svg" %}',
    '{% box art image=draw("d") %}',
    "{% block over %}#circle(radius: 3mm){% endblock %}",
    '{% box name line="Another" %}',
    '{% box name text="*Another*" %}',
    '{% box type symbol="moon" %}',
    '{% box text text="Another" %}',
    '{% box text line="Another" %}',
    '{% box text align="right" %}',
    '{% box text place="bottom" %}',
    "{% box text pad=5 %}",
    '{% box name edge="#ff0000" thick=1 %}',
    "{% box name thick=1 %}",
    "{% box name pad=6 %}",
    '{% box mark line="Another" %}',
    '{% box mark fill="#ff0000" %}',
    '{% box art symbol="moon" %}',
    '{% box art ink="#ff0000" %}',
    '{% box art edge="#ff0000" %}',
    '{% box art image="templates/x.svg" fit="contain" %}',
]
CHANGES_OF_FIELDS = [
    '{% box amounts ink="#ff0000" %}',
    "{% box amounts size=6 %}",
    "{% box amounts radius=1 %}",
    '{% box amounts fill="#ff0000" %}',
    '{% box numbers edge="#ff0000" %}',
    "{% box numbers weight=400 %}",
    "{% box numbers size=6 %}",
]


@pytest.mark.parametrize("changes", [CHANGES, CHANGES_OF_FIELDS], ids=["boxes", "fields"])
def test_each_change_of_a_box_changes_the_picture(tmp_path: Path, changes: list[str]) -> None:
    """Compared with the face that it inherits, and with one that inherits it and changes nothing."""
    properties: dict[str, Data] = {"cost": {"type": "object"}, "weapons": {"title": "Weapons"}}
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"
    game, cards = faces_of(tmp_path, [GENERIC + change for change in ("", *changes)], text="Draw a card.")
    for name in ("x.svg", "d.svg.j2"):
        (tmp_path / "templates" / name).write_text(svg, "utf-8")
    types = {**mapping(game.definition["types"]), "plain": {"name": "Ship", "color": "#336699", "face": "generic"}}
    game = changed(game, types=types, symbols={"moon": {"name": "Moon", "letters": "M"}})
    if changes is CHANGES_OF_FIELDS:
        game = with_definition(game, game.definition, {"properties": properties})
    generic, plain, *pictures = card_images(game, [card(id="other", type="plain", text="Draw a card."), *cards], "svg")
    assert generic.data == plain.data
    for change, picture in zip(changes, pictures, strict=True):
        assert picture.findings == [], change
        assert picture.data != plain.data, change


@pytest.mark.parametrize("face", ["generic", "blank", "generic-token", "generic-back"])
def test_every_built_in_face_can_be_inherited(tmp_path: Path, face: str) -> None:
    added = '{% box a x=3 y=3 width=20 height=5 line="Added" %}{% box background fill="#ffffff" %}'
    game = pack(tmp_path, f'{{% extends "{face}" %}}{added}')
    assert "Added" in pdf_text(print_sheets(game, [(card(), 1)]).data)


def test_a_box_whose_words_do_not_fit_is_reported_by_its_name(tmp_path: Path) -> None:
    found = fault(tmp_path, GENERIC + '{% box motto x=1 y=1 width=5 height=3 line="much too long for this" %}')
    assert found.code == "text-overflow"
    assert "the motto is" in found.message


@pytest.mark.parametrize(
    ("template", "place", "words", "help_"),
    [
        ("{% box nmae x=3 %}", "2:1", 'no box "nmae"', 'mean "name"'),
        ("{% box name\n  x=3\n  wdth=4 %}", "4:3", "a box has no 'wdth'", 'mean "width"'),
        ('{% box name\n  x=3\n  width="4" %}', "4:3", 'not "4"', ""),
        ('{% box name fill="red" %}', "2:1", '"fill" of a box is a colour', ""),
        ("{% box name x=3 x=4 %}", "2:1", "'x' is written twice", ""),
        ("{% box name size=4 %}", "2:1", "points, a number from 5 to 500, not 4", ""),
        ("{% box name floor=4.5 %}", "2:1", "from 5 to 500, not 4.5", ""),
        ("{% box name 3 %}", "2:1", "a word and `=` are missing", ""),
        ("{% box name x=card.naem %}", "2:20", "no attribute 'naem'", 'mean "name"'),
        ("{% box a x=1 y=1 width=4 line=1 %}", "2:1", 'says no "height"', ""),
        ('{% box a line=1 text="a" %}', "2:1", 'both "line" and "text"', "two boxes"),
        ('{% box a symbol="sprak" %}', "2:1", 'no symbol "sprak"', ""),
        ('{% box background line="a" %}', "2:1", 'no use for "line"', "a name of your own"),
        ("{% box name\n x=1\n behind=true %}", "4:2", 'no use for "behind"', "it takes: x, y"),
        ("{% box art size=9 %}", "2:1", 'no use for "size"', "it takes: x, y"),
        ('{% box name line="a" fit="cover" %}', "2:1", "with a line on it", "it takes"),
        (f'{{% box a {PLACE} text="a" fit="cover" %}}', "2:1", "with a text on it", "it takes"),
        (f'{{% box a {PLACE} fill="#fff" size=9 %}}', "2:1", 'no use for "size"', "it takes"),
        ("{% for n in (1, 2) %}{% box name x=n %}{% endfor %}", "2:1", "again and again", '"name-" ~'),
        ("{% box 'A' ~ 1 x=1 %}", "2:1", "'A1' is no name", ""),
        ("{% box ('a' ~ naem) x=1 %}", "2:15", "'naem' is undefined", ""),
        ("{% box (n) x=1 %}", "2:9", "'n' is undefined", ""),
        ("{% box (card) x=1 %}", "2:1", "is no name", ""),
        ("{% for n in range(401) %}{% box 'a-' ~ n x=1 %}{% endfor %}", "2:1", "at most 400", ""),
        ('{% box name font="titel" %}', "2:1", 'no font "titel"', ""),
        ('{% box a image="templates/d.png" %}', "2:1", "no file", "dd.png"),
        (f'{{% box a {PLACE} image="templates/" ~ "dd.png" %}}', "2:1", "no picture that can be used", ""),
        ("{% block over %}{% box a x=1 %}{% endblock %}", "2:1", "too late", "outside"),
    ],
)
def test_a_fault_of_a_box_is_at_its_line(tmp_path: Path, template: str, place: str, words: str, help_: str) -> None:
    found = fault(tmp_path, GENERIC + template, dd__png="")
    assert_placed(found, tmp_path, f"face.typ.j2:{place}", words, help_)


def test_a_box_on_a_face_that_inherits_none_is_a_fault(tmp_path: Path) -> None:
    found = fault(tmp_path, "{% box a x=1 %}")
    assert_placed(found, tmp_path, "face.typ.j2:1:1", 'nothing draws the box "a"', "extends")
