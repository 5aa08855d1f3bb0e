"""The child process that renders strangers' templates: a job as JSON on stdin, its outcome on stdout.

It reads only files inside the pack and this package's own templates; Typst itself is handed those files and sees no
disk. `renderers.typeset` starts it, limits it, and describes the job and the outcome.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sys
import traceback
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from jinja2 import FunctionLoader, Template, TemplateNotFound, TemplateSyntaxError

from renderers import faults, fonts
from renderers.boxes import World, boxes_of
from renderers.compiled import Compiled
from renderers.drawings import SUFFIX as DRAWING
from renderers.drawings import Drawings
from renderers.escape import CardTemplates, Typst, environment, literal
from renderers.sandbox import HINT, SOURCE_LIMIT, SUFFIX, TooLargeError, meant

OWN = Path(__file__).with_name("templates")
OWN_FACES = ("blank", "generic", "generic-back", "generic-component", "generic-die", "generic-token")
FACE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FACES = "arsenal/faces/"
DRAWN = "arsenal/drawn/"
KIT = "arsenal/kit.typ"
GAME = "arsenal/game.typ"
ATTACHED = {".typ", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".json"}  # what templates may read beside them
ATTACHED_BYTES = 64_000_000
_NAMES_FONT = re.compile(rb"\bfont\b")
SKIPPED = "<!--/*-->"  # before an SVG; Typst's package parses every text as Typst too, and a comment takes it no time
EPOCH = 0  # the creation time written into a PDF, so that the same input gives the same bytes

Finding = dict[str, Any]


def main() -> None:
    """Do the job on stdin, answer on stdout and end without tidying up."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this process at once, even inside Typst
    job = json.loads(sys.stdin.buffer.read())
    _limit(job)
    out = sys.stdout.buffer
    out.writelines(_answer(job))
    out.flush()
    os._exit(0)  # what Typst remembers needs no freeing piece by piece


def serve() -> None:
    """Do jobs one after another until stdin ends. Each is its length in bytes on a line, then JSON; so are answers."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    import typst  # noqa: F401 - takes the longest to load, so before the first job comes

    jobs, out = sys.stdin.buffer, sys.stdout.buffer
    while line := jobs.readline():
        job = json.loads(jobs.read(int(line)))
        _limit(job)
        answer = b"".join(_answer(job))
        _unlimit()
        out.write(b"%d\n" % len(answer) + answer)
        out.flush()
    os._exit(0)


def _answer(job: dict[str, Any]) -> list[bytes]:
    """What became of a job: a line of JSON, then the files."""
    try:
        outcome = run(job)
    except FaultError as fault:
        outcome = Outcome([fault.finding], failed=True)
    except MemoryError:
        outcome = Outcome([_finding("template-limit", "the templates need more memory than they may use")], failed=True)
    head = {"findings": outcome.findings, "failed": outcome.failed, "files": [len(f) for f in outcome.files]}
    return [json.dumps(head).encode() + b"\n", *outcome.files]


@dataclass(slots=True)
class Outcome:
    """What became of a job: findings as plain data, the files made, and whether it had to stop."""

    findings: list[Finding] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    failed: bool = False


class FaultError(Exception):
    """The job cannot go on; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding["message"])
        self.finding = finding


def run(job: dict[str, Any]) -> Outcome:
    """Render the faces, compile the stacks' pages and collect what is wrong with them."""
    pack = Pack(Path(job["root"]))
    has = _fonts(job, pack)
    faces = Faces(job, pack, has)
    sources = faces.render()  # which also says what else of the pack Typst must see
    press = Press(job, {**faces.pack.files, **sources, KIT: (OWN / "kit.typ").read_bytes()}, has)
    outcome = Outcome(faces.findings)
    for stack in job["stacks"]:
        try:
            notes, files = press.print(stack)
        except RuntimeError as error:
            raise FaultError(faces.typst_fault(error, press, partial(press.culprit, stack))) from None
        outcome.findings += _overflows(notes)
        outcome.files += files
    outcome.findings += faces.unknown_fonts(press.warnings)
    outcome.findings += _missing_glyphs(job, press)
    return outcome


def _fonts(job: dict[str, Any], pack: Pack) -> fonts.Fonts:
    try:
        roles = job["game"].get("fonts", {})
        return fonts.load(pack.root, roles, job["fonts"], Path(job["folder"]).with_name("pack-fonts"))
    except fonts.FontError as error:
        place = _at(error.path, error.line)
        raise FaultError(_finding(error.code, str(error), help=error.help, **place)) from None


