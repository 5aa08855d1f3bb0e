"""Writes values into Typst source: each `{{ value }}` becomes a Typst literal, so no text can act as markup or code.

Only the filter `rules` reads markup out of a text: symbols, italics and bold.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from jinja2 import BytecodeCache
from jinja2.loaders import BaseLoader

from builder.games.markup import Paragraph, SymbolMark, paragraphs
from renderers.templating.boxes import BoxTag
from renderers.templating.sandbox import SOURCE_LIMIT, VALUE_LIMIT, Missing, Sandbox, TooLargeError

# What stays on one line (see `rules`). _COUNT: a number before a symbol, and the space before the number if the word
# there has at most 10 letters. _BOUND: a number or a single letter, and the space after it if the word there is short.
_COUNT = re.compile(r"(?:(?<!\w{11})(?<=[^\W\d_]) )?[+\u2212-]?\d+ $")
_BOUND = re.compile(r"(?<![^\s(])(?:(?:[^\W\d_]{1,3} )?[+\u2212-]?\d+|[^\W\d_])(?: (?=\w{1,10}(?!\w)))?")


class Typst(str):
    """Typst source that is safe already and is written as it is."""

    __slots__ = ()


class CardTemplates(Sandbox):
    """The sandbox of card templates. What a macro, a block or `super()` has rendered is Typst source."""

    @staticmethod
    def concat(parts: Iterable[str]) -> Typst:
        """The parts of a template's output, joined."""
        return Typst("".join(parts))


def environment(loader: BaseLoader, symbols: Collection[str], compiled: BytecodeCache | None = None) -> CardTemplates:
    """The environment for card templates. `symbols` are the ids that `{id}` in a text may name.

    A template writes values where Typst expects code: `#title({{ card.name }})`. Elsewhere they do no harm, but show
    quotes.
    """
    env = CardTemplates(
        loader=loader,
        bytecode_cache=compiled,
        extensions=[BoxTag],
        undefined=Missing,
        finalize=literal,
        autoescape=False,
        keep_trailing_newline=True,
        optimized=False,  # the optimizer would compute constants of a stranger's template while compiling it
    )
    env.filters["rules"] = lambda text: rules(text, symbols)
    return env


def literal(value: object) -> Typst:
    """A value as a Typst literal: text, number, none, boolean, array or dictionary. Raises TypeError for other values.

    >>> print(literal({"name": "Ace", "cost": [1, None]}))
    ("name": "Ace","cost": (1,none,),)
    """
    return value if isinstance(value, Typst) else Typst(_source(value))


def rules(text: str, symbols: Collection[str] = ()) -> Typst:
    """The filter `rules`: card text as an array of paragraphs, each an array of runs, for `rules-text` of kit.typ.

    A run is a text, or a pair of a kind (`bold`, `italic`, `bold-italic`, `symbol`) and its text. An unknown `{symbol}`
    stays text. A number stays on one line with the word or symbol behind it, and with a short word before it, or any
    word if it counts symbols: "the 2 cards", "Gain 2 {oil}". So does a word of one letter. The minus of a number is as
    wide as a plus.
    """
    return literal([list(_runs(paragraph, symbols)) for paragraph in paragraphs(str(text or ""))])


def _runs(paragraph: Paragraph, symbols: Collection[str]) -> Iterator[str | tuple[str, str]]:
    """The runs of a paragraph. An unknown symbol is text, and joins the text of the same style around it."""
    words, style = "", ""  # that are not a run yet
    joins = False  # whether these words end with an unknown symbol
    for piece in paragraph:
        own = "-".join(name for name, holds in (("bold", piece.bold), ("italic", piece.italic)) if holds)
        if isinstance(piece, SymbolMark) and piece.id in symbols:
            yield from _run(_COUNT.sub(_unbroken, words) if own == style else words, style)
            yield "symbol", piece.id
            words, joins = "", False
            continue
        is_symbol = isinstance(piece, SymbolMark)
        text = f"{{{piece.id}}}" if isinstance(piece, SymbolMark) else piece.text
        if words and own == style and (joins or is_symbol):
            words += text
        else:
            yield from _run(words, style)
            words, style = text, own
        joins = is_symbol
    yield from _run(words, style)


def _unbroken(count: re.Match[str]) -> str:
    return count[0].replace(" ", "\u00a0").replace("-", "\u2212")


def _run(words: str, style: str) -> Iterator[str | tuple[str, str]]:
    words = _BOUND.sub(_unbroken, words)
    if words:
        yield (style, words) if style else words


def _text(value: str) -> str:
    r"""A text as a Typst string. All but letters, digits and spaces are written as `\u{...}`, which is always a
    character and never syntax. Raises TooLargeError for a text that is too long for any card.
    """
    if len(value) > VALUE_LIMIT:
        raise TooLargeError(f"a text of {len(value)} characters is too long")
    return f'"{value}"' if value.isalnum() and value.isascii() else f'"{value.translate(_ESCAPES)}"'


class _Escapes(dict[int, str]):
    """Escapes by character code, made when they are first needed."""

    def __missing__(self, code: int) -> str:
        shown = 0xFFFD if 0xD800 <= code <= 0xDFFF else code  # half a surrogate pair is no character
        self[code] = f"\\u{{{shown:x}}}"
        return self[code]


_ESCAPES = _Escapes({code: chr(code) for code in range(128) if chr(code).isalnum() or chr(code) == " "})


def _number(value: float) -> str:
    if isinstance(value, int):
        return str(value) if abs(value) < 2**63 else f"{float(value)!r}"
    if math.isnan(value) or math.isinf(value):
        return _text(str(value))
    return repr(value)


def _array(value: Collection[object]) -> str:
    return "(" + _joined(f"{_source(item)}," for item in value) + ")"


def _dictionary(value: Mapping[object, object]) -> str:
    return "(" + (_joined(f"{_text(str(k))}: {_source(v)}," for k, v in value.items()) or ":") + ")"


def _joined(parts: Iterable[str]) -> str:
    """The parts as one text. Raises TooLargeError as soon as they are longer than a face may be."""
    found, length = [], 0
    for part in parts:
        found.append(part)
        length += len(part)
        if length > SOURCE_LIMIT:
            raise TooLargeError(f"a value is longer than {SOURCE_LIMIT:,} characters of Typst source")
    return "".join(found)


def _source(value: object) -> str:
    write = _WRITERS.get(type(value))
    if write is None:
        write = next((write for kind, write in _WRITERS.items() if isinstance(value, kind)), None)
    if write is None:
        str(value)  # a StrictUndefined raises, naming what is missing
        raise TypeError(f"a template cannot print a {type(value).__name__}")
    return write(value)


_WRITERS: dict[type, Callable[[Any], str]] = {  # each takes values of its type
    Typst: str,
    str: _text,
    bool: lambda value: "true" if value else "false",
    int: _number,
    float: _number,
    type(None): lambda _: "none",
    dict: _dictionary,
    list: _array,
    tuple: _array,
    Mapping: _dictionary,
}
