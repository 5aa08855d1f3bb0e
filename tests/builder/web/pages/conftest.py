"""A server of the bundled games and a small one, for a browser, and the deck builder in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.chromium import Chromium
from tests.support.serving import undrawn


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the server keeps decks."""
    return tmp_path_factory.mktemp("decks")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, decks: Path) -> Iterator[str]:
    with undrawn(tmp_path_factory.mktemp("served"), decks) as url:
        yield url


@pytest.fixture
def browser() -> Iterator[Chromium]:
    """A browser with a fresh profile."""
    with Chromium() as found:
        yield found
