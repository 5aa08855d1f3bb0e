"""What makes the generated documents."""

import importlib.util
import sys
from functools import cache
from types import ModuleType

from tests.support.commands import ROOT


@cache
def generator() -> ModuleType:
    """docs/generate.py, which is no module of a package."""
    sys.path.append(str(ROOT / "docs"))  # as where the script is run, for the other scripts beside it
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
