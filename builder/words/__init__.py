"""The texts that Arsenal shows to people: a YAML file for each language, with groups of texts by where they are used.

The code reads words.json, which docs/generate.py makes from the YAML files: reading YAML would slow down every command,
and in a browser only Python's standard library is there. Scripts get their group with the page, and
web/pages/static/words.js fills in the texts in the same way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias  # Any: loaders of modules have no common type

Text: TypeAlias = "str | Mapping[str, str]"

DEFAULT = "en"
LANGUAGE = "language"  # the group with a language's plural forms and number signs
COMMON = "common"  # the group that is added to all others
FILE = Path(__file__).with_name("words.json")
_PART = re.compile(r"\{([a-z_]+)\}")  # as in words.js


@dataclass(frozen=True)
class Words:
    """A group's texts in a language by key. Some have several forms, for different numbers."""

    language: str
    counting: Mapping[str, Text] = field(repr=False)
    texts: Mapping[str, Text] = field(repr=False)

    def __call__(self, key: str, /, n: int | None = None, **parts: object) -> str:
        """The text of that key with its {parts} filled in; `n` chooses its form. Raises KeyError for an unknown key.

        >>> words_of("en")("count.cards", 1), words_of("en")("count.cards", 1200), words_of("fr")("count.cards", 0)
        ('1 card', '1,200 cards', '0 carte')
        """
        found = self.texts[key]
        if not isinstance(found, str):
            found = found[_form(self._plural, n)]
        parts["n"] = n
        for name, part in parts.items():
            if type(part) is int and not -1000 < part < 1000:
                parts[name] = self.number(part)
        return _format(found).format_map(parts)

    def with_help(self, key: str, /, n: int | None = None, **parts: object) -> tuple[str, str]:
        """A text and its help, which is the text of `key.help`; "" where there is none."""
        help_ = f"{key}.help"
        return self(key, n, **parts), self(help_, n, **parts) if help_ in self.texts else ""

    def noun(self, label: str, n: int | None = None) -> str:
        """A pack's own word for `n` things, or for things in general; labels like "city / cities" give both forms.

        >>> words_of("en").noun("city / cities", 1), words_of("fr").noun("dé / dés", 0), words_of("fr").noun("dé / dés")
        ('city', 'dé', 'dés')
        """
        one, _, several = label.partition(" / ")
        return one if not several or _form(self._plural, n) == "one" else several

    def number(self, n: int) -> str:
        """A whole number with the language's separator between thousands."""
        return f"{n:,}".replace(",", str(self.counting["thousands"]))

    def decimal(self, value: float, form: str = "g") -> str:
        """A number with the language's decimal sign. `form` is a format of Python.

        >>> words_of("en").decimal(2.5), words_of("fr").decimal(2.5, ".2f")
        ('2.5', '2,50')
        """
        return f"{value:{form}}".replace(".", str(self.counting["decimal"]))

    def percent(self, share: float) -> str:
        """A share (0 to 1) as a percentage with one decimal.

        >>> words_of("en").percent(0.255)
        '25.5%'
        """
        return str(self.counting["percent"]).replace("{n}", self.decimal(100 * share, ".1f"))

    def listing(self, words: Sequence[str], last: str = "and") -> str:
        """The words as a list in the language, such as `one, two and three`; `last` joins the last two.

        >>> words_of("en").listing(["one", "two", "three"]), words_of("fr").listing(["un", "deux"], "or")
        ('one, two and three', 'un ou deux')
        """
        return f"{', '.join(words[:-1])} {self(last)} {words[-1]}" if len(words) > 1 else "".join(words)

    def for_scripts(self) -> dict[str, Mapping[str, Text]]:
        """The group as data that a page passes to its scripts."""
        return {"counting": self.counting, "texts": self.texts}

    @cached_property
    def _plural(self) -> tuple[tuple[str, str], ...]:
        forms = self.counting["plural"]
        return () if isinstance(forms, str) else (*forms.items(),)


def languages() -> tuple[str, ...]:
    """The languages that Arsenal has texts in, the default one first."""
    return tuple(_written())


def spoken(language: str) -> str:
    """The nearest language with texts: this one, the one that it is a variant of, or the default."""
    wanted = language.lower()
    return next((one for one in (wanted, wanted.partition("-")[0]) if one in _written()), DEFAULT)


def words_of(language: str, group: str = COMMON) -> Words:
    """A group's texts in a language, or in the nearest that `spoken` finds."""
    return _words(spoken(language), group)


_speaking: ContextVar[str] = ContextVar("speaking", default=DEFAULT)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within this context, errors are in this language, as for one command or request. "" changes nothing."""
    token = _speaking.set(spoken(language or _speaking.get()))
    try:
        yield
    finally:
        _speaking.reset(token)


def words_here(group: str = COMMON) -> Words:
    """A group's texts in the language set by `speaking`. Do not cache what is made from them."""
    return words_of(_speaking.get(), group)


def groups() -> Iterator[str]:
    """The names of the groups of texts, without those that are part of all."""
    return (name for name in _written()[DEFAULT] if name not in (LANGUAGE, COMMON))


@lru_cache(1_000)
def _form(plural: tuple[tuple[str, str], ...], n: int | None) -> str:
    """The form for `n` things, or for things in general; `plural` are the forms with regular expressions for digits."""
    return next((form for form, digits in plural if n is not None and re.search(digits, str(n))), "other")


@cache
def _format(text: str) -> str:
    """A text as a format string of Python, in which other braces than those of {parts} are escaped."""
    pieces = _PART.split(text)
    pieces[::2] = [piece.replace("{", "{{").replace("}", "}}") for piece in pieces[::2]]
    pieces[1::2] = [f"{{{name}}}" for name in pieces[1::2]]
    return "".join(pieces)


@cache
def _words(language: str, group: str) -> Words:
    written = _written()[language]
    return Words(language, written[LANGUAGE], {**written[COMMON], **written[group]})


@cache
def _written() -> Mapping[str, Mapping[str, Mapping[str, Text]]]:
    """All texts by language, group and key. The file may lie in a zip, where modules do in a browser."""
    loader: Any = __spec__.loader if __spec__ else None
    found: dict[str, dict[str, dict[str, Text]]] = json.loads(loader.get_data(str(FILE)))
    return found
