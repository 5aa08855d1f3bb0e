"""Looking at pictures and at where things lie."""

import struct

from renderers.layout.pages import Box


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def overlap(a: Box, b: Box) -> bool:
    close = 1e-6
    return a.x < b.right - close and b.x < a.right - close and a.y < b.bottom - close and b.y < a.bottom - close
