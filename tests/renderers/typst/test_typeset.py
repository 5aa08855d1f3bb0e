"""Templates from strangers: what they cannot do, and what their faults look like."""

import base64
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from builder.diagnostics import Diagnostic
from builder.games.sizes import card_size
from renderers.faces.faces import card_face
from renderers.layout.geometry import Box, Page, Slot
from renderers.layout.plan import SheetOptions
from renderers.outputs.documents import joined
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst import typeset
from tests.support.renders import ROOT, card, fleet, future_invaders, pack, pdf_text

DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4kaAAAAM8AUmZkLNBAAAAAElFTkSuQmCC")
IMPORT = '#import "/arsenal/kit.typ": *\n'


def only(folder: Path, template: str, *, seconds: float | None = None, art: str = "", **files: str) -> Diagnostic:
    """The one fault of a pack with this template."""
    game = pack(folder, template, **files)
    one = card(**({"art": art} if art else {}))
    made = print_sheets(game, [(one, 1)], SheetOptions(seconds=seconds))
    (finding,) = made.findings
    assert made.data == b""
    return finding.diagnostic


@pytest.mark.parametrize(
    "template",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "#let n = 0\n#for i in range(1000000000) { n += 1 }",
        "#let f(n, k) = if n == 0 { k } else { f(n - 1, 2 * k) + f(n - 1, 2 * k + 1) }\n#f(30, 1)",
    ],
    ids=["jinja", "loop", "recursion"],
)
def test_what_does_not_end_is_stopped(tmp_path: Path, template: str) -> None:
    begun = time.monotonic()
    fault = only(tmp_path, template, seconds=1.5)
    assert time.monotonic() - begun < 6
    assert fault.code == "template-limit"
    assert "2 s" in fault.message


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the address space reliably")
@pytest.mark.parametrize(
    "template",
    [
        "{% set x = namespace(a='a') %}{% for i in range(40) %}{% set x.a = x.a ~ x.a %}{% endfor %}",
        "#let a = (1, 2)\n#for i in range(40) { a = a + a }\n#a.len()",
    ],
    ids=["jinja", "typst"],
)
def test_what_takes_all_memory_is_stopped(tmp_path: Path, template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "MEMORY", 700 * 1024**2)
    fault = only(tmp_path, template, seconds=20)
    assert fault.code == "template-limit"
    assert "memory" in fault.message


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
    fault = only(tmp_path / "pack", template)
    assert fault.code == "template-error"
    assert "root:" not in fault.message
    assert fault.span is not None
    assert fault.span.path.endswith("templates/face.typ.j2")


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "x/../../secret", ".."])
def test_jinja_reads_nothing_but_the_packs_templates(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.typ.j2").write_text("secret", "utf-8")
    fault = only(tmp_path / "pack", f'{{% include "../{name}.typ.j2" %}}')
    assert fault.code in ("path-outside-pack", "missing-file", "unknown-template")


@pytest.mark.parametrize("art", ["../secret.svg", "/etc/passwd", "art/../../secret.svg", "link.svg", "loop.svg"])
def test_art_stays_in_the_pack(tmp_path: Path, art: str) -> None:
    (tmp_path / "secret.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "link.svg").symlink_to("../secret.svg")
    (folder / "loop.svg").symlink_to("loop.svg")
    fault = only(folder, "#image({{ art }})", art=art)
    assert fault.code == "path-outside-pack"
    assert "test-ship" in fault.message


def test_art_that_is_not_there(tmp_path: Path) -> None:
    fault = only(tmp_path, "#image({{ art }})", art="art/none.png")
    assert (fault.code, fault.message) == ("missing-file", 'test-ship: the pack has no file "art/none.png"')


def test_art_that_is_no_picture_names_the_card(tmp_path: Path) -> None:
    tmp_path.joinpath("x.png").write_bytes(b"no picture")
    fault = only(tmp_path, "#image({{ art }})", art="x.png")
    assert fault.code == "template-error"
    assert fault.message.startswith("test-ship: ")


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


def test_a_template_linked_from_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.typ").write_text("#let secret = 1", "utf-8")
    game = pack(tmp_path / "pack", '#import "/templates/link.typ": secret')
    (tmp_path / "pack" / "templates" / "link.typ").symlink_to(tmp_path / "secret.typ")
    (finding,) = check_faces(game, [card()])
    assert finding.diagnostic.code == "path-outside-pack"


@pytest.mark.parametrize("package", ["preview/cetz:0.3.1", "local/mine:1.0.0"])
def test_no_package_is_fetched(tmp_path: Path, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        # Were the user's own proxy obeyed, Typst would ask it for the package.
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.getsockname()[1]}")
        thread = threading.Thread(target=lambda: asked.append(server.accept()[0].recv(100)), daemon=True)
        thread.start()
        fault = only(tmp_path, f'#import "@{package}": *')
    assert fault.code == "template-error"
    assert "package" in fault.message
    assert asked == []


@pytest.mark.parametrize(
    ("template", "line", "words"),
    [
        ("one\n\n{% if %}", 3, "Expected an expression"),
        ("one\n{{ card.nothing }}", 2, "nothing"),
        ("one\n{{ 1 / 0 }}", 2, "division by zero"),
        ("one\n{{ ''.__class__ }}", 2, "unsafe"),
        ("{# note #}\n{% set a = 1 %}\n\n#unknown", 4, "unknown variable"),
        ("{% for i in range(3) %}\nx\n{% endfor %}", None, ""),
        ("#let a = {{ card.name }}\n#let b = (\n  {{ card.weapons }},\n  {{ card.name }} + 1,\n)", 4, "cannot add"),
        (IMPORT + "\n#centered(\n  {{ card.name }},\n  0mm, [],\n)", 3, "expected relative length"),
    ],
)
def test_a_fault_is_placed_in_the_template(tmp_path: Path, template: str, line: int | None, words: str) -> None:
    game = pack(tmp_path, template)
    found = check_faces(game, [card()])
    if line is None:
        assert found == []
        return
    (finding,) = found
    assert finding.diagnostic.code == "template-error"
    assert words in finding.diagnostic.message
    assert finding.diagnostic.span is not None
    assert finding.diagnostic.span.path == str(tmp_path / "templates/face.typ.j2")
    assert finding.diagnostic.span.line == line


def test_a_fault_in_a_file_that_a_template_imports_is_placed_there(tmp_path: Path) -> None:
    fault = only(tmp_path, '#import "/templates/more.typ": f\n#f(1)', more__typ="#let f(x) = {\n  x + none.y\n}")
    assert fault.span is not None
    assert (fault.span.path, fault.span.line) == (str(tmp_path / "templates/more.typ"), 2)


def test_a_fault_that_typst_finds_only_while_laying_out_names_the_card_and_the_line(tmp_path: Path) -> None:
    width = 'if {{ card.weapons }} == 9 { "wide" } else { 20mm }'
    game = pack(tmp_path, IMPORT + f"\n#fit-line(\n  {{{{ card.name }}}},\n  {width},\n)")
    (finding,) = check_faces(game, [*fleet(4), card(weapons=9), *fleet(3)])
    assert finding.face == "test-ship"
    assert finding.diagnostic.message == 'test-ship: width must be a length such as 20mm, not "wide"'
    assert finding.diagnostic.span is not None
    assert finding.diagnostic.span.path == str(tmp_path / "templates/face.typ.j2")
    assert finding.diagnostic.span.line == 3


def test_a_template_that_is_not_there(tmp_path: Path) -> None:
    game = pack(tmp_path, "x")
    for name, code in (("other", "missing-file"), ("../face", "path-outside-pack"), ("a/b", "path-outside-pack")):
        game.definition["face"] = name
        (finding,) = check_faces(game, [card()])
        assert finding.diagnostic.code == code


def test_a_drawing_is_the_same_every_time_and_different_for_each_card(tmp_path: Path) -> None:
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='{{ 3 | pick(1, 9) }}'/></svg>"
    game = pack(tmp_path, "#image({{ draw('art') }})", art__svg__j2=drawing)
    one, other = card(), card(id="other")
    first = print_sheets(game, [(one, 1)]).data
    assert first == print_sheets(game, [(one, 1)]).data
    assert first != print_sheets(game, [(other, 1)]).data


@pytest.mark.parametrize("name", ["../art", "/etc/passwd", "none"])
def test_a_drawing_stays_in_the_pack(tmp_path: Path, name: str) -> None:
    fault = only(tmp_path, f"#image({{{{ draw('{name}') }}}})")
    assert fault.code in ("path-outside-pack", "missing-file")


def test_an_svg_cannot_fetch_other_files(tmp_path: Path) -> None:
    drawing = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image href='/etc/passwd' width='9' height='9'/>"
        "<image href='file:///etc/passwd' width='9' height='9'/></svg>"
    )
    game = pack(tmp_path, "#image({{ draw('art') }})", art__svg__j2=drawing)
    made = print_sheets(game, [(card(), 1)])
    assert b"root:" not in made.data


def test_a_crash_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "_font_files", lambda: tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError):
        check_faces(future_invaders(), [card()])
    monkeypatch.undo()
    monkeypatch.setattr(typeset, "_run", lambda _: (-signal.SIGSEGV, b"", b"Segmentation fault"))
    (finding,) = check_faces(future_invaders(), [card()])
    assert finding.diagnostic.code == "renderer-crash"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_the_work_at_once(tmp_path: Path) -> None:
    pack(tmp_path, "#let n = 0\n#for i in range(1000000000) { n += 1 }")
    script = (
        "from pathlib import Path; from tests.support.renders import card; from renderers.outputs.sheets import *;"
        "from builder.database.tables import Game;"
        "game = Game(id='small', pk=1, key='', name='Small', root=r'" + str(tmp_path) + "',"
        "definition={'id': 'small', 'name': 'Small', 'face': 'face', 'types': {}, 'sets': {}}, card_schema={});"
        "print('go', flush=True); print_sheets(game, [(card(), 1)])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout
    assert process.stdout.readline() == b"go\n"
    time.sleep(1)
    begun = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=10)
    assert time.monotonic() - begun < 2
    assert b"KeyboardInterrupt" in err


