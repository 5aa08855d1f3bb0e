"""Why a text is left as it is."""

from __future__ import annotations

from yaml.events import Event
from yaml.tokens import Token

from builder.diagnostics import Diagnostic, Span
from builder.documents.libyaml import position_of


class CannotEditError(ValueError):
    """The text is left as it is, for the reason in `message`; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1, help: str = "") -> None:  # noqa: A002 - the same word as on a Diagnostic
        super().__init__(message)
        self.message, self.line, self.column, self.help = message, line, column, help

    def diagnostic(self, path: str) -> Diagnostic:
        """The refusal as a fault of the file at `path`."""
        place = Span(path, self.line, self.column, self.line, self.column + 1)
        return Diagnostic("cannot-format", self.message, place, self.help)


def not_yaml(fault: Diagnostic) -> CannotEditError:
    """Why a text that can't be read, for this fault, is left as it is."""
    said = "this is not YAML: "
    place = (fault.span.line, fault.span.column) if fault.span else (1, 1)
    return CannotEditError(said + fault.message.removeprefix(said), *place, help=fault.help)


def refusal(what: str, at: Event | Token) -> CannotEditError:
    """Why a text that holds such a thing is left as it is; `at` is its event or token."""
    return CannotEditError(f"{what} are not formatted", *position_of(at))
