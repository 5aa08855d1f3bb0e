"""What Typst finds wrong is reported at the template's line, with the words, the card and what was meant."""

from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces
from tests.support.faults import assert_placed
from tests.support.renders import KIT, card, fault, fleet, pack

LOOK = '#import "/templates/look.typ": *\n#face({{ card }})'
GENERIC = '{% extends "generic" %}\n'
DRAWN = "a\n#image({{ draw('d') }})"
BASE = {"base__typ__j2": "\n{% block a %}\n\n#zork{% endblock %}"}


def look(body: str) -> dict[str, str]:
    return {"look__typ": f"{KIT}#let face(card) = {{\n\n  {body}\n}}"}


@pytest.mark.parametrize(
    ("template", "files", "place", "words", "help_"),
    [
        # drawings
        (DRAWN, {"d__svg__j2": "<svg\n<p"}, "d.svg.j2:2:1", "failed to parse SVG", ""),
        (DRAWN, {"d__svg__j2": "<svg>\n{% if 1 %}\n<g/>\n{% endif %}\n</g>\n</svg>"}, "d.svg.j2:5:3", "parse SVG", ""),
        (DRAWN, {"d__svg__j2": '<svg>\n{% include "p" %}', "p__svg__j2": "\n  <p a=3/>"}, "p.svg.j2:2:8", "SVG", ""),
        # Typst, in the template itself
        (KIT + "\n#place(dx: 3mm,\n", {}, "face.typ.j2:3:7", "unclosed delimiter", ""),
        (KIT + "#fit-lien({{ card.name }}, 3mm)", {}, "face.typ.j2:2:2", "unknown variable: fit-lien", '"fit-line"'),
        ("{% for i in range(2) %}\n\n  #zork({{ i }})\n{% endfor %}", {}, "face.typ.j2:3:4", "unknown variable", ""),
        ("one\r\n\r\n#zork\r\n", {}, "face.typ.j2:3:2", "unknown variable: zork", ""),
        ("{{ 1 }} {{ 2 }} #zork({{ 3 }})", {}, "face.typ.j2:1:18", "unknown variable: zork", ""),
        ("{% if art %}\n{% endif %}#zork", {}, "face.typ.j2:2:13", "unknown variable: zork", ""),
        ("{# note #}\n{% set a = 1 %}\n\n#zork\n#other", {}, "face.typ.j2:4:2", "unknown variable: zork", ""),
        ("#let b = (\n  {{ card.weapons }},\n  {{ card.name }} + 1,\n)", {}, "face.typ.j2:3:3", "cannot add", ""),
        (KIT + "#let card = {{ card }}\n#card.naem", {}, "face.typ.j2:3:7", 'not contain key "naem"', '"name"'),
        ('#import "/templates/look.typ": faec', look(""), "face.typ.j2:1:32", "unresolved import: faec", '"face"'),
        ('\n#import "/templates/lok.typ": face', look(""), "face.typ.j2:2:9", "no file", "templates/look.typ"),
        (KIT + '\n#image("/art/no.png")', {}, "face.typ.j2:3:8", 'the pack has no file "art/no.png"', "by its path"),
        (KIT + '#text(font: "Source Sans Por")[x]', {}, "face.typ.j2:2:14", "no font", '"Source Sans Pro"'),
        # Typst, where pieces of templates come together
        ('x\n{% include "part" %}', {"part__typ__j2": "a\nb\n#zork"}, "part.typ.j2:3:2", "unknown variable: zork", ""),
        ("{% macro m(a) %}\n#zork({{ a }})\n{% endmacro %}\nx{{ m(1) }}", {}, "face.typ.j2:2:2", "variable: zork", ""),
        (GENERIC + "{% block over %}\n#zork\n{% endblock %}", {}, "face.typ.j2:3:2", "unknown variable: zork", ""),
        (
            '{% extends "base" %}\n{% block a %}{{ super() }}{% endblock %}',
            BASE,
            "base.typ.j2:4:2",
            "variable: zork",
            "",
        ),
        # Typst, deep in the kit
        (KIT + "\n#fit-line({{ card.name }}, 9mm, siez: 3pt)", {}, "face.typ.j2:3:33", "argument: siez", '"size"'),
        (KIT + '#fit-line("x", 30mm, fill: "red")', {}, "face.typ.j2:2:28", "expected color", ""),
        (KIT + '\n#drawing("<g", 9, 9)', {}, "face.typ.j2:3:2", "(expected a whitespace not '<')", ""),
        (KIT + "#centered(\n  {{ card.name }},\n  0mm, [])", {}, "face.typ.j2:2:2", "expected relative length", ""),
        (KIT + '#panic("so much")', {}, "face.typ.j2:2:2", "test-ship: so much", ""),
        (KIT + '#word-of("motto")', {}, "face.typ.j2:2:2", 'no word "motto"', ""),
        (KIT + '#text(font: font-of("titel"))[x]', {}, "face.typ.j2:2:13", 'no font for "titel"', ""),
        (KIT + '#art-box("/templates/bad.png", 3mm, 3mm)', {"bad__png": "x"}, "face.typ.j2:2:11", "no picture", ""),
        # and through the pack's own Typst files
        (LOOK, look("text(card.naem)"), "look.typ:4:13", 'not contain key "naem"', 'mean "name"'),
        (LOOK, look('fit-line(card.name, "20mm")'), "look.typ:4:3", "width must be a length", ""),
        (LOOK, look("fit-block(rules-text.with(3), 20mm, 20mm)"), "look.typ:4:3", "no method `flatten`", ""),
        (LOOK, look('fit-block(size => text(size, "x"), 9mm, 9mm)'), "look.typ:4:3", "unexpected argument: draft", ""),
        (LOOK, look("icon(none)"), "look.typ:4:3", "expected string, found none", ""),
        (LOOK, look("context { here().foo() }"), "look.typ:4:13", "no method `foo`", ""),
        (LOOK, look('art-box("/templates/bad.png", 3mm, 3mm)') | {"bad__png": "x"}, "look.typ:4:12", "no picture", ""),
    ],
)
def test_a_fault_is_reported_where_it_is_mended(
    tmp_path: Path, template: str, files: dict[str, str], place: str, words: str, help_: str
) -> None:
    assert_placed(fault(tmp_path, template, **files), tmp_path, place, words, help_)


def test_a_card_whose_art_is_no_picture_is_itself_at_fault(tmp_path: Path) -> None:
    game = pack(tmp_path, GENERIC)
    (tmp_path / "x.png").write_bytes(b"no picture")
    (finding,) = check_faces(game, [card(art="x.png")])
    assert finding.subject == "test-ship"
    assert finding.span is None  # the place is then the card's
    assert "x.png is no picture that can be used" in finding.message


def test_a_fault_that_typst_finds_only_while_laying_out_names_the_card_and_the_line(tmp_path: Path) -> None:
    width = 'if {{ card.weapons }} == 9 { "wide" } else { 20mm }'
    game = pack(tmp_path, KIT + f"\n#fit-line(\n  {{{{ card.name }}}},\n  {width},\n)")
    (found,) = check_faces(game, [*fleet(4), card(weapons=9), *fleet(3)])
    assert_placed(found, tmp_path, "face.typ.j2:3:2", 'width must be a length such as 20mm, not "wide"', "")
