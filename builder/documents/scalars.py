"""What a word of YAML without quotes means: a text, a number, true, false or null."""

from __future__ import annotations

import math
import re

WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip

_INTEGER = re.compile(r"[-+]?[0-9]{1,40}\Z|0o[0-7]{1,40}\Z|0x[0-9a-fA-F]{1,40}\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]{1,40}|[0-9]{1,40}(\.[0-9]{0,40})?)([eE][-+]?[0-9]{1,4})?\Z")


def scalar(value: str) -> str | int | float | bool | None:
    """A plain scalar by the YAML 1.2 core schema; infinities, NaN and absurdly long numbers stay text.

    >>> scalar("No"), scalar("0o17"), scalar("1e3"), scalar("~"), scalar("2026-11-21")
    ('No', 15, 1000.0, None, '2026-11-21')
    """
    if value in WORDS:
        return WORDS[value]
    if value[0] not in "0123456789+-.":
        return value
    if _INTEGER.match(value):
        return int(value, {"0o": 8, "0x": 16}.get(value[:2], 10))
    if _FLOAT.match(value):
        number = float(value)
        return number if math.isfinite(number) else value
    return value


def as_word(source: str, word: str) -> str:
    """A scalar as written, with another word in it, in the quotes that its author chose.

    >>> as_word("'Creature'", "creature")
    "'creature'"
    """
    quote = source[:1] if source[:1] in ("'", '"') and source[-1:] == source[:1] and len(source) > 1 else ""
    return f"{quote}{word}{quote}"


def quoted(source: str) -> str:
    r"""A part of a YAML text in quotes, so that it is a text.

    >>> print(quoted("{spark}"), quoted('say "x": y'))
    "{spark}" 'say "x": y'
    """
    plain = not re.search(r'["\\]', source)
    return f'"{source}"' if plain else "'" + source.replace("'", "''") + "'"
