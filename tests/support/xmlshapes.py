"""XML, checked against what the schemas of programs say, and words as XML can hold them.

The shapes are written down in the tests of each program, from its published schemas and from the code that reads its
files: they share no code with the writers.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, fromstring


@dataclass(frozen=True)
class Shape:
    """What an element may have: attributes (with `!` those that it must have) by patterns, and children.

    `children` are names with how often they come, as in `name*`, `name+`, `name?` or `name`, in this order unless
    `mixed`; `anything` for any. `text` is the pattern of its words, None where it has none.
    """

    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple[str, ...] = ()
    text: str | None = None
    mixed: bool = False
    anything: bool = False


ANY = r"(?s).*"
WHOLE = r"-?\d+"
GUID = r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}"


def xml_of(content: bytes, shapes: Mapping[str, Shape]) -> Element:
    """The root of a document that is as the shapes say, which are called as elements are, or `parent/name`."""
    root = fromstring(content)  # noqa: S314 - of our own making
    faults = list(_faults(root, "", shapes))
    assert not faults, faults[:5]
    return root


def _faults(element: Element, parent: str, shapes: Mapping[str, Shape]) -> Iterator[str]:
    name = element.tag
    shape = shapes.get(f"{parent}/{name}") or shapes.get(name)
    if shape is None:
        yield f"{parent}/{name} is not expected"
        return
    required = {key.rstrip("!") for key in shape.attributes if key.endswith("!")}
    allowed = {key.rstrip("!"): pattern for key, pattern in shape.attributes.items()}
    yield from (f"{name} has no {key}" for key in required - set(element.keys()))
    for key, value in element.items():
        if key not in allowed or not re.fullmatch(allowed[key], value):
            yield f"{name} has {key}={value!r}"
    words = (element.text or "").strip() if len(element) else element.text or ""
    if words and (shape.text is None or not re.fullmatch(shape.text, words)):
        yield f"{name} says {words!r}"
    if shape.anything:
        return
    yield from _out_of_order(element, shape)
    for child in element:
        yield from _faults(child, name, shapes)


def _out_of_order(element: Element, shape: Shape) -> Iterator[str]:
    tags = [child.tag for child in element]
    if shape.mixed:
        yield from (
            f"{element.tag} has {tag}" for tag in tags if tag not in {one.rstrip("*+?") for one in shape.children}
        )
        return
    pattern = "".join(f"(?:{one.rstrip('*+?')} ){one[-1] if one[-1] in '*+?' else ''}" for one in shape.children)
    if not re.fullmatch(pattern, "".join(f"{tag} " for tag in tags)):
        yield f"{element.tag} has {tags[:12]}, and wants {shape.children}"


def words_of(element: Element, path: str) -> str:
    """The words of an element in another, empty where there is none."""
    return element.findtext(path) or ""


def legal_in_xml(said: str) -> str:
    """The words as XML 1.0 can hold them (section 2.2), character by character."""
    plain = said.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if _is_legal(ord(c)) else "\ufffd" for c in plain)


def _is_legal(code: int) -> bool:
    return code in (9, 10) or 32 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
