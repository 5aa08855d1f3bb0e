"""Writes the Typst files that place faces on pages, compiles them, and reads what faces noted while they were set."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from builder.diagnostics import Diagnostic
from builder.documents.data import Data
from renderers.faces.faces import Ink, PrintedFace
from renderers.layout.pages import Box, Page, Slot, Stack
from renderers.templating.escape import literal
from renderers.templating.packfiles import DRAWINGS, FACES, GAME, KIT, NOTES
from renderers.typst.fonts import JobFonts
from renderers.typst.jobs import RenderJob, face_fault
from renderers.typst.leaving import FACE_LABEL, SELECTOR, SOURCE, Leaving, Overflow, is_plain, leaving, overflows
from renderers.typst.links import without_harmful_links

if TYPE_CHECKING:
    import typst


def game_source(game: Mapping[str, Data], stack: Stack, ink: Ink = "full") -> bytes:
    """The Typst file with the game, the size of a card and how much ink is used, which every face may import."""
    size = stack.size
    return (
        f"#let game = {literal(game)}\n"
        f"#let card-width = {size.width}mm\n#let card-height = {size.height}mm\n"
        f"#let card-radius = {size.radius}mm\n#let card-bleed = {stack.bleed}mm\n"
        f"#let ink = {literal(ink)}\n"
    ).encode()


def document_source(
    game: Mapping[str, Data], stack: Stack, font: str, faces: Sequence[PrintedFace], *, dated: bool
) -> bytes:
    """The main Typst file: places faces on a stack's pages, with `font` as the family for text.

    `dated` gives a PDF a date, which some standards demand.
    """
    paper, fill = stack.paper, "none" if stack.clear else "white"
    language = str(game.get("language", "en")).split("-")[0]
    lines = [
        '#import "/arsenal/kit.typ": base, corrected, cut, cut-circle, fold, guide, label, slot, solid, spun-slot',
        f"#set document(title: {literal(game['name'])}, date: {'auto' if dated else 'none'})",
        f"#set page(width: {paper.width}mm, height: {paper.height}mm, margin: 0mm, fill: {fill})",
        f"#show: base.with({literal(font)}, {literal(language)})",
    ]
    lines += [f'#let mark(number) = [#metadata(number)#std.label("{FACE_LABEL}")]']
    lines += [f'#let f{i} = include "/{FACES}{i}.typ"' for i in stack.faces]
    for number, page in enumerate(stack.pages):
        if number:
            lines.append("#pagebreak()")
        printed = list(_printed(page, faces))
        if page.turn or any(page.shift):
            printed = [f"#corrected({_lengths(page.shift)}, {page.turn:.6f}deg)[", *printed, "]"]
        lines += printed
    return "\n".join(lines).encode()


def _printed(page: Page, faces: Sequence[PrintedFace]) -> Iterator[str]:
    """The Typst code for everything on a page."""
    for slot in page.slots:
        number, shape = slot.card, faces[slot.card].shape
        place = (*_sides(slot.bleed), slot.trim.x - slot.bleed.x, slot.trim.y - slot.bleed.y)
        if slot.spun is not None:
            yield f"#spun-slot(mark({number}), f{number}, {_lengths(_sides(slot.trim))}, {slot.spun:.4f}deg)"
            continue
        more = f", turned: {literal(slot.turned)}" + (f", shape: {literal(shape)}" if shape != "rectangle" else "")
        yield f"#slot(mark({number}), f{number}, {_lengths(place)}{more})"
    for call, lines in (("cut", page.marks), ("fold", page.folds)):
        for line in lines:
            yield f"#{call}({_lengths((line.x1, line.y1, line.x2, line.y2))})"
    for call, boxes in (("cut-circle", page.circles), ("solid", page.solids)):
        for box in boxes:
            yield f"#{call}({_lengths(_sides(box))})"
    for guide in page.guides:
        corners = "".join(f"({_lengths(point)}), " for point in guide.points)
        lengths = _lengths((*_sides(guide.box), guide.radius))
        yield f"#guide({lengths}, ({corners}), dashed: {literal(guide.dashed)})"
    for label in page.labels:
        yield f"#label({_lengths((label.x, label.y))}, {literal(label.text)})"


def _sides(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.width, box.height


def _lengths(values: Iterable[float]) -> str:
    return ", ".join(f"{value:.4f}mm" for value in values)


ALARM = "arsenal alarm"  # the font that the kit asks for when it has noted something
EPOCH = 0  # the creation time written into a PDF, so that the same input gives the same bytes

_NAMES_FONT = re.compile(rb"\bfont\b")


class StackCompiler:
    """Typst for one job, with the files and the fonts that it may use.

    `game` is game.yaml as templates see it. `warnings` collects Typst's warnings.
    """

    def __init__(self, job: RenderJob, game: Mapping[str, Data], files: Mapping[str, bytes], fonts: JobFonts) -> None:
        self.job, self.game, self.files, self.fonts = job, game, files, fonts
        self.warnings: list[str] = []

    def compile(self, stack: Stack) -> tuple[list[Overflow | Leaving], list[bytes]]:
        """The texts of a stack's faces that do not fit their boxes or leave their cards, and the files of its pages.

        Raises RuntimeError (typst.TypstError), which says where in the sources.
        """
        overflows, files = self._set(stack)
        if not stack.faces:
            return [*overflows], files
        shown = stack
        if self.job.output == "pdf" and is_plain(stack):
            (data,) = files
        else:
            shown = Stack.of_single_faces(stack.size, stack.bleed, stack.faces)
            data = self._pdf(shown)
        return [*overflows, *leaving(data, shown, self.job.faces)], files

    def _set(self, stack: Stack) -> tuple[list[Overflow], list[bytes]]:
        """The texts of a stack's faces that do not fit their boxes, and the files of its pages."""
        files = self._files_of(stack, self._document(stack))
        output = self.job.output
        try:
            if output == "none":
                if any(_NAMES_FONT.search(data) for name, data in files.items() if name not in (KIT, "main.typ")):
                    self._warned(self.compiler(files).compile_with_warnings(format="svg", timestamp=EPOCH)[1])
                return self._overflows(files), []
            standards = cast("list[typst.PDFStandard]", [self.job.standard] if self.job.standard else [])
            made, warnings = self.compiler(files).compile_with_warnings(
                format=output, ppi=self.job.ppi, pdf_standards=standards, timestamp=EPOCH
            )
            # A query is cheap now, since Typst remembers the layout; without warnings there is nothing to ask for.
            found = self._overflows(files) if self._warned(warnings) else []
        except RuntimeError as error:
            raise self._located(error, files) from None
        pages = made if isinstance(made, list) else [made or b""]
        return found, [without_harmful_links(page) for page in pages] if output == "svg" else pages

    def _pdf(self, stack: Stack) -> bytes:
        """A stack as PDF, to be looked at."""
        made = self.compiler(self._files_of(stack, self._document(stack))).compile(format="pdf", timestamp=EPOCH)
        return made if isinstance(made, bytes) else b""

    def _document(self, stack: Stack) -> bytes:
        return document_source(self.game, stack, self.fonts.text, self.job.faces, dated=bool(self.job.standard))

    def compiler(self, files: Mapping[str, bytes]) -> typst.Compiler:
        """A Typst compiler that sees only these files. It can be used once, since it then forgets their texts."""
        import typst

        folder = Path(self.job.folder)
        texts = {name: data for name, data in files.items() if _is_text(data)}
        for name in files.keys() - texts.keys():  # its Python package takes nothing but text
            if not (folder / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(files[name])
        # Packages would come from the network or from the user's own folders: neither is there.
        nowhere = folder.with_name("packages")
        return typst.Compiler(
            texts,  # type: ignore[type-var]  # it takes a dictionary of files, which its stubs don't know
            root=folder,
            font_paths=self.fonts.typst,
            package_path=nowhere,
            package_cache_path=nowhere,
        )

    def unreadable_picture(self, pictures: Iterable[str]) -> tuple[str, RuntimeError] | None:
        """The first of these files that is not a picture, with Typst's error; None where all are pictures."""
        for name in pictures:
            files = {**self.files, "main.typ": f"#image({literal('/' + name)})".encode()}
            try:
                self.compiler(files).compile(format="svg", timestamp=EPOCH)
            except RuntimeError as error:
                return name, error
        return None

    def failing_face(self, stack: Stack) -> int | None:
        """The number of the first face that Typst can't set, for errors that don't name a face; None if all can be."""
        used, anywhere = stack.faces, Box(0, 0, 1, 1)

        def fails(first: int, end: int) -> bool:
            slots = tuple(Slot(face, anywhere, anywhere) for face in used[first:end])
            some = replace(stack, pages=[Page(stack.paper.width, stack.paper.height, slots)])
            try:
                self._overflows(self._files_of(some, self._document(some)))
            except RuntimeError:
                return True
            return False

        first, end = 0, len(used)
        while end - first > 1:
            middle = (first + end) // 2
            first, end = (first, middle) if fails(first, middle) else (middle, end)
        return used[first] if used and fails(first, end) else None

    def _warned(self, warnings: Iterable[typst.TypstWarning]) -> bool:
        """Collect warnings; true where one says that a face made a note."""
        messages = [str(warning.message) for warning in warnings]
        self.warnings += [message for message in messages if not message.endswith(ALARM)]
        return any(message.endswith(ALARM) for message in messages)

    def _overflows(self, files: Mapping[str, bytes]) -> list[Overflow]:
        notes = json.loads(self.compiler(files).query(SELECTOR))
        return overflows(notes, {face for name in files if (face := _face_of(name)) is not None})

    def _located(self, error: RuntimeError, files: Mapping[str, bytes]) -> RuntimeError:
        """The error with its place in the sources, which a query leaves out and compiling includes."""
        if hasattr(error, "diagnostic"):
            return error
        try:
            self.compiler(files).compile(format="svg", timestamp=EPOCH)
        except RuntimeError as located:
            return located
        return error

    def _files_of(self, stack: Stack, document: bytes) -> dict[str, bytes]:
        """The files for a stack: those of the pack, and those of its own faces."""
        used = {*stack.faces, None}
        files = {name: data for name, data in self.files.items() if _face_of(name) in used}
        return {**files, GAME: game_source(self.game, stack, self.job.ink), NOTES: SOURCE, "main.typ": document}


def _face_of(name: str) -> int | None:
    """The number of the face that a file belongs to; None for a file that all faces share."""
    for folder in (FACES, DRAWINGS):
        if name.startswith(folder):
            number = name.removeprefix(folder).partition("-")[0].partition(".")[0]
            return int(number) if number.isdecimal() else None
    return None


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


# What the built-in font is known to have, so that most cards need not be asked about: Latin letters and punctuation.
COVERED = {*map(chr, range(0xA1, 0x17F)), *"–—―‘’‚“”„†‡•…‰′″‹›€™−"}
NAMED = 10  # characters that a message names

_INVISIBLE = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}


def missing_glyphs(faces: Sequence[PrintedFace], compiler: StackCompiler) -> Iterator[Diagnostic]:
    """Diagnostics for faces with characters that no font has, judged by the data of their templates.

    Typst is asked to make PDF/A, which forbids such characters.
    """
    texts = [_characters(face.context) - COVERED for face in faces]
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
            key, more = ("glyphs", str(len(here) - NAMED)) if len(here) > NAMED else ("glyph", "")
            yield face_fault("missing-glyph", key, subject=str(index), shown=shown, more=more)


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
