"""What is not allowed in YAML from strangers is reported where it stands, and bounded."""

import pytest
import yaml

from builder.diagnostics import Span
from builder.documents.document import Document
from builder.documents.libyaml import Parser, events_of, position_of, span_of
from builder.documents.reading import parse


def codes(document: Document) -> list[str]:
    return [d.code for d in document.diagnostics]


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
    [found] = parse(text, "f.yaml").diagnostics
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column) == fault


def test_what_follows_a_duplicate_key_or_a_tag_is_still_read() -> None:
    document = parse("a: 1\na: 2\nb: !x y\nc: 3\n", "f")
    assert codes(document) == ["duplicate-key", "yaml-tag"]
    assert document.data == {"a": 2, "b": "y", "c": 3}


def test_a_dash_that_is_missing_is_one_fault() -> None:
    text = "- id: a\n  name: A\n\n  id: b\n  name: B\n- id: c\n  size: {id: 1, id: 2}\n"
    dash, twice = parse(text, "cards.yaml").diagnostics
    assert dash.message == 'another "id" in one item: the dash before it is missing'
    assert (dash.span, dash.fix and dash.fix.text) == (Span("cards.yaml", 4, 3, 4, 5), "- ")
    assert twice.message == '"id" is written twice here'
    assert [fault.fix for fault in parse("a: 1\nb: 2\na: 3\n", "x").diagnostics] == [None]


def test_aliases_repeat_what_was_marked() -> None:
    found = parse("a: &x {n: 1}\nb: *x\nc: &y z\nd: *y\n", "f").data
    assert found == {"a": {"n": 1}, "b": {"n": 1}, "c": "z", "d": "z"}


def test_merge_keys_are_plain_keys() -> None:
    assert parse("a: &x {n: 1}\nb: {<<: *x}\n", "f").data["b"] == {"<<": {"n": 1}}


def test_an_alias_bomb_is_refused_quickly() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
    )
    document = parse(bomb, "f")
    assert codes(document) == ["yaml-alias"]


def test_depth_is_bounded_and_64_levels_are_fine() -> None:
    assert parse("[" * 64 + "]" * 64, "f").diagnostics == []
    assert codes(parse("[" * 100_000, "f")) == ["too-deep"]


# libyaml's parser is the one that is used, and its marks become spans


def test_the_parser_is_libyamls() -> None:
    assert Parser is yaml.CSafeLoader


def test_events_end_with_the_stream() -> None:
    kinds = [event.__class__.__name__ for event in events_of("a: 1\n")]
    assert kinds[0] == "StreamStartEvent"
    assert kinds[-1] == "StreamEndEvent"


def test_places_count_from_one_and_are_never_empty() -> None:
    key, value = [event for event in events_of("# é\nkey:\n") if isinstance(event, yaml.ScalarEvent)]
    assert (span_of(key, "f"), position_of(key)) == (Span("f", 2, 1, 2, 4), (2, 1))
    assert span_of(value, "f") == Span("f", 2, 5, 2, 6)
