"""Refuses outputs that would overwrite a file of a pack, or the file that a command reads."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from builder.diagnostics import UsageError
from builder.packs.pack import around, is_source, read


def refuse_overwriting(paths: Iterable[Path], read_from: str = "") -> None:
    """Raises UsageError where a file that would be written is there and a pack is made of it, or it is `read_from`.

    A pack is made of its YAML, templates and fonts, and of every file that its YAML names, such as art.
    """
    named: dict[Path, bytes] = {}
    for path in paths:
        if not path.is_file():
            continue
        if read_from and os.path.exists(read_from) and os.path.samefile(path, read_from):  # noqa: PTH110, PTH121 - it may be no path at all
            raise UsageError.of("stops", "reads", path=path)
        real = path.resolve()
        for root in around(real.parent):
            name = real.relative_to(root).as_posix()
            if root not in named:
                named[root] = b"\n".join(read(root).files.values())
            if is_source(name) or name.startswith("fonts/") or name.encode() in named[root]:
                raise UsageError.of("stops", "of-pack", path=path, pack=root.name)
