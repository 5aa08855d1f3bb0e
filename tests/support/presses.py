"""ICC profiles for tests: of a press that inks plainly, and of other devices."""

import struct
from collections.abc import Iterable, Sequence
from itertools import product

from renderers.preflight.colors import lab_of, rgb_of

GRID = 9  # points of a table along each side


def profile(name: str = "Test press FOGRA39", kind: bytes = b"prtr", space: bytes = b"CMYK") -> bytes:
    """An ICC profile of version 2 whose inks are what red, green and blue lack, grey being printed in black."""
    tags = {
        b"desc": _text(b"desc", name),
        b"cprt": b"text\0\0\0\0nobody's\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(part * 65536) for part in (0.9642, 1.0, 0.8249))),
        b"A2B0": _table(4, 2, (_seen(*inks) for inks in product((0, 1), repeat=4))),
        b"B2A0": _table(3, GRID, (_inks(*lab) for lab in product(range(GRID), repeat=3))),
    }
    tags |= {tag[:3] + b"1": data for tag, data in tags.items() if tag[3:] == b"0"}
    body, entries = b"", b""
    start = 128 + 4 + 12 * len(tags)
    for tag, data in tags.items():
        entries += tag + struct.pack(">II", start + len(body), len(data))
        body += data.ljust(-(-len(data) // 4) * 4, b"\0")
    head = struct.pack(
        ">I4sI4s4s4s12s4s4s4s", start + len(body), b"test", 0x02400000, kind, space, b"Lab ", b"\0" * 12, b"acsp",
        b"\0" * 4, b"\0" * 4,
    )  # fmt: skip
    head += b"\0" * (68 - len(head)) + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + entries + body


def _text(kind: bytes, text: str) -> bytes:
    letters = text.encode("latin-1") + b"\0"
    return kind + b"\0" * 4 + struct.pack(">I", len(letters)) + letters + b"\0" * 78


def _table(inputs: int, points: int, values: Iterable[Sequence[int]]) -> bytes:
    """A table of 8 bits, between curves that change nothing."""
    straight = bytes(range(256))
    listed = list(values)
    head = b"mft1" + b"\0" * 4 + bytes([inputs, len(listed[0]), points, 0])
    matrix = struct.pack(">9i", *(65536 if row == column else 0 for row in range(3) for column in range(3)))
    return head + matrix + straight * inputs + b"".join(bytes(one) for one in listed) + straight * len(listed[0])


def _seen(cyan: int, magenta: int, yellow: int, black: int) -> tuple[int, int, int]:
    light, a, b = lab_of(tuple(round(255 * (1 - ink) * (1 - black)) for ink in (cyan, magenta, yellow)))  # type: ignore[arg-type]
    return round(light * 2.55), round(min(127, max(-128, a))) + 128, round(min(127, max(-128, b))) + 128


def _inks(light: int, a: int, b: int) -> tuple[int, ...]:
    step = 255 / (GRID - 1)
    rgb = rgb_of((light * step / 2.55, a * step - 128, b * step - 128))
    grey = 255 - max(rgb)
    return (*(255 - part - grey for part in rgb), grey)
