"""From what Typst says is wrong to the line and column of the template where it is mended.

Typst sees what the templates became, not the templates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.diagnostics import Diagnostic, Span
from builder.documents.data import mapping
from renderers.templating.boxes import boxes_of
from renderers.templating.drawings import SUFFIX as DRAWING
from renderers.templating.errors import place_in
from renderers.templating.messages import Frame, frames, near_match, said_by_typst
from renderers.templating.packfiles import BUILT_IN, DRAWINGS, FACES, KIT
from renderers.templating.rendering import FaceRenderer
from renderers.templating.sandbox import SUFFIX, meant
from renderers.templating.sourcemap import over_word
from renderers.typst.compiling import StackCompiler

_WITHIN = re.compile(r" at \d+:\d+(?=\)$)")  # a place in a drawing that the kit has put together
_OF_PICTURES = re.compile(r"image|decode|svg|raster|pixmap", re.IGNORECASE)


@dataclass(slots=True)
class _Trace:
    """Where an error's trace leads: a face by its number, the innermost place in the pack's files, a line of the kit.

    None and 0 where it leads to none.
    """

    face: int | None = None
    place: Span | None = None
    kit_line: int = 0


@dataclass(frozen=True, slots=True)
class TypstErrors:
    """Says of Typst's errors and warnings which face and which line of the pack is at fault."""

    faces: FaceRenderer
    compiler: StackCompiler

    def diagnostic(self, error: RuntimeError, culprit: Callable[[], int | None]) -> Diagnostic:
        """An error as a diagnostic, whose `subject` is the face's number, as digits.

        Where the error's trace leads to no face, `culprit` is asked for it.
        """
        folder = Path(self.compiler.job["folder"]).name
        message, help_ = said_by_typst(error, folder)
        trace = self._traced(frames(str(getattr(error, "diagnostic", "")), folder))
        index, place = trace.face, trace.place
        if index is None:
            index = culprit()
        if index is not None and not place:
            if _OF_PICTURES.search(message) and (bad := self.compiler.unreadable(self._pictures(index))):
                return self._bad_picture(index, bad[0], said_by_typst(bad[1], folder)[0])
            place = self._kit_call(index, trace.kit_line) or self.faces.first_line_of(index)
            message = _WITHIN.sub("", message)
        if place:
            text = self.faces.pack.text(place.path)
            place = over_word(place, _row(text.split("\n"), place.line))
            if message == "unresolved import":
                message += f": {_row(text.splitlines(), place.line)[place.column - 1 : place.end_column - 1]}"
        near = near_match(message, self._names, self._keys(index), self.faces.pack.names())
        if message.startswith("the pack has no file") and not near:
            near = "name a file by its path from the pack's folder, with a / before it: /art/name.png"
        subject = "" if index is None else str(index)
        return Diagnostic("template-error", message, place, "; ".join(filter(None, (near, help_))), subject=subject)

    def unknown_fonts(self) -> Iterator[Diagnostic]:
        """Families that templates name and that neither the pack nor Arsenal has."""
        known = self.compiler.fonts.families
        warned = (w.partition(": ")[2] for w in self.compiler.warnings if w.startswith("unknown font family: "))
        for family in sorted(set(warned)):
            place = self._named(re.escape(family))
            shown = family
            if place:  # as it is written
                row = self.faces.pack.text(place.path).splitlines()[place.line - 1]
                shown = row[place.column - 1 : place.end_column - 1]
            help_ = meant(shown, known) or f"there are: {', '.join(known)}"
            yield Diagnostic("unknown-font", f'there is no font "{shown}"', place, help_)

    def _traced(self, trace: Iterable[Frame]) -> _Trace:
        found = _Trace()
        for frame in trace:
            if frame.file.startswith(FACES):
                found.face = int(Path(frame.file).stem)
                found.place = found.place or self.faces.place_of(found.face, frame.line, frame.column)
            elif frame.file in self.faces.pack.files:
                found.place = found.place or place_in(frame.file, frame.line, frame.column)
            elif frame.file == KIT:
                found.kit_line = found.kit_line or frame.line
        return found

    def _bad_picture(self, index: int, name: str, why: str) -> Diagnostic:
        """A picture that a face shows and that is none, placed where it is named; where the card names it, nowhere."""
        place: Span | None = None
        file = name
        if name.startswith(DRAWINGS):
            name = f"templates/{name.removeprefix(f'{DRAWINGS}{index}-').removesuffix('.svg')}{DRAWING}"
            place = self.faces.place_of_drawing(file) or place_in(name, 1)
        elif f"/{name}" != self.faces.art_of(index):
            boxes = boxes_of(self.faces.templates).found.values()
            place = next((place_in(*box.place) for box in boxes if box.settings.get("image") == f"/{name}"), None)
            place = place or self._named(f"/?{re.escape(name)}") or place_in("game.yaml", 1)
        message = f"{name} is no picture that can be used: {why}"
        return Diagnostic("template-error", message, place, subject=str(index))

    def _named(self, pattern: str) -> Span | None:
        """Where the pack's templates have this in quotes; None where they don't."""
        quoted = re.compile(f"[\"'](?P<name>{pattern})[\"']", re.IGNORECASE)
        pack = self.faces.pack
        for name in sorted(name for name in pack.names() if name.startswith("templates/")):
            if name.endswith((SUFFIX, ".typ")):
                for number, line in enumerate(pack.text(name).splitlines(), 1):
                    if found := quoted.search(line):
                        return place_in(name, number, found.start("name") + 1, len(found["name"]))
        return None

    def _kit_call(self, index: int, line: int) -> Span | None:
        """Where the face, or else a file of the pack, names the kit's function around this line of the kit."""
        above = _kit().splitlines()[:line]
        named = [found[1] for text in above if (found := re.match(r"#let ([a-z-]+)", text))]
        if not named:
            return None
        words = {"fitted-line": "fit-line", "fitted-block": "fit-block"}
        call = re.compile(rf"(?<![\w-]){words.get(named[-1], named[-1])}(?![\w-])(?=\()")
        for number, text in enumerate(self.faces.source_of(index).splitlines(), 1):
            found = call.search(text)
            if found and (place := self.faces.place_of(index, number, found.start() + 1)):
                return place
        for name in self.faces.pack.files:
            if name.endswith(".typ"):
                for number, text in enumerate(self.faces.pack.text(name).splitlines(), 1):
                    if found := call.search(text):
                        return place_in(name, number, found.start() + 1, len(found[0]))
        return None

    def _names(self) -> list[str]:
        """The names that the kit and the pack's own Typst files give."""
        own = (self.faces.pack.text(name) for name in self.faces.pack.files if name.endswith(".typ"))
        return [name for text in (_kit(), *own) for name in re.findall(r"#?let ([a-zA-Z][\w-]*)", text)]

    def _keys(self, index: int | None) -> list[str]:
        """The keys of what a face is told of its card and of the game."""
        context = self.faces.faces[index]["context"] if index is not None else {}
        return [*mapping(context.get("card")), *self.faces.game]

    def _pictures(self, index: int) -> list[str]:
        """The files of pictures that a face may show, of its own first."""
        art = self.faces.art_of(index)
        drawn = [name for name in self.faces.drawn if name.startswith(f"{DRAWINGS}{index}-")]
        boxed = [str(box.settings.get("image", "")) for box in boxes_of(self.faces.templates).found.values()]
        files = [name for name in self.faces.pack.files if not name.endswith((".typ", ".json"))]
        return list(dict.fromkeys(name.lstrip("/") for name in (art, *boxed, *drawn, *files) if name))


def _kit() -> str:
    return (BUILT_IN / "kit.typ").read_text("utf-8")


def _row(rows: list[str], line: int) -> str:
    return rows[line - 1] if 0 < line <= len(rows) else ""
