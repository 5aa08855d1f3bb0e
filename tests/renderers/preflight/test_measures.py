"""What is measured of a face."""

import os
import struct
import zlib
from pathlib import Path

import pytest

from renderers.preflight import measures
from tests.support.preflights import codes_of, report_on
from tests.support.renders import changed, pack


def test_only_the_beginning_of_a_picture_is_read(tmp_path: Path) -> None:
    """A header that says 60000 x 60000 pixels is no reason to make room for them."""
    bomb = tmp_path / "bomb.png"
    head = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    bomb.write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)))
    assert measures._pixels(str(bomb)) is None
    assert measures._pixels(str(tmp_path / "none.png")) is None
    (tmp_path / "text.png").write_text("no picture")
    assert measures._pixels(str(tmp_path / "text.png")) is None


@pytest.mark.long
@pytest.mark.parametrize(("x", "y", "codes"), [(9, 11, []), (4, 4, ["unsafe-text"])])
@pytest.mark.parametrize("shape", ["circle", "hexagon"])
def test_round_tokens_are_safe_within_their_rim(
    tmp_path: Path, shape: str, x: float, y: float, codes: list[str]
) -> None:
    """The corner of the square around a token is outside, though it is 4 mm from its edges."""
    template = f'#place(top + left, dx: {x}mm, dy: {y}mm, text(6pt, top-edge: "bounds", "Hi"))'
    token = {"name": "Ship", "form": "token", "size": "25mm", "shape": shape, "face": "face", "back": "none"}
    assert codes_of(report_on(changed(pack(tmp_path, template), types={"ship": token}))) == codes


def test_only_regular_files_are_looked_at(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "zero.png").symlink_to("/dev/zero")
    assert measures._pixels(str(tmp_path / "pipe.png")) is None
    assert measures._pixels(str(tmp_path / "zero.png")) is None
