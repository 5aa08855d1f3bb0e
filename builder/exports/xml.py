"""XML for other programs: characters that XML forbids are replaced, and noted for the loss report.

Source: Extensible Markup Language 1.0, fifth edition, section 2.2: which characters a document may have.
"""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement
from xml.sax.saxutils import escape

from builder.exports import lost

_FORBIDDEN = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Verbatim(str):
    """Words for a section of CDATA."""

    __slots__ = ()


class Writer:
    """Makes elements, and notes which characters had to be replaced."""

    def __init__(self) -> None:
        self._replaced: dict[str, None] = {}

    def root(self, name: str, /, **attributes: str) -> Element:
        """A root element."""
        return Element(name, {key: self.fit(value) for key, value in attributes.items()})

    def add(self, parent: Element, name: str, words: str = "", /, **attributes: str) -> Element:
        """An element in another, with words in it and in its attributes."""
        made = SubElement(parent, name, {key: self.fit(value) for key, value in attributes.items()})
        if words:
            made.text = self.fit(words)
        return made

    def verbatim(self, parent: Element, name: str, words: str) -> Element:
        """An element in another, whose words are a section of CDATA, which some programs need."""
        made = SubElement(parent, name)
        made.text = _Verbatim(self.fit(words))
        return made

    def fit(self, words: str) -> str:
        """The words as XML can hold them: U+FFFD stands for characters that it forbids."""
        if words.isprintable():
            return words
        words = words.replace("\r\n", "\n").replace("\r", "\n")
        self._replaced |= dict.fromkeys(_FORBIDDEN.findall(words))
        return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", words)

    @property
    def losses(self) -> list[str]:
        """What had to be replaced, in a sentence."""
        if not self._replaced:
            return []
        named = ", ".join(f"U+{ord(character):04X}" for character in sorted(self._replaced))
        return [lost("characters", characters=named)]


def document(root: Element) -> bytes:
    """The element as a file, indented for people."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_written(root, chr(10))}\n'.encode()


def _written(element: Element, break_: str) -> str:
    """An element, which has words or others in it; `break_` is a new line and how far it is indented.

    The standard library's own writer looks for namespaces in all names first, and takes twice as long.
    """
    name = element.tag
    opened = name + "".join([f' {key}="{_attribute(value)}"' for key, value in element.items()])
    if not len(element):
        return f"<{opened}>{_words(element.text)}</{name}>" if element.text else f"<{opened} />"
    inner = f"{break_}  "
    parts = [f"<{opened}>"]
    last, text = None, ""
    for child in element:
        if child is not last:  # copies of a card are the same element
            last, text = child, _written(child, inner)
        parts.append(text)
    return f"{inner.join(parts)}{break_}</{name}>"


def _words(words: str) -> str:
    if not isinstance(words, _Verbatim):
        return escape(words)
    return f"<![CDATA[{words.replace(']]>', ']]]]><![CDATA[>')}]]>"


@lru_cache(10_000)
def _attribute(value: str) -> str:
    return escape(value, {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})
