"""A server of the bundled games and of Moon Duel, which tests only ask."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from builder.web.server.library import Library
from tests.support.serving import asked


class Still(Library):
    """Games that stay as they were, also while other tests bundle none."""

    def folders(self) -> None:
        """No files are watched."""


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with asked(tmp_path_factory.mktemp("asked"), kind=Still) as found:
        yield found
