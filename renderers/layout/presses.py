"""The ICC profile of a press: which file is one, what it is called, and which printing condition it describes."""

from __future__ import annotations

import hashlib
import re
import struct
from dataclasses import dataclass

from builder.diagnostics import UsageError

MAX_PROFILE = 16 * 1024**2  # bytes; profiles for four inks have 0.5 to 3 MB
INKS = 4
WHERE = "print shops name the profile of their press; many are at www.eci.org and www.color.org"

_HEADER = 128
_OTHERS = {b"mntr": "a screen", b"scnr": "a camera or a scanner", b"spac": "a colour space"}
_FOGRA = re.compile(r"FOGRA ?(\d\d)(?!\d)", re.IGNORECASE)
_REGISTERED = {  # by the profile's name: the printing condition in the registry of the International Color Consortium
    "U.S. Web Coated (SWOP) v2": "CGATS TR 001",
    "SWOP2006_Coated3v2": "CGATS TR 003",
    "SWOP2006_Coated5v2": "CGATS TR 005",
    "GRACoL2006_Coated1v2": "CGATS TR 006",
}


@dataclass(frozen=True, slots=True)
class OutputProfile:
    """The ICC profile of a press with four inks: its bytes and its name.

    `condition` is the registered name of the printing condition, "" where the profile does not say one that is known.
    """

    data: bytes
    name: str
    condition: str = ""

    @property
    def digest(self) -> str:
        """What tells this profile from any other."""
        return hashlib.sha256(self.data).hexdigest()


def output_profile(data: bytes, source: str) -> OutputProfile:
    """The profile that a file named `source` contains.

    Raises UsageError for what is no ICC profile, or not one of a press: a screen's, say.
    """
    if len(data) > MAX_PROFILE:
        raise UsageError(f'"{source}" is larger than {MAX_PROFILE // 1024**2} MB: this is no profile of a press', WHERE)
    if len(data) < _HEADER or data[36:40] != b"acsp" or struct.unpack(">I", data[:4])[0] != len(data):
        raise UsageError(f'"{source}" is no ICC profile', WHERE)
    name = _name_of(data)
    kind, space = data[12:16], data[16:20]
    if kind != b"prtr" or space != b"CMYK":
        of = _OTHERS.get(kind, "something else") if kind != b"prtr" else "a printer without the four inks"
        raise UsageError(f'"{source}" ({name or "without a name"}) is the profile of {of}, not of a press', WHERE)
    fogra = _FOGRA.search(name)
    condition = f"FOGRA{fogra[1]}" if fogra else _REGISTERED.get(name, "")
    return OutputProfile(data, name or source, condition)


def _name_of(data: bytes) -> str:
    """The description in a profile: a `desc` of ASCII in version 2, `mluc` of UTF-16 in version 4; "" without one."""
    (count,) = struct.unpack(">I", data[_HEADER : _HEADER + 4].ljust(4, b"\0"))
    for number in range(min(count, 100)):
        entry = data[_HEADER + 4 + 12 * number :][:12]
        if len(entry) == 12 and entry[:4] == b"desc":
            start, size = struct.unpack(">II", entry[4:])
            return _description(data[start : start + min(size, 4096)])
    return ""


def _description(tag: bytes) -> str:
    if tag[:4] == b"desc" and len(tag) > 12:
        (length,) = struct.unpack(">I", tag[8:12])
        found = tag[12 : 12 + length].split(b"\0")[0].decode("latin-1")
    elif tag[:4] == b"mluc" and len(tag) >= 28:
        length, start = struct.unpack(">II", tag[20:28])
        found = tag[start : start + length].decode("utf-16-be", "replace")
    else:
        found = ""
    return "".join(letter for letter in found if letter.isprintable()).strip()[:200]