class Press:
    """Typst, with the files that it sees and the fonts that it has."""

    def __init__(self, job: dict[str, Any], files: dict[str, bytes], has: fonts.Fonts) -> None:
        self.job, self.files, self.has = job, files, has
        self.warnings: list[str] = []

    def print(self, stack: dict[str, Any]) -> tuple[list[dict[str, Any]], list[bytes]]:
        """What a stack's faces noted, and its pages as files. Raises RuntimeError, with its place in the sources."""
        files = self._files_of(stack, _document(self.job, stack, self.has.text))
        try:
            # The query lays everything out; Typst remembers that, so that the export after it costs little.
            notes = json.loads(self.compiler(files).query("<arsenal-note>", field="value"))
            if self.job["output"] == "none":
                if any(_NAMES_FONT.search(data) for name, data in files.items() if name not in (KIT, "main.typ")):
                    self._warned(self.compiler(files).compile_with_warnings(format="svg", timestamp=EPOCH)[1])
                return notes, []
            standards = [self.job["standard"]] if self.job["standard"] else []
            made, warnings = self.compiler(files).compile_with_warnings(
                format=self.job["output"], ppi=self.job["ppi"], pdf_standards=standards, timestamp=EPOCH
            )
            self._warned(warnings)
        except RuntimeError as error:
            raise self._located(error, files) from None
        return notes, made if isinstance(made, list) else [made]

    def _warned(self, warnings: Iterable[Any]) -> None:
        self.warnings += [str(warning.message) for warning in warnings]

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
        used = _faces_of(stack)

        def fails(first: int, end: int) -> bool:
            places = [{"face": i, "box": [0, 0, 1, 1, 0, 0], "turned": False} for i in used[first:end]]
            alone = {**stack, "pages": [{"places": places}]}
            try:
                files = self._files_of(alone, _document(self.job, alone, self.has.text))
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
        used = set(_faces_of(stack))
        files = {name: data for name, data in self.files.items() if _face_of(name) in used | {None}}
        return {**files, GAME: _game(self.job, stack), "main.typ": document}


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


class Pack:
    """A game pack's folder. Only what is really inside it can be read; `files` is what Typst will see."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.files: dict[str, bytes] = {}
        self._attach_templates()

    def read(self, relative: str) -> bytes:
        """The bytes of a file of the pack. Raises FaultError when it is not there or not inside."""
        return self._find(relative)[0].read_bytes()

    def attach(self, relative: str) -> str:
        """Let Typst see a file of the pack, and say under what name."""
        path, name = self._find(relative)
        if name not in self.files:
            self.files[name] = path.read_bytes()
        return f"/{name}"

    def names(self) -> list[str]:
        """The pack's files that a template may name, by their paths."""
        found = (path for path in self.root.rglob("*") if path.suffix and not path.name.startswith("."))
        return [path.relative_to(self.root).as_posix() for path in islice(found, 5000)]

    def text(self, path: str) -> str:
        """What a template or another text of the pack says; "" where it can't be read."""
        try:
            return Path(path).read_text("utf-8") if faults.called(path) else self.read(path).decode("utf-8", "replace")
        except (FaultError, OSError, UnicodeDecodeError):
            return ""

    def _find(self, relative: str) -> tuple[Path, str]:
        """Where a file of the pack really is, and its name in the pack: both must be inside."""
        named = Path(os.path.normpath(self.root / relative))
        try:
            path = (self.root / relative).resolve()
            inside = path.is_relative_to(self.root) and named.is_relative_to(self.root)
        except (OSError, ValueError, RuntimeError):  # names no file system takes, links that never end
            inside = False
        if not inside:
            help_ = "name a file by its path from the pack's folder; links may not leave it"
            raise FaultError(_finding("path-outside-pack", f'"{relative}" is outside the pack', help=help_))
        if not path.is_file():
            help_ = meant(relative, self.names())
            raise FaultError(_finding("missing-file", f'the pack has no file "{relative}"', help=help_))
        return path, named.relative_to(self.root).as_posix()

    def template(self, name: str) -> tuple[str, str, None] | None:
        """A template's source and path, for jinja2's loader."""
        if name.removesuffix(SUFFIX) in OWN_FACES:
            path = OWN / name
            return path.read_text("utf-8"), str(path), None
        try:
            return self.read(f"templates/{name}").decode("utf-8"), f"templates/{name}", None
        except FaultError as fault:
            if name.endswith(SUFFIX) and fault.finding["code"] == "missing-file":
                own = [path.name.removesuffix(SUFFIX) for path in (self.root / "templates").glob(f"*{SUFFIX}")]
                fault.finding["help"] = meant(name.removesuffix(SUFFIX), [*own, *OWN_FACES])
            raise
        except UnicodeDecodeError:
            raise FaultError(_finding("template-error", f'the template "{name}" is not UTF-8 text')) from None

    def _attach_templates(self) -> None:
        size = 0
        for path in sorted((self.root / "templates").rglob("*")):
            if path.suffix.lower() in ATTACHED and path.is_file():
                relative = path.relative_to(self.root).as_posix()
                self.attach(relative)
                size += len(self.files[relative])
                if size > ATTACHED_BYTES:
                    raise FaultError(_finding("template-limit", "the files in templates/ exceed 64 MB"))


