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
from pathlib import Path
from typing import Any

from jinja2 import FunctionLoader, Template, TemplateNotFound, TemplateSyntaxError

from renderers.compiled import Compiled
from renderers.drawings import SUFFIX as DRAWING
from renderers.drawings import Drawings
from renderers.escape import Typst, environment, literal

OWN = Path(__file__).with_name("templates")
OWN_FACES = ("generic", "generic-back", "generic-component", "generic-die", "generic-token")
SUFFIX = ".typ.j2"
FACE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FACES = "arsenal/faces/"
DRAWN = "arsenal/drawn/"
KIT = "arsenal/kit.typ"
GAME = "arsenal/game.typ"
ATTACHED = {".typ", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".json"}  # what templates may read beside them
ATTACHED_BYTES = 64_000_000
SKIPPED = "<!--/*-->"  # before an SVG; Typst's package parses every text as Typst too, and a comment takes it no time
EPOCH = 0  # the creation time written into a PDF, so that the same input gives the same bytes
FONT = "Source Sans Pro"

Finding = dict[str, Any]


def main() -> None:
    """Do the job on stdin, answer on stdout and end without tidying up."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this process at once, even inside Typst
    job = json.loads(sys.stdin.buffer.read())
    _limit(job)
    try:
        outcome = run(job)
    except FaultError as fault:
        outcome = Outcome([fault.finding], failed=True)
    except MemoryError:
        outcome = Outcome([_finding("template-limit", "the templates need more memory than they may use")], failed=True)
    head = {"findings": outcome.findings, "failed": outcome.failed, "files": [len(f) for f in outcome.files]}
    out = sys.stdout.buffer
    out.write(json.dumps(head).encode() + b"\n")
    for file in outcome.files:
        out.write(file)
    out.flush()
    os._exit(0)  # what Typst remembers needs no freeing piece by piece


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
    faces = Faces(job, Pack(Path(job["root"])))
    sources = faces.render()  # which also says what else of the pack Typst must see
    press = Press(job, {**faces.pack.files, **sources, KIT: (OWN / "kit.typ").read_bytes()})
    outcome = Outcome(faces.findings)
    for stack in job["stacks"]:
        try:
            notes, files = press.print(stack)
        except RuntimeError as error:
            raise FaultError(faces.typst_fault(error, partial(press.culprit, stack))) from None
        outcome.findings += _overflows(notes)
        outcome.files += files
    outcome.findings += _missing_glyphs(job, press)
    return outcome


class Press:
    """Typst, with the files that it sees and the fonts that it has."""

    def __init__(self, job: dict[str, Any], files: dict[str, bytes]) -> None:
        import typst

        self.job, self.files = job, files
        self.fonts = typst.Fonts(include_system_fonts=False, font_paths=[job["fonts"]])

    def print(self, stack: dict[str, Any]) -> tuple[list[dict[str, Any]], list[bytes]]:
        """What a stack's faces noted, and its pages as files. Raises RuntimeError, with its place in the sources."""
        files = self._files_of(stack, _document(self.job, stack))
        try:
            # The query lays everything out; Typst remembers that, so that the export after it costs little.
            notes = json.loads(self.compiler(files).query("<arsenal-note>", field="value"))
            if self.job["output"] == "none":
                return notes, []
            made = self.compiler(files).compile(format=self.job["output"], ppi=self.job["ppi"], timestamp=EPOCH)
        except RuntimeError as error:
            raise self._located(error, files) from None
        return notes, made if isinstance(made, list) else [made]

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
            seen, root=folder, font_paths=self.fonts, package_path=nowhere, package_cache_path=nowhere
        )

    def culprit(self, stack: dict[str, Any]) -> int | None:
        """The first face that Typst can't lay out, for errors whose trace does not say."""
        used = _faces_of(stack)

        def fails(first: int, end: int) -> bool:
            places = [{"face": i, "box": [0, 0, 1, 1, 0, 0], "turned": False} for i in used[first:end]]
            alone = {**stack, "pages": [{"places": places}]}
            try:
                self.compiler(self._files_of(alone, _document(self.job, alone))).query("<arsenal-note>", field="value")
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
            raise FaultError(_finding("missing-file", f'the pack has no file "{relative}"'))
        return path, named.relative_to(self.root).as_posix()

    def template(self, name: str) -> tuple[str, str, None] | None:
        """A template's source and path, for jinja2's loader."""
        if name.removesuffix(SUFFIX) in OWN_FACES:
            path = OWN / name
            return path.read_text("utf-8"), str(path), None
        try:
            return self.read(f"templates/{name}").decode("utf-8"), f"templates/{name}", None
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

    def __init__(self, job: dict[str, Any], pack: Pack) -> None:
        self.job, self.pack = job, pack
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
        self.typst = environment(loader, self.game.get("symbols", {}), faces)
        self.drawings = Drawings(loader, drawings)
        self.drawn: dict[str, bytes] = {}

    def render(self) -> dict[str, bytes]:
        """The files that Typst reads: each face's source, and the drawings that they asked for."""
        sources = {f"{FACES}{i}.typ": self._render(i).encode() for i in range(len(self.job["faces"]))}
        return {**sources, **self.drawn}

    def typst_fault(self, error: Any, culprit: Callable[[], int | None]) -> Finding:
        """A Typst error as a finding, placed in the template that it comes from.

        Where the error's trace leads to no face, `culprit` is asked for it.
        """
        message = str(getattr(error, "message", error))
        if "package" in message:
            message = "a template asks for a Typst package, which templates may not use"
        index = None
        place: dict[str, Any] = {}
        in_kit = 0
        for name, line in self._trace(str(getattr(error, "diagnostic", ""))):
            if name.startswith(FACES):
                index = int(Path(name).stem)
                place = place or self._face_place(index, line)
            elif name in self.pack.files:
                place = place or _at(name, line)
            elif name == KIT:
                in_kit = in_kit or line
        if index is None:
            index = culprit()
        if index is not None and not place:
            place = self._face_place(index, self._kit_call(index, in_kit))
        return _finding("template-error", message, help="; ".join(getattr(error, "hints", ())), face=index, **place)

    def _kit_call(self, index: int, line: int) -> int:
        """The line of a face's source that first names the kit's function around this line of the kit, or else 1."""
        above = (OWN / "kit.typ").read_text("utf-8").splitlines()[:line]
        named = [found[1] for text in above if (found := re.match(r"#let ([a-z-]+)", text))]
        for number, text in enumerate(self._render(index).splitlines(), 1):
            if named and re.search(rf"(?<![\w-]){named[-1]}(?![\w-])", text):
                return number
        return 1

    def _render(self, index: int) -> str:
        face = self.job["faces"][index]
        try:
            return self._template(face["template"]).render(self._context(index))
        except FaultError as fault:
            fault.finding["face"] = index
            raise
        except TemplateSyntaxError as error:
            raise FaultError(
                _finding("template-error", str(error.message), face=index, **_at(error.filename, error.lineno))
            ) from None
        except TemplateNotFound as error:
            raise FaultError(_finding("unknown-template", f'no template "{error.name}"', face=index)) from None
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a template is a stranger's program: whatever it raises is its fault
            raise FaultError(_finding("template-error", str(error), face=index, **_raised_at(error))) from None

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

    def _trace(self, diagnostic: str) -> Iterator[tuple[str, int]]:
        folder = Path(self.job["folder"]).name
        for match in re.finditer(r"┌─ (.+):(\d+):\d+", diagnostic):
            yield match[1].replace("\\", "/").rpartition(f"{folder}/")[2], int(match[2])

    def _face_place(self, index: int, line: int) -> dict[str, Any]:
        """The template's line that printed this line of Typst. Jinja2 notes where each piece of output begins."""
        face = self.job["faces"][index]
        template = self._template(face["template"])
        pieces: Any = template.root_render_func(template.new_context(self._context(index)))
        printed, here = 1, 1
        for piece in pieces:
            here = template.get_corresponding_lineno(pieces.gi_frame.f_lineno)
            if printed + piece.count("\n") >= line:
                return _at(template.filename, here + line - printed)
            printed += piece.count("\n")
        return _at(template.filename, here)


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


