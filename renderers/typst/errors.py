"""Locates Typst's errors and warnings: Typst sees rendered sources, designers need the line of their template."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.diagnostics import Diagnostic, Span
from builder.documents.data import mapping
from renderers.templating.boxes import boxes_of
from renderers.templating.drawings import SUFFIX as DRAWING
from renderers.templating.packfiles import BUILT_IN, DRAWINGS, FACES, KIT
from renderers.templating.rendering import FaceRenderer
from renderers.templating.sandbox import SUFFIX, did_you_mean, place_in
from renderers.templating.sourcemap import over_word
from renderers.typst.compiling import StackCompiler
from renderers.typst.jobs import face_fault

WORDS = Path(__file__).with_name("data") / "typst-words.txt"  # a line of names, a line of arguments

_WRAPPED = re.compile(r"^(?:panicked with|assertion failed): (.*)$", re.DOTALL)
_WITHIN = re.compile(r" at \d+:\d+(?=\)$)")  # a place in a drawing that the kit has put together
_OF_PICTURES = re.compile(r"image|decode|svg|raster|pixmap", re.IGNORECASE)


@dataclass(slots=True)
class _Trace:
    """Where the trace of an error leads: to a face by number, to a place in the pack's files, to a line of kit.typ.

    None and 0 where it leads to none.
    """

    face: int | None = None
    place: Span | None = None
    kit_line: int = 0


@dataclass(frozen=True, slots=True)
class TypstErrors:
    """Turns errors and warnings of Typst into diagnostics, at the line of the pack that must be changed."""

    faces: FaceRenderer
    compiler: StackCompiler

    def diagnostic(self, error: RuntimeError, failing_face: Callable[[], int | None]) -> Diagnostic:
        """The diagnostic of an error; its subject is the number of the face, in digits.

        `failing_face` is called where the error's trace leads to no face.
        """
        folder = Path(self.compiler.job.folder).name
        message, help_ = typst_message(error, folder)
        trace = self._traced(frames(str(getattr(error, "diagnostic", "")), folder))
        index, place = trace.face, trace.place
        if index is None:
            index = failing_face()
        if index is not None and not place:
            if _OF_PICTURES.search(message) and (bad := self.compiler.unreadable_picture(self._pictures(index))):
                return self._bad_picture(index, bad[0], typst_message(bad[1], folder)[0])
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
        """Diagnostics for families of fonts that templates name and that don't exist."""
        warned = (w.partition(": ")[2] for w in self.compiler.warnings if w.startswith("unknown font family: "))
        for family in sorted(set(warned)):
            place = self._named(re.escape(family))
            shown = family
            if place:  # as it is written
                row = self.faces.pack.text(place.path).splitlines()[place.line - 1]
                shown = row[place.column - 1 : place.end_column - 1]
            help_ = self.compiler.fonts.instead_of(shown)
            yield Diagnostic("unknown-font", f'there is no font "{shown}"', place, help_)

    def _traced(self, trace: Iterable[Frame]) -> _Trace:
        found = _Trace()
        for frame in trace:
            if frame.file.startswith(FACES) and (number := Path(frame.file).stem).isdecimal():
                found.face = int(number)
                found.place = found.place or self.faces.place_of(found.face, frame.line, frame.column)
            elif frame.file in self.faces.pack.files:
                found.place = found.place or place_in(frame.file, frame.line, frame.column)
            elif frame.file == KIT:
                found.kit_line = found.kit_line or frame.line
        return found

    def _bad_picture(self, index: int, name: str, why: str) -> Diagnostic:
        """A file that is not a picture, at the place where a template names it.

        It has no place where the card names it, since then the card is at fault.
        """
        place: Span | None = None
        file = name
        if name.startswith(DRAWINGS):
            name = f"templates/{name.removeprefix(f'{DRAWINGS}{index}-').removesuffix('.svg')}{DRAWING}"
            place = self.faces.place_of_drawing(file) or place_in(name, 1)
        elif f"/{name}" != self.faces.art_of(index):
            boxes = boxes_of(self.faces.templates).found.values()
            place = next((place_in(*box.place) for box in boxes if box.settings.get("image") == f"/{name}"), None)
            place = place or self._named(f"/?{re.escape(name)}") or place_in("game.yaml", 1)
        return face_fault("template-error", "picture", place, str(index), path=name, why=why)

    def _named(self, pattern: str) -> Span | None:
        """The first place where a template of the pack has this in quotes; None where none has."""
        quoted = re.compile(f"[\"'](?P<name>{pattern})[\"']", re.IGNORECASE)
        pack = self.faces.pack
        for name in sorted(name for name in pack.names() if name.startswith("templates/")):
            if name.endswith((SUFFIX, ".typ")):
                for number, line in enumerate(pack.text(name).splitlines(), 1):
                    if found := quoted.search(line):
                        return place_in(name, number, found.start("name") + 1, len(found["name"]))
        return None

    def _kit_call(self, index: int, line: int) -> Span | None:
        """The place where a face, or a file of the pack, calls the function of kit.typ that contains this line."""
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
        """The names that kit.typ and the pack's own Typst files define."""
        own = (self.faces.pack.text(name) for name in self.faces.pack.files if name.endswith(".typ"))
        return [name for text in (_kit(), *own) for name in re.findall(r"#?let ([a-zA-Z][\w-]*)", text)]

    def _keys(self, index: int | None) -> list[str]:
        """The keys of the card that a face shows, and of the game."""
        context = self.faces.faces[index].context if index is not None else {}
        return [*mapping(context.get("card")), *self.faces.game]

    def _pictures(self, index: int) -> list[str]:
        """The paths of all pictures that a face may show, its own first."""
        self.faces.source_of(index)  # again, or the boxes would be those of the last face
        art = self.faces.art_of(index)
        drawn = [name for name in self.faces.drawn if name.startswith(f"{DRAWINGS}{index}-")]
        boxed = [str(box.settings.get("image", "")) for box in boxes_of(self.faces.templates).found.values()]
        files = [name for name in self.faces.pack.files if not name.endswith((".typ", ".json"))]
        return list(dict.fromkeys(name.lstrip("/") for name in (art, *boxed, *drawn, *files) if name))


