"""Finds characters that no font has."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from builder.diagnostics import Diagnostic
from builder.documents.data import Data
from renderers.templating.escape import literal
from renderers.typst.compiling import EPOCH, StackCompiler

# What the built-in font is known to have, so that most cards need not be asked about: Latin letters and punctuation.
COVERED = {*map(chr, range(0xA1, 0x17F)), *"–—―‘’‚“”„†‡•…‰′″‹›€™−"}
NAMED = 10  # characters that a message names

_INVISIBLE = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}


def missing_glyphs(contexts: Sequence[Mapping[str, Data]], compiler: StackCompiler) -> Iterator[Diagnostic]:
    """Diagnostics for faces with characters that no font has, judged by the data of their templates.

    Typst is asked to make PDF/A, which forbids such characters.
    """
    texts = [_characters(context) - COVERED for context in contexts]
    asked = sorted(set().union(*texts))
    if not asked:
        return
    lines = [f"#set text(font: {literal(compiler.fonts.text)})", *(f"#{literal(character)}" for character in asked)]
    try:
        compiler.compiler({"main.typ": "\n".join(lines).encode()}).compile(pdf_standards=["a-2b"], timestamp=EPOCH)
        return
    except RuntimeError as error:
        rows = re.findall(r"could not be displayed.*\n.*┌─ .*:(\d+):\d+", str(getattr(error, "diagnostic", "")))
    missing = {asked[int(row) - 2] for row in rows}
    for index, characters in enumerate(texts):
        if here := sorted(characters & missing):
            shown = ", ".join(f'"{c}" (U+{ord(c):04X})' for c in here[:NAMED])
            message = f"no font has {shown}" + (f" and {len(here) - NAMED} more" if len(here) > NAMED else "")
            yield Diagnostic("missing-glyph", message, subject=str(index))


def _characters(value: Data) -> set[str]:
    """The characters in a face's data that may be missing: those that are visible and not ASCII."""
    if isinstance(value, str):
        if value.isascii():
            return set()
        return {
            c
            for c in value
            if c > "\x7e" and unicodedata.category(c) not in _INVISIBLE and not "\ufe00" <= c <= "\ufe0f"
        }
    if isinstance(value, Mapping):
        return set().union(*map(_characters, value.values()))
    return set().union(*map(_characters, value)) if isinstance(value, list) else set()
