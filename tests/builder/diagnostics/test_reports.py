import json
import unicodedata

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import external_file

from builder.diagnostics import Diagnostic, Span
from builder.diagnostics.harmless import json_text, one_line, printable
from builder.diagnostics.reports import MAX_SHOWN, MAX_WIDTH, read_lines, render
from tests.support.commands import DATA as ALL_DATA
from tests.support.commands import ROOT

DATA = ALL_DATA / "reporters"
SCHEMA = ROOT / "schemas" / "validate-output.schema.json"

CREATURES = "cards/invasion-tcg/sets/core/creatures.yaml"
DECK = "cards/invasion-tcg/decks/première, 100%.yaml"
FILES = {
    CREATURES: ["- id: goblin"] * 40
    + ["    keywords: [Sheild]", "", "\tname: 小鬼 e\u0301lite\x1b[31m goblin", "  text: |", "    One.", "    Two."],
    DECK: ["cards:", "  " + "x" * 200 + ": 3 # " + "y" * 200],
}
DIAGNOSTICS = [
    Diagnostic(
        "unknown-keyword",
        '"Sheild" is not a keyword of creatures',
        Span(CREATURES, 41, 16, 41, 22),
        'did you mean "Shield"? known: Ambush, Shield, Swarm',
    ),
    Diagnostic("unused-symbol", "nothing uses the symbol", help="use it"),
    Diagnostic(
        "duplicate-id",
        '"\x1b[31mgoblin" is used twice\nhere: and there, 100%',
        Span(CREATURES, 43, 8, 43, 10),
        related=(("first used here", Span(CREATURES, 1, 7, 1, 13)),),
    ),
    Diagnostic("empty-set", "too long for the card", Span(CREATURES, 44, 9, 47, 1)),
    Diagnostic("unknown-card", "no such card", Span(DECK, 2, 3, 2, 203), 'did you mean "y"?'),
    Diagnostic("too-many", "the rules allow 2", Span(DECK, 2, 205, 2, 206)),
    Diagnostic("unreadable-file", "there is no such file", Span("decks/first-dek.yaml")),
]


def lines_of(path):
    return FILES.get(path, [])


def text(*diagnostics, lines=("name: x",), color=False):
    return render(diagnostics, "text", lambda _: list(lines), color=color)


def carets(line, column, end_column, end_line=1):
    """The snippet's source and caret lines, without the gutter."""
    shown = text(Diagnostic("c", "m", Span("f", 1, column, end_line, end_column)), lines=[line]).splitlines()
    return shown[2].removeprefix("1 |")[1:], shown[3].removeprefix("  | ")


@pytest.mark.parametrize(
    ("output", "golden", "color"),
    [
        ("text", "report.txt", False),
        ("text", "report.ansi", True),
        ("json", "report.json", False),
        ("github", "report.github", False),
        ("sarif", "report.sarif", False),
    ],
)
def test_golden(output, golden, color):
    rendered = render(reversed(DIAGNOSTICS), output, lines_of, color=color)
    assert rendered == external_file(DATA / golden, format=".txt")


def helps(*found):
    return [line.partition("= help: ")[2] for line in text(*found).splitlines() if "= help" in line]


def test_the_same_help_is_said_once():
    same = [Diagnostic("bad-id", "m", Span("f", n), "write it in lower case") for n in range(1, 13)]
    assert helps(*same) == ["write it in lower case"]
    other = Diagnostic("bad-id", "m", Span("f", 20), "write something else")
    assert len(helps(*same, other)) == 2
    another_code = Diagnostic("bad-date", "m", Span("f", 20), "write it in lower case")
    assert len(helps(*same, another_code)) == 2


def test_what_was_meant_is_said_each_time_and_what_there_is_once():
    found = [
        Diagnostic("unknown-keyword", "m", Span("f", 1), 'did you mean "Shield"? known: Shield, Swarm'),
        Diagnostic("unknown-keyword", "m", Span("f", 2), 'did you mean "Swarm"? known: Shield, Swarm'),
        Diagnostic("unknown-keyword", "m", Span("f", 3), "known: Shield, Swarm"),
        Diagnostic("unknown-keyword", "m", Span("f", 4), 'did you mean "Scrap? Tug"? known: Shield, Swarm'),
    ]
    assert helps(*found) == [
        'did you mean "Shield"? known: Shield, Swarm',
        'did you mean "Swarm"?',
        'did you mean "Scrap? Tug"?',
    ]


