"""The reader of large plain files says what the reference loader says, or nothing."""

import json
import random
from collections.abc import Iterable
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.packs import cards, yaml_of
from builder.documents import events, plain
from builder.documents.events import read_events
from builder.documents.plain import UNSURE, read
from builder.documents.reading import FAST_FROM, parse
from tests.support.commands import ROOT

FILES = [path.read_text("utf-8") for folder in ("cards", "builder") for path in sorted((ROOT / folder).rglob("*.yaml"))]

PLAIN = """\
# yaml-language-server: $schema=cards.schema.json

- id: card-1
  number: 1
  name: Étoile d'Or  # a comment
  cost: {oil: 2, scrap: 1}
  text: |
    {action} {oil}: Deal 2 damage # not a comment

      *Further in*: it's "so".
  flavor: >-
    A long
    text.

    Another.
  keywords: [swift, 'it''s', "a\\tb\\n\\"c\\"", -1.5, ~, No, null]
  none:
  deeper:   # comment
    list:
    - a
    - - 1
      - 2
    - k: {a: [1, {b: []}], c: {}}
      m: -x

    # comment
    other:
        wider: 0x1F
- 漢字: '"quoted"'
  url: https://example.org/#top
  Two words (or three): -0.5e3
"""


def agrees(text: str) -> bool:
    """Whether the fast reader answered; it must not say anything else than the reference loader."""
    fast = read(text)
    if fast is UNSURE:
        return False
    data, problems = read_events(text, "f")
    assert not problems
    assert json.dumps(fast) == json.dumps(data), text  # JSON tells 1 from 1.0 and true, and keeps the order
    return True


def test_plain_files_are_read() -> None:
    assert agrees(PLAIN)
    assert agrees(yaml_of(list(cards(500))))
    assert sum(map(agrees, FILES)) > len(FILES) / 2


def test_large_files_take_the_fast_way(monkeypatch: pytest.MonkeyPatch) -> None:
    text = yaml_of(list(cards(500)))
    assert len(text) > FAST_FROM
    data, _ = read_events(text, "f")
    monkeypatch.setattr(events, "read_events", None)
    assert parse(text, "f").data == data


def test_large_files_that_are_not_plain_are_read_and_reported_all_the_same() -> None:
    text = yaml_of(list(cards(500)))
    document = parse(text + "- &a {id: x}\n- *a\n- {id: y, id: z}\n", "f")
    assert [d.code for d in document.diagnostics] == ["duplicate-key"]
    assert document.data[-3:] == [{"id": "x"}, {"id": "x"}, {"id": "z"}]
    assert document.span((499, "id")).line > 5000


@pytest.mark.parametrize(
    "text",
    [
        "", "\n", "# only this\n", "a: 1", "word\n", "a: 1\nword\n",
        "a: &x 1\n", "a: *x\n", "a: !x 1\n", "- !!str 1\n", "%YAML 1.2\n---\na: 1\n", "---\na: 1\n", "a: 1\n...\n",
        "a: 1\n---\nb: 1\n", "? a\n: b\n", "a: @x\n", "a: `x\n", "a: %x\n", "a: - b\n", "a: ? b\n", "- ? b\n",
        "a: 1\na: 2\n", "- {x: 1, x: 2}\n", "a: {x: {y: 1, y: 2}}\n",
        "a: b: c\n", "a: b:\n", "a: [b: c]\n", "a: {b}\n", "a: {b: }\n", "a: [x,]\n", "a: [x, , y]\n", "a: [x\n  y]\n",
        "a: {x: 1\n", "a: [x]]\n", "a: [x] y\n", "a: [x]# y\n", "a: 'x'# y\n", "a: 'x' y\n", "a: 'x\n", 'a: "x\n',
        "a: 'x\n  y'\n", 'a: "x\n  y"\n', 'a: "\\x41"\n', 'a: "\\q"\n', "a: x\n  y\n", "- x\n  y\n",
        " a: 1\n", "a:\n  b: 1\n c: 2\n", "a: 1\n  b: 2\n", "- a: 1\n   b: 2\n", "- a\n  - b\n", "- a\nb: 1\n",
        "a: 1\n- b\n", "a:\n- b\n  - c\n", "a:\n  - b\n c: 1\n", "a:\n  - b\n  c: 1\n", "-\n  a: 1\n", "- \n- a\n",
        "- # c\n  a: 1\n", "-  a: 1\n   b: 2\n", "a: |\n", "a: |\nb: 1\n", "a: |+\n  x\n\n", "a: |2\n   x\n",
        "a: | # c\n  x\n", "a: |\n    x\n   y\n", "a: >\n  x\n    y\n", "a: |\n     \n  x\n", "a: |\n  x\n # c\n  y\n",
        "a: |\n  x\n \n   # y\n", "- >-\n  x\n\n  \n     \n",
        "a:\tb\n", "a: b\tc\n", "a: b\r\n", "\ufeffa: b\n", "a: \x07\n", "a: x\x85y\n", "a: x\u2028y\n", "a: \ud800\n",
        "'a': 1\n", "*a : 1\n", "<<: 1\n", "[a]: 1\n", "k" * 80 + ": 1\n", "- " * 30 + "a\n",
        "a: " + "[" * 9 + "]" * 9 + "\n",
    ],
)  # fmt: skip
def test_what_is_not_surely_plain_is_left_to_the_reference_loader(text: str) -> None:
    assert read(text) is UNSURE


WORDS = """
    a|Flare|No|null|Null|~|true|FALSE|1|01|+1|-3|1.5|5.|.5|1e3|0x1f|0o17|1_000|.inf|.nan|1:30|2026-11-21|it's|say "hi"
    |a: b|a:|x #y|#z|{oil}: 2|{oil} 2|- d|-d|* x|[q]|é|漢字|Deal 2.|a, b|key: |?|!|(x)|...|---|<<|=|\\|a\\n|https://x/#y
    """.strip().replace("\n    ", "").split("|")  # fmt: skip
