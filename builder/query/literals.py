"""What a regular expression can't be found without: a text for an index to look for before it is tried."""

from __future__ import annotations

import re

_COUNT = re.compile(r"\{[0-9]+(,[0-9]*)?\}")
_CLASS = re.compile(r"\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]", re.DOTALL)


def required_literal(pattern: str) -> str:
    r"""The longest lower-case text that is certainly in every folded text the pattern is found in; often "".

    >>> required_literal(r"draws? \d+ cards")
    ' cards'
    """
    runs: list[str] = []
    run = ""
    position = 0
    while position < len(pattern):
        character = pattern[position]
        rest = pattern[position:]
        if character == "|" or (character == "\\" and rest[1:2].isalnum() and rest[1] not in "dDwWsSbB"):
            return ""  # an alternative has its own texts; other escapes spell characters in ways not read here
        if count := _COUNT.match(rest):
            runs, run, position = [*runs, run[:-1]], "", position + count.end()
        elif character in "*?":
            runs, run, position = [*runs, run[:-1]], "", position + 1
        elif character == "(":
            runs, run, position = [*runs, run], "", _end_of_group(pattern, position)
        elif character == "[":
            found = _CLASS.match(rest)
            if not found:
                return ""
            runs, run, position = [*runs, run], "", position + found.end()
        elif character == "\\" and rest[1:2].isascii() and not rest[1:2].isalnum():
            run, position = run + rest[1:2], position + 2
        elif character == "\\" or character in "+.^$" or not character.isascii():
            runs, run, position = [*runs, run], "", position + (2 if character == "\\" else 1)
        else:
            run, position = run + character, position + 1
    return max([*runs, run], key=len).lower()


def _end_of_group(pattern: str, start: int) -> int:
    """The position after the group that opens at `start`; the pattern's end where it can't be told."""
    depth = 0
    position = start
    while position < len(pattern):
        if pattern[position] == "\\":
            position += 1
        elif pattern[position] == "[":
            found = _CLASS.match(pattern, position)
            if not found:
                return len(pattern)
            position = found.end() - 1
        elif pattern[position] == "(":
            depth += 1
        elif pattern[position] == ")":
            depth -= 1
            if not depth:
                return position + 1
        position += 1
    return len(pattern)
