"""What templates may not do, and how large they may grow."""

import os
from pathlib import Path

import pytest
from jinja2 import DictLoader

from renderers.outputs.sheets import check_faces
from renderers.templating.drawings import Drawings
from renderers.templating.sandbox import TemplateCache
from renderers.typst.errors import typst_message
from tests.support.renders import card, fault, pack


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ('a\n{{ "a" * 1000000000 }}', "repeated 1000000000 times"),
        ("a\n{{ 1000000000 * [1] }}", "repeated 1000000000 times"),
        ('a\n{{ "%1000000000d" % 1 }}', "`%` would make is too long"),
        ('a\n{{ "{:1000000000}".format(1) }}', "`format` would make is too long"),
        ('a\n{{ "x".center(1000000000) }}', "`center` would make is too long"),
        ('a\n{{ ("x" * 999999).replace("x", "x" * 1000) }}', "`replace` would make is too long"),
        ('a\n{{ ("x" * 1000000).replace("x", "x" * 1000) }}', "`replace` would make is too long"),
        ('a\n{{ "x" | center(9000000) }}', "a text of 9000000 characters is too long"),
        ("a\n{{ 10 ** 100 ** 10 ** 10 }}", "too large"),
        ('a\n{{ [["x" * 1000] * 1000] * 1000 }}', "longer than 8,000,000"),
        ('a\n{% for i in range(99999) %}{{ "x" * 1000 }}{% endfor %}', "longer than 8,000,000"),
        ('a\n{% include "face" %}', "without end"),
        ("a\n{{ draw('d') }}", "repeated 1000000000 times"),
    ],
)
def test_what_grows_too_large_is_stopped_early(tmp_path: Path, template: str, words: str) -> None:
    found = fault(tmp_path, template, d__svg__j2='<svg>\n{{ "a" * 1000000000 }}</svg>')
    assert found.code == "template-limit"  # and it is not time that ran out
    assert words in found.message
    assert found.span is not None
    assert found.span.line == 2


def test_what_is_not_too_large_is_as_it_was(tmp_path: Path) -> None:
    some = "'ab' * 3", "[1] * 2", "2 ** 10", "'%05d' % 7", "'{:>4}'.format('x')", "7 % 3"
    assert check_faces(pack(tmp_path, f"#({', '.join(f'{{{{ {one} }}}}' for one in some)})"), [card()]) == []


# What Typst says, in the pack's own terms


class SaidError(RuntimeError):
    """An error as Typst raises it."""

    def __init__(self, message: str, *hints: str) -> None:
        super().__init__(message)
        self.message, self.hints = message, hints


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ('assertion failed: width is \\"x\\"', 'width is "x"'),
        ("file not found (searched at /tmp/job/seen/art/x.png)", 'the pack has no file "art/x.png"'),
        ("file not found (searched at /tmp/job/seen/.arsenal/faces/part.typ)", 'the pack has no file "part.typ"'),
        ("package not found", "a template asks for a Typst package, which templates may not use"),
        ("bad token at 2:1 at 2:1", "bad token at 2:1"),
    ],
)
def test_what_typst_says(said: str, message: str) -> None:
    assert typst_message(SaidError(said, "one", "two"), "seen") == (message, "one; two")


# Compiled templates are kept and used, and only where nobody else can have put them


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