def _document(job: dict[str, Any], stack: dict[str, Any]) -> bytes:
    """The Typst file that sets a stack's pages: which face lies where."""
    width, height = stack["paper"]
    language = str(job["game"].get("language", "en")).split("-")[0]
    lines = [
        '#import "/arsenal/kit.typ": base, cut, cut-circle, fold, label, slot',
        f"#set document(title: {literal(job['game']['name'])}, date: none)",
        f"#set page(width: {width}mm, height: {height}mm, margin: 0mm, fill: white)",
        f"#show: base.with({literal(FONT)}, {literal(language)})",
    ]
    lines += [f'#let f{i} = include "/{FACES}{i}.typ"' for i in _faces_of(stack)]
    for number, page in enumerate(stack["pages"]):
        if number:
            lines.append("#pagebreak()")
        for place in page["places"]:
            face = place["face"]
            lines.append(f"#slot({face}, f{face}, {_lengths(place['box'])}, turned: {literal(place['turned'])})")
        for call, key in (("cut", "marks"), ("fold", "folds"), ("cut-circle", "circles")):
            lines += [f"#{call}({_lengths(lengths)})" for lengths in page.get(key, ())]
        lines += [f"#label({_lengths((x, y))}, {literal(words)})" for x, y, words in page.get("labels", ())]
    return "\n".join(lines).encode()


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
    lines = [f"#set text(font: {literal(FONT)})", *(f"#{literal(character)}" for character in asked)]
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
        **more,
    }


def _at(path: str | None, line: int | None) -> dict[str, Any]:
    return {"path": path, "line": line or 1}


def _raised_at(error: Exception) -> dict[str, Any]:
    """The line of the template that raised this; jinja2 makes tracebacks point into templates."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.endswith((SUFFIX, DRAWING)):
            return _at(frame.filename, frame.lineno)
    return {}


def _limit(job: dict[str, Any]) -> None:
    """Bound what this process may take, should its parent not live to stop it."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system has every limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (job["memory"], job["memory"]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(int(job["seconds"]) + 5)
