"""From data to the tree: how new values and keys are written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from builder.documents.data import Data
from builder.documents.editing.errors import CannotEditError
from builder.documents.editing.proof import is_same
from builder.documents.editing.tree import Child, Node, Scalar, Tree
from builder.documents.editing.writing import Writer
from builder.documents.reading import parse
from builder.documents.scalars import scalar

_DATE = re.compile(r"\d{4}-\d\d?-\d\d?\b.*", re.ASCII)  # text here; a date to readers of YAML 1.1

# Text of several lines, none of them blank or ending in a space, which stands below its key as it is.
_LINES = re.compile(r"(?:[!-~\xa1-\u024f][ -~\xa0-\u024f]*(?<! )\n)+[!-~\xa1-\u024f][ -~\xa0-\u024f]*(?<! )", re.ASCII)

# Text that stands without quotes wherever a value can, or outside brackets; of what looks like this, `scalar`
# knows the exceptions.
_PLAIN = re.compile(r"[A-Za-z\xc0-\u024f][A-Za-z0-9\xc0-\u024f .'’!?()%/+-]*(?<! )", re.ASCII)
_PLAIN_OUTSIDE = re.compile(r"[A-Za-z\xc0-\u024f][ !\"$-9;-~\xa1-\u024f’]*(?<! )", re.ASCII)

# What JSON leaves as it is and YAML doesn't allow in quotes, or takes for the end of a line.
_TO_ESCAPE = re.compile("[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def to_yaml(data: Data, flow: bool = False) -> str:
    r"""Data as a YAML text in its canonical layout; with `flow`, in brackets on one line.

    Raises CannotEditError for what no text says: infinite numbers, text that is not Unicode, nesting more than 64 deep.

    >>> to_yaml({"name": "Dust: Ash", "cost": {"oil": 2}, "keywords": []})
    'name: "Dust: Ash"\ncost:\n  oil: 2\nkeywords: []\n'
    """
    try:
        text = Writer().tree(Tree(root=node_of(data, flow)))
        is_right = is_same(parse(text, "").data, data)
    except UnicodeError:  # half of a character
        is_right = False
    if not is_right:
        raise CannotEditError("YAML can't say this")
    return text


def node_of(data: Data, flow: bool = False) -> Scalar | Node:
    """The tree of new data; with `flow`, it stands in brackets."""
    if isinstance(data, Mapping):
        pairs = [Child(key_text(key, flow), key, node_of(value, flow)) for key, value in data.items()]
        return Node("mapping", flow or not data, pairs)
    if isinstance(data, Sequence) and not isinstance(data, str):
        return Node("list", flow or not data, [Child(value=node_of(value, flow)) for value in data])
    if isinstance(data, str) and not flow and _LINES.fullmatch(data):
        return Scalar(data.split("\n"), "|-")
    return Scalar([scalar_text(data, flow)])


def scalar_text(value: str | float | bool | None, flow: bool = False) -> str:
    """A scalar as YAML on one line, in double quotes only where it needs them; with `flow`, it stands in brackets.

    Dates are text, and are put in quotes for those who read them with other programs.

    >>> scalar_text("No"), scalar_text("7"), scalar_text(7), scalar_text("a, b"), scalar_text("a, b", flow=True)
    ('No', '"7"', '7', 'a, b', '"a, b"')
    """
    if not isinstance(value, str):
        return json.dumps(value)
    if (_PLAIN if flow else _PLAIN_OUTSIDE).fullmatch(value) and scalar(value) is value:
        return value
    if flow:
        return _quoted_unless(value, f"[{value}, {{k: {value}}}]", [value, {"k": value}])
    return _quoted_unless(value, f"- {value}\n- k: {value}", [value, {"k": value}])


def key_text(key: str, flow: bool = False) -> str:
    """A key as YAML, in double quotes only where it needs them; with `flow`, it stands in brackets."""
    if _PLAIN.fullmatch(key) and scalar(key) is key:
        return key
    return _quoted_unless(key, f"{{{key}: 0}}" if flow else f"{key}: 0", {key: 0})


def _quoted_unless(text: str, written: str, data: Data) -> str:
    """The text itself if `written`, in which it stands without quotes, says `data`; else the text in quotes."""
    if text and not _DATE.fullmatch(text):
        document = parse(written, "")
        if document.data == data and not document.diagnostics:
            return text
    return _TO_ESCAPE.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
