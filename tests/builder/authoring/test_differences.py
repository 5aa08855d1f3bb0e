"""Diffs of long lists say the same as those of short ones, and take no longer than reading them."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.authoring import changes
from builder.authoring.changes import Changes, unified
from builder.packs.pack import in_memory
from tests.support.properties import examples

items = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), unique_by=lambda item: item[0], max_size=8)


def cards(found: list[tuple[int, int]]) -> str:
    return "\n".join(f"- id: {name}\n  cost: {cost}\n" for name, cost in found)


def patched(before: str, diff: list[str]) -> str:
    """The text to which a diff leads, by its numbers of lines."""
    old = before.splitlines()
    made: list[str] = []
    here = 0
    for line in diff[2:]:
        if found := re.match(r"@@ -(\d+)(?:,(\d+))? ", line):
            start = int(found[1]) - (found[2] != "0")
            made += old[here:start]
            here = start
        elif line[0] == "+":
            made.append(line[1:])
        else:
            assert old[here] == line[1:]
            here += 1
            made += [line[1:]] * (line[0] == " ")
    return "".join(f"{line}\n" for line in [*made, *old[here:]])


@given(items, items)
@examples(60)
def test_a_long_diff_leads_to_the_other_text(before: list[tuple[int, int]], after: list[tuple[int, int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changes, "_LONG", 0)
        diff = list(unified(cards(sorted(before)), cards(sorted(after)), "cards.yaml"))
    assert patched(cards(sorted(before)), diff) == cards(sorted(after))


def test_a_few_changes_of_thousands_of_cards_are_a_few_lines() -> None:
    before = cards([(number, 1) for number in range(3_000)])
    after = cards([(number, 2 if number in (5, 2_000) else 1) for number in range(3_001) if number != 77])
    diff = list(unified(before, after, "cards.yaml"))
    assert patched(before, diff) == after
    assert len(diff) < 40


def test_a_text_that_is_as_it_was_changes_nothing() -> None:
    pack = in_memory(Path("my-game"), {"game.yaml": b"id: my-game\r\n"})
    assert Changes(pack, {"game.yaml": "id: my-game\n"}).files == {}
    made = Changes(pack, {"game.yaml": "id: my-game\n", "new.yaml": "a: 1\n"})
    assert list(made.changed.items()) == [("new.yaml", (None, b"a: 1\n"))]
    assert list(made.diff())[-1] == "+a: 1"
