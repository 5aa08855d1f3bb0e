"""A name belongs to one card of one game: whoever searches for it over all packs, in any language, finds one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
import yaml

from builder.naming import fold
from tests.support.commands import GAMES, ROOT
from tests.support.gamecards import cards

SHARED: dict[str, str] = {}  # names that several games may have, and why


def names(language: str) -> Iterator[str]:
    for game in GAMES:
        if language == "en":
            yield from {card["name"] for card in cards(game)}
        elif (path := ROOT / "cards" / game / f"locales/{language}.yaml").exists():
            translated = yaml.safe_load(path.read_text("utf-8"))["cards"].values()
            yield from (card["name"] for card in translated if "name" in card)


@pytest.mark.parametrize(("language", "least"), [("en", 300), ("fr", 300), ("de", 239)])
def test_no_name_is_used_twice(language: str, least: int) -> None:
    used = Counter(map(fold, names(language)))
    assert len(used) >= least
    assert {name for name, times in used.items() if times > 1} == {*SHARED}
