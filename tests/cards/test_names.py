"""A name belongs to one game: whoever searches for it over all packs finds one card."""

from __future__ import annotations

import yaml

from builder.naming import fold
from tests.support.commands import ROOT

SHARED: dict[str, str] = {}  # names that several games may have, and why


def test_no_name_is_used_in_two_games() -> None:
    games: dict[str, set[str]] = {}
    for path in sorted((ROOT / "cards").glob("*/sets/*/*.yaml")):
        for card in yaml.safe_load(path.read_text("utf-8")):
            games.setdefault(fold(card["name"]), set()).add(path.parts[-4])
    assert len(games) > 300
    assert {name: used for name, used in games.items() if len(used) > 1 and name not in SHARED} == {}
    assert {name for name in SHARED if len(games.get(name, ())) < 2} == set()
