"""The sheet that shows how far a duplex printer is off."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from builder.diagnostics import UsageError
from builder.documents.data import Data
from builder.storage.files import write_output
from renderers.layout.words import Edge
from renderers.outputs.calibration import calibration_sheet
from renderers.presets.presets import options_of


def calibrate(out: Path, words: Mapping[str, Data], edge: Edge) -> str:
    """Write the sheet as PDF, for paper turned over at that edge; a line that says so.

    `words` are words of presets: the paper, its orientation, an offset and a rotation to try. Raises UsageError.
    """
    options = options_of(words)
    if out.suffix.lower() != ".pdf":
        raise UsageError(f'"{out}" does not end in .pdf', "give the file that ending")
    sheet = calibration_sheet(
        options.paper, edge, orientation=options.orientation, offset=options.back_offset,
        rotation=options.back_rotation,
    )  # fmt: skip
    write_output(out, sheet)
    return f"{out}: a front and a back on {options.paper}"
