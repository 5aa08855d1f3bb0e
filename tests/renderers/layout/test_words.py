"""The words of layouts: the schema of presets, the options and what uses them know the same ones."""

import json
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from builder.printing.presets import builtin, options_of, preset_names
from renderers.layout import words
from renderers.layout.imposition import Imposition
from renderers.layout.options import SheetOptions
from tests.support.commands import ROOT

SCHEMA = json.loads((ROOT / "schemas" / "preset.schema.json").read_text("utf-8"))["properties"]
OF_PRESETS = {
    "layout": words.Layout,
    "orientation": words.Orientation,
    "bleed-mode": words.BleedMode,
    "marks": words.Marks,
    "backs": words.Backs,
    "order": words.PageOrder,
    "dice": words.DiceCutouts,
}


def test_the_schema_of_presets_has_the_same_words() -> None:
    assert {word: SCHEMA[word]["enum"] for word in OF_PRESETS} == {w: [*get_args(of)] for w, of in OF_PRESETS.items()}


def test_every_word_becomes_an_option() -> None:
    for word, kind in OF_PRESETS.items():
        for value in get_args(kind):
            assert getattr(options_of({word: value}), word.replace("-", "_")) == value


def test_what_options_are_without_a_word_is_one_of_them() -> None:
    hints: dict[str, Any] = get_type_hints(SheetOptions)
    for word, kind in OF_PRESETS.items():
        assert hints[word.replace("-", "_")] == kind
        assert getattr(SheetOptions(), word.replace("-", "_")) in get_args(kind)


def test_all_backs_turn_paper_at_an_edge_or_not_at_all() -> None:
    for backs in get_args(words.Backs):
        flip = SheetOptions(backs=backs).flip
        assert flip in get_args(words.Flip)
        assert (flip == "none") == (backs in ("none", "fold"))
    assert set(get_args(words.Flip)) == {"none", *get_args(words.Edge)}
    assert set(get_args(words.Edge)) < set(get_args(words.Backs))


def test_presets_are_of_these_words() -> None:
    for name in preset_names():
        for word, kind in OF_PRESETS.items():
            assert getattr(builtin(name).options, word.replace("-", "_")) in get_args(kind), name


def test_impositions_take_the_words_of_options() -> None:
    hints = get_type_hints(Imposition)
    kinds = {hints[one.name] for one in fields(Imposition)}
    assert {words.BleedMode, words.Marks, words.Flip, words.Orientation} <= kinds
