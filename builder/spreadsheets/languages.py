"""The languages in headings of columns such as "Name (FR)", "Texte FR" and "German text"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from builder.naming import fold

# The languages that headings name, by code: their folded names in English and in the language itself.
_CALLED: Mapping[str, str] = {
    "ar": "arabic", "bg": "bulgarian", "ca": "catalan catala", "cs": "czech cesky cestina", "cy": "welsh",
    "da": "danish dansk", "de": "german deutsch", "el": "greek", "en": "english", "eo": "esperanto",
    "es": "spanish espanol castellano", "et": "estonian", "eu": "basque", "fi": "finnish suomi",
    "fr": "french francais", "ga": "irish", "gl": "galician", "he": "hebrew", "hr": "croatian hrvatski",
    "hu": "hungarian magyar", "it": "italian italiano", "ja": "japanese", "ko": "korean", "la": "latin",
    "lt": "lithuanian", "lv": "latvian", "nb": "norwegian norsk", "nl": "dutch nederlands", "no": "",
    "pl": "polish polski", "pt": "portuguese portugues", "pt-br": "", "ro": "romanian romana", "ru": "russian",
    "sk": "slovak", "sl": "slovenian", "sr": "serbian", "sv": "swedish svenska", "tr": "turkish turkce",
    "uk": "ukrainian", "zh": "chinese",
}  # fmt: skip
LONGEST = 80  # characters of a heading that may name a language
_CODES = {word: code for code, words in _CALLED.items() for word in words.split()}
_BEHIND = re.compile(
    r"(.{1,100}?)\s*(?:[(\[]([^()\[\]]{2,20})[)\]]|([ _.:/-]{1,3})([^\W\d_]{2,12}|pt-br))", re.IGNORECASE
)
_BEFORE = re.compile(r"([^\W\d_]{2,12})[ _:-]{1,3}(.{1,100})")


def language_of(heading: str) -> tuple[str, str]:
    """A heading without its language, and the language's code; the code is "" where it names none.

    >>> language_of("Name (FR)"), language_of("text_de"), language_of("German text"), language_of("Card id")
    (('Name', 'fr'), ('text', 'de'), ('text', 'de'), ('Card id', ''))
    """
    if len(heading) > LONGEST:
        return heading, ""
    plain_heading = " ".join(heading.split())
    if found := _BEHIND.fullmatch(plain_heading):
        in_brackets, between, word = found[2], found[3] or "", found[4] or ""
        plain = in_brackets or between.strip() or word.isupper()  # "no" after a space may be a word
        if code := _code(in_brackets or word, coded=bool(plain)):
            return found[1].strip(), code
    if (found := _BEFORE.fullmatch(plain_heading)) and (code := _code(found[1], coded=found[1].isupper())):
        return found[2].strip(), code
    return heading, ""


def _code(word: str, *, coded: bool) -> str:
    """The code of the language that a word names; with `coded`, the word may be the code itself."""
    folded = fold(word)
    return _CODES.get(folded, "") or (folded if coded and folded in _CALLED else "")


def without_own(heading: str, own: str) -> str:
    """A heading without its language, where that is the game's own."""
    rest, language = language_of(heading)
    return rest if language == own else heading
