"""Reads XML of strangers, element by element: without a document type, and no further than to a number of elements.

Nothing is built here: what of it is wanted is for the caller to collect, who bounds it by doing so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.parsers import expat

from builder.words import words_here

DEEPEST = 50  # elements in one another


class BadXML(Exception):  # noqa: N818 - it is about a file, and becomes a finding
    """A text that is no XML, or none that is read; `line` is where that shows."""

    def __init__(self, message: str, line: int) -> None:
        self.line = line
        super().__init__(message)


class TooManyElements(BadXML):
    """More elements than are read."""


class DocumentType(BadXML):
    """A document type, which nothing that is read has."""


class _Begun(Exception):  # noqa: N818 - no fault: the first element was met
    pass


class Reader:
    """Reads texts of no more than `left` elements all together, which counts down."""

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
        """Call `start` with each element's name and attributes, `end` with its name, `text` with what stands between.

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
        except (LookupError, ValueError):  # of an encoding that Python does not know, or that has no letter for a byte
            if self.left < before:  # it is the caller's
                raise
            raise BadXML(words_here("files")("xml.encoding"), self.line) from None


def refuse_document_type(content: bytes) -> None:
    """Raises DocumentType where a text has one, which stands before the first element; it may be no XML otherwise."""

    def begun(*_: object) -> None:
        raise _Begun

    try:
        Reader(1).read(content, begun, begun, lambda _: None)
    except DocumentType:
        raise
    except (_Begun, BadXML):
        pass
