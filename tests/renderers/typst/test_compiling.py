"""What Typst sees while it compiles, and what not."""

import base64
import socket
import threading
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from builder.documents.data import Data
from renderers.faces.faces import PrintedFace
from renderers.layout.pages import Box, Label, Line, Outline, Page, Paper, Slot, Stack
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst.compiling import document_source, game_source
from renderers.typst.leaving import FACE_LABEL
from tests.support.layout import STANDARD
from tests.support.renders import KIT, card, changed, fault, pack

DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4kaAAAAM8AUmZkLNBAAAAAElFTkSuQmCC")


@pytest.mark.parametrize(
    "template",
    [
        '#read("/etc/passwd")',
        '#read("../../../etc/passwd")',
        '#image("/arsenal/../../x.svg")',
        '#include "/etc/passwd"',
    ],
)
def test_typst_reads_nothing_but_the_packs_templates(tmp_path: Path, template: str) -> None:
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    found = fault(tmp_path / "pack", template)
    assert found.code == "template-error"
    assert "root:" not in found.message
    assert found.span is not None
    assert found.span.path.endswith("templates/face.typ.j2")


@pytest.mark.parametrize("art", ["art/dot.png", "./art//x/../dot.png", "link.png"])
def test_art_may_be_a_photograph(tmp_path: Path, art: str) -> None:
    game = pack(tmp_path, "#image({{ art }}, width: 9mm)")
    (tmp_path / "art/x").mkdir(parents=True)
    (tmp_path / "art/dot.png").write_bytes(DOT)
    (tmp_path / "link.png").symlink_to("art/dot.png")
    made = print_sheets(game, [(card(art=art), 1)])
    assert made.findings == []
    with pikepdf.open(BytesIO(made.data)) as pdf:
        assert any(isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image" for thing in pdf.objects)
    assert (tmp_path / "art/dot.png").read_bytes() == DOT


@pytest.mark.parametrize("package", ["preview/cetz:0.3.1", "local/mine:1.0.0"])
def test_no_package_is_fetched(tmp_path: Path, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        # Were the user's own proxy obeyed, Typst would ask it for the package.
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.getsockname()[1]}")
        thread = threading.Thread(target=lambda: asked.append(server.accept()[0].recv(100)), daemon=True)
        thread.start()
        found = fault(tmp_path, f'#import "@{package}": *')
    assert found.code == "template-error"
    assert "package" in found.message
    assert asked == []


def test_an_svg_cannot_fetch_other_files(tmp_path: Path) -> None:
    drawing = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image href='/etc/passwd' width='9' height='9'/>"
        "<image href='file:///etc/passwd' width='9' height='9'/></svg>"
    )
    game = pack(tmp_path, "#image({{ draw('art') }})", art__svg__j2=drawing)
    made = print_sheets(game, [(card(), 1)])
    assert b"root:" not in made.data


# Symbols in rules texts: each takes the room that it is drawn in, close to its number


VIEWS = {
    "thin": "viewBox='20 0 50 100'",
    "square": 'viewBox="0, 0, 100, 100"',
    "wide": 'viewBox="0 0 200 100"',
    "plain": 'width="4" height="8"',
}
SYMBOLS: dict[str, Data] = {name: {"name": name, "image": f"symbols/{name}.svg"} for name in VIEWS}
SYMBOLS["letters"] = {"name": "Letters", "letters": "L"}


