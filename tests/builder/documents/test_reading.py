"""Reading YAML: data, faults and the places of both. Nothing that strangers write raises or hangs."""

import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from builder.diagnostics import Span
from builder.documents.reading import Document, decode, load, parse
from builder.documents.scalars import scalar
from builder.storage.files import MAX_FILE_BYTES, display

ALL_CODES = {
    "duplicate-key",
    "several-documents",
    "too-deep",
    "yaml-alias",
    "yaml-key",
    "yaml-syntax",
    "yaml-tab",
    "yaml-tag",
}
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn", "Co"]), max_size=12)
numbers = st.integers(-(10**15), 10**15) | st.floats(allow_nan=False, allow_infinity=False)
plain_data = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)


def codes(document: Document) -> list[str]:
    return [d.code for d in document.diagnostics]


def only(text: str) -> tuple[str, int, int]:
    """The one fault of a text, as (code, line, column)."""
    [found] = parse(text, "f.yaml").diagnostics
    assert found.span is not None
    return found.code, found.span.line, found.span.column


# Scalars -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "data"),
    [
        *((word, word) for word in ("No", "yes", "on", "OFF", "y", "nul", "tRUE", "1_000")),
        *((word, word) for word in ("1:30", "2026-11-21")),
        *((word, None) for word in ("", "~", "null", "Null", "NULL")),
        *((word, True) for word in ("true", "True", "TRUE")),
        *((word, False) for word in ("false", "False", "FALSE")),
        ("0", 0), ("-12", -12), ("+3", 3), ("017", 17), ("0o17", 15), ("0x1F", 31), ("9" * 40, int("9" * 40)),
        ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("-1e3", -1000.0), ("1E-2", 0.01),
        *((word, word) for word in (".inf", "-.INF", ".nan", "1e9999", "9" * 41, "+", ".", "1e", "0b1")),
        ("'1'", "1"), ('"true"', "true"), ('"\\u00e9\\n"', "é\n"),
        ("|-\n  1\n", "1"), (">-\n  a\n  b\n", "a b"),
    ],
)  # fmt: skip
def test_scalars_follow_the_yaml_1_2_core_schema(written: str, data: Any) -> None:
    document = parse(f"key: {written}", "f.yaml")
    assert document.data == {"key": data}
    assert type(document.data["key"]) is type(data)
    assert not document.diagnostics


@given(st.text(max_size=60))
def test_any_text_is_some_scalar(text: str) -> None:
    value = scalar(text)
    assert value is None or isinstance(value, bool | int | float | str)


def test_keys_are_text_whatever_they_look_like() -> None:
    assert parse("1: a\ntrue: b\n~: c\n", "f").data == {"1": "a", "true": "b", "~": "c"}


@given(plain_data)
@example({"": [], "a": {}, "-": "- x", "#": "# x", "x: y": "x: y"})
@example(["\u2028", "\x85", "\ufeff", "No", "0o7", "1e3"])
def test_what_pyyaml_writes_is_read_back(data: Any) -> None:
    text = yaml.safe_dump(data, allow_unicode=True)
    document = parse(text, "f.yaml")
    # PyYAML writes YAML 1.1: it leaves words like "1e3" and "0o7" unquoted, which are numbers in 1.2.
    if not any(scalar(word) != word for word in _texts(data)):
        assert document.data == data
    assert not document.diagnostics


def _texts(data: Any) -> list[str]:
    if isinstance(data, dict):
        return [word for value in data.values() for word in _texts(value)]
    if isinstance(data, list):
        return [word for value in data for word in _texts(value)]
    return [data] if isinstance(data, str) else []


@given(plain_data)
def test_json_is_yaml(data: Any) -> None:
    import json

    assert parse(json.dumps(data, ensure_ascii=False), "f.yaml").data == data


