"""The markup of card texts, read once: words, symbols and keywords, which terminals, Typst and web pages all walk.

A line of a text is a paragraph. `{oil}` is a symbol, `*words*` are italic, `**words**` are bold. What only looks like
markup (a lone `*`, an open brace) is words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

_SYMBOL = r"\{(?P<symbol>[^{}\n]{0,80})\}"
_SYMBOLS = re.compile(_SYMBOL)
_MARKUP = re.compile(
    r"\*\*(?=\S)(?P<bold>.{1,2000}?)(?<=\S)\*\*"
    r"|\*(?=[^\s*])(?P<italic>[^*]{1,2000})(?<=\S)\*"
    r"|" + _SYMBOL
)


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class SymbolMark:
    """A symbol by its id, as written in braces. The game may have no such symbol."""

    id: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class KeywordMark:
    """A keyword of the game by its id, and the word by which the text names it."""

    id: str
    text: str
    bold: bool = False
    italic: bool = False


Piece = TextRun | SymbolMark | KeywordMark
Paragraph = tuple[Piece, ...]


@lru_cache(4096)
def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a text, without the empty ones.

    >>> paragraphs("Gain {oil}.")
    ((TextRun(text='Gain ', bold=False, italic=False), SymbolMark(id='oil', bold=False, italic=False), \
TextRun(text='.', bold=False, italic=False)),)
    """
    return tuple(tuple(_pieces(line)) for line in text.split("\n") if line.strip())


def symbols_in(text: str) -> list[str]:
    """The ids of the symbols that a text names, in order, also those that the game does not have."""
    symbols: list[str] = _SYMBOLS.findall(text)
    if "*" not in text or not any("*" in symbol for symbol in symbols):  # then no style begins or ends within one
        return symbols
    return [piece.id for line in text.split("\n") for piece in _pieces(line) if isinstance(piece, SymbolMark)]


def with_keywords(paragraph: Paragraph, names: Mapping[str, str]) -> Paragraph:
    """The paragraph with keywords separate from other words; `names` are the keywords' names by their ids."""
    by_name = {name: keyword for keyword, name in names.items() if name}
    if not by_name:
        return paragraph
    longest_first = sorted(by_name, key=lambda name: (-len(name), name))
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")
    return tuple(part for piece in paragraph for part in _with_keywords(piece, pattern, by_name))


def _with_keywords(piece: Piece, pattern: re.Pattern[str], by_name: Mapping[str, str]) -> Iterator[Piece]:
    if not isinstance(piece, TextRun):
        yield piece
        return
    end = 0
    for found in pattern.finditer(piece.text):
        if found.start() > end:
            yield TextRun(piece.text[end : found.start()], piece.bold, piece.italic)
        yield KeywordMark(by_name[found[0]], found[0], piece.bold, piece.italic)
        end = found.end()
    if end < len(piece.text):
        yield TextRun(piece.text[end:], piece.bold, piece.italic)


def _pieces(line: str, bold: bool = False, italic: bool = False) -> Iterator[Piece]:
    """The pieces of a line, or of a part of one that is in a style already."""
    end = 0
    for found in _MARKUP.finditer(line):
        kind = found.lastgroup
        if (kind == "bold" and bold) or (kind == "italic" and italic):
            continue
        if found.start() > end:
            yield TextRun(line[end : found.start()], bold, italic)
        if kind == "symbol":
            yield SymbolMark(found["symbol"], bold, italic)
        else:
            yield from _pieces(found[str(kind)], bold or kind == "bold", italic or kind == "italic")
        end = found.end()
    if end < len(line):
        yield TextRun(line[end:], bold, italic)
