"""Files and texts are read as YAML 1.2. Nothing that strangers write raises or hangs."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from builder.diagnostics import Span
from builder.documents.document import Document
from builder.documents.reading import decode, load, own_data, parse
from builder.documents.scalars import scalar
from builder.storage.files import MAX_FILE_BYTES
from tests.support.commands import ROOT
from tests.support.data import plain_data, walk
from tests.support.properties import examples

ALL_CODES = {
    *("duplicate-key", "several-documents", "too-deep", "yaml-alias", "yaml-key", "yaml-syntax", "yaml-tab", "yaml-tag")
}


def codes(document: Document) -> list[str]:
    return [d.code for d in document.diagnostics]


# Data ------------------------------------------------------------------------------------------------


def test_keys_are_text_whatever_they_look_like() -> None:
    assert parse("1: a\ntrue: b\n~: c\n", "f").data == {"1": "a", "true": "b", "~": "c"}


@given(plain_data)
@example({"": [], "a": {}, "-": "- x", "#": "# x", "x: y": "x: y"})
@example(["\u2028", "\x85", "\ufeff", "No", "0o7", "1e3"])
def test_what_pyyaml_writes_is_read_back(data: Any) -> None:
    text = yaml.safe_dump(data, allow_unicode=True)
    document = parse(text, "f.yaml")
    # PyYAML writes YAML 1.1: it leaves words like "1e3" and "0o7" unquoted, which are numbers in 1.2.
    if all(scalar(word) == word for _, word in walk(data) if isinstance(word, str)):
        assert document.data == data
    assert not document.diagnostics


@given(plain_data)
def test_json_is_yaml(data: Any) -> None:
    assert parse(json.dumps(data, ensure_ascii=False), "f.yaml").data == data


# Files -------------------------------------------------------------------------------------------------


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    (tmp_path / "first-deck.yaml").write_text("a: 1")
    cases = {"first-dek.yaml": "no such file", ".": "folder", "x" * 300: "can't be read", "nul\0": "can't be read"}
    for name, words_of_it in cases.items():
        document = load(tmp_path / name)
        assert codes(document) == ["unreadable-file"]
        assert words_of_it in document.diagnostics[0].message
    assert "first-deck.yaml" in load(tmp_path / "first-dek.yaml").diagnostics[0].help


def test_a_50_mb_file_is_refused_quickly(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    assert codes(load(path)) == ["too-large"]


def test_the_largest_file_is_read() -> None:
    assert decode(b"#" * MAX_FILE_BYTES, "f")[1] == []
    assert decode(b"#" * (MAX_FILE_BYTES + 1), "f")[1][0].code == "too-large"


def test_other_encodings_are_refused_where_they_show() -> None:
    text, [fault] = decode("a: b\nc: é".encode("latin-1"), "f")
    assert (text, fault.code, fault.span) == ("", "not-utf8", Span("f", 2, 4, 2, 5))
    [fault] = decode("\ufeffa: b\rc: é".encode("utf-8-sig")[3:-2] + b"\xe9", "f")[1]
    assert fault.span == Span("f", 2, 4, 2, 5)
    [fault] = decode("a: b".encode("utf-16"), "f")[1]
    assert "UTF-16" in fault.help


def test_a_byte_order_mark_is_ignored() -> None:
    assert parse(decode(b"\xef\xbb\xbfa: 1", "f")[0], "f").data == {"a": 1}


def test_windows_line_ends_keep_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"a: 1\r\nb:\r\n  - x\r\n")
    document = load(path)
    assert document.data == {"a": 1, "b": ["x"]}
    assert document.span(("b", 0)).line == 3


def test_data_of_the_program_itself_is_right(tmp_path: Path) -> None:
    own = [path for folder in ("builder", "renderers", "docs") for path in (ROOT / folder).rglob("*.yaml")]
    assert len(own) > 10
    assert all(own_data(path) for path in own)
    (tmp_path / "wrong.yaml").write_text("a: 1\na: 2\n", "utf-8")
    with pytest.raises(ValueError, match="written twice"):
        own_data(tmp_path / "wrong.yaml")


# Anything --------------------------------------------------------------------------------------------


PIECES = ["a", "b:", ": ", "- ", "  ", "&x ", "*x", "!t ", "? ", "---", "...", *"[]{}'\"|#,\n\t"]


@given(st.text(max_size=200) | st.lists(st.sampled_from(PIECES)).map("".join))
@example("\x00")
@example("a: &x\n- *x")
@example("%TAG ! x\n---\n!x")
@examples(500)
def test_no_text_raises(text: str) -> None:
    document = parse(text, "f.yaml")
    assert {d.code for d in document.diagnostics} <= ALL_CODES
    lines = text.count("\n") + text.count("\r") + sum(text.count(c) for c in "\x85\u2028\u2029") + 2
    for diagnostic in document.diagnostics:
        assert diagnostic.span is not None
        assert 1 <= diagnostic.span.line <= lines
        assert diagnostic.span.column >= 1
    assert document.span(("a", 0)).path == "f.yaml"


@given(st.binary(max_size=200))
def test_no_bytes_raise(content: bytes) -> None:
    text, problems = decode(content, "f")
    assert bool(problems) != (content.decode("utf-8", "ignore").encode() == content)
    parse(text, "f")
