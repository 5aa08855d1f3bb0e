"""The files of a pack that templates can reach: only those that really are inside the pack's folder."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from builder.diagnostics import Diagnostic
from builder.games.game import BUILT_IN_FACES, OWN_PAGES
from builder.storage.listing import PICTURES, Listed, UnreadableError, contents, listed_with
from renderers.templating.sandbox import SUFFIX, RenderError, did_you_mean, place_in

BUILT_IN = Path(__file__).resolve().parents[1] / "faces" / "templates"
ATTACHED = (".typ", ".json", *PICTURES)  # what templates may read
ATTACHED_BYTES = 64_000_000

# Our own, by their names in Typst. No file of a pack has a hidden name, so none can have that of a face, a drawing or a
# shape; the other two are written after the pack's files, and templates import them.
FACES = ".arsenal/faces/"
DRAWINGS = ".arsenal/drawn/"
SHAPES = ".arsenal/shapes/"
KIT = "arsenal/kit.typ"
GAME = "arsenal/game.typ"
NOTES = "arsenal/notes.typ"


class PackFiles:
    """A pack's folder, and the pictures of the packs that extend it, by their ids.

    `files` are the files that Typst will see, by path in the pack.
    """

    def __init__(self, root: Path, others: Mapping[str, Path] | None = None) -> None:
        self.root = root.resolve()
        self.listed = {file.name: file for file in listed_with(self.root, others or {})}
        self.files: dict[str, bytes] = {}
        self._attach_templates()

    def read(self, relative: str) -> bytes:
        """The bytes of a file. Raises RenderError when it can't be read, does not exist or is outside the pack."""
        file = self._find(relative)
        try:
            return contents(file)
        except UnreadableError as error:
            raise RenderError(replace(error.fault, message=f"{file.name}: {error.fault.message}")) from None

    def attach(self, relative: str) -> str:
        """Make a file visible to Typst; its path there. Raises RenderError as `read` does."""
        name = self._find(relative).name
        if name not in self.files:
            self.files[name] = self.read(name)
        return f"/{name}"

    def names(self) -> list[str]:
        """The paths of the files that a template may name."""
        return [name for name, file in self.listed.items() if not file.fault and PurePosixPath(name).suffix]

    def text(self, path: str) -> str:
        """The text of a file; "" where it can't be read."""
        try:
            return Path(path).read_text("utf-8") if is_built_in(path) else self.read(path).decode("utf-8", "replace")
        except (RenderError, OSError, UnicodeDecodeError):
            return ""

    def _find(self, relative: str) -> Listed:
        """The file at that path, which may have parts such as `..`. Raises RenderError as `read` does."""
        name = posixpath.normpath(relative)
        if name.startswith(("/", "../")) or name == "..":
            help_ = "name a file by its path from the pack's folder; links may not leave it"
            raise RenderError(Diagnostic("path-outside-pack", f'"{relative}" is outside the pack', help=help_))
        if name not in self.listed:
            help_ = did_you_mean(relative, self.names())
            raise RenderError(Diagnostic("missing-file", f'the pack has no file "{relative}"', help=help_))
        return self.listed[name]

    def template(self, name: str) -> tuple[str, str, None] | None:
        """The source and the path of a template, for jinja2's loader. Built-in templates come before the pack's."""
        if name.removesuffix(SUFFIX) in (*BUILT_IN_FACES, *OWN_PAGES):
            path = BUILT_IN / name
            return path.read_text("utf-8"), str(path), None
        try:
            return self.read(f"templates/{name}").decode("utf-8"), f"templates/{name}", None
        except RenderError as error:
            if name.endswith(SUFFIX) and error.diagnostic.code == "missing-file":
                templates = (known.removeprefix("templates/") for known in self.names())
                own = [known.removesuffix(SUFFIX) for known in templates if known.endswith(SUFFIX)]
                help_ = did_you_mean(name.removesuffix(SUFFIX), [*own, *BUILT_IN_FACES])
                raise RenderError(replace(error.diagnostic, help=help_)) from None
            raise
        except UnicodeDecodeError:
            raise RenderError(Diagnostic("template-error", f'the template "{name}" is not UTF-8 text')) from None

    def _attach_templates(self) -> None:
        size = 0
        for name, file in sorted(self.listed.items()):
            if name.startswith("templates/") and name.lower().endswith(ATTACHED):
                size += file.size
                if size > ATTACHED_BYTES:
                    raise RenderError(Diagnostic("template-limit", "the files in templates/ exceed 64 MB"))
                try:
                    self.attach(name)
                except RenderError as error:
                    raise RenderError(replace(error.diagnostic, span=place_in(name, 1))) from None


def is_built_in(path: str) -> bool:
    """Whether the path is that of a built-in template, which is absolute; paths in packs are relative."""
    return Path(path).is_relative_to(BUILT_IN)
