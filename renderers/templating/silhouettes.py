"""Symbols made of pixels that are painted in a colour: an SVG that lets the colour through where the picture is not
transparent.
"""

from __future__ import annotations

from base64 import b64encode

PNG = b"\x89PNG\r\n\x1a\n"
_TRANSPARENT = (4, 6)  # kinds of colour that have a transparency of their own
_MOST = 4_000_000  # bytes of a picture: it is written out once more


def silhouette(picture: bytes) -> str:
    """An SVG of the shape of a PNG, in `currentColor`; empty where the picture has no shape, being opaque or no PNG.

    The size is read from the PNG's first chunk (PNG, third edition, 11.2.1); a transparency beside that in a palette or
    of one colour is the chunk `tRNS`.
    """
    if not picture.startswith(PNG) or picture[12:16] != b"IHDR" or len(picture) > _MOST:
        return ""
    width, height = int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")
    if not width or not height or (picture[25] not in _TRANSPARENT and b"tRNS" not in picture.partition(b"IDAT")[0]):
        return ""
    box = f'width="{width}" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<mask id="shape" mask-type="alpha" maskUnits="userSpaceOnUse" x="0" y="0" {box}>'
        f'<image {box} href="data:image/png;base64,{b64encode(picture).decode()}"/></mask>'
        f'<rect {box} fill="currentColor" mask="url(#shape)"/></svg>'
    )
