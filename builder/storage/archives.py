"""Zip archives that depend only on their files: the same files make the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_YEAR_ONE = (1980, 1, 1, 0, 0, 0)  # the earliest day that a zip knows


def zipped(files: Mapping[str, bytes], *, compressed: bool = True) -> bytes:
    """The files by their paths, with `/`, in one archive, in the order of the paths."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _YEAR_ONE)
            entry.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
            entry.create_system = 3  # the same on every system
            archive.writestr(entry, files[name])
    return out.getvalue()
