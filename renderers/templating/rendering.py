"""Faces: from a card and its template to Typst source, and from what is wrong there back to the template's line."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from jinja2 import FunctionLoader, Template, TemplateNotFound, TemplateSyntaxError

from renderers.templating import faults
from renderers.templating.boxes import World, boxes_of
from renderers.templating.compiled import Compiled
from renderers.templating.drawings import SUFFIX as DRAWING
from renderers.templating.drawings import Drawings
from renderers.templating.escape import CardTemplates, Typst, environment, literal
from renderers.templating.findings import FaultError, Finding, new_finding
from renderers.templating.packfiles import OWN, Pack
from renderers.templating.sandbox import HINT, SOURCE_LIMIT, SUFFIX, TooLargeError, meant
from renderers.typst import fonts
from renderers.typst.press import DRAWN, FACES, KIT, Press, faces_of

FACE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SKIPPED = "<!--/*-->"  # before an SVG; Typst's package parses every text as Typst too, and a comment takes it no time

_WITHIN = re.compile(r" at \d+:\d+(?=\)$)")  # a place in a drawing that the kit has put together
_OF_PICTURES = re.compile(r"image|decode|svg|raster|pixmap", re.IGNORECASE)
_at = faults.at
_TAGS = (
    *("if", "elif", "else", "endif", "for", "endfor", "set", "endset", "block", "endblock", "extends", "include"),
    *("import", "from", "macro", "endmacro", "call", "endcall", "filter", "endfilter", "with", "raw", "endraw", "box"),
)


class Faces:
    """The faces of a job, rendered by jinja2 to Typst source, one virtual file a face."""

    def __init__(self, job: dict[str, Any], pack: Pack, has: fonts.Fonts) -> None:
        self.job, self.pack, self.has = job, pack, has
        self.findings: list[Finding] = []
        self.game = job["game"]
        self.sizes = {i: stack["size"] for stack in job["stacks"] for i in faces_of(stack)}
        for symbol in self.game.get("symbols", {}).values():
            if symbol.get("image"):
                symbol["image"] = pack.attach(symbol["image"])
        faces, drawings = (
            Compiled(Path(job["cache"], kind)) if job["cache"] else None for kind in ("faces", "drawings")
        )
        loader = FunctionLoader(pack.template)
        self.typst = self._environment(environment(loader, self.game.get("symbols", {}), faces))
        self.loader, self.drawings = loader, Drawings(loader, drawings)
        self.drawn: dict[str, bytes] = {}
        self._asked: dict[str, tuple[str, str, dict[str, Any]]] = {}  # what drawings were made of, by their files

    def render(self) -> dict[str, bytes]:
        """The files that Typst reads: each face's source, and the drawings that they asked for."""
        sources = {f"{FACES}{i}.typ": self._render(i).encode() for i in range(len(self.job["faces"]))}
        return {**sources, **self.drawn}

    def _environment(self, env: CardTemplates) -> CardTemplates:
        """Card templates that know what boxes may name."""
        symbols = self.game.get("symbols", {})
        boxes_of(env).world = World(symbols, self.has.roles, self.has.families, self.pack.attach)
        return env

    def typst_fault(self, error: Any, press: Press, culprit: Callable[[], int | None]) -> Finding:
        """A Typst error as a finding, placed in the template that it comes from.

        Where the error's trace leads to no face, `culprit` is asked for it.
        """
        folder = Path(self.job["folder"]).name
        message, help_ = faults.said_by_typst(error, folder)
        index, place, in_kit = self._traced(faults.frames(str(getattr(error, "diagnostic", "")), folder))
        if index is None:
            index = culprit()
        if index is not None and not place:
            if _OF_PICTURES.search(message) and (bad := press.unreadable(self._pictures(index))):
                return self._bad_picture(index, bad[0], faults.said_by_typst(bad[1], folder)[0])
            place = self._kit_call(index, in_kit) or self._first_line(index)
            message = _WITHIN.sub("", message)
        if path := place.get("path"):
            text = self.pack.text(path)
            place = _with_word(place, text)
            if message == "unresolved import":
                start = place["column"] - 1
                message += f": {text.splitlines()[place['line'] - 1][start : start + place['length']]}"
        near = faults.near_match(message, self._names, self._keys(index), self.pack.names())
        if message.startswith("the pack has no file") and not near:
            near = "name a file by its path from the pack's folder, with a / before it: /art/name.png"
        return new_finding("template-error", message, help="; ".join(filter(None, (near, help_))), face=index, **place)

    def _traced(self, frames: Iterable[faults.Frame]) -> tuple[int | None, dict[str, Any], int]:
        """Which face an error's trace leads to, the innermost place in the pack's files, and in the kit's lines."""
        index: int | None = None
        place: dict[str, Any] = {}
        in_kit = 0
        for frame in frames:
            if frame.file.startswith(FACES):
                index = int(Path(frame.file).stem)
                place = place or self._face_place(index, frame.line, frame.column)
            elif frame.file in self.pack.files:
                place = place or _at(frame.file, frame.line, frame.column)
            elif frame.file == KIT:
                in_kit = in_kit or frame.line
        return index, place, in_kit

    def _bad_picture(self, index: int, name: str, why: str) -> Finding:
        """A picture that a face shows and that is none, placed where it is named; where the card names it, nowhere."""
        place: dict[str, Any] = {}
        file = name
        if name.startswith(DRAWN):
            name = f"templates/{name.removeprefix(f'{DRAWN}{index}-').removesuffix('.svg')}{DRAWING}"
            place = self._drawing_place(file) or _at(name, 1)
        elif f"/{name}" != self._art(self.job["faces"][index]):
            boxes = boxes_of(self.typst).found.values()
            place = next((_at(*box.place) for box in boxes if box.settings.get("image") == f"/{name}"), {})
            place = place or self._named(f"/?{re.escape(name)}") or _at("game.yaml", 1)
        return new_finding("template-error", f"{name} is no picture that can be used: {why}", face=index, **place)

    def _named(self, pattern: str) -> dict[str, Any]:
        """Where the pack's templates have this in quotes; {} where they don't."""
        quoted = re.compile(f"[\"'](?P<name>{pattern})[\"']", re.IGNORECASE)
        for name in sorted(name for name in self.pack.names() if name.startswith("templates/")):
            if name.endswith((SUFFIX, ".typ")):
                for number, line in enumerate(self.pack.text(name).splitlines(), 1):
                    if found := quoted.search(line):
                        return _at(name, number, found.start("name") + 1, len(found["name"]))
        return {}

    def unknown_fonts(self, warnings: Iterable[str]) -> list[Finding]:
        """Families that templates name and that neither the pack nor Arsenal has."""
        findings = []
        for family in sorted({w.partition(": ")[2] for w in warnings if w.startswith("unknown font family: ")}):
            place = self._named(re.escape(family))
            if place:
                row = self.pack.text(place["path"]).splitlines()[place["line"] - 1]
                family = row[place["column"] - 1 :][: place["length"]]  # noqa: PLW2901 - as it is written
            help_ = meant(family, self.has.families) or f"there are: {', '.join(self.has.families)}"
            findings.append(new_finding("unknown-font", f'there is no font "{family}"', help=help_, **place))
        return findings

    def _names(self) -> list[str]:
        """The names that the kit and the pack's own Typst files give."""
        own = (self.pack.text(name) for name in self.pack.files if name.endswith(".typ"))
        texts = [(OWN / "kit.typ").read_text("utf-8"), *own]
        return [name for text in texts for name in re.findall(r"#?let ([a-zA-Z][\w-]*)", text)]

    def _keys(self, index: int | None) -> list[str]:
        context = self.job["faces"][index]["context"] if index is not None else {}
        return [*context.get("card", {}), *self.game]

    def _pictures(self, index: int) -> list[str]:
        """The files of pictures that a face may show, of its own first."""
        art = self._art(self.job["faces"][index])
        drawn = [name for name in self.drawn if name.startswith(f"{DRAWN}{index}-")]
        boxed = [box.settings.get("image", "") for box in boxes_of(self.typst).found.values()]
        files = [name for name in self.pack.files if not name.endswith((".typ", ".json"))]
        return list(dict.fromkeys(name.lstrip("/") for name in (art, *boxed, *drawn, *files) if name))

    def _kit_call(self, index: int, line: int) -> dict[str, Any]:
        """Where the face, or else a file of the pack, names the kit's function around this line of the kit."""
        above = (OWN / "kit.typ").read_text("utf-8").splitlines()[:line]
        named = [found[1] for text in above if (found := re.match(r"#let ([a-z-]+)", text))]
        if not named:
            return {}
        words = {"fitted-line": "fit-line", "fitted-block": "fit-block"}
        call = re.compile(rf"(?<![\w-]){words.get(named[-1], named[-1])}(?![\w-])(?=\()")
        for number, text in enumerate(self._render(index).splitlines(), 1):
            if (found := call.search(text)) and (place := self._face_place(index, number, found.start() + 1)):
                return place
        for name in self.pack.files:
            if name.endswith(".typ"):
                for number, text in enumerate(self.pack.text(name).splitlines(), 1):
                    if found := call.search(text):
                        return _at(name, number, found.start() + 1, len(found[0]))
        return {}

    def _first_line(self, index: int) -> dict[str, Any]:
        """The beginning of a face's own template; where that is ours, the card is at fault."""
        template = self._template(self.job["faces"][index]["template"])
        return {} if faults.called(template.filename or "") else _at(template.filename, 1)

    def _render(self, index: int) -> str:
        face = self.job["faces"][index]
        try:
            return self._source(self._template(face["template"]), index)
        except FaultError as fault:
            fault.finding["face"] = index
            if not fault.finding["path"]:
                fault.finding |= self._raised(fault)
            raise
        except TemplateSyntaxError as error:
            message, _, help_ = str(error.message).partition(HINT)
            place = _at(error.filename, error.lineno)
            finding = new_finding("template-error", message, help=help_, face=index, **place)
        except TemplateNotFound as error:
            known = [name.removeprefix("templates/") for name in self.pack.names() if name.startswith("templates/")]
            help_ = meant(str(error.name), known)
            finding = new_finding(
                "unknown-template", f'no template "{error.name}"', help=help_, face=index, **self._raised(error)
            )
        except (TooLargeError, MemoryError, RecursionError) as error:
            message = str(error) or "the templates need more memory than they may use"
            if isinstance(error, RecursionError):
                message = "the template includes or calls itself without end"
            finding = new_finding("template-limit", message, face=index, **self._raised(error))
        except Exception as error:  # noqa: BLE001 - a template is a stranger's program: whatever it raises is its fault
            message, _, help_ = str(error).partition(HINT)
            help_ = help_ or getattr(error, "help", "")
            finding = new_finding("template-error", message, help=help_, face=index, **self._raised(error))
        raise FaultError(self._jinja_words(finding)) from None

    def _source(self, template: Template, index: int) -> str:
        """A face's Typst source. Raises whatever a template may, and BoxError for boxes that nothing draws."""
        boxes = boxes_of(template.environment)
        boxes.begin()
        parts, length = [], 0
        pieces = template.generate(self._context(index))
        for piece in pieces:
            parts.append(piece)
            length += len(piece)
            if length > SOURCE_LIMIT:
                fault = TooLargeError(f"the face is longer than {SOURCE_LIMIT:,} characters")
                fault.place = (template.filename, _line_reached(template, pieces))
                raise fault
        boxes.end()
        return "".join(parts)

    def _raised(self, error: BaseException) -> dict[str, Any]:
        """The line of a template that raised this."""
        if place := getattr(error, "place", None):
            return _at(*place)
        return _raised_at(error)

    def _jinja_words(self, finding: Finding) -> Finding:
        """The finding with the column of the word that jinja2 does not know, and what was probably meant."""
        index, path = finding["face"], finding["path"]
        rows = self.pack.text(path).split("\n") if path else []
        row = rows[finding["line"] - 1] if 0 < finding["line"] <= len(rows) else ""
        variables = {*self._context(index), *self.typst.globals} if "undefined" in finding["message"] else set()
        variables |= set(re.findall(r"{%-?\s*set\s+(\w+)", "\n".join(rows)))
        known: dict[str, Iterable[str]] = {
            "variables": variables,
            "filters": self.typst.filters,
            "tests": self.typst.tests,
            "tags": _TAGS,
        }
        word, help_ = faults.near_in_jinja(finding["message"], known)
        place = _at(path, finding["line"])
        place = faults.at_word(path, finding["line"], word, row) if word else _with_word(place, row, 1)
        return {**finding, **place, "help": finding["help"] or help_}

    def _template(self, name: str) -> Template:
        if not FACE_NAME.fullmatch(name):
            raise FaultError(new_finding("path-outside-pack", f'"{name}" is no name of a template'))
        return self.typst.get_template(name + SUFFIX)

    def _context(self, index: int) -> dict[str, Any]:
        face = self.job["faces"][index]

        def draw(name: str, **told: Any) -> Typst:
            """Render the pack's `templates/NAME.svg.j2` for this face; the value is what Typst's `image` takes."""
            file = f"{DRAWN}{index}-{name}.svg"
            told = {**face["context"], "game": self.game, **told}
            self._asked[file] = name, f"{self.game['id']}/{face['id']}", told
            drawing = self.drawings.draw(*self._asked[file])
            self.drawn[file] = (SKIPPED * drawing.startswith("<svg") + drawing).encode()
            return literal(f"/{file}")

        return {
            "game": self.game,
            "size": self.sizes.get(index),
            "art": self._art(face),
            "draw": draw,
            **face["context"],
        }

    def _art(self, face: dict[str, Any]) -> str | None:
        art = face["context"].get("card", {}).get("art")
        return self.pack.attach(art) if art else None

    def _face_place(self, index: int, line: int, column: int = 1) -> dict[str, Any]:
        """Where in the pack's templates a place of a face's source comes from; {} where one of ours wrote it."""
        env = self._environment(faults.Marked.like(self.typst))
        try:
            template = env.get_template(self.job["faces"][index]["template"] + SUFFIX)
            found = faults.SourceMap(self._source(template, index), self.pack.text)
        except Exception:  # noqa: BLE001 - it rendered before: what the marks changed is not worth an error of its own
            return {}
        place = found.place(line, column) if found.text == self._render(index) else {}
        return place if place and not faults.called(place["path"]) else {}

    def _drawing_place(self, file: str) -> dict[str, Any]:
        """Where in the pack's templates a drawing stops being XML; {} where it is, or where that can't be told."""
        drawing = self.drawn[file].decode().removeprefix(SKIPPED)
        try:
            found = faults.SourceMap(
                Drawings(self.loader, sandbox=faults.Marking).draw(*self._asked[file]), self.pack.text
            )
        except Exception:  # noqa: BLE001 - it rendered before: what the marks changed is not worth an error of its own
            return {}
        return found.place(*faults.xml_fault(drawing)) if found.text == drawing else {}


def _line_reached(template: Template, pieces: Any) -> int:
    """The line at which a template has arrived that is being rendered."""
    while inner := pieces.gi_yieldfrom:
        pieces = inner
        if pieces.gi_frame and pieces.gi_frame.f_code.co_filename == template.filename:
            return template.get_corresponding_lineno(pieces.gi_frame.f_lineno)
    return 1


def _with_word(place: dict[str, Any], text: str, line: int = 0) -> dict[str, Any]:
    """The place, as long as the word there; where it is a line's beginning, from its first character on."""
    rows = text.split("\n")
    number = line or place["line"]
    row = rows[number - 1] if 0 < number <= len(rows) else ""
    column = place["column"]
    if column == 1:
        column = len(row) - len(row.lstrip()) + 1
    if place["length"] > 1:
        return place
    word = re.compile(r"[\w-]+").match(row, column - 1)
    return {**place, "column": column, "length": len(word[0]) if word else 1}


def _raised_at(error: BaseException) -> dict[str, Any]:
    """The line of the template that raised this; jinja2 makes tracebacks point into templates."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.endswith((SUFFIX, DRAWING)) and not faults.called(frame.filename):
            return _at(frame.filename, frame.lineno)
    return {}
