"""A ruling is a question and its answer, of the whole rulebook unless it says more."""

from dataclasses import FrozenInstanceError
from datetime import date

import pytest

from builder.games.ruling import Ruling


def test_a_ruling_need_not_be_about_a_section_or_cards() -> None:
    ruling = Ruling("May I?", "Yes.", date(2026, 3, 1))
    assert (ruling.section, ruling.cards) == ("", ())
    assert ruling != Ruling("May I?", "Yes.", date(2026, 3, 1), cards=("flare",))


def test_a_ruling_stays_as_it_was_decided() -> None:
    ruling = Ruling("May I?", "Yes.", date(2026, 3, 1), "Combat", ("flare",))
    with pytest.raises(FrozenInstanceError):
        ruling.answer = "No."  # type: ignore[misc] # which is what is tested
    assert {ruling: 1}[Ruling("May I?", "Yes.", date(2026, 3, 1), "Combat", ("flare",))] == 1
