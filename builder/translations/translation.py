"""A game's words in another language, as its file in locales/ has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.diagnostics import Diagnostic, KeyPath, Span
from builder.documents.data import Data

GAME = ""  # what stands for the game among the ids of cards


@dataclass(frozen=True, slots=True)
class Translation:
    """What a language's file says: `entries` by the ids of cards, those of the game under `GAME`.

    `places` says where entries begin: `("cards", id)`, `("game", "types", "ship")`, `("game",)`.
    """

    language: str
    entries: Mapping[str, Data] = field(default_factory=dict)
    places: Mapping[KeyPath, Span] = field(default_factory=dict)


def stale(language: str, entry: str, place: Span | None, source: Span | None) -> Diagnostic:
    """That the words of an entry have changed since they were translated, with the places of both."""
    return Diagnostic(
        "stale-translation",
        f'the words of "{entry}" have changed since they were translated',
        place,
        f"translate them anew, then `arsenal translate {language} --confirm {entry}`",
        related=(("they stand here", source),) if source else (),
    )
