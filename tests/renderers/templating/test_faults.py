"""Every fault of a template is reported at its line, with the words, the card and what was probably meant."""

import time
from pathlib import Path

import pytest

from builder.diagnostics import Diagnostic
from renderers.outputs.sheets import check_faces
from tests.support.renders import card, pack

KIT = '#import "/arsenal/kit.typ": *\n'
LOOK = '#import "/templates/look.typ": *\n#face({{ card }})'
GENERIC = '{% extends "generic" %}\n'


def fault(folder: Path, template: str, **files: str) -> Diagnostic:
    (finding,) = check_faces(pack(folder, template, **files), [card()])
    return finding.diagnostic


def look(body: str) -> dict[str, str]:
    return {"look__typ": f"{KIT}#let face(card) = {{\n\n  {body}\n}}"}


@pytest.mark.parametrize(
    ("template", "files", "place", "words", "help_"),
    [
        # jinja2
        ("one\n{% set title = 1 %}\n{{ tittle }}", {}, "face.typ.j2:3:4", "'tittle' is undefined", 'mean "title"'),
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
        # drawings
        ("a\n#image({{ draw('d') }})", {"d__svg__j2": "<svg>\n{{ zork }}</svg>"}, "d.svg.j2:2:4", "'zork'", ""),
        ("a\n#image({{ draw('dd') }})", {"d__svg__j2": ""}, "face.typ.j2:2:1", "no file", "d.svg.j2"),
        ("a\n#image({{ draw('d') }})", {"d__svg__j2": "<svg\n<p"}, "d.svg.j2:2:1", "failed to parse SVG", ""),
        (
            "#image({{ draw('d') }})",
            {"d__svg__j2": "<svg>\n{% for i in range(3) %}\n<g>{{ i }}</g>\n{% endfor %}\n</g>\n</svg>"},
            "d.svg.j2:5:3",
            "failed to parse SVG",
            "",
        ),
        (
            "#image({{ draw('d') }})",
            {"d__svg__j2": '<svg>\n{% include "part" %}\n</svg>', "part__svg__j2": "<g>\n  <p a=3/></g>"},
            "part.svg.j2:2:8",
            "failed to parse SVG",
            "",
        ),
        # Typst, in the template itself
        (KIT + "\n#place(dx: 3mm,\n", {}, "face.typ.j2:3:7", "unclosed delimiter", ""),
        (KIT + "#fit-lien({{ card.name }}, 3mm)", {}, "face.typ.j2:2:2", "unknown variable: fit-lien", '"fit-line"'),
        ("{% for i in range(2) %}\n\n  #zork({{ i }})\n{% endfor %}", {}, "face.typ.j2:3:4", "unknown variable", ""),
        ("one\r\n\r\n#zork\r\n", {}, "face.typ.j2:3:2", "unknown variable: zork", ""),
        ("{{ 1 }} {{ 2 }} #zork({{ 3 }})", {}, "face.typ.j2:1:18", "unknown variable: zork", ""),
        ("{% if art %}\n{% endif %}#zork", {}, "face.typ.j2:2:13", "unknown variable: zork", ""),
        (KIT + "#let card = {{ card }}\n#card.naem", {}, "face.typ.j2:3:7", 'not contain key "naem"', '"name"'),
        ('#import "/templates/look.typ": faec', look(""), "face.typ.j2:1:32", "unresolved import: faec", '"face"'),
        ('\n#import "/templates/lok.typ": face', look(""), "face.typ.j2:2:9", "no file", "templates/look.typ"),
        (KIT + '\n#image("/art/no.png")', {}, "face.typ.j2:3:8", 'the pack has no file "art/no.png"', "by its path"),
        (KIT + '#text(font: "Source Sans Por")[x]', {}, "face.typ.j2:2:14", "no font", '"Source Sans Pro"'),
        # Typst, where pieces of templates come together
        ('x\n{% include "part" %}', {"part__typ__j2": "a\nb\n#zork"}, "part.typ.j2:3:2", "unknown variable: zork", ""),
        (
            "{% macro m(a) %}\n#zork({{ a }})\n{% endmacro %}\nx\n{{ m(1) }}",
            {},
            "face.typ.j2:2:2",
            "unknown variable: zork",
            "",
        ),
        (GENERIC + "{% block over %}\n#zork\n{% endblock %}", {}, "face.typ.j2:3:2", "unknown variable: zork", ""),
        (
            '{% extends "base" %}\n{% block a %}{{ super() }}\n{% endblock %}',
            {"base__typ__j2": "\n{% block a %}\n\n#zork{% endblock %}"},
            "base.typ.j2:4:2",
            "unknown variable: zork",
            "",
        ),
        # Typst, deep in the kit
        (KIT + "\n#fit-line({{ card.name }}, 9mm, siez: 3pt)", {}, "face.typ.j2:3:33", "argument: siez", '"size"'),
        (KIT + '#fit-line("x", 30mm, fill: "red")', {}, "face.typ.j2:2:28", "expected color", ""),
        (KIT + '\n#drawing("<g", 9, 9)', {}, "face.typ.j2:3:2", "(expected a whitespace not '<')", ""),
        (KIT + "#centered(\n  {{ card.name }},\n  0mm, [])", {}, "face.typ.j2:2:2", "expected relative length", ""),
        (KIT + '#panic("so much")', {}, "face.typ.j2:2:2", "test-ship: so much", ""),
        (KIT + '#text(font: font-of("titel"))[x]', {}, "face.typ.j2:2:13", 'no font for "titel"', ""),
        (KIT + '#art-box("/templates/bad.png", 3mm, 3mm)', {"bad__png": "x"}, "face.typ.j2:2:11", "no picture", ""),
        # and through the pack's own Typst files
        (LOOK, look("text(card.naem)"), "look.typ:4:13", 'not contain key "naem"', 'mean "name"'),
        (LOOK, look('fit-line(card.name, "20mm")'), "look.typ:4:3", "width must be a length", ""),
        (LOOK, look("fit-block(rules-text.with(3), 20mm, 20mm)"), "look.typ:4:3", "no method `enumerate`", ""),
        (LOOK, look('fit-block(size => text(size, "x"), 9mm, 9mm)'), "look.typ:4:3", "unexpected argument: draft", ""),
        (LOOK, look("icon(none)"), "look.typ:4:3", "expected string, found none", ""),
        (LOOK, look("context { here().foo() }"), "look.typ:4:13", "no method `foo`", ""),
        (LOOK, look('art-box("/templates/bad.png", 3mm, 3mm)') | {"bad__png": "x"}, "look.typ:4:12", "no picture", ""),
        # boxes
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
def test_a_fault_is_reported_where_it_is_mended(
    tmp_path: Path, template: str, files: dict[str, str], place: str, words: str, help_: str
) -> None:
    found = fault(tmp_path, template, **files)
    assert words in found.message
    assert help_ in found.help
    assert found.span is not None
    span = found.span
    assert f"{Path(span.path).relative_to(tmp_path / 'templates')}:{span.line}:{span.column}" == place
    assert found.code == "unknown-font" or found.message.startswith("test-ship: ")


def test_a_card_whose_art_is_no_picture_is_itself_at_fault(tmp_path: Path) -> None:
    game = pack(tmp_path, GENERIC)
    (tmp_path / "x.png").write_bytes(b"no picture")
    (finding,) = check_faces(game, [card(art="x.png")])
    assert finding.face == "test-ship"
    assert finding.diagnostic.span is None  # the place is then the card's
    assert "x.png is no picture that can be used" in finding.diagnostic.message


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ('a\n{{ "a" * 1000000000 }}', "repeated 1000000000 times"),
        ("a\n{{ 1000000000 * [1] }}", "repeated 1000000000 times"),
        ('a\n{{ "%1000000000d" % 1 }}', "too long"),
        ('a\n{{ "{:1000000000}".format(1) }}', "too long"),
        ('a\n{{ "x".center(1000000000) }}', "too long"),
        ('a\n{{ ("x" * 1000000).replace("x", "x" * 1000) }}', "too long"),
        ('a\n{{ "x" | center(300000000) }}', "too long"),
        ("a\n{{ 10 ** 100 ** 10 ** 10 }}", "too large"),
        ('a\n{{ [["x" * 1000] * 1000] * 1000 }}', "longer than 8,000,000"),
        ('a\n{% for i in range(99999) %}{{ "x" * 1000 }}{% endfor %}', "longer than 8,000,000"),
        ('a\n{% include "face" %}', "without end"),
        ("a\n{{ draw('d') }}", "repeated 1000000000 times"),
    ],
)
def test_what_grows_too_large_is_stopped_early(tmp_path: Path, template: str, words: str) -> None:
    begun = time.monotonic()
    found = fault(tmp_path, template, d__svg__j2='<svg>\n{{ "a" * 1000000000 }}</svg>')
    assert time.monotonic() - begun < 5
    assert found.code == "template-limit"
    assert words in found.message
    assert found.span is not None
    assert found.span.line == 2


def test_what_is_not_too_large_is_as_it_was(tmp_path: Path) -> None:
    template = (
        "#({{ 'ab' * 3 }}, {{ [1] * 2 }}, {{ 2 ** 10 }}, {{ '%05d' % 7 }}, {{ '{:>4}'.format('x') }}, {{ 7 % 3 }})"
    )
    assert check_faces(pack(tmp_path, template), [card()]) == []
