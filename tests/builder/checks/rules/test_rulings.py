"""Rulings name cards of the game."""

from __future__ import annotations

from tests.support.packs import codes


def test_rulings_name_cards_and_days() -> None:
    ruling = {"question": "Q?", "ruling": "A.", "date": "2026-01-01", "cards": ["flare"]}
    assert codes(rulings_yaml=[ruling]) == []
    assert codes(rulings_yaml=[{**ruling, "cards": ["flair"]}]) == ["unknown-card"]
    assert codes(rulings_yaml=[{**ruling, "date": "2026-02-29"}]) == ["bad-date"]
    assert codes(rulings_yaml=[{**ruling, "date": "29.2.2026"}]) == ["bad-format"]
    assert codes(rulings_yaml=ruling) == ["wrong-type"]
