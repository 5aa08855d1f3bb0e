"""SVG images from packs, without scripts and links: a web host that only serves files sends no security policy."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET
from xml.parsers import expat

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
EMPTY = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"/>\n'
SHAPES = "path rect circle ellipse line polyline polygon text tspan"
AROUND = "svg g defs symbol use title desc linearGradient radialGradient stop clipPath mask pattern style"
ALLOWED = frozenset(f"{SHAPES} {AROUND}".split())
MOST = 20_000  # elements

_ASKS = re.compile(r"@|expression|javascript:|\\|url\(\s*[\"']?(?!#)", re.IGNORECASE)


def harmless(drawing: bytes) -> bytes:
    """The image with nothing but its shapes; an empty image where it can't be read.

    >>> harmless(b'<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script><path d="M0 0"/></svg>')
    b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0" /></svg>'
    """
    try:
        root = _read(drawing)
    except (ET.ParseError, expat.ExpatError, ValueError, LookupError):
        return EMPTY
    if not _is_allowed(root):
        return EMPTY
    _clean(root)
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    return ET.tostring(root, encoding="unicode").encode()


def _read(drawing: bytes) -> ET.Element:
    """The root of the image. Raises what the parser raises, and ValueError for entities or too many elements."""
    parser = expat.ParserCreate(namespace_separator="}")
    builder = ET.TreeBuilder()
    count = 0

    def name(written: str) -> str:
        return "{" + written if "}" in written else written

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST:
            raise ValueError("too many elements")
        builder.start(name(tag), {name(key): value for key, value in attributes.items()})

    def refuse(*_: object) -> None:
        raise ValueError("entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: builder.end(name(tag))
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    parser.Parse(drawing, True)
    return builder.close()


def _clean(element: ET.Element) -> None:
    """Remove from an element the children and attributes that are not allowed."""
    for key, value in list(element.attrib.items()):
        linked = key.endswith("href") and not value.strip().startswith("#")
        if linked or key.rpartition("}")[2].lower().startswith("on") or _ASKS.search(value):
            del element.attrib[key]
    for child in list(element):
        is_style = child.tag == f"{{{SVG}}}style" and _ASKS.search("".join(child.itertext()))
        if not _is_allowed(child) or is_style:
            element.remove(child)
        else:
            _clean(child)


def _is_allowed(element: ET.Element) -> bool:
    space, _, name = element.tag.rpartition("}")
    return space == "{" + SVG and name in ALLOWED
