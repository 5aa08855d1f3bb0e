"""Running the command, and where the project's folders are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
GAMES = sorted(file.parent.name for file in (ROOT / "cards").glob("*/game.yaml"))  # that are bundled

Arsenal = Callable[..., Result]
InJson = Callable[..., Any]


def bundle_nothing(patch: pytest.MonkeyPatch, folders: pytest.TempPathFactory) -> None:
    """As long as the patch lasts, no games are bundled: no other pack is compiled than a test's own."""
    from builder.packs import pack

    nothing, bundled = folders.getbasetemp() / "no-cards", pack.bundled
    nothing.mkdir(exist_ok=True)
    patch.setattr(pack, "bundled", lambda name: nothing if name == "cards" else bundled(name))
