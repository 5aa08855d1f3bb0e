"""Reads XML of strangers, element by element: without a document type, and up to a number of elements.

No tree is built. The caller collects what it needs, so that memory stays bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.parsers import expat

from builder.words import words_here

DEEPEST = 50  # elements in one another


class BadXML(Exception):  # noqa: N818 - it is about a file, and becomes a finding
    """A text that is no XML, or has parts that are not allowed here; `line` is where that shows."""

    def __init__(self, message: str, line: int) -> None:
        self.line = line
        super().__init__(message)


class TooManyElements(BadXML):
    """There are too many elements."""


class DocumentType(BadXML):
    """There is a document type, which is not allowed."""


class _Begun(Exception):  # noqa: N818 - no fault: the first element was met
    pass


class Reader:
    """Reads texts with at most `left` elements all together; `left` counts down."""

    def __init__(self, left: int, deepest: int = DEEPEST) -> None:
        self.left = left
        self.deepest = deepest
        self._parser = expat.ParserCreate()

    @property
    def line(self) -> int:
        """The line that is read, from 1."""
        return self._parser.CurrentLineNumber

    def read(
        self,
        content: bytes,
        start: Callable[[str, Mapping[str, str]], None],
        end: Callable[[str], None],
        text: Callable[[str], None],
    ) -> None:
        """Call `start` with each element's name and attributes, `end` with its name, `text` with the text between.

        Names come without their prefixes. Raises BadXML, and what the three raise.
        """
        depth, before = 0, self.left

        def opened(name: str, attributes: Mapping[str, str]) -> None:
            nonlocal depth
            depth += 1
            self.left -= 1
            if self.left < 0:
                raise TooManyElements(words_here("files")("xml.many"), self.line)
            if depth > self.deepest:
                raise BadXML(words_here("files")("xml.deep", most=self.deepest), self.line)
            start(name.rpartition(":")[2], attributes)

        def closed(name: str) -> None:
            nonlocal depth
            depth -= 1
            end(name.rpartition(":")[2])

        def refuse(*_: object) -> None:
            raise DocumentType(words_here("files")("xml.type"), self.line)

        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = opened
        parser.EndElementHandler = closed
        parser.CharacterDataHandler = text
        parser.StartDoctypeDeclHandler = refuse
        try:
            parser.Parse(content, True)  # at once: older versions read a long comment anew for each piece
        except expat.ExpatError as error:
            raise BadXML(words_here("files")("xml", why=expat.ErrorString(error.code)), error.lineno) from None
        except (LookupError, ValueError):  # an encoding that Python does not know, or a byte that it does not have
            if self.left < before:  # an error of the caller's functions
                raise
            raise BadXML(words_here("files")("xml.encoding"), self.line) from None


def refuse_document_type(content: bytes) -> None:
    """Raises DocumentType where a text has one, which would be before the first element. Other faults are ignored."""

    def begun(*_: object) -> None:
        raise _Begun

    try:
        Reader(1).read(content, begun, begun, lambda _: None)
    except DocumentType:
        raise
    except (_Begun, BadXML):
        pass