def test_codes_are_explained_by_one_command():
    found = [Diagnostic(code, "m", Span("f", n)) for n, code in enumerate(["bad-id", "empty-set", "bad-id"], 1)]
    assert text(*found).splitlines()[-2:] == [
        "explain: arsenal explain bad-id empty-set",
        "2 errors and 1 warning in 1 file",
    ]
    many = [Diagnostic(f"code-{n}", "m", Span("f", 1)) for n in range(7)]
    assert text(*many).splitlines()[-2] == "explain: arsenal explain CODE, where CODE is what stands in brackets"
    assert "explain" not in render(found, "text", lines_of, explain=False)


def test_nothing_found():
    assert render([], "text", lines_of) == ""
    assert render([], "github", lines_of) == ""
    assert json.loads(render([], "json", lines_of)) == {"diagnostics": []}
    assert json.loads(render([], "sarif", lines_of))["runs"][0]["results"] == []


def test_another_output_is_refused():
    with pytest.raises(ValueError, match="xml"):
        render([], "xml", lines_of)


@pytest.mark.parametrize("diagnostics", [[], DIAGNOSTICS])
def test_json_keeps_to_its_schema(diagnostics):
    data = json.loads(render(diagnostics, "json", lines_of))
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(data)
    assert [d["message"] for d in data["diagnostics"]] == [
        d.message for d in sorted(diagnostics, key=lambda d: d.sort_key)
    ]


@pytest.mark.parametrize(
    ("numbers", "summary"),
    [((2, 1), "2 errors and 1 warning in 3 files"), ((1, 0), "1 error in 1 file"), ((0, 2), "2 warnings in 2 files")],
)
def test_summary(numbers, summary):
    codes = ["bad-id"] * numbers[0] + ["empty-set"] * numbers[1]
    found = [Diagnostic(code, "m", Span(f"{n}.yaml")) for n, code in enumerate(codes)]
    assert text(*found).splitlines()[-1] == summary


def test_summary_without_files():
    assert text(Diagnostic("c", "m")) == "error[c] m\n\nexplain: arsenal explain c\n1 error\n"


def test_text_shows_so_many_and_counts_the_rest():
    found = [Diagnostic("c", "m", Span("f", n + 1)) for n in range(MAX_SHOWN + 7)]
    shown = text(*found)
    assert shown.count("error[c]") == MAX_SHOWN
    assert shown.splitlines()[-3] == "and 7 more; --output json has them all"
    assert shown.splitlines()[-1] == "57 errors in 1 file"
    assert len(json.loads(render(found, "json", lines_of))["diagnostics"]) == MAX_SHOWN + 7


@pytest.mark.parametrize(
    ("line", "columns", "shown", "marked"),
    [
        ("name: x", (7, 8), "name: x", "      ^"),
        ("\tname", (2, 6), "    name", "    ^^^^"),
        ("a\tb", (2, 3), "a    b", " ^^^^"),
        ("小鬼 x", (4, 5), "小鬼 x", "     ^"),
        ("小鬼 x", (1, 3), "小鬼 x", "^^^^"),
        ("e\u0301e\u0301x", (5, 6), "e\u0301e\u0301x", "  ^"),
        ("👩\u200d🚀 x", (5, 6), "👩\u200d🚀 x", "     ^"),
        ("name: ", (7, 8), "name:", "      ^"),
        ("short", (90, 95), "short", "     ^"),
        ("short", (3, 2), "short", "  ^"),
        ("short", (3, 99), "short", "  ^^^"),
        ("", (1, 2), "", "^"),
        ("a\x1b]0;x\x07b", (8, 9), "a\ufffd]0;x\ufffdb", "       ^"),
        ("a\u202eb", (3, 4), "a\ufffdb", "  ^"),
    ],
)
def test_carets(line, columns, shown, marked):
    assert carets(line, *columns) == (shown, marked)


def test_a_span_of_several_lines_shows_the_first():
    assert carets("text: |  ", 7, 1, end_line=5) == ("text: |", "      ^")
    assert carets("a: {b,", 4, 3, end_line=2) == ("a: {b,", "   ^^^")


