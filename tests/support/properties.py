"""How many examples properties are tried with."""

from math import ceil

from hypothesis import settings


def examples(number: int) -> settings:
    """So many examples, or a part where the profile tries a part of the usual hundred; no fewer than ten of these."""
    return settings(max_examples=max(ceil(number * settings().max_examples / 100), min(number, 10)))
