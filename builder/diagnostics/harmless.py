"""Makes text from strangers harmless for the terminal that shows it. All that is printed goes through here.

Removed are characters that control a terminal, or hide or reorder the text around them: control characters (C0, DEL
and C1), formatting characters such as bidirectional ones, halves of characters, separators of lines.
"""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """Text that can't control a terminal: U+FFFD stands for characters that control, hide or reorder others.

    Lines stay as they are.

    >>> printable(f"a{chr(27)}[31mb{chr(9)}c")
    'a�[31mb c'
    """
    return text if text.isprintable() else "".join(map(_harmless, text))


def one_line(text: str) -> str:
    """The same as a single line, so that what a stranger wrote can't look like a line of Arsenal's own.

    >>> one_line("Ash Cat" + chr(10) + "legal")
    'Ash Cat legal'
    """
    return text if text.isprintable() else printable(" ".join(text.splitlines()))


def json_text(value: object, *, indent: int | None = 2) -> str:
    r"""A value as readable JSON, in which `\\u` escapes stand for what would control a terminal.

    >>> json_text(["é", chr(155)], indent=None)
    '["é", "\\u009b"]'
    """
    import json  # most commands write no JSON

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if (text.isascii() and "\x7f" not in text) or text.isprintable():  # JSON has no other controls in ASCII
        return text
    escapes = {ord(one): _escaped(one) for one in set(text) if one != "\n" and _steers(one)}
    return text.translate(escapes) if escapes else text


def _harmless(character: str) -> str:
    if character == "\t":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if character != "\n" and _steers(character) else character


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def _steers(character: str) -> bool:
    # Joiners stay: emoji and several scripts are written with them.
    return character not in "\u200c\u200d" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
