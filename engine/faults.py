"""What the engine says where it can't go on because of what it was given."""

from __future__ import annotations


class EngineError(ValueError):
    """A bundle, a saved game or a wish that the engine can't play: what is wrong, and what to do (`help`)."""

    def __init__(self, message: str, help: str = "") -> None:  # noqa: A002 - the field's word
        super().__init__(message)
        self.message = message
        self.help = help
