"""Plugins are found by their entry points, and broken ones are named."""

from pathlib import Path
from typing import TypeGuard

import pytest

from builder import plugins
from builder.diagnostics import UsageError
from tests.support.plugins import install

pytestmark = pytest.mark.usefixtures("alone")


def is_text(found: object) -> TypeGuard[str]:
    return isinstance(found, str)


def test_plugins_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "arsenal.words", b="builder:__version__", a="builder.naming:__doc__")
    assert plugins.names("arsenal.words") == ["a", "b"]
    assert plugins.load("arsenal.words", "b", is_text, "text") == __import__("builder").__version__
    assert plugins.load("arsenal.words", "c", is_text, "text") is None
    assert len(plugins.load_all("arsenal.words", is_text, "text")) == 2
    assert plugins.names("arsenal.others") == plugins.load_all("arsenal.others", is_text, "text") == []


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:NAME", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("builder:NO_SUCH_NAME", "AttributeError: module 'builder' has no attribute 'NO_SUCH_NAME'"),
        ("builder.plugins:names", "builder.plugins:names is not text"),
    ],
)
def test_a_broken_plugin_is_named(monkeypatch: pytest.MonkeyPatch, value: str, reason: str) -> None:
    install(monkeypatch, "arsenal.words", broken=value)
    with pytest.raises(UsageError) as raised:
        plugins.load_all("arsenal.words", is_text, "text")
    assert str(raised.value) == f'the plugin "broken" can\'t be used: {reason}'
    assert f"the entry point {value} in the group arsenal.words" in raised.value.help


def test_there_need_be_no_plugins() -> None:
    assert plugins.names("arsenal.no-such-group") == []


@pytest.mark.parametrize(
    "file", ["arsenal_words-1.dist-info/entry_points.txt", "arsenal_words.egg-info/entry_points.txt"]
)
def test_packages_are_found_where_they_are_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    entry_points = tmp_path / file
    entry_points.parent.mkdir()
    entry_points.write_text("[arsenal.words]\nversion = builder:__version__\n", "utf-8")
    entry_points.with_name("METADATA" if "dist" in file else "PKG-INFO").write_text("Name: arsenal-words\n", "utf-8")
    assert plugins.names("arsenal.words") == []
    monkeypatch.syspath_prepend(tmp_path)
    assert plugins.names("arsenal.words") == ["version"]
