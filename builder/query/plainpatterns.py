"""RE2's regular expressions by Python's own, where RE2 is not installed: in a browser.

The pattern is read as RE2 reads it and refused as RE2 refuses it; what is left is written as Python writes it. Python
may take very long for a bad pattern: a browser ends a worker that does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

MOST_TIMES = 1000  # of a repetition
_LAST = 0x10FFFF
_ASTRAL = 0x20000  # from here on, there are hardly any characters but Chinese ones
_ALONE = {"|": "|", "^": "^", "$": r"\Z", ".": r"[^\n]"}
_SIMPLE = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_PERL = {"d": "0-9", "s": r"\t\n\f\r ", "w": "0-9A-Za-z_"}
_NAMED = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": r"\x00-\x7f", "blank": r"\t ", "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9", "graph": "!-~", "lower": "a-z", "print": " -~", "punct": r"!-/:-@\[-`{-~", "space": r"\t-\r ",
    "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f",
}  # fmt: skip
_REPEATED = re.compile(r"\{(0|[1-9][0-9]*)(,?)(0|[1-9][0-9]*)?\}")
_OCTAL = re.compile(r"[0-7]{1,2}")
_HEXADECIMAL = re.compile(r"\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2})")
_BEGUN = re.compile(r"\{[0-9a-fA-F]*.?", re.DOTALL)  # as much as is read of what is none
_LOOKS_BEHIND = re.compile(r"\(\?<[=!](?=.)", re.DOTALL)


class PatternError(Exception):
    """What RE2 would say of a pattern."""


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, without regard to case. Raises PatternError."""
    return re.compile(_Reader(pattern).whole(), re.ASCII | re.IGNORECASE)


