"""Running the command, and where the project's folders are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from typer.testing import Result

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
GAMES = sorted(file.parent.name for file in (ROOT / "cards").glob("*/game.yaml"))  # that are bundled

Line = TypeVar("Line")
Arsenal = Callable[..., Result]
InJson = Callable[..., Any]


def of_every_game(lines: dict[str, Line]) -> dict[str, Line]:
    """A table that has a line for each bundled game; says which have none."""
    assert sorted(lines) == GAMES, f"there are the games {GAMES}, and lines for {sorted(lines)}"
    return lines


def bundle_nothing(patch: pytest.MonkeyPatch, folders: pytest.TempPathFactory) -> None:
    """As long as the patch lasts, no games are bundled: no other pack is compiled than a test's own."""
    from builder.packs import pack

    nothing, bundled = folders.getbasetemp() / "no-cards", pack.bundled
    nothing.mkdir(exist_ok=True)
    patch.setattr(pack, "bundled", lambda name: nothing if name == "cards" else bundled(name))