@pytest.mark.parametrize("share", [1, 4, 9, 10, 11])
def test_a_job_that_is_shared_out_makes_the_same_pages(monkeypatch: pytest.MonkeyPatch, share: int) -> None:
    game, cards = future_invaders(), [(one, 2) for one in [*fleet(10), card(id="long", number=99, text="word " * 400)]]
    options = SheetOptions(backs="long-edge")
    whole = print_sheets(game, cards, options)
    monkeypatch.setattr(typeset, "SHARE", share)
    parts = print_sheets(game, cards, options)
    assert pdf_text(parts.data) == pdf_text(whole.data)
    assert parts.findings == whole.findings
    assert [finding.face for finding in parts.findings] == ["long"]


def test_stacks_stay_apart_when_a_job_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be of the same size and on papers that lie otherwise."""
    game, size = future_invaders(), card_size("standard")
    faces = [card_face(game, one) for one in fleet(4)]
    place, bleed = Box(5, 5, size.width, size.height), Box(5, 5, size.width, size.height)
    stacks = [
        typeset.Stack(size, [Page(width, height, (Slot(number, place, bleed),)) for number in numbers])
        for width, height, numbers in ((100, 150, (0,)), (150, 100, (1, 2, 3)))
    ]
    monkeypatch.setattr(typeset, "SHARE", 3)
    made = typeset.typeset(Path(game.root), game.definition, faces, stacks, bleed=0.0, output="pdf")
    with pikepdf.open(BytesIO(joined(made.files))) as whole:
        papers = [[round(float(side) / 72 * 25.4) for side in page.mediabox[2:]] for page in whole.pages]
    assert papers == [[100, 150], [150, 100], [150, 100], [150, 100]]
