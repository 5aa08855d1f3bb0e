"""The files of a pack that templates can reach: only those that really are inside the pack's folder."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import islice
from pathlib import Path

from builder.diagnostics import Diagnostic
from builder.games.faces import BUILT_IN_FACES
from renderers.templating.errors import RenderError
from renderers.templating.sandbox import SUFFIX, did_you_mean

BUILT_IN = Path(__file__).resolve().parents[1] / "faces" / "templates"
ATTACHED = {".typ", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".json"}  # what templates may read beside them
ATTACHED_BYTES = 64_000_000

# Our own, by their names in Typst
FACES = "arsenal/faces/"
DRAWINGS = "arsenal/drawn/"
KIT = "arsenal/kit.typ"
GAME = "arsenal/game.typ"
NOTES = "arsenal/notes.typ"


class PackFiles:
    """A pack's folder. `files` are the files that Typst will see, by path in the pack."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.files: dict[str, bytes] = {}
        self._attach_templates()

    def read(self, relative: str) -> bytes:
        """The bytes of a file. Raises RenderError when it does not exist or is outside the pack."""
        return self._find(relative)[0].read_bytes()

    def attach(self, relative: str) -> str:
        """Make a file visible to Typst; its path there. Raises RenderError as `read` does."""
        path, name = self._find(relative)
        if name not in self.files:
            self.files[name] = path.read_bytes()
        return f"/{name}"

    def names(self) -> list[str]:
        """The paths of the files that a template may name."""
        found = (path for path in self.root.rglob("*") if path.suffix and not path.name.startswith("."))
        return [path.relative_to(self.root).as_posix() for path in islice(found, 5000)]

    def text(self, path: str) -> str:
        """The text of a file; "" where it can't be read."""
        try:
            return Path(path).read_text("utf-8") if is_built_in(path) else self.read(path).decode("utf-8", "replace")
        except (RenderError, OSError, UnicodeDecodeError):
            return ""

    def _find(self, relative: str) -> tuple[Path, str]:
        """The real path of a file and its path in the pack; both must be inside the pack."""
        named = Path(os.path.normpath(self.root / relative))
        try:
            path = (self.root / relative).resolve()
            inside = path.is_relative_to(self.root) and named.is_relative_to(self.root)
        except (OSError, ValueError, RuntimeError):  # names no file system takes, links that never end
            inside = False
        if not inside:
            help_ = "name a file by its path from the pack's folder; links may not leave it"
            raise RenderError(Diagnostic("path-outside-pack", f'"{relative}" is outside the pack', help=help_))
        if not path.is_file():
            help_ = did_you_mean(relative, self.names())
            raise RenderError(Diagnostic("missing-file", f'the pack has no file "{relative}"', help=help_))
        return path, named.relative_to(self.root).as_posix()

    def template(self, name: str) -> tuple[str, str, None] | None:
        """The source and the path of a template, for jinja2's loader. Built-in templates come before the pack's."""
        if name.removesuffix(SUFFIX) in BUILT_IN_FACES:
            path = BUILT_IN / name
            return path.read_text("utf-8"), str(path), None
        try:
            return self.read(f"templates/{name}").decode("utf-8"), f"templates/{name}", None
        except RenderError as error:
            if name.endswith(SUFFIX) and error.diagnostic.code == "missing-file":
                own = [path.name.removesuffix(SUFFIX) for path in (self.root / "templates").glob(f"*{SUFFIX}")]
                help_ = did_you_mean(name.removesuffix(SUFFIX), [*own, *BUILT_IN_FACES])
                raise RenderError(replace(error.diagnostic, help=help_)) from None
            raise
        except UnicodeDecodeError:
            raise RenderError(Diagnostic("template-error", f'the template "{name}" is not UTF-8 text')) from None

    def _attach_templates(self) -> None:
        size = 0
        for path in sorted((self.root / "templates").rglob("*")):
            if path.suffix.lower() in ATTACHED and path.is_file():
                relative = path.relative_to(self.root).as_posix()
                self.attach(relative)
                size += len(self.files[relative])
                if size > ATTACHED_BYTES:
                    raise RenderError(Diagnostic("template-limit", "the files in templates/ exceed 64 MB"))


def is_built_in(path: str) -> bool:
    """Whether the path is that of a built-in template, which is absolute; paths in packs are relative."""
    return Path(path).is_absolute()
