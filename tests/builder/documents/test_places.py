"""Places of items and entries are those of the whole tree, found in less time."""

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.packs import cards, yaml_of
from builder.diagnostics import Span
from builder.documents.data import Data
from builder.documents.document import Document
from builder.documents.places import span_tree
from builder.documents.reading import parse
from tests.support.commands import ROOT
from tests.support.data import numbers, plain_data, walk, words
from tests.support.properties import examples

KEYS = ("id", "name", "a", "b")


def agrees(document: Document, most: int = 1_000) -> None:
    """Both functions say of a document what its spans say; of its values, `most` are looked into."""
    data = document.data if isinstance(document.data, list) else []
    found = document.item_places(KEYS)
    assert len(found) == len(data)
    for index, (item, places) in enumerate(zip(data, found, strict=True)):
        has = [key for key in KEYS if key in item] if isinstance(item, dict) else []
        assert places == {key: document.span((index, key)) for key in has}
    inner = [(path, value) for path, value in walk(document.data) if len(path) <= 3]
    for path, value in inner[:: len(inner) // most + 1]:
        keys = value if isinstance(value, dict) else {}
        assert document.entry_places(path) == {key: document.key_span((*path, key)) for key in keys}


values = st.none() | numbers | words
items = st.dictionaries(st.sampled_from(KEYS) | words, values | st.lists(values, max_size=3) | plain_data, max_size=5)


@given(st.lists(items | plain_data, max_size=5) | plain_data, st.sampled_from([None, True, False]))
@examples(100)
def test_places_of_what_pyyaml_writes(data: Data, flow: bool | None) -> None:
    agrees(parse(yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow), "f"))


PIECES = [
    "a: ", "b: ", "id: ", "name: ", "- ", "- id: x\n", "- {a: 1, id: 2}\n", "- {a: 1, a: 2}\n", "  a: 1\n", "b:\n",
    "  b:\n    a: 1\n", "a: {b: 1}\n", "a: {b: 1, b: [a]}\n", "x", "1", "\n", "  ", "&x ", "*x", "*x\n", "!t ", "[a]",
    "{a: {b: c}}\n", "# c\n", "? a\n: b\n", "---\n", "|\n    text\n", "'", "a: &x {b: 1, id: [2]}\n", "b: *x\n",
    "- *x\n", "- &x {id: 1, a: 2}\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example("- &x {id: 1}\n- *x\n- {id: &y z}\n- {id: *y}\n")
@example("a: {b: 1}\na: {id: 1}\n")
@example("a: {b: 1}\na: 3\n")
@example("- &x [a, b]\n- *x\n")
@examples(1000)
def test_places_of_anything(text: str) -> None:
    agrees(parse(text, "f"))


def test_places_in_a_bundled_pack() -> None:
    files = sorted((ROOT / "cards" / "saucer-dice").rglob("*.yaml"))
    assert len(files) > 10
    for file in files:
        agrees(parse(file.read_text("utf-8"), str(file)), 20)


def test_places_of_a_list_of_cards() -> None:
    document = parse("- id: flare\n  name: Flare\n- 7\n- name: >-\n    Ash\n", "f")
    assert document.item_places() == [
        {"id": Span("f", 1, 7, 1, 12), "name": Span("f", 2, 9, 2, 14)},
        {},
        {"name": Span("f", 4, 9, 6, 1)},
    ]
    assert document.item_places(("number",)) == [{}, {}, {}]


def test_places_of_entries() -> None:
    document = parse("game: {name: Jeu}\ncards:\n  flare: {name: Éclat}\n  'ash':\n", "f")
    assert document.entry_places(("cards",)) == {"flare": Span("f", 3, 3, 3, 8), "ash": Span("f", 4, 3, 4, 8)}
    assert list(document.entry_places()) == ["game", "cards"]
    assert document.entry_places(("cards", "ash")) == document.entry_places(("decks", "a")) == {}


@pytest.mark.parametrize("text", ["", "word", "a: [", "- a: 1\n- ["])
def test_nothing_has_no_places(text: str) -> None:
    assert parse(text, "f").item_places() == []
    assert parse(text, "f").entry_places(("a",)) == {}


def test_a_tree_ends_where_the_text_is_no_yaml() -> None:
    tree = span_tree("a: 1\nb: [", "f")
    assert tree is not None
    assert list(tree.key_places) == ["a", "b"]
    assert span_tree("", "f") is None


def test_places_far_down_a_file() -> None:
    document = parse(yaml_of(list(cards(1_000))), "f")
    found = document.item_places()
    assert found[999]["id"].line == document.text[: document.text.index("id: card-1000\n")].count("\n") + 1