class Faces:
    """The faces of a job, rendered by jinja2 to Typst source, one virtual file a face."""

    def __init__(self, job: dict[str, Any], pack: Pack, has: fonts.Fonts) -> None:
        self.job, self.pack, self.has = job, pack, has
        self.findings: list[Finding] = []
        self.game = job["game"]
        self.sizes = {i: stack["size"] for stack in job["stacks"] for i in _faces_of(stack)}
        for symbol in self.game.get("symbols", {}).values():
            if symbol.get("image"):
                symbol["image"] = pack.attach(symbol["image"])
        faces, drawings = (
            Compiled(Path(job["cache"], kind)) if job["cache"] else None for kind in ("faces", "drawings")
        )
        loader = FunctionLoader(pack.template)
        self.typst = self._environment(environment(loader, self.game.get("symbols", {}), faces))
        self.drawings = Drawings(loader, drawings)
        self.drawn: dict[str, bytes] = {}

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
        if path := place.get("path"):
            text = self.pack.text(path)
            place = _with_word(place, text)
            if message == "unresolved import":
                start = place["column"] - 1
                message += f": {text.splitlines()[place['line'] - 1][start : start + place['length']]}"
        near = faults.near_match(message, self._names, self._keys(index), self.pack.names())
        if message.startswith("the pack has no file") and not near:
            near = "name a file by its path from the pack's folder, with a / before it: /art/name.png"
        return _finding("template-error", message, help="; ".join(filter(None, (near, help_))), face=index, **place)

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
        if name.startswith(DRAWN):
            name = f"templates/{name.removeprefix(f'{DRAWN}{index}-').removesuffix('.svg')}{DRAWING}"
            place = _at(name, 1)
        elif f"/{name}" != self._art(self.job["faces"][index]):
            boxes = boxes_of(self.typst).found.values()
            place = next((_at(*box.place) for box in boxes if box.settings.get("image") == f"/{name}"), {})
            place = place or self._named(f"/?{re.escape(name)}") or _at("game.yaml", 1)
        return _finding("template-error", f"{name} is no picture that can be used: {why}", face=index, **place)

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
            findings.append(_finding("unknown-font", f'there is no font "{family}"', help=help_, **place))
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
            finding = _finding("template-error", message, help=help_, face=index, **place)
        except TemplateNotFound as error:
            known = [name.removeprefix("templates/") for name in self.pack.names() if name.startswith("templates/")]
            help_ = meant(str(error.name), known)
            finding = _finding(
                "unknown-template", f'no template "{error.name}"', help=help_, face=index, **self._raised(error)
            )
        except (TooLargeError, MemoryError, RecursionError) as error:
            message = str(error) or "the templates need more memory than they may use"
            if isinstance(error, RecursionError):
                message = "the template includes or calls itself without end"
            finding = _finding("template-limit", message, face=index, **self._raised(error))
        except Exception as error:  # noqa: BLE001 - a template is a stranger's program: whatever it raises is its fault
            message, _, help_ = str(error).partition(HINT)
            help_ = help_ or getattr(error, "help", "")
            finding = _finding("template-error", message, help=help_, face=index, **self._raised(error))
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
            raise FaultError(_finding("path-outside-pack", f'"{name}" is no name of a template'))
        return self.typst.get_template(name + SUFFIX)

    def _context(self, index: int) -> dict[str, Any]:
        face = self.job["faces"][index]

        def draw(name: str, **told: Any) -> Typst:
            """Render the pack's `templates/NAME.svg.j2` for this face; the value is what Typst's `image` takes."""
            file = f"{DRAWN}{index}-{name}.svg"
            told = {**face["context"], "game": self.game, **told}
            drawing = self.drawings.draw(name, f"{self.game['id']}/{face['id']}", told)
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


