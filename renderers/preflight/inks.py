"""How a press prints colours: how much ink it takes, and what they look like on its paper, by its ICC profile.

Used by the child process that measures faces: a profile is a file of a stranger's, and LittleCMS reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

RELATIVE = 1  # colorimetric, the paper as white: what layout programs do unless told otherwise
FULL = 400  # percent of ink where all four are solid

_Color = tuple[int, int, int]
_Lab = tuple[float, float, float]


class Press:
    """A press, known by its ICC profile. Raises ValueError for a profile that can't be used."""

    def __init__(self, profile: bytes) -> None:
        from PIL import ImageCms

        flags = ImageCms.Flags.BLACKPOINTCOMPENSATION | ImageCms.Flags.HIGHRESPRECALC
        screen, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB", 5000)

        def transform(start: object, end: object, modes: tuple[str, str]) -> ImageCms.ImageCmsTransform:
            return ImageCms.buildTransform(start, end, *modes, renderingIntent=RELATIVE, flags=flags)  # type: ignore[arg-type]

        try:
            press = ImageCms.ImageCmsProfile(BytesIO(profile))
            self._separate = transform(screen, press, ("RGB", "CMYK"))
            self._see = transform(press, lab, ("CMYK", "LAB"))
        except (ImageCms.PyCMSError, OSError) as error:
            raise ValueError(str(error)) from None

    def coverage(self, image: Image) -> Image:
        """How much ink each pixel of a picture in red, green and blue takes: 255 is `FULL`."""
        from PIL import ImageChops

        cyan, magenta, yellow, black = self._separate.apply(image).split()
        return ImageChops.add(ImageChops.add(cyan, magenta, 2), ImageChops.add(yellow, black, 2), 2)

    def printed(self, colors: Sequence[_Color]) -> list[_Lab]:
        """What these colours look like when printed, in CIELAB with the paper as white."""
        from PIL import Image

        if not colors:
            return []
        row = Image.new("RGB", (len(colors), 1))
        row.putdata(list(colors))
        parts = self._see.apply(self._separate.apply(row)).tobytes()  # L to 255; a and b are signed bytes
        return [
            (parts[at] * 100 / 255, float(_signed(parts[at + 1])), float(_signed(parts[at + 2])))
            for at in range(0, len(parts), 3)
        ]


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte
