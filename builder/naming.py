"""Names and ids: how text is compared, and the id that a name suggests."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

MOST_LETTERS = 80  # of an id
ID = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_SIGNS = {
    "+": " plus ", "−": "-", "±": " plus minus ", "%": " percent ", "&": " and ", "*": " star ", "#": " number ",
    "<": " less ", ">": " more ", "=": " equals ", "/": " per ", "!": " really ", "?": " maybe ",
}  # fmt: skip
_LATIN = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_MINUS = re.compile(r"(?<!\w)-|-(?!\w)")  # a hyphen that is not within a word


def fold(text: str) -> str:
    """Text as it is compared: no case, no accents, single spaces.

    >>> fold("  Élan VITAL ")
    'elan vital'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    # Compatibility forms may hold capitals, and folded letters may decompose again.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def slug(text: str) -> str:
    """The id that a name suggests: lower-case words with hyphens; "" where there is no letter or digit to use.

    >>> slug("Vénus, rising!"), slug("Æther")
    ('venus-rising', 'aether')
    """
    folded = fold(text[:MOST_LETTERS]).translate(_LATIN).replace("'", "").replace("’", "")
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in folded).split())[:MOST_LETTERS].strip(
        "-"
    )


def slug_of_signs(text: str) -> str:
    """The id that a name suggests, with its signs as words: for names that differ only in signs.

    >>> slug_of_signs("1+ Cat"), slug_of_signs("-1"), slug_of_signs("Semi-Wild Cat")
    ('1-plus-cat', 'minus-1', 'semi-wild-cat')
    """
    return slug(_MINUS.sub(" minus ", "".join(_SIGNS.get(c, c) for c in text[:MOST_LETTERS])))


def free(name: str, taken: Container[str]) -> str:
    """The name, with a number added where it is taken.

    >>> free("deck", ["deck", "deck-2"])
    'deck-3'
    """
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    return found


def is_id(word: str) -> bool:
    """Whether a word can be an id: up to 80 lower-case letters and digits, in words with single hyphens between them.

    >>> is_id("venus-2"), is_id("../venus"), is_id("Venus")
    (True, False, False)
    """
    return len(word) <= MOST_LETTERS and ID.fullmatch(word) is not None


def title_of(id_: str) -> str:
    """A title for a thing of which only the id is known.

    >>> title_of("scrap-pile")
    'Scrap pile'
    """
    return id_.replace("-", " ").capitalize()
