"""Presets that plugins bring by entry points."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.diagnostics import FindingsError, UsageError
from builder.printing.presets import GROUP, all_preset_names, find_preset
from tests.support.commands import Arsenal
from tests.support.plugins import install

RECEIPT = {"name": "A roll of paper", "extends": "home", "paper": "80x200mm", "marks": "lines"}
NARROW = {"extends": "receipt", "margin": "2 mm"}
ROUND = {"extends": "round"}
TYPO = {"marks": "crosses"}
SHAPELESS = {"margin": object()}
NOTHING: dict[str, Any] = {}
NUMBER = 5
FILE = Path(__file__).with_name("no-such-preset.yaml")


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Pretends that packages with these presets are installed: by name, a name in this module."""
    return lambda **presets: install(
        monkeypatch, GROUP, **{name: f"{__name__}:{value}" for name, value in presets.items()}
    )


def test_a_preset_is_words_in_a_mapping(plugins: Callable[..., None]) -> None:
    plugins(receipt="RECEIPT", narrow="NARROW", home="RECEIPT")
    receipt = find_preset("receipt")
    assert (receipt.id, receipt.name, receipt.options.paper, receipt.options.marks) == (
        "receipt", "A roll of paper", "80x200mm", "lines",
    )  # fmt: skip
    narrow = find_preset("narrow")
    assert (narrow.id, narrow.options.paper, narrow.options.margin) == ("narrow", "80x200mm", 2.0)
    assert find_preset("home").options.paper == "a4"  # none takes the place of ours
    assert all_preset_names() == ["home", "drivethru", "mpc", "silhouette", "tgc", "narrow", "receipt"]


def test_a_preset_is_a_file(plugins: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("extends: silhouette\ngap: 2 mm\n")
    (tmp_path / "cutter.yaml").write_text("name: Cutter\nextends: base.yaml\n")
    monkeypatch.setattr(f"{__name__}.FILE", tmp_path / "cutter.yaml")
    plugins(machine="FILE")
    found = find_preset("machine")
    assert (found.id, found.name, found.options.gap, found.options.marks) == ("machine", "Cutter", 2.0, "registration")


def test_a_file_of_ones_own_extends_a_plugins_preset(plugins: Callable[..., None], tmp_path: Path) -> None:
    plugins(receipt="RECEIPT")
    mine = tmp_path / "mine.yaml"
    mine.write_text("extends: receipt\nbleed: 1 mm\n")
    assert find_preset(str(mine)).options.paper == "80x200mm"
    mine.write_text("extends: reciept\n")
    with pytest.raises(FindingsError) as raised:
        find_preset(str(mine))
    assert 'did you mean "receipt"?' in raised.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("NO_SUCH_NAME", "AttributeError"),
        ("NUMBER", "NUMBER is not words of a preset, or the path of a preset file"),
        ("TYPO", '"marks" can\'t be "crosses"'),
        ("SHAPELESS", "Unsupported type"),
        ("NOTHING", "this is empty"),
        ("FILE", "no-such-preset.yaml:1: there is no such file"),
        ("ROUND", '"extends" leads back here'),
    ],
)
def test_a_broken_plugin_is_named(plugins: Callable[..., None], arsenal: Arsenal, value: str, reason: str) -> None:
    plugins(round=value)
    with pytest.raises(UsageError) as raised:
        find_preset("round")
    assert str(raised.value).startswith('the plugin "round" can\'t be used: ')
    assert reason in str(raised.value)
    assert 'error: the plugin "round" can\'t be used' in arsenal("presets", code=2).stderr
    arsenal("presets", "home")


def test_commands_know_presets_of_plugins(plugins: Callable[..., None], arsenal: Arsenal) -> None:
    plugins(receipt="RECEIPT")
    assert "receipt: A roll of paper" in arsenal("presets").stdout
    assert "paper:          80x200mm" in arsenal("presets", "receipt").stdout
    assert "out.pdf: 40 cards on" in arsenal("print", "earthwall", "--preset", "receipt", "-o", "out.pdf").stdout
    assert 'did you mean "receipt"?' in arsenal("presets", "reciept", code=2).stderr
