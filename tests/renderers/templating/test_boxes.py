"""Faces made of boxes: inherited, moved, added; and the fonts that a pack brings."""

from io import BytesIO
from pathlib import Path

import font_amatic_sc
import pikepdf
import pytest
from jinja2 import DictLoader

from builder.database.tables import Card, Game
from renderers.outputs.images import card_images
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.templating.boxes import World, boxes_of
from renderers.templating.escape import environment
from renderers.typst.fonts import FILE_BYTES, MOST_FILES
from tests.support.renders import card, pack, pdf_text

AMATIC = Path(font_amatic_sc.AmaticSCBold)
GENERIC = '{% extends "generic" %}\n'
BASE = '{{ boxes("name", "art") }}'


def told(*templates: str, **context: object) -> str:
    """What a face's boxes become; each template extends the next one, and the last the base."""
    names = [*(f"t{i}.typ.j2" for i in range(len(templates))), "base.typ.j2"]
    sources = {
        name: f'{{% extends "{after}" %}}\n{text}'
        for name, after, text in zip(names, names[1:], templates, strict=False)
    }
    env = environment(DictLoader({**sources, "base.typ.j2": BASE}), ["moon"])
    boxes_of(env).world = World(symbols=["moon"], fonts={"title": "Amatic SC"}, families=["Lato"], attach="/{}".format)
    boxes_of(env).begin()
    return str(env.get_template(names[0]).render(context))


def test_a_box_says_only_what_is_different() -> None:
    assert told("{% box name x=3, y=-2.5 %}") == '("moved": ("name": ("x": 3,"y": -2.5,),),"more": (),)'


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
    assert f'"moved": ("name": ({moved}),)' in told(*templates, wide=True)


def test_added_boxes_lie_in_order_and_above_inherited_ones() -> None:
    place = "x=1 y=1 width=1 height=1 line=1"
    shown = told(f"{{% box d {place} %}}{{% box b x=2 %}}", f"{{% box a {place} %}}{{% box b {place} %}}")
    assert [shown.index(f'"name": "{name}"') for name in "abd"] == sorted(
        shown.index(f'"name": "{name}"') for name in "abd"
    )


def test_words_in_boxes_are_never_markup() -> None:
    shown = told("{% box a x=1 y=1 width=1 height=1 line=card.name %}", card={"name": '#read("x")'})
    assert "#" not in shown
    assert '"font": "Amatic SC"' not in shown
    assert "Amatic" in told('{% box name font="title" %}')


def drawn(game: Game, one: Card) -> bytes:
    (image,) = card_images(game, [one], kind="svg")
    assert image.findings == []
    return image.data


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
    game.definition["symbols"] = {"moon": {"name": "Moon", "letters": "M"}}
    one = card(text="Draw a card.")
    changed = drawn(game, one)
    game.definition["face"] = "plain"
    assert drawn(game, one) != changed
    game.definition["face"] = "generic"
    assert drawn(game, one) != changed


def test_an_inherited_face_without_changes_is_the_same(tmp_path: Path) -> None:
    game = pack(tmp_path, GENERIC)
    inherited = drawn(game, card())
    game.definition["face"] = "generic"
    assert drawn(game, card()) == inherited


@pytest.mark.parametrize("face", ["generic", "blank", "generic-token", "generic-back"])
def test_every_built_in_face_can_be_inherited(tmp_path: Path, face: str) -> None:
    added = '{% box a x=3 y=3 width=20 height=5 line="Added" %}{% box background fill="#ffffff" %}'
    game = pack(tmp_path, f'{{% extends "{face}" %}}{added}')
    assert "Added" in pdf_text(print_sheets(game, [(card(), 1)]).data)


def test_a_box_whose_words_do_not_fit_is_reported_by_its_name(tmp_path: Path) -> None:
    game = pack(tmp_path, GENERIC + '{% box motto x=1 y=1 width=5 height=3 line="much too long for this" %}')
    (finding,) = check_faces(game, [card()])
    assert finding.diagnostic.code == "text-overflow"
    assert "the motto is" in finding.diagnostic.message


def fonts_in(data: bytes) -> list[str]:
    with pikepdf.open(BytesIO(data)) as pdf:
        return [str(font.BaseFont) for page in pdf.pages for font in page.Resources.Font.values()]


