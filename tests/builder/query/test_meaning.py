"""What is wrong with a query for a game, and where; the manual's examples are queries."""

import re
from functools import cache

import pytest
import yaml

from builder import query
from builder.games.fields import Field, fields_of
from builder.query import language, patterns
from builder.query.meaning import Fields
from builder.schema import resolve
from tests.support.commands import ROOT
from tests.support.queries import FIELDS


@pytest.mark.parametrize(
    ("text", "code", "column", "length", "said"),
    [
        ('"draw', "bad-query", 1, 1, "quote is never closed"),
        ('draw "', "bad-query", 6, 1, "quote is never closed"),
        ("text:/draw", "bad-query", 6, 1, "never closed"),
        ("//", "bad-query", 1, 1, "never closed, or empty"),
        ("cost<=", "bad-query", 1, 6, '"cost<=" needs a value'),
        ("cost==3", "bad-query", 6, 1, "not a comparison"),
        ("cost=<3", "bad-query", 6, 1, "not a comparison"),
        ("=3", "bad-query", 1, 1, "needs the name of a field"),
        ("(draw) :x", "bad-query", 8, 1, "needs the name of a field"),
        ("(draw", "bad-query", 1, 1, "parenthesis is never closed"),
        ("a (b (c)", "bad-query", 3, 1, "parenthesis is never closed"),
        ("draw)", "bad-query", 5, 1, "was never opened"),
        ("()", "bad-query", 2, 1, "nothing between"),
        ("draw or", "bad-query", 6, 2, 'must follow "or"'),
        ("(draw or)", "bad-query", 9, 1, "something must stand before"),
        ("draw -", "bad-query", 6, 1, 'must follow "-"'),
        ("draw, discard", "bad-query", 5, 1, "commas only separate"),
        ("faction:pirates,", "bad-query", 16, 1, "missing after this comma"),
        ("faction:,pirates", "bad-query", 9, 1, "missing before this comma"),
        ("faction:(pirates or terrans)", "bad-query", 9, 1, "value is missing"),
        ("a\x00b", "bad-query", 2, 1, "U+0000"),
        ("a\ud800b", "bad-query", 2, 1, "U+D800"),
        ("draw /(/", "bad-query", 7, 1, "never closed"),
        ("/a(?=b)/", "bad-query", 3, 2, "only groups"),
        ("/x\\/((a{100}){100})/", "bad-query", 14, 5, "more than 500 characters"),
        ("sheild:2", "unknown-field", 1, 6, '"sheild" is not a field'),
        ("draw factoin:pirates", "unknown-field", 6, 7, 'did you mean "faction"'),
        ("has:wepons", "unknown-field", 5, 6, 'did you mean "weapons"'),
        ("faction:pirats", "unknown-value", 9, 6, 'did you mean "pirates"'),
        ("faction:pirates,pirats", "unknown-value", 17, 6, 'did you mean "pirates"'),
        ("is:pinacle", "unknown-value", 4, 7, 'did you mean "pinnacle"'),
        ("is:/x/", "unknown-value", 4, 3, "takes a word"),
        ("weapons:many", "unknown-value", 9, 4, "not a number"),
        ("weapons>many", "unknown-value", 9, 4, "not a number"),
        ("weapons:/1/", "unknown-value", 9, 3, "not a number"),
        ("cost:gold", "unknown-value", 6, 4, '"gold" is not a value of "cost"'),
        ("cost:/o/", "unknown-value", 6, 3, "not a regular expression"),
        ("unique:maybe", "unknown-value", 8, 5, "true or false"),
        ("faction<pirates", "bad-comparison", 1, 15, "not a number"),
        ("name>=b", "bad-comparison", 1, 7, "not a number"),
        ("is>ship", "bad-comparison", 1, 7, "does not compare"),
        ("weapons<2,3", "bad-comparison", 11, 1, "one number"),
    ],
)
def test_what_is_wrong_with_a_query_and_where(text: str, code: str, column: int, length: int, said: str) -> None:
    (fault,) = query.faults_in(text, FIELDS)
    assert (fault.code, fault.source) == (code, text)
    assert fault.span is not None
    assert (fault.span.path, fault.span.line, fault.span.column) == ("query", 1, column)
    assert fault.span.end_column - fault.span.column == length
    assert said in f"{fault.message} {fault.help}"


def test_a_field_that_is_called_so_comes_before_one_that_is_so_for_short() -> None:
    kind = Field("type", "word", "Type", ("ship",), "t")
    assert Fields({"type": kind})["T"] == kind
    assert Fields({"type": kind, "t": Field("t", "number", "T")})["t"].kind == "number"
    with pytest.raises(KeyError):
        Fields({"type": kind})["f"]


def test_a_fault_of_a_short_name_is_reported_with_the_whole_one() -> None:
    (fault,) = query.faults_in("f:pirats", FIELDS)
    assert fault.message == '"pirats" is not a value of "faction"'


def test_all_faults_of_meaning_are_reported_in_order_with_their_lines() -> None:
    faults = query.faults_in("sheild:2\n  faction:pirats,bandits\n  is:huge", FIELDS)
    assert [(f.code, f.span.line, f.span.column) for f in faults if f.span] == [
        ("unknown-field", 1, 1), ("unknown-value", 2, 11), ("unknown-value", 2, 18), ("unknown-value", 3, 6),
    ]  # fmt: skip


_PAGE = (ROOT / "docs" / "queries.md").read_text("utf-8")


def _examples() -> list[str]:
    page = re.sub(r"^## Chances\n.*?(?=^## )", "", _PAGE, flags=re.MULTILINE | re.DOTALL)  # which are no queries
    blocks = re.findall(r"^```query\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    cells = re.findall(r"^\| (`[^|]*?(?:\\\|[^|]*?)*`) \|", page, re.MULTILINE)
    in_cells = [code.replace("\\|", "|") for cell in cells for code in re.findall(r"`([^`]+)`", cell)]
    found = [line for block in blocks for line in block.splitlines() if line] + in_cells
    return [line for line in found if not line.startswith("pack:")]  # a field of games with expansions alone


@cache
def _future_invaders() -> dict[str, Field]:
    schema = yaml.safe_load((ROOT / "schemas" / "future-invaders.card.schema.json").read_text("utf-8"))
    words = yaml.safe_load((ROOT / "cards" / "future-invaders" / "game.yaml").read_text("utf-8"))
    return fields_of(resolve(schema)["items"], words)


@pytest.mark.parametrize("text", _examples())
def test_the_examples_of_the_page_are_queries(text: str) -> None:
    assert query.faults_in(text, _future_invaders()) == []


def test_the_page_has_examples_and_names_the_bounds() -> None:
    assert len(_examples()) >= 30
    for bound in (
        f"{language.MAX_LENGTH:,} characters",
        f"{language.MAX_TERMS} words",
        f"{patterns.MAX_LENGTH} characters",
    ):
        assert bound in _PAGE
