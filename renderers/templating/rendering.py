"""Renders faces with jinja2 to Typst source, and reports what jinja2 finds wrong at the template's line."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import GeneratorType

from jinja2 import FunctionLoader, Template, TemplateNotFound, TemplateSyntaxError

from builder.diagnostics import Diagnostic, Span
from builder.documents.data import Data, mapping, text
from renderers.faces.faces import Ink, PrintedFace
from renderers.templating.boxes import BoxScope, boxes_of
from renderers.templating.drawings import SUFFIX as DRAWING
from renderers.templating.drawings import Drawings, silhouette
from renderers.templating.escape import CardTemplates, Typst, environment, literal
from renderers.templating.packfiles import DRAWINGS, FACES, SHAPES, PackFiles, is_built_in
from renderers.templating.sandbox import (
    HINT,
    SOURCE_LIMIT,
    SUFFIX,
    RenderError,
    TemplateCache,
    TooLargeError,
    did_you_mean,
    place_in,
)
from renderers.templating.sourcemap import MarkingSandbox, MarkingTemplates, SourceMap, at_word, over_word, xml_fault

FACE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ONLY = {"card": "cards and their own backs", "component": "components", "side": "dice"}  # what not all faces receive
SKIPPED = "<!--/*-->"  # before an SVG; Typst's package parses every text as Typst too, and a comment takes it no time

_TAGS = (
    *("if", "elif", "else", "endif", "for", "endfor", "set", "endset", "block", "endblock", "extends", "include"),
    *("import", "from", "macro", "endmacro", "call", "endcall", "filter", "endfilter", "with", "raw", "endraw", "box"),
)


def with_symbol_files(game: Mapping[str, Data], pack: PackFiles) -> Mapping[str, Data]:
    """game.yaml with the symbols' pictures attached, and named by their paths in Typst.

    A picture made of pixels also has a `shape`, to be painted in a colour, if it is transparent around it. Raises
    RenderError for a picture that is not there.
    """
    symbols = mapping(game.get("symbols"))
    if not symbols:
        return game
    seen = {}
    for name, symbol in symbols.items():
        image = text(mapping(symbol).get("image"))
        if not image:
            seen[name] = symbol
            continue
        path = pack.attach(image)
        shaped = {"image": path}
        if not path.lower().endswith(".svg") and (shape := silhouette(pack.files[path[1:]])):
            pack.files[f"{SHAPES}{name}.svg"] = shape.encode()
            shaped["shape"] = f"/{SHAPES}{name}.svg"
        seen[name] = {**mapping(symbol), **shaped}
    return {**game, "symbols": seen}


class FaceRenderer:
    """Renders the faces of a job, each to one Typst file.

    `game` is what `with_symbol_files` returns, `sizes` are the sizes of faces by number, `scope` has the names that
    boxes may use, and `cache` is the user's cache folder, if there is one. `on_face` is called with the number of each
    face before it is rendered.
    """

    def __init__(
        self,
        game: Mapping[str, Data],
        faces: Sequence[PrintedFace],
        sizes: Mapping[int, Mapping[str, float]],
        pack: PackFiles,
        scope: BoxScope,
        cache: Path | None = None,
        ink: Ink = "full",
        on_face: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._on_face = on_face
        self.game, self.faces, self.pack = game, faces, pack
        self._sizes, self._scope, self._ink = sizes, scope, ink
        self._loader = FunctionLoader(pack.template)
        for_faces, for_drawings = (TemplateCache(cache, kind) if cache else None for kind in ("faces", "drawings"))
        self.templates = self._scoped(environment(self._loader, scope.symbols, for_faces))
        self._drawings = Drawings(self._loader, for_drawings)
        self.drawn: dict[str, bytes] = {}
        self._asked: dict[str, tuple[str, str, dict[str, object]]] = {}  # what drawings were made of, by their files

    def render(self) -> dict[str, bytes]:
        """The source of each face, and the drawings that the faces asked for, by path in Typst.

        Raises RenderError for the first fault; the subject of its diagnostic is the number of the face, in digits.
        """
        sources = {f"{FACES}{i}.typ": self.source_of(i).encode() for i in range(len(self.faces))}
        return {**sources, **self.drawn}

    def source_of(self, index: int) -> str:
        """The Typst source of a face. Raises RenderError as `render` does."""
        try:
            return self._source(self._template(self.faces[index].template), index)
        except RenderError as error:
            found = error.diagnostic
            if found.span and found.code == "template-error":  # a box, which knows its line
                found = self._with_word(found, index)
            elif not found.span:
                found = replace(found, span=_raised_at(error))
        except TemplateSyntaxError as error:
            message, _, help_ = str(error.message).partition(HINT)
            place = place_in(error.filename, error.lineno) if error.filename else None
            found = self._with_word(Diagnostic("template-error", message, place, help_), index)
        except TemplateNotFound as error:
            known = [name.removeprefix("templates/") for name in self.pack.names() if name.startswith("templates/")]
            message, help_ = f'no template "{error.name}"', did_you_mean(str(error.name), known)
            found = self._with_word(Diagnostic("unknown-template", message, _raised_at(error), help_), index)
        except (TooLargeError, MemoryError, RecursionError) as error:
            message = str(error) or "the templates need more memory than they may use"
            if isinstance(error, RecursionError):
                message = "the template includes or calls itself without end"
            found = self._with_word(Diagnostic("template-limit", message, _raised_at(error)), index)
        except Exception as error:  # noqa: BLE001 - a template is a stranger's program: whatever it raises is its fault
            message, _, help_ = str(error).partition(HINT)
            found = self._with_word(Diagnostic("template-error", message, _raised_at(error), help_), index)
        raise RenderError(replace(found, subject=str(index))) from None

    def _scoped(self, env: CardTemplates) -> CardTemplates:
        """The same environment, whose boxes know the names that they may use."""
        boxes_of(env).scope = self._scope
        return env

    def _template(self, name: str) -> Template:
        if not FACE_NAME.fullmatch(name):
            raise RenderError(Diagnostic("path-outside-pack", f'"{name}" is no name of a template'))
        return self.templates.get_template(name + SUFFIX)

    def _source(self, template: Template, index: int) -> str:
        """The Typst source of a face. Raises any exception that a template can raise."""
        self._on_face(index)
        boxes = boxes_of(template.environment)
        boxes.begin()
        parts, length = [], 0
        pieces = template.generate(self._context(index))
        for piece in pieces:
            parts.append(piece)
            length += len(piece)
            if length > SOURCE_LIMIT:
                error = TooLargeError(f"the face is longer than {SOURCE_LIMIT:,} characters")
                error.place = (template.filename, _line_reached(template, pieces))
                raise error
        boxes.end()
        return "".join(parts)

    def _context(self, index: int) -> dict[str, object]:
        face = self.faces[index]

        def draw(name: str, **more: object) -> Typst:
            """Render the pack's `templates/NAME.svg.j2` for this face; the value is what Typst's `image` takes."""
            file = f"{DRAWINGS}{index}-{name}.svg"
            context = {**face.context, "game": self.game, **more}
            self._asked[file] = name, f"{self.game['id']}/{face.id}", context
            drawing = self._drawings.draw(*self._asked[file])
            self.drawn[file] = (SKIPPED * drawing.startswith("<svg") + drawing).encode()
            return literal(f"/{file}")

        return {
            "game": self.game,
            "size": self._sizes.get(index),
            "ink": self._ink,
            "art": self.art_of(index),
            "draw": draw,
            **face.context,
        }

    def art_of(self, index: int) -> str | None:
        """The path in Typst of a face's own picture; None where it has none. Raises RenderError."""
        art = text(mapping(self.faces[index].context.get("card")).get("art"))
        return self.pack.attach(art) if art else None

    # ---- places ----------------------------------------------------------------------------------------------------

    def _with_word(self, found: Diagnostic, index: int) -> Diagnostic:
        """The fault with the column of the word that jinja2 does not know, and a hint what it should be."""
        place = found.span
        rows = self.pack.text(place.path).split("\n") if place else []
        row = rows[place.line - 1] if place and 0 < place.line <= len(rows) else ""
        variables = {*self._context(index), *self.templates.globals} if "undefined" in found.message else set()
        variables |= set(re.findall(r"{%-?\s*set\s+(\w+)", "\n".join(rows)))
        known: dict[str, Iterable[str]] = {
            "variables": variables,
            "filters": self.templates.filters,
            "tests": self.templates.tests,
            "tags": _TAGS,
        }
        word, help_ = near_in_jinja(found.message, known)
        if word in ONLY and word not in variables:
            help_ = f'"{word}" is known to faces of {ONLY[word]} only'
        if place:
            line = place_in(place.path, place.line)
            place = at_word(place.path, place.line, word, row) if word else over_word(line, row)
        return replace(found, span=place, help=found.help or help_)

    def first_line_of(self, index: int) -> Span | None:
        """The first line of a face's template; None for a built-in template, since then the card is at fault."""
        name = self._template(self.faces[index].template).filename
        return place_in(name, 1) if name and not is_built_in(name) else None

    def place_of(self, index: int, line: int, column: int = 1) -> Span | None:
        """The place in the pack's templates that became this place of a face's source; None for built-in templates."""
        env = self._scoped(MarkingTemplates.like(self.templates))
        try:
            template = env.get_template(self.faces[index].template + SUFFIX)
            found = SourceMap(self._source(template, index), self.pack.text)
        except Exception:  # noqa: BLE001 - it rendered before: what the marks changed is not worth an error of its own
            return None
        place = found.place(line, column) if found.text == self.source_of(index) else None
        return place if place and not is_built_in(place.path) else None

    def place_of_drawing(self, file: str) -> Span | None:
        """The place in the pack's templates at which a drawing is not valid XML; None where there is none."""
        drawing = self.drawn[file].decode().removeprefix(SKIPPED)
        try:
            found = SourceMap(Drawings(self._loader, sandbox=MarkingSandbox).draw(*self._asked[file]), self.pack.text)
        except Exception:  # noqa: BLE001 - it rendered before: what the marks changed is not worth an error of its own
            return None
        return found.place(*xml_fault(drawing)) if found.text == drawing else None


