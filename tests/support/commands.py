"""Running the command, and where the project's folders are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
GAMES = sorted(file.parent.name for file in (ROOT / "cards").glob("*/game.yaml"))  # that are bundled

Arsenal = Callable[..., Result]
InJson = Callable[..., Any]