# Faults ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: 1\nb: 2\na: 3\n", ("duplicate-key", 3, 1)),
        ("- {x: 1, x: 2}\n", ("duplicate-key", 1, 10)),
        ("a: !!python/object/apply:os.system [id]\n", ("yaml-tag", 1, 4)),
        ("a: !!str 1\n", ("yaml-tag", 1, 4)),
        ("!x\na: 1\n", ("yaml-tag", 1, 1)),
        ("a: *gone\n", ("yaml-alias", 1, 4)),
        ("a: &a [*a]\n", ("yaml-alias", 1, 8)),
        ("? [a, b]\n: c\n", ("yaml-key", 1, 3)),
        ("x: &k word\n*k : 1\n", ("yaml-key", 2, 1)),
        ("a: 1\n---\nb: 2\n", ("several-documents", 2, 1)),
        ("a: 1\n\tb: 2\n", ("yaml-tab", 2, 1)),
        ("a: [b\n\tc]\n", ("yaml-tab", 2, 1)),
        ("- id: x\n  text: Play: draw.\n", ("yaml-syntax", 2, 13)),
        ("a: 'never\nclosed\n", ("yaml-syntax", 1, 4)),
        ("a: \x07\n", ("yaml-syntax", 1, 4)),
        ("é: \x07\n", ("yaml-syntax", 1, 4)),
        ("a: @x\n", ("yaml-syntax", 1, 4)),
        ("[" * 65, ("too-deep", 1, 65)),
        ("{a: " * 65, ("too-deep", 1, 257)),
    ],
)  # fmt: skip
def test_faults_have_a_code_and_a_place(text: str, fault: tuple[str, int, int]) -> None:
    assert only(text) == fault


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        ("text: Play: draw.", "this colon has no place here", "quotes"),
        ("a: 'x\nb: 2\n", "this quote is never closed", "close it"),
        ("a:\n  - [x, y\n  - z\n", "a comma or ] should stand here", "line 2"),
        ("a: *x* y", "no name follows this mark", "needs quotes"),
        ("a:\n  b: 1\n c: 2\n", "a key should stand here", "indented differently"),
    ],
)
def test_syntax_is_explained_in_an_authors_words(text: str, message: str, help_: str) -> None:
    [found] = parse(text, "f.yaml").diagnostics
    assert found.message == message
    assert help_ in found.help


def test_what_follows_a_duplicate_key_or_a_tag_is_still_read() -> None:
    document = parse("a: 1\na: 2\nb: !x y\nc: 3\n", "f")
    assert codes(document) == ["duplicate-key", "yaml-tag"]
    assert document.data == {"a": 2, "b": "y", "c": 3}


def test_aliases_repeat_what_was_marked() -> None:
    assert parse("a: &x {n: 1}\nb: *x\nc: &y z\nd: *y\n", "f").data == {
        "a": {"n": 1},
        "b": {"n": 1},
        "c": "z",
        "d": "z",
    }


def test_merge_keys_are_plain_keys() -> None:
    assert parse("a: &x {n: 1}\nb: {<<: *x}\n", "f").data["b"] == {"<<": {"n": 1}}


def test_an_alias_bomb_is_refused_quickly() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
    )
    started = time.perf_counter()
    document = parse(bomb, "f")
    assert codes(document) == ["yaml-alias"]
    assert time.perf_counter() - started < 1


def test_depth_is_bounded_and_64_levels_are_fine() -> None:
    assert parse("[" * 64 + "]" * 64, "f").diagnostics == []
    assert codes(parse("[" * 100_000, "f")) == ["too-deep"]


# Files -------------------------------------------------------------------------------------------------


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    (tmp_path / "first-deck.yaml").write_text("a: 1")
    cases = {
        "first-dek.yaml": "no such file",
        ".": "folder",
        "x" * 300: "can't be read",
        "nul\0": "can't be read",
    }
    for name, words_of_it in cases.items():
        document = load(tmp_path / name)
        assert codes(document) == ["unreadable-file"]
        assert words_of_it in document.diagnostics[0].message
    assert "first-deck.yaml" in load(tmp_path / "first-dek.yaml").diagnostics[0].help


