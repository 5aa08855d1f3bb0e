"""PDF files as a whole: several joined to one."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO


def joined(parts: Sequence[bytes]) -> bytes:
    """One PDF with the pages of all, in order; the first gives it its title and language. No parts, no PDF.

    The same parts give the same bytes.
    """
    if len(parts) < 2:
        return b"".join(parts)
    import pikepdf  # slow to import, and a deck of cards alone is one PDF

    with pikepdf.open(BytesIO(parts[0])) as whole:
        for part in parts[1:]:
            with pikepdf.open(BytesIO(part)) as more:
                whole.pages.extend(more.pages)
        out = BytesIO()
        whole.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
