"""Words that messages share: numbers of things, near names, help for what is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def count_of(n: int, what: str) -> str:
    """A number of things in a message.

    >>> count_of(1, "card"), count_of(2, "card")
    ('1 card', '2 cards')
    """
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def near(word: str, known: Iterable[str], n: int = 3) -> list[str]:
    """Up to `n` of the known words that `word` was probably meant to be, best first.

    >>> near("Sheild", ["Ambush", "Shield", "Swarm"])
    ['Shield']
    """
    # The limits keep a hostile list of long words from costing more than a moment.
    by_folded = {k.casefold()[:80]: k for k in known}
    found = difflib.get_close_matches(word.casefold()[:80], by_folded, n=n, cutoff=0.6)
    return [by_folded[f] for f in found]


def suggestion(word: str, known: Iterable[str], what: str = "known") -> str:
    """A help line for a word that is not among `known`: what was probably meant, then what there is.

    >>> suggestion("Sheild", ["Swarm", "Ambush", "Shield"])
    'did you mean "Shield"? known: Ambush, Shield, Swarm'
    """
    names = sorted(set(known))
    if not names:
        return f"{what}: none"
    meant = near(word, names, n=1)
    shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    listing = f"{what}: {shown}"
    return f'did you mean "{meant[0]}"? {listing}' if meant else listing
