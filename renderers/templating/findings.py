"""What a job finds wrong, as plain data that leaves the child process."""

from __future__ import annotations

from typing import Any

Finding = dict[str, Any]


class FaultError(Exception):
    """The job cannot go on; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding["message"])
        self.finding = finding


def new_finding(code: str, message: str, **more: Any) -> Finding:
    """A finding; `more` are its other words (help, face, path, line...)."""
    return {
        "code": code,
        "message": message,
        "help": "",
        "face": None,
        "path": None,
        "line": 1,
        "column": 1,
        "length": 1,
        **more,
    }
