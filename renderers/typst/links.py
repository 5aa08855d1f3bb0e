"""The links of what is printed: of those that templates make, only harmless ones stay.

Typst takes any text for an address, also `javascript:...`, which would run where a page is shown in a browser.
"""

from __future__ import annotations

import re
from html import escape, unescape

_TAG = re.compile(r'<[^">]*(?:"[^"]*"[^">]*)*>')
_ATTRIBUTE = re.compile(r'\s([^\s="]+)="([^"]*)"')
_ADDRESS = re.compile(r'(?:https?://[^/?#"<>\\]|mailto:[^"<>\\])[^"<>\\]*', re.IGNORECASE)


def is_harmless(address: str) -> bool:
    """Whether a link may lead there: to a page of the web (http, https), or to someone's mail.

    >>> is_harmless("https://example.org"), is_harmless("javascript:alert(1)"), is_harmless("file:///etc/passwd")
    (True, False, False)
    """
    return bool(_ADDRESS.fullmatch(address)) and address.isprintable() and " " not in address


def without_harmful_links(svg: bytes) -> bytes:
    """An SVG of Typst's in which other links lead nowhere. Names that templates gave to its groups are left out."""
    if b"<a" not in svg and b"data-typst-label" not in svg:
        return svg
    return _TAG.sub(lambda tag: _mended(tag[0]), svg.decode()).encode()


def _mended(tag: str) -> str:
    """A tag with only those of its attributes that are harmless."""
    name = re.match(r"<[^\s>]*", tag)
    is_link = name is not None and name[0] == "<a"
    if not is_link and "data-typst-label" not in tag:
        return tag
    return _ATTRIBUTE.sub(lambda found: _allowed(found, of_link=is_link), tag)


def _allowed(attribute: re.Match[str], *, of_link: bool) -> str:
    """An attribute as it may stay, or nothing. Typst escapes nothing in an address but its quotes."""
    key, value = attribute[1], attribute[2]
    if key == "data-typst-label":
        return ""
    if of_link and key.endswith("href"):
        address = unescape(value)
        return f' {key}="{escape(address)}"' if is_harmless(address) else ""
    return attribute[0]
