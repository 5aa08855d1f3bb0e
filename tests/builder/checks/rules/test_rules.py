"""The list of rules, and those that plugins add."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.checks import RULES
from builder.checks.rules import GROUP, added_rules
from builder.diagnostics import UsageError
from builder.diagnostics.codes import CODES, register
from builder.packs.pack import in_memory
from builder.workspace import diagnose
from tests.support.packs import SMALL, checked
from tests.support.plugins import install


def test_every_rule_says_what_it_asks() -> None:
    assert len(RULES) >= 14
    for rule in RULES:
        assert (rule.__doc__ or "").rstrip().endswith("."), rule.__name__


@pytest.fixture(autouse=True)
def _forgotten_plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(CODES, "no-art", CODES["empty-set"])  # so that what the tests register is gone afterwards
    monkeypatch.delitem(CODES, "no-art")
    added_rules.cache_clear()
    yield
    added_rules.cache_clear()


def test_a_plugin_adds_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked().diagnostics == []
    assert not checked().by_plugins
    install(monkeypatch, GROUP, cards_have_art="tests.support.plugins:cards_have_art")
    added_rules.cache_clear()
    assert {(d.code, d.severity) for d in checked().diagnostics} == {("no-art", "error")}
    register("no-art", "warning", "a card has no picture")
    assert checked().by_plugins
    faults = checked().diagnostics
    assert {(d.code, d.severity) for d in faults} == {("no-art", "warning")}
    assert len(faults) == len(checked().cards)
    assert all(d.span and d.span.path.endswith(".yaml") for d in faults)
    assert checked().ok


@pytest.mark.parametrize("value", ["no_such_module:rule", "tests.support.plugins:NO_KIND"])
def test_a_broken_plugin_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    install(monkeypatch, GROUP, broken=value)
    with pytest.raises(UsageError, match='the plugin "broken" can\'t be used'):
        checked()


@pytest.mark.parametrize(
    ("rule", "reason"),
    [("failing_rule", "ZeroDivisionError: no cards"), ("wordy_rule", "it gives str, not Diagnostic")],
)
def test_a_plugin_that_fails_is_named(monkeypatch: pytest.MonkeyPatch, rule: str, reason: str) -> None:
    install(monkeypatch, GROUP, mine=f"tests.support.plugins:{rule}")
    with pytest.raises(UsageError, match=f'the plugin "mine" can\'t be used: {reason}'):
        checked()


def test_what_plugins_find_is_not_remembered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pack = in_memory(Path("my-game"), SMALL)
    assert diagnose(pack, tmp_path) == []
    assert len(list(tmp_path.glob("checked/*/*"))) == 1
    pack = in_memory(Path("my-game"), {**SMALL, "art/new.png": b""})
    install(monkeypatch, GROUP, cards_have_art="tests.support.plugins:cards_have_art")
    added_rules.cache_clear()
    assert {d.code for d in diagnose(pack, tmp_path)} == {"no-art"}
    assert len(list(tmp_path.glob("checked/*/*"))) == 1