def test_long_lines_are_cut_around_the_caret():
    line = "a" * 500 + "BAD" + "c" * 500
    shown, marked = carets(line, 501, 504)
    assert shown.startswith("…aaa")
    assert shown.endswith("ccc…")
    assert len(shown) == MAX_WIDTH + 2
    assert shown[marked.index("^") : marked.rindex("^") + 1] == "BAD"
    shown, marked = carets(line, 2, 3)
    assert (shown[0], shown[-1], marked) == ("a", "…", " ^")
    shown, marked = carets(line, len(line), len(line) + 1)
    assert (shown[0], shown[marked.index("^") :]) == ("…", "c")
    assert len(carets("x" * 2_000_000, 1_000_000, 1_900_000)[1]) <= MAX_WIDTH + 2


def test_a_line_that_is_not_there_has_no_snippet():
    assert " | " not in text(Diagnostic("c", "m", Span("f", 9)))


def test_github_escapes_what_would_end_a_command():
    hostile = Diagnostic("c", "50% off\r\n::error::x", Span("a,b:c%\n.yaml", 2, 3, 2, 4))
    assert render([hostile], "github", lines_of) == (
        "::error file=a%2Cb%3Ac%25%0A.yaml,line=2,col=3,endLine=2,endColumn=4,title=c::50%25 off%0D%0A::error::x\n"
    )


def test_sarif_names_each_rule_once_and_places_as_uris():
    run = json.loads(render(DIAGNOSTICS * 2, "sarif", lines_of))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == sorted({d.code for d in DIAGNOSTICS})
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    uris = {
        place["physicalLocation"]["artifactLocation"]["uri"] for r in run["results"] for place in r.get("locations", [])
    }
    assert "cards/invasion-tcg/decks/premi%C3%A8re%2C%20100%25.yaml" in uris


@given(st.text(), st.text().map("x".__add__), st.integers(1, 30), st.integers(1, 30), st.integers(1, 3))
def test_no_output_steers_a_terminal(line, words, column, end, end_line):
    related = ((words, Span(words)),)
    found = [Diagnostic("c", words, Span(words, 1, column, end_line, end), words, related=related)]
    said = {output: render(found, output, lambda _: [line]) for output in ("text", "json", "github", "sarif")}
    for rendered in said.values():
        assert printable(rendered) == rendered
    assert json.loads(said["json"])["diagnostics"][0]["message"] == words
    assert json.loads(said["sarif"])["runs"][0]["results"][0]["relatedLocations"][0]["message"]["text"] == words
    assert said["github"].count("\n") == 1
    assert said["text"].count("\n") == 9


def test_no_output_fails_on_what_no_encoding_has():
    found = [Diagnostic("c", "\ud800", Span("/\ud800\0", 1, 1, 1, 2), "\udfff")]
    for output in ("text", "json", "github", "sarif"):
        render(found, output, lambda _: ["\ud800"]).encode()


def test_read_lines(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffa\r\nb\rc\u2028d\n".encode() + b"\xff")
    assert read_lines(str(path)) == ["a", "b", "c", "d", "\ufffd"]
    assert read_lines(str(tmp_path)) == []
    assert read_lines("no\0such") == []
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    assert read_lines(str(path)) == []  # no text


# Text that can't steer a terminal, as lines and as JSON


STEERING = ["\x1b[31m", "\x07", "\x9b31m", "\x9d0;title\x9c", "\x7f", "\u202e", "\u2066", "\u200e", "\u2028", "\ud800"]


@pytest.mark.parametrize("steering", STEERING)
def test_what_steers_a_terminal_is_replaced(steering: str) -> None:
    for made in (printable(f"a{steering}b"), one_line(f"a{steering}b"), json_text({steering: [steering]})):
        assert harmless(made), made


def harmless(text: str) -> bool:
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in text if c not in "\n\u200c\u200d")


@given(st.text())
def test_json_says_what_it_said(text: str) -> None:
    made = json_text({"text": text})
    assert harmless(made)
    assert json.loads(made) == {"text": text}


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1
    assert harmless(one_line(text))


def test_letters_and_joiners_stay() -> None:
    for text in ("Éclat", "سفينة", "👩\u200d🚀", "ни\u0306"):
        assert printable(text) == one_line(text) == text
        assert json_text(text) == f'"{text}"'
