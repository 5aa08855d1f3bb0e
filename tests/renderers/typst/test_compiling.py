"""What Typst sees while it compiles, and what not."""

import base64
import socket
import threading
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from builder.diagnostics import Diagnostic
from renderers.outputs.sheets import print_sheets
from renderers.typst.jobs import DEFAULTS, RenderOptions
from tests.support.renders import card, pack


def only(folder: Path, template: str, options: RenderOptions = DEFAULTS, **files: str) -> Diagnostic:
    """The one fault of a print of a pack with this template, which makes nothing."""
    made = print_sheets(pack(folder, template, **files), [(card(), 1)], options=options)
    (finding,) = made.findings
    assert made.data == b""
    return finding


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
    found = only(tmp_path / "pack", template)
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
        found = only(tmp_path, f'#import "@{package}": *')
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