def holds(folder: Path, condition: str) -> bool:
    """Whether Typst finds this true of the kit, in a game with these symbols."""
    game = changed(pack(folder, KIT + f"#context {{ if not ({condition}) {{ panic() }} }}"), symbols=SYMBOLS)
    (game.root / "symbols").mkdir()
    for name, view in VIEWS.items():
        (game.root / f"symbols/{name}.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {view}/>', "utf-8")
    return check_faces(game, [card()]) == []


def width(content: str) -> str:
    return f"measure(text(10pt, {content})).width"


@pytest.mark.parametrize(("name", "times"), [("thin", 0.53), ("wide", 1), ("plain", 1), ("letters", 1)])
def test_a_symbol_in_a_text_is_as_wide_as_its_drawing(name: str, times: float, tmp_path: Path) -> None:
    drawn, square = (width(f'inline-icon("{one}", draft: true)') for one in (name, "square"))
    assert holds(tmp_path, f"calc.abs({drawn} - {times} * {square}) < 0.05pt")


def test_a_symbol_is_measured_as_wide_as_it_is_drawn_and_stands_close_to_its_number(tmp_path: Path) -> None:
    def words(space: str) -> str:
        return width(f'rules-text((("Gain 2{space}", ("symbol", "square")),), 10pt, draft: true)')

    drawn = f'{width("""inline-icon("thin")""")} == {width("""inline-icon("thin", draft: true)""")}'
    close = rf"{words(chr(92) + 'u{a0}')} < {words(' ')} - 0.3pt"
    assert holds(tmp_path, f"{drawn} and {close}")


# The Typst files that set a stack's pages


FACES = [PrintedFace("one", "card")] * 5
GAME = {"name": "Moon", "language": "fr-CA"}
SHEET = Page(210, 297, (Slot(4, Box(3, 3, 63, 88), Box(0, 0, 69, 94)),))


def stack_of(*pages: Page) -> Stack:
    return Stack(STANDARD, list(pages), 3)


def test_a_document_includes_its_faces_and_sets_them_in_their_places() -> None:
    stack = stack_of(SHEET, SHEET)
    lines = document_source(GAME, stack, "Lato", FACES, dated=False).decode().splitlines()
    assert stack.faces == [4]
    assert lines[1:] == [
        '#set document(title: "Moon", date: none)',
        "#set page(width: 210mm, height: 297mm, margin: 0mm, fill: white)",
        '#show: base.with("Lato", "fr")',
        f'#let mark(number) = [#metadata(number)#std.label("{FACE_LABEL}")]',
        '#let f4 = include "/.arsenal/faces/4.typ"',
        "#slot(mark(4), f4, 0.0000mm, 0.0000mm, 69.0000mm, 94.0000mm, 3.0000mm, 3.0000mm, turned: false)",
        "#pagebreak()",
        "#slot(mark(4), f4, 0.0000mm, 0.0000mm, 69.0000mm, 94.0000mm, 3.0000mm, 3.0000mm, turned: false)",
    ]
    assert b"date: auto" in document_source(GAME, stack, "Lato", FACES, dated=True)


def test_marks_and_words_are_drawn_and_moved_with_the_page() -> None:
    page = replace(
        SHEET, marks=(Line(1, 2, 3, 4),), folds=(Line(5, 6, 7, 8),), circles=(Box(1, 1, 2, 2),),
        solids=(Box(0, 0, 5, 5),), labels=(Label(9, 9, "#x"),), shift=(1, -1), turn=0.5,
        guides=(Outline(Box(1, 2, 3, 4), 0.5, ((0, 0),), dashed=True),),
    )  # fmt: skip
    text = document_source(GAME, stack_of(page), "Lato", FACES, dated=False).decode()
    for line in (
        "#corrected(1.0000mm, -1.0000mm, 0.500000deg)[",
        "#cut(1.0000mm, 2.0000mm, 3.0000mm, 4.0000mm)",
        "#fold(5.0000mm, 6.0000mm, 7.0000mm, 8.0000mm)",
        "#cut-circle(1.0000mm, 1.0000mm, 2.0000mm, 2.0000mm)",
        "#solid(0.0000mm, 0.0000mm, 5.0000mm, 5.0000mm)",
        "#guide(1.0000mm, 2.0000mm, 3.0000mm, 4.0000mm, 0.5000mm, ((0.0000mm, 0.0000mm), ), dashed: true)",
        '#label(9.0000mm, 9.0000mm, "\\u{23}x")',
    ):
        assert line in text.splitlines()


def test_faces_may_ask_for_the_game_and_their_size() -> None:
    assert game_source(GAME, stack_of(SHEET)).decode().splitlines() == [
        '#let game = ("name": "Moon","language": "fr\\u{2d}CA",)',
        "#let card-width = 63mm",
        "#let card-height = 88mm",
        "#let card-radius = 3.0mm",
        "#let card-bleed = 3mm",
        '#let ink = "full"',
    ]


def test_a_stack_without_pages_is_as_large_as_its_faces() -> None:
    assert stack_of().paper == Paper(63, 88)