def _line_reached(template: Template, pieces: Iterable[str]) -> int:
    """The line that a template has reached, of which `pieces` is the running generator."""
    while isinstance(pieces, GeneratorType) and (inner := pieces.gi_yieldfrom) is not None:
        pieces = inner
        frame = pieces.gi_frame if isinstance(pieces, GeneratorType) else None
        if frame and frame.f_code.co_filename == template.filename:
            return template.get_corresponding_lineno(frame.f_lineno)
    return 1


def _raised_at(error: BaseException) -> Span | None:
    """The line of the template that raised the error; None where no template of the pack did."""
    path, line = getattr(error, "place", None) or (None, 0)
    if path:
        return place_in(path, line)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.endswith((SUFFIX, DRAWING)) and not is_built_in(frame.filename):
            return place_in(frame.filename, frame.lineno or 1)
    return None


def near_in_jinja(message: str, known: dict[str, Iterable[str]]) -> tuple[str, str]:
    """The unknown word in jinja2's message, and a hint for it; `known` are the known words by kind."""
    for pattern, kind in (
        (r"'([^']+)' is undefined", "variables"),
        (r"No filter named '([^']+)'", "filters"),
        (r"No test named '([^']+)'", "tests"),
        (r"unknown tag '([^']+)'", "tags"),
    ):
        if found := re.search(pattern, message):
            return found[1], did_you_mean(found[1], known[kind])
    if found := re.search(r"has no (?:attribute|element) '([^']+)'", message):
        return found[1], ""
    if found := re.search(r"(?:a box has no|unsafe|attribute) '([^']+)'", message):
        return found[1], ""
    return "", ""
