"""Examples in docstrings give what they show."""

import doctest
from importlib import import_module

import pytest

from tests.support.commands import ROOT

FILES = [file for folder in ("builder", "engine", "renderers") for file in sorted((ROOT / folder).rglob("*.py"))]
NAMES = [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in FILES]
WITH_EXAMPLES = [name for name, file in zip(NAMES, FILES, strict=True) if ">>>" in file.read_text("utf-8")]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_give_what_they_show(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > found.failed == 0
