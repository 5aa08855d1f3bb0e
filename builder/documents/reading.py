"""The one reader of YAML: files and texts to `Document`s.

YAML is read by the 1.2 core schema (a card may be called No), without tags, and with limits on aliases, depth and size,
since files come from strangers. libyaml is imported with the first text, since most commands read only the database.
"""

from __future__ import annotations

import codecs
from pathlib import Path

from builder.diagnostics import Diagnostic, Span, near
from builder.documents.data import Data
from builder.documents.document import Document
from builder.storage.files import MAX_FILE_BYTES, display, read_named
from builder.words import words_here


def load(file: Path, path: str = "") -> Document:
    """Read and parse one YAML file; what is wrong with it is in the document's diagnostics.

    `path` is how the user sees the file: by default, from the working folder.
    """
    path = path or display(file)
    text, problems = read_text(file, path)
    return Document(path, diagnostics=problems) if problems else parse(text, path)


def parse(text: str, path: str) -> Document:
    """Parse YAML text. Faults are reported with their place; what can still be read is read."""
    from builder.documents.events import read_events

    data, problems = read_events(text, path)
    return Document(path, text, data, problems)


def read_text(file: Path, path: str = "") -> tuple[str, list[Diagnostic]]:
    """The text of a file, or why it can't be read: missing, a folder, too large, not UTF-8."""
    path = path or display(file)
    content, problems = read_bytes(file, path)
    return ("", problems) if problems else decode(content, path)


def read_bytes(file: Path, path: str) -> tuple[bytes, list[Diagnostic]]:
    """The content of a file that the user named, or why it can't be read. At most one byte too much is read."""
    here = Span(path)
    try:
        if file.is_dir():
            return b"", [Diagnostic.of("unreadable-file", "files", "folder", here)]
        return read_named(file, MAX_FILE_BYTES + 1), []
    except FileNotFoundError:
        return b"", [Diagnostic.of("unreadable-file", "files", "missing", here, help_=_neighbour(file))]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return b"", [Diagnostic.of("unreadable-file", "files", "unread", here, why=reason.lower())]


def decode(content: bytes, path: str) -> tuple[str, list[Diagnostic]]:
    """The bytes of the file at `path` as text, or why they are none."""
    if len(content) > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // 1024 // 1024
        return "", [Diagnostic.of("too-large", "files", "large", Span(path), most=limit)]
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        place = Span.behind(path, error.object[: error.start].decode())  # the error leaves a byte order mark out
        key = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        return "", [Diagnostic.of("not-utf8", "files", key, place, byte=f"0x{error.object[error.start]:02x}")]


def encode_like(text: str, before: bytes) -> bytes:
    """The text as bytes, with the byte order mark of the file before, and its line ends if they are all the same."""
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    written = text.encode()
    if b"\r\n" in before and before.count(b"\r\n") == before.count(b"\n"):
        written = written.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return mark + written


def own_data(file: Path) -> Data:
    """The data of a YAML file of the program itself. Raises ValueError for any fault, since that is a fault of ours."""
    document = load(file)
    if document.diagnostics:
        raise ValueError(f"{file}: {document.diagnostics[0].message}")
    data: Data = document.data
    return data


def _neighbour(file: Path) -> str:
    """What a missing file was probably meant to be."""
    try:
        names = [p.name for _, p in zip(range(1000), file.parent.iterdir(), strict=False)]
    except OSError:
        return ""
    meant = near(file.name, names, n=1)
    say = words_here()
    return say("suggested", names=say("quoted", word=file.parent / meant[0])) if meant else ""
