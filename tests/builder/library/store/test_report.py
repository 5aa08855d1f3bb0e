"""What a build says that it did."""

from builder.diagnostics import Diagnostic
from builder.library.store.report import BuildReport


def test_a_report_begins_empty_and_shares_nothing() -> None:
    first, second = BuildReport(), BuildReport()
    assert first == second == BuildReport([], [], {}, [])
    first.built.append("chess")
    first.failed["go"] = [Diagnostic("missing-key", "no name", None, "")]
    assert (second.built, second.failed) == ([], {})
    assert first != second
