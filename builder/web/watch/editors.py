"""Links that open a file in an editor at a line: by the editor's name, or by a pattern of the user's own."""

from __future__ import annotations

import os
import re
from urllib.parse import quote

from builder.diagnostics import Span, UsageError, suggestion

NONE = "none"
EDITORS = {
    "vscode": "vscode://file{path}:{line}:{column}",
    "vscodium": "vscodium://file{path}:{line}:{column}",
    "cursor": "cursor://file{path}:{line}:{column}",
    "zed": "zed://file{path}:{line}:{column}",
    "idea": "idea://open?file={path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{path}&line={line}&column={column}",
}

_NEVER = "javascript|vbscript|data|blob|file"  # what a browser would run or show by itself
_OWN = re.compile(rf"(?!(?:{_NEVER}):)[a-z][a-z0-9+.-]*://[^\s\"'<>]*\{{path\}}[^\s\"'<>]*", re.IGNORECASE)


def editor_pattern(name: str) -> str:
    """The pattern of an editor's links; "" for `none`. Raises UsageError for an unknown editor.

    >>> editor_pattern("vscode")
    'vscode://file{path}:{line}:{column}'
    """
    if name == NONE:
        return ""
    if name in EDITORS:
        return EDITORS[name]
    if _OWN.fullmatch(name):
        return name
    if "{" in name or ":" in name:
        help_ = "write it like that of an editor: " + EDITORS["vscode"]
        raise UsageError(f'"{name}" is no pattern of a link to an editor', help_)
    own = f"{suggestion(name, (*EDITORS, NONE))}; or a pattern such as {EDITORS['vscode']}"
    raise UsageError(f'no editor "{name}"', own)


def link_to(pattern: str, place: Span | None) -> str:
    """The link that opens the place; "" without a pattern or a place.

    >>> link_to("vscode://file{path}:{line}:{column}", Span("/my cards/a.yaml", 3, 7))
    'vscode://file/my%20cards/a.yaml:3:7'
    """
    if not pattern or place is None or not place.path:
        return ""
    path = os.path.abspath(place.path).replace(os.sep, "/")  # noqa: PTH100 - a link stays as it is written
    quoted = quote(path if path.startswith("/") else f"/{path}", safe="/")
    figures = {"{path}": quoted, "{line}": str(place.line or 1), "{column}": str(place.column or 1)}
    return re.sub("|".join(map(re.escape, figures)), lambda found: figures[found[0]], pattern)
