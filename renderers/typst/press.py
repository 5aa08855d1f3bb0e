"""Typst: the sources that set a stack's pages, and what comes of them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from renderers.templating.escape import literal
from renderers.templating.findings import Finding, new_finding
from renderers.typst import fonts

FACES = "arsenal/faces/"
DRAWN = "arsenal/drawn/"
KIT = "arsenal/kit.typ"
GAME = "arsenal/game.typ"
_NAMES_FONT = re.compile(rb"\bfont\b")
ALARM = "arsenal alarm"  # the font that the kit asks for when it has noted something
EPOCH = 0  # the creation time written into a PDF, so that the same input gives the same bytes


class Press:
    """Typst, with the files that it sees and the fonts that it has."""

    def __init__(self, job: dict[str, Any], files: dict[str, bytes], has: fonts.Fonts) -> None:
        self.job, self.files, self.has = job, files, has
        self.warnings: list[str] = []

    def print(self, stack: dict[str, Any]) -> tuple[list[dict[str, Any]], list[bytes]]:
        """What a stack's faces noted, and its pages as files. Raises RuntimeError, with its place in the sources."""
        files = self._files_of(stack, document_source(self.job, stack, self.has.text))
        try:
            if self.job["output"] == "none":
                if any(_NAMES_FONT.search(data) for name, data in files.items() if name not in (KIT, "main.typ")):
                    self._warned(self.compiler(files).compile_with_warnings(format="svg", timestamp=EPOCH)[1])
                return self._notes(files), []
            standards = [self.job["standard"]] if self.job["standard"] else []
            made, warnings = self.compiler(files).compile_with_warnings(
                format=self.job["output"], ppi=self.job["ppi"], pdf_standards=standards, timestamp=EPOCH
            )
            # Typst remembers what it laid out, so that a query costs little now; but none costs less.
            notes = self._notes(files) if self._warned(warnings) else []
        except RuntimeError as error:
            raise self._located(error, files) from None
        return notes, made if isinstance(made, list) else [made]

    def _warned(self, warnings: Iterable[Any]) -> bool:
        """Keep what Typst warned of; whether one of the warnings says that a face noted something."""
        told = [str(warning.message) for warning in warnings]
        self.warnings += [message for message in told if not message.endswith(ALARM)]
        return any(message.endswith(ALARM) for message in told)

    def _notes(self, files: dict[str, bytes]) -> list[dict[str, Any]]:
        notes: list[dict[str, Any]] = json.loads(self.compiler(files).query("<arsenal-note>", field="value"))
        return notes

    def unreadable(self, pictures: Iterable[str]) -> tuple[str, RuntimeError] | None:
        """The first of these files of the pack that is no picture, and what Typst says of it."""
        for name in pictures:
            files = {**self.files, "main.typ": f"#image({literal('/' + name)})".encode()}
            try:
                self.compiler(files).compile(format="svg", timestamp=EPOCH)
            except RuntimeError as error:
                return name, error
        return None

    def compiler(self, files: dict[str, bytes]) -> Any:
        """Typst, seeing these files and nothing else, for one use: it forgets texts once they are compiled."""
        import typst

        folder = Path(self.job["folder"])
        texts = {name: data for name, data in files.items() if _is_text(data)}
        for name in files.keys() - texts.keys():  # its Python package takes nothing but text
            if not (folder / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(files[name])
        # Packages would come from the network or from the user's own folders: neither is there.
        nowhere = folder.with_name("packages")
        seen: Any = texts
        return typst.Compiler(
            seen, root=folder, font_paths=self.has.seen, package_path=nowhere, package_cache_path=nowhere
        )

    def culprit(self, stack: dict[str, Any]) -> int | None:
        """The first face that Typst can't lay out, for errors whose trace does not say."""
        used = faces_of(stack)

        def fails(first: int, end: int) -> bool:
            places = [{"face": i, "box": [0, 0, 1, 1, 0, 0], "turned": False} for i in used[first:end]]
            alone = {**stack, "pages": [{"places": places}]}
            try:
                files = self._files_of(alone, document_source(self.job, alone, self.has.text))
                self.compiler(files).query("<arsenal-note>", field="value")
            except RuntimeError:
                return True
            return False

        first, end = 0, len(used)
        while end - first > 1:
            middle = (first + end) // 2
            first, end = (first, middle) if fails(first, middle) else (middle, end)
        return used[first] if used and fails(first, end) else None

    def _located(self, error: RuntimeError, files: dict[str, bytes]) -> RuntimeError:
        """The error with its place in the sources: a query says only what is wrong, compiling says where as well."""
        if hasattr(error, "diagnostic"):
            return error
        try:
            self.compiler(files).compile(format="svg", timestamp=EPOCH)
        except RuntimeError as located:
            return located
        return error

    def _files_of(self, stack: dict[str, Any], document: bytes) -> dict[str, bytes]:
        """What a stack needs: the pack's files, and of the faces its own."""
        used = set(faces_of(stack))
        files = {name: data for name, data in self.files.items() if _face_of(name) in used | {None}}
        return {**files, GAME: game_source(self.job, stack), "main.typ": document}


def _face_of(name: str) -> int | None:
    """The number of the face that a file belongs to; None for files that all share."""
    for folder in (FACES, DRAWN):
        if name.startswith(folder):
            return int(name.removeprefix(folder).partition("-")[0].partition(".")[0])
    return None


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def faces_of(stack: dict[str, Any]) -> list[int]:
    """The numbers of the faces that lie on a stack's pages."""
    return sorted({place["face"] for page in stack["pages"] for place in page["places"]})


def game_source(job: dict[str, Any], stack: dict[str, Any]) -> bytes:
    """The Typst file with what every face may ask for: the game and the size of what is printed."""
    size = stack["size"]
    return (
        f"#let game = {literal(job['game'])}\n"
        f"#let card-width = {size['width']}mm\n#let card-height = {size['height']}mm\n"
        f"#let card-radius = {size['radius']}mm\n#let card-bleed = {size['bleed']}mm\n"
    ).encode()


def document_source(job: dict[str, Any], stack: dict[str, Any], font: str) -> bytes:
    """The Typst file that sets a stack's pages: which face lies where."""
    width, height = stack["paper"]
    language = str(job["game"].get("language", "en")).split("-")[0]
    lines = [
        '#import "/arsenal/kit.typ": base, corrected, cut, cut-circle, fold, guide, label, slot, solid',
        f"#set document(title: {literal(job['game']['name'])}, date: {'auto' if job['standard'] else 'none'})",
        f"#set page(width: {width}mm, height: {height}mm, margin: 0mm, fill: white)",
        f"#show: base.with({literal(font)}, {literal(language)})",
    ]
    lines += [f'#let f{i} = include "/{FACES}{i}.typ"' for i in faces_of(stack)]
    for number, page in enumerate(stack["pages"]):
        if number:
            lines.append("#pagebreak()")
        printed = list(_printed(page))
        if page.get("corrected"):
            across, down, turn = page["corrected"]
            printed = [f"#corrected({_lengths((across, down))}, {turn:.6f}deg)[", *printed, "]"]
        lines += printed
    return "\n".join(lines).encode()


def _printed(page: dict[str, Any]) -> Iterator[str]:
    """A page's content, a line of Typst for each thing on it."""
    for place in page["places"]:
        face = place["face"]
        yield f"#slot({face}, f{face}, {_lengths(place['box'])}, turned: {literal(place['turned'])})"
    for call, key in (("cut", "marks"), ("fold", "folds"), ("cut-circle", "circles"), ("solid", "solids")):
        for lengths in page.get(key, ()):
            yield f"#{call}({_lengths(lengths)})"
    for *lengths, points, dashed in page.get("guides", ()):
        corners = "".join(f"({_lengths(point)}), " for point in points)
        yield f"#guide({_lengths(lengths)}, ({corners}), dashed: {literal(dashed)})"
    for x, y, words in page.get("labels", ()):
        yield f"#label({_lengths((x, y))}, {literal(words)})"


def _lengths(values: Iterable[float]) -> str:
    return ", ".join(f"{value:.4f}mm" for value in values)


def missing_glyphs(job: dict[str, Any], press: Press) -> list[Finding]:
    """Which characters of the cards no font has. PDF/A forbids such characters, so Typst itself can be asked."""
    texts = [_characters(face["context"]) - COVERED for face in job["faces"]]
    asked = sorted(set().union(*texts))
    if not asked:
        return []
    lines = [f"#set text(font: {literal(press.has.text)})", *(f"#{literal(character)}" for character in asked)]
    try:
        asking = {"main.typ": "\n".join(lines).encode()}
        press.compiler(asking).compile(pdf_standards=["a-2b"], timestamp=EPOCH)
        return []
    except RuntimeError as error:
        said = str(getattr(error, "diagnostic", ""))
        rows = re.findall(r"could not be displayed.*\n.*┌─ .*:(\d+):\d+", said)
    missing = {asked[int(row) - 2] for row in rows}
    findings = []
    for index, characters in enumerate(texts):
        if here := sorted(characters & missing):
            shown = ", ".join(f'"{c}" (U+{ord(c):04X})' for c in here[:10])
            message = f"no font has {shown}" + (f" and {len(here) - 10} more" if len(here) > 10 else "")
            findings.append(new_finding("missing-glyph", message, face=index))
    return findings


def _characters(value: Any) -> set[str]:
    """The characters in a face's data that a font may lack: not ASCII, not space, not control."""
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


# What the built-in font is known to have, so that most cards need not be asked about: Latin letters and punctuation.
COVERED = {*map(chr, range(0xA1, 0x17F)), *"–—―‘’‚“”„†‡•…‰′″‹›€™−"}

_INVISIBLE = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}