words = st.sampled_from([*WORDS, "", "two\nlines\n", "two\n\n  parts", "end ", "  lead", "\u00a0"]) | st.text(
    max_size=8
)
data = st.recursive(
    words | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=15,
)


@given(
    data,
    st.sampled_from([None, False, True]),
    st.sampled_from([None, None, "'", '"', "|", ">"]),
    st.sampled_from([2, 4]),
    st.sampled_from([20, 10**6]),
)
@settings(max_examples=500)
def test_what_pyyaml_writes(value: Any, flow: bool | None, style: str | None, indent: int, width: int) -> None:
    agrees(
        yaml.safe_dump(
            value, allow_unicode=True, default_flow_style=flow, default_style=style, indent=indent, width=width
        )
    )


VALUES = [
    *WORDS, "", "", "[a, b]", "{x: 1, y: z}", "{x: [1, ~], y: {z: No}}", "[]", "{}", "[ a ]", "[a,b]", "{a: 1,}",
    "'q'", "'a''b'", '"d\\n"', '"\\""', "v # c", "1 # c", "# c", "'x'#y", "'x' #y", "a#b", "v ", "1 ", "|", ">-", ">",
    "|\n  text", "|\n    text\n\n      more", ">-\n    text\n    more\n\n    end", "- x", "'open", "two\n    lines",
]  # fmt: skip
lines = st.tuples(
    st.sampled_from([0, 0, 0, 2, 2, 2, 4, 4, 6, 1, 3]),
    st.sampled_from(["", "", "", "- ", "- ", "- - ", "-  ", "-"]),
    st.sampled_from(["", "k: ", "l: ", "m: ", "n:", "o: ", "two words: ", "1: ", "~: ", "null: ", "'q': "]),
    st.sampled_from(VALUES),
    st.sampled_from(["\n", "\n", "\n", "\n\n", "\n# c\n", "\n  # c\n", "\n    \n"]),
)


@given(st.lists(lines, max_size=7))
@example([(0, "- ", "k: ", "|-\n    x\n     ", "\n"), (0, "- ", "", "b", "\n")])
@settings(max_examples=1000)
def test_lines_that_look_like_yaml(made: list[tuple[int, str, str, str, str]]) -> None:
    agrees("".join(" " * column + dashes + key + value + end for column, dashes, key, value, end in made))


@given(st.text(st.sampled_from("ab:-#'\"[]{},|>\n\n   0.~&*!?é"), max_size=30))
@settings(max_examples=500)
def test_any_characters(text: str) -> None:
    agrees(text + "\n")


MARKS = [
    *":-?#|>&*!%@`'\"[]{},~\\", "\n", "\n\n", " ", "  ", "\n  ", "\n    ", "- ", ": ", " #", "|\n", ">-\n", "''", '\\"',
    "0", "é", "\t", "\r", "\x85", "\u2028", "\ufeff", "\u00a0", "null", "---", "...", "\n# c\n", "\n- ", "k: v\n",
]  # fmt: skip


def mutated(draw: random.Random, text: str) -> str:
    """A text with one to three accidents."""
    for _ in range(draw.choice((1, 1, 2, 3))):
        at = draw.randrange(len(text) + 1)
        match draw.randrange(5):
            case 0:
                text = text[:at] + text[at + draw.choice((1, 1, 2, 4, 10)) :]
            case 1:
                text = text[:at] + draw.choice(MARKS) + text[at:]
            case 2:
                text = text[:at] + draw.choice(MARKS) + text[at + 1 :]
            case 3:
                start = draw.randrange(len(text) + 1)
                text = text[:at] + text[start : start + draw.choice((3, 10, 40))] + text[at:]
            case _:
                rows = text.splitlines(keepends=True) or ["\n"]
                row = draw.randrange(len(rows))
                rows[row] = draw.choice(
                    (" " + rows[row], "  " + rows[row], rows[row][1:], rows[row][2:], rows[row] * 2)
                )
                text = "".join(rows)
    return text


def pieces() -> Iterable[str]:
    """The repository's YAML in small parts that are whole by themselves."""
    yield PLAIN
    for text in FILES:
        parts = text.replace("\n- ", "\n\0- ").split("\0") if "\n- id:" in text else [text]
        yield from (part for part in parts if len(part) < 3000)


@pytest.mark.parametrize("piece", [1, plain._PIECE])
def test_accidents_to_real_files(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "_PIECE", piece)
    draw = random.Random(1)  # noqa: S311 - nothing secret comes of it
    known = list(pieces())
    answered = sum(agrees(mutated(draw, draw.choice(known))) for _ in range(2500))
    assert answered > 300


@pytest.mark.parametrize(
    "text",
    [
        " " * 10**6, "- " * 10**6, "\n" * 10**6, "a:\n" * 10**5, "a: " * 10**6, "a: " + "'" * 10**6,
        "a: " + '"\\' * 10**6,
        "- " + "[" * 10**6, "- [" + "a, " * 10**5 + "a]", "a: |\n  x\n" + "\n" * 10**6 + "  y", "a: x" + "#:" * 10**6,
        "a: x" + " " * 10**6 + "#", "".join(" " * n + "a:\n" for n in range(1000)), "a: |\n" + "  x\n   \n" * 10**5,
        "a: >\n" + "  x\n\n\n" * 10**5, "# c\n" * 10**5, "a " * 10**6 + ": b",
    ],
)  # fmt: skip
def test_time_is_linear(text: str) -> None:
    read(text + "\n")
