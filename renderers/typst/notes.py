"""What faces note while Typst sets them: which face begins, and which of its texts does not fit.

Both have labels that are other ones in each process, so that what a template labels is not taken for a note, and no
face speaks for another. What is not written as a note is none. The labels are in no file that is made.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from builder.diagnostics import Diagnostic

FACE_LABEL = f"face-{secrets.token_hex(16)}"
OVERFLOW_LABEL = f"overflow-{secrets.token_hex(16)}"
SELECTOR = f"selector(<{FACE_LABEL}>).or(<{OVERFLOW_LABEL}>)"  # all notes, in the order of the document
SOURCE = f'#let overflow-label = label("{OVERFLOW_LABEL}")\n'.encode()  # of the file from which kit.typ has it
LONGEST = 80  # characters of a text's name


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text of a face that does not fit: its name, by how many mm it is too high or too wide, and its size in pt."""

    face: int
    what: str
    way: str
    by: float
    size: float

    def as_finding(self) -> Diagnostic:
        """What is reported. The subject is the number of the face."""
        way = "high" if self.way == "height" else "wide"
        message = f"the {self.what} is {max(0.1, self.by):.1f} mm too {way}, even at {self.size:g} pt"
        help_ = "shorten it, or let the template give it more room"
        return Diagnostic("text-overflow", message, help=help_, subject=str(self.face))


def overflows(notes: object, faces: Collection[int]) -> list[Overflow]:
    """The first overflow of each text of each face: of what Typst finds for `SELECTOR` in a document of these faces."""
    found: dict[tuple[int, str], Overflow] = {}
    face: int | None = None
    for note in notes if isinstance(notes, list) else []:
        match (note.get("label"), note.get("value")) if isinstance(note, dict) else None:
            case (label, int(number)) if label == f"<{FACE_LABEL}>" and number in faces:
                face = number
            case (_, {"what": str(what), "way": "width" | "height" as way, "by": by, "size": size}):
                if face is not None and _is_length(by) and _is_length(size):
                    found.setdefault((face, what[:LONGEST]), Overflow(face, what[:LONGEST], way, by, size))
    return list(found.values())


def _is_length(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
