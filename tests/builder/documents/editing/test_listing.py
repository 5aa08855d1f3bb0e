"""Items of a list that are changed each by itself: comments and all other items stay as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from builder.documents.editing import CannotEditError, Removed, to_yaml, with_items
from builder.documents.reading import parse

GONE = Removed.REMOVED
CARDS = """\
# All cards of the reef.
- id: a   # the first
  cost:   3

# About b.
- id: b
  # Why so much?
  cost: 4 # tried 3
  text: x
# The end.
"""


def changed(text: str, *given: object, **more: object) -> str:
    return with_items(parse(text, "cards.yaml"), *given, **more)  # type: ignore[arg-type]  # as each test has it


def test_changed_items_are_laid_out_and_others_stay() -> None:
    assert changed(CARDS, {1: {"cost": GONE, "text": "Draw.\nDiscard: 1."}}, (), [{"id": "c"}]) == snapshot("""\
# All cards of the reef.
- id: a   # the first
  cost:   3

# About b.
- id: b
  # Why so much?
  # tried 3
  text: |-
    Draw.
    Discard: 1.
# The end.

- id: c
""")


def test_removed_items_take_the_comments_right_above_them_along() -> None:
    assert changed(CARDS, {}, [1]) == "# All cards of the reef.\n- id: a   # the first\n  cost:   3\n\n# The end.\n"
    assert changed(CARDS, {}, [0]).startswith("# All cards of the reef.\n\n# About b.\n- id: b\n")
    assert changed(CARDS, {}, [0, 1]).endswith("[]\n")


@pytest.mark.parametrize("before", ["", "[]\n", "# Cards.\n[]\n", "# Cards.\n"])
def test_a_list_may_begin_empty(before: str) -> None:
    comment = "# Cards.\n" if "#" in before else ""
    assert changed(before, {}, (), [{"id": "c"}]) == f"{comment}- id: c\n"


@pytest.mark.parametrize("before", ["[{id: a}, {id: b}]\n", "-\n  id: a\n", "  - id: a\n", "- &x {id: a}\n- *x\n"])
def test_other_layouts_are_refused(before: str) -> None:
    with pytest.raises(CannotEditError):
        changed(before, {0: {"id": "c"}})


texts = st.text(st.characters(codec="utf-8", exclude_characters="\x85\u2028\u2029"), max_size=30)
cards = st.fixed_dictionaries({"id": texts.filter(bool)}, optional={"text": texts, "cost": st.integers(0, 9)})


@given(st.lists(cards, max_size=5), st.lists(cards, max_size=3), st.data())
def test_the_list_says_what_it_should(
    before: list[dict[str, object]], added: list[object], data: st.DataObject
) -> None:
    places = st.integers(0, max(len(before) - 1, 0))
    removed = data.draw(st.sets(places)) if before else set()
    values = st.dictionaries(st.sampled_from(["text", "cost"]), texts | st.just(GONE), max_size=2)
    changes = data.draw(st.dictionaries(places, values)) if before else {}
    result = changed(to_yaml(before), changes, removed, added)  # type: ignore[arg-type]  # cards are data
    wanted = []
    for index, card in enumerate(before):
        said = {**card, **changes.get(index, {})}
        if index not in removed:
            wanted.append({key: value for key, value in said.items() if value is not GONE})
    assert parse(result, "").data == [*wanted, *added]
