"""Which language a request is answered in: the best of those that there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_ACCEPTED = 20  # languages that a browser may ask for


def accepted(header: str) -> tuple[str, ...]:
    """The languages of an Accept-Language header (RFC 9110, 12.5.4), the most wanted first.

    >>> accepted("de;q=0.3, fr-CA, en;q=0.8, *;q=0.1")
    ('fr-CA', 'en', 'de')
    """
    found: list[tuple[float, str]] = []
    for part in header[:1_000].split(",")[:MOST_ACCEPTED]:
        name, _, weight = part.strip().partition(";q=")
        try:
            wanted = float(weight or "1")
        except ValueError:
            continue
        if name.replace("-", "").isalnum() and wanted > 0:
            found.append((-wanted, name))
    return tuple(name for _, name in sorted(found, key=lambda one: one[0]))


def best(wanted: Sequence[str], known: Iterable[str]) -> str:
    """The first of the known languages that is wanted, by the language alone where the region is another; else none.

    >>> best(["de", "fr-CA"], ["en", "fr"]), best(["de"], ["en"])
    ('fr', '')
    """
    names = [*known][::-1]
    by_name = {name.lower(): name for name in names}
    by_language = {name.lower().partition("-")[0]: name for name in names}
    for name in wanted:
        found = by_name.get(name.lower()) or by_language.get(name.lower().partition("-")[0])
        if found:
            return found
    return ""
