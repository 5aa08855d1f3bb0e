"""Compiled templates are kept and used, and only where nobody else can have put them."""

import os
from pathlib import Path

import pytest
from jinja2 import DictLoader

from renderers.templating.drawings import Drawings
from renderers.templating.sandbox import TemplateCache


def text(source: str, cache: Path) -> str:
    return Drawings(DictLoader({"t.svg.j2": source}), TemplateCache(cache, "drawings")).draw("t", "", {})


def kept(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


def test_compiled_templates_are_cached_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert text("one {{ 1 }}", tmp_path) == "one 1"
    (path,) = kept(tmp_path)
    first = path.read_bytes()
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)  # nothing needs to be compiled
    assert text("one {{ 1 }}", tmp_path) == "one 1"
    monkeypatch.undo()
    assert text("two {{ 2 }}", tmp_path) == "two 2"  # its source changed
    for spoilt in (b"", first[:-9], b"x" * 999):
        path.write_bytes(spoilt)
        assert text("one {{ 1 }}", tmp_path) == "one 1"
        assert path.read_bytes() == first


def test_kinds_of_templates_are_separate(tmp_path: Path) -> None:
    """One file may be included in faces and in drawings, which make other code of it."""
    both = [TemplateCache(tmp_path, kind).get_cache_key("t.svg.j2", "t.svg.j2") for kind in ("faces", "drawings")]
    assert both[0] != both[1]


@pytest.mark.skipif(os.name != "posix", reason="owners and modes of files are POSIX's")
def test_code_that_another_can_have_written_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text("one {{ 1 }}", tmp_path)
    (path,) = kept(tmp_path)
    monkeypatch.setattr("jinja2.bccache.Bucket.bytecode_from_string", None)  # code that is taken would be an error
    for here in (path, path.parent, tmp_path / "compiled-templates"):
        mode = here.stat().st_mode
        here.chmod(mode | 0o002)
        assert text("one {{ 1 }}", tmp_path) == "one 1"
        here.chmod(mode)
    with pytest.raises(TypeError):
        text("one {{ 1 }}", tmp_path)


def test_compiled_templates_need_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    for folder in (tmp_path / "file", tmp_path / "file/below"):
        assert text("{{ 1 }}", folder) == "1"
