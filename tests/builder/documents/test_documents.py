"""YAML is read and written in one room, whose examples are right."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from tests.support.commands import ROOT

ROOM = ROOT / "builder" / "documents"
IMPORT = re.compile(r"^\s*(?:import yaml|from yaml)\b(?P<reason>.*#.*)?", re.MULTILINE)


def test_nothing_else_imports_yaml() -> None:
    """Where something must, a comment behind the import says why. Tests may: PyYAML is their second opinion."""
    files = [
        file for folder in ("builder", "renderers", "benchmarks", "docs") for file in (ROOT / folder).rglob("*.py")
    ]
    others = [file for file in files if not file.is_relative_to(ROOM)]
    assert len(others) > 100
    found = [(file.name, line[0]) for file in others for line in IMPORT.finditer(file.read_text("utf-8"))]
    assert [line for line in found if "#" not in line[1]] == []


@pytest.mark.parametrize("file", sorted(ROOM.rglob("*.py")), ids=lambda file: file.stem)
def test_examples_are_right(file: Path) -> None:
    name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    assert doctest.testmod(importlib.import_module(name)).failed == 0