def test_a_50_mb_file_is_refused_quickly(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    started = time.perf_counter()
    assert codes(load(path)) == ["too-large"]
    assert time.perf_counter() - started < 1


def test_the_largest_file_is_read() -> None:
    assert decode(b"#" * MAX_FILE_BYTES, "f")[1] == []
    assert decode(b"#" * (MAX_FILE_BYTES + 1), "f")[1][0].code == "too-large"


def test_other_encodings_are_refused_where_they_show() -> None:
    text, [fault] = decode("a: b\nc: é".encode("latin-1"), "f")
    assert (text, fault.code, fault.span) == ("", "not-utf8", Span("f", 2, 4, 2, 5))
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


def test_paths_are_shown_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert display(tmp_path / "a" / "b.yaml") == str(Path("a/b.yaml"))
    assert display(tmp_path.parent / "c.yaml") == str(tmp_path.parent / "c.yaml")


@given(st.text(max_size=200))
@example("\x00")
@example("a: &x\n- *x")
@example("%TAG ! x\n---\n!x")
@settings(max_examples=300)
def test_no_text_raises(text: str) -> None:
    document = parse(text, "f.yaml")
    assert {d.code for d in document.diagnostics} <= ALL_CODES
    lines = text.count("\n") + text.count("\r") + sum(text.count(c) for c in "\x85\u2028\u2029") + 2
    for diagnostic in document.diagnostics:
        assert diagnostic.span is not None
        assert 1 <= diagnostic.span.line <= lines
        assert diagnostic.span.column >= 1
    assert document.span(("a", 0)).path == "f.yaml"


@given(
    st.lists(
        st.sampled_from(
            [
                "a",
                "b:",
                ": ",
                "- ",
                "[",
                "]",
                "{",
                "}",
                "\n",
                "  ",
                "&x ",
                "*x",
                "!t ",
                "'",
                '"',
                "|",
                "#",
                "? ",
                ",",
                "\t",
                "---",
                "...",
            ]
        )
    ).map("".join)
)
@settings(max_examples=300)
def test_nothing_that_looks_like_yaml_raises(text: str) -> None:
    document = parse(text, "f.yaml")
    assert {d.code for d in document.diagnostics} <= ALL_CODES
    document.span(("a",))


@given(st.binary(max_size=200))
def test_no_bytes_raise(content: bytes) -> None:
    text, problems = decode(content, "f")
    assert bool(problems) != (content.decode("utf-8", "ignore").encode() == content)
    parse(text, "f")


# Places ------------------------------------------------------------------------------------------------

CARDS = """\
# two cards
- id: flare
  text: >-
    Deal 2 damage,
    then {spark}.
  cost: {oil: 2, "scrap": 1}
- id: "é"
  keywords: [swift,
    guard]
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), (2, 1)),
        ((0,), (2, 3)),
        ((0, "id"), (2, 7)),
        ((0, "cost", "scrap"), (6, 27)),
        ((1, "keywords", 1), (9, 5)),
        ((0, "cost", "oil", "deeper"), (6, 15)),
        ((7, "id"), (2, 1)),
    ],
)
def test_spans_of_values(path: tuple[str | int, ...], place: tuple[int, int]) -> None:
    span = parse(CARDS, "f").span(path)
    assert (span.line, span.column) == place


def test_spans_of_keys() -> None:
    document = parse(CARDS, "f")
    assert document.key_span((0, "cost")) == Span("f", 6, 3, 6, 7)
    assert document.key_span((0, "cost", "scrap")) == Span("f", 6, 18, 6, 25)
    assert document.key_span((1, "keywords", 0)) == Span("f", 8, 14, 8, 19)
    assert document.key_span((1, "no", "such", "key")).path == "f"


def test_words_are_found_inside_a_text() -> None:
    document = parse(CARDS, "f")
    assert document.find((0, "text"), "{spark}") == Span("f", 5, 10, 5, 17)
    assert document.find((0, "id"), "nowhere") == document.span((0, "id"))


def test_an_alias_stands_where_its_anchor_does() -> None:
    document = parse("a: &x {n: 1}\nb: *x\n", "f")
    assert document.span(("b", "n")) == document.span(("a", "n"))


def test_an_unreadable_file_has_places_too() -> None:
    assert Document("f").span(("a", 1)) == Document("f").key_span(("a",)) == Span("f")


@given(plain_data, st.booleans())
def test_spans_point_at_what_they_name(data: Any, flow: bool) -> None:
    text = yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow, width=10**6)
    document = parse(text, "f")
    lines = text.splitlines()
    for path, value in _leaves(document.data):
        span = document.span(path)
        if span.line == span.end_line and isinstance(value, int) and not isinstance(value, bool):
            assert scalar(lines[span.line - 1][span.column - 1 : span.end_column - 1]) == value


def _leaves(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if items is None:
        return [(path, data)]
    return [leaf for key, value in items for leaf in _leaves(value, (*path, key))]
