"""The exception by which a fault of a pack stops its rendering."""

from builder.diagnostics import Diagnostic, Span
from renderers.templating.sandbox import RenderError, place_in


def test_an_error_says_what_its_diagnostic_says() -> None:
    error = RenderError(Diagnostic("template-error", "so much"))
    assert str(error) == error.diagnostic.message == "so much"


def test_a_place_ends_after_its_length() -> None:
    assert place_in("a", 3) == Span("a", 3, 1, 3, 2)
    assert place_in("a", 3, 5, 4) == Span("a", 3, 5, 3, 9)
