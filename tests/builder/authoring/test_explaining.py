"""The catalogue: every code is in it, every example shows its code and nothing else, the page is current."""

import ast
import re
from pathlib import Path

import pytest

from builder.authoring import explaining as catalogue
from builder.authoring.explaining import Explanation, entries, explain
from builder.diagnostics import UsageError, codes
from builder.documents.reading import load
from builder.games.game import VOCABULARIES
from builder.legality.kinds import kind_of, own_kinds
from builder.schema import word_code
from builder.words import groups, words_here
from tests.support.commands import ROOT
from tests.support.documents import generator
from tests.support.plugins import install

REPORTERS = {  # what takes a code and a message
    *("Diagnostic", "Problem", "Violation", "FaultError", "Fault", "FontError"),
    *("unknown", "problem", "report", "fault", "stop", "finding", "of", "stopped", "violation", "exactly"),
    "face_fault",
}
GROUPS = set(groups())  # of texts
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+|shape|stopped")

all_entries = list(entries().values())


def by_code(entry: Explanation) -> str:
    return entry.code


def codes_in(path: Path) -> set[str]:
    """The codes that a module gives to what it reports."""
    found = set()
    tree = ast.parse(path.read_text("utf-8"))
    keys = _keys_of_words(tree)
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Call) and _name(node.func).lstrip("_") in REPORTERS:
            named = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
            parts = named or node.args[:2]
        elif isinstance(node, ast.Assign) and [_name(target) for target in node.targets] == ["code"]:
            parts = [node.value]
        values = [
            n.value for part in parts for n in ast.walk(part) if isinstance(n, ast.Constant) and id(n) not in keys
        ]
        found |= {v for v in values if isinstance(v, str) and CODE.fullmatch(v)}
    return found


def _keys_of_words(tree: ast.AST) -> set[int]:
    """The nodes of keys of texts: in `UsageError.of(group, key)` and in `words_here(group)(key)`."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    of_group = [call for call in calls if _name(call.func) == "of" and _constant(call.args[0]) in GROUPS]
    of_words = [call for call in calls if isinstance(call.func, ast.Call) and _name(call.func.func) == "words_here"]
    arguments = [argument for call in (*of_group, *of_words) for argument in call.args]
    return {id(node) for argument in arguments for node in ast.walk(argument)}


def _constant(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@pytest.mark.long
def test_every_code_is_in_the_catalogue_and_no_other() -> None:
    found = {word_code(vocabulary) for vocabulary in VOCABULARIES}
    for path in [*(ROOT / "builder").rglob("*.py"), *(ROOT / "renderers").rglob("*.py")]:
        found |= codes_in(path)
    found |= {code for kind in map(kind_of, own_kinds()) if kind for code in kind.codes}
    found -= set(words_here("query").texts)  # what queries' faults name is a sentence
    found.add("bad-query")  # their code where they name no other
    assert found == set(entries())
    assert len(found) >= 70


@pytest.mark.parametrize("entry", all_entries, ids=by_code)
def test_an_example_shows_its_code_and_nothing_else(entry: Explanation, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is checked once, for what is found and for what is shown of that."""
    found = catalogue.diagnostics(entry)
    monkeypatch.setattr(catalogue, "diagnostics", lambda _: found)
    if entry.judge:
        assert found == []
        judgement = catalogue.judgement(entry)
        monkeypatch.setattr(catalogue, "judgement", lambda _: judgement)
        assert {violation.code for violation in judgement.verdict.violations} == {entry.code}
    else:
        assert {d.code for d in found} == {entry.code}
        assert {d.severity for d in found} == {entry.severity}
        assert found[0].message
    if entry.line:
        assert found[0].span is not None
        assert found[0].span.line == entry.line
        expansions = {path.split("/")[1] for path in entry.files if path.startswith(catalogue.OUTSIDE)}
        assert found[0].span.path.startswith((*(expansions or [str(catalogue.ROOT)]), catalogue.LIST))
    text = explain(entry.code)
    assert text.startswith(f"{entry.code} ({entry.severity}): {entry.title}\n\n")
    assert all(line in text for _, shown in catalogue.shown_input(entry) for line in shown.splitlines())
    assert all(f"\n\n{title}{':' if shown else '.'}\n\n" in text for title, shown in catalogue.shown_input(entry))
    said = text.rpartition("Arsenal says:")[2]
    assert f"[{entry.code}]" in text or f"{entry.code}: " in said
    assert entry.chance in said
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(len(line) < 250 for line in text.splitlines())


def test_stored_outputs_say_what_is_said(tmp_path: Path) -> None:
    from builder.documents.editing import CannotEditError, format_text

    (tmp_path / "first-deck.yaml").touch()
    [missing] = load(tmp_path / "first-dek.yaml").diagnostics
    assert missing.message == entries()["unreadable-file"].says["message"]
    with pytest.raises(CannotEditError) as error:
        format_text("name: Second Deck\ngame: my-game\ncards: &cards {flare: 3}\n")
    said = entries()["cannot-format"].says
    assert (said["message"], said["at"]) == (
        error.value.message,
        f"decks/second-deck.yaml:{error.value.line}:{error.value.column}",
    )


@pytest.mark.parametrize("entry", all_entries, ids=by_code)
def test_an_entry_is_written_with_care(entry: Explanation) -> None:
    assert entry.title[0].islower() or entry.title.startswith("YAML")
    assert not entry.title.endswith(".")
    assert len(entry.title) <= 70
    assert entry.why.strip().endswith(".")
    assert 1 <= len(re.findall(r"[.?!](?:\s|$)", entry.why)) <= 4
    assert bool(entry.says) != bool(entry.files or entry.change or entry.omit or entry.list or entry.chance)
    assert entry.input or not entry.says
    assert "<" not in re.sub("`[^`]+`", "", entry.why)


def test_an_unknown_code_gets_near_ones() -> None:
    with pytest.raises(UsageError) as error:
        explain("unknown-keywrd")
    assert 'did you mean "unknown-keyword"?' in error.value.help


def test_changes_that_change_nothing_are_refused() -> None:
    entry = Explanation("x", "", "", change={"game.yaml": {"no such words": "y"}})
    with pytest.raises(ValueError, match="0 times"):
        catalogue.example(entry)


def test_a_stale_page_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generate = generator()
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    monkeypatch.setattr(generate, "DOCUMENTS", {"x.md": lambda: "new\n"})
    assert generate.main(["--check"]) == 1
    assert not (tmp_path / "x.md").exists()
    assert generate.main([]) == 0
    assert (tmp_path / "x.md").read_text() == "new\n"
    assert generate.main(["--check"]) == 0


def test_a_code_of_a_plugin_is_explained_by_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(codes.CODES, "odd-number", codes.error("cards come in an odd number"))
    install(monkeypatch, "arsenal.clauses", x_pairs="tests.support.plugins:PAIRS")
    assert explain("odd-number") == "odd-number (error): cards come in an odd number\n"
    with pytest.raises(UsageError, match='there is no code "odd-numbr"') as raised:
        explain("odd-numbr")
    assert 'did you mean "odd-number"?' in raised.value.help
    install(monkeypatch, "arsenal.checks", broken="no_such_module:NAME")
    with pytest.raises(UsageError, match='the plugin "broken" can\'t be used'):
        explain("odd-numbr")
