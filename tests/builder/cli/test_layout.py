"""Options of layout as words of a preset: those that were given, and no others."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from builder.cli.layout import LayoutWords, words_of
from builder.diagnostics import UsageError
from builder.schema import bundled_schema
from tests.support.commands import Arsenal


def test_nothing_given_is_no_word() -> None:
    assert LayoutWords().words == {}
    assert words_of({"paper": None}) == {}


def test_only_what_was_given_is_a_word() -> None:
    given = LayoutWords(paper="a3", bleed_mode="outer", guides=False, back_rotation=0.0, dpi=600.0)
    assert given.words == {"paper": "a3", "bleed-mode": "outer", "guides": False, "back-rotation": 0.0, "dpi": 600.0}


def test_every_option_is_a_word_that_presets_know() -> None:
    schema: Any = bundled_schema("preset").schema
    assert {option.name.replace("_", "-") for option in fields(LayoutWords)} <= set(schema["properties"])


@pytest.mark.parametrize("written", ["0.5,-0.3", "0.5, -0.3", " 0.5 ,-0.3 "])
def test_an_offset_has_two_directions(written: str) -> None:
    assert LayoutWords(back_offset=written).words == {"back-offset": {"x": "0.5", "y": "-0.3"}}


def test_an_offset_without_a_comma_is_refused() -> None:
    with pytest.raises(UsageError, match=r'"0\.5" is not an offset') as refused:
        words_of({"back_offset": "0.5"})
    assert refused.value.help == "write how far to the right and down: 0.5,-0.3"


@pytest.mark.parametrize(
    ("option", "value"), [("--orientation", "upright"), ("--marks", "stars"), ("--back-rotation", "6"), ("--dpi", "9")]
)
def test_values_that_no_layout_has_are_refused(arsenal: Arsenal, option: str, value: str) -> None:
    assert option in arsenal("print", "earthwall", "-o", "out.pdf", option, value, code=2).stderr
    assert not Path("out.pdf").exists()
