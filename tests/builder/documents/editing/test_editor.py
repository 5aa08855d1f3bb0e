"""Texts are laid out and changed; data and comments survive."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import external_file

from benchmarks.packs import cards, yaml_of
from builder.diagnostics import Span
from builder.documents.data import Data
from builder.documents.editing import CannotEditError, format_text, set_values
from builder.documents.editing.editor import exact_data, prove
from builder.documents.editing.parsing import TreeParser
from builder.documents.editing.patching import source_at, spliced
from builder.documents.editing.writing import is_same
from builder.documents.reading import parse
from tests.support.authors import Author
from tests.support.commands import DATA as ALL_DATA
from tests.support.data import walk
from tests.support.properties import examples

DATA = ALL_DATA / "fmt"
GOLDENS = sorted(DATA.glob("*.in.yaml"))
assert len(GOLDENS) >= 7


def schema_of(golden):
    return json.loads((DATA / f"{golden.name.split('.')[0]}.schema.json").read_text())


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda p: p.name)
def test_golden(golden):
    out = golden.with_name(golden.name.replace(".in.", ".out."))
    formatted = format_text(golden.read_bytes().decode(), schema_of(golden))
    assert formatted == external_file(out, format=".txt")
    assert format_text(formatted, schema_of(golden)) == formatted


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("a: [1", "this is not YAML", (1, 6)),
        ("a: 1\nb", "this is not YAML", (2, 2)),
        ("a: 1\n b: 2\n", "this is not YAML", (2, 1)),
        ("a: 1\n\tb: 2\n", "this is not YAML", (2, 1)),
        ("a: \x07\n", "this is not YAML", (1, 4)),
        ("a: \ud800\n", "this is not YAML", (1, 1)),
        ("a: 1\n---\nb: 2\n", "several documents", (2, 1)),
        ("%YAML 1.1\n---\na: 1\n", "directives", (1, 1)),
        ("a: &x 1\n", "anchors", (1, 4)),
        ("a: &x {}\n", "anchors", (1, 4)),
        ("a: 1\nb: *x\n", "aliases", (2, 4)),
        ("a: !!str 1\n", "tags", (1, 4)),
        ("? a\n: 1\n", "explicit keys", (1, 1)),
        (": 1\n", "this is not YAML", (1, 1)),
        ("[a]: 1\n", "keys that are lists", (1, 1)),
        ("a: 1\nb: 2\na: 3\n", '"a" is written twice', (3, 1)),
        ("a: 1\nb: x\u2028y\n", "invisible line separator", (2, 5)),
        ("a: 1\rb: x\u2028y\n", "invisible line separator", (2, 5)),
        ("  ---\n", "would change the data", (1, 1)),
        ("[" * 65 + "]" * 65, "nested more than 64 deep", (1, 65)),
        ("[" * 900, "nested more than 64 deep", (1, 65)),
        ("- " * 900, "nested more than 64 deep", (1, 129)),
    ],
)
def test_refuses(text, message, place):
    with pytest.raises(CannotEditError, match=message) as refused:
        format_text(text)
    assert (refused.value.line, refused.value.column) == place
    diagnostic = refused.value.diagnostic("x.yaml")
    assert (diagnostic.code, diagnostic.span.path, diagnostic.span.line) == ("cannot-format", "x.yaml", place[0])


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 100_000])
def test_refuses_what_is_deeper_than_libyaml_reads(text):
    with pytest.raises(CannotEditError, match=r"^this is nested more than 64 deep$"):
        format_text(text)


def test_formats_up_to_the_depth_limit():
    text = "[" * 64 + "]" * 64 + "\n"
    assert format_text(text) == text


def test_without_a_schema_keys_keep_their_order():
    assert format_text("b: 1\na:  2\n") == "b: 1\na: 2\n"


def test_an_empty_comment_is_a_comment():
    assert format_text("a: |\n  x\n#") == "a: |\n  x\n#\n"
    assert format_text("#") == "#\n"


@pytest.mark.long
def test_thousands_of_cards_are_formatted():
    text = yaml_of(list(cards(2_000)))
    formatted = format_text(text, {"items": {"properties": {"number": {}, "id": {}}}})
    assert formatted.startswith("- number: 1\n  id: card-1\n")
    assert parse(formatted, "").data == parse(text, "").data


ENTRY = {"properties": {"id": {}, "name": {}, "cost": {"additionalProperties": {"properties": {"id": {}}}}}}
SCHEMA = {
    "properties": {"text": {}, "id": {"items": ENTRY}, "no": ENTRY},
    "items": ENTRY,
    "oneOf": [
        {"properties": {"name": {"const": "word"}, "1": {}}},
        {"properties": {"Zoë": {}, "name": {"enum": ["~", "no"]}}},
    ],
}


@examples(500)
@given(st.integers(0, 2**64))
def test_data_and_comments_survive_and_a_second_time_changes_nothing(seed):
    author = Author(random.Random(seed))  # noqa: S311 - drawn documents, not secrets
    text = author.document()
    before = parse(text, "")
    formatted = format_text(text, SCHEMA)
    assert parse(formatted, "").data == before.data
    assert not before.diagnostics
    for comment in author.comments:
        assert sum(line.endswith(comment) for line in formatted.splitlines()) == 1, comment
    assert format_text(formatted, SCHEMA) == formatted


@examples(1000)
@given(st.text(alphabet="ab:-#?[]{},|>+'\"\\ \t\n\r", max_size=40))
def test_any_text_is_formatted_once_and_for_all_or_refused(text):
    try:
        formatted = format_text(text, SCHEMA)
    except CannotEditError:
        return
    assert format_text(formatted, SCHEMA) == formatted


# Setting values ------------------------------------------------------------------------------------------


LOCALE = """\
# Words

