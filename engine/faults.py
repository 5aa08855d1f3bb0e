"""The error for wrong input."""

from __future__ import annotations

from collections.abc import Mapping


class EngineError(ValueError):
    """A bundle, a saved game or a request that the engine can't play: what is wrong, and what to do (`help`).

    Errors that players see have a `code` and `values`, so that programs can show them in other languages.
    """

    def __init__(
        self,
        message: str,
        help: str = "",  # noqa: A002 - the field's word
        code: str = "",
        values: Mapping[str, str | int] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.code, self.values = code, values or {}
