"""Names and ids: how text is compared, and the id that a name suggests."""

from __future__ import annotations

import unicodedata


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

    >>> slug("Vénus, rising!")
    'venus-rising'
    """
    folded = fold(text[:80]).replace("'", "").replace("’", "")
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in folded).split())[:80].strip("-")