def _kit() -> str:
    return (BUILT_IN / "kit.typ").read_text("utf-8")


def _row(rows: list[str], line: int) -> str:
    """A line, counted from 1; "" where there is none."""
    return rows[line - 1] if 0 < line <= len(rows) else ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in Typst source; line and column count from 1."""

    file: str
    line: int
    column: int


def frames(diagnostic: str, folder: str) -> Iterator[Frame]:
    """The places in Typst's description of an error, the innermost first. `folder` is the name of Typst's root
    folder.
    """
    for match in re.finditer(r"┌─ (.+):(\d+):(\d+)", diagnostic):
        name = match[1].replace("\\", "/").rpartition(f"{folder}/")[2]
        yield Frame(name, int(match[2]), int(match[3]) + 1)


def typst_message(error: RuntimeError, folder: str) -> tuple[str, str]:
    """The message and the hints of a Typst error, without names of temporary folders."""
    message = str(getattr(error, "message", error))
    help_ = "; ".join(getattr(error, "hints", ()))
    if "package" in message:
        return "a template asks for a Typst package, which templates may not use", help_
    if wrapped := _WRAPPED.match(message):
        message = wrapped[1].replace('\\"', '"')
    if missing := re.match(r"file not found \(searched at (.+)\)", message):
        name = missing[1].replace("\\", "/").rpartition(f"{folder}/")[2]
        return f'the pack has no file "{name.removeprefix(".arsenal/faces/")}"', help_
    return re.sub(r"( at \d+:\d+)\1", r"\1", message), help_  # Typst says it twice


def near_match(message: str, names: Callable[[], Iterable[str]], keys: Iterable[str], files: Iterable[str]) -> str:
    """A hint for a misspelt variable, import, argument, key or file in Typst's message; "" where there is none."""
    standard, arguments = (line.split() for line in WORDS.read_text("utf-8").splitlines())
    for pattern, known in (
        (r"unknown variable: (\S+)", lambda: [*names(), *standard]),
        (r"unresolved import: (\S+)", names),
        (r"unexpected argument: (\S+)", lambda: arguments),
        (r'dictionary does not contain key "([^"]+)"', lambda: keys),
        (r'the pack has no file "([^"]+)"', lambda: files),
    ):
        found = re.search(pattern, message)
        if found and found[1]:
            return did_you_mean(found[1], known())
    return ""
