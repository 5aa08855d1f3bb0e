"""What commands print and write: JSON by its schema, files, and nothing that does harm."""

import unicodedata
from pathlib import Path
from typing import Any

import jsonschema
from typer.testing import CliRunner, Result

from builder.cli import after_command, app
from builder.schema import bundled_schema

STEERING = ("Cc", "Cf", "Cs", "Zl", "Zp")  # the categories of characters that steer terminals


def fits(data: Any, schema: str) -> None:
    jsonschema.Draft202012Validator(bundled_schema(schema).schema).validate(data)


def ends(*words: str, codes: tuple[int, ...] = (0, 1, 2)) -> Result:
    """How a command went that ends with one of these codes, by no fault of Arsenal's own."""
    result = CliRunner().invoke(app, after_command(words))
    assert result.exit_code in codes, (words, result.output)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert not [said for said in ("Traceback", "fault of its own") if said in result.output], result.output
    return result


def is_harmless(said: str) -> None:
    """Nothing that is said steers a terminal."""
    steering = [c for c in said if c != "\n" and unicodedata.category(c) in STEERING]
    assert not steering, (steering, said)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder by their paths."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