def _faces_of(stack: dict[str, Any]) -> list[int]:
    return sorted({place["face"] for page in stack["pages"] for place in page["places"]})


def _game(job: dict[str, Any], stack: dict[str, Any]) -> bytes:
    """The Typst file with what every face may ask for: the game and the size of what is printed."""
    size = stack["size"]
    return (
        f"#let game = {literal(job['game'])}\n"
        f"#let card-width = {size['width']}mm\n#let card-height = {size['height']}mm\n"
        f"#let card-radius = {size['radius']}mm\n#let card-bleed = {size['bleed']}mm\n"
    ).encode()


def _document(job: dict[str, Any], stack: dict[str, Any], font: str) -> bytes:
    """The Typst file that sets a stack's pages: which face lies where."""
    width, height = stack["paper"]
    language = str(job["game"].get("language", "en")).split("-")[0]
    lines = [
        '#import "/arsenal/kit.typ": base, corrected, cut, cut-circle, fold, guide, label, slot, solid',
        f"#set document(title: {literal(job['game']['name'])}, date: {'auto' if job['standard'] else 'none'})",
        f"#set page(width: {width}mm, height: {height}mm, margin: 0mm, fill: white)",
        f"#show: base.with({literal(font)}, {literal(language)})",
    ]
    lines += [f'#let f{i} = include "/{FACES}{i}.typ"' for i in _faces_of(stack)]
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


def _overflows(notes: list[dict[str, Any]]) -> list[Finding]:
    """What the faces noted of themselves: a face announces itself, then notes what does not fit it."""
    found: dict[tuple[Any, ...], Finding] = {}
    face = 0
    for note in notes:
        if "face" in note:
            face = note["face"]
        elif note.get("kind") == "overflow":
            way = "high" if note["way"] == "height" else "wide"
            message = f"the {note['what']} is {max(0.1, note['by']):.1f} mm too {way}, even at {note['size']:g} pt"
            finding = _finding(
                "text-overflow", message, face=face, help="shorten it, or let the template give it more room"
            )
            found.setdefault((face, note["what"]), finding)
    return list(found.values())


def _missing_glyphs(job: dict[str, Any], press: Press) -> list[Finding]:
    """Which characters of the cards no font has. PDF/A forbids such characters, so Typst itself can be asked."""
    texts = [_characters(face["context"]) for face in job["faces"]]
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
            findings.append(_finding("missing-glyph", message, face=index, severity="warning"))
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


_INVISIBLE = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}


def _finding(code: str, message: str, **more: Any) -> Finding:
    return {
        "code": code,
        "message": message,
        "severity": "error",
        "help": "",
        "face": None,
        "path": None,
        "line": 1,
        "column": 1,
        "length": 1,
        **more,
    }


def _line_reached(template: Template, pieces: Any) -> int:
    """The line at which a template has arrived that is being rendered."""
    while inner := pieces.gi_yieldfrom:
        pieces = inner
        if pieces.gi_frame and pieces.gi_frame.f_code.co_filename == template.filename:
            return template.get_corresponding_lineno(pieces.gi_frame.f_lineno)
    return 1


_at = faults.at
_TAGS = (
    *("if", "elif", "else", "endif", "for", "endfor", "set", "endset", "block", "endblock", "extends", "include"),
    *("import", "from", "macro", "endmacro", "call", "endcall", "filter", "endfilter", "with", "raw", "endraw", "box"),
)
_OF_PICTURES = re.compile(r"image|decode|svg|raster|pixmap", re.IGNORECASE)


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


def _limit(job: dict[str, Any]) -> None:
    """Bound what this process may take, should its parent not live to stop it."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system has every limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (job["memory"], job["memory"]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(int(job["seconds"]) + 5)


def _unlimit() -> None:
    """End the limit on time, which was a job's."""
    with contextlib.suppress(AttributeError):  # not every system has alarms
        signal.alarm(0)