class _Reader:
    """Reads a pattern from left to right, and writes it anew."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.folds = True  # whether case is ignored here
        self.opened: list[bool] = []  # for each group that is open, `folds` before it
        self.last = ""  # what a repetition would repeat: nothing where there is nothing, or "|" and the like before it
        self.out: list[str] = []

    def whole(self) -> str:
        """The pattern for Python."""
        repeated = -1  # where the repetition began that was just read
        while self.at < len(self.pattern):
            start = self.at
            sign = self.pattern[start]
            if sign in "*+?" or (sign == "{" and _REPEATED.match(self.pattern, start)):
                self._repetition(start, repeated)
                repeated = start if repeated < 0 else repeated
            else:
                repeated = -1
                self._one(sign)
        if self.opened:
            raise PatternError(f"missing ): {self.pattern}")
        return "".join(self.out)

    def _one(self, sign: str) -> None:
        """What begins with a sign and is no repetition."""
        if sign in _ALONE:
            self._written(_ALONE[sign], repeats=sign != "|")
        elif sign == "(":
            self._opening()
        elif sign == ")":
            self._closing()
        elif sign == "[":
            self._atom(self._class())
        elif sign == "\\":
            self._escape()
        else:
            self.at += 1
            self._atom(_literal(sign))

    def _written(self, text: str, *, repeats: bool = True) -> None:
        self.at += 1
        self.out.append(text)
        self.last = text if repeats else ""

    def _atom(self, text: str) -> None:
        self.last = text if self.folds else f"(?-i:{text})"
        self.out.append(self.last)

    def _repetition(self, start: int, before: int) -> None:
        found = _REPEATED.match(self.pattern, start)
        end = found.end() if found else start + 1
        end += self.pattern[end : end + 1] == "?"
        if before >= 0:
            raise PatternError(f"bad repetition operator: {self.pattern[before:end]}")
        least, most = 0, 1
        if found:
            least = int(found[1])
            most = int(found[3]) if found[3] else -1 if found[2] else least
            if least > MOST_TIMES or most > MOST_TIMES or (0 <= most < least):
                raise PatternError(f"invalid repetition size: {self.pattern[start:end]}")
        if not self.last:
            raise PatternError(f"no argument for repetition operator: {self.pattern[start:end]}")
        self.at = end
        said = f"{{{least},{'' if most < 0 else most}}}" if found else self.pattern[start]
        self.out.append(f"(?:{self.out.pop()}){said}")  # in a group, since Python takes `a*+` for something else

    def _opening(self) -> None:
        pattern, start = self.pattern, self.at
        if not pattern.startswith("(?", start):
            self.at += 1
            self._group()
            return
        if pattern.startswith(("(?P<", "(?<"), start) and not _LOOKS_BEHIND.match(pattern, start):
            begin = start + (4 if pattern[start + 2] == "P" else 3)
            end = pattern.find(">", start + 2)
            if end < 0:
                raise PatternError(f"invalid named capture group: {pattern[start:]}")
            name = pattern[begin:end]
            if not re.fullmatch(r"\w+", name):
                raise PatternError(f"invalid named capture group: {pattern[start : end + 1]}")
            self.at = end + 1
            self._group()
            return
        self._flags(start)

    def _flags(self, start: int) -> None:
        """`(?i)`, `(?-s:` and the like. Of the flags, only that for case says something of lines of text."""
        at, negated, saw, folds = start + 2, False, False, self.folds
        if looks := _LOOKS_BEHIND.match(self.pattern, start):
            raise PatternError(f"invalid perl operator: {looks[0]}")
        while True:
            sign = self.pattern[at : at + 1]
            at += 1
            if sign and sign in "imsU":
                saw = True
                folds = folds if sign != "i" else not negated
            elif sign == "-" and not negated:
                negated, saw = True, False
            elif sign and sign in ":)" and (saw or not negated):
                break
            else:
                raise PatternError(f"invalid perl operator: {self.pattern[start:at]}")
        self.at = at
        if sign == ":":
            self._group()
        self.folds = folds

    def _group(self) -> None:
        self.opened.append(self.folds)
        self.out.append("(?:")
        self.last = ""

    def _closing(self) -> None:
        if not self.opened:
            raise PatternError(f"unexpected ): {self.pattern}")
        self.at += 1
        self.folds = self.opened.pop()
        depth, place = 0, len(self.out)
        while place:
            place -= 1
            depth += self.out[place] == ")"
            if self.out[place] == "(?:":
                break
        inner = "".join(self.out[place:]) + ")"
        del self.out[place:]
        self.out.append(inner)
        self.last = inner

    def _escape(self) -> None:
        pattern, start = self.pattern, self.at
        sign = pattern[start + 1 : start + 2]
        if sign and sign in "bBAzC":
            self.at += 2
            self.last = {"b": r"\b", "B": r"(?!\b)", "A": r"\A", "z": r"\Z", "C": "[^\\n]"}[sign]
            self.out.append(self.last)
        elif sign == "Q":
            end = pattern.find("\\E", start + 2)
            quoted = pattern[start + 2 : end if end >= 0 else len(pattern)]
            self.at = end + 2 if end >= 0 else len(pattern)
            for one in quoted:
                self._atom(_literal(one))
        elif sign and sign in "pP":
            self._atom(f"[{self._property()}]")
        elif sign and sign in "dDsSwW":
            self.at += 2
            self._atom(f"[{_perl(sign)}]")
        else:
            self._atom(_literal(self._unescaped()))

    def _unescaped(self) -> str:
        r"""The character that is meant by `\n`, `\.` or `\x{41}`."""
        pattern, start = self.pattern, self.at
        if start + 1 >= len(pattern):
            raise PatternError("trailing \\")
        sign = pattern[start + 1]
        self.at += 2
        if sign in _SIMPLE:
            return _SIMPLE[sign]
        if sign in "01234567" and (sign == "0" or _OCTAL.match(pattern, self.at)):
            more = _OCTAL.match(pattern, self.at)
            self.at = more.end() if more else self.at
            return chr(int(sign + (more[0] if more else ""), 8))
        if sign == "x":
            found = _HEXADECIMAL.match(pattern, self.at)
            if found and int(found[1] or found[2], 16) <= _LAST:
                self.at = found.end()
                return chr(int(found[1] or found[2], 16))
            begun = _BEGUN.match(pattern, self.at)
            if begun and begun[0].endswith("{"):
                raise PatternError("invalid UTF-8")  # RE2's words where nothing follows
            self.at = min(begun.end() if begun else self.at + 2, len(pattern))
        elif sign.isascii() and not sign.isalnum():
            return sign
        raise PatternError(f"invalid escape sequence: {pattern[start : self.at]}")

    def _property(self) -> str:
        r"""`\pL`, `\p{Lu}` or `\P{^L}` within a class."""
        pattern, start = self.pattern, self.at
        self.at += 2
        name = pattern[self.at : self.at + 1]
        if name == "{":
            end = pattern.find("}", self.at)
            if end < 0:
                raise PatternError(f"invalid character class range: {pattern[start:]}")
            name = pattern[self.at + 1 : end]
            self.at = end + 1
        else:
            self.at += 1
        negated = pattern[start + 1] == "P"
        if name.startswith("^"):
            negated, name = not negated, name[1:]
        if re.fullmatch(r"[A-Z][A-Za-z_]{2,}", name) and name != "Any":
            raise PatternError(f"scripts are not known here: {pattern[start : self.at]}")
        ranges = _category(name, folds=self.folds)
        if not ranges:
            raise PatternError(f"invalid character class range: {pattern[start : self.at]}")
        return _ranges_of(_without(ranges) if negated else ranges)

    def _class(self) -> str:
        pattern, start = self.pattern, self.at
        self.at += 1
        negated = pattern.startswith("^", self.at)
        self.at += negated
        parts: list[str] = []
        first = True
        while self.at < len(pattern) and (first or pattern[self.at] != "]"):
            first = False
            parts.append(self._part_of_class(start))
        if self.at >= len(pattern):
            raise PatternError(f"missing ]: {pattern[start:]}")
        self.at += 1
        return f"[{'^' if negated else ''}{''.join(parts)}]"

    def _part_of_class(self, start: int) -> str:
        pattern = self.pattern
        if pattern.startswith("[:", self.at) and (end := pattern.find(":]", self.at + 2)) >= 0:
            name = pattern[self.at + 2 : end]
            known = _NAMED.get(name.removeprefix("^"))
            if known is None:
                raise PatternError(f"invalid character class range: {pattern[self.at : end + 2]}")
            self.at = end + 2
            return _ranges_of(_without(_read_ranges(known))) if name.startswith("^") else known
        if pattern.startswith("\\", self.at) and (sign := pattern[self.at + 1 : self.at + 2]):
            if sign in "pP" and self.at + 2 < len(pattern):
                return self._property()
            if sign in "dDsSwW":
                self.at += 2
                return _perl(sign)
        begin = self.at
        low = self._character(start)
        high = low
        if pattern.startswith("-", self.at) and self.at + 1 < len(pattern) and pattern[self.at + 1] != "]":
            self.at += 1
            high = self._character(start)
            if high < low:
                raise PatternError(f"invalid character class range: {pattern[begin : self.at]}")
        return _ranges_of([(ord(low), ord(high))])

    def _character(self, start: int) -> str:
        if self.at >= len(self.pattern):
            raise PatternError(f"missing ]: {self.pattern[start:]}")
        if self.pattern[self.at] == "\\":
            return self._unescaped()
        self.at += 1
        return self.pattern[self.at - 1]


_Ranges = list[tuple[int, int]]


def _literal(character: str) -> str:
    return re.escape(character)


def _perl(sign: str) -> str:
    ranges = _PERL[sign.lower()]
    return ranges if sign.islower() else _ranges_of(_without(_read_ranges(ranges)))


def _read_ranges(written: str) -> _Ranges:
    """The ranges of a class that is written here."""
    fits = re.compile(f"[{written}]")
    return _joined(number for number in range(128) if fits.match(chr(number)))


def _joined(numbers: Iterator[int]) -> _Ranges:
    found: _Ranges = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


def _without(ranges: _Ranges) -> _Ranges:
    """The characters that are in none of the ranges."""
    found: _Ranges = []
    begin = 0
    for low, high in ranges:
        if low > begin:
            found.append((begin, low - 1))
        begin = high + 1
    return [*found, (begin, _LAST)] if begin <= _LAST else found


def _ranges_of(ranges: _Ranges) -> str:
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges)


@cache
def _category(name: str, *, folds: bool) -> _Ranges:
    """The characters of a category of Unicode, such as L or Lu; none where there is none of that name."""
    if name == "Any":
        return [(0, _LAST)]
    if not re.fullmatch(r"[CLMNPSZ][a-z]?", name):
        return []
    found = _joined(n for n in range(_ASTRAL) if _is_in(chr(n), name, folds))
    return [*found, (_ASTRAL, _LAST)] if name in ("L", "Lo") else found


def _is_in(character: str, name: str, folds: bool) -> bool:
    """Whether a character is of a category, or what it is in the other case."""
    same = (character, character.lower(), character.upper()) if folds and name[1:] in ("u", "l", "t") else (character,)
    found = (unicodedata.category(one) for one in same if len(one) == 1)
    return any(category.startswith(name) and category != "Cn" for category in found)