game:
  spell: {name: Sort} # a spell
cards:
  # the first
  flare:
    of: abc # note
    # below
    name: 'Éclat'   # short
  ash: {
    name: Cendre,
  }
"""


def test_values_are_set_and_the_rest_stays() -> None:
    values = {("cards", "flare", "of"): "bcd", ("cards", "ash", "of"): "a, b", ("game", "spell", "of"): 7}
    assert (
        set_values(LOCALE, values)
        == """\
# Words

game:
  spell: {of: 7, name: Sort}  # a spell
cards:
  # the first
  flare:
    of: bcd  # note
    # below
    name: 'Éclat'  # short
  ash: {
    of: "a, b",
    name: Cendre,
    }
"""
    )


def test_a_schema_says_where_new_keys_stand() -> None:
    schema = {"properties": {"id": {}, "name": {}}}
    assert set_values("id: a\n", {("name",): "A"}, schema) == "id: a\nname: A\n"
    assert set_values("id: a\n", {("name",): "A"}) == "name: A\nid: a\n"


def test_values_of_any_kind_can_be_set() -> None:
    values = {("a",): {"b": ["c", {"d": None}]}, ("e", 0, "f"): [], ("e", 1, "g"): {"h": 1}}
    result = set_values("a: 1\ne:\n- f: 1\n- {g: 1}\n", values)
    assert result == "a:\n  b:\n    - c\n    - d: null\ne:\n  - f: []\n  - {g: {h: 1}}\n"


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("a: 1\n", ("b", "c"), "no mapping at b"),
        ("a: 1\n", ("a", "c"), "no mapping at a"),
        ("a: [1]\n", ("a", "c"), "no mapping at a"),
        ("a: [1]\n", ("a", 3, "c"), "no mapping at a/3"),
        ("", ("a",), "no mapping at"),
        ("a: {b: 1, # c\n  d: 1}\n", ("a",), "lose a comment"),
        ("a: &x 1\n", ("a",), "anchors"),
        ("a: [1", ("a",), "this is not YAML"),
    ],
)
def test_what_would_lose_something_is_refused(text: str, path: tuple[str, ...], message: str) -> None:
    with pytest.raises(CannotEditError, match=message):
        set_values(text, {path: "new"})


def comments_of(text: str) -> Counter[str]:
    parser = TreeParser(text)
    parser.tree()
    return Counter(parser.comments)


@examples(300)
@given(st.integers(0, 2**64), st.sampled_from(["word", "a, b", "x # y", "", 7, None, [], {"a": ["b", {"c": "d: e"}]}]))
def test_only_the_value_that_is_set_changes(seed: int, value: Data) -> None:
    rng = random.Random(seed)  # noqa: S311 - drawn documents, not secrets
    text = Author(rng).document()
    expected = parse(text, "").data
    maps = [(path, of) for path, of in walk(expected) if isinstance(of, dict)]
    paths = [(*path, key) for path, of in maps for key in ("new", *of)]  # one that is not there yet, and those that are
    if not paths:
        return
    path = rng.choice(paths)
    try:
        result = set_values(text, {path: value}, SCHEMA)
    except CannotEditError as error:
        reasons = ("lose a comment", "no mapping")  # there is none in [key: value]
        assert any(reason in error.message for reason in reasons)  # noqa: PT017 - most texts are changed
        return
    inner = expected
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    assert parse(result, "").data == expected
    assert format_text(result, SCHEMA) == result
    assert comments_of(result) == comments_of(text)


# Nothing that a text says escapes the proof: no style of a scalar, no comment, no type


def test_exact_data_knows_how_scalars_are_written() -> None:
    text = "a: 1\n'b': \"1\"\nc: ['1', |\n"
    assert exact_data("a: 1\n'b': \"1\"\nc: ['x', y]\nd: |\n  z\n") == {
        "a": ("1", ""),
        "b": ("1", '"'),
        "c": [("x", "'"), ("y", "")],
        "d": ("z\n", "|"),
    }
    with pytest.raises(CannotEditError, match="this is not YAML"):
        exact_data(text)


@pytest.mark.parametrize("text", ["", "\n", "# c\n", "---\n", "---\n...\n"])
def test_a_text_that_says_nothing(text: str) -> None:
    assert exact_data(text) is None


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_texts_of_very_many_lines_are_left_as_they_are(end: str) -> None:
    with pytest.raises(CannotEditError, match="this has more than 500,000 lines"):
        exact_data(f"#{end}" * 500_001)


def test_what_was_meant_is_proved() -> None:
    data = exact_data("a: 1\n")
    prove("a:   1  # c\n", data, ["# c"], ["# c"], "formatting")
    for text in ("a: '1'\n", "a: 01\n", "b: 1\n", "a: 1\nb: 1\n"):
        with pytest.raises(CannotEditError, match="formatting would change the data"):
            prove(text, data, [], [], "formatting")
    with pytest.raises(CannotEditError, match="writing would lose a comment"):
        prove("a: 1\n", data, ["# c"], ["# c", "# c"], "writing")


def test_data_is_compared_with_its_types_and_order() -> None:
    assert is_same({"a": [1, None, "x"]}, {"a": [1, None, "x"]})
    assert not is_same([1], [True])
    assert not is_same([1], [1.0])
    assert not is_same({"a": 1, "b": 2}, {"b": 2, "a": 1})


# Stretches of a text are replaced by their places; all else stays


TEXT = "a: one # why\r\nb: [two, 'three']\nc: four\n"


def test_words_are_replaced_at_their_places() -> None:
    places = [Span("f", 1, 4, 1, 7), Span("f", 2, 10, 2, 17)]
    assert [source_at(TEXT, place) for place in places] == ["one", "'three'"]
    assert spliced(TEXT, zip(places, ["1", "3"], strict=True)) == "a: 1 # why\r\nb: [two, 3]\nc: four\n"


def test_of_places_that_overlap_the_first_is_changed() -> None:
    whole, part = Span("f", 1, 4, 1, 7), Span("f", 1, 5, 1, 6)
    assert spliced(TEXT, [(part, "x"), (whole, "1"), (whole, "1")]).startswith("a: 1 # why")


def test_a_place_that_the_text_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="no line 9"):
        spliced("a: 1", [(Span("f", 9, 1, 9, 2), "")])


@given(st.lists(st.sampled_from(["red", "'blue'", '"green"']), min_size=1, max_size=5), st.text("abc-", min_size=1))
def test_places_that_yaml_gives_are_those_of_the_scalars(words: list[str], new: str) -> None:
    text = "".join(f"k{n}: {word}  # {n}\n" for n, word in enumerate(words))
    document = parse(text, "f")
    places = [document.span((f"k{n}",)) for n in range(len(words))]
    assert [source_at(text, place) for place in places] == words
    assert spliced(text, [(place, new) for place in places]) == "".join(
        f"k{n}: {new}  # {n}\n" for n in range(len(words))
    )
