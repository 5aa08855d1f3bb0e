"""Of many findings so many are listed, the same ones in whatever order they come, and the rest is counted."""

from builder.diagnostics import Diagnostic, Span
from builder.diagnostics.findings import MAX_OF_FILE, MAX_OF_PACK, MAX_OF_SOURCE, MAX_WORDS, Findings


def fault(line: int, path: str = "f.yaml", code: str = "bad-id") -> Diagnostic:
    return Diagnostic(code, f"fault {line}", Span(path, line))


def listed(*found: Diagnostic) -> list[Diagnostic]:
    findings = Findings()
    findings.add(found)
    return findings.listed()


def test_a_few_findings_are_listed_by_their_places_once_each() -> None:
    assert listed(fault(2), fault(1), fault(2)) == [fault(1), fault(2)]
    assert listed() == []


def test_the_rest_of_a_file_is_counted_where_it_begins() -> None:
    *first, more = listed(*map(fault, range(1, MAX_OF_FILE + 31)))
    assert first == [*map(fault, range(1, MAX_OF_FILE + 1))]
    assert (more.code, more.severity) == ("more-findings", "warning")
    assert more.message == "30 more findings of this file are not listed"
    assert more.span == Span("f.yaml", MAX_OF_FILE + 1)
    assert "1 more finding of this file is not" in listed(*map(fault, range(1, MAX_OF_FILE + 2)))[-1].message


def test_errors_are_listed_before_warnings() -> None:
    warnings = [fault(line, code="duplicate-name") for line in range(1, MAX_OF_FILE + 50)]
    found = listed(*warnings, fault(9_999))
    assert fault(9_999) in found
    assert sum(diagnostic.severity == "error" for diagnostic in found) == 1


def test_what_is_listed_does_not_depend_on_the_order() -> None:
    found = [fault(line, f"{line % 9}.yaml") for line in range(1, MAX_OF_PACK + 900)]
    shuffled = [*found[1::3], *found[::3], *found[2::3]]
    assert listed(*found) == listed(*shuffled)


def test_of_many_files_so_many_findings_are_listed_all_together() -> None:
    found = listed(*(fault(1, f"{number:05}.yaml") for number in range(MAX_OF_PACK + 7)))
    assert len(found) == MAX_OF_PACK + 1
    assert found[-1].message == "7 more findings in 7 files are not listed"
    assert found[-1].span == Span(f"{MAX_OF_PACK:05}.yaml", 1)


def test_what_finds_without_end_is_asked_only_so_often() -> None:
    asked = 0

    def endless() -> object:
        nonlocal asked
        while True:
            asked += 1
            yield fault(asked)

    findings = Findings()
    findings.add(endless())  # type: ignore[arg-type]  # it yields diagnostics
    assert asked == MAX_OF_SOURCE + 1
    assert findings.listed()[-1].message == "at least 9,801 more findings of this file are not listed"


def test_what_was_not_made_is_counted_too() -> None:
    findings = Findings()
    findings.add([fault(1)])
    findings.leave(Span("f.yaml", 5), 40)
    assert findings.listed()[-1].message == "at least 40 more findings of this file are not listed"
    assert findings.listed()[-1].span == Span("f.yaml", 5)


def test_words_of_any_length_fit_a_report() -> None:
    (found,) = listed(Diagnostic("bad-id", "x" * 10**6, Span("f"), "y" * 10**6))
    assert len(found.message) == len(found.help) == MAX_WORDS
    assert found.message.endswith("...")


def test_warnings_alone_never_make_it_full() -> None:
    findings = Findings()
    findings.add(fault(line, f"{line}.yaml", "duplicate-name") for line in range(MAX_OF_PACK + 10))
    assert not findings.is_full
    findings.add(fault(line, f"{line}.yaml") for line in range(MAX_OF_PACK))
    assert findings.is_full
    assert {d.severity for d in findings.listed() if d.code != "more-findings"} == {"error"}