def with_font(folder: Path, template: str = GENERIC, **fonts: str) -> Game:
    game = pack(folder, template)
    (folder / "fonts").mkdir()
    (folder / "fonts" / AMATIC.name).write_bytes(AMATIC.read_bytes())
    game.definition["fonts"] = fonts
    lines = ["id: small", "fonts:", *(f"  {role}: {family}" for role, family in fonts.items())]
    (folder / "game.yaml").write_text("\n".join(lines), "utf-8")
    return game


def test_a_pack_brings_a_font(tmp_path: Path) -> None:
    game = with_font(tmp_path, title="amatic sc")
    data = print_sheets(game, [(card(), 1)]).data
    assert any("AmaticSC-Bold" in name for name in fonts_in(data))
    assert data == print_sheets(game, [(card(), 1)]).data
    game.definition["fonts"] = {}
    assert not any("AmaticSC" in name for name in fonts_in(print_sheets(game, [(card(), 1)]).data))


def test_templates_use_a_pack_s_font(tmp_path: Path) -> None:
    kit = '#import "/arsenal/kit.typ": *\n#text(font: font-of("sign"))[x]#text(font: "Amatic SC")[y]'
    assert check_faces(with_font(tmp_path, kit, sign="Amatic SC"), [card()]) == []


def test_a_character_that_only_the_pack_s_font_has_is_not_missing(tmp_path: Path) -> None:
    only_there = "\u05d0"  # Hebrew, which Source Sans Pro lacks and Amatic SC has
    game = with_font(tmp_path, text="Amatic SC")
    assert check_faces(game, [card(name=f"x{only_there}")]) == []
    (tmp_path / "fonts" / AMATIC.name).unlink()
    game.definition["fonts"] = {}
    (finding, *_) = check_faces(game, [card(name="x\u706b")])
    assert finding.diagnostic.code == "missing-glyph"


def test_a_font_that_is_not_there_is_named_with_its_line(tmp_path: Path) -> None:
    game = with_font(tmp_path, text="Amatic SC", title="Amatic CS")
    (finding,) = check_faces(game, [card()])
    assert finding.diagnostic.code == "unknown-font"
    assert 'did you mean "Amatic SC"?' in finding.diagnostic.help
    assert finding.diagnostic.span is not None
    assert (finding.diagnostic.span.path, finding.diagnostic.span.line) == (str(tmp_path / "game.yaml"), 4)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<!doctype html>", "neither a TrueType nor an OpenType font"),
        (b"wOF2" + b"x" * 99, "neither"),
        (b"", "neither"),
        (b"\x00\x01\x00\x00" + b"\xff" * 999, "no font that can be used"),
        (AMATIC.read_bytes()[:900], "no font that can be used"),
        (b"\x00\x01\x00\x00" + b"\x00" * FILE_BYTES, "fonts may have 20 MB"),
    ],
    ids=["html", "woff2", "empty", "noise", "half", "large"],
)
def test_hostile_fonts_end_with_a_message(tmp_path: Path, content: bytes, words: str) -> None:
    game = with_font(tmp_path)
    (tmp_path / "fonts" / "bad.ttf").write_bytes(content)
    (finding,) = check_faces(game, [card()])
    assert finding.diagnostic.code == "bad-font"
    assert words in finding.diagnostic.message
    assert finding.diagnostic.span is not None
    assert finding.diagnostic.span.path == str(tmp_path / "fonts/bad.ttf")


def test_fonts_stay_in_the_pack_and_are_few(tmp_path: Path) -> None:
    game = with_font(tmp_path / "pack")
    (tmp_path / "secret.ttf").write_bytes(AMATIC.read_bytes())
    link = tmp_path / "pack/fonts/link.ttf"
    link.symlink_to(tmp_path / "secret.ttf")
    (finding,) = check_faces(game, [card()])
    assert finding.diagnostic.code == "path-outside-pack"
    link.unlink()
    for number in range(MOST_FILES):
        (tmp_path / f"pack/fonts/{number}.otf").write_bytes(b"OTTO")
    (finding,) = check_faces(game, [card()])
    assert "more than 60 fonts" in finding.diagnostic.message
