"""Running the command, and where the project's folders are."""

from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"

Arsenal = Callable[..., Result]
