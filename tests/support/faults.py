"""Asserts the place of a fault, its message and its help."""

from pathlib import Path

from builder.diagnostics import Diagnostic


def assert_placed(found: Diagnostic, folder: Path, place: str, words: str, help_: str) -> None:
    """The fault is at `file:line:column` of the pack's templates, and its message has these words."""
    assert words in found.message
    assert help_ in found.help
    assert found.span is not None
    span = found.span
    assert f"{Path(span.path).relative_to(folder / 'templates')}:{span.line}:{span.column}" == place
    assert found.code == "unknown-font" or found.message.startswith("test-ship: ")
