"""A refusal is a fault of the file."""

from builder.diagnostics import Span
from builder.documents.editing.tree import CannotEditError, refusal
from builder.documents.libyaml import events_of


def test_a_refusal_says_where_and_what_helps() -> None:
    fault = CannotEditError("this is odd", 2, 3, help="mend it").diagnostic("f.yaml")
    assert (fault.code, fault.message, fault.help) == ("cannot-format", "this is odd", "mend it")
    assert fault.span == Span("f.yaml", 2, 3, 2, 4)


def test_a_refusal_has_the_place_of_its_event() -> None:
    *_, scalar, _, _, _ = events_of("a:\n  b\n")
    error = refusal("odd things", scalar)
    assert (error.message, error.line, error.column) == ("odd things are not formatted", 2, 3)
